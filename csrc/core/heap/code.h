/*
** code.h - the data of a game by code, shared by its machinery: pairs.c, dense.c, sparse.c.
*/
#ifndef TA_HEAP_CODE_H
#define TA_HEAP_CODE_H

#include "digits.h"
#include "kind.h"

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

/* State of dense.c: see there. */
typedef struct heap_dense {
    heap_sets sets[2]; /* P2, P3 */
    uint64_t *found;   /* the values of the options of the heap at hand */
    size_t found_words;
    heap_union *unions; /* [bit 1..3][class modulo tail] */
    size_t union_count;
    size_t absorbed; /* heaps 0..absorbed-1 are in the unions */
} heap_dense;

/* State of pairs.c: see there. */
typedef struct heap_pairs {
    uint8_t *mirror; /* g reversed: mirror[mirror_cap - 1 - n] = g(n), 1 byte each */
    size_t mirror_cap, mirror_count;
} heap_pairs;

/* State of sparse.c: see there. */
typedef struct heap_sparse {
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
} heap_sparse;

typedef struct heap_code {
    heap_digits digits;
    heap_pairs pairs;
    heap_dense dense;
    heap_sparse sparse;
    uint8_t *marks; /* scratch: a byte a value */
    size_t marks_cap;
} heap_code;

static inline heap_code *heap_code_of(const ta_heap *h) {
    return h->data;
}

/* pairs.c: the set of g(a) xor g(m - a), 1 <= a <= m - a, into `bits`. */
ta_status heap_pairs_of(ta_heap *h, ta_call *call, size_t m, uint64_t *bits, size_t words);
/* About how many pairs cost as much as one random look-up. */
double heap_pairs_speed(const ta_heap *h);
void heap_pairs_clear(ta_heap *h);
const char *heap_pairs_check(const ta_heap *h);

/* dense.c: g(n) for n = g.count by sets of pairs. */
ta_status heap_dense_value(ta_heap *h, ta_call *call, uint32_t *value);
void heap_dense_clear(ta_heap *h);
const char *heap_dense_check(const ta_heap *h);

/* seek.c: is v the value of two heaps that an option of heap g.count leaves? Near which heap
** one was found, or 0. */
ta_status heap_seek(ta_heap *h, ta_call *call, uint32_t v, size_t *at);

/* sparse.c: the same through rare values, once a mask is chosen and usable. */
ta_status heap_sparse_choose(ta_heap *h, ta_call *call);
ta_status heap_sparse_value(ta_heap *h, ta_call *call, uint32_t *value);
void heap_sparse_clear(ta_heap *h);
const char *heap_sparse_check(const ta_heap *h);

#endif
