/*
** quotient_int.h - shared by the files of the misere quotient module, and private to it.
**
** A position is a sum of heaps, written as a word: its letters, ascending. A heap equal to a sum of
** smaller ones is not a letter, but written as that sum, its form. So heaps without moves are
** dropped. A word's weight is the sum of the weights of its letters. A letter's weight is one more
** than that of its heaviest option. So every move makes a position lighter, and statements about
** lighter positions may be used by induction. Words are ordered by weight, then by their letters;
** adding a heap to both sides keeps that order.
**
**     word.c      words, and maps from words to numbers
**     queue.c     a priority queue, the lightest first
**     monoid.c    a finite commutative monoid with a set P, as a table: the result
**     game.c      the options of a heap, as words; limits on them
**     form.c      heaps that are equal to sums of smaller ones
**     outcome.c   the outcome of a word, as far as it is known: three-valued
**     verify.c    is a monoid right at all positions? the lightest counterexample
**     table.c     distinguished positions, and rules for all others: a monoid under construction
**     learn.c     finds errors in the table, until there are none
**     quotient.c  heap by heap; periods; the public calls
*/
#ifndef TA_QUOTIENT_INT_H
#define TA_QUOTIENT_INT_H

#include <stdint.h>
#include <string.h>

#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "takeaway/quotient.h"

typedef uint16_t q_letter; /* a heap that is its own form */

typedef struct q_word {
    const q_letter *at;
    size_t count;
} q_word;

/* ---- word.c ---- */

/* Words one after another, addressed by number. */
typedef struct q_words {
    q_letter *letter;
    size_t used, cap;
    struct q_place {
        size_t at, count;
    } * place;
    size_t count, place_cap;
} q_words;

void q_words_clear(const ta_allocator *a, q_words *w);
void q_words_forget(q_words *w); /* removes all; keeps the memory */
ta_status q_words_add(const ta_allocator *a, q_words *w, q_word word); /* becomes the last word */
static inline q_word q_words_get(const q_words *w, size_t number) {
    return (q_word){ w->letter + w->place[number].at, w->place[number].count };
}

/* A word under construction. */
typedef struct q_text {
    q_letter *at;
    size_t count, cap;
} q_text;

void q_text_clear(const ta_allocator *a, q_text *x);
static inline q_word q_read(const q_text *x) {
    return (q_word){ x->at, x->count };
}

/* x = u + v; neither may be x's own word. */
ta_status q_add(const ta_allocator *a, q_text *x, q_word u, q_word v);

/* Is u a part of v? If so, `rest`, which must be large enough, receives the rest of v. */
int q_divides(q_word u, q_word v, q_letter *rest);
int q_equal(q_word u, q_word v);

/* For two words of equal weight: is u first in the order of their letters? */
int q_before(q_word u, q_word v);

/* A map from words to numbers >= 0. */
typedef struct q_map {
    q_words words;
    int32_t *value; /* of each word */
    size_t value_cap;
    uint32_t *slot; /* index of the word + 1; 0: free */
    size_t slots;
} q_map;

void q_map_clear(const ta_allocator *a, q_map *m);
void q_map_forget(q_map *m);
int32_t q_map_get(const q_map *m, q_word word); /* -1: none */
ta_status q_map_set(const ta_allocator *a, q_map *m, q_word word, int32_t value);

/* ---- queue.c ---- */

typedef struct q_waiting {
    uint64_t weight;
    uint32_t a, b; /* the queue's user defines them */
} q_waiting;

typedef struct q_queue {
    q_waiting *at;
    size_t count, cap;
    const q_words *words; /* entries of equal weight come in the order of words[a]; NULL: any */
} q_queue;

void q_queue_clear(const ta_allocator *a, q_queue *q);
ta_status q_queue_put(const ta_allocator *a, q_queue *q, q_waiting entry);
q_waiting q_queue_take(q_queue *q); /* the queue must not be empty */

/* ---- monoid.c ---- */

/* A commutative monoid: element 0 is 1. `of` is the element of each heap to `heaps`. */
typedef struct q_monoid {
    size_t order, heaps;
    uint16_t *product; /* order by order */
    uint16_t *of;      /* heaps + 1 */
    uint8_t *p;        /* is the element in P? */
    q_words word;      /* the first word of each element */
} q_monoid;

void q_monoid_clear(const ta_allocator *a, q_monoid *m);
/* Create a monoid without words. ELIMIT if it needs more memory than available. On failure nothing
** is allocated. */
ta_status q_monoid_make(const ta_allocator *a, ta_call *call, q_monoid *m, size_t order,
                        size_t heaps);
ta_status q_monoid_copy(const ta_allocator *a, ta_call *call, q_monoid *to, const q_monoid *from);
static inline size_t q_times(const q_monoid *m, size_t x, size_t y) {
    return m->product[x * m->order + y];
}
static inline size_t q_element(const q_monoid *m, q_word word) {
    size_t x = 0;
    for (size_t i = 0; i < word.count; i++) x = q_times(m, x, m->of[word.at[i]]);
    return x;
}

/* ---- The game, and what is known of it ---- */

