/*
** test_heap_play.c - play with heaps: options, each once and in its order, for every kind of game. Outcomes,
** winning moves and P-positions of sums against play itself. Misere play against its definition.
*/
#include "plain.h"

#include "heaps.h"
#include "takeaway/ruleset.h"

/* ---- Options ---- */

enum { OPTIONS = 2000 };

typedef struct listed {
    ta_amount option[OPTIONS][3];
    int count, most;
} listed;

/* Ascending, the heaps that are missing 0 in front. */
static ta_status list_option(void *ctx, ta_call *call, const ta_amount *heaps, size_t count) {
    listed *s = ctx;
    if (s->count == s->most) return TA_ECANCELLED;
    assert_true(count <= 3 && s->count < OPTIONS);
    ta_amount *to = s->option[s->count++];
    to[0] = to[1] = to[2] = 0;
    for (size_t i = 0; i < count; i++) {
        size_t at = 2;
        assert_true(heaps[i] > 0);
        while (to[at] > heaps[i]) at--;
        for (size_t j = 0; j < at; j++) to[j] = to[j + 1];
        to[at] = heaps[i];
    }
    return TA_OK;
}

static int has(const listed *s, ta_amount a, ta_amount b, ta_amount c) {
    int found = 0;
    for (int i = 0; i < s->count; i++)
        found += s->option[i][0] == a && s->option[i][1] == b && s->option[i][2] == c;
    return found;
}

static listed options_of(ta_heap *game, ta_amount n) {
    listed s = { .count = 0, .most = OPTIONS };
    ok(ta_heap_options(game, &plain, n, list_option, &s));
    return s;
}

/* By the definition of a code: bit j of digit k takes k and leaves j heaps. */
TEST(test_options_of_codes) {
    static const struct {
        const char *code;
        int digit[5];
    } games[] = { { "0.77", { 0, 7, 7, 0, 0 } },
                  { "4.3", { 4, 3, 0, 0, 0 } },
                  { "0.123", { 0, 1, 2, 3, 0 } },
                  { "0.0007", { 0, 0, 0, 0, 7 } },
                  { "8.F", { 8, 15, 0, 0, 0 } } };
    EACH(g, games) {
        OWN(ta_heap) *game = heap_of(g->code);
        for (ta_amount n = 0; n <= 20; n++) {
            int expected = 0;
            listed s = options_of(game, n);
            for (ta_amount k = 0; k <= 4 && k <= n; k++) {
                ta_amount m = n - k;
                int d = g->digit[k];
                if (d & 1 && m == 0 && k > 0) expected++, assert_true(has(&s, 0, 0, 0));
                if (d & 2 && m > 0 && k > 0) expected++, assert_true(has(&s, 0, 0, m));
                for (ta_amount a = 1; d & 4 && 2 * a <= m; a++)
                    expected++, assert_true(has(&s, 0, a, m - a));
                for (ta_amount a = 1; d & 8 && a < m; a++)
                    for (ta_amount b = a; a + 2 * b <= m; b++)
                        expected++, assert_true(has(&s, a, b, m - a - b));
            }
            assert_int_equal(s.count, expected);
        }
    }
}

TEST(test_options_of_sets) {
    for (int all_but = 0; all_but <= 1; all_but++) {
        OWN(ta_heap) *game = heap_of(all_but ? "x2,5,7" : "-2,5,7");
        for (ta_amount n = 0; n <= 100; n++) {
            int expected = 0;
            listed s = options_of(game, n);
            for (ta_amount k = 1; k <= n; k++) {
                int takes = (k == 2 || k == 5 || k == 7) != all_but;
                expected += takes;
                assert_int_equal(has(&s, 0, 0, n - k), takes);
            }
            assert_int_equal(s.count, expected);
        }
    }
}

/* Any but one counter, and a heap cut in three. */
static ta_status thirds(void *ctx, ta_call *call, ta_amount n, ta_heap_sink *sink) {
    ta_amount heaps[] = { n / 3, n / 3, n / 3 };
    ta_status s = n > 1 ? ta_heap_emit(sink, call, heaps, 3) : TA_OK;
    for (ta_amount m = 0; m < n - 1 && !s; m++) s = ta_heap_emit(sink, call, &m, 1);
    ++*(int *)ctx;
    return s;
}

