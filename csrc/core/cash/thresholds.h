/*
** thresholds.h - f and W by their recurrence, n = 0, 1, 2, ... (and g: ta_cash_poor).
*/
#ifndef TA_CASH_THRESHOLDS_H
#define TA_CASH_THRESHOLDS_H

#include "game.h"

/* Make f and W known for all x <= n. O(|A|) each; ELIMIT for want of memory. */
ta_status cash_thresholds_extend(ta_cash *g, ta_call *call, ta_amount n);

void cash_thresholds_clear(ta_cash *g);

/*
** NULL when the last row of the staircases, W and f, the thresholds that a staircase also
** knows and the slopes of the linear form agree with their definitions; or what does not.
** All of it for small n, a sample beyond.
*/
const char *ta_cash_check(const ta_cash *g);

#endif
