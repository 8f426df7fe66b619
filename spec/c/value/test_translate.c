/*
** test_translate.c - a game and a number: the sum by its definition, and the three sums that are told along with it.
*/
#include "testing.h"
#include <time.h>

#include "value/store.h"

#define GAMES 60
#define WIDTH 3
#define NUMBERS 9

static ta_value game[GAMES], number[NUMBERS];

static void random_games(ta_values *v, ta_call *call) {
    static const int parts[NUMBERS][2] = { { 1, 0 },  { -1, 0 }, { 3, 0 },  { 1, 1 }, { -1, 1 },
                                           { -3, 2 }, { 5, 3 },  { -7, 1 }, { 2, 0 } };
    for (int i = 0; i < NUMBERS; i++)
        assert_status(TA_OK, call, ta_value_number(v, call, parts[i][0], parts[i][1], &number[i]));
    for (int g = 0; g < GAMES; g++) {
        ta_value lists[2][WIDTH];
        size_t count[2];
        for (int side = 0; side < 2; side++) {
            count[side] = g ? (size_t)(rand() % (WIDTH + 1)) : 0;
            for (size_t i = 0; i < count[side]; i++) {
                int n = rand() % (g + NUMBERS);
                lists[side][i] = n < g ? game[n] : number[n - g];
            }
        }
        assert_status(
            TA_OK, call,
            ta_value_from_options(v, call, lists[0], count[0], lists[1], count[1], &game[g]));
    }
}

/* {gL + x, g + xL | gR + x, g + xR}. */
static ta_value defined(ta_values *v, ta_call *call, ta_value g, ta_value x) {
    ta_value lists[2][32], sum;
    size_t count[2] = { 0, 0 };
    for (int side = 0; side < 2; side++)
        for (int second = 0; second < 2; second++)
            for (size_t i = 0; i < ta_value_option_count(v, second ? x : g, side); i++) {
                ta_value option;
                assert_status(TA_OK, call,
                              ta_value_option(v, call, second ? x : g, side, i, &option));
                assert_true(count[side] < 32);
                lists[side][count[side]++] =
                    second ? defined(v, call, g, option) : defined(v, call, option, x);
            }
    assert_status(TA_OK, call,
                  ta_value_from_options(v, call, lists[0], count[0], lists[1], count[1], &sum));
    return sum;
}

static ta_value sum_of(ta_values *v, ta_call *call, ta_value g, ta_value h) {
    ta_value sum;
    assert_status(TA_OK, call, ta_value_sum(v, call, g, h, &sum));
    return sum;
}

/* Small enough for the definition, which remembers nothing. */
static int is_small(const ta_values *v, ta_value g) {
    return ta_value_birthday(v, g) <= 6;
}

static void random_sums(unsigned seed, size_t most_bytes) {
    ta_values *v = NULL;
    int trees = 0;
    srand(seed);
    ok(ta_values_create(NULL, &plain, 0, most_bytes, &v));
    random_games(v, &plain);
    for (int i = 0; i < GAMES; i++)
        for (int j = 0; j < NUMBERS; j++) {
            ta_value g = game[i], x = number[j], sum = sum_of(v, &plain, g, x);
            ta_value minus_g = ta_value_negative(v, g), minus_x = ta_value_negative(v, x),
                     minus_sum = ta_value_negative(v, sum);
            trees += v->games[g].kind == TREE;
            if (is_small(v, g) && is_small(v, x)) assert_int_equal(sum, defined(v, &plain, g, x));
            assert_int_equal(sum, sum_of(v, &plain, x, g));
            assert_int_equal(g, sum_of(v, &plain, sum, minus_x));
            assert_int_equal(minus_sum, sum_of(v, &plain, minus_g, minus_x));
            assert_int_equal(minus_g, sum_of(v, &plain, minus_sum, x));
            if (is_small(v, sum) && is_small(v, x))
                assert_int_equal(g, defined(v, &plain, sum, minus_x));
        }
    assert_true(trees > GAMES);
    assert_null(ta_values_check(v));
    ta_values_destroy(v);
}

TEST(test_by_definition) {
    unsigned seed = (unsigned)time(NULL);
    printf("# seed %u\n", seed);
    for (unsigned i = 0; i < (getenv("TAKEAWAY_SHORT") ? 3 : 30); i++) random_sums(seed + i, 0);
}

TEST(test_forgetful) {
    for (unsigned i = 0; i < 3; i++) random_sums(i, 300000);
}

/* Every failing allocation, and a limit on games: an error or the sum, and the sum when asked again. */
TEST(test_where_memory_ends) {
    static const char text[] = "{9|7||5*|||3||||-7|-9} + 3/8",
                      other[] = "{75/8|59/8||43/8*|||27/8||||-53/8|-69/8}";
    ta_value sum, same;
    EACH_REFUSAL(o, 1) {
        ta_values *v = NULL;
        ta_status s = ta_values_create(&o.allocator, &plain, 0, 0, &v);
        if (!s) s = ta_value_parse(v, &plain, text, strlen(text), &sum);
        if (!s) s = ta_value_parse(v, &plain, other, strlen(other), &same);
        if (!s) assert_int_equal(sum, same);
        else assert_true(o.failed && s == TA_ENOMEM);
        if (v) assert_null(ta_values_check(v));
        ta_values_destroy(v);
    }
    int ended = 0;
    for (size_t most = 20; most < 200; most += 3) {
        ta_values *v = NULL;
        ok(ta_values_create(NULL, &plain, most, 0, &v));
        ta_status s = ta_value_parse(v, &plain, text, strlen(text), &sum);
        assert_true(s == TA_OK || s == TA_ELIMIT);
        ended += s == TA_ELIMIT;
        assert_null(ta_values_check(v));
        ta_values_limit(v, 0, 0);
        ok(ta_value_parse(v, &plain, text, strlen(text), &sum));
        ok(ta_value_parse(v, &plain, other, strlen(other), &same));
        assert_int_equal(sum, same);
        ta_values_destroy(v);
    }
    assert_true(ended > 3);
}

RUN_TESTS
