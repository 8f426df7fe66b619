/*
** proof.c - the search for a proved period.
**
** Let g(0..N-1) be known and g(n+p) = g(n) + s for e <= n < N - p. The kind decides whether
** this proves g(n+p) = g(n) + s for all n >= e: see subtraction.c, all_but.c, take_and_break.c. The
** search tries all p, the least first. If a multiple of the least period is proved, so is the least
** period, except in all-but games. So the search takes the least divisor that fits the same values,
** which changes nothing for the other kinds.
*/
#include "base/mem.h"
#include "kind.h"
#include "period.h"

static heap_repeat repeat_at(const ta_nim_values *g, const uint32_t *reach, size_t p) {
    heap_repeat r = { p, ta_period_start(g->count, p, reach[p]), 0 };
    r.s = (ta_amount)ta_nim_values_at(g, g->count - 1) -
          (ta_amount)ta_nim_values_at(g, g->count - 1 - p);
    return r;
}

/* The least divisor of the proved period that is a period from the same heap on, or r itself. */
static heap_repeat reduce(const ta_heap *h, const uint32_t *reach, heap_repeat r) {
    for (size_t p = 1; p <= r.p / 2; p++) {
        if (r.p % p) continue;
        heap_repeat d = repeat_at(&h->g, reach, p);
        if (d.e <= r.e) return d;
    }
    return r;
}

static void store(const ta_heap *h, const heap_repeat *r, int proved, ta_period *p) {
    size_t needed = proved || !h->kind->prove ? SIZE_MAX : h->kind->prove(h, r);
    p->period = (ta_amount)r->p;
    p->preperiod = (ta_amount)r->e;
    p->saltus = r->s;
    p->proved = proved;
    p->heaps = (ta_amount)h->g.count - 1;
    p->needs = proved ? 0 : needed < (size_t)TA_MAX ? (ta_amount)needed - 1 : TA_INF;
}

/* Search all p for a proof. Without one, *next is the least count that may prove a repetition
** seen so far, and *near that repetition. near->p stays 0 if nothing repeats. */
static int prove(const ta_heap *h, const uint32_t *reach, ta_period *found, size_t *next,
                 heap_repeat *near) {
    size_t N = h->g.count;
    for (size_t p = 1; p + 1 < N; p++) {
        heap_repeat r = repeat_at(&h->g, reach, p);
        if (!h->kind->prove) { /* no theorem: the least p seen twice from the first half on */
            if (reach[p] < p || r.e > N / 2 || r.s < 0) continue;
            *near = r;
            return 0;
        }
        size_t needed = h->kind->prove(h, &r);
        if (needed <= N) {
            r = reduce(h, reach, r);
            store(h, &r, 1, found);
            return 1;
        }
        if (reach[p] >= p && needed < *next) {
            *next = needed;
            *near = r;
        }
    }
    return 0;
}

/* An observed period, without a proof: it is seen three times, fills the later half of the values
** and does not fall. */
static int observe_any(const ta_heap *h, const uint32_t *reach, ta_period *found) {
    size_t N = h->g.count;
    for (size_t p = 1; p <= N / 3; p++) {
        heap_repeat r = repeat_at(&h->g, reach, p);
        if (r.s < 0 || r.e > N / 2 || N - r.e < 3 * p) continue;
        store(h, &r, 0, found);
        return 1;
    }
    return 0;
}

ta_status heap_find_period(ta_heap *h, ta_call *call, int observe, ta_period *p, int *found) {
    size_t N = h->g.count, next = 2 * N;
    heap_repeat near = { 0 };
    *found = 0;
    p->period = 0;
    h->look_at = next;
    h->looked = 0;
    if (N < 2) return TA_OK;
    double need = (double)N * sizeof(uint32_t), have = ta_memory_available();
    if (need > have) return ta_fail_memory(call, "looking for a period", need, have);
    uint32_t *reach = ta_alloc(&h->allocator, N, sizeof *reach);
    if (!reach) return TA_ENOMEM;
    ta_status s = ta_period_reaches(&h->g, call, reach);
    if (!s) {
        *found = prove(h, reach, p, &next, &near);
        if (!*found && observe) *found = observe_any(h, reach, p);
        if (!*found && observe && near.p && near.e <= N / 2) store(h, &near, 0, p);
        h->look_at = next > N + N / 8 ? next : N + N / 8 + 1;
        h->looked = N;
    }
    ta_free(&h->allocator, reach, N, sizeof *reach);
    return s;
}
