/*
** cash.c - NIM with Cash: the game, and the public questions.
**
** A question goes to the staircases, which know every state up to n. Past their limit or
** memory (ELIMIT) it is put to the theory: whatever a rich or a poor purse or a proved
** closed form decides is answered.
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
    g->staircases = (cash_staircases){
        .rich = &g->rich,
        .limit = limit > 0 ? limit : 1000000,
        .memory = memory,
        .what = "the last rows of the staircases (theorem() and win_condition() need none)",
    };
    *out = g;
    return TA_OK;
}

void ta_cash_destroy(ta_cash *g) {
    if (!g) return;
    ta_allocator a = g->alloc;
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

/* The rows that the state (n; ., .) and its options are read from. */
static ta_status around(ta_cash *g, ta_call *call, ta_amount n) {
    return cash_staircases_extend(&g->staircases, call, n, n);
}

/* W(n;d,e) from the staircase of n; ELIMIT past the limit or the memory. */
static ta_status by_staircase(ta_cash *g, ta_call *call, ta_amount n, ta_amount d, ta_amount e,
                              int *first) {
    int known = n < g->staircases.known && n >= g->staircases.first;
    ta_status s = known ? TA_OK : around(g, call, n);
    if (s) return s;
    if (d > n) d = n; /* so that an infinite purse does not reach an infinite threshold */
    *first = cash_row_least(&g->staircases, n, e) <= d;
    return TA_OK;
}

/* Is the closed form of A's family known and proved? */
static ta_status proved_form(ta_cash *g, ta_call *call, ta_cash_theorem *theorem, int *proved) {
    ta_status s = ta_cash_closed_form(g, call, theorem, NULL);
    if (s != TA_OK && s != TA_EUNSUPPORTED && s != TA_ELIMIT) return s;
    *proved = s == TA_OK && theorem->proved;
    return TA_OK;
}

/* W(n;d,e) by 3.7, 2.4 or a proved closed form, with no staircase of n; ELIMIT where
** none decides. */
static ta_status by_theory(ta_cash *g, ta_call *call, ta_amount n, ta_amount d, ta_amount e,
                           int *first) {
    ta_amount none[2] = { TA_INF, TA_INF }, f[2], p[2];
    int normal = 0, proved = 0;
    ta_cash_class c = { 0 };
    ta_cash_theorem theorem = { 0 };
    if (d > n) d = n; /* so that a purse is never taken for TA_INF */
    if (e > n) e = n;
    ta_cash_poor(g, n, p);
    cash_decide(&c, cash_least_member(g), d, e, none, p, normal); /* 3.7 needs no f */
    ta_status s = c.by ? TA_OK : ta_cash_rich(g, call, n, f);
    if (s == TA_OK && !c.by) s = ta_cash_normal(g, call, n, &normal);
    if (s == TA_OK && !c.by) cash_decide(&c, cash_least_member(g), d, e, f, p, normal);
    if (s == TA_OK && !c.by) {
        s = proved_form(g, call, &theorem, &proved);
        if (s == TA_OK) s = proved ? ta_cash_closed_winner(g, call, n, d, e, &c.first) : TA_ELIMIT;
    }
    if (s == TA_OK) *first = c.first;
    return s;
}

/* The staircase refused, and the theory could not say either: the former's message. */
static ta_status undecided(ta_cash *g, ta_call *call, ta_amount n, ta_status theory) {
    ta_status s = theory == TA_ELIMIT ? around(g, call, n) : theory;
    return s ? s : cash_staircases_refuse(&g->staircases, call, n);
}

/* ---- Questions ---- */

ta_status ta_cash_solve(ta_cash *game, ta_call *call, ta_amount n) {
    ta_status s = around(game, call, n);
    ta_sound(ta_cash_check(game));
    return s;
}

ta_status ta_cash_winner(ta_cash *g, ta_call *call, ta_amount n, ta_amount d, ta_amount e,
                         int *first) {
    ta_require(n >= 0 && n <= TA_MAX && d >= 0 && e >= 0);
    ta_status s = by_staircase(g, call, n, d, e, first);
    if (s != TA_ELIMIT) return s;
    s = by_theory(g, call, n, d, e, first);
    return s ? undecided(g, call, n, s) : TA_OK;
}

ta_status ta_cash_moves(ta_cash *g, ta_call *call, ta_amount n, ta_amount d, ta_amount e,
                        ta_amount *moves, size_t *count) {
    ta_status s = around(g, call, n);
    int refused = s == TA_ELIMIT;
    size_t found = 0;
    if (s && !refused) return s;
    for (size_t j = 0; j < g->count; j++) {
        ta_amount a = g->a[j], rest = n - a;
        if (a > n || a > d) break;
        /* the other player, now to move with e against d - a, must lose */
        ta_amount left = d == TA_INF ? TA_INF : d - a;
        int other = 0;
        s = refused ? by_theory(g, call, rest, e, left, &other)
                    : by_staircase(g, call, rest, e, left, &other);
        if (s) return undecided(g, call, n, s);
        if (!other) moves[found++] = a;
    }
    *count = found;
    return TA_OK;
}

/* Past the staircases: the first x in 0..n at which the mover wins (x dollars against y) or,
** for `beaten`, no longer wins (y dollars against x), by bisection: F2. TA_INF when none. */
static ta_status bisect(ta_cash *g, ta_call *call, ta_amount n, ta_amount y, int beaten,
                        ta_amount *least) {
    ta_amount low = 0, high = n + 1;
    while (low < high) {
        ta_amount x = low + (high - low) / 2;
        int first = 0;
        ta_status s =
            beaten ? by_theory(g, call, n, y, x, &first) : by_theory(g, call, n, x, y, &first);
        if (s) return undecided(g, call, n, s);
        if (first == beaten) low = x + 1;
        else high = x;
    }
    *least = low > n ? TA_INF : low;
    return TA_OK;
}

ta_status ta_cash_least(ta_cash *g, ta_call *call, ta_amount n, ta_amount e, ta_amount *least) {
    ta_status s = around(g, call, n);
    if (s == TA_ELIMIT) return bisect(g, call, n, e, 0, least);
    if (s == TA_OK) *least = cash_row_least(&g->staircases, n, e);
    return s;
}

ta_status ta_cash_beaten(ta_cash *g, ta_call *call, ta_amount n, ta_amount d, ta_amount *beaten) {
    ta_status s = around(g, call, n);
    if (s == TA_ELIMIT) return bisect(g, call, n, d, 1, beaten);
    if (s == TA_OK) *beaten = cash_row_beaten(&g->staircases, n, d);
    return s;
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
        /* n dollars are infinite, and win standard Nim; a move costs at least one */
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
        if (theorem.family == TA_CASH_ODD || g->count == 1) proved = 0; /* no X of 4.8 */
        c.by = proved ? "4.8" : "search";
        s = proved ? ta_cash_closed_winner(g, call, n, d, e, &c.first)
                   : ta_cash_winner(g, call, n, d, e, &c.first);
        if (s) return s;
    }
    ta_sound(ta_cash_check(g));
    *out = c;
    return TA_OK;
}
