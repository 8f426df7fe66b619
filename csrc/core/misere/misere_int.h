/*
** misere_int.h - the internals of a store of misere canonical forms, for csrc/core/misere alone.
**
** Forms come in pairs: game id, and game id ^ 1 = id + *1. Only the even form, born first, is
** stored: pairs[id >> 1], its options in pool[first ...], ascending in ta_misere_order. The options
** of the odd form are the even form and all x ^ 1. Why this is enough: suppose G has no option
** G + *1. Then none of {G' + *1, G} has G + *1 as an option. (G'' + *1 = G + *1 and G' = G + *1 are
** impossible, and G is born before G + *1.) So these are the options of the canonical G + *1, born
** a day after G. If G has the option G + *1, the same holds with the two exchanged.
**
** The heap *n has the options *0 ... *(n-1). All heaps share one list of options.
**
** store/store.h has ids, limits and generations; a pair is a record there. `results` holds results
** of operations, and loses none before a clear.
*/
#ifndef TA_MISERE_INT_H
#define TA_MISERE_INT_H

#include "base/check.h"
#include "base/hash.h"
#include "base/status.h"
#include "store/result_table.h"
#include "takeaway/misere.h"

#define TA_NO_MISERE 0xffffffffu

typedef struct misere_pair {
    /* `first`: where its options begin in pool (a heap's: in heaps). `genus`: where its genus
    ** begins in `digits` of the store. */
    size_t first, genus;
    uint32_t count, digits;
    uint32_t birthday, nim_value, misere_nim_value;
    uint32_t hash;
    uint8_t classes, is_heap;
} misere_pair;

typedef struct misere_task {
    uint32_t operation, a, b;
} misere_task;

struct ta_miseres {
    ta_store store; /* of pairs */
    misere_pair *pairs;
    ta_misere *pool;
    size_t pool_count, pool_cap;
    uint32_t *digits; /* of genera */
    size_t digit_count, digit_cap;
    ta_ids heaps;        /* *0, *1, ... */
    uint64_t heaps_hash; /* of that list */
    ta_result_table results;
    misere_task *tasks;
    size_t task_count, task_cap;
    size_t missing; /* results that the current rule needs and that are not known yet */

    ta_ids work, merged;      /* options of a game under construction, and for sorting them */
    ta_ids options[2];        /* of the games of a rule */
    ta_ids scratch, own;      /* reversals: options of an option, and of the form tried */
    ta_ids list, ways, terms; /* results, and stacks for computing them */
    size_t *end;
    size_t end_count, end_cap;
    uint8_t *seen; /* for mex */
    size_t seen_cap;
    char *name;
    size_t name_count, name_cap;
};

static inline ta_status ta_miseres_check_id(const ta_miseres *v, ta_call *call, ta_misere id) {
    return (id >> 1) < v->store.count ? TA_OK : ta_store_no_id(&v->store, call, id);
}

/* ---- order.c ---- */

/* Replace the list by the options of g, ascending. */
ta_status ta_misere_fetch(ta_miseres *v, ta_call *call, ta_misere g, ta_ids *list);

/* Is x an option of g? */
int ta_misere_has(const ta_miseres *v, ta_misere g, ta_misere x);

ta_status ta_misere_sort(ta_miseres *v, ta_call *call, ta_ids *list); /* removes repeats */

/* ---- facts.c ---- */

/* g+ and g- of the game with these options, at least one. */
ta_status ta_misere_values(ta_miseres *v, ta_call *call, const ta_misere *options, size_t count,
                           ta_amount *plus, ta_amount *minus);

/* Compute genus and classes of a pair with these options before it is stored. Digits are appended
** to v->digits. */
ta_status ta_misere_facts(ta_miseres *v, ta_call *call, const ta_misere *options, size_t count,
                          misere_pair *p);

/* ---- intern.c ---- */

/* The form of the game whose options are in v->work. */
ta_status ta_misere_form(ta_miseres *v, ta_call *call, ta_misere *form);

/* ---- tasks.c ---- */

enum { MISERE_NONE, MISERE_SUM, MISERE_MATE, MISERE_MINUS, MISERE_LINK, MISERE_TELL };

static inline int ta_misere_recall(const ta_miseres *v, const misere_task *task,
                                   ta_misere *result) {
    const ta_result_slot *slot =
        ta_result_find(&v->results, TA_RESULT_ALL, task->operation, task->a, task->b);
    if (slot) *result = slot->result;
    return slot != NULL;
}

ta_status ta_misere_remember(ta_miseres *v, ta_call *call, const misere_task *task,
                             ta_misere result);

/* For rules: *found is a known result, TA_NO_MISERE if none exists. If the result is not known yet,
** *found is TA_NO_MISERE and v->missing grows. */
ta_status ta_misere_ask(ta_miseres *v, ta_call *call, uint32_t operation, ta_misere a, ta_misere b,
                        ta_misere *found);

/* ---- arithmetic.c, link.c ---- */

/* Rules. They use known results; if none is missing, they set *result. */
typedef ta_status misere_rule(ta_miseres *v, ta_call *call, ta_misere a, ta_misere b,
                              ta_misere *result);
misere_rule ta_misere_sum_rule, ta_misere_mate_rule, ta_misere_minus_rule, ta_misere_link_rule,
    ta_misere_tell_rule;

/* ---- operations.c ---- */

/* Compute the result of an operation, and all missing results that it needs. */
ta_status ta_misere_run(ta_miseres *v, ta_call *call, uint32_t operation, ta_misere a, ta_misere b,
                        ta_misere *found);

/* ---- check.c ---- */

/* The invariant that the store breaks, or NULL. */
const char *ta_miseres_check(const ta_miseres *v);

/* ---- inline queries ---- */

/* The hash of a list with hash `before`, followed by x. */
static inline uint64_t ta_misere_hash(uint64_t before, ta_misere x) {
    return ta_hash(before ^ ((uint64_t)x + 1) << 20);
}

static inline const misere_pair *ta_misere_pair_of(const ta_miseres *v, ta_misere id) {
    ta_assert((id >> 1) < v->store.count);
    return &v->pairs[id >> 1];
}

/* Options of the even form of a pair. */
static inline const ta_misere *ta_misere_even_options(const ta_miseres *v, const misere_pair *p) {
    return p->is_heap ? v->heaps.at : v->pool + p->first;
}

#endif
