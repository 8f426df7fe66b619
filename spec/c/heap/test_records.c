/*
** test_records.c - options as records of a program, against the same options one by one: values, queried upwards and
** from above, the options themselves, and refusals.
*/
#include "plain.h"

#include "heap/kind.h"
#include "heap/script.h"

OWNS(ta_heap, ta_heap_destroy)

enum { HEAPS = 80, WORDS = 4000 };

/* A random rule: records for each heap, as a program would name them, all of which fit. */
typedef struct rule {
    int64_t words[HEAPS][WORDS];
    size_t used[HEAPS];
    int whole; /* is it to name them as records? */
} rule;

/* c and d with all of c, c + d, ..., c + turns d below n. */
static void random_run(rng *r, ta_amount n, ta_amount turns, int64_t *c, int64_t *d) {
    *c = rng_between(r, 0, n - 1);
    ta_amount last = rng_between(r, 0, n - 1);
    *d = turns ? (last - *c) / turns : rng_next(r) % 3 ? 0 : rng_between(r, -9, 9);
}

static void make(rule *x, rng *r) {
    memset(x, 0, sizeof *x);
    for (ta_amount n = 1; n < HEAPS; n++) {
        int64_t *to = x->words[n];
        for (int records = (int)rng_between(r, 0, 4); records > 0; records--) {
            int64_t size = rng_between(r, 1, 4), turns = rng_between(r, 0, 2 * n);
            if (rng_next(r) % 3 == 0) {
                *to++ = size;
                for (int64_t j = 0; j < size; j++) *to++ = rng_between(r, 0, n - 1);
                continue;
            }
            *to++ = -size;
            *to++ = turns;
            for (int64_t j = 0; j < size; j++) random_run(r, n, turns, to + j, to + size + j);
            to += 2 * size;
        }
        x->used[n] = (size_t)(to - x->words[n]);
    }
}

static ta_status one_by_one(const int64_t *words, size_t used, ta_call *call, ta_heap_sink *sink) {
    ta_status s = TA_OK;
    for (size_t at = 0; at < used && !s;) {
        int64_t size = words[at] < 0 ? -words[at] : words[at],
                turns = words[at] < 0 ? words[at + 1] : 0;
        const int64_t *c = words + at + (words[at] < 0 ? 2 : 1);
        for (int64_t i = 0; i <= turns && !s; i++) {
            ta_amount heaps[4];
            for (int64_t j = 0; j < size; j++) heaps[j] = c[j] + (turns ? i * c[size + j] : 0);
            s = ta_heap_emit(sink, call, heaps, (size_t)size);
        }
        at = (size_t)(c - words) + (size_t)(words[at] < 0 ? 2 * size : size);
    }
    return s;
}

static ta_status ask(void *ctx, ta_call *call, ta_amount n, ta_heap_sink *sink) {
    const rule *x = ctx;
    int fit = 1;
    if (!x->whole) return one_by_one(x->words[n], x->used[n], call, sink);
    const int64_t lost[] = { 1, 0 }; /* begun, and begun again */
    if (n > 1 && heap_emit_records(sink, lost, 2, &fit)) return TA_ENOMEM;
    heap_emit_again(sink);
    ta_status s = x->used[n] ? heap_emit_records(sink, x->words[n], x->used[n], &fit) : TA_OK;
    assert_true(s || fit);
    return s;
}

typedef struct list {
    ta_amount heaps[WORDS * 4];
    size_t count;
} list;

static ta_status add(void *ctx, ta_call *call, const ta_amount *heaps, size_t count) {
    list *l = ctx;
    l->heaps[l->count++] = -(ta_amount)count;
    for (size_t i = 0; i < count; i++) l->heaps[l->count++] = heaps[i];
    return TA_OK;
}

static void same_options(ta_heap *a, ta_heap *b, ta_amount n) {
    static list x, y;
    x.count = y.count = 0;
    ok(ta_heap_options(a, &plain, n, add, &x));
    ok(ta_heap_options(b, &plain, n, add, &y));
    assert_int_equal(x.count, y.count);
    assert_memory_equal(x.heaps, y.heaps, x.count * sizeof *x.heaps);
}

