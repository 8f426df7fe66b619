/*
** verify.c - is a monoid with a set P right at all positions?
**
** Let F send heaps to elements, and write F(X) for the product over X. "X is a P-position
** exactly when F(X) is in P" holds for all X exactly when, for every X,
**     (1) F(X) in P: no option of X is in P;
**     (2) F(X) not in P, X not empty: some option of X is in P;
** and the empty position is not in P: by induction over moves, that is the definition of outcomes
** in misere play.
**
** (1) is asked of elements and heaps: F(X + h) in P, F(X + h') in P for an option h' of h, which depends
** on F(X) alone. The lightest position of each element is found first (reach).
**
** (2) is asked of pairs (q, T): q = F(X), T the z for which q z is not in P and some option of X is in
** P with z beside. For X beside a position of element z, T says whether a move in X wins. Adding a heap
** h to X makes of it (q F(h), T') with T' the z for which F(h) z is in T or a move in h wins, so the pairs
** of all positions are found from (1, {}) by adding heaps. (2) fails at X when q is not in P and 1 not in
** T. Where (q, T) and (q, T') have T within T', whatever heaps are added keeps it so: only least T are
** kept. Where T is all it can be, (2) holds beside everything, and nothing is kept.
**
** Pairs are met by weight. A pair left out for one that was met before has the heavier position, also
** after adding equal heaps to both; so the first violation met is the lightest there is. Below it the
** monoid is right everywhere, by the same induction, and at it the monoid is wrong.
*/
#include "quotient.h"

/* A position as a shorter one and a heap. */
typedef struct met {
    uint64_t weight;
    uint32_t from; /* the shorter one + 1; 0: this is the empty position */
    uint32_t next; /* pairs: another of the same element + 1; 0: none */
    uint32_t size; /* heaps */
    uint16_t q;
    q_letter added;
} met;

/* Heaps that are alike, element and options: the lightest stands for all. */
typedef struct kind_of_heap {
    q_letter heap;
    uint16_t *option; /* elements, ascending */
    size_t count;
} kind_of_heap;

typedef struct search {
    q_game *g;
    const q_monoid *m;
    size_t words;   /* of a set of elements */
    uint64_t *wins; /* of each element y the z with y z in P */
    kind_of_heap *kind;
    size_t kinds;
    uint16_t *option;
    size_t options, option_cap;
    q_queue queue; /* a position, and the kind of heap to add to it */

    met *lightest; /* of each element, once it is reached */
    uint8_t *reached;

    met *pair;
    uint64_t *set; /* T of each */
    size_t pairs, pair_cap, set_cap;
    uint32_t *of_q; /* the last pair of each element + 1 */
    uint64_t *made; /* the T at hand */

    uint64_t violation; /* weight of the lightest known; cap where none is */
    const met *place;   /* it is a heap more than this, of these */
    const met *places;
    q_letter added;
} search;

static int has(const uint64_t *set, size_t x) {
    return (int)(set[x / 64] >> x % 64 & 1);
}
static void put(uint64_t *set, size_t x) {
    set[x / 64] |= (uint64_t)1 << x % 64;
}
static uint64_t *wins_of(const search *x, size_t y) {
    return x->wins + y * x->words;
}

/* ---- Heaps that are alike ---- */

/* The elements of the options of heap h, ascending, at the end of x->option. */
static ta_status read_options(search *x, q_letter h, size_t *count) {
    q_game *g = x->g;
    uint64_t *seen = x->made;
    memset(seen, 0, x->words * sizeof *seen);
    for (size_t o = g->first[h]; o < g->first[h + 1]; o++)
        put(seen, q_element(x->m, q_words_get(&g->option, o)));
    *count = 0;
    for (size_t e = 0; e < x->m->order; e++) {
        if (!has(seen, e)) continue;
        ta_status s = ta_reserve(&g->allocator, (void **)&x->option, &x->option_cap,
                                 x->options + *count + 1, sizeof *x->option);
        if (s) return s;
        x->option[x->options + (*count)++] = (uint16_t)e;
    }
    return TA_OK;
}

static ta_status read_kinds(search *x, ta_call *call) {
    q_game *g = x->g;
    x->kind = ta_alloc(&g->allocator, g->heap, sizeof *x->kind);
    if (!x->kind) return TA_ENOMEM;
    size_t *start = ta_alloc(&g->allocator, g->heap, sizeof *start);
    if (!start) return TA_ENOMEM;
    ta_status s = TA_OK;
    for (q_letter h = 1; h <= g->heap && !s; h++) {
        if (!g->weight[h]) continue;
        size_t count, k = 0;
        s = read_options(x, h, &count);
        if (!s) s = q_poll(g, call, (uint32_t)count);
        for (; !s && k < x->kinds; k++)
            if (x->m->of[x->kind[k].heap] == x->m->of[h] && x->kind[k].count == count &&
                memcmp(x->option + start[k], x->option + x->options, count * sizeof *x->option) ==
                    0)
                break;
        if (s) break;
        if (k < x->kinds) {
            if (g->weight[h] < g->weight[x->kind[k].heap]) x->kind[k].heap = h;
            continue;
        }
        x->kind[x->kinds] = (kind_of_heap){ h, NULL, count };
        start[x->kinds++] = x->options;
        x->options += count;
    }
    for (size_t k = 0; k < x->kinds; k++) x->kind[k].option = x->option + start[k];
    ta_free(&g->allocator, start, g->heap, sizeof *start);
    return s;
}

