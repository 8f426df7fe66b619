/*
** test_incentives.c - incentives against their definition: g^L - g (or g - g^R), in that sum
** the option again; those of one side pairwise confused.
*/
#include "testing.h"

#include "takeaway/value.h"

enum { GAMES = 120, MOST = 64 };

static int leq(ta_values *v, ta_value a, ta_value b) {
    int below = 0;
    ok(ta_value_leq(v, &plain, a, b, &below));
    return below;
}

static void check(ta_values *v, ta_value g, ta_player side) {
    ta_value gains[MOST], option, sum;
    size_t options = ta_value_option_count(v, g, side);
    assert_true(options < MOST);
    for (size_t i = 0; i < options; i++) {
        ok(ta_value_option(v, &plain, g, side, i, &option));
        ok(ta_value_incentive(v, &plain, g, side, i, &gains[i]));
        ta_value from = side == TA_LEFT ? g : option, to = side == TA_LEFT ? option : g;
        ok(ta_value_sum(v, &plain, from, gains[i], &sum));
        assert_int_equal(sum, to);
        for (size_t j = 0; j < i; j++)
            assert_false(leq(v, gains[i], gains[j]) || leq(v, gains[j], gains[i]));
    }
}

TEST(test_incentives_are_the_definition) {
    ta_values *v;
    static ta_value games[GAMES];
    rng r = rng_start(20261122);
    ok(ta_values_create(NULL, &plain, 0, 0, &v));
    games[0] = TA_VALUE_ZERO;
    for (int i = 1; i < GAMES; i++) {
        ta_value option[2][4];
        size_t count[2];
        for (int side = 0; side < 2; side++) {
            count[side] = (size_t)(rng_next(&r) % 5);
            for (size_t j = 0; j < count[side]; j++)
                option[side][j] = games[rng_next(&r) % (uint64_t)i];
        }
        ok(ta_value_from_options(v, &plain, option[0], count[0], option[1], count[1], &games[i]));
        check(v, games[i], TA_LEFT);
        check(v, games[i], TA_RIGHT);
    }
    ta_values_destroy(v);
}

TEST(test_every_failing_allocation) {
    static const char text[] = "{{9|5||3},{7|6||-2},^||*,{2|-8}}";
    EACH_REFUSAL(o, 1) {
        ta_values *v = NULL;
        ta_value g, gain;
        ta_status s = ta_values_create(&o.allocator, &plain, 0, 0, &v);
        if (!s) s = ta_value_parse(v, &plain, text, strlen(text), &g);
        if (!s) s = ta_value_incentive(v, &plain, g, TA_LEFT, 0, &gain);
        ta_values_destroy(v);
        /* Without room for a memo the store answers all the same. */
        if (s) assert_true(o.failed && s == TA_ENOMEM);
    }
}

RUN_TESTS
