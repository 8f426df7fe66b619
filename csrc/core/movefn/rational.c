/*
** rational.c - exact rational arithmetic with proved lower bounds on overflow.
**
** Results are exact wherever they fit. Else a result is replaced by a bound only if the bounds of
** the operands prove it. A comment at each such point gives the proof.
*/
#include "rational.h"

#include "base/check.h"
#include "base/int128.h"

#define NUM_BITS 125 /* |num| < 2^125, so that one addition cannot overflow */
#define DEN_MAX ((ta_int128)1 << 62)

static ta_uint128 magnitude(ta_int128 n) {
    return n < 0 ? (ta_uint128)0 - (ta_uint128)n : (ta_uint128)n;
}

/* Some b with |a| >= 2^b, for a nonzero; b may be negative. */
static int64_t lower_bits(ta_rational a) {
    if (a.huge) return a.huge;
    int below = a.den == 1 ? 0 : ta_log2_128((ta_uint128)a.den) + 1;
    return ta_log2_128(magnitude(a.num)) - below;
}

static ta_status huge_or_unknown(int sign, int64_t bits, ta_rational *r) {
    if (bits < 1) return TA_ERANGE;
    *r = (ta_rational){ sign, 1, bits };
    ta_sound(ta_rational_check(*r));
    return TA_OK;
}

static ta_uint128 gcd(ta_uint128 a, ta_uint128 b) {
    while (b) {
        ta_uint128 t = a % b;
        a = b;
        b = t;
    }
    return a;
}

/* Reduce num/den (den > 0, both within 128 bits) to lowest terms. */
static ta_status reduce(ta_int128 num, ta_int128 den, ta_rational *r) {
    if (den != 1) {
        ta_int128 g = (ta_int128)gcd(magnitude(num), (ta_uint128)den);
        num /= g;
        den /= g;
    }
    if (num != 0 && (den > DEN_MAX || ta_log2_128(magnitude(num)) >= NUM_BITS)) {
        int below = den == 1 ? 0 : ta_log2_128((ta_uint128)den) + 1;
        return huge_or_unknown(num < 0 ? -1 : 1, ta_log2_128(magnitude(num)) - below, r);
    }
    r->num = num;
    r->den = (int64_t)den;
    r->huge = 0;
    ta_sound(ta_rational_check(*r));
    return TA_OK;
}

const char *ta_rational_check(ta_rational a) {
    if (a.huge)
        return a.huge < 1 || a.den != 1 || (a.num != 1 && a.num != -1)
                   ? "rational: a bound that is no sign and no power of two"
                   : NULL;
    if (a.den < 1 || a.den > DEN_MAX) return "rational: a denominator outside 1..2^62";
    if (a.num != 0 && ta_log2_128(magnitude(a.num)) >= NUM_BITS)
        return "rational: a numerator beyond 2^125";
    return gcd(magnitude(a.num), (ta_uint128)a.den) == 1 ? NULL : "rational: not in lowest terms";
}

ta_rational ta_rational_integer(int64_t n) {
    ta_rational r = { n, 1, 0 };
    return r;
}

ta_status ta_rational_add(ta_rational a, ta_rational b, ta_rational *r) {
    int sa = ta_rational_sign(a), sb = ta_rational_sign(b);
    if (sa == 0 || sb == 0) {
        *r = sa ? a : b;
        return TA_OK;
    }
    if (!a.huge && !b.huge) {
        ta_int128 x, y, num;
        if (!__builtin_mul_overflow(a.num, b.den, &x) &&
            !__builtin_mul_overflow(b.num, a.den, &y) && !__builtin_add_overflow(x, y, &num))
            return reduce(num, (ta_int128)a.den * b.den, r);
    }
    if (lower_bits(a) < lower_bits(b)) {
        ta_rational t = a;
        a = b;
        b = t;
        sa = sb;
        sb = ta_rational_sign(b);
    }
    if (sa == sb) return huge_or_unknown(sa, lower_bits(a), r); /* |a + b| >= |a| */
    /* Opposite signs: if |b| < 2^u, u at most |a|'s bound minus 1, at least half of |a| remains.
    ** Only an exact b has a known upper bound. */
    if (b.huge || ta_log2_128(magnitude(b.num)) + 1 >= lower_bits(a)) return TA_ERANGE;
    return huge_or_unknown(sa, lower_bits(a) - 1, r);
}

ta_status ta_rational_sub(ta_rational a, ta_rational b, ta_rational *r) {
    return ta_rational_add(a, ta_rational_neg(b), r);
}

