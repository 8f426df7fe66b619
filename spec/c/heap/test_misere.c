/*
** test_misere.c - rules of the host, and misere play against its definition.
*/
#include "testing.h"

#include "takeaway/heap.h"
#include "takeaway/ruleset.h"

static ta_heap *octal(const char *code) {
    ta_heap *h;
    ok(ta_heap_octal(NULL, &plain, code, strlen(code), NULL, &h));
    return h;
}

static ta_status kayles(void *ctx, ta_call *call, ta_amount n, ta_heap_sink *sink) {
    int *calls = ctx;
    if (calls) calls[n]++;
    for (ta_amount take = 1; take <= 2; take++)
        for (ta_amount a = 0; 2 * a <= n - take; a++) {
            ta_amount heaps[2] = { a, n - take - a };
            ta_status s = ta_heap_emit(sink, call, heaps, 2);
            if (s) return s;
        }
    return TA_OK;
}

TEST(test_a_rule_is_its_code) {
    int calls[301] = { 0 };
    ta_heap *by_rule, *by_code = octal("0.77");
    ta_amount value, expected;
    ok(ta_heap_scripted(NULL, &plain, kayles, calls, "kayles", NULL, &by_rule));
    ok(ta_heap_nim_value(by_rule, &plain, 211, &value)); /* one at a time ... */
    ok(ta_heap_nim_value(by_code, &plain, 211, &expected));
    assert_int_equal(value, expected);
    ok(ta_heap_extend(by_rule, &plain, 300)); /* ... and all in order */
    for (ta_amount n = 0; n <= 300; n++) {
        ok(ta_heap_nim_value(by_rule, &plain, n, &value));
        ok(ta_heap_nim_value(by_code, &plain, n, &expected));
        assert_int_equal(value, expected);
        assert_int_equal(calls[n], 1);
    }
    ta_heap_destroy(by_rule);
    ta_heap_destroy(by_code);
}

/* ---- Misere play ---- */

/* Misere value of Kayles heaps a, b by plain recursion. */
static int misere_kayles(const int *rows, int count) {
    unsigned char seen[256] = { 0 };
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
                seen[misere_kayles(next, held)] = 1;
            }
    int mex = 0;
    while (seen[mex]) mex++;
    return any ? mex : 1;
}

TEST(test_misere_is_the_definition) {
    ta_heap *by_code = octal("0.77"), *by_rule;
    ok(ta_heap_scripted(NULL, &plain, kayles, NULL, "kayles", NULL, &by_rule));
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
    ta_heap_destroy(by_code);
    ta_heap_destroy(by_rule);
}

/* Kayles of ones and twos, by definition: a one goes, a two goes or becomes a one. */
TEST(test_many_heaps_are_the_definition) {
    enum { MOST = 30 };
    static int expected[MOST + 1][MOST + 1]; /* [ones + twos][twos] */
    ta_heap *h = octal("0.77");
    for (int twos = 0; twos <= MOST; twos++)
        for (int heaps = twos; heaps <= MOST; heaps++) {
            int seen[4] = { 0 }, mex = 0;
            ta_amount sum[MOST], value;
            for (int i = 0; i < heaps; i++) sum[i] = i * 7 % heaps < twos ? 2 : 1;
            int counted = 0;
            for (int i = 0; i < heaps; i++) counted += sum[i] == 2;
            if (counted != twos) /* 7 divides the count of heaps: not mixed, then */
                for (int i = 0; i < heaps; i++) sum[i] = i < twos ? 2 : 1;
            if (heaps > twos) seen[expected[heaps - 1][twos]] = 1;
            if (twos) seen[expected[heaps - 1][twos - 1]] = seen[expected[heaps][twos - 1]] = 1;
            while (seen[mex]) mex++;
            expected[heaps][twos] = heaps ? mex : 1;
            ok(ta_heap_misere_nim_value(h, &plain, sum, (size_t)heaps, &value));
            assert_int_equal(value, expected[heaps][twos]);
        }
    ta_heap_destroy(h);
}

#define STEP ((ta_amount)1 << 40)

static ta_status takes_a_step(void *ctx, ta_call *call, ta_amount n, ta_heap_sink *sink) {
    ta_amount left = n - STEP;
    ++*(int *)ctx;
    return left < 0 ? TA_OK : ta_heap_emit(sink, call, &left, 1);
}