TEST(test_options_of_rules) {
    int asked = 0;
    MADE(ta_heap, game, ta_heap_scripted(NULL, &plain, thirds, &asked, "thirds", NULL, &game));
    for (ta_amount n = 0; n <= 40; n++) {
        listed s = options_of(game, n);
        assert_int_equal(s.count, n > 1 ? n : 0);
        if (n >= 3) assert_int_equal(has(&s, n / 3, n / 3, n / 3), 1);
    }
    options_of(game, 40);
    assert_int_equal(asked, 41); /* kept */
}

TEST(test_options_that_fail) {
    OWN(ta_heap) *game = heap_of("8.8");
    listed s = { .count = 0, .most = 3 };
    refused(TA_ECANCELLED, "", ta_heap_options(game, &plain, 50, list_option, &s));
    assert_int_equal(s.count, 3); /* a visitor's status is passed through at once */
    refused(TA_EINVAL, "", ta_heap_options(game, &plain, -1, list_option, &s));
    refused(TA_EINVAL, "", ta_heap_options(game, &plain, TA_MAX + 1, list_option, &s));
}

/* ---- P-positions; spec/property/heap_spec.lua plays sums to their end ---- */

typedef struct sizes {
    ta_amount last;
    int count, most;
} sizes;

static ta_status add_size(void *ctx, ta_call *call, ta_amount n) {
    sizes *s = ctx;
    assert_true(n > s->last);
    s->last = n;
    return ++s->count < s->most ? TA_OK : TA_ECANCELLED;
}

TEST(test_p_positions_are_those_of_value_0) {
    static const char *const codes[] = { "0.77", "0.137", "0.3", "0.07", "4.7" };
    int proved = 0;
    EACH(code, codes) {
        OWN(ta_heap) *game = heap_of(*code);
        sizes s = { -1, 0, 1000000 };
        int expected = 0;
        for (ta_amount n = 0; n <= 500; n++) expected += value_of_heap(game, n) == 0;
        ok(ta_heap_p_positions(game, &plain, 500, add_size, &s));
        assert_int_equal(s.count, expected);
        s = (sizes){ -1, 0, 1 }; /* a visitor's status is passed through */
        refused(TA_ECANCELLED, "", ta_heap_p_positions(game, &plain, 500, add_size, &s));
        assert_int_equal(s.count, 1);
        ta_period period;
        if (!ta_heap_periodicity(game, &plain, 600, &period) &&
            period.proved) { /* from its zeros */
            for (ta_amount n = 501; n <= 5000; n++) expected += value_of_heap(game, n) == 0;
            s = (sizes){ -1, 0, 1000000 };
            ok(ta_heap_p_positions(game, &plain, 5000, add_size, &s));
            assert_int_equal(s.count, expected);
            s = (sizes){ -1, 0, 100000 }; /* however far: at once, where none comes again */
            ta_status st = ta_heap_p_positions(game, &plain, TA_MAX, add_size, &s);
            assert_int_equal(st, s.count == 100000 ? TA_ECANCELLED : TA_OK);
            proved++;
        }
    }
    assert_true(proved >= 3);
}

static ta_status count_move(void *ctx, ta_call *call, size_t heap, const ta_amount *left,
                            size_t count) {
    ++*(int *)ctx;
    return TA_OK;
}

TEST(test_play_where_memory_is_refused) {
    const ta_amount heaps[] = { 3, 7, 9 };
    EACH_REFUSAL(o, 5) {
        OWN(ta_heap) *game = NULL;
        ta_outcome outcome = TA_P;
        int moves = 0;
        sizes p = { -1, 0, 1000000 };
        ta_status status = make_heap(&o.allocator, &plain, "0.77", NULL, &game);
        if (!status) status = ta_heap_outcome(game, &plain, heaps, 3, &outcome);
        if (!status) status = ta_heap_winning_moves(game, &plain, heaps, 3, count_move, &moves);
        if (!status) status = ta_heap_p_positions(game, &plain, 300, add_size, &p);
        assert_int_equal(status, oom_status(&o));
    }
}

/* ---- Rules of the host, and misere play ---- */

TEST(test_a_rule_is_its_code) {
    int calls[301] = { 0 };
    OWN(ta_heap) *by_rule = NULL, *by_code = heap_of("0.77");
    ok(ta_heap_scripted(NULL, &plain, kayles_rule, calls, "kayles", NULL, &by_rule));
    assert_int_equal(value_of_heap(by_rule, 211),
                     value_of_heap(by_code, 211)); /* one at a time ... */
    ok(ta_heap_extend(by_rule, &plain, 300));      /* ... and all in order */
    for (ta_amount n = 0; n <= 300; n++) {
        assert_int_equal(value_of_heap(by_rule, n), value_of_heap(by_code, n));
        assert_int_equal(calls[n], 1);
    }
}

