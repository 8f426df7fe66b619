/*
** quotient.h - what the parts of the misere quotient module share; private to it.
**
** A position is a sum of heaps, written as a word: its letters, ascending. A heap that is equal to a sum
** of smaller ones is no letter, but written as that sum, its form; so heaps without moves are dropped. A
** word's weight is the sum of the weights of its letters, and a letter's weight is one more than that of
** its heaviest option: every move makes a position lighter, so what holds of lighter positions may be
** used by induction. Words are ordered by weight, then by their letters; adding a heap to both sides
** keeps that order.
**
**     word.c      words, and numbers kept for words
**     queue.c     what waits, the lightest first
**     monoid.c    a finite commutative monoid with a set P, as a table: what is looked for
**     game.c      the options of a heap, as words; what is too much
**     form.c      heaps that are equal to sums of smaller ones
**     outcome.c   who wins at a word, as far as it is known: three-valued
**     verify.c    is a monoid right at all positions? the lightest where it is not
**     table.c     positions that are told apart, and rules for all others: a monoid in the making
**     learn.c     what is wrong with the table, until nothing is
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

typedef uint16_t q_letter; /* a heap that stands for itself */

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
void q_words_forget(q_words *w); /* all of them; room is kept */
ta_status q_words_add(const ta_allocator *a, q_words *w, q_word word); /* the last from now on */
static inline q_word q_words_get(const q_words *w, size_t number) {
    return (q_word){ w->letter + w->place[number].at, w->place[number].count };
}

/* A word that is being written. */
typedef struct q_text {
    q_letter *at;
    size_t count, cap;
} q_text;

void q_text_clear(const ta_allocator *a, q_text *x);
static inline q_word q_read(const q_text *x) {
    return (q_word){ x->at, x->count };
}

/* The sum of two words; neither is x's own. */
ta_status q_add(const ta_allocator *a, q_text *x, q_word u, q_word v);

/* Is u a part of v? Then what is left of v is in `rest`, which has room for it. */
int q_divides(q_word u, q_word v, q_letter *rest);
int q_equal(q_word u, q_word v);

/* The order of the letters of two words of the same weight: does u come first? */
int q_before(q_word u, q_word v);

/* A number from 0 for each of some words. */
typedef struct q_map {
    q_words words;
    int32_t *value; /* of each word */
    size_t value_cap;
    uint32_t *slot; /* of the word + 1; 0: free */
    size_t slots;
} q_map;

void q_map_clear(const ta_allocator *a, q_map *m);
void q_map_forget(q_map *m);
int32_t q_map_get(const q_map *m, q_word word); /* -1: none */
ta_status q_map_set(const ta_allocator *a, q_map *m, q_word word, int32_t value);

/* ---- queue.c ---- */

typedef struct q_waiting {
    uint64_t weight;
    uint32_t a, b; /* what waits, as the user of the queue has it */
} q_waiting;

typedef struct q_queue {
    q_waiting *at;
    size_t count, cap;
    const q_words *words; /* of equal weight, that whose word a comes first; NULL: any of them */
} q_queue;

void q_queue_clear(const ta_allocator *a, q_queue *q);
ta_status q_queue_put(const ta_allocator *a, q_queue *q, q_waiting entry);
q_waiting q_queue_take(q_queue *q); /* of a queue that is not empty */

/* ---- monoid.c ---- */

/* A commutative monoid: element 0 is 1. `of` is the element of each heap to `heaps`. */
typedef struct q_monoid {
    size_t order, heaps;
    uint16_t *product; /* order by order */
    uint16_t *of;      /* heaps + 1 */
    uint8_t *p;        /* is the element in P? */
    q_words word;      /* the first of each element */
} q_monoid;

void q_monoid_clear(const ta_allocator *a, q_monoid *m);
/* Without words. ELIMIT where that is more memory than there is. Nothing is held on failure. */
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
    q_words form;     /* of each heap that was read */
    q_words option;   /* of all letters */
    size_t *first;    /* letter h: options first[h] .. first[h + 1] - 1 */
    uint32_t *weight; /* 0: no letter */
    q_letter one;     /* the first letter, *1; 0: there is none yet */

    q_monoid known;  /* right at every position of heaps below `heap` */
    size_t heap;     /* the heap that is being added */
    q_monoid guess;  /* right at every position lighter than `bound` */
    uint64_t bound;  /* 0: there is no guess */
    q_monoid hint;   /* says in which order options are looked at; its order may be 0 */
    q_map memory;    /* who wins elsewhere: 1 for P */
    q_letter *stack; /* words of the recursion */
    size_t stack_cap;
    uint64_t spent, budget;
    size_t depth; /* of the recursion */
    int deep;     /* it went as deep as it may */
    uint64_t *work, work_most; /* steps, the same on every machine */
} q_game;

