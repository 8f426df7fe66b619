/*
** check.c - g by its formula, and the check of a game.
*/
#include "check.h"

#include "base/check.h"

void ta_cash_poor(const ta_cash *g, ta_amount n, ta_amount poor[2]) {
    ta_amount a1 = cash_least_member(g), i = n % (2 * a1), half = (n - i) / 2;
    poor[0] = half + (i + 1 < a1 ? i + 1 : a1);
    poor[1] = half + (i - a1 + 1 > 0 ? i - a1 + 1 : 0);
}

/* Is the threshold of the winner, f^I(n) or f^II(n), the exact one of the staircase? */
static int holds_at(const ta_cash *g, ta_amount n) {
    const cash_staircases *s = &g->staircases;
    if (g->rich.f[0][n] > n || g->rich.f[1][n] > n) return 0;
    if (n < s->first || n >= s->known) return 1;
    return g->rich.wins[n] ? cash_row_least(s, n, n) == g->rich.f[0][n]
                           : cash_row_beaten(s, n, n) == g->rich.f[1][n];
}

const char *ta_cash_check(const ta_cash *g) {
    const char *broken = cash_thresholds_check(&g->rich);
    if (broken) return broken;
    ta_amount step = (ta_amount)ta_check_step((size_t)g->rich.known);
    for (ta_amount n = 0; n < g->rich.known; n += step)
        if (!holds_at(g, n)) return "cash: f is not what the staircase makes it";
    if (g->linear.found) {
        ta_amount m = g->linear.form.modulus, from = g->linear.form.preperiod;
        for (ta_amount n = from; n < from + m && n + m < g->rich.known; n++)
            for (int k = 0; k < 2; k++)
                if (g->rich.f[k][n + m] - g->rich.f[k][n] != g->linear.slope[k][n % m])
                    return "cash: a slope is not the rise of f over one modulus";
    }
    return cash_staircases_check(&g->staircases);
}
