/*
** test_gauge.c - a compact value's gauges are told by its options as by its parts; those of a game are
** what comparing it with each of the 32 says.
*/
#include "testing.h"
#include "value/store.h"

static ta_value made(ta_values *v, int64_t num, int exp, int64_t ups, int64_t star) {
    ta_dyadic x = { num, exp };
    ta_value value = TA_NO_VALUE;
    ok(ta_value_number_up_star(v, &plain, x, ups, star, &value));
    return value;
}

static ta_values *store(void) {
    ta_values *v = NULL;
    ok(ta_values_create(NULL, &plain, 0, 0, &v));
    return v;
}

/* The gauges of a game by its options, whatever it is held as. */
static ta_gauge by_options(ta_values *v, ta_value g) {
    ta_value at[2][64];
    ta_ids lists[2];
    for (int side = 0; side < 2; side++) {
        lists[side].at = at[side];
        lists[side].count = ta_value_option_count(v, g, (ta_player)side);
        assert_true(lists[side].count <= 64);
        for (size_t i = 0; i < lists[side].count; i++)
            ok(ta_value_option(v, &plain, g, (ta_player)side, i, &at[side][i]));
    }
    return ta_gauge_lists(v, lists);
}

TEST(test_compact) {
    ta_values *v = store();
    for (int64_t ups = -10; ups <= 10; ups++)
        for (int64_t star = 0; star <= 6; star++)
            for (int64_t num = -2; num <= 2; num++) {
                ta_value g = made(v, num, num % 2 ? 3 : 0, ups, star);
                ta_gauge parts = v->games[g].gauge, options = by_options(v, g);
                assert_int_equal(parts.above, options.above);
                assert_int_equal(parts.below, options.below);
            }
    ta_values_destroy(v);
}

/* The bits, in their order. */
static ta_value gauge_number(ta_values *v, int bit) {
    if (bit < 4) return made(v, 0, 0, 0, bit);
    int64_t n = bit / 4;
    return made(v, 0, 0, bit % 4 / 2 ? -n : n, bit % 2);
}

/* Deciding on all that the gauges leave open as well, so that a comparison is one of options. */
static int leq(ta_values *v, ta_value g, ta_value h) {
    ta_value option;
    for (size_t i = 0; i < ta_value_option_count(v, g, TA_LEFT); i++) {
        ok(ta_value_option(v, &plain, g, TA_LEFT, i, &option));
        if (leq(v, h, option)) return 0;
    }
    for (size_t i = 0; i < ta_value_option_count(v, h, TA_RIGHT); i++) {
        ok(ta_value_option(v, &plain, h, TA_RIGHT, i, &option));
        if (leq(v, option, g)) return 0;
    }
    return 1;
}

TEST(test_trees) {
    static const char *const texts[] = { "{^|v*}",    "{0,^*|v}",   "{*,^|*2}", "{^2*||0|v}",
                                         "{0||0|-1}", "{1/2|0||0}", "{1|-1}",   "{1||0|-2}",
                                         "{^^|*}",    "{0||0|v*}",  "{*2|0,v}", "{0,*2|^*}",
                                         "{1*|v}",    "{^3|*,*2}" };
    ta_values *v = store();
    for (size_t i = 0; i < COUNT(texts); i++) {
        ta_value g = TA_NO_VALUE;
        if (ta_value_parse(v, &plain, texts[i], strlen(texts[i]), &g)) fail_msg("%s", texts[i]);
        for (int bit = 0; bit < 20; bit++) { /* by definition: 4 ups are much already */
            ta_value t = gauge_number(v, bit);
            assert_int_equal(leq(v, t, g), v->games[g].gauge.above >> bit & 1);
            assert_int_equal(leq(v, g, t), v->games[g].gauge.below >> bit & 1);
        }
    }
    ta_values_destroy(v);
}

RUN_TESTS