/* ---- word.c ---- */

/* ELIMIT: until_period, and no period is proved after so many steps. */
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

/* The same for a loop of any length. */
static inline ta_status q_poll_long(const q_game *g, ta_call *call, size_t steps) {
    return q_poll(g, call, steps < 65536 ? (uint32_t)steps : 65536);
}

static inline int q_is_letter(const q_game *g, size_t heap) {
    q_word form = q_words_get(&g->form, heap);
    return form.count == 1 && form.at[0] == heap;
}

/* ---- game.c ---- */

/* Form, options and weight of a heap, whose smaller ones were read. EUNSUPPORTED where a move does not make
** the heap smaller. */
ta_status q_read_heap(q_game *g, ta_call *call, ta_heap *game, size_t heap);

/* ELIMIT: what is needed for the heap at hand is past settings.positions. */
ta_status q_too_many_positions(const q_game *g, ta_call *call);

/* ---- form.c ---- */

/* *1 + *1 = 0. */
void q_drop_ones(const q_game *g, q_text *x);

/* The word with its i-th letter replaced by an option of it; its length. There is room. */
size_t q_move(const q_game *g, q_word word, size_t i, size_t option, q_letter *to);

/* Add the form of g->heap, which has these options. */
ta_status q_find_form(q_game *g, ta_call *call, q_map *options);

/* ---- outcome.c ---- */

/* 1: the word is a P-position; 0: it is not; -1: not found within g->budget positions, or as deep as
** the recursion goes: then g->deep. */
ta_status q_ask(q_game *g, ta_call *call, q_word word, int *answer);

/* As q_ask with as many positions as it takes. ELIMIT past settings.positions, and where the recursion would
** be too deep. */
ta_status q_find_out(q_game *g, ta_call *call, q_word word, int *answer);

/* ---- verify.c ---- */

/*
** Is m right at all positions of heaps 1..g->heap lighter than `cap`? Else the lightest where it
** is not, alone in `word`, and its weight; *right says which.
*/
ta_status q_verify(q_game *g, ta_call *call, const q_monoid *m, uint64_t cap, int *right,
                   q_words *word, uint64_t *weight);

/* ---- table.c ---- */

typedef struct q_rule {
    uint32_t to;
    uint64_t letters; /* which letters mod 64 its word has */
} q_rule;

typedef struct q_table {
    q_game *g;
    q_words *test;
    q_words position; /* pairwise told apart, in order */
    q_map number;     /* of each position */
    signed char *row; /* outcomes: position by test; -1: not known */
    size_t row_cap;
    q_words lhs; /* the words of the rules */
    q_rule *rule;
    size_t rule_cap;
    q_letter *generator; /* heaps that are positions */
    size_t generators, generator_cap;
    uint16_t *step; /* position by generator */
    size_t step_cap;
    signed char *outcomes; /* of the word at hand */
    size_t outcomes_cap;
} q_table;

/* A word with two normal forms: the position + generators x and y. */
typedef struct q_bad {
    size_t position, x, y;
    size_t u, v;     /* the normal forms: x before y, and y before x */
    size_t test;     /* a test that tells them apart */
    uint64_t weight; /* of the word */
} q_bad;

void q_table_clear(q_table *t);

/* Make positions, rules and steps anew from what is known. ELIMIT past settings.elements. */
ta_status q_table_fill(q_table *t, ta_call *call);

/* The first rule whose word is part of this one, and what is left of it; *number is t->lhs.count
** where there is none. */
ta_status q_table_rule(const q_table *t, ta_call *call, q_word word, q_text *rest,
                       size_t *number);

/* The weight of the lightest word with two normal forms, UINT64_MAX where there is none; then `bad`
** is the one whose outcomes are asked at least weight. */
ta_status q_table_disagree(const q_table *t, ta_call *call, uint64_t *lightest, q_bad *bad);

/* The table as a monoid: a guess. A position of which nothing is known is no P-position. */
ta_status q_table_monoid(const q_table *t, ta_call *call, q_monoid *m);

/* ---- learn.c ---- */

/* Make g->known that of the heaps to g->heap. */
ta_status q_learn(q_game *g, ta_call *call, q_words *tests);

#endif
