/*
** theory.c - who is rich, who is poor, and what follows.
**
** f by the total form of Definition 2.3: both 0 below a1 = min A; then
**   f^II(n) = max f^I(n-a);
**   f^I(n)  = min of f^II(n-a) + a over the a with W(n-a) = II,     W(n) = I,
**             or over the a with f^I(n-a) = f^II(n),                W(n) = II.
** Theorem 2.4 decides every state with a rich player, Theorem 3.7 every state
** with a poor one; rich and poor may overlap and never conflict. The threshold
** of the standard-Nim winner is exact; the other's is only enough.
*/
#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"
#include "cash_int.h"

/* Beyond this n, and beyond what its search tabulates, f comes from its proved linear form. */
#define F_TABLE 4000000

/* Grow the three arrays together: new blocks first, so failure changes nothing. */
static ta_status f_room(ta_cash *g, size_t need) {
    size_t cap = g->f_cap ? g->f_cap : 64, known = (size_t)g->f_known;
    if (need <= g->f_cap) return TA_OK;
    while (cap < need) cap *= 2;
    int32_t *one = ta_realloc(&g->alloc, NULL, 0, cap, sizeof *one);
    int32_t *two = ta_realloc(&g->alloc, NULL, 0, cap, sizeof *two);
    uint8_t *normal = ta_realloc(&g->alloc, NULL, 0, cap, 1);
    if (!one || !two || !normal) {
        ta_free(&g->alloc, one, cap, sizeof *one);
        ta_free(&g->alloc, two, cap, sizeof *two);
        ta_free(&g->alloc, normal, cap, 1);
        return TA_ENOMEM;
    }
    if (known) {
        memcpy(one, g->f[0], known * sizeof *one);
        memcpy(two, g->f[1], known * sizeof *two);
        memcpy(normal, g->normal, known);
    }
    ta_free(&g->alloc, g->f[0], g->f_cap, sizeof *one);
    ta_free(&g->alloc, g->f[1], g->f_cap, sizeof *two);
    ta_free(&g->alloc, g->normal, g->f_cap, 1);
    g->f[0] = one;
    g->f[1] = two;
    g->normal = normal;
    g->f_cap = cap;
    return TA_OK;
}

static void f_next(ta_cash *g, ta_amount n) {
    int32_t first = INT32_MAX, second = 0; /* f^I, f^II */
    int wins = 0;
    size_t legal = 0;
    while (legal < g->count && g->a[legal] <= n) legal++;
    for (size_t j = 0; j < legal; j++) {
        ta_amount m = n - g->a[j];
        if (!g->normal[m]) wins = 1;
        if (g->f[0][m] > second) second = g->f[0][m];
    }
    for (size_t j = 0; j < legal; j++) {
        ta_amount m = n - g->a[j];
        int counts = wins ? !g->normal[m] : g->f[0][m] == second;
        if (counts && g->f[1][m] + g->a[j] < first) first = g->f[1][m] + g->a[j];
    }
    g->f[0][n] = legal ? first : 0;
    g->f[1][n] = second;
    g->normal[n] = (uint8_t)wins;
}

ta_status cash_thresholds(ta_cash *g, ta_call *call, ta_amount n) {
    if (n < g->f_known) return TA_OK;
    double need = 18.0 * (double)n, have = ta_memory_available();
    if (n > 2000000000 || need > have) return ta_fail_memory(call, "the thresholds f", need, have);
    ta_status s = f_room(g, (size_t)n + 1);
    while (s == TA_OK && g->f_known <= n) {
        f_next(g, g->f_known++);
        s = ta_poll(call, (uint32_t)g->count, (double)g->f_known, (double)n);
    }
    return s;
}

/* n, or the residue's place in the proved form, and how many periods are between. */
static ta_status fold(ta_cash *g, ta_call *call, ta_amount n, ta_amount *at, ta_amount *periods) {
    *at = n;
    *periods = 0;
    if (n >= g->f_known && n > F_TABLE && n > cash_asym_limit(g)) {
        ta_cash_asym asym;
        ta_status s = ta_cash_asymptotics(g, call, 0, &asym);
        if (s) return s;
        *periods = (n - asym.preperiod) / asym.modulus;
        *at = n - *periods * asym.modulus;
    }
    return cash_thresholds(g, call, *at);
}

