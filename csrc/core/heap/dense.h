/*
** dense.h - nim values of take and break by sets of pairs, and of triples.
*/
#ifndef TA_HEAP_DENSE_H
#define TA_HEAP_DENSE_H

#include "pairs.h"

/* Sets of nim values below 64 * words, one for each heap size held. */
typedef struct heap_sets {
    uint64_t *bits; /* slot i: words [i * words, (i + 1) * words) */
    size_t slots, words;
    size_t *held; /* the m + 1 whose set is in the slot, 0 for none */
} heap_sets;

/* The union of some sets, growing only; `full`: 0..full-1 are all in it. */
typedef struct heap_union {
    uint64_t *bits;
    size_t words, full;
} heap_union;

typedef struct heap_dense {
    const ta_heap *h;
    const heap_digits *digits;
    heap_pairs *pairs;
    heap_sets sets[2]; /* P2, P3 */
    size_t pairs_to;   /* with P3: P2 of all counters below are held */
    uint64_t *found;   /* the values of the options of the heap at hand */
    size_t found_words;
    uint64_t *rows; /* with P3: 64 * row_words, of bits.h */
    size_t row_words;
    heap_union *unions; /* [bit 1..3][class modulo tail] */
    size_t union_count;
    size_t absorbed; /* heaps 0..absorbed-1 are in the unions */
} heap_dense;

/* g(n) for n = g.count. */
ta_status heap_dense_value(heap_dense *d, ta_call *call, uint32_t *value);
/* P3(m), of the triples whose smallest heap, or another, is c from `from` to `to`: of sets P2 that
** are held. `rows` is the caller's, of bits.h. */
ta_status heap_triples_between(const heap_dense *d, ta_call *call, size_t m, size_t from, size_t to,
                               uint64_t *bits, size_t words, uint64_t *rows);
/* All that sets of the next heaps are made from. */
ta_status heap_dense_ready(heap_dense *d, ta_call *call);
void heap_dense_clear(heap_dense *d);
const char *heap_dense_check(const heap_dense *d);

#endif