/* ---- Misere play ---- */

/* Misere value of Kayles heaps a, b by plain recursion. */
static int misere_kayles(const int *rows, int count) {
    unsigned char met[256] = { 0 };
    int any = 0;
    for (int i = 0; i < count; i++)
        for (int take = 1; take <= 2; take++)
            for (int a = 0; 2 * a <= rows[i] - take; a++) {
                int next[16], held = 0;
                for (int j = 0; j < count; j++)
                    if (j != i) next[held++] = rows[j];
                if (a) next[held++] = a;
                if (rows[i] - take - a) next[held++] = rows[i] - take - a;
                any = 1;
                met[misere_kayles(next, held)] = 1;
            }
    int mex = 0;
    while (met[mex]) mex++;
    return any ? mex : 1;
}

TEST(test_misere_is_the_definition) {
    OWN(ta_heap) *by_code = heap_of("0.77"), *by_rule = heap_of("kayles");
    for (int again = 0; again < 2; again++) { /* found again while nothing else is held */
        ta_amount none[1] = { 0 }, value;
        ok(ta_heap_misere_nim_value(by_code, &plain, none, 1, &value));
        assert_int_equal(value, 1);
    }
    for (int a = 0; a <= 6; a++)
        for (int b = 0; b <= 5; b++) {
            int rows[2] = { a, b };
            ta_amount heaps[2] = { a, b }, value;
            int expected = misere_kayles(rows, 2);
            ok(ta_heap_misere_nim_value(by_code, &plain, heaps, 2, &value));
            assert_int_equal(value, expected);
            ok(ta_heap_misere_nim_value(by_rule, &plain, heaps, 2, &value));
            assert_int_equal(value, expected);
        }
}

/* Kayles of ones and twos, by definition: a one goes, a two goes or becomes a one. */
TEST(test_many_heaps_are_the_definition) {
    enum { LARGEST = 30 };
    static int expected[LARGEST + 1][LARGEST + 1]; /* [ones + twos][twos] */
    OWN(ta_heap) *h = heap_of("0.77");
    for (int twos = 0; twos <= LARGEST; twos++)
        for (int heaps = twos; heaps <= LARGEST; heaps++) {
            int met[4] = { 0 }, mex = 0;
            ta_amount sum[LARGEST], value;
            for (int i = 0; i < heaps; i++) sum[i] = i * 7 % heaps < twos ? 2 : 1;
            int counted = 0;
            for (int i = 0; i < heaps; i++) counted += sum[i] == 2;
            if (counted != twos) /* 7 divides the count of heaps: not mixed, then */
                for (int i = 0; i < heaps; i++) sum[i] = i < twos ? 2 : 1;
            if (heaps > twos) met[expected[heaps - 1][twos]] = 1;
            if (twos) met[expected[heaps - 1][twos - 1]] = met[expected[heaps][twos - 1]] = 1;
            while (met[mex]) mex++;
            expected[heaps][twos] = heaps ? mex : 1;
            ok(ta_heap_misere_nim_value(h, &plain, sum, (size_t)heaps, &value));
            assert_int_equal(value, expected[heaps][twos]);
        }
}

#define STEP ((ta_amount)1 << 40)

static ta_status takes_a_step(void *ctx, ta_call *call, ta_amount n, ta_heap_sink *sink) {
    ta_amount left = n - STEP;
    ++*(int *)ctx;
    return left < 0 ? TA_OK : ta_heap_emit(sink, call, &left, 1);
}

/* As many moves as heaps, for any player and heap; heaps of one byte and of many, above 2^32. */
TEST(test_large_heaps) {
    static const ta_amount rest[10] = { 0,   1,     127,   128,          16383,
                                        300, 16384, 99999, STEP / 2 + 1, STEP - 1 };
    int calls = 0;
    MADE(ta_heap, h, ta_heap_scripted(NULL, &plain, takes_a_step, &calls, "steps", NULL, &h));
    for (size_t heaps = 0; heaps <= 10; heaps++) {
        ta_amount sum[10], value;
        for (size_t i = 0; i < heaps; i++) sum[i] = STEP + rest[i];
        ok(ta_heap_misere_nim_value(h, &plain, sum, heaps, &value));
        assert_int_equal(value, heaps % 2 == 0);
    }
    assert_true(calls <= 20); /* the rule lists a heap's options once, whatever the sum */
    const ta_amount bad[2] = { -1, TA_INF };
    ta_amount value = 42;
    for (int i = 0; i < 2; i++)
        refused(TA_EINVAL, "", ta_heap_misere_nim_value(h, &plain, bad + i, 1, &value));
    assert_int_equal(value, 42);
}

