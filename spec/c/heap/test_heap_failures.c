/*
** test_heap_failures.c - heap games given nonsense, and under an allocator that refuses its
** k-th request.
*/
#include "testing.h"

#include "takeaway/heap.h"

static ta_heap *octal(const char *code, int portable) {
    ta_heap_settings o = { 0, 0, 0, portable };
    ta_heap *h;
    ok(ta_heap_octal(NULL, &plain, code, strlen(code), &o, &h));
    return h;
}

static ta_status kayles(void *ctx, ta_call *call, ta_amount n, ta_heap_sink *sink) {
    (void)ctx;
    for (ta_amount take = 1; take <= 2; take++)
        for (ta_amount a = 0; 2 * a <= n - take; a++) {
            ta_amount heaps[2] = { a, n - take - a };
            ta_status s = ta_heap_emit(sink, call, heaps, 2);
            if (s) return s;
        }
    return TA_OK;
}

/* ---- Bad input ---- */

static ta_status emits_itself(void *ctx, ta_call *call, ta_amount n, ta_heap_sink *sink) {
    ta_amount heap = n + (ctx ? *(ta_amount *)ctx : 0);
    ta_heap_emit(sink, call, &heap, 1); /* the failure must not be lost */
    return TA_OK;
}

static ta_status always_moves(void *ctx, ta_call *call, ta_amount n, ta_heap_sink *sink) {
    (void)ctx;
    (void)n;
    return ta_heap_emit(sink, call, NULL, 0);
}

/* Sums drop empty heaps, so a move in one cannot be: 0 and the empty sum are one position. */
TEST(test_an_empty_heap_has_no_options) {
    ta_heap *h;
    ta_amount value = 42;
    ok(ta_heap_scripted(NULL, &plain, always_moves, NULL, "always", NULL, &h));
    assert_int_equal(ta_heap_nim_value(h, &plain, 0, &value), TA_EBADRULE);
    assert_non_null(strstr(plain.message, "always: heap 0"));
    assert_int_equal(value, 42);
    ok(ta_heap_nim_value(h, &plain, 3, &value));
    assert_int_equal(value, 1);
    ta_heap_destroy(h);
}

TEST(test_bad_codes) {
    static const char *const bad[] = { "",       "0",        "0.",   "0.#",  "1.7",
                                       "0.7.7",  "0.[",      "0.[]", "0.[3", "0.77x",
                                       "0.[3]3", "0.[3][3]", "0.]",  ".",    "7",
                                       "0,7",    "0.-1",     " 0.7", "0.7 " };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ta_heap *h = NULL;
        assert_int_equal(ta_heap_octal(NULL, &plain, bad[i], strlen(bad[i]), NULL, &h), TA_EINVAL);
        assert_non_null(strchr(plain.message, '^'));
        assert_null(h);
    }
}

TEST(test_bad_sets_and_rules) {
    ta_heap *h = NULL;
    const ta_amount bad[] = { 0, -1, TA_SUBTRACTION_MOST + 1, TA_INF };
    assert_int_equal(ta_heap_subtraction(NULL, &plain, NULL, 0, 0, NULL, &h), TA_EINVAL);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(ta_heap_subtraction(NULL, &plain, bad + i, 1, 0, NULL, &h), TA_EINVAL);
    const ta_amount shifts[] = { 0, 1, -100 };
    for (size_t i = 0; i < 3; i++) {
        ta_amount shift = shifts[i], value = 42;
        ok(ta_heap_scripted(NULL, &plain, emits_itself, &shift, "itself", NULL, &h));
        assert_int_equal(ta_heap_nim_value(h, &plain, 5, &value), TA_EBADRULE);
        assert_non_null(strstr(plain.message, "itself: heap 5"));
        assert_int_equal(value, 42);
        ta_heap_destroy(h);
    }
    ta_heap_settings o = { 50, 0, 10, 0 };
    ta_amount value, heaps[] = { 30 };
    ok(ta_heap_octal(NULL, &plain, "0.77", 4, &o, &h));
    assert_int_equal(ta_heap_nim_value(h, &plain, 51, &value), TA_ELIMIT);
    assert_int_equal(ta_heap_misere_nim_value(h, &plain, heaps, 1, &value), TA_ELIMIT);
    ok(ta_heap_nim_value(h, &plain, 50, &value));
    ta_heap_destroy(h);
}

