/*
** witness.c - where the closed form is wrong: verification and counterexamples.
**
** Normal play. If one of the conditions (1)-(4) of theory.c fails, one of the sets K1..K8 below
** holds a position at which the closed form C is wrong. For C is inconsistent with the recursion at
** the first member, given C at the others. So the least larger pile of a first member bounds the
** least counterexample. The recursion then finds it, by rows up to there. Misere play. Take the
** least x with f(x) < g(x), or f(x) >= 2x at a power of two. One position of {(x+1, x+1), (1,
** x+1)}, or of {(1, 1+3x), (1, 1+2x)}, contradicts Theorem M.
*/
#include <stdio.h>
#include <string.h>

#include "base/amount.h"
#include "base/check.h"
#include "base/poll.h"
#include "base/status.h"
#include "two_pile_int.h"

/* ---- Verification ---- */

/* Compare piles p = 1..q of one row (`row` starts at p = 1) with the closed form, limits[j] =
** f(2^j). Returns the first p where they differ, or 0. */
static uint32_t first_mismatch(const uint32_t *row, uint32_t q, int misere,
                               const uint32_t limits[32]) {
    for (uint32_t p = 1; p < q; p++) {
        uint32_t n = q - p, g = n & (0u - n);
        uint32_t formula = !misere && p <= limits[__builtin_ctz(n)] ? p : g;
        if (row[p - 1] != formula) return p;
    }
    return row[q - 1] == (misere ? TA_ROW_INF : q) ? 0 : q;
}

ta_status ta_two_pile_verify(ta_two_pile *game, ta_call *call, ta_amount m, int *holds,
                             ta_amount *cells, ta_mismatch *mismatch) {
    if (m < 1 || m > TA_MAX) return ta_fail(call, TA_EINVAL, "m must be from 1 to 2^62");
    ta_rows *rows;
    const uint32_t *row;
    uint32_t limits[32] = { 0 };
    ta_amount last = ta_to_grid(game, m), offset = game->misere, v;
    ta_status s = ta_two_pile_stream(game, call, last, last, &rows);
    if (s) return s;
    for (int j = 0; !game->misere && !s && (ta_amount)1 << j < m; j++) {
        s = ta_movefn_value(game->f, call, (ta_amount)1 << j, &v);
        if (!s) limits[j] = v < UINT32_MAX ? (uint32_t)v : UINT32_MAX;
    }
    uint32_t q = 0, wrong = 0;
    while (!s && !wrong && ta_rows_at(rows) <= last) {
        q = ta_rows_at(rows) + (uint32_t)offset;
        s = ta_rows_next(rows, &row);
        if (!s && q > 0) wrong = first_mismatch(row + 1 - offset, q, game->misere, limits);
        if (!s) s = ta_poll(call, q, (double)q * (double)q, (double)m * (double)m);
    }
    if (!s && wrong) {
        ta_amount formula, exact = row[wrong - offset] == TA_ROW_INF ? TA_INF : row[wrong - offset];
        s = ta_two_pile_closed_form(game, call, wrong, q - wrong, &formula);
        if (!s) *mismatch = (ta_mismatch){ wrong, q, formula, exact };
    }
    ta_rows_destroy(rows);
    if (s) return s;
    *holds = !wrong;
    *cells = m <= 3037000499 ? m * (m + 1) / 2 : TA_INF;
    return TA_OK;
}

/* ---- K-sets ---- */

typedef struct kset {
    int kind, count;
    ta_amount x;           /* the argument of f that violates a condition */
    ta_amount piles[3][2]; /* smaller, larger */
} kset;

/* Called for each set; a nonzero *stop ends the enumeration. */
typedef void (*kset_visitor)(void *ctx, const kset *set, int *stop);

typedef struct enumeration {
    ta_two_pile *game;
    ta_call *call;
    ta_amount limit;
    kset_visitor visit;
    void *ctx;
    int stop;
} enumeration;