/* ---- (1) ---- */

static ta_status reach_element(search *x, met at) {
    if (x->reached[at.q]) return TA_OK;
    x->reached[at.q] = 1;
    x->lightest[at.q] = at;
    for (uint32_t k = 0; k < x->kinds; k++) {
        q_waiting next = { at.weight + x->g->weight[x->kind[k].heap], at.q, k };
        ta_status s =
            next.weight < x->violation ? q_queue_put(&x->g->allocator, &x->queue, next) : TA_OK;
        if (s) return s;
    }
    return TA_OK;
}

/* Is (1) wrong where a heap of this kind is added to a position of element q? */
static int two_in_p(const search *x, size_t q, const kind_of_heap *kind) {
    const q_monoid *m = x->m;
    if (!m->p[q_times(m, q, m->of[kind->heap])]) return 0;
    for (size_t i = 0; i < kind->count; i++)
        if (m->p[q_times(m, q, kind->option[i])]) return 1;
    return 0;
}

/* The lightest positions of elements, by weight; the first at which (1) is wrong is the violation. */
static ta_status reach(search *x, ta_call *call) {
    const q_monoid *m = x->m;
    ta_status s = reach_element(x, (met){ .q = 0 });
    while (!s && x->queue.count) {
        q_waiting next = q_queue_take(&x->queue);
        const kind_of_heap *kind = &x->kind[next.b];
        const met *from = &x->lightest[next.a];
        if (two_in_p(x, next.a, kind)) {
            x->violation = next.weight;
            x->place = from, x->places = x->lightest, x->added = kind->heap;
            break;
        }
        s = q_poll(x->g, call, (uint32_t)kind->count);
        met at = { .weight = next.weight,
                   .from = next.a + 1,
                   .size = from->size + 1,
                   .q = (uint16_t)q_times(m, next.a, m->of[kind->heap]),
                   .added = kind->heap };
        if (!s) s = reach_element(x, at);
    }
    x->queue.count = 0;
    return s;
}

/* ---- (2) ---- */

/* T of a pair with a heap of this kind more, which is of element q, in x->made. */
static void add_heap(search *x, const met *pair, const uint64_t *set, const kind_of_heap *kind,
                     size_t q) {
    const q_monoid *m = x->m;
    const uint16_t *times = m->product + (size_t)m->of[kind->heap] * m->order;
    memset(x->made, 0, x->words * sizeof *x->made);
    for (size_t z = 0; z < m->order; z++) x->made[z / 64] |= (uint64_t)has(set, times[z]) << z % 64;
    for (size_t i = 0; i < kind->count; i++) {
        const uint64_t *wins = wins_of(x, q_times(m, pair->q, kind->option[i]));
        for (size_t w = 0; w < x->words; w++) x->made[w] |= wins[w];
    }
    const uint64_t *won = wins_of(x, q);
    for (size_t w = 0; w < x->words; w++) x->made[w] &= ~won[w];
}

/* Does (2) hold beside everything, or has a pair that was met a T within x->made? */
static int is_covered(const search *x, size_t q) {
    const uint64_t *won = wins_of(x, q);
    size_t full = 0;
    for (size_t z = 0; z < x->words; z++) full += (size_t)__builtin_popcountll(x->made[z] | won[z]);
    if (full == x->m->order) return 1;
    for (uint32_t n = x->of_q[q]; n; n = x->pair[n - 1].next) {
        if (n == 1) continue; /* the empty position */
        const uint64_t *set = x->set + (size_t)(n - 1) * x->words;
        size_t w = 0;
        while (w < x->words && !(set[w] & ~x->made[w])) w++;
        if (w == x->words) return 1;
    }
    return 0;
}

