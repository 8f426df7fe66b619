/*
** dense.h - nim values of take and break through value sets of pairs and triples of heaps.
*/
#ifndef TA_HEAP_DENSE_H
#define TA_HEAP_DENSE_H

#include "pairs.h"

/* Sets of nim values below 64 * words, one for each number m of counters held. */
typedef struct heap_sets {
    uint64_t *bits; /* slot i: words [i * words, (i + 1) * words) */
    size_t slots, words;
    size_t *held; /* m + 1 if the slot holds the set of m counters, 0 if it is empty */
} heap_sets;

/* A growing union of sets. It contains 0..full-1. */
typedef struct heap_union {
    uint64_t *bits;
    size_t words, full;
} heap_union;

typedef struct heap_dense {
    const ta_heap *h;
    const heap_digits *digits;
    heap_pairs *pairs;
    heap_sets sets[2]; /* P2, P3 of dense.c: values of two and of three heaps */
    size_t pairs_to;   /* with P3: P2(m) is held for all m < pairs_to */
    uint64_t *found;   /* the values of the options of the current heap */
    size_t found_words;
    uint64_t *rows; /* with P3: 64 * row_words words for the gatherer of bits.h */
    size_t row_words;
    heap_union *unions; /* [bit 1..3][class modulo tail] */
    size_t union_count;
    size_t absorbed; /* the unions include the sets of 0..absorbed-1 counters */
} heap_dense;

/* g(n) for n = g.count. */
ta_status heap_dense_value(heap_dense *d, ta_call *call, uint32_t *value);
/* The union of P2(m - c) xor g(c) over c from `from` to `to`: a part of P3(m). Every P2(m - c) is
** held. The caller lends `rows` for the gatherer of bits.h. */
ta_status heap_triples_between(const heap_dense *d, ta_call *call, size_t m, size_t from, size_t to,
                               uint64_t *bits, size_t words, uint64_t *rows);
/* Prepare everything that pair_sets_parallel.c reads to compute the sets of the next heaps. */
ta_status heap_dense_ready(heap_dense *d, ta_call *call);
void heap_dense_clear(heap_dense *d);
const char *heap_dense_check(const heap_dense *d);

#endif
