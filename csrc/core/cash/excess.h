/*
** excess.h - one position of NIM with Cash, however large its numbers, along the positions of its excess.
**
** Taking a leads from (n; d, e) to (n - a; e, d - a): the money in both purses falls with the stones. So
** d + e - n is the same all through the game. With x = min(n, d + e), which falls by a too, and
** m = max(0, d + e - n), the excess,
**
**   the mover wins (n; d, e) if and only if d >= T_m(x), where
**   T_m(x) = x + m + 1 - max over a in A, a <= x, of T_m(x - a)      (the maximum of nothing is 0).
**
** Proof, by induction on x. Let c = d + e; c = x + m where m > 0, and c = x where m = 0. A move a needs a <= n
** and a <= d, so a <= x. It wins when the other, who then has e against d - a, loses: e < T_m(x - a), which is
** d > c - T_m(x - a); and T_m(x - a) <= c - a + 1 makes that at least a, so a <= d asks for nothing more. The
** least such d over all a is T_m(x); c + 1, which no d reaches, where there is no a. And T_m(x) <= c + 1. It is
** not negative, as T_m(x - a) is at most c - a + 1.
**
** Along x this is a recurrence, |A| steps for each x. It is made in whole periods: where the last values
** rise by the same amounts from one period of p to the next, T_m(y + t p) = T_m(y) + t (T_m(y) - T_m(y - p)), all
** values are linear in t as long as in each maximum the value that was the largest stays so; until which
** t is one division for each competitor. So n itself does not matter, only how often the pattern changes:
** a few times for every A that was tried.
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
    double most;      /* values and comparisons, before ELIMIT */

    uint64_t *t; /* the last values that were made, at most 2^63 + 1 each */
    size_t cap, held;
    double steps; /* of all that was made */
} cash_excess;

/*
** Make T_m(x) and the values for x - max A and later, 0 <= m, x <= TA_MAX. ELIMIT where no period
** lets it skip and it takes too long; ENOMEM, ECANCELLED: nothing may be read.
*/
ta_status cash_excess_make(cash_excess *s, ta_call *call, ta_amount m, ta_amount x);

/* T_m(x - back) of what was made last, back <= min(x, max A). */
static inline uint64_t cash_excess_least(const cash_excess *s, ta_amount back) {
    return s->t[s->held - 1 - (size_t)back];
}

void cash_excess_clear(cash_excess *s);

#endif
