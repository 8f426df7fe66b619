/*
** heap_int.h - what the files of the heap module share; private to them.
**
**     heap.c              making, asking, growing in steps that look for a proof
**     heap_code.c         octal codes and their digits
**     heap_subtraction.c  sequences of subtraction and all-but games
**     heap_break.c        take-and-break sequences through sets of pairs (any code)
**     heap_pairs.c        the set {g(a) xor g(b) : a + b = m}, with vectors
**     heap_sparse.c       take-and-break sequences through rare values
**     heap_script.c       rules of the host
**     heap_proof.c        periods
**     heap_moves.c        options, and those of a given nim value
**     heap_misere.c       misere play
*/
#ifndef TA_HEAP_INT_H
#define TA_HEAP_INT_H

#include "movefn/memo.h"
#include "period.h"
#include "takeaway/heap.h"
#include "takeaway/movefn.h"
#include "nim_values.h"

typedef enum heap_kind { SUBTRACTION, ALL_BUT, CODE, SCRIPT } heap_kind;

/* A code: digit(k) for k <= count - 1 from `digits`, later ones from `tail`. */
typedef struct heap_code {
    uint8_t *digits; /* d0, d1, ..., the repeating group unrolled once after them */
    size_t count;    /* of all of these */
    size_t tail;     /* length of the repeating group, 0 for none */
    int most;        /* the most heaps one option leaves */
} heap_code;

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

/* State of heap_break.c: see there. */
typedef struct heap_breaker {
    heap_sets sets[2]; /* P2, P3 */
    uint64_t *found;   /* the values of the options of the heap at hand */
    size_t found_words;
    heap_union *unions; /* [bit 1..3][class modulo tail] */
    size_t union_count;
    size_t absorbed; /* heaps 0..absorbed-1 are in the unions */
    uint8_t *mirror; /* g reversed: mirror[mirror_cap - 1 - n] = g(n), 1 byte each */
    size_t mirror_cap, mirror_count;
    uint8_t *marks;
    size_t marks_cap;
} heap_breaker;

/* State of heap_sparse.c: see there. */
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

/* State of heap_script.c: see there. */
typedef struct heap_script {
    ta_heap_rule rule;
    void *ctx;
    ta_memo values;   /* n + 1 -> g(n) + 1 */
    ta_memo kept;     /* n + 1 -> 1 + where its options start in the arena */
    ta_amount solved; /* heaps in `values` */
    ta_amount *arena; /* of a heap: options; of each option: heaps, and which */
    size_t arena_count, arena_cap;
    struct {
        ta_amount *items;
        size_t count, cap;
    } work; /* of heaps being solved */
    struct {
        void *items;
        size_t count, cap;
    } frames;
} heap_script;

typedef struct heap_misere heap_misere; /* heap_misere.c */

struct ta_heap {
    ta_allocator allocator;
    heap_kind kind;
    char *text;
    size_t text_size;
    ta_heap_settings settings;
    ta_nim_values g;
    ta_period proof; /* proof.proved: it stands for all n */
    size_t look_at;  /* the count of values at which to look for a proof next */
    size_t goal;     /* while g grows: the count of values asked for, for progress */
    /* SUBTRACTION and ALL_BUT */
    uint32_t *set; /* ascending, no repeats */
    size_t set_count;
    uint64_t *ring; /* forbidden values of the next heaps, a power of two of them */
    size_t ring_size;
    uint32_t *uses, *first; /* of each value: how often, and where first */
    size_t uses_cap, first_cap;
    uint32_t all_used; /* ALL_BUT: 0..all_used-1 have been used */
    /* CODE */
    heap_code code;
    heap_breaker breaker;
    heap_sparse sparse;
    /* SCRIPT */
    heap_script script;
    heap_misere *misere;
};

static inline size_t heap_set_most(const ta_heap *h) {
    return h->set_count ? h->set[h->set_count - 1] : 0;
}

/* heap_code.c */
ta_status heap_code_parse(heap_code *code, const ta_allocator *a, ta_call *call, const char *text,
                          size_t length);
void heap_code_clear(heap_code *code, const ta_allocator *a);

/* Digit k, for any k. */
static inline int heap_code_digit(const heap_code *code, size_t k) {
    if (k < code->count) return code->digits[k];
    if (!code->tail) return 0;
    return code->digits[code->count - code->tail + (k - code->count) % code->tail];
}

/* Grow g to `count` values: one function a kind. Room is there. */
ta_status heap_grow_subtraction(ta_heap *h, ta_call *call, size_t count);
ta_status heap_grow_all_but(ta_heap *h, ta_call *call, size_t count);
ta_status heap_grow_code(ta_heap *h, ta_call *call, size_t count);
ta_status heap_grow_script(ta_heap *h, ta_call *call, size_t count);

/* heap_break.c: g(n) for n = g.count by sets of pairs. */
ta_status heap_break_value(ta_heap *h, ta_call *call, uint32_t *value);
void heap_break_clear(ta_heap *h);

/* heap_pairs.c: the set of g(a) xor g(m - a), 1 <= a <= m - a, into `bits`. */
ta_status heap_pairs_of(ta_heap *h, ta_call *call, size_t m, uint64_t *bits, size_t words);
/* About how many pairs cost as much as one random look-up. */
double heap_pairs_speed(const ta_heap *h);

/* heap_sparse.c */
ta_status heap_sparse_value(ta_heap *h, ta_call *call, uint32_t *value);
ta_status heap_sparse_choose(ta_heap *h, ta_call *call);
void heap_sparse_clear(ta_heap *h);

/* heap_script.c */
ta_status heap_script_value(ta_heap *h, ta_call *call, ta_amount n, ta_amount *value);
/* Visit all options of heap n, by the rule or as kept. */
ta_status heap_script_visit(ta_heap *h, ta_call *call, ta_amount n, ta_heap_visitor visit,
                            void *ctx);
void heap_script_clear(ta_heap *h);

/* heap_proof.c: look at all of g; *found = 1 and p when a period is proved, or else
** h->look_at moves on. `observe`: accept an observed one too. */
ta_status heap_find_period(ta_heap *h, ta_call *call, int observe, ta_period *p, int *found);

/* heap_moves.c: visit every option of heap n. */
ta_status heap_visit(ta_heap *h, ta_call *call, ta_amount n, ta_heap_visitor visit, void *ctx);

void heap_misere_clear(ta_heap *h);

#endif