/* `positions` is how many sums there may be, the empty one included. */
TEST(test_the_limit_is_exact) {
    static const struct {
        ta_amount heaps[10];
        size_t count;
        ta_amount sums, value;
    } nim[] = { { { 200 }, 1, 201, 200 },
                { { 5, 3 }, 2, 18, 6 }, /* 24 pairs, 6 of them in both orders */
                { { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 }, 10, 11, 1 } };
    for (size_t i = 0; i < COUNT(nim); i++)
        for (int short_of = 0; short_of < 2; short_of++) {
            ta_heap_settings settings = { .positions = nim[i].sums - short_of };
            ta_amount value = 42;
            MADE(ta_heap, h, ta_heap_subtraction(NULL, &plain, NULL, 0, 1, &settings, &h));
            ta_status s = ta_heap_misere_nim_value(h, &plain, nim[i].heaps, nim[i].count, &value);
            assert_int_equal(s, short_of ? TA_ELIMIT : TA_OK);
            assert_int_equal(value, short_of ? 42 : nim[i].value);
            if (s) assert_non_null(strstr(plain.message, "subtraction all but {}: misere play"));
        }
    ta_amount far[1] = { 10000000 }, value;
    OWN(ta_heap) *h = heap_of("0.07");
    refused(TA_ELIMIT, "options of one sum", ta_heap_misere_nim_value(h, &plain, far, 1, &value));
}

/* With little memory a search ends. With more it resumes, and at last answers. */
TEST(test_room_by_room) {
    const ta_amount heaps[2] = { 11, 9 };
    ta_amount expected, value = 42;
    OWN(ta_heap) *whole = heap_of("0.77"), *h = heap_of("0.77");
    int calls = 0;
    ok(ta_heap_misere_nim_value(whole, &plain, heaps, 2, &expected));
    for (;; calls++) {
        ta_status s = ta_heap_misere_nim_value_within(h, &plain, 7, heaps, 2, &value);
        if (!s) break;
        assert_int_equal(s, TA_ELIMIT);
        assert_non_null(strstr(plain.message, "more sums of heaps than the room of"));
        assert_int_equal(value, 42);
    }
    assert_true(calls > 5 && calls < 100);
    assert_int_equal(value, expected);
    refused(TA_EINVAL, "", ta_heap_misere_nim_value_within(h, &plain, -1, heaps, 2, &value));
    ok(ta_heap_misere_nim_value_within(h, &plain, TA_MAX, heaps, 2, &value));
    ta_heap_destroy(h);
    ta_heap_settings few = { .positions = 10 }; /* which also limits searches with enough memory */
    ok(make_heap(NULL, &plain, "0.77", &few, &h));
    refused(TA_ELIMIT, "positions = 10 sums",
            ta_heap_misere_nim_value_within(h, &plain, 1000, heaps, 2, &value));
}

static ta_status breaks_at_three(void *ctx, ta_call *call, ta_amount n, ta_heap_sink *sink) {
    ta_amount left = n == 3 ? 3 : n - 1;
    return n > 0 ? ta_heap_emit(sink, call, &left, 1) : TA_OK;
}

/* A cancelled search resumes; the status of a rule is passed on. */
TEST(test_failures_pass_through) {
    static const ta_amount sum[2] = { 18, 14 };
    OWN(ta_heap) *h = heap_of("0.77"), *whole = heap_of("0.77"), *broken = NULL;
    ta_amount value = 42, expected;
    polled p = { .stopped = 1 };
    int cancels = -1;
    for (; p.stopped; cancels++) {
        polled_start(&p, 1);
        ta_status s = ta_heap_misere_nim_value(h, &p.call, sum, 2, &value);
        assert_int_equal(s, polled_status(&p));
        if (s) assert_int_equal(value, 42);
    }
    assert_true(cancels > 2);
    ok(ta_heap_misere_nim_value(whole, &plain, sum, 2, &expected));
    assert_int_equal(value, expected);
    ok(ta_heap_scripted(NULL, &plain, breaks_at_three, NULL, "three", NULL, &broken));
    refused(TA_EBADRULE, "three: heap 3", ta_heap_misere_nim_value(broken, &plain, sum, 2, &value));
}

RUN_TESTS
