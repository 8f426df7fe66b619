/*
** code.h - the data of a game by code, shared by its machinery: pairs.c, dense.c, sparse.c.
*/
#ifndef TA_HEAP_CODE_H
#define TA_HEAP_CODE_H

#include "base/parallel.h"
#include "base/vector.h"
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
    size_t pairs_to;   /* with P3: P2 of all counters below are held */
    uint64_t *found;   /* the values of the options of the heap at hand */
    size_t found_words;
    uint64_t *rows; /* with P3: 64 * row_words, of bits.h */
    size_t row_words;
    heap_union *unions; /* [bit 1..3][class modulo tail] */
    size_t union_count;
    size_t absorbed; /* heaps 0..absorbed-1 are in the unions */
} heap_dense;

/* State of pairs.c: see there. */
typedef struct heap_pairs {
    uint8_t *mirror; /* g reversed: mirror[mirror_cap - 1 - n] = g(n), 1 byte each */
    size_t mirror_cap, mirror_count;
} heap_pairs;

#define HEAP_AHEAD 256 /* heaps; a multiple of 32 */

/* State of ahead.c: see there. */
typedef struct heap_ahead {
    uint64_t *bits; /* P2 of heaps from, from + 1, ...; then P3 */
    size_t size, words, from, count;
    uint8_t *marks; /* 64 * words a thread */
    size_t marks_size;
    uint64_t *rows; /* with P3: the same, of bits.h */
    size_t rows_size;
    ta_team team; /* while the sequence grows, if threads > 0 */
    unsigned threads;
} heap_ahead;

#define HEAP_BLOCK_LANES 64 /* heaps */
#define HEAP_BLOCK_GROUP 16 /* heaps that are marked together */
#define HEAP_BLOCK_VALUES 4096
#define HEAP_BLOCK_ROOM 96 /* suspects of a heap that can be held, of each class */

/* State of block.c: see there. Of each heap, a lane: */
typedef struct heap_block {
    uint16_t target[HEAP_BLOCK_LANES];                       /* the suspect looked for */
    uint16_t bound[HEAP_BLOCK_LANES];                        /* of common class, in no pair */
    uint16_t last_rare[HEAP_BLOCK_LANES];                    /* the last suspect of rare class */
    uint32_t at[HEAP_BLOCK_LANES];                           /* the target's place in its list */
    size_t begun[HEAP_BLOCK_LANES];                          /* when it was first looked for */
    uint16_t suspects[2][HEAP_BLOCK_LANES][HEAP_BLOCK_ROOM]; /* of common class; of rare class */
    uint32_t count[2][HEAP_BLOCK_LANES];
    /* a byte a value; rows a line apart, for all would fall into the same places of a cache */
    uint8_t marks[HEAP_BLOCK_GROUP][HEAP_BLOCK_VALUES + 64];
} heap_block;

/* State of sparse.c: see there. */
typedef struct heap_sparse {
    uint32_t mask;
    int position; /* the parity of n counts too */
    int common;   /* the class of common heaps */
    int usable;
    uint32_t *rare; /* sizes of the rare heaps, ascending */
    size_t rare_count, rare_cap;
    size_t rare_from; /* the first of them that a block compares */
    heap_block *block;
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
    heap_ahead ahead;
    heap_sparse sparse;
    uint8_t *marks; /* scratch: a byte a value */
    size_t marks_cap;
} heap_code;

static inline heap_code *heap_code_of(const ta_heap *h) {
    return h->data;
}

/* The set of m that ahead.c made, all but what heaps below HEAP_AHEAD add; or NULL. */
static inline const uint64_t *heap_ahead_set(const ta_heap *h, size_t m, int heaps) {
    const heap_ahead *x = &heap_code_of(h)->ahead;
    if (m < x->from || m - x->from >= x->count) return NULL;
    return x->bits + ((size_t)(heaps - 2) * HEAP_AHEAD + m - x->from) * x->words;
}

/* pairs.c: the set of g(a) xor g(m - a), 1 <= a <= m - a, into `bits`. */
ta_status heap_pairs_of(ta_heap *h, ta_call *call, size_t m, uint64_t *bits, size_t words);
/* The set of those with from <= a <= to, and maybe of some more. Allocates nothing: `marks` has
** 64 * words bytes, and heap_pairs_ready has been called since heap m - from was known. */
void heap_pairs_between(const ta_heap *h, size_t m, size_t from, size_t to, uint64_t *bits,
                        size_t words, uint8_t *marks);
ta_status heap_pairs_ready(ta_heap *h);
/* About how many pairs cost as much as one random look-up. */
double heap_pairs_speed(const ta_heap *h);
void heap_pairs_clear(ta_heap *h);
const char *heap_pairs_check(const ta_heap *h);

/* dense.c: g(n) for n = g.count by sets of pairs. */
ta_status heap_dense_value(ta_heap *h, ta_call *call, uint32_t *value);
/* P3(m), of the triples whose smallest heap, or another, is c from `from` to `to`: of sets P2 that are held. `rows` is the
** caller's, of bits.h. */
ta_status heap_triples_between(const ta_heap *h, ta_call *call, size_t m, size_t from, size_t to,
                               uint64_t *bits, size_t words, uint64_t *rows);
/* All that sets of the next heaps are made from. */
ta_status heap_dense_ready(ta_heap *h, ta_call *call);
void heap_dense_clear(ta_heap *h);
const char *heap_dense_check(const ta_heap *h);

/* ahead.c: most of the sets of the next heaps at once, by several threads, while the sequence
** grows to `count`. */
int heap_ahead_pays(const ta_heap *h, const ta_call *call, size_t count);
ta_status heap_ahead_make(ta_heap *h, ta_call *call, size_t count);
void heap_ahead_end(ta_heap *h);
void heap_ahead_clear(ta_heap *h);
const char *heap_ahead_check(const ta_heap *h);

/* seek.c: is v the value of two heaps that an option of heap g.count leaves? Near which heap
** one was found, or 0. */
ta_status heap_seek(ta_heap *h, ta_call *call, uint32_t v, size_t *at);

/* sparse.c: the same through rare values, once a mask is chosen and usable. */
ta_status heap_sparse_choose(ta_heap *h, ta_call *call);
ta_status heap_sparse_value(ta_heap *h, ta_call *call, uint32_t *value);
ta_status heap_sparse_sort(ta_heap *h); /* all heaps known into rare and common */
void heap_sparse_clear(ta_heap *h);
const char *heap_sparse_check(const ta_heap *h);

static inline int heap_sparse_class(const heap_sparse *p, uint32_t v, size_t n) {
    return __builtin_parity(v & p->mask) ^ (p->position & (int)(n & 1));
}

/* block.c: which lanes j have g(r) xor g(m - r + j) = target[j] for an r of the `count` from
** `from` on: of `list`, or themselves without one. */
uint64_t heap_block_hits(ta_vector vector, const uint16_t *g, size_t m, const uint32_t *list,
                         size_t from, size_t count, const uint16_t *target);
/* A block of heaps at once, where that pays: some of the values that follow. */
int heap_block_pays(const ta_heap *h, size_t count);
ta_status heap_block_values(ta_heap *h, ta_call *call);

#endif
