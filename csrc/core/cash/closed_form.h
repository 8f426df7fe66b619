/*
** closed_form.h - the closed forms of the paper's families, and their solution sets
** (ta_cash_closed_form, ta_cash_closed_winner, ta_cash_solution).
*/
#ifndef TA_CASH_CLOSED_FORM_H
#define TA_CASH_CLOSED_FORM_H

#include "theory.h"

void cash_closed_form_clear(ta_cash *g);

/* Is X, g->closed.rows, a solution set in the printed sense? The period of g is known. */
ta_status cash_is_solution(ta_cash *g, ta_call *call, int *is);

#endif
