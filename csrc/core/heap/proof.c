/*
** proof.c - which repetition proves that a sequence repeats for ever.
**
** Let g(0..N-1) be known and g(n+p) = g(n) + s for e <= n < N - p.
** Take and break, finite code, s = 0 (Guy and Smith 1956, with care at e = 0): let t be
** the most heaps an option leaves, k the largest digit's index, e' = max(e, 1). If
** N - p >= t e' + (t-1) p + k, then p goes on: for n past that, an option of n + p leaves
** at most t heaps with n + p - k counters in all, so the largest has at least e' + p and can
** give up p; and conversely from n one can grow by p; nim values stay. (With e = 0 the empty
** heap cannot grow: a heap that is not there may not become one of p counters.)
** Subtraction: g(n) depends on the max S values before it; a repeated window of max S
** values repeats for ever.
** All but X, a = max X: g(n) depends on the a values before it and on which values are
** dead, used more than a ago. If at N - p and N the windows differ by s throughout and the
** dead values are the same up to the shift by s (below the least value alive at N - p, all
** are dead at N up to it plus s), then the two go on alike: arithmetic period p, saltus s.
** A multiple of the least period never passes where the least one does not, but for
** all-but games, where the least divisor that fits two full periods is taken.
*/
#include "base/mem.h"
#include "heap_int.h"

typedef struct candidate {
    size_t p, e;
    ta_amount s;
} candidate;

static candidate candidate_at(const ta_nim_values *g, const uint32_t *reach, size_t p) {
    candidate c = { p, ta_period_start(g->count, p, reach[p]), 0 };
    c.s = (ta_amount)ta_nim_values_at(g, g->count - 1) - (ta_amount)ta_nim_values_at(g, g->count - 1 - p);
    return c;
}

/* The least value not used before heap `before`. Values are first used in any order. */
static uint32_t least_alive(const ta_heap *h, size_t before) {
    uint32_t v = 0;
    while (v <= h->g.largest && h->uses[v] && h->first[v] < before) v++;
    return v;
}

static int is_dead(const ta_heap *h, ta_amount v, size_t before) {
    return v <= (ta_amount)h->g.largest && h->uses[v] && h->first[v] < before;
}

static int all_but_proved(const ta_heap *h, const candidate *c) {
    size_t N = h->g.count, a = heap_set_most(h);
    if (c->s <= 0 || N < c->e + 2 * c->p || N - c->p < c->e + a || N < a + c->p) return 0;
    size_t early = N - c->p - a, late = N - a; /* used before these: dead at N - p, N */
    ta_amount alive = least_alive(h, early);
    for (ta_amount v = 0; v < alive + c->s; v++)
        if (!is_dead(h, v, late)) return 0;
    for (ta_amount v = alive; v <= (ta_amount)h->g.largest; v++)
        if (is_dead(h, v, early) != is_dead(h, v + c->s, late)) return 0;
    return 1;
}

/* Heaps needed to prove c, or SIZE_MAX. */
static size_t needed(const ta_heap *h, const candidate *c) {
    size_t e = c->e > 1 ? c->e : 1;
    if (h->kind == SUBTRACTION) return c->s == 0 ? c->e + c->p + heap_set_most(h) : SIZE_MAX;
    if (h->kind != CODE || h->code.tail || c->s != 0) return SIZE_MAX;
    size_t t = h->code.most > 0 ? (size_t)h->code.most : 1;
    return t * (e + c->p) + h->code.count - 1;
}

/* The least divisor of the proved period that two full periods at the end allow. */
static candidate reduce(const ta_heap *h, const uint32_t *reach, candidate c) {
    for (size_t p = 1; p <= c.p / 2; p++) {
        if (c.p % p) continue;
        candidate d = candidate_at(&h->g, reach, p);
        if (d.e <= c.e) return d;
    }
    return c;
}

static void store(const ta_heap *h, const candidate *c, int proved, ta_period *p) {
    p->period = (ta_amount)c->p;
    p->preperiod = (ta_amount)c->e;
    p->saltus = c->s;
    p->proved = proved;
    p->heaps = (ta_amount)h->g.count - 1;
}

/* Look for a proof among all p; else say in *next at which count one may come. */
static int prove(const ta_heap *h, const uint32_t *reach, ta_period *found, size_t *next) {
    size_t N = h->g.count;
    for (size_t p = 1; p + 1 < N; p++) {
        candidate c = candidate_at(&h->g, reach, p);
        if (h->kind == ALL_BUT) {
            if (!all_but_proved(h, &c)) continue;
            c = reduce(h, reach, c);
            store(h, &c, 1, found);
            return 1;
        }
        size_t need = needed(h, &c);
        if (need <= N) {
            store(h, &c, 1, found);
            return 1;
        }
        if (reach[p] >= p && need < *next) *next = need;
    }
    return 0;
}

/* Three periods, and they fill the later half: worth saying, and no proof. */
static int observe_any(const ta_heap *h, const uint32_t *reach, ta_period *found) {
    size_t N = h->g.count;
    for (size_t p = 1; p <= N / 3; p++) {
        candidate c = candidate_at(&h->g, reach, p);
        if (c.e > N / 2 || N - c.e < 3 * p) continue;
        store(h, &c, 0, found);
        return 1;
    }
    return 0;
}

ta_status heap_find_period(ta_heap *h, ta_call *call, int observe, ta_period *p, int *found) {
    size_t N = h->g.count, next = 2 * N;
    *found = 0;
    h->look_at = next;
    if (N < 2) return TA_OK;
    double need = (double)N * sizeof(uint32_t), have = ta_memory_available();
    if (need > have) return ta_fail_memory(call, "looking for a period", need, have);
    uint32_t *reach = ta_alloc(&h->allocator, N, sizeof *reach);
    if (!reach) return TA_ENOMEM;
    ta_status s = ta_period_reaches(&h->g, call, reach);
    if (!s) {
        int provable = h->kind != SCRIPT && !(h->kind == CODE && h->code.tail);
        if (provable) *found = prove(h, reach, p, &next);
        if (!*found && observe) *found = observe_any(h, reach, p);
        h->look_at = next > N + N / 8 ? next : N + N / 8 + 1;
    }
    ta_free(&h->allocator, reach, N, sizeof *reach);
    return s;
}