ta_status ta_rational_mul(ta_rational a, ta_rational b, ta_rational *r) {
    int sign = ta_rational_sign(a) * ta_rational_sign(b);
    if (sign == 0) {
        *r = ta_rational_integer(0);
        return TA_OK;
    }
    if (!a.huge && !b.huge) {
        if (a.den != 1 || b.den != 1) { /* cancel first, to keep the product small */
            ta_int128 g = (ta_int128)gcd(magnitude(a.num), (ta_uint128)b.den);
            a.num /= g;
            b.den /= (int64_t)g;
            g = (ta_int128)gcd(magnitude(b.num), (ta_uint128)a.den);
            b.num /= g;
            a.den /= (int64_t)g;
        }
        ta_int128 num;
        if (!__builtin_mul_overflow(a.num, b.num, &num))
            return reduce(num, (ta_int128)a.den * b.den, r);
    }
    int64_t bits; /* |ab| >= 2^(bits of a + bits of b) */
    if (__builtin_add_overflow(lower_bits(a), lower_bits(b), &bits)) bits = INT64_MAX;
    return huge_or_unknown(sign, bits, r);
}

ta_status ta_rational_div(ta_rational a, ta_rational b, ta_rational *r) {
    int sign = ta_rational_sign(b);
    if (sign == 0) return TA_EBADRULE;
    if (ta_rational_sign(a) == 0) {
        *r = a;
        return TA_OK;
    }
    if (b.huge) return TA_ERANGE; /* no upper bound on |b| is known */
    ta_int128 den = sign * b.num, num = (ta_int128)sign * b.den;
    if (den <= DEN_MAX) {
        ta_rational inverse = { num, (int64_t)den, 0 };
        return ta_rational_mul(a, inverse, r);
    }
    if (!a.huge) { /* b beyond 2^62: exact if a/b still reduces to fit */
        ta_int128 x, y;
        if (!__builtin_mul_overflow(a.num, num, &x) && !__builtin_mul_overflow(den, a.den, &y))
            return reduce(x, y, r);
    }
    return TA_ERANGE;
}

ta_status ta_rational_floor(ta_rational a, ta_rational *r) {
    if (a.huge || a.den == 1) {
        *r = a; /* floor(x) >= 2^h for x >= 2^h; |floor(-x)| >= x */
        return TA_OK;
    }
    ta_int128 q = a.num / a.den;
    if (a.num % a.den < 0) q--;
    r->num = q;
    r->den = 1;
    r->huge = 0;
    return TA_OK;
}

ta_status ta_rational_mod(ta_rational a, ta_rational b, ta_rational *r) {
    ta_rational q;
    if (ta_rational_sign(b) == 0) return TA_EBADRULE;
    if (a.huge || b.huge) return TA_ERANGE;
    ta_status s = ta_rational_div(a, b, &q);
    if (!s) s = ta_rational_floor(q, &q);
    if (!s) s = ta_rational_mul(q, b, &q);
    if (!s) s = ta_rational_sub(a, q, r);
    return s;
}

ta_status ta_rational_pow(ta_rational a, ta_rational b, ta_rational *r) {
    int negative = ta_rational_sign(b) < 0;
    if (!b.huge && b.den != 1) return TA_EBADRULE;
    if (ta_rational_sign(a) == 0 && negative) return TA_EBADRULE;
    if (!a.huge && a.den == 1 && (a.num == 0 || a.num == 1)) { /* 0^0 = 1 */
        *r = ta_rational_integer(a.num == 1 || ta_rational_sign(b) == 0);
        return TA_OK;
    }
    if (b.huge || magnitude(b.num) > (ta_uint128)TA_MAX) return TA_ERANGE;
    uint64_t e = (uint64_t)magnitude(b.num);
    ta_rational result = ta_rational_integer(1);
    ta_status s = TA_OK;
    for (; e && !s; e >>= 1) {
        if (e & 1) s = ta_rational_mul(result, a, &result);
        if (!s && e > 1) s = ta_rational_mul(a, a, &a);
    }
    if (!s && negative) s = ta_rational_div(ta_rational_integer(1), result, &result);
    if (!s) *r = result;
    return s;
}

ta_status ta_rational_compare(ta_rational a, ta_rational b, int *sign) {
    int sa = ta_rational_sign(a), sb = ta_rational_sign(b);
    if (sa != sb) {
        *sign = sa < sb ? -1 : 1;
        return TA_OK;
    }
    if (a.huge || b.huge) {
        if (a.huge && b.huge) return TA_ERANGE;
        /* The exact one is below 2^(u+1); the bound may prove the huge one larger. */
        ta_rational exact = a.huge ? b : a;
        int64_t bound = a.huge ? a.huge : b.huge;
        if (sa == 0 || ta_log2_128(magnitude(exact.num)) + 1 > bound) return TA_ERANGE;
        *sign = (a.huge ? 1 : -1) * sa;
        return TA_OK;
    }
    ta_rational fa, fb;
    ta_rational_floor(a, &fa);
    ta_rational_floor(b, &fb);
    if (fa.num != fb.num) {
        *sign = fa.num < fb.num ? -1 : 1;
        return TA_OK;
    }
    /* Equal integer parts: compare the fractions, each below 1, with denominators <= 2^62. */
    ta_int128 x = (a.num - fa.num * a.den) * b.den, y = (b.num - fb.num * b.den) * a.den;
    *sign = x < y ? -1 : x > y;
    return TA_OK;
}