/* ---- A failing allocator ---- */

static ta_status count_options(void *ctx, ta_call *call, const ta_amount *heaps, size_t count) {
    (void)call;
    (void)heaps;
    *(size_t *)ctx += count;
    return TA_OK;
}

/* Everything a game does, with `a`; the first failure ends it. */
static ta_status whole_life(const ta_allocator *a, int kind) {
    const ta_amount set[] = { 3, 1, 3, 70, 5 }, sum[] = { 9, 4, 4 }, small[] = { 3, 2, 2 },
                    nine[] = { 1, 1, 3, 1, 1, 3, 1, 1, 2 };
    ta_heap *h = NULL;
    ta_status s;
    ta_amount value;
    ta_period p;
    size_t seen = 0;
    switch (kind) {
    case 0: s = ta_heap_subtraction(a, &plain, set, 5, 0, NULL, &h); break;
    case 1: s = ta_heap_subtraction(a, &plain, set, 5, 1, NULL, &h); break;
    case 2: s = ta_heap_octal(a, &plain, "0.16", 4, NULL, &h); break;
    case 3: s = ta_heap_octal(a, &plain, "0.8[37]", 7, NULL, &h); break;
    case 4: s = ta_heap_octal(a, &plain, "0.3{2!,3+}", 10, NULL, &h); break;
    case 5: s = ta_heap_octal(a, &plain, "8=0.3", 5, NULL, &h); break;
    case 6: s = ta_heap_octal(a, &plain, "0.5!2", 5, NULL, &h); break;
    case 7: s = ta_heap_spawning(a, &plain, "1-2,3S,2C(3)F", 13, NULL, &h); break;
    default: s = ta_heap_scripted(a, &plain, kayles, NULL, "kayles", NULL, &h);
    }
    int short_life = kind >= 4 && kind <= 7; /* codes by which many heaps are left */
    ta_amount to = kind == 2 ? 1400 : short_life ? 70 : 150;
    if (!s) s = ta_heap_nim_value(h, &plain, 20, &value);
    if (!s) s = ta_heap_extend(h, &plain, to);
    if (!s) s = ta_heap_options_of_value(h, &plain, 12, 1, count_options, &seen);
    if (!s) s = ta_heap_options(h, &plain, 12, count_options, &seen);
    if (!s) s = ta_heap_misere_nim_value(h, &plain, short_life ? small : sum, 3, &value);
    if (!s && !short_life) s = ta_heap_misere_nim_value(h, &plain, nine, 9, &value);
    if (!s) s = ta_heap_periodicity(h, &plain, to, &p);
    if (s == TA_ELIMIT) s = TA_OK; /* no period in so few heaps */
    if (s) {                       /* and the game is still of use, once there is memory */
        assert_int_equal(s, TA_ENOMEM);
        oom *o = a->ctx;
        o->left = -1;
        if (h) {
            ta_heap *fresh = NULL;
            ok(ta_heap_nim_value(h, &plain, 60, &value));
            ta_amount again;
            switch (kind) {
            case 0: ok(ta_heap_subtraction(NULL, &plain, set, 5, 0, NULL, &fresh)); break;
            case 1: ok(ta_heap_subtraction(NULL, &plain, set, 5, 1, NULL, &fresh)); break;
            case 2: fresh = octal("0.16", 0); break;
            case 3: fresh = octal("0.8[37]", 0); break;
            case 4: fresh = octal("0.3{2!,3+}", 0); break;
            case 5: fresh = octal("8=0.3", 0); break;
            case 6: fresh = octal("0.5!2", 0); break;
            case 7: ok(ta_heap_spawning(NULL, &plain, "1-2,3S,2C(3)F", 13, NULL, &fresh)); break;
            default: fresh = octal("0.77", 0);
            }
            ok(ta_heap_nim_value(fresh, &plain, 60, &again));
            assert_int_equal(value, again);
            ta_heap_destroy(fresh);
        }
    }
    ta_heap_destroy(h);
    return s;
}

TEST(test_every_failure_of_the_allocator) {
    for (int kind = 0; kind < 9; kind++) {
        long k = 0;
        for (;; k++) {
            oom o;
            oom_start(&o, k, 0);
            ta_status s = whole_life(&o.allocator, kind);
            assert_int_equal(o.bytes, 0);
            if (!s) break;
        }
        assert_true(k > 4);
    }
}

RUN_TESTS
