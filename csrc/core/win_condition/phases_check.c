/*
** phases_check.c - checks that each class runs through the phases of a certificate for all k >= 0.
** It shares only the layout of the certificate with the finder. It computes all values again, in
** two arrays.
**
** For a class m = from + modulus k it computes T_m(X + X' k) = V + S k, value by value. It checks:
**   (V)  one move has both the largest V and the largest S; then
**        T = X + from + 1 - V + (X' + modulus - S) k.
**   (P)  before a phase of period p there are 3 p + max A values. Each of the last p + max A has
**        the S of p and of 2 p before. Its V rises over both periods by the same amount. At each
**        of the last p, let a move lack (g, g') to the largest and rise by f > 0 more than
**        p - rise. Then f times <= g and f times_k <= g' (in an endless phase none rises more).
** By induction on x these values are T_m(x) for all k: docs/win-conditions.md has the proof. Each m
** is in one class without a check, since the classes are the leaves of a tree. Nothing overflows:
** the values are T, from 0 to x + m + 1 for all k, and both parts of x and m are below 2^42.
*/
#include <string.h>

#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "phases_int.h"

typedef struct checker {
    const ta_phases *p;
    ta_call *call;
    phases_class class;
    int64_t x, x_k; /* the next value is T at x + x_k k */
    int64_t *v, *s; /* the values since the last phase, and those before that are still needed */
    size_t held, v_cap, s_cap;
    ta_allocator alloc;
    int *holds;
} checker;

static ta_status fails(checker *c, const char *what) {
    *c->holds = 0;
    ta_fail(c->call, TA_OK, "m = %lld + %lld k: %s at x = %lld + %lld k", (long long)c->class.from,
            (long long)c->class.modulus, what, (long long)c->x, (long long)c->x_k);
    return TA_OK;
}

/* The index of the value, among those of the first `moves` moves from `at`, that is the largest for
** all k; -1 if there is none. */
static int64_t top(const checker *c, size_t at, size_t moves) {
    size_t best = at - (size_t)c->p->set.a[0];
    for (size_t j = 1; j < moves; j++) {
        size_t i = at - (size_t)c->p->set.a[j];
        if (c->v[i] >= c->v[best] && c->s[i] >= c->s[best]) best = i;
    }
    for (size_t j = 0; j < moves; j++) {
        size_t i = at - (size_t)c->p->set.a[j];
        if (c->v[i] > c->v[best] || c->s[i] > c->s[best]) return -1;
    }
    return (int64_t)best;
}

static ta_status make_values(checker *c, int64_t count) {
    const ta_phases *p = c->p;
    size_t need = c->held + (size_t)count, moves = 0;
    ta_status st = ta_reserve(&c->alloc, (void **)&c->v, &c->v_cap, need, sizeof *c->v);
    if (!st) st = ta_reserve(&c->alloc, (void **)&c->s, &c->s_cap, need, sizeof *c->s);
    for (int64_t i = 0; !st && i < count; i++, c->x++, c->held++) {
        while (moves < p->set.count && (c->x_k > 0 || p->set.a[moves] <= c->x)) moves++;
        int64_t best = moves ? top(c, c->held, moves) : 0;
        if (best < 0) return fails(c, "(V) no move's value is the largest for all k");
        c->v[c->held] = c->x + c->class.from + 1 - (moves ? c->v[best] : 0);
        c->s[c->held] = c->x_k + c->class.modulus - (moves ? c->s[best] : 0);
        st = ta_poll(c->call, (uint32_t)p->set.count, 0, 0);
    }
    return st;
}

/* Check (P) for a phase; times < 0: the phase is endless. */
static ta_status check_phase(checker *c, size_t p, int64_t times, int64_t times_k) {
    const ta_phases *q = c->p;
    size_t most = (size_t)q->set.a[q->set.count - 1], end = c->held;
    if (3 * p + most > end) return fails(c, "(P) too few values before a phase");
    for (size_t i = end - p - most; i < end; i++)
        if (c->s[i] != c->s[i - p] || c->s[i] != c->s[i - 2 * p] ||
            c->v[i] - c->v[i - p] != c->v[i - p] - c->v[i - 2 * p])
            return fails(c, "(P) the period does not show");
    for (size_t i = end - p; i < end; i++) {
        int64_t best = top(c, i, q->set.count);
        if (best < 0) return fails(c, "(P) no move's value is the largest for all k");
        for (size_t j = 0; j < q->set.count; j++) {
            size_t from = i - (size_t)q->set.a[j];
            int64_t f = c->v[from] - c->v[from - p] - ((int64_t)p - (c->v[i] - c->v[i - p]));
            int64_t g = c->v[best] - c->v[from], g_k = c->s[best] - c->s[from];
            if (f <= 0) continue;
            if (times < 0) return fails(c, "(P) the last phase comes to an end");
            if (times > g / f || times_k > g_k / f)
                return fails(c, "(P) a phase does not last so long");
        }
    }
    return ta_poll(c->call, (uint32_t)(p * q->set.count), 0, 0);
}

static ta_status leave_out(checker *c, size_t p, int64_t times, int64_t times_k) {
    size_t keep = 2 * p + (size_t)c->p->set.a[c->p->set.count - 1], from = c->held - keep;
    if (times > (PHASES_LARGEST - c->x) / (int64_t)p ||
        times_k > (PHASES_LARGEST - c->x_k) / (int64_t)p)
        return ta_fail(c->call, TA_ELIMIT, "m = %lld + %lld k: x beyond 2^40",
                       (long long)c->class.from, (long long)c->class.modulus);
    /* downwards, since each rise needs the old value p before */
    for (size_t i = c->held; i-- > from;) {
        int64_t rise = c->v[i] - c->v[i - p];
        c->v[i] += times * rise;
        c->s[i] += times_k * rise;
    }
    memmove(c->v, c->v + from, keep * sizeof *c->v);
    memmove(c->s, c->s + from, keep * sizeof *c->s);
    c->held = keep;
    c->x += times * (int64_t)p;
    c->x_k += times_k * (int64_t)p;
    return TA_OK;
}

static ta_status check_class(checker *c, const phases_leaf *leaf) {
    const int64_t *code = c->p->code + leaf->at;
    c->class = leaf->class;
    c->x = c->x_k = 0;
    c->held = 0;
    for (int64_t left = *code++;; left--, code += 4) {
        ta_status s = make_values(c, code[0]);
        int64_t times = left ? code[2] : -1, times_k = left ? code[3] : 0;
        if (!s && *c->holds) s = check_phase(c, (size_t)code[1], times, times_k);
        if (s || !*c->holds || !left) return s;
        s = leave_out(c, (size_t)code[1], times, times_k);
        if (s) return s;
    }
}

ta_status ta_phases_check(ta_phases *p, ta_call *call, int *holds) {
    int all = 1;
    checker c = { .p = p, .call = call, .alloc = p->alloc, .holds = &all };
    ta_status s = TA_OK;
    for (size_t i = 0; i < p->leaf_count && !s && all; i++) {
        s = check_class(&c, &p->leaves[i]);
        if (!s) s = ta_poll(call, 1, (double)i, (double)p->leaf_count);
    }
    ta_free(&c.alloc, c.v, c.v_cap, sizeof *c.v);
    ta_free(&c.alloc, c.s, c.s_cap, sizeof *c.s);
    if (s) return s;
    if (all) p->checked = 1;
    *holds = all;
    return TA_OK;
}
