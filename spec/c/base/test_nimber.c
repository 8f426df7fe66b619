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