typedef struct q_game {
    ta_allocator allocator;
    ta_quotient_settings settings;
    const char *text;
    size_t heaps;
    q_words form;     /* of each heap read so far */
    q_words option;   /* of all letters */
    size_t *first;    /* letter h: options first[h] .. first[h + 1] - 1 */
    uint32_t *weight; /* 0: not a letter */
    q_letter one;     /* the first letter, *1; 0: none yet */

    q_monoid known;  /* right at every position of heaps below `heap` */
    size_t heap;     /* the heap being added */
    q_monoid guess;  /* right at every position lighter than `bound` */
    uint64_t bound;  /* 0: there is no guess */
    q_monoid hint;   /* options that are P by it are examined first; order 0: none */
    q_map memory;    /* outcomes of other words: 1 for P */
    q_letter *stack; /* words of the recursion */
    size_t stack_cap;
    uint64_t spent, budget;
    size_t depth; /* of the recursion */
    int deep;     /* it reached its depth limit */
    uint64_t *work, work_most; /* steps, the same number on every machine */
} q_game;

/* ---- word.c ---- */

/* ELIMIT: with until_period, no period was proved within the work limit. */
ta_status q_too_much_work(const q_game *g, ta_call *call);


static inline uint64_t q_weight(const q_game *g, q_word w) {
    uint64_t sum = 0;
    for (size_t i = 0; i < w.count; i++) sum += g->weight[w.at[i]];
    return sum;
}
static inline ta_status q_poll(const q_game *g, ta_call *call, uint32_t steps) {
    *g->work += steps;
    if (*g->work > g->work_most) return q_too_much_work(g, call);
    return ta_poll(call, steps, (double)g->heap, (double)g->heaps);
}

/* q_poll for any number of steps. */
static inline ta_status q_poll_long(const q_game *g, ta_call *call, size_t steps) {
    return q_poll(g, call, steps < 65536 ? (uint32_t)steps : 65536);
}

static inline int q_is_letter(const q_game *g, size_t heap) {
    q_word form = q_words_get(&g->form, heap);
    return form.count == 1 && form.at[0] == heap;
}

/* ---- game.c ---- */

/* Read the form, options and weight of a heap; its smaller ones must be read already. EUNSUPPORTED
** if a move does not make the heap smaller. */
ta_status q_read_heap(q_game *g, ta_call *call, ta_heap *game, size_t heap);

/* ELIMIT: the current heap needs more than settings.positions. */
ta_status q_too_many_positions(const q_game *g, ta_call *call);

/* ---- form.c ---- */

/* *1 + *1 = 0. */
void q_drop_ones(const q_game *g, q_text *x);

/* Replace the i-th letter of the word by an option, in `to`, which must be large enough; its
** length. */
size_t q_move(const q_game *g, q_word word, size_t i, size_t option, q_letter *to);

/* Add the form of g->heap, which has these options. */
ta_status q_find_form(q_game *g, ta_call *call, q_map *options);

/* ---- outcome.c ---- */

/* *answer is 1 if the word is a P-position, 0 if an N-position. It is -1 if unknown after g->budget
** positions, or at the depth limit, which sets g->deep. */
ta_status q_ask(q_game *g, ta_call *call, q_word word, int *answer);

/* As q_ask, with as many positions as needed. ELIMIT past settings.positions, or too deep. */
ta_status q_find_out(q_game *g, ta_call *call, q_word word, int *answer);

/* ---- verify.c ---- */

/*
** Is m right at all positions of heaps 1..g->heap lighter than `cap`? *right is the answer. If not,
** `word` holds only the lightest counterexample, and *weight its weight.
*/
ta_status q_verify(q_game *g, ta_call *call, const q_monoid *m, uint64_t cap, int *right,
                   q_words *word, uint64_t *weight);

/* ---- table.c ---- */

typedef struct q_rule {
    uint32_t to;
    uint64_t letters; /* letters of its word, as a bit set mod 64 */
} q_rule;

typedef struct q_table {
    q_game *g;
    q_words *test;
    q_words position; /* pairwise distinguished, in order */
    q_map number;     /* of each position */
    signed char *row; /* outcomes: position by test; -1: unknown */
    size_t row_cap;
    q_words lhs; /* the words of the rules */
    q_rule *rule;
    size_t rule_cap;
    q_letter *generator; /* positions of one heap */
    size_t generators, generator_cap;
    uint16_t *step; /* position by generator */
    size_t step_cap;
    signed char *outcomes; /* of the current word */
    size_t outcomes_cap;
} q_table;

/* A word with two normal forms: the position + generators x and y. */
typedef struct q_bad {
    size_t position, x, y;
    size_t u, v;     /* the normal forms: x before y, and y before x */
    size_t test;     /* a test that distinguishes them */
    uint64_t weight; /* of the word */
} q_bad;

void q_table_clear(q_table *t);

/* Rebuild positions, rules and steps from known outcomes. ELIMIT past settings.elements. */
ta_status q_table_fill(q_table *t, ta_call *call);

/* The first rule whose word is part of this one, and the rest of the word. *number is t->lhs.count
** if there is none. */
ta_status q_table_rule(const q_table *t, ta_call *call, q_word word, q_text *rest,
                       size_t *number);

/* The weight of the lightest word with two normal forms; UINT64_MAX: there is none. If there is
** one, `bad` is the disagreement whose word and test together weigh least. */
ta_status q_table_disagree(const q_table *t, ta_call *call, uint64_t *lightest, q_bad *bad);

/* The table as a monoid: a guess. A position of unknown outcome counts as an N-position. */
ta_status q_table_monoid(const q_table *t, ta_call *call, q_monoid *m);

/* ---- learn.c ---- */

/* Set g->known to the quotient of the heaps to g->heap. */
ta_status q_learn(q_game *g, ta_call *call, q_words *tests);

#endif
