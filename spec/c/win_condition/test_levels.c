/*
** test_levels.c - certificates whose first levels are left to (S), as those are that brute force
** does not cover: the answer is what brute force gives, for true ones and for changed ones.
*/
#include "random.h"
#include "testing.h"

#include "win_condition/certificate.h"

static int64_t lowest(const certificate *c) {
    return (c->set[c->set_count - 1] - 1) / c->period + 1;
}

/* The least that brute force must cover, or everything. */
static ta_status check(const certificate *c, int least, char *message, int *holds) {
    ta_call call = TA_CALL_INIT;
    ta_status s = certificate_check(
        c, &call, least ? c->base + lowest(c) * c->period : CERTIFICATE_STONES, holds);
    if (message) memcpy(message, call.message, TA_MESSAGE_SIZE);
    return s;
}

/* Certificates with a level to spare: found for each set in turn. */
static int next_certificate(certificate *c, unsigned *mask) {
    for (; *mask < 1024; ++*mask) {
        ta_call call = TA_CALL_INIT;
        ta_win_limits limits = TA_WIN_LIMITS;
        certificate_init(c, NULL);
        for (int a = 1; a <= 10; a++)
            if (*mask >> (a - 1) & 1) assert_int_equal(certificate_add_member(c, a), TA_OK);
        assert_status(TA_OK, &call, certificate_search(c, &call, &limits));
        if (c->level > lowest(c)) {
            ++*mask;
            return 1;
        }
        certificate_clear(c);
    }
    return 0;
}

static void true_ones(void **state) {
    (void)state;
    certificate c;
    unsigned mask = 1, found = 0;
    for (; found < 25 && next_certificate(&c, &mask); found++) {
        int holds = 0;
        assert_int_equal(check(&c, 1, NULL, &holds), TA_OK);
        assert_true(holds);
        certificate_clear(&c);
    }
    assert_int_equal(found, 25);
}

/* One or two exponents changed so that the level below is as it was: (B) does not see it there. */
static void changed_ones(void **state) {
    (void)state;
    rng r = rng_start(17);
    certificate c;
    unsigned mask = 1, refused = 0, by_s = 0, found = 0;
    for (; found < 12 && next_certificate(&c, &mask); found++) {
        for (int times = 0; times < 60; times++) {
            certificate_item before[2];
            size_t at[2];
            int64_t covered = lowest(&c) - 1;
            for (int i = 0; i < 2; i++) {
                at[i] = (size_t)rng_between(&r, 0, (int64_t)c.item_count - 1);
                before[i] = c.items[at[i]];
                int64_t by = rng_between(&r, -1, 1);
                if (before[i].g + by < 0 || before[i].c - by * covered < 0) by = 0;
                c.items[at[i]].g += by;
                c.items[at[i]].c -= by * covered;
            }
            char why[TA_MESSAGE_SIZE], other[TA_MESSAGE_SIZE];
            int holds = -1, all = -1;
            ta_status s = check(&c, 1, why, &holds);
            assert_int_equal(check(&c, 0, other, &all), s);
            assert_int_equal(holds, all);
            refused += !holds;
            by_s += strstr(why, "(S)") && strstr(other, "(B)");
            for (int i = 1; i >= 0; i--) c.items[at[i]] = before[i];
        }
        certificate_clear(&c);
    }
    print_message("%u refused, %u of them by (S) alone\n", refused, by_s);
    assert_true(by_s > 5);
}

static void stones(void **state) {
    (void)state;
    certificate c;
    unsigned mask = 1;
    assert_true(next_certificate(&c, &mask));
    ta_call call = TA_CALL_INIT;
    int holds = -1;
    int64_t least = c.base + lowest(&c) * c.period;
    assert_int_equal(certificate_check(&c, &call, least - 1, &holds), TA_ELIMIT);
    assert_non_null(strstr(call.message, "brute force would go beyond n = "));
    assert_int_equal(holds, -1);
    certificate_clear(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(true_ones),
        cmocka_unit_test(changed_ones),
        cmocka_unit_test(stones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