/* Meet the pair of `at` and x->made. */
static ta_status meet(search *x, met at) {
    const ta_allocator *a = &x->g->allocator;
    ta_status s = ta_reserve(a, (void **)&x->pair, &x->pair_cap, x->pairs + 1, sizeof *x->pair);
    if (!s)
        s = ta_reserve(a, (void **)&x->set, &x->set_cap, (x->pairs + 1) * x->words, sizeof *x->set);
    if (s) return s;
    memcpy(x->set + x->pairs * x->words, x->made, x->words * sizeof *x->made);
    at.next = x->of_q[at.q];
    x->pair[x->pairs++] = at;
    uint32_t number = x->of_q[at.q] = (uint32_t)x->pairs;
    for (uint32_t k = 0; k < x->kinds && !s; k++) {
        q_waiting next = { at.weight + x->g->weight[x->kind[k].heap], number - 1, k };
        if (next.weight < x->violation) s = q_queue_put(a, &x->queue, next);
    }
    return s;
}

static ta_status meet_all(search *x, ta_call *call) {
    const q_monoid *m = x->m;
    memset(x->made, 0, x->words * sizeof *x->made);
    ta_status s = meet(x, (met){ .q = 0 });
    while (!s && x->queue.count) {
        q_waiting next = q_queue_take(&x->queue);
        s = q_poll(x->g, call, (uint32_t)m->order);
        if (s) break;
        const kind_of_heap *kind = &x->kind[next.b];
        met *from = &x->pair[next.a];
        met at = { .weight = next.weight,
                   .from = next.a + 1,
                   .size = from->size + 1,
                   .q = (uint16_t)q_times(m, from->q, m->of[kind->heap]),
                   .added = kind->heap };
        add_heap(x, from, x->set + (size_t)next.a * x->words, kind, at.q);
        if (!m->p[at.q] && !has(x->made, 0)) {
            x->violation = next.weight;
            x->place = from, x->places = x->pair, x->added = kind->heap;
            break;
        }
        if (is_covered(x, at.q)) continue;
        if (x->pairs >= (uint64_t)x->g->settings.positions) return q_too_many_positions(x->g, call);
        s = meet(x, at);
    }
    return s;
}

/* ---- The answer ---- */

/* The position of the violation, alone in `word`. */
static ta_status write_word(const search *x, q_words *word) {
    const ta_allocator *a = &x->g->allocator;
    size_t count = x->place->size + 1, n = 0;
    q_letter *letter = ta_alloc(a, count, sizeof *letter);
    if (!letter) return TA_ENOMEM;
    q_letter add = x->added;
    for (const met *at = x->place;; at = &x->places[at->from - 1]) {
        size_t i = n++;
        for (; i > 0 && letter[i - 1] > add; i--) letter[i] = letter[i - 1];
        letter[i] = add;
        if (!at->from) break;
        add = at->added;
    }
    q_words_forget(word);
    ta_status s = q_words_add(a, word, (q_word){ letter, n });
    ta_free(a, letter, count, sizeof *letter);
    return s;
}

static ta_status start(search *x, ta_call *call) {
    const q_monoid *m = x->m;
    const ta_allocator *a = &x->g->allocator;
    x->wins = ta_alloc(a, m->order * x->words, sizeof *x->wins);
    x->made = ta_alloc(a, x->words, sizeof *x->made);
    x->of_q = ta_alloc(a, m->order, sizeof *x->of_q);
    x->lightest = ta_alloc(a, m->order, sizeof *x->lightest);
    x->reached = ta_alloc(a, m->order, 1);
    if (!x->wins || !x->made || !x->of_q || !x->lightest || !x->reached) return TA_ENOMEM;
    for (size_t y = 0; y < m->order; y++) {
        for (size_t z = 0; z < m->order; z++)
            if (m->p[q_times(m, y, z)]) put(wins_of(x, y), z);
        ta_status s = q_poll(x->g, call, (uint32_t)m->order);
        if (s) return s;
    }
    return read_kinds(x, call);
}

ta_status q_verify(q_game *g, ta_call *call, const q_monoid *m, uint64_t cap, int *right,
                   q_words *word, uint64_t *weight) {
    const ta_allocator *a = &g->allocator;
    search x = { .g = g, .m = m, .words = (m->order + 63) / 64, .violation = cap };
    ta_status s = start(&x, call);
    if (!s) s = reach(&x, call);
    if (!s) s = meet_all(&x, call);
    if (!s && x.place) s = write_word(&x, word);
    if (!s) {
        *right = !x.place;
        *weight = x.violation;
    }
    ta_free(a, x.wins, m->order * x.words, sizeof *x.wins);
    ta_free(a, x.made, x.words, sizeof *x.made);
    ta_free(a, x.of_q, m->order, sizeof *x.of_q);
    ta_free(a, x.lightest, m->order, sizeof *x.lightest);
    ta_free(a, x.reached, m->order, 1);
    ta_free(a, x.kind, g->heap, sizeof *x.kind);
    ta_free(a, x.option, x.option_cap, sizeof *x.option);
    ta_free(a, x.pair, x.pair_cap, sizeof *x.pair);
    ta_free(a, x.set, x.set_cap, sizeof *x.set);
    q_queue_clear(a, &x.queue);
    return s;
}
