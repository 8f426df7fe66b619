/*
** naive_rational.h - rational numbers by definition, within 32 bits, and the operations of expressions.
*/
#ifndef NAIVE_RATIONAL_H
#define NAIVE_RATIONAL_H

#include "base/int128.h"
#include "movefn/expr.h"

typedef enum { KNOWN, UNDEFINED, UNKNOWN } knowledge; /* UNKNOWN: beyond the naive numbers */

typedef struct naive {
    knowledge is;
    int64_t num, den; /* lowest terms, den > 0 */
} naive;

/* num / den in lowest terms. */
static inline naive make(ta_int128 num, ta_int128 den) {
    ta_int128 a = num < 0 ? -num : num, b = den < 0 ? -den : den;
    while (b) {
        ta_int128 t = a % b;
        a = b;
        b = t;
    }
    if (den < 0) a = -a;
    num /= a, den /= a;
    if (num > INT32_MAX || num < -INT32_MAX || den > INT32_MAX) return (naive){ UNKNOWN, 0, 1 };
    return (naive){ KNOWN, (int64_t)num, (int64_t)den };
}

static inline naive undefined(void) {
    return (naive){ UNDEFINED, 0, 1 };
}

static inline int64_t floor_of(naive x) {
    return x.num / x.den - (x.num % x.den < 0);
}

static inline naive power_of(naive x, naive y) {
    ta_int128 num = 1, den = 1;
    if (y.den != 1 || (x.num == 0 && y.num < 0)) return undefined();
    int64_t e = y.num < 0 ? -y.num : y.num;
    if (x.den == 1 && x.num >= -1 && x.num <= 1 && e > 2) e = 2 - e % 2; /* nothing grows */
    for (int64_t i = 0; i < e; i++) {
        num *= x.num, den *= x.den;
        if (num > INT32_MAX || num < -INT32_MAX || den > INT32_MAX) return (naive){ UNKNOWN, 0, 1 };
    }
    return y.num < 0 ? make(den, num) : make(num, den);
}

static inline naive apply(ta_op op, naive x, naive y) {
    int64_t a = x.num, b = x.den, c = y.num, d = y.den, n = 0;
    switch (op) {
    case OP_ADD: return make((ta_int128)a * d + (ta_int128)c * b, (ta_int128)b * d);
    case OP_SUB: return make((ta_int128)a * d - (ta_int128)c * b, (ta_int128)b * d);
    case OP_MUL: return make((ta_int128)a * c, (ta_int128)b * d);
    case OP_DIV: return c ? make((ta_int128)a * d, (ta_int128)b * c) : undefined();
    case OP_MOD: {
        if (!c) return undefined();
        naive q = make((ta_int128)a * d, (ta_int128)b * c);
        if (q.is) return q;
        return make((ta_int128)a * d - (ta_int128)floor_of(q) * c * b, (ta_int128)b * d);
    }
    case OP_POW: return power_of(x, y);
    case OP_NEG: return make(-a, b);
    case OP_FLOOR: return make(floor_of(x), 1);
    case OP_CEIL: return make(-floor_of(make(-a, b)), 1);
    case OP_ROUND: return make(floor_of((naive){ KNOWN, 2 * a + b, 2 * b }), 1);
    case OP_ABS: return make(a < 0 ? -a : a, b);
    case OP_LOWBIT:
        if (b != 1 || a < 1) return undefined();
        for (n = 1; a % (2 * n) == 0;) n *= 2;
        return make(n, 1);
    case OP_POPCOUNT:
        if (b != 1 || a < 0) return undefined();
        for (; a; a /= 2) n += a % 2;
        return make(n, 1);
    case OP_ISQRT:
        if (a < 0) return undefined();
        while ((n + 1) * (n + 1) * b <= a) n++;
        return make(n, 1);
    case OP_LOG2:
        if (a < b) return undefined();
        for (; a / b > 1; b *= 2) n++;
        return make(n, 1);
    case OP_MIN: return (ta_int128)a * d <= (ta_int128)c * b ? x : y;
    default: return (ta_int128)a * d >= (ta_int128)c * b ? x : y;
    }
}

#endif
