/*
** quotient.c - misere quotients, heap by heap; periods; the public calls.
**
** Heaps are added in order. With a new heap h the quotient often stays the same, and h is mapped to
** one of its elements x. That holds exactly if the monoid with h mapped to x is right at all
** positions (verify.c). Then x is the only one (elements are distinguished). Each element x is
** tried for which no z has both xz and yz in P, y an option of h. If none is right, learning starts
** from the guess that held farthest (learn.c).
**
** Periods. Let moves take at most k counters and leave at most t heaps, the same at every heap. Let
** Phi(n + p) = Phi(n) for e <= n and n + p <= M, e >= 1, with t (e + p) + k - 1 <= M. Then Phi has
** this period for ever, with the same quotient (Plambeck and Siegel 2008, after Guy and Smith
** 1956). For take heap n > M, and assume this for all heaps below. An option of n leaves a largest
** heap b >= (n - k) / t >= e + p. With b - p in its place, which is not empty, it is an option of n
** - p with the same element. An option of n - p leaves one b >= (n - p - k) / t >= e, and with b +
** p < n it is one of n. So n has options with the same elements as n - p <= M. With the same
** element, pairs (verify.c) of positions with n are those of positions with n - p in its place. So
** the monoid stays right, and its elements are distinguished as before.
*/
#include "quotient_int.h"

#include <stdio.h>

#define ELEMENTS 4096
#define POSITIONS 2000000
#define POSITIONS_MOST 1000000000 /* ids have 32 bits */
#define WORK 5000 /* steps for each of settings.positions: by default about a minute */
#define BUDGET 100 /* positions examined for an outcome that is not essential */

struct ta_quotient {
    ta_allocator allocator;
    q_monoid m;
    ta_amount heaps;
    ta_period period;
};

/* ---- Adding a heap ---- */

/* Is there no z with xz and yz in P, for any option y of the heap? */
static int may_be(const q_game *g, size_t x) {
    const q_monoid *m = &g->known;
    for (size_t o = g->first[g->heap]; o < g->first[g->heap + 1]; o++) {
        size_t y = q_element(m, q_words_get(&g->option, o));
        for (size_t z = 0; z < m->order; z++)
            if (m->p[q_times(m, x, z)] && m->p[q_times(m, y, z)]) return 0;
    }
    return 1;
}

/* Try to map the heap to an element of the present quotient: *kept = 1. Else g->guess is the try
** that held farthest. */
static ta_status keep(q_game *g, ta_call *call, int *kept) {
    q_words wrong = { 0 };
    ta_status s = TA_OK;
    g->bound = 0;
    *kept = 0;
    for (size_t x = 0; x < g->known.order && !s && !*kept; x++) {
        uint64_t weight = 0;
        s = q_poll(g, call, (uint32_t)g->known.order);
        if (s || !may_be(g, x)) continue;
        g->known.of[g->heap] = (uint16_t)x;
        s = q_verify(g, call, &g->known, UINT64_MAX, kept, &wrong, &weight);
        if (s || *kept || weight <= g->bound) continue;
        s = q_monoid_copy(&g->allocator, call, &g->guess, &g->known);
        if (!s) g->bound = weight;
    }
    q_words_clear(&g->allocator, &wrong);
    return s;
}

static ta_status add_heap(q_game *g, ta_call *call, ta_heap *game, q_words *tests) {
    int kept = 1;
    ta_status s = q_read_heap(g, call, game, g->heap);
    if (s) return s;
    if (g->weight[g->heap]) s = keep(g, call, &kept);
    else g->known.of[g->heap] = (uint16_t)q_element(&g->known, q_words_get(&g->form, g->heap));
    return s || kept ? s : q_learn(g, call, tests);
}

/* ---- Periods ---- */

/* The period of Phi that heaps to g->heap prove, if any. */
static void find_period(const q_game *g, const ta_reach *reach, ta_period *found) {
    const uint16_t *phi = g->known.of;
    ta_amount last = (ta_amount)g->heap;
    for (ta_amount p = 1; reach->heaps * (1 + p) + reach->takes - 1 <= last; p++) {
        ta_amount e = last - p + 1;
        while (e > 1 && phi[e - 1] == phi[e - 1 + p]) e--;
        if (reach->heaps * (e + p) + reach->takes - 1 > last) continue;
        *found = (ta_period){ .period = p, .preperiod = e, .proved = 1, .heaps = last };
        return;
    }
}

