/*
** test_store.c - the store of values: each invariant of its checker, broken. Gauges by options, by
** parts and by comparison with each of the 32 games. The cost of a heated nimber. Incentives against their
** definition, g^L - g and g - g^R. Products, companions and tinies when memory runs out.
**
** spec/property/value_products_spec.lua compares products and companions with their definitions.
*/
#include "plain.h"

#include "base/check.h"
#include "value/value_int.h"

OWNS(ta_values, ta_values_destroy)

static ta_values *store(size_t games, size_t bytes) {
    ta_values *v = NULL;
    ok(ta_values_create(NULL, &plain, games, bytes, &v));
    return v;
}

static ta_value read(ta_values *v, const char *text) {
    ta_value g = TA_NO_VALUE;
    ok(ta_value_parse(v, &plain, text, strlen(text), &g));
    return g;
}

/* num / 2^exp and ups and a star. */
static ta_value made(ta_values *v, int64_t num, int exp, int64_t ups, int64_t star) {
    ta_dyadic x = { num, exp };
    ta_value value = TA_NO_VALUE;
    ok(ta_value_number_up_star(v, &plain, x, ups, star, &value));
    return value;
}

/* ---- The checker ---- */

/* Macro: it assigns to the field. */
#define breaks(field, wrong, message) assert_broken(ta_values_check(v), field, wrong, message)

TEST(test_check_of_a_store) {
    OWN(ta_values) *v = store(0, 0);
    assert_null(ta_values_check(v));
    read(v, "{3|*}");
    read(v, "1/2^*3");
    breaks(v->store.count, v->store.cap + 1, "count");
    ta_values_limit(v, 2, 0); /* stored games stay */
    assert_null(ta_values_check(v));
    ta_values_limit(v, 0, 0);
    breaks(v->store.slots.cap, v->store.count, "too full");
    breaks(v->store.slots.cap, v->store.slots.cap * 2 - 1, "too full");
    breaks(v->pool_cap, v->pool_count - 1, "overflows");
    breaks(v->store.bytes, v->store.bytes - 1, "not counted");
    for (size_t i = 0; i < v->store.slots.cap; i++)
        if (v->store.slots.at[i]) breaks(v->store.slots.at[i], 0, "not found");
    ta_values_clear(v);
    assert_null(ta_values_check(v));
}

/* Without memory for results a sum is computed again and again. It ends, and resumes with more memory. */
TEST(test_a_store_that_forgets_ends) {
    ta_values *v = store(0, 0);
    ta_value g = read(v, "{3||2|1}"), more = read(v, "{5|1||-3}"), sum, again = TA_NO_VALUE;
    ok(ta_value_multiple(v, &plain, 24, g, &g));
    ok(ta_value_multiple(v, &plain, 9, more, &more));
    ok(ta_value_sum(v, &plain, g, more, &sum));
    ta_results_clear(&v->results);
    ta_values_limit(v, 0, v->store.bytes + (1 << 15));
    refused(TA_ELIMIT, "results were forgotten since the last game was stored",
            ta_value_sum(v, &plain, g, more, &again));
    assert_int_equal(again, TA_NO_VALUE);
    assert_null(ta_values_check(v));
    for (int i = 0; i < 100; i++) ok(ta_value_sum(v, &plain, TA_VALUE_ZERO, sum, &again));
    ta_values_limit(v, 0, 0);
    ok(ta_value_sum(v, &plain, g, more, &again));
    assert_int_equal(sum, again);
    ta_values_destroy(v);
}

