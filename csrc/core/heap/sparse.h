/*
** sparse.h - nim values of take and break through rare values, if a usable mask is chosen.
**
** The class of heap n is the parity of g(n) & mask, or that plus n modulo 2. Heaps that are not in
** the common class are rare (sparse.c).
*/
#ifndef TA_HEAP_SPARSE_H
#define TA_HEAP_SPARSE_H

#include "digits.h"
#include "kind.h"

typedef struct heap_sparse {
    const ta_heap *h;
    const heap_digits *digits;
    uint32_t mask;
    int position; /* 1: the class is that parity plus n, modulo 2 */
    int common;   /* the class of common heaps */
    int usable;
    uint32_t *rare; /* sizes of the rare heaps, ascending */
    size_t rare_count, rare_cap;
    size_t chosen_at;   /* heaps known when the mask was chosen */
    size_t sorted_to;   /* heaps 0..sorted_to-1 are classed as rare or common */
    double work, heaps; /* measured cost: pairs visited, and the number of heaps computed */
    uint32_t *before;   /* of heap n: the last heap before it of the same value, 0 for none */
    size_t before_cap, chained_to;
    uint32_t *last, *often; /* of each value: its last heap, and its number of heaps */
    size_t last_cap, often_cap;
    uint32_t *frequent; /* values, most frequent first when the mask was chosen */
    size_t frequent_count, frequent_cap;
    uint32_t *witness; /* of each value: heaps of pairs that had it, found by a long search */
    size_t witness_cap, turn;
    uint8_t *marks; /* scratch: a byte a value */
    size_t marks_cap;
} heap_sparse;

/* Choose the mask from the known values. */
ta_status heap_sparse_choose(heap_sparse *p, ta_call *call);
/* g(n) for n = g.count. */
ta_status heap_sparse_value(heap_sparse *p, ta_call *call, uint32_t *value);
ta_status heap_sparse_sort(heap_sparse *p); /* class all known heaps as rare or common */
void heap_sparse_clear(heap_sparse *p);
const char *heap_sparse_check(const heap_sparse *p);

static inline int heap_sparse_class(const heap_sparse *p, uint32_t v, size_t n) {
    return __builtin_parity(v & p->mask) ^ (p->position & (int)(n & 1));
}

#endif
