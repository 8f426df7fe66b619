/*
** pairs.h - the set of g(a) xor g(b) over a + b = m, as bits; and the sets made ahead of time.
*/
#ifndef TA_HEAP_PAIRS_H
#define TA_HEAP_PAIRS_H

#include "digits.h"
#include "kind.h"

#define HEAP_AHEAD 256 /* heaps; a multiple of 32 */

/* What ahead.c makes: the sets of pairs of heaps from, from + 1, ..., then those of triples. Pairs
** and triples with a heap below HEAP_AHEAD are not in them. */
typedef struct heap_made {
    uint64_t *bits;
    size_t words, from, count; /* count 0: nothing is made */
} heap_made;

/* The set of m counters left as 2 or 3 `heaps`, or NULL. */
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
/* The set of those with from <= a <= to, and maybe of some more. Allocates nothing: `marks` has
** 64 * words bytes, and heap_pairs_ready has been called since heap m - from was known. */
void heap_pairs_between(const heap_pairs *p, size_t m, size_t from, size_t to, uint64_t *bits,
                        size_t words, uint8_t *marks);
ta_status heap_pairs_ready(heap_pairs *p);
/* About how many pairs cost as much as one random look-up. */
double heap_pairs_speed(const ta_heap *h);
void heap_pairs_clear(heap_pairs *p);
const char *heap_pairs_check(const heap_pairs *p);

#endif