TEST(test_check_of_a_memo) {
    ta_value sum;
    OWN(ta_values) *v = store(0, 0);
    ta_value g = read(v, "{3||2|1}"), h = read(v, "{4|-2||-3}");
    ok(ta_value_sum(v, &plain, g, h, &sum));
    ta_result_table *memo = &v->results.stored;
    breaks(memo->cap, memo->cap - 1, "power of two");
    int seen = 0;
    size_t step = ta_check_step(memo->cap);
    for (size_t i = step > 1 ? v->store.count % step : 0; i < memo->cap;
         i += step) { /* as it looks */
        ta_result_slot *slot = &memo->at[i], kept = *slot;
        *slot = (ta_result_slot){ OP_LEQ, g, h, 2 };
        assert_string_equal(ta_values_check(v), "a comparison neither 0 nor 1");
        *slot = (ta_result_slot){ OP_SUM, g, h, (uint32_t)v->store.count };
        assert_string_equal(ta_values_check(v), "a result that is not stored");
        *slot = (ta_result_slot){ OP_REDUCED + 1, g, h, 0 };
        assert_string_equal(ta_values_check(v), "a result of no operation");
        *slot = kept;
        seen++;
    }
    assert_true(seen > 50);
    assert_null(ta_values_check(v));
}

TEST(test_check_of_compact_values) {
    OWN(ta_values) *v = store(0, 0);
    ta_value id = read(v, "3/2"), seven = read(v, "7"), up = read(v, "1^*"), two = read(v, "2");
    ta_game *half = &v->games[id];
    breaks(half->exp, 63, "lowest terms");
    breaks(half->num, 4, "lowest terms");
    breaks(half->num, 5, "");
    breaks(half->num, TA_MAX + 1, "not plain");
    breaks(half->exp, TA_DYADIC_BIG, "digits");
    ta_game *big = &v->games[read(v, "1/9223372036854775808")];
    half = &v->games[id];
    breaks(big->num, big->num + 1, "digits");
    for (size_t i = 0; i < v->bigs.count; i++)
        if (v->bigs.at[i]->exp) breaks(v->bigs.at[i]->exp, 62, "digits");
    breaks(half->ups, INT32_MAX, "");
    breaks(half->traits, half->traits ^ ALL_SMALL, "all-small");
    breaks(half->negative, seven, "negative");
    breaks(half->gauge.above, 1, "gauges");
    breaks(v->games[up].gauge.below, 1, "gauges");
    breaks(half->size[1], 2.5, "a stop of another size");
    breaks(half->hash, half->hash + 1, "not found");
    breaks(v->games[up].stop[0], two, "hot");
    breaks(v->games[up].stop[0], up, "no number");
    breaks(v->games[up].thermo, 99, "thermograph");
}

TEST(test_check_of_trees) {
    OWN(ta_values) *v = store(0, 0);
    ta_value two = read(v, "2"), six = read(v, "6"), four = read(v, "4");
    ta_value id = read(v, "{5,{7|3}||2|1}"), late = read(v, "{9|8}");
    ta_game *g = &v->games[id];
    ta_value *left = v->pool + g->first;
    assert_int_equal(g->kind, TREE);
    assert_int_equal(g->left_count, 2);
    breaks(g->birthday, g->birthday + 1, "birthday");
    breaks(g->traits, g->traits ^ ALL_SMALL, "all-small");
    breaks(g->traits, g->traits ^ OF_NUMBERS, "of numbers");
    breaks(g->left_count, 0, "cannot move");
    breaks(g->right_count, 1000, "outside the pool");
    breaks(left[0], late, "after its game");
    breaks(left[0], left[1], "out of order");
    breaks(left[0], two, "dominated");
    breaks(left[0], six, "passes");
    breaks(left[0], four, "");
    breaks(g->stop[0], two, "passes");
    breaks(g->stop[0], TA_VALUE_ZERO, "above");
    /* {8||4|-9} lies above 4; were it below, its right option would be answered there */
    id = read(v, "{8||4|-9}");
    g = &v->games[id];
    assert_int_equal(g->stop[1], four);
    g->stop[0] = g->stop[1] = two;
    assert_string_equal(ta_values_check(v), "a reversible option");
}

/* ---- Gauges ---- */

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

