/*
** test_big.c - numbers of many digits. With nearly all numbers in that form, every answer about small
** games equals the one with plain numbers.
*/
#include "plain.h"

#include "value/value_int.h"

#define TEXT (1 << 20)

static ta_values *store(int64_t num, int exp) {
    ta_values *v = NULL;
    ok(ta_values_create(NULL, &plain, 0, 0, &v));
    if (exp >= 0) {
        v->bigs.plain_num = num;
        v->bigs.plain_exp = exp;
    }
    return v;
}

/* ---- Answers as text ---- */

typedef struct answers {
    char text[TEXT];
    size_t length;
} answers;

static void say(answers *a, const char *text) {
    size_t size = strlen(text);
    assert_true(a->length + size + 2 < TEXT);
    memcpy(a->text + a->length, text, size);
    a->length += size;
    a->text[a->length++] = ' ';
    a->text[a->length] = '\0';
}

static void say_dyadic(answers *a, ta_dyadic x) {
    char text[400];
    assert_true(ta_dyadic_room(x) <= sizeof text);
    say(a, ta_dyadic_text(text, x));
}

static void say_value(answers *a, ta_values *v, ta_status s, ta_value g) {
    static char text[1 << 12];
    size_t length;
    if (s) {
        say(a, "failed");
        return;
    }
    for (int n = 0; n <= TA_CGSCRIPT; n++) {
        ok(ta_value_text(v, &plain, g, (ta_notation)n, text, sizeof text, &length));
        if (length >= sizeof text) snprintf(text, sizeof text, "%zu", length);
        say(a, text);
    }
}

/* For values that may be large, only the name or its length. */
static void say_result(answers *a, ta_values *v, ta_status s, ta_value g) {
    static char text[1 << 12];
    size_t length = 0;
    if (!s) s = ta_value_text(v, &plain, g, TA_ASCII, text, sizeof text, &length);
    if (s || length >= sizeof text) snprintf(text, sizeof text, "%d %zu", (int)s, length);
    say(a, text);
}

static void about(answers *a, ta_values *v, ta_value g) {
    ta_dyadic x;
    ta_value h = 0;
    char day[32];
    a->length = 0;
    say_value(a, v, TA_OK, g);
    for (int side = 0; side < 2; side++) {
        ta_corner corners[64];
        size_t count;
        say_dyadic(a, ta_value_stop(v, g, (ta_player)side));
        ok(ta_value_wall(v, &plain, g, (ta_player)side, corners, 64, &count));
        for (size_t i = 0; i < count; i++) {
            say_dyadic(a, corners[i].t);
            say_dyadic(a, corners[i].value);
        }
        for (size_t i = 0; i < ta_value_option_count(v, g, (ta_player)side); i++)
            say_value(a, v, ta_value_option(v, &plain, g, (ta_player)side, i, &h), h);
    }
    ok(ta_value_mean(v, &plain, g, &x));
    say_dyadic(a, x);
    ok(ta_value_temperature(v, &plain, g, &x));
    say_dyadic(a, x);
    snprintf(day, sizeof day, "%lld", (long long)ta_value_birthday(v, g));
    say(a, day);
    say_value(a, v, ta_value_atomic_weight(v, &plain, g, &h), h);
    say_value(a, v, ta_value_reduced(v, &plain, g, &h), h);
    say_value(a, v, ta_value_freeze(v, &plain, g, &h), h);
    say_value(a, v, ta_value_companion(v, &plain, g, &h), h);
    assert_null(ta_values_check(v));
}

static void about_pair(answers *a, ta_values *v, ta_value g, ta_value h) {
    typedef ta_status operation(ta_values *, ta_call *, ta_value, ta_value, ta_value *);
    static operation *const operations[] = { ta_value_sum,           ta_value_difference,
                                             ta_value_ordinal_sum,   ta_value_conjunctive_sum,
                                             ta_value_selective_sum, ta_value_selective_compound,
                                             ta_value_norton,        ta_value_conway_product,
                                             ta_value_heat };
    ta_value x = 0;
    ta_dyadic t;
    int32_t ups;
    uint32_t star;
    int leq;
    a->length = 0;
    ok(ta_value_leq(v, &plain, g, h, &leq));
    say(a, leq ? "<=" : "no");
    for (size_t i = 0; i < COUNT(operations); i++)
        say_result(a, v, operations[i](v, &plain, g, h, &x), x);
    say_result(a, v, ta_value_overheat(v, &plain, g, h, h, &x), x);
    if (ta_value_compact(v, h, &t, &ups, &star) && !ups && !star)
        say_result(a, v, ta_value_cool(v, &plain, g, t, &x), x);
    say_result(a, v, ta_value_multiple(v, &plain, -13, g, &x), x);
}

/* ---- Small games, made alike in two stores ---- */

#define GAMES 40

typedef struct two {
    ta_values *store[2];
    ta_value games[2][GAMES];
    int count;
} two;

static const char *const numbers[] = { "0",   "1",    "-1",  "1/2", "-3/2", "3",  "*",
                                       "5/8", "-7/4", "1^*", "v",   "9/16", "-6", "1/4*2" };

static void make_games(two *t, unsigned seed) {
    int start = (int)(COUNT(numbers));
    srand(seed);
    for (t->count = 0; t->count < GAMES; t->count++) {
        int count[2] = { 1 + rand() % 2, 1 + rand() % 2 }, pick[4];
        for (int i = 0; i < 4; i++) pick[i] = rand() % (t->count < 34 ? start : start + 20);
        for (int which = 0; which < 2; which++) {
            ta_value *g = t->games[which], list[4];
            if (t->count < start) {
                const char *text = numbers[t->count];
                ok(ta_value_parse(t->store[which], &plain, text, strlen(text), &g[t->count]));
                continue;
            }
            for (int i = 0; i < 4; i++) list[i] = g[pick[i]];
            ok(ta_value_from_options(t->store[which], &plain, list, (size_t)count[0], list + 2,
                                     (size_t)count[1], &g[t->count]));
        }
    }
}

static void same_answers(int64_t num, int exp, unsigned seed) {
    static two t;
    static answers a[2];
    t.store[0] = store(0, -1);
    t.store[1] = store(num, exp);
    make_games(&t, seed);
    for (int i = 0; i < GAMES; i++) {
        for (int which = 0; which < 2; which++) about(&a[which], t.store[which], t.games[which][i]);
        assert_string_equal(a[0].text, a[1].text);
        for (int j = 0; j < GAMES; j++) {
            if (j >= 14 && (i + j) % 29) continue;
            for (int which = 0; which < 2; which++)
                about_pair(&a[which], t.store[which], t.games[which][i], t.games[which][j]);
            assert_string_equal(a[0].text, a[1].text);
        }
    }
    assert_true(t.store[1]->bigs.count > 20);
    for (int which = 0; which < 2; which++) ta_values_destroy(t.store[which]);
}

TEST(test_same_answers) {
    const char *given = getenv("TAKEAWAY_SEED");
    unsigned seed = given ? (unsigned)atoi(given) : 1;
    printf("# seed %u\n", seed);
    same_answers(0, 0, seed); /* all numbers but 0 */
    same_answers(3, 1, seed + 1);
}

RUN_TESTS
