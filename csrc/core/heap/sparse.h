/*
** sparse.h - nim values of take and break through rare values, once a mask is chosen and usable.
*/
#ifndef TA_HEAP_SPARSE_H
#define TA_HEAP_SPARSE_H

#include "digits.h"
#include "kind.h"

typedef struct heap_sparse {
    const ta_heap *h;
    const heap_digits *digits;
    uint32_t mask;
    int position; /* the parity of n counts too */
    int common;   /* the class of common heaps */
    int usable;
    uint32_t *rare; /* sizes of the rare heaps, ascending */
    size_t rare_count, rare_cap;
    size_t chosen_at;   /* heaps known when the mask was chosen */
    size_t sorted_to;   /* heaps 0..sorted_to-1 are sorted into rare and common */
    double work, heaps; /* pairs looked at, for how many heaps: the measurement */
    uint32_t *before;   /* the last heap before n of the same value, 0 for none */
    size_t before_cap, chained_to;
    uint32_t *last, *often; /* of each value: its last heap; how many */
    size_t last_cap, often_cap;
    uint32_t *frequent; /* values, most frequent first, as when the mask was chosen */
    size_t frequent_count, frequent_cap;
    uint32_t *witness; /* of each value: heaps that made it in a pair, after a long search */
    size_t witness_cap, turn;
    uint8_t *marks; /* scratch: a byte a value */
    size_t marks_cap;
} heap_sparse;

ta_status heap_sparse_choose(heap_sparse *p, ta_call *call);
/* g(n) for n = g.count. */
ta_status heap_sparse_value(heap_sparse *p, ta_call *call, uint32_t *value);
ta_status heap_sparse_sort(heap_sparse *p); /* all heaps known into rare and common */
void heap_sparse_clear(heap_sparse *p);
const char *heap_sparse_check(const heap_sparse *p);

static inline int heap_sparse_class(const heap_sparse *p, uint32_t v, size_t n) {
    return __builtin_parity(v & p->mask) ^ (p->position & (int)(n & 1));
}

#endif
