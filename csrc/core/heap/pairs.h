/*
** pairs.h - the set of g(a) xor g(b) over a + b = m, as bits, and sets precomputed by threads.
*/
#ifndef TA_HEAP_PAIRS_H
#define TA_HEAP_PAIRS_H

#include "digits.h"
#include "kind.h"

#define HEAP_AHEAD 256 /* sets precomputed at once; a multiple of 32 */

/* The sets that pair_sets_parallel.c computes, for m = from, from + 1, ... counters: all P2(m), the
** values of two heaps, then all P3(m), those of three. Pairs and triples with a heap below
** HEAP_AHEAD are missing. */
typedef struct heap_made {
    uint64_t *bits;
    size_t words, from, count; /* count: how many m; 0: no set is held */
} heap_made;

/* The precomputed set of m counters left as 2 or 3 `heaps`, or NULL. */
static inline const uint64_t *heap_made_set(const heap_made *x, size_t m, int heaps) {
    if (m < x->from || m - x->from >= x->count) return NULL;
    return x->bits + ((size_t)(heaps - 2) * HEAP_AHEAD + m - x->from) * x->words;
}

typedef struct heap_pairs {
    const ta_heap *h;
    const heap_digits *digits;
    heap_made made;
    uint8_t *mirror; /* g reversed: mirror[mirror_cap - 1 - n] = g(n), 1 byte each */
    size_t mirror_cap, mirror_count;
    uint8_t *marks; /* scratch: a byte a value */
    size_t marks_cap;
} heap_pairs;

/* The set of g(a) xor g(m - a), 1 <= a <= m - a, into `bits`. */
ta_status heap_pairs_of(heap_pairs *p, ta_call *call, size_t m, uint64_t *bits, size_t words);
/* The same for from <= a <= to, and perhaps for some more pairs of m counters. It allocates
** nothing. `marks` has 64 * words bytes. The caller must have called heap_pairs_ready since
** g(m - from) became known. */
void heap_pairs_between(const heap_pairs *p, size_t m, size_t from, size_t to, uint64_t *bits,
                        size_t words, uint8_t *marks);
ta_status heap_pairs_ready(heap_pairs *p);
/* The number of pairs that cost about as much as one random memory access. */
double heap_pairs_speed(const ta_heap *h);
void heap_pairs_clear(heap_pairs *p);
const char *heap_pairs_check(const heap_pairs *p);

#endif