TEST(test_gauges_of_compact_values) {
    OWN(ta_values) *v = store(0, 0);
    for (int64_t ups = -10; ups <= 10; ups++)
        for (int64_t star = 0; star <= 6; star++)
            for (int64_t num = -2; num <= 2; num++) {
                ta_value g = made(v, num, num % 2 ? 3 : 0, ups, star);
                ta_gauge parts = v->games[g].gauge, options = by_options(v, g);
                assert_int_equal(parts.above, options.above);
                assert_int_equal(parts.below, options.below);
            }
}

/* The bits, in their order. */
static ta_value gauge_number(ta_values *v, int bit) {
    if (bit < 4) return made(v, 0, 0, 0, bit);
    int64_t n = bit / 4;
    return made(v, 0, 0, bit % 4 / 2 ? -n : n, bit % 2);
}

/* Deciding on all that the gauges leave open as well, so that a comparison is one of options. */
static int leq_of_options(ta_values *v, ta_value g, ta_value h) {
    ta_value option;
    for (size_t i = 0; i < ta_value_option_count(v, g, TA_LEFT); i++) {
        ok(ta_value_option(v, &plain, g, TA_LEFT, i, &option));
        if (leq_of_options(v, h, option)) return 0;
    }
    for (size_t i = 0; i < ta_value_option_count(v, h, TA_RIGHT); i++) {
        ok(ta_value_option(v, &plain, h, TA_RIGHT, i, &option));
        if (leq_of_options(v, option, g)) return 0;
    }
    return 1;
}

TEST(test_gauges_of_trees) {
    static const char *const texts[] = { "{^|v*}",    "{0,^*|v}",   "{*,^|*2}", "{^2*||0|v}",
                                         "{0||0|-1}", "{1/2|0||0}", "{1|-1}",   "{1||0|-2}",
                                         "{^^|*}",    "{0||0|v*}",  "{*2|0,v}", "{0,*2|^*}",
                                         "{1*|v}",    "{^3|*,*2}" };
    OWN(ta_values) *v = store(0, 0);
    EACH(text, texts) {
        ta_value g = read(v, *text);
        for (int bit = 0; bit < 20; bit++) { /* by definition: 4 ups are much already */
            ta_value t = gauge_number(v, bit);
            assert_int_equal(leq_of_options(v, t, g), v->games[g].gauge.above >> bit & 1);
            assert_int_equal(leq_of_options(v, g, t), v->games[g].gauge.below >> bit & 1);
        }
    }
}

/* ---- Heated nimbers ---- */

static size_t options_of_heated(size_t n) {
    return n * (n + 1) * (2 * n + 1) / 3;
}

TEST(test_options_of_heated_nimbers) {
    for (int64_t n = 1; n <= 12; n++)
        for (int64_t num = -1; num <= 1; num++)
            for (int exp = 0; exp < 3; exp++) {
                OWN(ta_values) *v = store(0, 0);
                ta_value heated;
                ok(ta_value_heat(v, &plain, made(v, num, num ? 1 : 0, 0, n), made(v, 3, exp, 0, 0),
                                 &heated));
                /* x = 0: a form and its negative are among them; else the negatives are as many */
                assert_int_equal(v->pool_count, (num ? 2 : 1) * options_of_heated((size_t)n));
            }
}

TEST(test_room_for_heated_nimbers) {
    const size_t most = options_of_heated(300) * sizeof(ta_value);
    ta_value heated = TA_NO_VALUE;
    OWN(ta_values) *v = store(0, most - 1);
    ta_value g = made(v, 0, 0, 0, 300), t = made(v, 1, 0, 0, 0), minus = made(v, -1, 1, 0, 0);
    size_t held = v->pool_count;
    const char *said = "*300 heated and its followers have 18090100 options";
    refused(TA_ELIMIT, said, ta_value_heat(v, &plain, g, t, &heated));
    refused(TA_ELIMIT, said, ta_value_overheat(v, &plain, g, t, t, &heated));
    ta_dyadic tax = { -1, 1 };
    refused(TA_ELIMIT, said, ta_value_cool(v, &plain, g, tax, &heated));
    assert_int_equal(v->pool_count, held);
    assert_int_equal(heated, TA_NO_VALUE);
    ok(ta_value_heat(v, &plain, g, minus, &heated)); /* cooled: a number */
    assert_int_equal(heated, TA_VALUE_ZERO);
}

