/*
** period.h - repetition at the end of a sequence of nim values.
**
** g has period p and saltus s from e on if g(n+p) = g(n) + s for all known n >= e.
** One O(N) pass finds how far back each p holds: the Z-function of the reversed sequence of
** differences d(n) = g(n+1) - g(n). Each kind decides which repetition proves a period
** (subtraction.c, all_but.c, take_and_break.c).
*/
#ifndef TA_PERIOD_H
#define TA_PERIOD_H

#include "nim_values.h"
#include "takeaway/base.h"

/* reach[p] = the number of differences at the end that equal those p before them, for
** 1 <= p < count - 1. `reach` holds count - 1 items; count >= 2. Polls. */
ta_status ta_period_reaches(const ta_nim_values *g, ta_call *call, uint32_t *reach);

/* From reach[p]: the least e with g(n+p) = g(n) + s for e <= n < count - p. */
static inline size_t ta_period_start(size_t count, size_t p, uint32_t reach) {
    return count - 1 - p - reach;
}

#endif
