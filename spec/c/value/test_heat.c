/*
** test_heat.c - what a heated nimber takes in the store is what heat.c says before it begins, and no less is asked for.
*/
#include "testing.h"
#include "value/store.h"

static ta_values *store(size_t bytes) {
    ta_values *v = NULL;
    ok(ta_values_create(NULL, &plain, 0, bytes, &v));
    return v;
}

static ta_value made(ta_values *v, int64_t num, int exp, int64_t star) {
    ta_dyadic x = { num, exp };
    ta_value value = TA_NO_VALUE;
    ok(ta_value_number_up_star(v, &plain, x, 0, star, &value));
    return value;
}

static size_t options(size_t n) {
    return n * (n + 1) * (2 * n + 1) / 3;
}

TEST(test_options) {
    for (int64_t n = 1; n <= 12; n++)
        for (int64_t num = -1; num <= 1; num++)
            for (int exp = 0; exp < 3; exp++) {
                ta_values *v = store(0);
                ta_value heated;
                ok(ta_value_heat(v, &plain, made(v, num, num ? 1 : 0, n), made(v, 3, exp, 0),
                                 &heated));
                /* x = 0: a form and its negative are among them; else the negatives are as many */
                assert_int_equal(v->pool_count, (num ? 2 : 1) * options((size_t)n));
                ta_values_destroy(v);
            }
}

TEST(test_room) {
    const size_t most = options(300) * sizeof(ta_value);
    ta_value heated = TA_NO_VALUE;
    ta_values *v = store(most - 1);
    ta_value g = made(v, 0, 0, 300), t = made(v, 1, 0, 0), minus = made(v, -1, 1, 0);
    size_t held = v->pool_count;
    const char *said = "*300 heated and its followers have 18090100 options";
    assert_status(TA_ELIMIT, &plain, ta_value_heat(v, &plain, g, t, &heated));
    assert_non_null(strstr(plain.message, said));
    assert_status(TA_ELIMIT, &plain, ta_value_overheat(v, &plain, g, t, t, &heated));
    assert_non_null(strstr(plain.message, said));
    ta_dyadic tax = { -1, 1 };
    assert_status(TA_ELIMIT, &plain, ta_value_cool(v, &plain, g, tax, &heated));
    assert_non_null(strstr(plain.message, said));
    assert_int_equal(v->pool_count, held);
    assert_int_equal(heated, TA_NO_VALUE);
    ok(ta_value_heat(v, &plain, g, minus, &heated)); /* cooled: a number */
    assert_int_equal(heated, TA_VALUE_ZERO);
    ta_values_destroy(v);
}

RUN_TESTS
