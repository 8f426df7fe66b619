/*
** test_value.c - the store of values without Lua: against the definition, its
** limits, a failing allocator, deep games, columns, exact numbers, sums with numbers.
*/
#include "stores.h"

#include "takeaway/cash.h"
#include "takeaway/value.h"
#include "value/value_int.h"

OWNS(ta_value_column, ta_value_column_destroy)
OWNS(ta_values, ta_values_destroy)

/* ---- Games by definition ---- */

#define WIDTH 3
#define GAMES 400

typedef struct naive {
    int count[2], option[2][WIDTH];
    ta_value value;
} naive;

static naive games[GAMES];
static signed char known[GAMES][GAMES];

static int naive_leq(int g, int h) {
    if (known[g][h]) return known[g][h] > 0;
    int answer = 1;
    for (int i = 0; i < games[g].count[0] && answer; i++)
        answer = !naive_leq(h, games[g].option[0][i]);
    for (int i = 0; i < games[h].count[1] && answer; i++)
        answer = !naive_leq(games[h].option[1][i], g);
    known[g][h] = answer ? 1 : -1;
    return answer;
}

static ta_value make(ta_values *v, const char *text) {
    ta_value g = 0;
    ok(ta_value_parse(v, &plain, text, strlen(text), &g));
    return g;
}

static void assert_text(ta_values *v, ta_value g, const char *expected) {
    char text[256];
    size_t length;
    ok(ta_value_text(v, &plain, g, TA_ASCII, text, sizeof text, &length));
    assert_string_equal(text, expected);
    assert_int_equal(length, strlen(expected));
}

/* Random games, each with options among those before: order, equality, and options. */
static void random_games(unsigned seed, size_t most_bytes) {
    srand(seed);
    memset(known, 0, sizeof known);
    MADE(ta_values, v, ta_values_create(NULL, &plain, 0, most_bytes, &v));
    for (int g = 0; g < GAMES; g++) {
        ta_value lists[2][WIDTH];
        for (int side = 0; side < 2; side++) {
            games[g].count[side] = g ? rand() % (WIDTH + 1) : 0;
            for (int i = 0; i < games[g].count[side]; i++) {
                games[g].option[side][i] = rand() % (g < 60 ? g : 60);
                lists[side][i] = games[games[g].option[side][i]].value;
            }
        }
        ok(ta_value_from_options(v, &plain, lists[0], (size_t)games[g].count[0], lists[1],
                                 (size_t)games[g].count[1], &games[g].value));
    }
    for (int g = 0; g < GAMES; g++)
        for (int h = 0; h < GAMES; h++) {
            int leq;
            ok(ta_value_leq(v, &plain, games[g].value, games[h].value, &leq));
            assert_int_equal(leq, naive_leq(g, h));
            assert_int_equal(games[g].value == games[h].value, naive_leq(g, h) && naive_leq(h, g));
        }
}

TEST(test_definition) {
    unsigned seed = (unsigned)rng_start(20261129).word;
    for (unsigned i = 0; i < (short_run() ? 2 : 12); i++) random_games(seed + i, 0);
}

/* With hardly any memory for the memo, answers are the same. */
TEST(test_forgetful) {
    for (unsigned i = 0; i < (short_run() ? 1 : 3); i++) random_games(i, 400000);
}

/* ---- Numbers ---- */

TEST(test_dyadic) {
    ta_dyadic x, y = { 1, 62 }, most = { TA_MAX, 0 };
    MADE(ta_values, v, ta_values_create(NULL, &plain, 0, 0, &v));
    ok(ta_dyadic_make(v, &plain, 12, 3, &x));
    assert_true(x.num == 3 && x.exp == 1);
    ok(ta_dyadic_add(v, &plain, y, y, &x));
    assert_true(x.num == 1 && x.exp == 61);
    ok(ta_dyadic_add(v, &plain, most, y, &x));
    assert_true(x.num > 0 && x.exp == TA_DYADIC_BIG && ta_dyadic_places(x) == 62);
    ok(ta_dyadic_add(v, &plain, most, ta_dyadic_integer(1), &x));
    assert_true(x.num > 0 && x.exp == TA_DYADIC_BIG && ta_dyadic_places(x) == 0);
    ok(ta_dyadic_sub(v, &plain, x, ta_dyadic_integer(1), &x));
    assert_true(x.num == TA_MAX && x.exp == 0);
    ok(ta_dyadic_sub(v, &plain, most, most, &x));
    assert_true(x.num == 0 && x.exp == 0);
    assert_int_equal(ta_dyadic_compare(most, y), 1);
    assert_int_equal(ta_dyadic_compare(ta_dyadic_neg(most), y), -1);
    char text[48];
    assert_string_equal(ta_dyadic_text(text, ta_dyadic_neg(y)), "-1/4611686018427387904");
}

