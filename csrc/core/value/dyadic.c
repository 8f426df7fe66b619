/*
** dyadic.c - exact dyadic arithmetic, and the simplest number of an interval. This file has plain
** numbers; big.c has all others.
**
** The simplest number is 0 if the interval contains it. Otherwise, in an interval of positive
** numbers, it is the least integer, or without integers the number of least denominator. That
** number is unique: between two of the same denominator lies one of a smaller denominator.
*/
#include "dyadic.h"

#include "big.h"
#include "value_int.h"

static int has_big(ta_dyadic a, ta_dyadic b) {
    return (a.exp | b.exp) < 0;
}

ta_status ta_dyadic_make(ta_values *v, ta_call *call, ta_int128 num, int exp, ta_dyadic *x) {
    while (exp > 0 && num % 2 == 0) {
        num /= 2;
        exp--;
    }
    if (num > v->bigs.plain_num || num < -v->bigs.plain_num || exp > v->bigs.plain_exp || exp < 0)
        return ta_big_make(&v->bigs, call, num, exp, x);
    x->num = (int64_t)num;
    x->exp = exp;
    return TA_OK;
}

/* a + b over 2^exp, not in lowest terms. */
static ta_int128 wide_sum(ta_dyadic a, ta_dyadic b, int *exp) {
    *exp = a.exp > b.exp ? a.exp : b.exp;
    return ((ta_int128)a.num * ((ta_int128)1 << (*exp - a.exp))) +
           ((ta_int128)b.num * ((ta_int128)1 << (*exp - b.exp)));
}

ta_status ta_dyadic_add(ta_values *v, ta_call *call, ta_dyadic a, ta_dyadic b, ta_dyadic *sum) {
    int exp;
    if (has_big(a, b)) return ta_big_sum(&v->bigs, call, a, b, 0, sum);
    ta_int128 num = wide_sum(a, b, &exp);
    return ta_dyadic_make(v, call, num, exp, sum);
}

ta_status ta_dyadic_gap(ta_values *v, ta_call *call, ta_dyadic a, ta_dyadic b, int halvings,
                        ta_dyadic *gap) {
    int exp;
    if (has_big(a, b)) {
        ta_status s = ta_big_sum(&v->bigs, call, a, ta_dyadic_neg(b), halvings, gap);
        if (!s && gap->num < 0) *gap = ta_dyadic_neg(*gap);
        return s;
    }
    ta_int128 num = wide_sum(a, ta_dyadic_neg(b), &exp);
    return ta_dyadic_make(v, call, num < 0 ? -num : num, exp + halvings, gap);
}

ta_status ta_dyadic_sub(ta_values *v, ta_call *call, ta_dyadic a, ta_dyadic b,
                        ta_dyadic *difference) {
    return ta_dyadic_add(v, call, a, ta_dyadic_neg(b), difference);
}

ta_status ta_dyadic_mul(ta_values *v, ta_call *call, ta_dyadic a, ta_dyadic b, ta_dyadic *product) {
    if (has_big(a, b)) return ta_big_product(&v->bigs, call, a, b, product);
    return ta_dyadic_make(v, call, (ta_int128)a.num * b.num, a.exp + b.exp, product);
}

int ta_dyadic_compare(ta_dyadic a, ta_dyadic b) {
    if (has_big(a, b)) return ta_big_compare(a, b);
    if (a.exp == b.exp) return a.num < b.num ? -1 : a.num > b.num;
    int exp = a.exp > b.exp ? a.exp : b.exp;
    ta_int128 l = (ta_int128)a.num * ((ta_int128)1 << (exp - a.exp));
    ta_int128 r = (ta_int128)b.num * ((ta_int128)1 << (exp - b.exp));
    return l < r ? -1 : l > r;
}

/* floor(x 2^k) of a plain x, 0 <= k <= 63, and whether that is exact. */
static ta_int128 scale(ta_dyadic x, int k, int *exact) {
    *exact = k >= x.exp;
    if (*exact) return (ta_int128)x.num * ((ta_int128)1 << (k - x.exp));
    return (ta_int128)x.num >> (x.exp - k); /* arithmetic shift: floor */
}

ta_status ta_dyadic_floor(ta_values *v, ta_call *call, ta_dyadic x, ta_dyadic *n) {
    int exact;
    if (x.exp < 0) return ta_big_floor(&v->bigs, call, x, n);
    return ta_dyadic_make(v, call, scale(x, 0, &exact), 0, n);
}

/* ---- The simplest number ---- */

static int above(const ta_interval *i, ta_dyadic x) {
    if (!i->has_low) return 1;
    int order = ta_dyadic_compare(x, i->low);
    return order > 0 || (order == 0 && i->low_in);
}

static int below(const ta_interval *i, ta_dyadic x) {
    if (!i->has_high) return 1;
    int order = ta_dyadic_compare(x, i->high);
    return order < 0 || (order == 0 && i->high_in);
}

/* For an interval of positive numbers with plain ends. One more place than theirs is enough. */
static ta_status simplest(ta_values *v, ta_call *call, const ta_interval *i, ta_dyadic *x) {
    for (int k = 0;; k++) {
        int exact;
        ta_int128 m = scale(i->low, k, &exact);
        m += !(exact && i->low_in);
        ta_status s = ta_dyadic_make(v, call, m, k, x);
        if (s || below(i, *x)) return s;
    }
}

ta_status ta_dyadic_simplest(ta_values *v, ta_call *call, ta_interval i, ta_dyadic *x) {
    const ta_dyadic zero = { 0, 0 };
    if (above(&i, zero) && below(&i, zero)) {
        *x = zero;
        return TA_OK;
    }
    int negative = above(&i, zero);
    if (negative) {
        ta_interval mirror = {
            i.has_high, i.high_in, i.has_low, i.low_in, ta_dyadic_neg(i.high), ta_dyadic_neg(i.low)
        };
        i = mirror;
    }
    int big = i.low.exp < 0 || (i.has_high && i.high.exp < 0);
    ta_status s = big ? ta_big_simplest(&v->bigs, call, &i, x) : simplest(v, call, &i, x);
    if (!s && negative) *x = ta_dyadic_neg(*x);
    return s;
}
