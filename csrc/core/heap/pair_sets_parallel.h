/*
** pair_sets_parallel.h - precompute most pairs of the sets of the next heaps, by several threads.
*/
#ifndef TA_HEAP_PAIR_SETS_PARALLEL_H
#define TA_HEAP_PAIR_SETS_PARALLEL_H

#include "base/parallel.h"
#include "dense.h"

typedef struct heap_ahead {
    const ta_heap *h;
    const heap_digits *digits;
    heap_dense *dense; /* dense->pairs->made holds the sets */
    size_t size;       /* of the sets, in words */
    uint8_t *marks;    /* 64 * words bytes a thread */
    size_t marks_size;
    uint64_t *rows; /* with P3: 64 * words words a thread, for the gatherer of bits.h */
    size_t rows_size;
    ta_team team; /* open while the sequence grows, if threads > 0 */
    unsigned threads;
} heap_ahead;

/* Is precomputing worthwhile while the sequence grows to `count`? */
int heap_ahead_pays(const heap_ahead *x, const ta_call *call, size_t count);
ta_status heap_ahead_make(heap_ahead *x, ta_call *call, size_t count);
void heap_ahead_end(heap_ahead *x);
void heap_ahead_clear(heap_ahead *x);
const char *heap_ahead_check(const heap_ahead *x);

#endif
