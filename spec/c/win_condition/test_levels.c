/*
** test_levels.c - the levels below k1, which are left to (S). For true and for changed certificates the answer is that
** of brute force for all of them and for two levels more.
*/
#include "plain.h"

#include "win_condition/certificate.h"

/* The check, where message is not NULL with what it says. */
static int check(const certificate *c, char *message) {
    int holds = -1;
    ok(certificate_check(c, &plain, &holds));
    if (message) memcpy(message, plain.message, TA_MESSAGE_SIZE);
    return holds;
}

/* (B) alone, as far as `levels`. */
static int brute(const certificate *c, int64_t levels) {
    int holds = 1;
    ok(certificate_brute(c, &plain, levels, &holds));
    return holds;
}

/* Certificates with a level to spare: found for each set in turn. */
static int next_certificate(certificate *c, unsigned *mask) {
    for (; *mask < 1024; ++*mask) {
        ta_win_limits limits = TA_WIN_LIMITS;
        certificate_init(c, NULL);
        for (int a = 1; a <= 10; a++)
            if (*mask >> (a - 1) & 1) assert_false(certificate_set_add(&c->set, a));
        ok(certificate_search(c, &plain, &limits));
        if (c->level > certificate_first_level(c)) {
            ++*mask;
            return 1;
        }
        certificate_clear(c);
    }
    return 0;
}

TEST(test_true_ones) {
    certificate c;
    unsigned mask = 1, found = 0;
    for (; found < 25 && next_certificate(&c, &mask); found++) {
        assert_true(check(&c, NULL) && brute(&c, c.level + 2));
        certificate_clear(&c);
    }
    assert_int_equal(found, 25);
}

/* One or two exponents changed so that the level below is as it was: (B) does not see it there. */
TEST(test_changed_ones) {
    rng r = rng_start(17);
    certificate c;
    unsigned mask = 1, refused = 0, by_s = 0, found = 0;
    for (; found < 12 && next_certificate(&c, &mask); found++) {
        for (int times = 0; times < 60; times++) {
            certificate_item before[2];
            size_t at[2];
            int64_t covered = certificate_first_level(&c) - 1;
            for (int i = 0; i < 2; i++) {
                at[i] = (size_t)rng_between(&r, 0, (int64_t)c.item_count - 1);
                before[i] = c.items[at[i]];
                int64_t by = rng_between(&r, -1, 1);
                if (before[i].g + by < 0 || before[i].c - by * covered < 0) by = 0;
                c.items[at[i]].g += by;
                c.items[at[i]].c -= by * covered;
            }
            char why[TA_MESSAGE_SIZE];
            int holds = check(&c, why);
            if (!strstr(why, "(G)") && !strstr(why, "(O)")) {
                assert_int_equal(holds, brute(&c, c.level + 2));
                refused += !holds;
                by_s += strstr(why, "(S)") != NULL;
            }
            for (int i = 1; i >= 0; i--) c.items[at[i]] = before[i];
        }
        certificate_clear(&c);
    }
    print_message("# %u refused, %u of them by (S)\n", refused, by_s);
    assert_true(by_s > 5);
}

TEST(test_stones) {
    CLEARED(certificate) c;
    unsigned mask = 1;
    assert_true(next_certificate(&c, &mask));
    int holds = -1;
    c.base = CERTIFICATE_STONES - certificate_first_level(&c) * c.period + 1;
    refused(TA_ELIMIT, "brute force would go beyond n = 65536",
            certificate_check(&c, &plain, &holds));
    assert_int_equal(holds, -1);
}

RUN_TESTS