static ta_status value(enumeration *e, ta_amount k, ta_amount *v) {
    if (k > TA_MAX || k > ta_movefn_last(e->game->f)) {
        *v = TA_INF; /* the set is then dropped, which only weakens the bound */
        return TA_OK;
    }
    ta_status s = ta_movefn_value(e->game->f, e->call, k, v);
    if (s != TA_ERANGE || ta_movefn_is_host(e->game->f)) return s;
    e->call->message[0] = '\0';
    *v = TA_INF; /* f(k) is too large to represent: the same */
    return TA_OK;
}

/* Report a set unless some pile is too large to represent. */
static void report(enumeration *e, int kind, ta_amount x, int count, ta_amount piles[3][2]) {
    kset set = { kind, count, x, { { 0, 0 } } };
    for (int i = 0; i < count; i++) {
        ta_amount u = piles[i][0], v = piles[i][1];
        if (u == TA_INF || v == TA_INF || u < 1 || v < 1) return;
        set.piles[i][0] = u < v ? u : v;
        set.piles[i][1] = u < v ? v : u;
    }
    if (!e->stop) e->visit(e->ctx, &set, &e->stop);
}

static ta_amount most(ta_amount u, ta_amount v) {
    return u > v ? u : v;
}

/* K1: f(x) < max(g(x), f(g(x))). */
static ta_status visit_k1(enumeration *e, ta_amount x, ta_amount f) {
    ta_amount fg;
    ta_status s = value(e, ta_lowbit(x), &fg);
    if (s || f == TA_INF || f >= most(ta_lowbit(x), fg)) return s;
    ta_amount y = f + 1;
    report(e, 1, x, 2, (ta_amount[3][2]){ { ta_add(y, x), ta_add(y, x) }, { y, ta_add(y, x) } });
    return TA_OK;
}

/* K2..K5, for a power of two x: violations of (4) and (2). */
static ta_status visit_k2_to_k5(enumeration *e, ta_amount x, ta_amount f) {
    ta_amount f2, fh;
    if (x > TA_MAX / 4) return TA_OK;
    ta_status s = value(e, 2 * x, &f2);
    if (s) return s;
    if (f >= 2 * x && f2 < ta_add(f, x)) {
        ta_amount a = ta_add(most(f, f2), 1);
        report(e, 2, x, 2, (ta_amount[3][2]){ { a, ta_add(a, 3 * x) }, { a, ta_add(a, 2 * x) } });
    }
    for (ta_amount h = 4 * x; h <= f && h <= TA_MAX / 2; h *= 2) {
        s = value(e, h, &fh);
        if (s) return s;
        ta_amount a = ta_add(most(most(f, f2), ta_add(fh, x)), 1);
        if (a != TA_INF)
            report(e, 3, x, 3,
                   (ta_amount[3][2]){ { a, ta_add(a, h - x) },
                                      { a, ta_add(a, h - 2 * x) },
                                      { a - x, ta_add(a - x, h) } });
        a = ta_add(most(most(fh, f), ta_add(f2, x)), 1);
        if (a != TA_INF)
            report(e, 4, x, 3,
                   (ta_amount[3][2]){
                       { a, ta_add(a, h + x) }, { a, ta_add(a, h) }, { a - x, ta_add(a, h + x) } });
        a = ta_add(most(fh, f), 1);
        if (a != TA_INF && a - x <= f)
            report(e, 5, x, 2, (ta_amount[3][2]){ { a, ta_add(a, h + x) }, { a, ta_add(a, h) } });
    }
    return TA_OK;
}