static ta_status no_period(const q_game *g, ta_call *call) {
    return ta_fail(call, TA_ELIMIT,
                   "%s: no period is proved by the misere quotient of heaps to %zu, which has %zu "
                   "elements",
                   g->text, g->heaps, g->known.order);
}

static ta_status add_heaps(q_game *g, ta_call *call, ta_heap *game, ta_period *period) {
    const ta_allocator *a = &g->allocator;
    ta_reach reach = { 0 };
    q_words tests = { 0 };
    int known = ta_heap_reach(game, &reach), until = g->settings.until_period;
    int stop = until || g->settings.stop_at_period;
    if (until && !known)
        return ta_fail(call, TA_EUNSUPPORTED,
                       "%s: no theorem proves a period of its misere quotient; how many heaps?",
                       g->text);
    ta_status s = q_words_add(a, &tests, (q_word){ NULL, 0 });
    if (!s) s = q_read_heap(g, call, game, 0);
    for (g->heap = 1; g->heap <= g->heaps && !s; g->heap++) {
        s = add_heap(g, call, game, &tests);
        if (!s && known && (stop || g->heap == g->heaps)) find_period(g, &reach, period);
        if (!s && stop && period->proved) break;
    }
    if (g->heap > g->heaps) g->heap = g->heaps;
    q_words_clear(a, &tests);
    return s || !until || period->proved ? s : no_period(g, call);
}

/* ---- Creation ---- */

static void clear(q_game *g) {
    const ta_allocator *a = &g->allocator;
    q_words_clear(a, &g->form);
    q_words_clear(a, &g->option);
    ta_free(a, g->first, g->heaps + 2, sizeof *g->first);
    ta_free(a, g->weight, g->heaps + 1, sizeof *g->weight);
    q_monoid_clear(a, &g->known);
    q_monoid_clear(a, &g->guess);
    q_monoid_clear(a, &g->hint);
    q_map_clear(a, &g->memory);
    ta_free(a, g->stack, g->stack_cap, sizeof *g->stack);
}

static ta_status find(q_game *g, ta_call *call, ta_heap *game, ta_period *period) {
    g->first = ta_alloc(&g->allocator, g->heaps + 2, sizeof *g->first);
    g->weight = ta_alloc(&g->allocator, g->heaps + 1, sizeof *g->weight);
    if (!g->first || !g->weight) return TA_ENOMEM;
    ta_status s = q_monoid_make(&g->allocator, call, &g->known, 1, g->heaps);
    if (!s) s = q_words_add(&g->allocator, &g->known.word, (q_word){ NULL, 0 });
    return s ? s : add_heaps(g, call, game, period);
}

static void read_settings(q_game *g, const ta_quotient_settings *settings) {
    ta_quotient_settings *s = &g->settings;
    if (settings) *s = *settings;
    if (s->elements <= 0) s->elements = ELEMENTS;
    if (s->elements > TA_QUOTIENT_ELEMENTS_MOST) s->elements = TA_QUOTIENT_ELEMENTS_MOST;
    if (s->positions <= 0) s->positions = POSITIONS;
    if (s->positions > POSITIONS_MOST) s->positions = POSITIONS_MOST;
}

/* A cancellation or a limit comes without context: append to the message how far the quotient
** got. */
static void say_reached(const q_game *g, ta_call *call, ta_status s) {
    size_t used = strlen(call->message);
    if (g->heap == 0 || (s != TA_ECANCELLED && s != TA_ELIMIT)) return;
    if (strstr(call->message, "misere quotient of heaps")) return;
    snprintf(call->message + used, sizeof call->message - used,
             "%s%s: the misere quotient of heaps to %zu has %zu elements",
             used ? "; " : "cancelled; ", g->text, g->heap - 1, g->known.order);
}