TEST(test_as_one_by_one) {
    rng r = rng_start(20261127);
    static rule whole, single;
    for (int round = short_run() ? 40 : 400; round > 0; round--) {
        OWN(ta_heap) *a = NULL, *b = NULL;
        make(&whole, &r);
        single = whole;
        whole.whole = 1;
        ok(heap_of_script(NULL, &(heap_script){ .rule = ask, .ctx = &whole }, NULL, "whole", &a));
        ok(heap_of_script(NULL, &(heap_script){ .rule = ask, .ctx = &single }, NULL, "single", &b));
        ta_amount first = rng_between(&r, 0, HEAPS - 1);
        for (ta_amount n = 0; n < HEAPS; n++) {
            ta_amount at = (n + first) % HEAPS, x, y;
            ok(ta_heap_nim_value(a, &plain, at, &x));
            ok(ta_heap_nim_value(b, &plain, at, &y));
            assert_int_equal(x, y);
            same_options(a, b, at);
        }
        ok(ta_heap_extend(a, &plain, HEAPS - 1));
        assert_null(ta_heap_check(a));
        assert_null(ta_heap_check(b));
    }
}

/* ---- Refused records ---- */

static ta_status names_bad_records(void *ctx, ta_call *call, ta_amount n, ta_heap_sink *sink) {
    static const struct {
        int64_t words[8];
        size_t used;
    } bad[] = {
        { { 1, 10 }, 2 },
        { { 1, -1 }, 2 },
        { { 2, 3, 10 }, 3 },
        { { 1, 3, 1, 10 }, 4 },
        { { -1, 10, 0, 1 }, 4 },
        { { -1, 10, 9, -1 }, 4 },
        { { -1, 4, 9, -3 }, 4 },
        { { -1, 2, 1, INT64_MAX / 2 + 1 }, 4 }, /* its end wraps around */
        { { -1, 2, 1, INT64_MIN }, 4 },
        { { -1, 10000000, 1, 0 }, 4 },
        { { -2, 9, 0, 0, 1, 2 }, 6 },
        { { -2, 9, 9, 9, -1, -2 }, 6 },
    };
    int fit, *seen = ctx;
    if (n != 10) return TA_OK;
    for (size_t i = 0; i < COUNT(bad); i++) {
        ok(heap_emit_records(sink, bad[i].words, bad[i].used, &fit));
        assert_false(fit);
        heap_emit_again(sink);
        ++*seen;
    }
    const int64_t good[] = {
        -1, 9, 0, 1, -1, 9, 9, -1, -1, 9999979, 9, 0
    }; /* to the last of 10^7 */
    ok(heap_emit_records(sink, good, 12, &fit));
    assert_true(fit);
    const int64_t one[] = { 1, 0 };
    ok(heap_emit_records(sink, one, 2, &fit));
    assert_false(fit);
    return TA_OK;
}

TEST(test_not_taken) {
    ta_amount value;
    int seen = 0;
    MADE(ta_heap, h,
         heap_of_script(NULL, &(heap_script){ .rule = names_bad_records, .ctx = &seen }, NULL,
                        "refused", &h));
    ok(ta_heap_nim_value(h, &plain, 10, &value));
    assert_int_equal(1, value); /* all others are 0 */
    assert_int_equal(12, seen);
}

TEST(test_refused_memory) {
    rng r = rng_start(20261128);
    static rule whole;
    make(&whole, &r);
    whole.whole = 1;
    const heap_script script = { .rule = ask, .ctx = &whole };
    ta_amount expected = -1, value;
    MADE(ta_heap, granted, heap_of_script(NULL, &script, NULL, "whole", &granted));
    ok(ta_heap_nim_value(granted, &plain, HEAPS - 1, &expected));
    EACH_REFUSAL(o, 1) {
        OWN(ta_heap) *h = NULL;
        ta_status s = heap_of_script(&o.allocator, &script, NULL, "whole", &h);
        if (!s) s = ta_heap_nim_value(h, &plain, HEAPS - 1, &value);
        if (s) assert_int_equal(TA_ENOMEM, s);
        if (!h) continue;
        ok(ta_heap_nim_value(h, &plain, HEAPS - 1, &value)); /* queried again */
        assert_int_equal(expected, value);
    }
}

RUN_TESTS
