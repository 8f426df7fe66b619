/*
** losing_sizes.c - lists the losing sizes H, greedy representations, and all winning moves.
**
** Winning moves, f nondecreasing: k wins from n if f(k) < L(n-k). Let h = L(n-k), the last term of
** n-k (see terms.c). Let H_l be the term after h in H, minus h. Then k < H_l, else f(k) >= f(H_l)
** >= h; or H ends at h. So the representations of n-k and of k, one after the other, are that of n.
** So k is the sum of some last terms of n: try each of these sums.
*/
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "one_pile_int.h"

#define LIST_MOST 10000000

/* Is the opening of n lost, given the least winning move from n? */
static int lost(const ta_one_pile *g, ta_amount n, ta_amount least) {
    ta_amount x = one_pile_first(g, n);
    return x == 0 ? !g->misere : least == TA_INF || x < least;
}

/* List by the recursion the piles whose opening is lost. */
static ta_status table_sizes(ta_one_pile *g, ta_call *call, ta_amount limit,
                             ta_amount_visitor visit, void *ctx) {
    one_pile_method method;
    ta_amount top = limit - g->misere;
    ta_status s = top >= 0 ? one_pile_choose(g, call, top, &method) : TA_OK;
    if (!s && top > g->check && method == BY_TABLE)
        return ta_fail(call, TA_ELIMIT,
                       "f = %s is not known to be nondecreasing; the recursion to %lld is more "
                       "than check = %lld",
                       ta_movefn_text(g->f), (long long)top, (long long)g->check);
    if (!s && top >= 0) s = one_pile_table(g, call, top);
    for (ta_amount n = 1; n <= limit && !s; n++) {
        if (lost(g, n, g->least[n - g->misere])) s = visit(ctx, call, n);
        if (!s) s = ta_poll(call, 1, (double)n, (double)limit);
    }
    return s;
}

#define PIECE 65536 /* first limit for the terms, later doubled: the visitor may stop early */

/* List the terms of H, each increased by one in misere play. */
static ta_status term_sizes(ta_one_pile *g, ta_call *call, ta_amount limit, ta_amount_visitor visit,
                            void *ctx, ta_finite *finite, int *overflow) {
    ta_amount top = limit - g->misere, reach = 0;
    int by_form = ta_movefn_known_nondecreasing(g->f, call);
    ta_status s = TA_OK;
    ta_amount next = 1; /* the least term not yet visited */
    for (size_t i = 0; reach < top && !s;) {
        reach = reach > top / 2 ? top : reach ? 2 * reach : PIECE;
        if (reach > top) reach = top;
        s = one_pile_terms(g, call, reach); /* evaluates f up to `reach` only */
        while (i < g->run_count && next <= reach && !s) {
            if (next > g->runs[i].last) { /* the run may have grown */
                if (++i < g->run_count) next = g->runs[i].first;
                continue;
            }
            ta_amount n = next + g->misere;
            if (lost(g, n, next)) s = visit(ctx, call, n);
            if (!s) s = ta_poll(call, 1, (double)next, (double)top);
            next += g->runs[i].step;
        }
        if (i == g->run_count) i--;
    }
    if (s || !by_form) return s;
    ta_amount last = g->runs ? g->runs[g->run_count - 1].last : 0;
    int all = top > 0 && next > last;
    *finite = g->ended == 1 && all ? TA_FINITE : TA_CONTINUES;
    *overflow = all ? g->ended == 2 : next + g->misere > TA_MAX;
    return TA_OK;
}

ta_status ta_one_pile_losing_sizes(ta_one_pile *g, ta_call *call, ta_amount limit,
                                   ta_amount_visitor visit, void *ctx, ta_finite *finite,
                                   int *overflow) {
    one_pile_method method = BY_TABLE;
    ta_status s = TA_OK;
    if (limit < 0 || limit > TA_MAX) return ta_fail(call, TA_EINVAL, "a limit is from 0 to 2^62");
    *finite = TA_FINITE_UNKNOWN;
    *overflow = 0;
    if (g->misere && g->opening == -1) { /* one counter is left for the other player */
        *finite = TA_FINITE;
        return TA_OK;
    }
    if (g->opening == -1 - g->misere && limit <= g->misere) method = BY_TERMS;
    else if (g->opening == -1 - g->misere) s = one_pile_choose(g, call, limit - g->misere, &method);
    if (!s && method == BY_TERMS) s = term_sizes(g, call, limit, visit, ctx, finite, overflow);
    else if (!s) s = table_sizes(g, call, limit, visit, ctx);
    return one_pile_checked(g, s);
}

/* ---- Representations ---- */

/* A term of a greedy representation, and how often it occurs. The terms decrease. */
typedef struct piece {
    ta_amount term, times;
} piece;

typedef struct pieces {
    piece *items;
    size_t count, cap;
} pieces;

/* The largest losing size <= n, by the table. */
static ta_amount table_term(const ta_one_pile *g, ta_amount n) {
    while (g->least[n] != n) n--;
    return n;
}