/* The simplest number of every interval with ends n/8, by search over birthdays; `far`: how far
** numbers are plain. */
static void simplest(int far) {
    MADE(ta_values, v, ta_values_create(NULL, &plain, 0, 0, &v));
    if (far) v->bigs.plain_num = v->bigs.plain_exp = far;
    for (int n = -20; n <= 20; n++) {
        ta_dyadic x, whole, floor;
        ok(ta_dyadic_make(v, &plain, n, 3, &x));
        ok(ta_dyadic_make(v, &plain, (n + 24) / 8 - 3, 0, &whole));
        ok(ta_dyadic_floor(v, &plain, x, &floor));
        assert_true(ta_dyadic_same(floor, whole));
    }
    for (int low = -20; low <= 20; low++)
        for (int high = low; high <= 20; high++)
            for (int ends = 0; ends < 4; ends++) {
                if (low == high && ends != 3) continue;
                ta_interval i = { 1, ends & 1, 1, ends >> 1, { 0, 0 }, { 0, 0 } };
                ta_dyadic found, best = { 0, 0 };
                ta_amount born = TA_INF;
                ok(ta_dyadic_make(v, &plain, low, 3, &i.low));
                ok(ta_dyadic_make(v, &plain, high, 3, &i.high));
                for (int n = 8 * low; n <= 8 * high; n++) {
                    ta_dyadic x;
                    if ((n == 8 * low && !i.low_in) || (n == 8 * high && !i.high_in)) continue;
                    ok(ta_dyadic_make(v, &plain, n, 6, &x));
                    if (ta_dyadic_birthday(x) >= born) continue;
                    born = ta_dyadic_birthday(x);
                    best = x;
                }
                ok(ta_dyadic_simplest(v, &plain, i, &found));
                assert_true(ta_dyadic_same(found, best));
            }
}

TEST(test_simplest) {
    simplest(0);
    simplest(1);
}

/* ---- Deep games: nothing here may use the C stack by depth ---- */

TEST(test_deep) {
    ta_value g, h, sum, star;
    ta_dyadic t;
    const ta_dyadic zero = { 0, 0 };
    int leq, depth = short_run() ? 2000 : 70000;
    MADE(ta_values, v, ta_values_create(NULL, &plain, 0, 0, &v));
    ok(ta_value_number_up_star(v, &plain, zero, 0, 1, &star));
    ok(ta_value_number_up_star(v, &plain, zero, 1, 0, &g));
    for (int i = 2; i <= depth; i++) /* ^[i] */
        ok(ta_value_from_options(v, &plain, &g, 1, &star, 1, &g));
    assert_int_equal(ta_value_birthday(v, g), depth + 1);
    ok(ta_value_temperature(v, &plain, g, &t));
    assert_int_equal(t.num, 0);
    ok(ta_value_cool(v, &plain, g, zero, &h));
    assert_int_equal(h, g);
    ta_value half;
    ok(ta_value_number(v, &plain, 1, 1, &half));
    ok(ta_value_sum(v, &plain, g, half, &sum));
    ok(ta_value_leq(v, &plain, sum, g, &leq));
    assert_int_equal(leq, 0);
    ok(ta_value_leq(v, &plain, g, sum, &leq));
    assert_int_equal(leq, 1);
    size_t length;
    ok(ta_value_text(v, &plain, g, TA_ASCII, NULL, 0, &length));
    FREED char *text = malloc(length + 1);
    assert_non_null(text);
    ok(ta_value_text(v, &plain, g, TA_ASCII, text, length + 1, &length));
    ok(ta_value_parse(v, &plain, text, length, &h));
    assert_int_equal(h, g);
}

/* ---- Limits, cancelling, a failing allocator ---- */

