/*
** test_ahead.c - sequences by several threads: the values of one thread, for any code, after any
** interruption, and with every failing allocation.
*/
#include "plain.h"

#include "heap/take_and_break.h"
#include "heaps.h"

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
    EACH(game, games)
        for (int portable = 0; portable < (short_run() ? game == games + 2 : 2); portable++) {
            ta_heap *(*make)(const char *) = portable ? portable_heap_of : heap_of;
            ta_call alone = { .threads = 1 };
            OWN(ta_heap) *one = make(game->code);
            ta_amount to = portable ? game->portable_to : game->to;
            if (short_run()) to = to < 2600 ? to : 2600;
            assert_status(TA_OK, &alone, ta_heap_extend(one, &alone, to));
            EACH_TEAM(threads) {
                OWN(ta_heap) *many = make(game->code);
                polled p = { .stopped = 1 };
                for (long polls = rng_between(&r, 0, 6); p.stopped; polls += 3 + polls) {
                    polled_start(&p, polls);
                    p.call.threads = threads;
                    assert_stopped(&p, ta_heap_extend(many, &p.call, to));
                    assert_null(ta_heap_check(many));
                }
                assert_int_equal(one->g.count, many->g.count);
                assert_int_equal(one->g.width, many->g.width);
                assert_memory_equal(one->g.data, many->g.data, one->g.count * one->g.width);
                aheads += heap_code_of(many)->ahead.size > 0;
            }
        }
    assert_true(aheads > (short_run() ? 2 : 20));
}

TEST(test_every_failing_allocation) {
    EACH_REFUSAL(o, 5) {
        ta_call call = { .threads = 2 };
        OWN(ta_heap) *h = NULL;
        ta_status s = make_heap(&o.allocator, &call, "0.777", NULL, &h);
        if (!s) s = ta_heap_extend(h, &call, 2400);
        if (!s) assert_true(heap_code_of(h)->ahead.size > 0);
        if (h && s) { /* it resumes */
            o.left = -1;
            ok(ta_heap_extend(h, &call, 2410));
            assert_null(ta_heap_check(h));
        }
        assert_int_equal(s, oom_status(&o));
    }
}

RUN_TESTS
