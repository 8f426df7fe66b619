/*
** all_but.c - take k >= 1 counters, k not in a set X, a = max X.
**
** A heap of value v is a use of v. The heaps n - x, x in X, are no options of heap n. So v is the
** value of an option unless every use of v is one of these heaps. g(n) is the least of the values
** whose every use is at some n - x, and of the first value never used. O(|X|) a heap.
**
** A value is dead at n if it was used more than a heaps before n. g(n) depends only on the a
** values before it and on the dead values. Suppose the windows at N - p and at N differ by s
** throughout, and the dead values agree up to the shift by s. (Let m be the least value not dead
** at N - p. Then all values below m + s are dead at N.) Then both continue alike: g has arithmetic
** period p with saltus s.
*/
#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"
#include "set.h"

typedef struct all_but {
    heap_set set;
    uint32_t *uses, *first; /* of each value: its number of uses, and its first heap */
    size_t uses_cap, first_cap;
    uint32_t used; /* the first value never used: 0..used-1 are used */
} all_but;

static void clear(ta_heap *h) {
    all_but *x = h->data;
    ta_free(&h->allocator, x->set.members, x->set.count, sizeof *x->set.members);
    ta_free(&h->allocator, x->uses, x->uses_cap, sizeof *x->uses);
    ta_free(&h->allocator, x->first, x->first_cap, sizeof *x->first);
}

/* Grow `uses` and `first` to include `value`; new uses are zero. */
static ta_status admit_value(ta_heap *h, uint32_t value) {
    all_but *x = h->data;
    size_t old = x->uses_cap;
    ta_status s = ta_reserve(&h->allocator, (void **)&x->first, &x->first_cap, value + (size_t)1,
                             sizeof *x->first);
    if (!s)
        s = ta_reserve(&h->allocator, (void **)&x->uses, &x->uses_cap, value + (size_t)1,
                       sizeof *x->uses);
    if (!s && x->uses_cap > old) memset(x->uses + old, 0, (x->uses_cap - old) * sizeof *x->uses);
    return s;
}

static uint32_t next_value(ta_heap *h) {
    all_but *x = h->data;
    const uint32_t *set = x->set.members;
    uint32_t least = x->used;
    size_t n = h->g.count, i, count = 0;
    for (; count < x->set.count && set[count] <= n; count++)
        x->uses[ta_nim_values_at(&h->g, n - set[count])]--;
    for (i = 0; i < count; i++) {
        uint32_t v = ta_nim_values_at(&h->g, n - set[i]);
        if (x->uses[v] == 0 && v < least) least = v;
    }
    for (i = 0; i < count; i++) x->uses[ta_nim_values_at(&h->g, n - set[i])]++;
    return least;
}

static ta_status grow(ta_heap *h, ta_call *call, size_t count) {
    all_but *x = h->data;
    while (h->g.count < count) {
        ta_status s = admit_value(h, x->used + 1);
        if (s) return s;
        size_t n = h->g.count;
        uint32_t v = next_value(h);
        s = ta_nim_values_append(&h->g, v);
        if (s) return s;
        if (x->uses[v]++ == 0) x->first[v] = (uint32_t)n;
        if (v == x->used) x->used++;
        s = heap_poll(h, call, 1 + (uint32_t)x->set.count / 4, n);
        if (s) return s;
    }
    return TA_OK;
}

static ta_status resume(ta_heap *h) {
    all_but *x = h->data;
    ta_status s = admit_value(h, h->g.largest + 1);
    if (s) return s;
    memset(x->uses, 0, x->uses_cap * sizeof *x->uses);
    for (size_t n = 0; n < h->g.count; n++) {
        uint32_t v = ta_nim_values_at(&h->g, n);
        if (x->uses[v]++ == 0) x->first[v] = (uint32_t)n;
    }
    for (x->used = 0; x->uses[x->used];) x->used++;
    return TA_OK;
}

static ta_status visit_all(ta_heap *h, ta_call *call, ta_amount n, ta_heap_visitor visit,
                           void *ctx) {
    const all_but *x = h->data;
    ta_status s = TA_OK;
    if (n > HEAP_VISITS_MOST) return heap_too_many(h, call, n);
    for (ta_amount k = 1; k <= n && !s; k++) {
        if (!heap_set_has(&x->set, k)) s = heap_visit_one(n - k, call, visit, ctx);
        if (!s) s = ta_poll(call, 1, (double)k, (double)n);
    }
    return s;
}