static ta_status work(ta_values *v, ta_call *call) {
    static const char *const texts[] = { "{3|1||0} - ^*2", "+-{0,{1|0}}", "^[3] + Tiny(1/2)",
                                         "{99999999999999999999999|1/147573952589676412928}" };
    ta_value g = 0, h = 0, one, x;
    ta_dyadic t;
    const ta_amount moves[] = { 1, 3, 4 };
    char text[4096];
    size_t length;
    ta_status s = ta_value_number(v, call, 1, 0, &one);
    for (int i = 0; i < 4 && !s; i++) {
        s = ta_value_parse(v, call, texts[i], strlen(texts[i]), &h);
        if (!s) s = ta_value_sum(v, call, g, h, &x);
        if (!s) s = ta_value_temperature(v, call, h, &t);
        if (!s) s = ta_value_cool(v, call, h, ta_dyadic_integer(0), &x);
        if (!s) s = ta_value_overheat(v, call, h, one, one, &x);
        if (!s) s = ta_value_norton(v, call, h, one, &x);
        if (!s) s = ta_value_selective_sum(v, call, h, one, &x);
        if (!s) s = ta_value_reduced(v, call, h, &x);
        if (!s) s = ta_value_text(v, call, h, TA_UNICODE, text, sizeof text, &length);
        if (s == TA_EUNSUPPORTED) s = TA_OK;
        g = h;
    }
    if (!s) s = ta_value_cash(v, call, moves, 3, 7, 5, TA_INF, &x);
    if (!s) s = ta_value_parse(v, call, "{1,1*,1*2,1*4|1,1*,1*2,1*9}", 27, &x);
    if (!s) s = ta_value_text(v, call, x, TA_ASCII, text, sizeof text, &length);
    if (!s) assert_string_equal(text, "1*3");
    if (!s) s = ta_value_parse(v, call, "{^^^|vv}", 8, &h);
    if (!s) s = ta_value_atomic_weight(v, call, h, &x);
    if (!s) s = ta_value_text(v, call, x, TA_ASCII, text, sizeof text, &length);
    if (!s) assert_string_equal(text, "{1|0}");
    return s;
}

STORE_TESTS(ta_values, ta_value, TA_NO_VALUE, 60, 11, 2000, 150000, 7000,
            "{9|5||1} + {{17|11}|-3||-9} + {33|23||2} + {{65|41}|-7||-29} + {70|60||50} + "
            "{{97|83}|6||-44}",
            "{{97|83}|6||-44} + {70|60||50} + {{65|41}|-7||-29} + {33|23||2} + "
            "{{17|11}|-3||-9} + {9|5||1}");

/* ---- Clearing, ids, columns ---- */

TEST(test_clear) {
    ta_values_statistics before, after;
    MADE(ta_values, v, ta_values_create(NULL, &plain, 0, 0, &v));
    make(v, "{3|2||1} + {^|v*}");
    ta_values_describe(v, &before);
    ta_values_clear(v);
    ta_values_describe(v, &after);
    assert_int_equal(after.games, 1);
    assert_true(after.bytes < before.bytes);
    assert_int_equal(after.generation, before.generation + 1);
    assert_int_equal(make(v, "{1|-1} + {1|-1}"), TA_VALUE_ZERO);
    ta_value stale = 1000000, x;
    refused(TA_EINVAL, "", ta_value_sum(v, &plain, stale, 0, &x));
    refused(TA_EINVAL, "", ta_value_from_options(v, &plain, &stale, 1, NULL, 0, &x));
    ta_values_destroy(NULL);
}

TEST(test_column) {
    ta_value g;
    MADE(ta_values, v, ta_values_create(NULL, &plain, 0, 0, &v));
    MADE(ta_value_column, c, ta_value_column_create(v, &plain, &c));
    const ta_value_list none = { NULL, NULL, 0 };
    const uint32_t part[] = { 0, 1, 1 };
    const size_t one[] = { 1 }, sums[] = { 1, 3 };
    const uint32_t ask[] = { 2, 1 }, bad[] = { 9 };
    const ta_value_list zero = { part, one, 1 }, two = { part, sums, 2 };
    refused(TA_EINVAL, "", ta_value_column_put(c, &plain, 1, &none, &none));
    ok(ta_value_column_put(c, &plain, 0, &none, &none)); /* 0 */
    ok(ta_value_column_put(c, &plain, 1, &zero, &none)); /* 1 */
    ok(ta_value_column_put(c, &plain, 2, &two, &zero));  /* {0, 1 + 1 | 0} */
    refused(TA_EINVAL, "", ta_value_column_put_ordinal(c, &plain, 3, &zero, &zero, bad, 1));
    ok(ta_value_column_put_ordinal(c, &plain, 3, &zero, &zero, part + 1, 2)); /* {0 | 0} : 1 + 1 */
    const uint32_t third[] = { 3 };
    ok(ta_value_column_get(c, &plain, third, 1, &g));
    assert_text(v, g, "^[2]*");
    ok(ta_value_column_get(c, &plain, ask, 2, &g));
    assert_text(v, g, "{3|1}");
    refused(TA_EINVAL, "", ta_value_column_get(c, &plain, bad, 1, &g));
    ok(ta_value_column_get(c, &plain, ask, 0, &g));
    assert_int_equal(g, TA_VALUE_ZERO);
    assert_false(ta_value_column_stale(c));
    ta_values_clear(v);
    assert_true(ta_value_column_stale(c));
    refused(TA_EINVAL, "", ta_value_column_get(c, &plain, ask, 2, &g));
    ta_value_column_destroy(NULL);
}

