/*
** thresholds.c - f by the total form of Definition 2.3: both 0 below a1 = min A; then
**   f^II(n) = max f^I(n-a);
**   f^I(n)  = min of f^II(n-a) + a over the a with W(n-a) = II,     W(n) = I,
**             or over the a with f^I(n-a) = f^II(n),                W(n) = II.
** The threshold of the standard-Nim winner is exact; the other's is only enough.
*/
#include "thresholds.h"

#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"

/* Grow the three arrays together: new blocks first, so failure changes nothing. */
static ta_status make_room(ta_cash *g, size_t need) {
    size_t cap = g->rich.cap ? g->rich.cap : 64, known = (size_t)g->rich.known;
    if (need <= g->rich.cap) return TA_OK;
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
        memcpy(one, g->rich.f[0], known * sizeof *one);
        memcpy(two, g->rich.f[1], known * sizeof *two);
        memcpy(normal, g->rich.wins, known);
    }
    ta_free(&g->alloc, g->rich.f[0], g->rich.cap, sizeof *one);
    ta_free(&g->alloc, g->rich.f[1], g->rich.cap, sizeof *two);
    ta_free(&g->alloc, g->rich.wins, g->rich.cap, 1);
    g->rich.f[0] = one;
    g->rich.f[1] = two;
    g->rich.wins = normal;
    g->rich.cap = cap;
    return TA_OK;
}

static void make_next(ta_cash *g, ta_amount n) {
    int32_t first = INT32_MAX, second = 0; /* f^I, f^II */
    int wins = 0;
    size_t legal = 0;
    while (legal < g->count && g->a[legal] <= n) legal++;
    for (size_t j = 0; j < legal; j++) {
        ta_amount m = n - g->a[j];
        if (!g->rich.wins[m]) wins = 1;
        if (g->rich.f[0][m] > second) second = g->rich.f[0][m];
    }
    for (size_t j = 0; j < legal; j++) {
        ta_amount m = n - g->a[j];
        int counts = wins ? !g->rich.wins[m] : g->rich.f[0][m] == second;
        if (counts && g->rich.f[1][m] + g->a[j] < first) first = g->rich.f[1][m] + g->a[j];
    }
    /* some legal move counts: one that wins, or one at which the maximum is reached */
    ta_assert(!legal || first <= n);
    g->rich.f[0][n] = legal ? first : 0;
    g->rich.f[1][n] = second;
    g->rich.wins[n] = (uint8_t)wins;
}

ta_status cash_thresholds_extend(ta_cash *g, ta_call *call, ta_amount n) {
    if (n < g->rich.known) return TA_OK;
    double need = 18.0 * (double)n, have = ta_memory_available();
    if (n > 2000000000 || need > have) return ta_fail_memory(call, "the thresholds f", need, have);
    ta_status s = make_room(g, (size_t)n + 1);
    while (s == TA_OK && g->rich.known <= n) {
        make_next(g, g->rich.known++);
        s = ta_poll(call, (uint32_t)g->count, (double)g->rich.known, (double)n);
    }
    ta_sound(ta_cash_check(g));
    return s;
}

void cash_thresholds_clear(ta_cash *g) {
    for (int k = 0; k < 2; k++) ta_free(&g->alloc, g->rich.f[k], g->rich.cap, sizeof *g->rich.f[k]);
    ta_free(&g->alloc, g->rich.wins, g->rich.cap, 1);
}

void ta_cash_poor(const ta_cash *g, ta_amount n, ta_amount poor[2]) {
    ta_amount a1 = cash_least_member(g), i = n % (2 * a1), half = (n - i) / 2;
    poor[0] = half + (i + 1 < a1 ? i + 1 : a1);
    poor[1] = half + (i - a1 + 1 > 0 ? i - a1 + 1 : 0);
}

/* ---- The check ---- */

/* W(n), and that f^I or f^II, whoever wins, is what the staircase of n says: exact. */
static int holds_at(const ta_cash *g, ta_amount n) {
    const cash_staircases *s = &g->staircases;
    int wins = 0;
    for (size_t j = 0; j < g->count && g->a[j] <= n; j++) wins |= !g->rich.wins[n - g->a[j]];
    if (wins != g->rich.wins[n] || g->rich.f[0][n] > n || g->rich.f[1][n] > n) return 0;
    if (n < s->first || n >= s->known) return 1;
    return wins ? cash_row_least(s, n, n) == g->rich.f[0][n]
                : cash_row_beaten(s, n, n) == g->rich.f[1][n];
}

const char *ta_cash_check(const ta_cash *g) {
    ta_amount step = (ta_amount)ta_check_step((size_t)g->rich.known);
    for (ta_amount n = 0; n < g->rich.known; n += step)
        if (!holds_at(g, n))
            return "cash: W or f is not what the smaller n or the staircase make it";
    if (g->linear.found) {
        ta_amount m = g->linear.form.modulus, from = g->linear.form.preperiod;
        for (ta_amount n = from; n < from + m && n + m < g->rich.known; n++)
            for (int k = 0; k < 2; k++)
                if (g->rich.f[k][n + m] - g->rich.f[k][n] != g->linear.slope[k][n % m])
                    return "cash: a slope is not the rise of f over one modulus";
    }
    return cash_staircases_check(&g->staircases);
}
