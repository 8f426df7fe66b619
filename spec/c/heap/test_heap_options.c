/*
** test_heap_options.c - the options of a heap: each of them once in its place, whatever kind the
** game is of. Their nim values have the mex that the heap has.
*/
#include "testing.h"

#include "takeaway/heap.h"

enum { OPTIONS = 2000 };

typedef struct seen {
    ta_amount option[OPTIONS][3];
    int count, most;
} seen;

/* Ascending, the heaps that are missing 0 in front. */
static ta_status see(void *ctx, ta_call *call, const ta_amount *heaps, size_t count) {
    seen *s = ctx;
    (void)call;
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

static int has(const seen *s, ta_amount a, ta_amount b, ta_amount c) {
    int found = 0;
    for (int i = 0; i < s->count; i++)
        found += s->option[i][0] == a && s->option[i][1] == b && s->option[i][2] == c;
    return found;
}

static seen options(ta_heap *game, ta_amount n) {
    seen s = { .count = 0, .most = OPTIONS };
    ok(ta_heap_options(game, &plain, n, see, &s));
    return s;
}

/* By the definition of a code: bit j of digit k takes k and leaves j heaps. */
TEST(test_of_codes) {
    static const struct {
        const char *code;
        int digit[5];
    } games[] = { { "0.77", { 0, 7, 7, 0, 0 } },
                  { "4.3", { 4, 3, 0, 0, 0 } },
                  { "0.123", { 0, 1, 2, 3, 0 } },
                  { "0.0007", { 0, 0, 0, 0, 7 } },
                  { "8.F", { 8, 15, 0, 0, 0 } } };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        ta_heap *game;
        ok(ta_heap_octal(NULL, &plain, games[i].code, strlen(games[i].code), NULL, &game));
        for (ta_amount n = 0; n <= 20; n++) {
            int expected = 0;
            seen s = options(game, n);
            for (ta_amount k = 0; k <= 4 && k <= n; k++) {
                ta_amount m = n - k;
                int d = games[i].digit[k];
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
        ta_heap_destroy(game);
    }
}

TEST(test_of_sets) {
    const ta_amount set[] = { 2, 5, 7 };
    for (int all_but = 0; all_but <= 1; all_but++) {
        ta_heap *game;
        ok(ta_heap_subtraction(NULL, &plain, set, 3, all_but, NULL, &game));
        for (ta_amount n = 0; n <= 100; n++) {
            int expected = 0;
            seen s = options(game, n);
            for (ta_amount k = 1; k <= n; k++) {
                int takes = (k == 2 || k == 5 || k == 7) != all_but;
                expected += takes;
                assert_int_equal(has(&s, 0, 0, n - k), takes);
            }
            assert_int_equal(s.count, expected);
        }
        ta_heap_destroy(game);
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

TEST(test_of_rules) {
    int asked = 0;
    ta_heap *game;
    ok(ta_heap_scripted(NULL, &plain, thirds, &asked, "thirds", NULL, &game));
    for (ta_amount n = 0; n <= 40; n++) {
        seen s = options(game, n);
        assert_int_equal(s.count, n > 1 ? n : 0);
        if (n >= 3) assert_int_equal(has(&s, n / 3, n / 3, n / 3), 1);
    }
    options(game, 40);
    assert_int_equal(asked, 41); /* kept */
    ta_heap_destroy(game);
}

TEST(test_failures) {
    ta_heap *game;
    seen s = { .count = 0, .most = 3 };
    ok(ta_heap_octal(NULL, &plain, "8.8", 3, NULL, &game));
    assert_int_equal(ta_heap_options(game, &plain, 50, see, &s), TA_ECANCELLED);
    assert_int_equal(s.count, 3); /* a visitor's status is passed through at once */
    assert_int_equal(ta_heap_options(game, &plain, -1, see, &s), TA_EINVAL);
    assert_int_equal(ta_heap_options(game, &plain, TA_MAX + 1, see, &s), TA_EINVAL);
    ta_heap_destroy(game);
}

RUN_TESTS
