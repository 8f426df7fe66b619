/*
** thresholds.h - f and W by their recurrence, for n = 0, 1, 2, ... W(n) is the winner with two
** infinite purses, and f(n) the amounts that are as good as infinite. The staircases are constant
** from f on.
*/
#ifndef TA_CASH_THRESHOLDS_H
#define TA_CASH_THRESHOLDS_H

#include "takeaway/cash.h"

typedef struct cash_thresholds {
    /* Set by the owner. */
    ta_allocator alloc;
    const int32_t *a; /* A, ascending; the owner's */
    size_t count;     /* 1..TA_CASH_MEMBERS */

    int32_t *f[2]; /* f^I, f^II, for n < known */
    uint8_t *wins; /* W(n) = I */
    size_t cap;
    ta_amount known;
} cash_thresholds;

/* Compute f and W for all x <= n. O(|A|) each. ELIMIT if memory is short. */
ta_status cash_thresholds_extend(cash_thresholds *t, ta_call *call, ta_amount n);

/* Compute f and W for one more n, without a poll. */
ta_status cash_thresholds_next(cash_thresholds *t, ta_call *call);

void cash_thresholds_clear(cash_thresholds *t);

/* The invariant that f or W breaks, or NULL. Each follows from the smaller n; all are checked for
** small n, and a sample beyond. */
const char *cash_thresholds_check(const cash_thresholds *t);

#endif