/* ---- A game and a number: the sum by its definition, and the three sums that it also returns ---- */

#define SUMMANDS 60
#define NUMBERS 9

static ta_value summand[SUMMANDS], number[NUMBERS];

static void make_summands(ta_values *v) {
    static const int parts[NUMBERS][2] = { { 1, 0 },  { -1, 0 }, { 3, 0 },  { 1, 1 }, { -1, 1 },
                                           { -3, 2 }, { 5, 3 },  { -7, 1 }, { 2, 0 } };
    for (int i = 0; i < NUMBERS; i++)
        ok(ta_value_number(v, &plain, parts[i][0], parts[i][1], &number[i]));
    for (int g = 0; g < SUMMANDS; g++) {
        ta_value lists[2][WIDTH];
        size_t count[2];
        for (int side = 0; side < 2; side++) {
            count[side] = g ? (size_t)(rand() % (WIDTH + 1)) : 0;
            for (size_t i = 0; i < count[side]; i++) {
                int n = rand() % (g + NUMBERS);
                lists[side][i] = n < g ? summand[n] : number[n - g];
            }
        }
        ok(ta_value_from_options(v, &plain, lists[0], count[0], lists[1], count[1], &summand[g]));
    }
}

/* {gL + x, g + xL | gR + x, g + xR}. */
static ta_value defined(ta_values *v, ta_value g, ta_value x) {
    ta_value lists[2][32], sum;
    size_t count[2] = { 0, 0 };
    for (int side = 0; side < 2; side++)
        for (int second = 0; second < 2; second++)
            for (size_t i = 0; i < ta_value_option_count(v, second ? x : g, side); i++) {
                ta_value option;
                ok(ta_value_option(v, &plain, second ? x : g, side, i, &option));
                assert_true(count[side] < 32);
                lists[side][count[side]++] = second ? defined(v, g, option) : defined(v, option, x);
            }
    ok(ta_value_from_options(v, &plain, lists[0], count[0], lists[1], count[1], &sum));
    return sum;
}

static ta_value sum_of(ta_values *v, ta_value g, ta_value h) {
    ta_value sum;
    ok(ta_value_sum(v, &plain, g, h, &sum));
    return sum;
}

/* Small enough for the definition, which remembers nothing. */
static int is_small(const ta_values *v, ta_value g) {
    return ta_value_birthday(v, g) <= 6;
}

static void random_sums(unsigned seed, size_t most_bytes) {
    int trees = 0;
    srand(seed);
    MADE(ta_values, v, ta_values_create(NULL, &plain, 0, most_bytes, &v));
    make_summands(v);
    for (int i = 0; i < SUMMANDS; i++)
        for (int j = 0; j < NUMBERS; j++) {
            ta_value g = summand[i], x = number[j], sum = sum_of(v, g, x);
            ta_value minus_g = ta_value_negative(v, g), minus_x = ta_value_negative(v, x),
                     minus_sum = ta_value_negative(v, sum);
            trees += v->games[g].kind == TREE;
            if (is_small(v, g) && is_small(v, x)) assert_int_equal(sum, defined(v, g, x));
            assert_int_equal(sum, sum_of(v, x, g));
            assert_int_equal(g, sum_of(v, sum, minus_x));
            assert_int_equal(minus_sum, sum_of(v, minus_g, minus_x));
            assert_int_equal(minus_g, sum_of(v, minus_sum, x));
            if (is_small(v, sum) && is_small(v, x)) assert_int_equal(g, defined(v, sum, minus_x));
        }
    assert_true(trees > SUMMANDS);
    assert_null(ta_values_check(v));
}

