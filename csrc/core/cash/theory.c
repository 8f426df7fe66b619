/*
** theory.c - states decided by a rich or poor purse, for any n.
**
** Theorem 2.4 decides every state with a rich player, Theorem 3.7 every state with a poor
** player. Both may apply, and then agree. f and W are tabulated up to a limit. Beyond it, n
** is reduced into one period of their proved linear form.
*/
#include "theory.h"

#include "base/check.h"

/* Up to this n f is tabulated. Beyond, and beyond the limit of the search for the linear form, f
** comes from that form. */
#define F_TABLE 4000000

/* *at is n, or for a large n the number of the same residue in the first period of the proved form.
** n is *periods periods above *at. */
static ta_status fold(ta_cash *g, ta_call *call, ta_amount n, ta_amount *at, ta_amount *periods) {
    *at = n;
    *periods = 0;
    if (n >= g->rich.known && n > F_TABLE && n > cash_linear_limit(g)) {
        ta_cash_asym asym;
        ta_status s = ta_cash_asymptotics(g, call, 0, &asym);
        if (s) return s;
        *periods = (n - asym.preperiod) / asym.modulus;
        *at = n - *periods * asym.modulus;
        ta_assert(*at >= asym.preperiod && *at < asym.preperiod + asym.modulus);
    }
    return cash_thresholds_extend(&g->rich, call, *at);
}

ta_status ta_cash_normal(ta_cash *g, ta_call *call, ta_amount n, int *first) {
    ta_amount at, periods;
    ta_status s = fold(g, call, n, &at, &periods);
    if (s == TA_OK) *first = g->rich.wins[at];
    return s;
}

ta_status ta_cash_rich(ta_cash *g, ta_call *call, ta_amount n, ta_amount rich[2]) {
    ta_require(n >= 0 && n <= TA_MAX);
    ta_amount at, periods;
    ta_status s = fold(g, call, n, &at, &periods);
    if (s) return s;
    for (int k = 0; k < 2; k++) {
        rich[k] = g->rich.f[k][at];
        /* a slope is at most the modulus, so nothing overflows: f(n) <= n */
        if (periods) rich[k] += periods * g->linear.slope[k][at % g->linear.form.modulus];
    }
    return TA_OK;
}

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
