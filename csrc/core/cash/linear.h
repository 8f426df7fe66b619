/*
** linear.h - f for all n (ta_cash_asymptotics, ta_cash_periodicity), proved from the
** thresholds of finitely many.
*/
#ifndef TA_CASH_LINEAR_H
#define TA_CASH_LINEAR_H

#include "check.h"

/* The limit of the search if the caller gives none. */
static inline ta_amount cash_linear_limit(const ta_cash *g) {
    return 16384 + 64 * cash_most_member(g);
}

void cash_linear_clear(ta_cash *g);

#endif
