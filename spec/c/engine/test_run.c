/*
** test_run.c - runs of options equal the single options: in a box, across its edge, as words, past
** 2^63; refusals; and rules that stop once the outcome is decided.
*/
#include "rules.h"

/* Positions (a, b) with random runs, each given whole or one by one. */
typedef struct game {
    uint64_t seed;
    int whole, looks; /* emits runs; tests whether it may stop */
    int64_t size;
    long emitted, stops;
} game;

static ta_status one_by_one(ta_sink *sink, ta_call *call, const int64_t *start, const int64_t *step,
                            size_t size, size_t count) {
    int64_t at[TA_COMPONENTS + 1]; /* one too many is refused, not read */
    for (size_t k = 0; k < count; k++) {
        for (size_t i = 0; i < size; i++)
            at[i] = (int64_t)((uint64_t)start[i] + k * (uint64_t)step[i]);
        ta_status s = ta_sink_emit_integers(sink, call, at, size);
        if (s) return s;
    }
    return TA_OK;
}

/* Runs that fall in the first number, or in the second with the first as it is. */
OPTIONS(options) {
    game *g = ctx;
    rng r = { g->seed + (uint64_t)p->component[0] * 1009 + (uint64_t)p->component[1] * 9176 };
    for (int64_t n = rng_between(&r, 0, 3); n > 0; n--) {
        int64_t a = p->component[0], b = p->component[1], start[2], step[2], count;
        if (a > 0 && rng_between(&r, 0, 1)) {
            start[0] = rng_between(&r, 0, a - 1);
            step[0] = rng_between(&r, 0, 1) ? -1 : 0;
            count = rng_between(&r, 0, step[0] ? start[0] + 1 : 4);
            start[1] = rng_between(&r, 0, g->size);
            step[1] = rng_between(&r, 0, 2);
        } else if (b > 0) {
            start[0] = a;
            step[0] = 0;
            start[1] = rng_between(&r, 0, b - 1);
            step[1] = -1;
            count = rng_between(&r, 0, start[1] + 1);
        } else continue;
        g->emitted += count;
        ta_status s =
            (g->whole ? ta_sink_run : one_by_one)(sink, call, start, step, 2, (size_t)count);
        if (s) return s;
        g->stops += ta_sink_stopped(sink);
        if (g->looks && ta_sink_stopped(sink)) return TA_OK;
    }
    return TA_OK;
}

static int64_t answer(game *g, int what, const ta_position *p, const ta_limits *limits) {
    OWN(ta_solver) *s = SOLVER(g, .options = options);
    ta_amount value = 0;
    ta_outcome outcome = TA_P;
    ta_solver_limit(s, limits);
    if (what == 0) ok(ta_solver_nim_value(s, &plain, p, &value));
    if (what == 1) ok(ta_solver_remoteness(s, &plain, p, 0, 0, &value));
    if (what >= 2) {
        ok(ta_solver_outcome(s, &plain, p, what == 3, &outcome));
        value = outcome;
    }
    return value;
}

TEST(test_random) {
    rng r = rng_start(4711);
    long stops = 0;
    for (int round = 0; round < (short_run() ? 100 : 1000); round++) {
        game g = { rng_next(&r), 0, 0, 0, 0, 0 };
        g.size = rng_between(&r, 1, 12);
        int64_t at[2];
        for (int i = 0; i < 2; i++) at[i] = rng_between(&r, 0, 12);
        ta_position p = { at, NULL, 2 };
        ta_limits none = { 0, 0, 0, 0 };
        for (int what = 0; what < 4; what++) {
            g.whole = g.looks = 0;
            int64_t expected = answer(&g, what, &p, &none);
            g.whole = 1;
            assert_int_equal(answer(&g, what, &p, &none), expected);
            g.looks = 1;
            g.stops = 0;
            assert_int_equal(answer(&g, what, &p, &none), expected);
            if (what < 2) assert_int_equal(g.stops, 0);
            stops += g.stops;
        }
    }
    assert_true(stops > 10);
}

/* One run, whatever it is, as the options of a position. */
typedef struct single {
    int64_t start[TA_COMPONENTS + 1], step[TA_COMPONENTS + 1];
    size_t size, count;
    int whole;
} single;

OPTIONS(emit_single) {
    const single *x = ctx;
    if (p->component[0] != 5) return TA_OK; /* all else is an end */
    return (x->whole ? ta_sink_run : one_by_one)(sink, call, x->start, x->step, x->size, x->count);
}

