/*
** cash.c - NIM with Cash: the game, and the public queries.
**
** If the staircases hold the row of a query, they answer it. Otherwise the state is computed alone,
** along its excess, which needs no rows. Once such queries have cost as much as rows, rows are
** computed.
*/
#include <stdlib.h>

#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "closed_form.h"

/* ---- Games ---- */

static int ascending(const void *x, const void *y) {
    int32_t a = *(const int32_t *)x, b = *(const int32_t *)y;
    return (a > b) - (a < b);
}

ta_status ta_cash_create(const ta_allocator *allocator, ta_call *call, const ta_amount *members,
                         size_t count, ta_amount limit, double memory, ta_cash **out) {
    const ta_allocator *a = ta_allocator_or_default(allocator);
    if (count == 0) return ta_fail(call, TA_EINVAL, "A is empty: it needs a positive integer");
    for (size_t i = 0; i < count; i++)
        if (members[i] < 1 || members[i] > TA_CASH_LARGEST)
            return ta_fail(call, TA_EINVAL, "member %lld of A is not from 1 to %d",
                           (long long)members[i], TA_CASH_LARGEST);
    ta_cash *g = ta_alloc(a, 1, sizeof *g);
    if (!g) return TA_ENOMEM;
    g->alloc = *a;
    for (size_t i = 0; i < count; i++) {
        size_t j = 0;
        while (j < g->count && g->a[j] != members[i]) j++;
        if (j < g->count) continue;
        if (g->count == TA_CASH_MEMBERS) {
            ta_cash_destroy(g);
            return ta_fail(call, TA_EINVAL, "A has more than %d members", TA_CASH_MEMBERS);
        }
        g->a[g->count++] = (int32_t)members[i];
    }
    qsort(g->a, g->count, sizeof *g->a, ascending);
    g->rich = (cash_thresholds){ .alloc = *a, .a = g->a, .count = g->count };
    g->excess =
        (cash_excess){ .alloc = *a, .a = g->a, .count = g->count, .most = CASH_EXCESS_STEPS };
    g->staircases = (cash_staircases){
        .rich = &g->rich,
        .limit = limit > 0 ? limit : 1000000,
        .memory = memory,
        .what = "the last rows of the staircases (winner() and win_condition() need none)",
    };
    *out = g;
    return TA_OK;
}

void ta_cash_destroy(ta_cash *g) {
    if (!g) return;
    ta_allocator a = g->alloc;
    cash_excess_clear(&g->excess);
    cash_staircases_clear(&g->staircases);
    cash_thresholds_clear(&g->rich);
    cash_linear_clear(g);
    cash_closed_form_clear(g);
    ta_free(&a, g, 1, sizeof *g);
}

const int32_t *ta_cash_members(const ta_cash *game, size_t *count) {
    *count = game->count;
    return game->a;
}

/* ---- Two ways to the winner ---- */

/* Compute the rows of the states (n; ., .) and of their options. */
static ta_status around(ta_cash *g, ta_call *call, ta_amount n) {
    return cash_staircases_extend(&g->staircases, call, n, n);
}

/* Rows to n cost about ROWS n^2 steps of the excess. */
#define ROWS (1.0 / 8)
#define AT_ONCE 4096.0 /* rows that cost fewer steps are computed at once */

/* Are there rows of n and of its options? They are computed once single states have cost as much as
** the rows would. So neither one query nor many take much longer than necessary. */
static ta_status rows(ta_cash *g, ta_call *call, ta_amount n, int *have) {
    const cash_staircases *s = &g->staircases;
    ta_amount least = n - cash_most_member(g);
    *have = n < s->known && (least < 0 ? 0 : least) >= s->first;
    if (*have || n > s->limit) return TA_OK;
    double from = n < s->known ? 0 : (double)s->known, to = (double)n;
    if (g->excess.steps - g->paid + AT_ONCE < ROWS * (to * to - from * from)) return TA_OK;
    g->paid = g->excess.steps;
    ta_status st = around(g, call, n);
    *have = st == TA_OK;
    return st == TA_ELIMIT ? TA_OK : st;
}

static ta_amount purse(ta_amount n, ta_amount dollars) {
    return dollars < n ? dollars : n; /* n dollars are as good as more */
}