/* ---- Incentives ---- */

enum { GAMES = 120, MOST = 64 };

static int leq(ta_values *v, ta_value a, ta_value b) {
    int below = 0;
    ok(ta_value_leq(v, &plain, a, b, &below));
    return below;
}

static void check_incentives(ta_values *v, ta_value g, ta_player side) {
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
    OWN(ta_values) *v = store(0, 0);
    static ta_value games[GAMES];
    rng r = rng_start(20261122);
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
        check_incentives(v, games[i], TA_LEFT);
        check_incentives(v, games[i], TA_RIGHT);
    }
}

TEST(test_incentives_where_memory_is_refused) {
    static const char text[] = "{{9|5||3},{7|6||-2},^||*,{2|-8}}";
    EACH_REFUSAL(o, 1) {
        OWN(ta_values) *v = NULL;
        ta_value g, gain;
        ta_status s = ta_values_create(&o.allocator, &plain, 0, 0, &v);
        if (!s) s = ta_value_parse(v, &plain, text, strlen(text), &g);
        if (!s) s = ta_value_incentive(v, &plain, g, TA_LEFT, 0, &gain);
        /* Without memory for a memo the store still answers. */
        if (s) assert_true(o.failed && s == TA_ENOMEM);
    }
}

/* ---- Products ---- */

static ta_status ask(ta_values *v, ta_call *call, ta_value *product, ta_value *companion,
                     ta_value *tiny) {
    static const char left[] = "{3|^||*2}", right[] = "{2||0|-1/2}", named[] = "{0|||0||0|-4}";
    ta_value g, h;
    ta_status s = ta_value_parse(v, call, left, strlen(left), &g);
    if (!s) s = ta_value_parse(v, call, right, strlen(right), &h);
    if (!s) s = ta_value_conway_product(v, call, g, h, product);
    if (!s) s = ta_value_companion(v, call, g, companion);
    return s ? s : ta_value_parse(v, call, named, strlen(named), tiny);
}

TEST(test_products_where_memory_is_refused) {
    EACH_REFUSAL(o, 1) {
        char name[64];
        size_t length;
        OWN(ta_values) *v = NULL;
        ta_value product, companion, tiny;
        ta_status s = ta_values_create(&o.allocator, &plain, 0, 0, &v);
        if (!s) s = ask(v, &plain, &product, &companion, &tiny);
        if (!s) s = ta_value_text(v, &plain, tiny, TA_ASCII, name, sizeof name, &length);
        if (!s) assert_string_equal(name, "Tiny({4|0})");
        /* Without memory for a memo the store still answers. */
        if (s) assert_true(o.failed && s == TA_ENOMEM);
    }
}

/* A repeated call after a failure gives the result of a call without failure. */
TEST(test_an_interrupted_call_goes_on) {
    ta_value expected[3], got[3];
    ta_values *v;
    ok(ta_values_create(NULL, &plain, 0, 0, &v));
    ok(ask(v, &plain, &expected[0], &expected[1], &expected[2]));
    char names[3][512], name[512];
    size_t length;
    for (int i = 0; i < 3; i++)
        ok(ta_value_text(v, &plain, expected[i], TA_ASCII, names[i], 512, &length));
    ta_values_destroy(v);
    for (size_t most = 20; most < 400; most += 7) {
        ok(ta_values_create(NULL, &plain, most, 0, &v));
        ta_status s = ask(v, &plain, &got[0], &got[1], &got[2]);
        assert_true(s == TA_OK || s == TA_ELIMIT);
        ta_values_limit(v, 0, 0);
        ok(ask(v, &plain, &got[0], &got[1], &got[2]));
        for (int i = 0; i < 3; i++) {
            ok(ta_value_text(v, &plain, got[i], TA_ASCII, name, 512, &length));
            assert_string_equal(names[i], name);
        }
        ta_values_destroy(v);
    }
}

RUN_TESTS
