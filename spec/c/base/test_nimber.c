/*
** test_nimber.c - mex, nim products and inverses against their definitions.
*/
#include "takeaway/nimber.h"
#include "plain.h"

/* a b = mex{ a' b + a b' + a' b' : a' < a, b' < b }, for a, b below 32. */
TEST(test_product_is_the_definition) {
    static uint64_t table[32][32];
    for (uint64_t a = 0; a < 32; a++)
        for (uint64_t b = 0; b < 32; b++) {
            unsigned char seen[1024] = { 0 };
            for (uint64_t x = 0; x < a; x++)
                for (uint64_t y = 0; y < b; y++) seen[table[x][b] ^ table[a][y] ^ table[x][y]] = 1;
            uint64_t mex = 0;
            while (seen[mex]) mex++;
            table[a][b] = mex;
            assert_int_equal(ta_nim_product(a, b), mex);
        }
}

TEST(test_field_laws) {
    uint64_t x = 88172645463325252u, v[3] = { 0 };
    for (int i = 0; i < 3000; i++) {
        for (int j = 0; j < 3; j++) {
            x ^= x << 13, x ^= x >> 7, x ^= x << 17;
            v[j] = x >> (x & 63);
        }
        assert_true(ta_nim_product(v[0], v[1]) == ta_nim_product(v[1], v[0]));
        assert_true(ta_nim_product(v[0], v[1] ^ v[2]) ==
                    (ta_nim_product(v[0], v[1]) ^ ta_nim_product(v[0], v[2])));
        assert_true(ta_nim_product(ta_nim_product(v[0], v[1]), v[2]) ==
                    ta_nim_product(v[0], ta_nim_product(v[1], v[2])));
        uint64_t inverse;
        if (v[0] == 0) continue;
        ok(ta_nim_inverse(&plain, v[0], &inverse));
        assert_true(ta_nim_product(v[0], inverse) == 1);
        uint64_t root = ta_nim_sqrt(v[1]);
        assert_true(ta_nim_product(root, root) == v[1]);
    }
}

/* a x x + b x + c */
static uint64_t quadratic(const uint64_t v[3], uint64_t x) {
    return ta_nim_product(v[0], ta_nim_product(x, x)) ^ ta_nim_product(v[1], x) ^ v[2];
}

TEST(test_roots_of_quadratics) {
    ta_call call = TA_CALL_INIT;
    uint64_t roots[2];
    for (uint64_t all = 0; all < 16 * 16 * 16; all++) { /* in the field of 16: all of them, and roots below 256 */
        const uint64_t v[3] = { all & 15, all >> 4 & 15, all >> 8 };
        int count = -1, found = 0;
        if (!v[0] && !v[1]) {
            assert_status(TA_EINVAL, &call, ta_nim_roots(&call, 0, 0, v[2], roots, &count));
            assert_int_equal(count, -1);
            continue;
        }
        assert_ok(ta_nim_roots(&call, v[0], v[1], v[2], roots, &count));
        for (uint64_t x = 0; x < 256; x++)
            if (quadratic(v, x) == 0) assert_true(found < count && roots[found++] == x);
        assert_int_equal(found, count);
    }
    rng r = rng_start(20261129);
    for (int i = 0; i < 3000; i++) {
        const uint64_t v[3] = { rng_next(&r) | 1, rng_next(&r), rng_next(&r) };
        int count;
        assert_ok(ta_nim_roots(&call, v[0], v[1], v[2], roots, &count));
        for (int k = 0; k < count; k++) assert_true(quadratic(v, roots[k]) == 0);
        assert_true(count != 2 || roots[0] < roots[1]);
        uint64_t x = rng_next(&r); /* and one that is known */
        const uint64_t of[3] = { v[0], v[1], quadratic(v, x) ^ v[2] };
        assert_ok(ta_nim_roots(&call, of[0], of[1], of[2], roots, &count));
        assert_true(count > 0 && (roots[0] == x || roots[count - 1] == x));
    }
}

TEST(test_zero_has_no_inverse) {
    uint64_t inverse = 7;
    refused(TA_EINVAL, "", ta_nim_inverse(&plain, 0, &inverse));
    assert_int_equal(inverse, 7);
}

TEST(test_mex) {
    const ta_amount values[] = { 0, 1, 3, 1, 0, TA_MAX, TA_INF, 2 };
    ta_amount mex;
    assert_int_equal(ta_mex(NULL, NULL, 0, &mex), TA_OK);
    assert_int_equal(mex, 0);
    for (size_t n = 1; n <= 8; n++) {
        const ta_amount expected[] = { 1, 2, 2, 2, 2, 2, 2, 4 };
        assert_int_equal(ta_mex(NULL, values, n, &mex), TA_OK);
        assert_int_equal(mex, expected[n - 1]);
    }
    oom o;
    oom_start(&o, 0, 0);
    assert_int_equal(ta_mex(&o.allocator, values, 8, &mex), TA_ENOMEM);
}

RUN_TESTS