/* Compute T_m for the state and its options; d and e at most n. */
static ta_status by_excess(ta_cash *g, ta_call *call, ta_amount n, ta_amount d, ta_amount e) {
    int more = d > n - e; /* d + e may overflow a ta_amount */
    return cash_excess_make(&g->excess, call, more ? d - (n - e) : 0, more ? n : d + e);
}

/* Decide the state by a poor (3.7) or a rich purse (2.4); d and e at most n. This is for states
** whose excess takes too many steps, which happens with large members only. */
static ta_status by_theory(ta_cash *g, ta_call *call, ta_amount n, ta_amount d, ta_amount e,
                           int *first) {
    ta_amount none[2] = { TA_INF, TA_INF }, f[2], p[2];
    int normal = 0;
    ta_cash_class c = { 0 };
    ta_cash_poor(g, n, p);
    cash_decide(&c, cash_least_member(g), d, e, none, p, normal); /* 3.7 needs no f */
    ta_status s = c.by ? TA_OK : ta_cash_rich(g, call, n, f);
    if (s == TA_OK && !c.by) s = ta_cash_normal(g, call, n, &normal);
    if (s == TA_OK && !c.by) cash_decide(&c, cash_least_member(g), d, e, f, p, normal);
    if (s == TA_ELIMIT || (s == TA_OK && !c.by))
        return ta_fail(call, TA_ELIMIT,
                       "it takes more than 2^28 steps to decide (%lld; %lld, %lld), and no purse of it is known "
                       "to be rich or poor",
                       (long long)n, (long long)d, (long long)e);
    if (s == TA_OK) *first = c.first;
    return s;
}

/* W(n;d,e) for any purses, without rows. */
static ta_status beyond(ta_cash *g, ta_call *call, ta_amount n, ta_amount d, ta_amount e,
                        int *first) {
    d = purse(n, d);
    e = purse(n, e);
    ta_status s = by_excess(g, call, n, d, e);
    if (s == TA_ELIMIT) return by_theory(g, call, n, d, e, first);
    if (s == TA_OK) *first = (uint64_t)d >= cash_excess_least(&g->excess, 0);
    return s;
}

/* ---- Queries ---- */

ta_status ta_cash_solve(ta_cash *game, ta_call *call, ta_amount n) {
    ta_status s = around(game, call, n);
    ta_sound(ta_cash_check(game));
    return s;
}

ta_status ta_cash_winner(ta_cash *g, ta_call *call, ta_amount n, ta_amount d, ta_amount e,
                         int *first) {
    ta_require(n >= 0 && n <= TA_MAX && d >= 0 && e >= 0);
    int have;
    ta_status s = rows(g, call, n, &have);
    if (s) return s;
    if (!have) return beyond(g, call, n, d, e, first);
    *first = cash_row_least(&g->staircases, n, e) <= purse(n, d);
    return TA_OK;
}

ta_status ta_cash_moves(ta_cash *g, ta_call *call, ta_amount n, ta_amount d, ta_amount e,
                        ta_amount *moves, size_t *count) {
    int have, made = 0;
    size_t found = 0;
    ta_status s = rows(g, call, n, &have);
    d = purse(n, d);
    e = purse(n, e);
    if (!s && !have) {
        s = by_excess(g, call, n, d, e);
        made = s == TA_OK;
    }
    if (s && s != TA_ELIMIT) return s;
    for (size_t j = 0; j < g->count && g->a[j] <= n && g->a[j] <= d; j++) {
        /* the other player moves next, with e against d - a, and must lose */
        ta_amount a = g->a[j];
        int other = 0;
        if (have) other = cash_row_least(&g->staircases, n - a, d - a) <= e;
        else if (made) other = (uint64_t)e >= cash_excess_least(&g->excess, a);
        else if ((s = by_theory(g, call, n - a, purse(n - a, e), d - a, &other)) != TA_OK) return s;
        if (!other) moves[found++] = a;
    }
    *count = found;
    return TA_OK;
}