ta_status ta_quotient_create(const ta_allocator *allocator, ta_call *call, ta_heap *game,
                             ta_amount to, const ta_quotient_settings *settings,
                             ta_quotient **quotient) {
    if (to < 0 || to > TA_QUOTIENT_HEAPS_MOST)
        return ta_fail(call, TA_EINVAL, "heaps: expected from 0 to %d", TA_QUOTIENT_HEAPS_MOST);
    uint64_t work = 0;
    q_game g = { .allocator = *ta_allocator_or_default(allocator),
                 .text = ta_heap_text(game),
                 .heaps = (size_t)to,
                 .budget = BUDGET,
                 .work = &work };
    ta_period period = { .proved = 0 };
    read_settings(&g, settings);
    g.work_most = g.settings.until_period ? WORK * (uint64_t)g.settings.positions : UINT64_MAX;
    ta_quotient *made = ta_alloc(&g.allocator, 1, sizeof *made);
    ta_status s = made ? find(&g, call, game, &period) : TA_ENOMEM;
    if (!s) {
        *made = (ta_quotient){ g.allocator, g.known, (ta_amount)g.heap, period };
        memset(&g.known, 0, sizeof g.known);
        *quotient = made;
    } else {
        ta_free(&g.allocator, made, 1, sizeof *made);
        say_reached(&g, call, s);
    }
    clear(&g);
    return s;
}

void ta_quotient_destroy(ta_quotient *quotient) {
    if (!quotient) return;
    ta_allocator a = quotient->allocator;
    q_monoid_clear(&a, &quotient->m);
    ta_free(&a, quotient, 1, sizeof *quotient);
}

/* ---- Questions ---- */

size_t ta_quotient_order(const ta_quotient *q) {
    return q->m.order;
}

ta_amount ta_quotient_heaps(const ta_quotient *q) {
    return q->heaps;
}

int ta_quotient_period(const ta_quotient *q, ta_period *period) {
    if (q->period.proved) *period = q->period;
    return q->period.proved;
}

int ta_quotient_is_p(const ta_quotient *q, size_t element) {
    return q->m.p[element];
}

size_t ta_quotient_product(const ta_quotient *q, size_t x, size_t y) {
    return q_times(&q->m, x, y);
}

const uint16_t *ta_quotient_position(const ta_quotient *q, size_t element, size_t *count) {
    q_word word = q_words_get(&q->m.word, element);
    *count = word.count;
    return word.at;
}

ta_status ta_quotient_element(const ta_quotient *q, ta_call *call, const ta_amount *heaps,
                              size_t count, size_t *element) {
    size_t x = 0;
    for (size_t i = 0; i < count; i++) {
        ta_amount n = heaps[i];
        if (n < 0 || n > TA_MAX) return ta_fail(call, TA_EINVAL, "a heap is from 0 to 2^62");
        if (n > q->heaps && !q->period.proved)
            return ta_fail(call, TA_ELIMIT,
                           "heap %lld: this is the misere quotient of heaps to %lld, and no period "
                           "is proved",
                           (long long)n, (long long)q->heaps);
        if (n > q->heaps) n = q->period.preperiod + (n - q->period.preperiod) % q->period.period;
        x = q_times(&q->m, x, q->m.of[n]);
    }
    *element = x;
    return TA_OK;
}

/* ---- Winning moves ---- */

typedef struct mover {
    const ta_quotient *q;
    size_t heap, others;
    ta_heap_move_visitor visit;
    void *ctx;
} mover;

static ta_status see_option(void *ctx, ta_call *call, const ta_amount *left, size_t count) {
    mover *m = ctx;
    size_t x = 0;
    ta_status s = ta_quotient_element(m->q, call, left, count, &x);
    if (!s) s = ta_poll(call, 1, 0, 0);
    if (s || !ta_quotient_is_p(m->q, q_times(&m->q->m, m->others, x))) return s;
    return m->visit(m->ctx, call, m->heap, left, count);
}

ta_status ta_quotient_winning_moves(const ta_quotient *q, ta_call *call, ta_heap *game,
                                    const ta_amount *heaps, size_t count,
                                    ta_heap_move_visitor visit, void *ctx) {
    size_t all = 0;
    ta_status s = ta_quotient_element(q, call, heaps, count, &all);
    for (size_t i = 0; i < count && !s; i++) {
        size_t before = 0, after = 0;
        s = ta_quotient_element(q, call, heaps, i, &before);
        if (!s) s = ta_quotient_element(q, call, heaps + i + 1, count - i - 1, &after);
        mover m = { q, i, q_times(&q->m, before, after), visit, ctx };
        if (!s) s = ta_heap_options(game, call, heaps[i], see_option, &m);
    }
    return s;
}
