/*
** dyadic.h - exact numbers num / 2^exp, the numbers among short games.
**
** Two representations, each number in one alone:
**
**   plain   lowest terms, |num| <= 2^62, 0 <= exp <= 62
**   big     exp is TA_DYADIC_BIG: all others, to 2^18 binary digits before and after the point.
**           Their digits are kept in the store, once for a size (big.c); num holds where, with
**           the number's sign.
**
** So equal numbers have equal num and exp, the sign of num is that of the number, and its negative
** has -num, whichever it is. Of plain numbers results are worked out in 128 bits, where they cannot
** overflow: 2^62 shifted by 63 is 2^125. What makes a number takes the store, and may fail with
** ERANGE (too many digits), ELIMIT and ENOMEM.
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

/* Binary digits of |x|: how many there are of an integer, and the i-th from the right. */
size_t ta_dyadic_length(ta_dyadic n);
int ta_dyadic_digit(ta_dyadic n, size_t i);

/* The integer n, or -2^62 or 2^62 where it is beyond. */
int64_t ta_dyadic_clip(ta_dyadic n);

/* Rounded to nearest, which turns no order round; infinite where it must. */
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

/* The integer with these decimal digits, and num / den: *x, and whether den is a power of two. */
ta_status ta_dyadic_read(ta_values *v, ta_call *call, const char *digits, size_t count,
                         ta_dyadic *x);
/* The number digits / 10^places, of an integer that is not negative: *x, and whether there is one: whether
** 5^places divides the digits. */
ta_status ta_dyadic_decimal(ta_values *v, ta_call *call, ta_dyadic digits, size_t places,
                            ta_dyadic *x, int *is_dyadic);
ta_status ta_dyadic_over(ta_values *v, ta_call *call, ta_dyadic num, ta_dyadic den, ta_dyadic *x,
                         int *power);

#endif
