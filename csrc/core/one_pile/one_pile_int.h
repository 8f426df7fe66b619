/*
** one_pile_int.h - shared by the files of the one-pile module, and private to them.
*/
#ifndef TA_ONE_PILE_INT_H
#define TA_ONE_PILE_INT_H

#include "base/check.h"
#include "base/mem.h"
#include "takeaway/one_pile.h"

/* Terms of H: first, first + step, ..., last. */
typedef struct one_pile_run {
    ta_amount first, step, last;
} one_pile_run;

struct ta_one_pile {
    ta_allocator allocator;
    ta_movefn *f; /* borrowed */
    int misere;
    ta_amount opening; /* the first move takes at most this many; below 0: at most n + opening */
    ta_amount check, memory;
    /* one_pile.c: L by recursion. least[n], n < known; limit[k] = f(k), 1 <= k < limits */
    ta_amount *least, *limit;
    size_t least_cap, limit_cap, known, limits;
    uint32_t *stack;                        /* open piles */
    size_t stack_cap, stack_count, stacked; /* stacked: piles 0..stacked-1 were pushed */
    /* terms.c: the terms of H found so far */
    one_pile_run *runs;
    size_t run_count, run_cap, lag_run;
    ta_amount lag; /* the term added last, of run lag_run; 0: none */
    int ended;                        /* 0; 1: f(last) < last; 2: the next term is past TA_MAX */
    /* values.c: thresholds of rows 0..rows-1; row n is start[n]..start[n+1] */
    ta_threshold *thresholds;
    size_t threshold_count, threshold_cap;
    size_t *start;
    size_t rows, start_cap;
    uint32_t *seen; /* seen[v] = n + 1: v is an option's value in row n */
    size_t seen_cap;
};

/* Bytes a table may take; measured when one grows. */
static inline double one_pile_memory(const ta_one_pile *g) {
    double have = ta_memory_available();
    return g->memory > 0 && (double)g->memory < have ? (double)g->memory : have;
}

/* check.c: NULL, or the invariant that the table, the stack, the terms or the rows break. */
const char *ta_one_pile_check(const ta_one_pile *g);

/* For the end of every public call. */
static inline ta_status one_pile_checked(const ta_one_pile *g, ta_status s) {
    ta_sound(ta_one_pile_check(g));
    (void)g;
    return s;
}

/* ---- one_pile.c ---- */

/* The limit x of the opening of n. */
ta_amount one_pile_first(const ta_one_pile *g, ta_amount n);

/* The method for piles up to n. */
typedef enum one_pile_method { BY_TERMS, BY_TABLE } one_pile_method;
ta_status one_pile_choose(ta_one_pile *g, ta_call *call, ta_amount n, one_pile_method *method);

/* Compute limit[1..k]; ELIMIT past the memory limit. */
ta_status one_pile_limits(ta_one_pile *g, ta_call *call, size_t k);

/* Compute least[0..n], by the scan, or by the stack if f is nondecreasing up to n. */
ta_status one_pile_table(ta_one_pile *g, ta_call *call, ta_amount n);

/* L(n) in normal play. */
ta_status one_pile_least(ta_one_pile *g, ta_call *call, ta_amount n, ta_amount *least);

/* ---- terms.c ---- */

/* Extend the terms of H until the last exceeds n, or H ends. */
ta_status one_pile_terms(ta_one_pile *g, ta_call *call, ta_amount n);
/* The largest term <= n, n >= 1. */
ta_amount one_pile_largest_term(const ta_one_pile *g, ta_amount n);

#endif