/* The period is proved and its saltus is above 0. So each residue has at most one heap of the
** wanted value. Heaps before the period are tested one by one. */
static ta_status visit_value(ta_heap *h, ta_call *call, ta_amount n, ta_amount wanted,
                             ta_heap_visitor visit, void *ctx) {
    const all_but *x = h->data;
    const ta_period *p = &h->proof;
    ta_status s = TA_OK;
    ta_assert(p->proved && p->saltus > 0);
    for (ta_amount m = 0; m < p->preperiod + p->period && !s; m++) {
        ta_amount at = m, value = ta_nim_values_at(&h->g, (size_t)m);
        if (m >= p->preperiod && wanted >= value && (wanted - value) % p->saltus == 0) {
            ta_amount times = (wanted - value) / p->saltus;
            if (times > (TA_MAX - m) / p->period) continue;
            at = m + times * p->period;
            value = wanted;
        }
        if (value == wanted && at < n && !heap_set_has(&x->set, n - at))
            s = heap_visit_one(at, call, visit, ctx);
        if (!s) s = ta_poll(call, 1, (double)m, 0);
    }
    return s;
}

/* ---- Proof ---- */

static int is_dead(const ta_heap *h, ta_amount v, size_t before) {
    const all_but *x = h->data;
    return v <= (ta_amount)h->g.largest && x->uses[v] && x->first[v] < before;
}

/* The least value not used before heap `before`. Values need not be first used in order. */
static ta_amount least_alive(const ta_heap *h, size_t before) {
    ta_amount v = 0;
    while (is_dead(h, v, before)) v++;
    return v;
}

static size_t prove(const ta_heap *h, const heap_repeat *r) {
    const all_but *x = h->data;
    size_t N = h->g.count, a = heap_set_most(&x->set);
    if (r->s <= 0 || N < r->e + 2 * r->p || N - r->p < r->e + a || N < a + r->p) return SIZE_MAX;
    size_t early = N - r->p - a, late = N - a; /* a value used before these is dead at N - p, N */
    ta_amount alive = least_alive(h, early);
    for (ta_amount v = 0; v < alive + r->s; v++)
        if (!is_dead(h, v, late)) return SIZE_MAX;
    for (ta_amount v = alive; v <= (ta_amount)h->g.largest; v++)
        if (is_dead(h, v, early) != is_dead(h, v + r->s, late)) return SIZE_MAX;
    return N;
}

/* ---- Check ---- */

#define COUNTED_MOST 256

/* Each heap is one use of its value. Count again if there are few heaps. */
static int uses_add_up(const ta_heap *h) {
    const all_but *x = h->data;
    uint32_t uses[COUNTED_MOST] = { 0 };
    if (h->g.count > COUNTED_MOST || h->g.largest >= COUNTED_MOST) return 1;
    for (size_t n = 0; n < h->g.count; n++) uses[ta_nim_values_at(&h->g, n)]++;
    for (size_t v = 0; v < x->uses_cap && v < COUNTED_MOST; v++)
        if (x->uses[v] != uses[v]) return 0;
    return 1;
}

static const char *check(const ta_heap *h) {
    const all_but *x = h->data;
    const char *broken = heap_set_check(&x->set);
    if (broken) return broken;
    if (x->used > 0 && (!x->uses[x->used - 1] || x->uses[x->used]))
        return "all but: the first value never used is another";
    for (size_t n = 0; n < h->g.count; n += ta_check_step(h->g.count)) {
        uint32_t v = ta_nim_values_at(&h->g, n);
        if (v >= x->uses_cap || v >= x->first_cap || x->uses[v] == 0)
            return "all but: a value is not counted";
        if (x->first[v] > n || ta_nim_values_at(&h->g, x->first[v]) != v)
            return "all but: a value was first elsewhere";
    }
    return uses_add_up(h) ? NULL : "all but: uses do not add up";
}

const heap_kind heap_all_but = {
    .size = sizeof(all_but),
    .clear = clear,
    .grow = grow,
    .visit = visit_all,
    .prove = prove,
    .visit_value = visit_value,
    .resume = resume,
    .check = check,
};