TEST(test_sums_by_definition) {
    unsigned seed = (unsigned)rng_start(20261129).word;
    for (unsigned i = 0; i < (short_run() ? 1 : 30); i++) random_sums(seed + i, 0);
}

TEST(test_forgetful_sums) {
    for (unsigned i = 0; i < (short_run() ? 1 : 3); i++) random_sums(i, 300000);
}

/* Every failing allocation, and a limit on games: an error or the sum, and the sum in a repeated query. */
TEST(test_sums_where_memory_ends) {
    static const char text[] = "{9|7||5*|||3||||-7|-9} + 3/8",
                      other[] = "{75/8|59/8||43/8*|||27/8||||-53/8|-69/8}";
    ta_value sum, same;
    EACH_REFUSAL(o, 1) {
        OWN(ta_values) *v = NULL;
        ta_status s = ta_values_create(&o.allocator, &plain, 0, 0, &v);
        if (!s) s = ta_value_parse(v, &plain, text, strlen(text), &sum);
        if (!s) s = ta_value_parse(v, &plain, other, strlen(other), &same);
        if (!s) assert_int_equal(sum, same);
        else assert_true(o.failed && s == TA_ENOMEM);
        if (v) assert_null(ta_values_check(v));
    }
    int ended = 0;
    for (size_t most = 20; most < 200; most += 3) {
        MADE(ta_values, v, ta_values_create(NULL, &plain, most, 0, &v));
        ta_status s = ta_value_parse(v, &plain, text, strlen(text), &sum);
        assert_true(s == TA_OK || s == TA_ELIMIT);
        ended += s == TA_ELIMIT;
        assert_null(ta_values_check(v));
        ta_values_limit(v, 0, 0);
        ok(ta_value_parse(v, &plain, text, strlen(text), &sum));
        ok(ta_value_parse(v, &plain, other, strlen(other), &same));
        assert_int_equal(sum, same);
    }
    assert_true(ended > 3);
}

/* ---- Ordinal sums of a form ---- */

/* base:h by definition: the base's options, and base:x for each option x of h. */
static ta_value by_definition(ta_values *v, const ta_value *base, size_t left, size_t count,
                              ta_value h) {
    ta_value lists[2][40], g;
    size_t size[2] = { left, count - left };
    memcpy(lists[0], base, left * sizeof *base);
    memcpy(lists[1], base + left, size[1] * sizeof *base);
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < ta_value_option_count(v, h, (ta_player)side); i++) {
            ta_value option;
            ok(ta_value_option(v, &plain, h, (ta_player)side, i, &option));
            lists[side][size[side]++] = by_definition(v, base, left, count, option);
        }
    ok(ta_value_from_options(v, &plain, lists[0], size[0], lists[1], size[1], &g));
    return g;
}

TEST(test_ordinal_sums_of_forms) {
    static const char *const names[] = { "0",  "1", "-1", "2",  "1/2",   "-3/4", "*",      "*2",
                                         "*3", "^", "v*", "^^", "{1|-1}", "{2|1*}", "{^|*||-1}" };
    const size_t n = sizeof names / sizeof *names;
    ta_values *v;
    ta_value at[32], sum;
    srand(5);
    ok(ta_values_create(NULL, &plain, 0, 0, &v));
    for (size_t i = 0; i < n; i++) at[i] = make(v, names[i]);
    for (int round = 0; round < 2000; round++) {
        ta_value base[4];
        size_t left = (size_t)rand() % 3, count = left + (size_t)rand() % 3;
        ta_value h = at[(size_t)rand() % n];
        for (size_t i = 0; i < count; i++) base[i] = at[(size_t)rand() % n];
        ok(ta_value_ordinal_sum_of(v, &plain, base, left, count, h, &sum));
        assert_int_equal(sum, by_definition(v, base, left, count, h));
    }
    const ta_value star[] = { at[6], at[6] }; /* {*|*} is 0, and above it 1 is up */
    ok(ta_value_ordinal_sum_of(v, &plain, star, 1, 2, at[1], &sum));
    assert_text(v, sum, "^");
    ta_values_destroy(v);
}

RUN_TESTS
