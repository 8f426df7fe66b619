/*
** theory.h - states decided by a rich or poor purse, for any n (ta_cash_rich, ta_cash_normal).
*/
#ifndef TA_CASH_THEORY_H
#define TA_CASH_THEORY_H

#include "linear.h"

/* Apply Theorems 2.4 and 3.7, given f(n), g(n) and W(n). A critical state gets by = NULL. */
void cash_decide(ta_cash_class *c, ta_amount a1, ta_amount d, ta_amount e, const ta_amount f[2],
                 const ta_amount p[2], int normal);

#endif
