/*
** thresholds.h - f and W by their recurrence, n = 0, 1, 2, ...: what two infinite purses do, and
** how much is as good as infinite. The game reads them as they are; the staircases end where they
** say.
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

/* Make f and W known for all x <= n. O(|A|) each; ELIMIT for want of memory. */
ta_status cash_thresholds_extend(cash_thresholds *t, ta_call *call, ta_amount n);

/* One n more, without a poll. */
ta_status cash_thresholds_next(cash_thresholds *t, ta_call *call);

void cash_thresholds_clear(cash_thresholds *t);

/* NULL when f and W are what the smaller n make them, all for small n, a sample beyond; or what is
** not. */
const char *cash_thresholds_check(const cash_thresholds *t);

#endif