/* The representation of n >= 1 in normal play. The caller frees it. */
static ta_status represent(ta_one_pile *g, ta_call *call, ta_amount n, pieces *x) {
    one_pile_method method;
    ta_amount least;
    ta_status s = one_pile_least(g, call, n, &least); /* computes the terms, or the table */
    if (!s) s = one_pile_choose(g, call, n, &method);
    if (!s && method == BY_TERMS) s = one_pile_terms(g, call, n);
    while (!s && n > 0) {
        piece p = { 0, 0 };
        p.term = method == BY_TERMS ? one_pile_largest_term(g, n) : table_term(g, n);
        p.times = n / p.term;
        n %= p.term;
        s = ta_reserve(&g->allocator, (void **)&x->items, &x->cap, x->count + 1, sizeof p);
        if (!s) x->items[x->count++] = p;
        if (!s) s = ta_poll(call, 16, 0, 0);
    }
    return s;
}

static ta_status too_many(ta_call *call, const char *what) {
    return ta_fail(call, TA_ELIMIT, "more than %d %s", LIST_MOST, what);
}

ta_status ta_one_pile_representation(ta_one_pile *g, ta_call *call, ta_amount n,
                                     ta_amount_visitor visit, void *ctx) {
    pieces x = { NULL, 0, 0 };
    if (n < 0 || n > TA_MAX) return ta_fail(call, TA_EINVAL, "a pile is from 0 to 2^62");
    n -= n > 0 ? g->misere : 0;
    ta_status s = n > 0 ? represent(g, call, n, &x) : TA_OK;
    ta_amount left = LIST_MOST;
    for (size_t i = 0; i < x.count && !s; i++) {
        if (x.items[i].times > left) s = too_many(call, "terms");
        left -= x.items[i].times;
        for (ta_amount t = 0; t < x.items[i].times && !s; t++)
            s = visit(ctx, call, x.items[i].term);
    }
    ta_free(&g->allocator, x.items, x.cap, sizeof *x.items);
    return one_pile_checked(g, s);
}

/* ---- Winning moves ---- */

/* List winning moves in normal play at (n, most), by the representation. */
static ta_status moves_by_terms(ta_one_pile *g, ta_call *call, ta_amount n, ta_amount most,
                                ta_amount_visitor visit, void *ctx) {
    pieces x = { NULL, 0, 0 };
    ta_amount k = 0, limit, left = LIST_MOST;
    ta_status s = represent(g, call, n, &x);
    for (size_t i = x.count; i > 0 && !s && k < most; i--) {
        piece p = x.items[i - 1];
        for (; p.times > 0 && !s && k < most; p.times--) {
            k += p.term;
            if (k > most) break;
            int wins = k == n; /* else the next term left is L(n - k) */
            if (!wins) {
                s = ta_movefn_value(g->f, call, k, &limit);
                wins = !s && limit < (p.times > 1 ? p.term : x.items[i - 2].term);
            }
            if (wins && --left < 0) s = too_many(call, "winning moves");
            if (wins && !s) s = visit(ctx, call, k);
            if (!wins && p.times > 2) { /* f does not fall: all but the last of this term lose */
                k += p.term * (p.times - 2);
                p.times = 2;
            }
            if (!s) s = ta_poll(call, 1, (double)k, (double)most);
        }
    }
    ta_free(&g->allocator, x.items, x.cap, sizeof *x.items);
    return s;
}

static ta_status moves_by_table(ta_one_pile *g, ta_call *call, ta_amount n, ta_amount most,
                                ta_amount_visitor visit, void *ctx) {
    ta_status s = TA_OK;
    for (ta_amount k = 1; k <= most && !s; k++) {
        if (k < n) s = one_pile_limits(g, call, (size_t)k);
        if (!s && (k == n || g->limit[k] < g->least[n - k])) s = visit(ctx, call, k);
        if (!s) s = ta_poll(call, 1, (double)k, (double)most);
    }
    return s;
}

ta_status ta_one_pile_winning_moves(ta_one_pile *g, ta_call *call, ta_amount n, ta_amount x,
                                    ta_amount_visitor visit, void *ctx) {
    one_pile_method method;
    ta_amount least;
    if (n < 0 || n > TA_MAX) return ta_fail(call, TA_EINVAL, "a pile is from 0 to 2^62");
    if (x == TA_OPENING) x = one_pile_first(g, n);
    n -= g->misere;
    if (x > n) x = n;
    if (n <= 0 || x <= 0) return TA_OK;
    ta_status s = one_pile_least(g, call, n, &least);
    if (!s && x < least) return TA_OK;
    if (!s) s = one_pile_choose(g, call, n, &method);
    if (s) return s;
    s = method == BY_TERMS ? moves_by_terms(g, call, n, x, visit, ctx)
                           : moves_by_table(g, call, n, x, visit, ctx);
    return one_pile_checked(g, s);
}
