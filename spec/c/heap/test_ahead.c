/*
** test_ahead.c - sequences by several threads: the values of one thread, whatever the code, where they were
** interrupted, and every failing allocation.
*/
#include "testing.h"

#include "heap/code.h"

static const unsigned teams[] = { 1, 2, 3, 7 };

static ta_heap *made(const ta_allocator *a, const char *code, int portable, ta_status *s) {
    ta_heap *h = NULL;
    ta_heap_settings settings = { .portable = portable };
    *s = ta_heap_octal(a, &plain, code, strlen(code), &settings, &h);
    return h;
}

static ta_status stop_after(ta_call *call, double done, double total) {
    long *left = call->host;
    (void)done;
    (void)total;
    return (*left)-- > 0 ? TA_OK : TA_ECANCELLED;
}

/* Codes of pairs with small and with large values, of unequal heaps, of three heaps, and with a tail. */
static const struct {
    const char *code;
    ta_amount to, portable_to;
} games[] = {
    { "0.007", 12000, 6000 }, { "0.6", 9000, 5000 },  { "0.777", 7000, 4000 },   { "0.8", 2600, 0 },
    { "0.F9", 2600, 0 },      { "0.7!", 7000, 4000 }, { "0.04!4!", 7000, 4000 },
};

TEST(test_values_are_those_of_one_thread) {
    rng r = rng_start(8);
    size_t aheads = 0;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        for (int portable = 0; portable < (short_run() ? i == 2 : 2); portable++) {
            ta_status s;
            ta_call alone = TA_CALL_INIT;
            alone.threads = 1;
            ta_heap *one = made(NULL, games[i].code, portable, &s);
            if (!one) fail_msg("%s: %s", games[i].code, ta_status_name(s));
            ta_amount to = portable ? games[i].portable_to : games[i].to;
            if (short_run()) to = to < 2600 ? to : 2600;
            assert_status(TA_OK, &alone, ta_heap_extend(one, &alone, to));
            for (size_t k = 1; k < 4; k++) {
                ta_heap *many = made(NULL, games[i].code, portable, &s);
                for (long polls = rng_between(&r, 0, 6);; polls += 3 + polls) {
                    long left = polls;
                    ta_call call = { &left, stop_after, 0, "", teams[k] };
                    s = ta_heap_extend(many, &call, to);
                    assert_null(ta_heap_check(many));
                    if (s == TA_OK) break;
                    assert_int_equal(TA_ECANCELLED, s);
                }
                assert_int_equal(one->g.count, many->g.count);
                assert_int_equal(one->g.width, many->g.width);
                assert_memory_equal(one->g.data, many->g.data, one->g.count * one->g.width);
                aheads += heap_code_of(many)->ahead.size > 0;
                ta_heap_destroy(many);
            }
            ta_heap_destroy(one);
        }
    assert_true(aheads > (short_run() ? 2 : 20));
}

TEST(test_every_failing_allocation) {
    for (long k = 0;; k++) {
        oom o;
        ta_status s;
        ta_call call = TA_CALL_INIT;
        call.threads = 2;
        oom_start(&o, k, 0);
        ta_heap *h = made(&o.allocator, "0.777", 0, &s);
        if (!s) s = ta_heap_extend(h, &call, 2400);
        if (!s) assert_true(heap_code_of(h)->ahead.size > 0);
        if (h && s) { /* it goes on */
            o.left = -1;
            assert_int_equal(TA_OK, ta_heap_extend(h, &call, 2410));
            assert_null(ta_heap_check(h));
        }
        ta_heap_destroy(h);
        assert_int_equal(0, o.blocks);
        assert_int_equal(o.failed ? TA_ENOMEM : TA_OK, s);
        if (!o.failed) break;
    }
}

RUN_TESTS
