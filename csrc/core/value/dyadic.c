/*
** dyadic.c - exact dyadic arithmetic, and the simplest number of an interval.
**
** The simplest number is 0 if that is in; else, in an interval of positive
** numbers, the least integer; else the number of least denominator, of which
** there is only one: between two of the same denominator lies one of a smaller.
*/
#include "dyadic.h"

#include <stdio.h>

#include "base/int128.h"
#include "base/status.h"

#define NUM_MOST ((ta_int128)1 << 62)

ta_status ta_dyadic_make(ta_int128 num, int exp, ta_dyadic *x) {
    while (exp > 0 && num % 2 == 0) {
        num /= 2;
        exp--;
    }
    if (num > NUM_MOST || num < -NUM_MOST || exp > TA_DYADIC_EXP) return TA_ERANGE;
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

ta_status ta_dyadic_add(ta_dyadic a, ta_dyadic b, ta_dyadic *sum) {
    int exp;
    ta_int128 num = wide_sum(a, b, &exp);
    return ta_dyadic_make(num, exp, sum);
}

ta_status ta_dyadic_gap(ta_dyadic a, ta_dyadic b, int halvings, ta_dyadic *gap) {
    int exp;
    ta_int128 num = wide_sum(a, ta_dyadic_neg(b), &exp);
    return ta_dyadic_make(num < 0 ? -num : num, exp + halvings, gap);
}

ta_status ta_dyadic_sub(ta_dyadic a, ta_dyadic b, ta_dyadic *difference) {
    return ta_dyadic_add(a, ta_dyadic_neg(b), difference);
}

int ta_dyadic_compare(ta_dyadic a, ta_dyadic b) {
    if (a.exp == b.exp) return a.num < b.num ? -1 : a.num > b.num;
    int exp = a.exp > b.exp ? a.exp : b.exp;
    ta_int128 l = (ta_int128)a.num * ((ta_int128)1 << (exp - a.exp));
    ta_int128 r = (ta_int128)b.num * ((ta_int128)1 << (exp - b.exp));
    return l < r ? -1 : l > r;
}

ta_int128 ta_dyadic_scale(ta_dyadic x, int k, int *exact) {
    *exact = k >= x.exp;
    if (*exact) return (ta_int128)x.num * ((ta_int128)1 << (k - x.exp));
    return (ta_int128)x.num >> (x.exp - k); /* arithmetic shift: floor */
}

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

ta_status ta_dyadic_simplest(ta_interval i, ta_dyadic *x) {
    ta_dyadic zero = { 0, 0 }, found = zero;
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
    for (int k = 0; k <= TA_DYADIC_EXP; k++) {
        int exact;
        ta_int128 m = ta_dyadic_scale(i.low, k, &exact);
        m += !(exact && i.low_in);
        ta_status s = ta_dyadic_make(m, k, &found);
        if (s) return s;
        if (!below(&i, found)) continue;
        *x = negative ? ta_dyadic_neg(found) : found;
        return TA_OK;
    }
    return TA_ERANGE;
}

ta_status ta_dyadic_beyond(ta_call *call, ta_status s) {
    return ta_fail(call, s, "a number beyond 2^62, or with a denominator beyond 2^62");
}

const char *ta_dyadic_text(char text[48], ta_dyadic x) {
    if (x.exp == 0) snprintf(text, 48, "%lld", (long long)x.num);
    else snprintf(text, 48, "%lld/%lld", (long long)x.num, (long long)1 << x.exp);
    return text;
}
