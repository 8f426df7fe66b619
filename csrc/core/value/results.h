/*
** results.h - the remembered results of a store of values, by (operation, a, b). Results may be
** lost, which costs only time.
**
** A result belongs to a window of slots (store/result_table.h). If the window is full and more than
** half of the table is used, the table grows, up to a quarter of the store's bytes. Otherwise a new
** result replaces another of its window. Comparisons with the virtual game (value_int.h) have a
** table of their own. Its slots with earlier virtual games, which never occur again, count as free.
** So this table stays small.
*/
#ifndef TA_VALUE_RESULTS_H
#define TA_VALUE_RESULTS_H

#include "store/result_table.h"

#define TA_VIRTUAL 0x80000000u
#define TA_NO_VALUE 0xffffffffu

/* Operations. */
enum {
    OP_NONE,
    OP_LEQ,
    OP_SUM,
    OP_ORDINAL,
    OP_CONJUNCTIVE,
    OP_COMPOUND,
    OP_NORTON,
    OP_HEAT,
    OP_OVERHEAT,
    OP_PAIR,
    OP_COOL,
    OP_WEIGHT,
    OP_CONWAY,
    OP_COMPANION,
    OP_REDUCED
};

typedef struct ta_results {
    ta_store *store;                 /* the owner of the memory */
    ta_result_table stored, passing; /* all other results | comparisons with the virtual game */
    uint64_t lost;                   /* results replaced while there were `lost_at` games */
    size_t lost_at;
    uint32_t serial; /* the last number given to a virtual game or a pair of parameters */
} ta_results;

/* Drop all results. */
void ta_results_clear(ta_results *r);

static inline int ta_results_is_passing(uint32_t operation, uint32_t a, uint32_t b) {
    return operation == OP_LEQ && ((a | b) & TA_VIRTUAL);
}

/* The remembered result, or TA_NO_VALUE. */
static inline uint32_t ta_results_recall(const ta_results *r, uint32_t operation, uint32_t a,
                                         uint32_t b) {
    const ta_result_table *m = ta_results_is_passing(operation, a, b) ? &r->passing : &r->stored;
    const ta_result_slot *slot = ta_result_find(m, TA_RESULT_WINDOW, operation, a, b);
    return slot ? slot->result : TA_NO_VALUE;
}

void ta_results_remember(ta_results *r, uint32_t operation, uint32_t a, uint32_t b,
                         uint32_t result);

/* ELIMIT if results are lost so often that they are computed again and again. The test: one sum or
** comparison loses many times the size of the memo, and stores no game. */
ta_status ta_results_thrash(ta_results *r, ta_call *call);

/* A number that no virtual game and no pair has had. If there is none left, all results are
** dropped. */
uint32_t ta_results_serial(ta_results *r);

#endif
