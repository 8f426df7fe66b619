/*
** nimber.c - mex, nim product, nim inverse.
**
** F = 2^(2^k) is the k-th Fermat power: F x = F * x (ordinary product) for x < F, and
** F F = F + F/2 in nimbers (+ is exclusive or). So (aH F + aL)(bH F + bL) =
** (aH bL + aL bH + aH bH) F + aL bL + aH bH (F/2), three products of half the width
** after Karatsuba, and a fourth by F/2. The conjugate of a is aH F + aH + aL, and a times it is the norm
** aH^2 (F/2) + aL (aH + aL), of half the width: that gives the inverse.
** Both recursions are on the width, six levels deep.
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

/* The product of a, b < 2^(2 half), half a power of two; or of bits, half 0. */
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