static ta_status show(void *ctx, ta_call *call, uint32_t number, const ta_position *p,
                      const ta_options *left, const ta_options *right) {
    char *text = ctx, one[100];
    if (number < 40) strcat(text, ta_position_text(one, sizeof one, p));
    return TA_OK;
}

static ta_status options_of(single *x, char *text, char *message, ta_amount *followers) {
    ta_position p = AT(5, 5);
    OWN(ta_solver) *s = SOLVER(x, .options = emit_single);
    *text = '\0';
    ta_status st = ta_solver_options(s, &plain, &p, TA_LEFT, -1, show, text);
    if (!st) st = ta_solver_followers(s, &plain, &p, followers); /* listed in the box of (5, 5) */
    strcpy(message, plain.message);
    return st;
}

static void compare(single *x, ta_status expected) {
    char text[2][8000], message[2][TA_MESSAGE_SIZE];
    ta_amount followers[2] = { -1, -1 };
    for (x->whole = 0; x->whole < 2; x->whole++)
        assert_int_equal(options_of(x, text[x->whole], message[x->whole], &followers[x->whole]),
                         expected);
    assert_string_equal(text[0], text[1]);
    assert_string_equal(message[0], message[1]);
    assert_int_equal(followers[0], followers[1]);
}

TEST(test_edges) {
    single inside = { { 4, 4 }, { -1, -1 }, 2, 4, 0 };
    single out_below = { { 3, 3 }, { -1, -1 }, 2, 9, 0 };
    single out_above = { { 0, 1 }, { 1, 1 }, 2, 5, 0 };
    single past_the_end = { { 4, INT64_MAX - 2 }, { 0, 1 }, 2, 5, 0 };
    single round_and_round = { { 4, 3 }, { 0, INT64_MIN }, 2, 4, 0 };
    single big_steps = { { 4, 0 }, { 0, (int64_t)1 << 62 }, 2, 9, 0 };
    single none = { { 1, 1 }, { 0, 0 }, 2, 0, 0 };
    single three = { { 1, 1, 1 }, { 0, 1, 0 }, 3, 3, 0 };
    single *all[] = { &inside,          &out_below, &out_above, &past_the_end,
                      &round_and_round, &big_steps, &none,      &three };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) compare(all[i], TA_OK);
    rng r = rng_start(99);
    for (int round = 0; round < 2000; round++) {
        single x = { .size = 2 };
        for (int i = 0; i < 2; i++)
            x.start[i] = i ? rng_between(&r, -9, 9) : rng_between(&r, -2, 4);
        for (int i = 0; i < 2; i++) x.step[i] = i ? rng_between(&r, -3, 3) : rng_between(&r, -1, 0);
        x.count = (size_t)rng_between(&r, 0, 9);
        compare(&x, TA_OK);
    }
}

TEST(test_refused) {
    single empty = { { 0 }, { 0 }, 0, 1, 0 };
    single wide = { { 0 }, { 0 }, TA_COMPONENTS + 1, 1, 0 };
    single many = { { 0, 0 }, { 0, 0 }, 2, TA_OPTIONS_MOST + 1, 0 };
    single *all[] = { &empty, &wide, &many };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) compare(all[i], TA_EBADRULE);
    single more = { { 0, 0 }, { 0, 1 }, 2, TA_OPTIONS_MOST + 1, 0 }; /* which do not repeat */
    compare(&more, TA_ELIMIT);
}

/* Regression: a rule that names its options from the middle outwards kept all of each on the stack. */
OPTIONS(from_the_middle) {
    int64_t n = p->component[0], middle = n / 2;
    ta_status s = TA_OK;
    for (int64_t k = 0; !s && k <= n; k++) {
        if (middle + k < n) s = EMIT(middle + k);
        if (!s && k && middle >= k) s = EMIT(middle - k);
    }
    return s;
}

TEST(test_stack) {
    ta_position p = AT(4000);
    ta_amount value;
    ta_statistics held;
    OWN(ta_solver) *s = SOLVER(NULL, .options = from_the_middle);
    ok(ta_solver_nim_value(s, &plain, &p, &value));
    ta_solver_statistics(s, &held);
    assert_int_equal(value, 4000);
    assert_true(held.bytes < 4e6); /* 33 million */
}

TEST(test_memory) {
    EACH_REFUSAL(o, 4) {
        game g = { 77, 1, 1, 9, 0, 0 };
        ta_position p = AT(9, 9);
        OWN(ta_solver) *s = solver_by(&o.allocator, (ta_ruleset){ .ctx = &g, .options = options });
        ta_outcome outcome;
        if (s) assert_refused(&o, ta_solver_outcome(s, &plain, &p, 0, &outcome));
    }
}

RUN_TESTS