/* K6..K8: f(y) < f(h) for a power of two h < g(y); never when f is nondecreasing. */
static ta_status visit_k6_to_k8(enumeration *e, ta_amount y, ta_amount f) {
    if (f == TA_INF) return TA_OK;
    for (ta_amount h = 1; h < ta_lowbit(y) && !e->stop; h *= 2) {
        ta_amount fh, s = f + 1;
        ta_status status = value(e, h, &fh);
        if (status) return status;
        if (f >= fh) continue;
        /* the least odd multiple m of h with m >= max(h, y - f(y)) */
        ta_amount low = most(h, y - f), m = ((low - 1) / (2 * h)) * 2 * h + h;
        if (m < low) m += 2 * h;
        if (m < y && (fh == TA_INF || m <= fh - s))
            report(e, 6, y, 2,
                   (ta_amount[3][2]){ { ta_add(s, m), ta_add(s, y) }, { s, ta_add(s, m) } });
        if (ta_add(s, y) <= fh)
            report(e, 7, y, 2,
                   (ta_amount[3][2]){ { ta_add(s, y), ta_add(s, ta_add(y, h)) },
                                      { s, ta_add(s, ta_add(y, h)) } });
        if (f >= y)
            report(e, 8, y, 2,
                   (ta_amount[3][2]){ { s, ta_add(s, ta_add(y, h)) }, { s, ta_add(s, h) } });
    }
    return TA_OK;
}

/* All K-sets for violations at arguments up to the limit. */
static ta_status enumerate(enumeration *e) {
    ta_movefn *f = e->game->f;
    int known = ta_movefn_known_nondecreasing(f, e->call);
    ta_amount last = ta_movefn_last(f) < e->limit ? ta_movefn_last(f) : e->limit;
    ta_status s = known ? TA_OK : ta_two_pile_each(e->game, e->call, last);
    for (ta_amount x = 1; !s && !e->stop && x <= last; x = known ? 2 * x : x + 1) {
        ta_amount v;
        s = value(e, x, &v);
        if (!s) s = visit_k1(e, x, v);
        if (!s && ta_lowbit(x) == x) s = visit_k2_to_k5(e, x, v);
        if (!s && !known) s = visit_k6_to_k8(e, x, v);
        if (!s) s = ta_poll(e->call, 32, (double)x, (double)last);
        if (known && x > TA_MAX / 2) break;
    }
    return s;
}

static void keep_least(void *ctx, const kset *set, int *stop) {
    kset *least = ctx;
    (void)stop;
    if (least->count == 0 || set->piles[0][1] < least->piles[0][1]) *least = *set;
}

typedef struct membership {
    ta_amount p, q;
    int kind;
} membership;

static void find_member(void *ctx, const kset *set, int *stop) {
    membership *m = ctx;
    (void)stop;
    for (int i = 0; i < set->count; i++)
        if (set->piles[i][0] == m->p && set->piles[i][1] == m->q &&
            (m->kind == 0 || set->kind < m->kind))
            m->kind = set->kind;
}

/* ---- Certificates ---- */

/* Write why C cannot be right at all members: the contradiction at the first one, about x. */
static ta_status certify(ta_two_pile *game, ta_call *call, const kset *set, char text[400]) {
    ta_amount c[3], limit;
    char f[32];
    for (int i = 0; i < set->count; i++) {
        ta_status s = ta_two_pile_closed_form(game, call, set->piles[i][0],
                                              set->piles[i][1] - set->piles[i][0], &c[i]);
        if (s) return s;
    }
    ta_status s = ta_movefn_value(game->f, call, set->x, &limit);
    if (s) return s;
    long long p = (long long)set->piles[0][0], q = (long long)set->piles[0][1];
    long long r = (long long)set->piles[1][0], t = (long long)set->piles[1][1],
              x = (long long)set->x;
    ta_amount_text(f, limit);
    if (x < c[0])
        snprintf(text, 400,
                 "the closed form says L(%lld, %lld) = %lld; but taking %lld leaves (%lld, %lld), "
                 "where it says %lld > f(%lld) = %s, so %lld would win",
                 p, q, (long long)c[0], x, r, t, (long long)c[1], x, f, x);
    else
        snprintf(text, 400,
                 "the closed form says that taking %lld wins from (%lld, %lld); but f(%lld) = %s "
                 "is at least what it says of every pair of piles that this leaves",
                 (long long)c[0], p, q, x, f);
    return TA_OK;
}

/* ---- Counterexamples ---- */

static void adopt(ta_counterexample *r, const kset *set) {
    r->found = 2;
    r->witness = set->kind;
    r->count = set->count;
    memcpy(r->set, set->piles, sizeof r->set);
}

