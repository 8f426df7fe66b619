/*
** nimber.c - mex; nim products, inverses, square roots, roots of quadratics.
**
** F = 2^(2^k) is the k-th Fermat power: F x = F * x (ordinary product) for x < F, and F F = F + F/2
** in nimbers (+ is exclusive or). So (aH F + aL)(bH F + bL) = (aH bL + aL bH + aH bH) F + aL bL +
** aH bH (F/2): three products of half the width after Karatsuba, and a fourth by F/2. The conjugate
** of a is aH F + aH + aL. Its product with a is the norm aH^2 (F/2) + aL (aH + aL), of half the
** width, which gives the inverse. The square of a is aH^2 F + aL^2 + aH^2 (F/2), so its root has
** the halves root(aH) and root(aL + aH (F/2)).
**
** y^2 + y = d splits into yH^2 + yH = dH and yL^2 + yL = dL + yH^2 (F/2). The first has two
** solutions or none. They differ by 1, which changes the right side of the second by F/2, of trace
** 1. So exactly one of them extends to a solution. All recursions are on the width, six levels
** deep.
*/
#include "takeaway/nimber.h"

#include "mem.h"
#include "status.h"

ta_status ta_mex(const ta_allocator *allocator, const ta_amount *values, size_t count,
                 ta_amount *mex) {
    allocator = ta_allocator_or_default(allocator);
    unsigned char *seen = ta_alloc(allocator, count + 1, 1);
    if (!seen) return TA_ENOMEM;
    for (size_t i = 0; i < count; i++)
        if ((uint64_t)values[i] <= count) seen[values[i]] = 1;
    size_t least = 0;
    while (seen[least] && least < count) least++;
    ta_free(allocator, seen, count + 1, 1);
    *mex = (ta_amount)least;
    return TA_OK;
}

/* The product of a and b below 2^(2 half). `half` is a power of two, or 0 for single bits. */
static uint64_t product(uint64_t a, uint64_t b, unsigned half) {
    if (a < 2 || b < 2) return a * b;
    uint64_t low = ((uint64_t)1 << half) - 1;
    uint64_t ah = a >> half, al = a & low, bh = b >> half, bl = b & low;
    uint64_t ll = product(al, bl, half / 2), hh = product(ah, bh, half / 2);
    uint64_t cross = product(ah ^ al, bh ^ bl, half / 2) ^ ll;
    return cross << half ^ ll ^ product(hh, (uint64_t)1 << (half - 1), half / 2);
}

uint64_t ta_nim_product(uint64_t a, uint64_t b) {
    return product(a, b, 32);
}

static uint64_t inverse_of(uint64_t a, unsigned half) {
    if (a < 2) return a;
    uint64_t low = ((uint64_t)1 << half) - 1, ah = a >> half, al = a & low;
    if (ah == 0) return inverse_of(a, half / 2);
    uint64_t norm = product(product(ah, ah, half / 2), (uint64_t)1 << (half - 1), half / 2) ^
                    product(al, ah ^ al, half / 2);
    uint64_t scale = inverse_of(norm, half / 2);
    return product(ah, scale, half / 2) << half ^ product(ah ^ al, scale, half / 2);
}

ta_status ta_nim_inverse(ta_call *call, uint64_t a, uint64_t *inverse) {
    if (a == 0) return ta_fail(call, TA_EINVAL, "0 has no nim inverse");
    *inverse = inverse_of(a, 32);
    return TA_OK;
}

static uint64_t sqrt_of(uint64_t a, unsigned half) {
    if (a < 2) return a;
    uint64_t low = ((uint64_t)1 << half) - 1, ah = a >> half, al = a & low;
    uint64_t below = al ^ product(ah, (uint64_t)1 << (half - 1), half / 2);
    return sqrt_of(ah, half / 2) << half ^ sqrt_of(below, half / 2);
}

uint64_t ta_nim_sqrt(uint64_t a) {
    return sqrt_of(a, 32);
}

/* The even y with y y + y = d, if there is one; the other solution is y + 1. */
static int artin_schreier(uint64_t d, unsigned half, uint64_t *y) {
    *y = 0;
    if (half == 0) return d == 0;
    uint64_t low = ((uint64_t)1 << half) - 1, high, below;
    if (!artin_schreier(d >> half, half / 2, &high)) return 0;
    for (int again = 0; again < 2; again++, high ^= 1) {
        uint64_t square = product(high, high, half / 2);
        uint64_t rest = (d & low) ^ product(square, (uint64_t)1 << (half - 1), half / 2);
        if (!artin_schreier(rest, half / 2, &below)) continue;
        *y = high << half ^ below;
        return 1;
    }
    return 0;
}

static uint64_t quotient(uint64_t a, uint64_t b) {
    return product(a, inverse_of(b, 32), 32);
}

ta_status ta_nim_roots(ta_call *call, uint64_t a, uint64_t b, uint64_t c, uint64_t roots[2],
                       int *count) {
    if (a == 0 && b == 0) return ta_fail(call, TA_EINVAL, "a and b are both 0");
    *count = 1;
    if (a == 0) roots[0] = quotient(c, b);
    else if (b == 0) roots[0] = ta_nim_sqrt(quotient(c, a));
    if (a == 0 || b == 0) return TA_OK;
    uint64_t scale = quotient(b, a), y; /* x = scale y */
    if (!artin_schreier(quotient(quotient(c, a), product(scale, scale, 32)), 32, &y)) {
        *count = 0;
        return TA_OK;
    }
    uint64_t x = product(scale, y, 32), other = x ^ scale;
    *count = 2;
    roots[0] = x < other ? x : other;
    roots[1] = x < other ? other : x;
    return TA_OK;
}
