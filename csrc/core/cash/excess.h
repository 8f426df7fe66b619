/*
** excess.h - one position of NIM with Cash, however large its numbers, along the positions of the
** same excess.
**
** Taking a leads from (n; d, e) to (n - a; e, d - a). Stones and money fall by the same amount, so
** d + e - n is constant during the game. Let x = min(n, d + e), which falls by a too, and let
** m = max(0, d + e - n) be the excess. Then
**
**   the mover wins (n; d, e) if and only if d >= T_m(x), where
**   T_m(x) = x + m + 1 - max over a in A, a <= x, of T_m(x - a)      (the maximum of nothing is 0).
**
** Proof, by induction on x. Let c = d + e, which is x + m. A move a needs a <= n and a <= d, so
** a <= x. It wins if the other player, who then has e against d - a, loses: e < T_m(x - a), or
** d > c - T_m(x - a). Since T_m(x - a) <= c - a + 1, this implies d >= a. The least such d over all
** a is T_m(x). If there is no a, it is c + 1, which no d reaches. T_m(x) is at most c + 1. It is
** not negative, as T_m(x - a) is at most c - a + 1.
**
** Along x this is a recurrence of |A| steps for each x. It skips whole periods. Suppose the last
** values rise by the same amounts from one period of p to the next. Then
** T_m(y + t p) = T_m(y) + t (T_m(y) - T_m(y - p)). All values are linear in t while the largest
** value in each maximum stays the largest. One division for each other value gives the last t. So
** the cost does not depend on n, but on the number of times the pattern changes. These were few for
** every A that was tried.
*/
#ifndef TA_CASH_EXCESS_H
#define TA_CASH_EXCESS_H

#include "takeaway/cash.h"

#define CASH_EXCESS_STEPS 268435456.0 /* 2^28, half a second */

typedef struct cash_excess {
    /* Set by the owner. */
    ta_allocator alloc;
    const int32_t *a; /* A, ascending; the owner's */
    size_t count;     /* 1..TA_CASH_MEMBERS */
    double most;      /* the limit of values and comparisons */

    uint64_t *t; /* the last values computed, at most 2^63 + 1 each */
    size_t cap, held;
    double steps; /* of all calls so far */
} cash_excess;

/*
** Compute T_m(x) and the values from x - max A on, for 0 <= m, x <= TA_MAX. ELIMIT if no period
** allows skips and it takes too long. After ENOMEM and ECANCELLED no value may be read.
*/
ta_status cash_excess_make(cash_excess *s, ta_call *call, ta_amount m, ta_amount x);

/* T_m(x - back) of the last call, back <= min(x, max A). */
static inline uint64_t cash_excess_least(const cash_excess *s, ta_amount back) {
    return s->t[s->held - 1 - (size_t)back];
}

void cash_excess_clear(cash_excess *s);

#endif