/* Find the least mismatch with larger pile <= bound; report the set if memory is short. */
static ta_status search(ta_two_pile *game, ta_call *call, const kset *set, ta_counterexample *r) {
    ta_amount bound = set->piles[0][1], cells;
    for (int i = 1; i < set->count; i++)
        if (set->piles[i][1] > bound) bound = set->piles[i][1];
    int holds = 1;
    double item = bound < UINT16_MAX ? 2 : 4, table = (double)bound * (double)bound / 2 * item;
    if (table > ta_two_pile_allowance(game)) {
        adopt(r, set);
        return TA_OK;
    }
    ta_status s = ta_two_pile_verify(game, call, bound, &holds, &cells, &r->at);
    if (s == TA_ELIMIT) {
        call->message[0] = '\0';
        adopt(r, set);
        return TA_OK;
    }
    if (s) return s;
    ta_assert(!holds);
    r->found = holds ? 0 : 1;
    return TA_OK;
}

static ta_status misere_counterexample(ta_two_pile *game, ta_call *call, ta_amount limit,
                                       ta_counterexample *r) {
    int known = ta_movefn_known_from(game->f, call) > 0, proved;
    ta_amount last = ta_movefn_last(game->f) < limit ? ta_movefn_last(game->f) : limit, v;
    ta_status s = known ? TA_OK : ta_two_pile_each(game, call, last);
    if (!s) s = ta_two_pile_proved(game, call, last, &proved);
    ta_amount x = game->fails;
    if (s || x > last) return s;
    s = ta_movefn_value(game->f, call, x, &v);
    if (s) return s;
    kset set = { 0, 2, x, { { 0, 0 } } };
    if (v < ta_lowbit(x)) {
        memcpy(set.piles, (ta_amount[3][2]){ { x + 1, x + 1 }, { 1, x + 1 } }, sizeof set.piles);
        snprintf(r->certificate, sizeof r->certificate,
                 "the closed form says no move wins from (%lld, %lld); but taking %lld leaves (1, "
                 "%lld), where it says %lld > f(%lld) = %lld",
                 (long long)x + 1, (long long)x + 1, (long long)x, (long long)x + 1,
                 (long long)ta_lowbit(x), (long long)x, (long long)v);
    } else if (x > (TA_MAX - 1) / 3) {
        return TA_OK;
    } else {
        char f[32];
        memcpy(set.piles, (ta_amount[3][2]){ { 1, 1 + 3 * x }, { 1, 1 + 2 * x } },
               sizeof set.piles);
        snprintf(r->certificate, sizeof r->certificate,
                 "the closed form says that taking %lld wins from (1, %lld); but it leaves (1, "
                 "%lld), where %lld <= f(%lld) = %s would win",
                 (long long)x, (long long)(1 + 3 * x), (long long)(1 + 2 * x), (long long)(2 * x),
                 (long long)x, ta_amount_text(f, v));
    }
    return search(game, call, &set, r);
}

ta_status ta_two_pile_counterexample(ta_two_pile *game, ta_call *call, ta_amount limit,
                                     ta_counterexample *result) {
    ta_counterexample r;
    memset(&r, 0, sizeof r);
    if (limit < 1 || limit > TA_MAX)
        return ta_fail(call, TA_EINVAL, "limit must be from 1 to 2^62");
    ta_status s;
    if (game->misere) {
        s = misere_counterexample(game, call, limit, &r);
    } else {
        kset least = { 0, 0, 0, { { 0, 0 } } };
        enumeration e = { game, call, limit, keep_least, &least, 0 };
        s = enumerate(&e);
        if (!s && least.count > 0) s = certify(game, call, &least, r.certificate);
        if (!s && least.count > 0) s = search(game, call, &least, &r);
        if (!s && r.found == 1) {
            membership m = { r.at.p, r.at.q, 0 };
            enumeration again = { game, call, limit, find_member, &m, 0 };
            s = enumerate(&again);
            r.witness = m.kind;
        }
    }
    if (r.found == 1) r.certificate[0] = '\0';
    if (!s) *result = r;
    return s;
}
