/*
** dyadic.h - exact numbers num / 2^exp, the numbers among short games.
**
** Invariant: lowest terms, |num| <= 2^62, 0 <= exp <= 62. Results that do not fit
** are TA_ERANGE. Sums are worked out in 128 bits, where they cannot overflow:
** 2^62 shifted by 62 is 2^124.
*/
#ifndef TA_DYADIC_H
#define TA_DYADIC_H

#include "base/int128.h"
#include "takeaway/value.h"

#define TA_DYADIC_EXP 62

static inline ta_dyadic ta_dyadic_integer(int64_t n) {
    ta_dyadic x = { n, 0 };
    return x;
}

static inline ta_dyadic ta_dyadic_neg(ta_dyadic x) {
    x.num = -x.num;
    return x;
}

/* num / 2^exp, |num| < 2^126, exp >= 0, brought to lowest terms. */
ta_status ta_dyadic_make(ta_int128 num, int exp, ta_dyadic *x);
ta_status ta_dyadic_add(ta_dyadic a, ta_dyadic b, ta_dyadic *sum);
ta_status ta_dyadic_sub(ta_dyadic a, ta_dyadic b, ta_dyadic *difference);

/* |a - b| / 2^halvings, halvings 0 or 1: there may be such a half where there is no a - b. */
ta_status ta_dyadic_gap(ta_dyadic a, ta_dyadic b, int halvings, ta_dyadic *gap);

/* floor(x 2^k) for 0 <= k <= 62, and whether that is exact. */
ta_int128 ta_dyadic_scale(ta_dyadic x, int k, int *exact);

/* Of a result that does not fit, what to say. */
ta_status ta_dyadic_beyond(ta_call *call, ta_status s);

/* An interval of numbers: each end present or not, included or not. */
typedef struct ta_interval {
    int has_low, low_in, has_high, high_in;
    ta_dyadic low, high;
} ta_interval;

/* The simplest number of a nonempty interval: the one born first. */
ta_status ta_dyadic_simplest(ta_interval i, ta_dyadic *x);

#endif