/* Without rows, by bisection (F2): the first x in 0..n with which the mover wins, x dollars against
** y. With `beaten`: the first x against which the mover loses, y dollars against x. TA_INF if there
** is none. */
static ta_status bisect(ta_cash *g, ta_call *call, ta_amount n, ta_amount y, int beaten,
                        ta_amount *least) {
    ta_amount low = 0, high = n + 1;
    while (low < high) {
        ta_amount x = low + (high - low) / 2;
        int first = 0;
        ta_status s = beaten ? beyond(g, call, n, y, x, &first) : beyond(g, call, n, x, y, &first);
        if (s) return s;
        if (first == beaten) low = x + 1;
        else high = x;
    }
    *least = low > n ? TA_INF : low;
    return TA_OK;
}

ta_status ta_cash_least(ta_cash *g, ta_call *call, ta_amount n, ta_amount e, ta_amount *least) {
    int have;
    ta_status s = rows(g, call, n, &have);
    if (s) return s;
    if (!have) return bisect(g, call, n, e, 0, least);
    *least = cash_row_least(&g->staircases, n, e);
    return TA_OK;
}

ta_status ta_cash_beaten(ta_cash *g, ta_call *call, ta_amount n, ta_amount d, ta_amount *beaten) {
    int have;
    ta_status s = rows(g, call, n, &have);
    if (s) return s;
    if (!have) return bisect(g, call, n, d, 1, beaten);
    *beaten = cash_row_beaten(&g->staircases, n, d);
    return TA_OK;
}

ta_status ta_cash_count(ta_cash *g, ta_call *call, ta_amount m, ta_amount *count) {
    ta_amount total = 0;
    for (ta_amount n = 0; n <= m; n++) {
        ta_status s = around(g, call, n);
        if (s == TA_OK) total += cash_row_wins(&g->staircases, n, m);
        if (s == TA_OK) s = ta_poll(call, (uint32_t)(m % (1 << 24)) + 1, (double)n, (double)m);
        if (s) return s;
    }
    *count = total;
    return TA_OK;
}

ta_status ta_cash_exact_rich(ta_cash *g, ta_call *call, ta_amount n, ta_amount rich[2]) {
    int wins = 0;
    ta_amount one = 0, two = 0;
    ta_status s = ta_cash_normal(g, call, n, &wins);
    if (s == TA_OK && wins) {
        s = ta_cash_least(g, call, n, n, &one);
        /* n dollars are as good as infinite and win standard Nim; a move costs at least one */
        ta_assert(s || (one >= 1 && one <= n));
        if (s == TA_OK) s = ta_cash_beaten(g, call, n, one - 1, &two);
    } else if (s == TA_OK) {
        s = ta_cash_beaten(g, call, n, n, &two);
        if (s == TA_OK && two) s = ta_cash_least(g, call, n, two - 1, &one);
    }
    if (s) return s;
    rich[0] = one;
    rich[1] = two;
    return TA_OK;
}

/* Is the closed form of A's family known and proved? */
static ta_status proved_form(ta_cash *g, ta_call *call, ta_cash_theorem *theorem, int *proved) {
    ta_status s = ta_cash_closed_form(g, call, theorem, NULL);
    if (s != TA_OK && s != TA_EUNSUPPORTED && s != TA_ELIMIT) return s;
    *proved = s == TA_OK && theorem->proved;
    return TA_OK;
}

ta_status ta_cash_classify(ta_cash *g, ta_call *call, ta_amount n, ta_amount d, ta_amount e,
                           ta_cash_class *out) {
    ta_amount f[2], p[2];
    int normal;
    ta_cash_class c = { 0 };
    ta_status s = ta_cash_rich(g, call, n, f);
    if (s == TA_OK) s = ta_cash_normal(g, call, n, &normal);
    if (s) return s;
    ta_cash_poor(g, n, p);
    cash_decide(&c, cash_least_member(g), d, e, f, p, normal);
    if (!c.by) {
        ta_cash_theorem theorem = { 0 };
        int proved = 0;
        s = proved_form(g, call, &theorem, &proved);
        if (s) return s;
        if (theorem.family == TA_CASH_ODD || g->count == 1) proved = 0; /* proved, but not by 4.8 */
        c.by = proved ? "4.8" : "search";
        s = proved ? ta_cash_closed_winner(g, call, n, d, e, &c.first)
                   : ta_cash_winner(g, call, n, d, e, &c.first);
        if (s) return s;
    }
    ta_sound(ta_cash_check(g));
    *out = c;
    return TA_OK;
}
