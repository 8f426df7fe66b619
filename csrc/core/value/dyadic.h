/*
** dyadic.h - exact numbers num / 2^exp, the numbers among short games.
**
** Each number has exactly one of two representations:
**
**   plain   lowest terms, |num| <= 2^62, 0 <= exp <= 62
**   big     exp is TA_DYADIC_BIG: all others, with at most 2^18 binary digits before the point and
**           fewer than 2^18 after it. The store keeps the digits of each absolute value once
**           (big.c). num is their address, with the number's sign.
**
** So equal numbers have equal num and exp, num has the sign of the number, and the negative has
** -num in both representations. Results of plain numbers are computed in 128 bits, where they
** cannot overflow: 2^62 shifted by 63 is 2^125. Functions that create numbers take the store, and
** may fail with ERANGE (too many digits), ELIMIT and ENOMEM.
*/
#ifndef TA_DYADIC_H
#define TA_DYADIC_H

#include "base/int128.h"
#include "takeaway/value.h"

#define TA_DYADIC_EXP 62
#define TA_DYADIC_NUM ((int64_t)1 << 62)

static inline ta_dyadic ta_dyadic_integer(int64_t n) {
    ta_dyadic x = { n, 0 };
    return x;
}

static inline ta_dyadic ta_dyadic_neg(ta_dyadic x) {
    x.num = -x.num;
    return x;
}

static inline int ta_dyadic_same(ta_dyadic a, ta_dyadic b) {
    return a.num == b.num && a.exp == b.exp;
}

/* num / 2^exp, |num| < 2^126, exp of either sign. */
ta_status ta_dyadic_make(ta_values *v, ta_call *call, ta_int128 num, int exp, ta_dyadic *x);
ta_status ta_dyadic_add(ta_values *v, ta_call *call, ta_dyadic a, ta_dyadic b, ta_dyadic *sum);
ta_status ta_dyadic_sub(ta_values *v, ta_call *call, ta_dyadic a, ta_dyadic b,
                        ta_dyadic *difference);
ta_status ta_dyadic_mul(ta_values *v, ta_call *call, ta_dyadic a, ta_dyadic b, ta_dyadic *product);

/* |a - b| / 2^halvings, halvings 0 or 1. */
ta_status ta_dyadic_gap(ta_values *v, ta_call *call, ta_dyadic a, ta_dyadic b, int halvings,
                        ta_dyadic *gap);

/* The largest integer that is not above x. */
ta_status ta_dyadic_floor(ta_values *v, ta_call *call, ta_dyadic x, ta_dyadic *n);

/* Binary digits of the integer |n|: their number, and the i-th from the right. */
size_t ta_dyadic_length(ta_dyadic n);
int ta_dyadic_digit(ta_dyadic n, size_t i);

/* The integer n, clipped to -2^62 .. 2^62. */
int64_t ta_dyadic_clip(ta_dyadic n);

/* x rounded to nearest, which preserves <=; infinite if x is too large. */
float ta_dyadic_size(ta_dyadic x);

/* The day on which x is born; TA_INF beyond 2^62. */
ta_amount ta_dyadic_birthday(ta_dyadic x);

/* An interval of numbers: each end present or not, included or not. */
typedef struct ta_interval {
    int has_low, low_in, has_high, high_in;
    ta_dyadic low, high;
} ta_interval;

/* The simplest number of a nonempty interval: the one born first. */
ta_status ta_dyadic_simplest(ta_values *v, ta_call *call, ta_interval i, ta_dyadic *x);

/* The integer with these decimal digits. */
ta_status ta_dyadic_read(ta_values *v, ta_call *call, const char *digits, size_t count,
                         ta_dyadic *x);
/* The number digits / 10^places, digits >= 0. *is_dyadic: is it dyadic, so that 5^places divides
** `digits`? */
ta_status ta_dyadic_decimal(ta_values *v, ta_call *call, ta_dyadic digits, size_t places,
                            ta_dyadic *x, int *is_dyadic);
/* num / den. *power: is den a power of two? */
ta_status ta_dyadic_over(ta_values *v, ta_call *call, ta_dyadic num, ta_dyadic den, ta_dyadic *x,
                         int *power);

#endif