ta_status ta_cash_normal(ta_cash *g, ta_call *call, ta_amount n, int *first) {
    ta_amount at, periods;
    ta_status s = fold(g, call, n, &at, &periods);
    if (s == TA_OK) *first = g->normal[at];
    return s;
}

ta_status ta_cash_rich(ta_cash *g, ta_call *call, ta_amount n, ta_amount rich[2]) {
    ta_require(n >= 0 && n <= TA_MAX);
    ta_amount at, periods;
    ta_status s = fold(g, call, n, &at, &periods);
    if (s) return s;
    for (int k = 0; k < 2; k++) {
        rich[k] = g->f[k][at];
        /* a slope is at most the modulus, so nothing overflows: f(n) <= n */
        if (periods) rich[k] += periods * g->slope[k][at % g->asym.modulus];
    }
    return TA_OK;
}

ta_status ta_cash_exact_rich(ta_cash *g, ta_call *call, ta_amount n, ta_amount rich[2]) {
    int wins = 0;
    ta_amount one = 0, two = 0;
    ta_status s = ta_cash_normal(g, call, n, &wins);
    if (s == TA_OK && wins) {
        s = ta_cash_least(g, call, n, n, &one);
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

void ta_cash_poor(const ta_cash *g, ta_amount n, ta_amount poor[2]) {
    ta_amount a1 = cash_least_member(g), i = n % (2 * a1), half = (n - i) / 2;
    poor[0] = half + (i + 1 < a1 ? i + 1 : a1);
    poor[1] = half + (i - a1 + 1 > 0 ? i - a1 + 1 : 0);
}

/* 2.4 and 3.7; leaves by = NULL at a critical state. */
void cash_decide(ta_cash_class *c, ta_amount a1, ta_amount d, ta_amount e, const ta_amount f[2],
                 const ta_amount p[2], int normal) {
    int rich1 = d >= f[0], rich2 = e >= f[1], poor1 = d < p[0], poor2 = e < p[1];
    c->purse[0] = rich1 ? 'r' : poor1 ? 'p' : 'm';
    c->purse[1] = rich2 ? 'r' : poor2 ? 'p' : 'm';
    c->critical = !rich1 && !rich2 && !poor1 && !poor2;
    c->by = NULL;
    if (rich1 || rich2) {
        c->first = rich1 && rich2 ? normal : rich1;
        c->by = rich1 && rich2 ? "2.4.3" : rich1 ? "2.4.1" : "2.4.2";
    } else if (poor1 || poor2) {
        c->first = poor1 && poor2 ? d / a1 > e / a1 : poor2;
        c->by = poor1 && poor2 ? "3.7.3" : poor2 ? "3.7.1" : "3.7.2";
    }
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
        if (theorem.family == TA_CASH_ODD || g->count == 1) proved = 0; /* no X of 4.8 */
        c.by = proved ? "4.8" : "search";
        s = proved ? ta_cash_closed_winner(g, call, n, d, e, &c.first)
                   : ta_cash_winner(g, call, n, d, e, &c.first);
        if (s) return s;
    }
    *out = c;
    return TA_OK;
}

ta_status cash_theory_winner(ta_cash *g, ta_call *call, ta_amount n, ta_amount d, ta_amount e,
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

void cash_free_theory(ta_cash *g) {
    for (int k = 0; k < 2; k++) {
        ta_free(&g->alloc, g->f[k], g->f_cap, sizeof *g->f[k]);
        ta_free(&g->alloc, g->slope[k], (size_t)g->asym.modulus, sizeof *g->slope[k]);
        ta_free(&g->alloc, g->c[k], (size_t)g->period.period * g->count, sizeof *g->c[k]);
    }
    ta_free(&g->alloc, g->normal, g->f_cap, 1);
    ta_free(&g->alloc, g->step, (size_t)g->modulus, sizeof *g->step);
}