/* As many moves as heaps, whoever moves where; heaps of one byte and of many, above 2^32. */
TEST(test_large_heaps) {
    static const ta_amount rest[10] = { 0,   1,     127,   128,          16383,
                                        300, 16384, 99999, STEP / 2 + 1, STEP - 1 };
    int calls = 0;
    ta_heap *h;
    ok(ta_heap_scripted(NULL, &plain, takes_a_step, &calls, "steps", NULL, &h));
    for (size_t heaps = 0; heaps <= 10; heaps++) {
        ta_amount sum[10], value;
        for (size_t i = 0; i < heaps; i++) sum[i] = STEP + rest[i];
        ok(ta_heap_misere_nim_value(h, &plain, sum, heaps, &value));
        assert_int_equal(value, heaps % 2 == 0);
    }
    assert_true(calls <= 20); /* a heap's options are asked for once, whatever the sum */
    const ta_amount bad[2] = { -1, TA_INF };
    ta_amount value = 42;
    for (int i = 0; i < 2; i++)
        assert_int_equal(ta_heap_misere_nim_value(h, &plain, bad + i, 1, &value), TA_EINVAL);
    assert_int_equal(value, 42);
    ta_heap_destroy(h);
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
    for (size_t i = 0; i < sizeof nim / sizeof *nim; i++)
        for (int short_of = 0; short_of < 2; short_of++) {
            ta_heap_settings settings = { .positions = nim[i].sums - short_of };
            ta_amount value = 42;
            ta_heap *h;
            ok(ta_heap_subtraction(NULL, &plain, NULL, 0, 1, &settings, &h));
            ta_status s = ta_heap_misere_nim_value(h, &plain, nim[i].heaps, nim[i].count, &value);
            assert_int_equal(s, short_of ? TA_ELIMIT : TA_OK);
            assert_int_equal(value, short_of ? 42 : nim[i].value);
            if (s) assert_non_null(strstr(plain.message, "subtraction all but {}: misere play"));
            ta_heap_destroy(h);
        }
    ta_amount far[1] = { 10000000 }, value;
    ta_heap *h = octal("0.07");
    assert_int_equal(ta_heap_misere_nim_value(h, &plain, far, 1, &value), TA_ELIMIT);
    assert_non_null(strstr(plain.message, "options of one sum"));
    ta_heap_destroy(h);
}

/* With little room a search ends; with as much again it goes on, and at last answers. */
TEST(test_room_by_room) {
    const ta_amount heaps[2] = { 11, 9 };
    ta_amount expected, value = 42;
    ta_heap *whole = octal("0.77"), *h = octal("0.77");
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
    assert_int_equal(ta_heap_misere_nim_value_within(h, &plain, -1, heaps, 2, &value), TA_EINVAL);
    ok(ta_heap_misere_nim_value_within(h, &plain, TA_MAX, heaps, 2, &value));
    ta_heap_destroy(h);
    ta_heap_destroy(whole);
    ta_heap_settings few = { .positions = 10 }; /* which bounds searches with room, too */
    ok(ta_heap_octal(NULL, &plain, "0.77", 4, &few, &h));
    assert_int_equal(ta_heap_misere_nim_value_within(h, &plain, 1000, heaps, 2, &value), TA_ELIMIT);
    assert_non_null(strstr(plain.message, "positions = 10 sums"));
    ta_heap_destroy(h);
}

static ta_status cancel_at_once(ta_call *call, double done, double total) {
    (void)done;
    (void)total;
    return --*(int *)call->host < 0 ? TA_ECANCELLED : TA_OK;
}

static ta_status breaks_at_three(void *ctx, ta_call *call, ta_amount n, ta_heap_sink *sink) {
    (void)ctx;
    ta_amount left = n == 3 ? 3 : n - 1;
    return n > 0 ? ta_heap_emit(sink, call, &left, 1) : TA_OK;
}

/* A cancelled search goes on from where it was; the status of a rule comes through. */
TEST(test_failures_pass_through) {
    static const ta_amount sum[2] = { 18, 14 };
    ta_heap *h = octal("0.77"), *whole = octal("0.77"), *broken;
    ta_call call = TA_CALL_INIT;
    ta_amount value = 42, expected;
    int cancels = 0, left;
    call.host = &left;
    call.poll = cancel_at_once;
    for (;; cancels++) {
        left = 1;
        ta_status s = ta_heap_misere_nim_value(h, &call, sum, 2, &value);
        if (!s) break;
        assert_int_equal(s, TA_ECANCELLED);
        assert_int_equal(value, 42);
    }
    assert_true(cancels > 2);
    assert_int_equal(ta_heap_misere_nim_value(whole, &plain, sum, 2, &expected), TA_OK);
    assert_int_equal(value, expected);
    assert_int_equal(ta_heap_scripted(NULL, &plain, breaks_at_three, NULL, "three", NULL, &broken),
                     TA_OK);
    assert_int_equal(ta_heap_misere_nim_value(broken, &plain, sum, 2, &value), TA_EBADRULE);
    assert_non_null(strstr(plain.message, "three: heap 3"));
    ta_heap_destroy(broken);
    ta_heap_destroy(whole);
    ta_heap_destroy(h);
}

RUN_TESTS
