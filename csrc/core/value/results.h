/*
** results.h - what a store of values remembers: results by (operation, a, b). It may forget, and nothing
** relies on it but speed.
**
** A full window makes its table grow while it stays below a quarter of the store's bytes; after that
** the oldest of a window gives way. Failing to grow only costs time. Comparisons with the virtual
** game have a table of their own, in which those with earlier virtual games are free slots: they are
** never met again, and the table stays small.
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
    ta_store *store;                 /* whose memory it takes */
    ta_result_table stored, passing; /* of stored games | of the virtual game alone */
    uint64_t lost;                   /* results that gave way while there were `lost_at` games */
    size_t lost_at;
    uint32_t serial; /* of virtual games and of pairs of parameters */
} ta_results;

/* Forget all. */
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

/* ELIMIT where results give way so often that they are worked out again and again: within one sum or
** comparison many times what the memo holds was lost, and no game was stored. */
ta_status ta_results_thrash(ta_results *r, ta_call *call);

/* A number no virtual game and no pair has had; forgets all when they run out. */
uint32_t ta_results_serial(ta_results *r);

#endif
