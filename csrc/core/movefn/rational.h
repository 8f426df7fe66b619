/*
** rational.h - exact rationals for expressions in k, with bounds for results that grow too large.
**
** A ta_rational is num/den in lowest terms, den in 1..2^62, num in 128 bits. With `huge` set, only
** the sign of the number x, in num, and the bound |x| >= 2^huge are known. So 2^k at k = 500 is "at
** least 2^500". That suffices to take a minimum, to compare and to saturate. An operation that
** needs more than the bound (2^500 - 2^500, 2^500 mod 7) is TA_ERANGE, never a guess.
*/
#ifndef TA_RATIONAL_H
#define TA_RATIONAL_H

#include "base/int128.h"
#include "takeaway/base.h"

typedef struct ta_rational {
    ta_int128 num;
    int64_t den;
    int64_t huge; /* 0: exact; else |x| >= 2^huge */
} ta_rational;

/* Results: TA_OK, TA_ERANGE (the bound does not suffice), TA_EBADRULE (undefined, such as division
** by zero). `r` may alias an argument. */
ta_rational ta_rational_integer(int64_t n);
ta_status ta_rational_add(ta_rational a, ta_rational b, ta_rational *r);
ta_status ta_rational_sub(ta_rational a, ta_rational b, ta_rational *r);
ta_status ta_rational_mul(ta_rational a, ta_rational b, ta_rational *r);
ta_status ta_rational_div(ta_rational a, ta_rational b, ta_rational *r);
ta_status ta_rational_mod(ta_rational a, ta_rational b, ta_rational *r); /* a - b floor(a/b) */
ta_status ta_rational_pow(ta_rational a, ta_rational b, ta_rational *r); /* b an integer */
ta_status ta_rational_floor(ta_rational a, ta_rational *r);
ta_status ta_rational_compare(ta_rational a, ta_rational b, int *sign); /* sign of a - b */

/* NULL, or the invariant that a number breaks. */
const char *ta_rational_check(ta_rational a);

static inline ta_rational ta_rational_neg(ta_rational a) {
    a.num = -a.num;
    return a;
}

static inline int ta_rational_sign(ta_rational a) {
    return a.num > 0 ? 1 : a.num < 0 ? -1 : 0;
}

/* floor(log2 n) for n >= 1. */
static inline int ta_log2_128(ta_uint128 n) {
    uint64_t high = (uint64_t)(n >> 64);
    return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)n);
}

#endif
