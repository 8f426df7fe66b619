/*
** test_stored.c - values of sequences as packed answers: those of the sequence in memory, also when
** stopped and resumed by a new game. A value that does not fit. Every failing allocation and every
** poll.
*/
#include "plain.h"

#include "base/answers.h"
#include "heap/kind.h"
#include "heap/stored.h"
#include "heaps.h"

#define WIDE "0.3{2!,3+}"

static const struct {
    const char *code; /* "-": a set that follows, "x": all but it; "s": a row of coins */
    unsigned bits;
    uint64_t count;
} games[] = {
    { "-1,2", 2, 5000 },   { "-1", 1, 999 },      { "-2,3,7", 4, 4001 },  { "-5,9", 16, 1000 },
    { "x2,5", 8, 400 },    { "x2,5", 16, 40000 }, { "x", 16, 3000 },      { "0.77", 4, 70000 },
    { "0.77", 8, 5000 },   { "0.007", 8, 9000 },  { "0.007", 16, 20000 }, { "0.6", 8, 7000 },
    { "0.8", 16, 5000 },   { "0.777", 16, 3500 }, { "4!.0", 8, 4000 },    { "0.3[7]", 16, 1200 },
    { "0.1[F]", 16, 700 }, { WIDE, 16, 200 },     { "s1-3", 16, 2000 },   { "s1+C", 16, 1200 },
    { "0.F9", 16, 2000 },  { "0.165", 8, 6000 },
};

static size_t bytes_of(uint64_t count, unsigned bits) {
    return (size_t)(count * bits + 7) / 8 + TA_ANSWERS_PAD;
}

/* g(0..count-1) by the game in memory. */
static uint32_t *truth(const char *code, uint64_t count) {
    ta_heap *h;
    ok(make_heap(NULL, &plain, code, NULL, &h));
    ok(ta_heap_extend(h, &plain, (ta_amount)count - 1));
    uint32_t *values = malloc(count * sizeof *values);
    ok(ta_heap_fill(h, &plain, (ta_amount)count - 1, 4, values));
    ta_heap_destroy(h);
    return values;
}

static void compare(const uint8_t *data, unsigned bits, const uint32_t *values, uint64_t to) {
    for (uint64_t n = 0; n < to; n++)
        if (ta_answer_get(data, bits, n) != values[n])
            fail_msg("heap %llu: %u, not %u", (unsigned long long)n, ta_answer_get(data, bits, n),
                     values[n]);
}

/* All values, stopped a number of cells after each start. */
static void store(const char *code, unsigned bits, uint64_t count, const uint32_t *values, rng *r,
                  uint64_t most) {
    FREED uint8_t *data = malloc(bytes_of(count, bits));
    reaching x = { 0, 0 };
    memset(data, 0xa5, bytes_of(count, bits)); /* the old contents do not matter */
    ta_status st;
    do {
        polled p;
        OWN(ta_heap) *h = NULL;
        ta_storing s = { data, bits, count, reached, &x, NULL };
        polled_start(&p, -1); /* no poll says stop, each checks its progress */
        uint64_t from = x.place;
        if (from > 0 && rng_between(r, 0, 1))
            from -= (uint64_t)rng_between(r, 0, from < 99 ? (int64_t)from : 99);
        x.place = 0;
        x.stop = from + (uint64_t)rng_between(r, 1, (int64_t)most);
        assert_status(TA_OK, &p.call, make_heap(NULL, &p.call, code, NULL, &h));
        p.call.threads = (uint32_t)rng_between(r, 1, 3);
        st = ta_heap_store(h, &p.call, &s, from);
        if (st && st != TA_ECANCELLED)
            fail_msg("%s: %s: %s", code, ta_status_name(st), p.call.message);
        compare(data, bits, values, x.place);
        assert_null(ta_heap_check(h));
    } while (x.place < count);
}

TEST(test_values_are_those_in_memory) {
    rng r = rng_start(18);
    for (size_t i = 0; i < COUNT(games); i++) {
        uint64_t count = short_run() && games[i].count > 2000 ? 2000 : games[i].count;
        FREED uint32_t *values = truth(games[i].code, count);
        store(games[i].code, games[i].bits, count, values, &r, UINT32_MAX);
        store(games[i].code, games[i].bits, count, values, &r, count / 3 + 1);
    }
}

/* A set whose period is proved after more heaps than are held: their values are let go. */
TEST(test_a_window_is_moved) {
    static const char set[] = "-34023,28054,5194,14335,136,24773,207",
                      many[] = "-40000,39999,7,1000";
    rng r = rng_start(19);
    uint64_t count = 2600000;
    FREED uint32_t *values = truth(set, count);
    store(set, 4, count, values, &r, UINT32_MAX);
    if (!short_run()) store(set, 8, count, values, &r, 700000);
    store(set, 8, count, values, &r, 1200000);
    free(values);
    values = truth(many, count);
    store(many, 4, count, values, &r, 1500000);
    free(values);
    char large[1024] = "-30011"; /* more members than a word has bits */
    for (int i = 0; i < 63; i++)
        snprintf(large + strlen(large), 16, ",%d", 1 + 397 * i * (i % 2) + 3 * i);
    count = 1300000;
    values = truth(large, count);
    store(large, 8, count, values, &r, 1060000);
}

static ta_status store_once(const ta_allocator *a, ta_call *call, const char *code, unsigned bits,
                            uint64_t count, uint64_t from, uint8_t *data, reaching *x) {
    OWN(ta_heap) *h = NULL;
    ta_storing s = { data, bits, count, reached, x, NULL };
    ta_status st = make_heap(a, call, code, NULL, &h);
    if (!st) st = ta_heap_store(h, call, &s, from);
    return st;
}

TEST(test_a_value_that_does_not_fit) {
    static const struct {
        const char *code;
        unsigned bits;
        const char *message;
    } refused[] = {
        { "-1,2", 1, "heap 2: the nim value 2 takes more than 1 bit" },
        { "0.77", 2, "heap 5: the nim value 4 takes more than 2 bits" },
        { "0.77", 1, "the nim value 2 takes more than 1 bit" },
        { "x", 8, "heap 256: the nim value 256 takes more than 8 bits" },
        { "x", 4, "heap 16: the nim value 16 takes more than 4 bits" },
        { "x2,5", 8, "takes more than 8 bits" },
        { "x", 16, "heap 65536: the nim value 65536 takes more than 16 bits" },
        { "s1-3", 8, "takes more than 8 bits" },
    };
    for (size_t i = 0; i < COUNT(refused); i++) {
        uint64_t count = 70000;
        FREED uint8_t *data = malloc(bytes_of(count, refused[i].bits));
        FREED uint32_t *values = truth(refused[i].code[0] == 's' ? "s1-3" : refused[i].code, 300);
        reaching x = { 0, 0 };
        ta_status s =
            store_once(NULL, &plain, refused[i].code, refused[i].bits, count, 0, data, &x);
        assert_int_equal(TA_ELIMIT, s);
        if (!strstr(plain.message, refused[i].message)) fail_msg("%s", plain.message);
        compare(data, refused[i].bits, values, x.place < 300 ? x.place : 300);
    }
}

static ta_status no_rule(void *ctx, ta_call *call, ta_amount n, ta_heap_sink *sink) {
    return TA_OK;
}

TEST(test_games_that_are_refused) {
    uint8_t data[200];
    reaching x = { 0, 0 };
    ta_storing s = { data, 8, 100, reached, &x, NULL };
    refused(TA_EUNSUPPORTED, "", store_once(NULL, &plain, "20.017", 8, 100, 0, data, &x));
    MADE(ta_heap, h, ta_heap_scripted(NULL, &plain, no_rule, NULL, "no rule", NULL, &h));
    refused(TA_EUNSUPPORTED, "no rule: its rule is a function", ta_heap_store(h, &plain, &s, 0));
    refused(TA_EUNSUPPORTED, "no rule: its values are not found",
            ta_heap_recall(h, &plain, data, 8, 100));
}

/* Of more heaps than a sequence has, the first ones prove the period. */
TEST(test_long_data_is_recalled_by_its_proof) {
    FREED uint8_t *data = malloc(bytes_of(5000, 8));
    FREED uint32_t *values = truth("0.77", 5000);
    ta_period p;
    for (size_t n = 0; n < 5000; n++) data[n] = (uint8_t)values[n];
    MADE(ta_heap, h, make_heap(NULL, &plain, "0.77", NULL, &h));
    ok(ta_heap_recall(h, &plain, data, 8, ((uint64_t)1 << 32) + 1));
    assert_true(ta_heap_proved(h, &p));
    assert_int_equal(12, p.period);
    assert_int_equal(71, p.preperiod);
    ok(ta_heap_periodicity(h, &plain, (ta_amount)1 << 40, &p));
}

/* A game given its values uses them, and finds the period. */
TEST(test_values_are_recalled) {
    static const char *const codes[] = { "-2,3,7", "x2,5", "0.77", "0.165", "0.007", "s1-3" };
    for (size_t i = 0; i < COUNT(codes); i++)
        for (unsigned bits = 4; bits <= 16; bits *= 2) {
            uint64_t count = 1200;
            FREED uint8_t *data = malloc(bytes_of(count, bits));
            reaching x = { 0, 0 };
            ta_status st = store_once(NULL, &plain, codes[i], bits, count, 0, data, &x);
            if (st == TA_ELIMIT) count = x.place > 1 ? x.place : 2;
            OWN(ta_heap) *told = heap_of(codes[i]), *own = heap_of(codes[i]);
            if (st == TA_OK) {
                ok(ta_heap_recall(told, &plain, data, bits, count));
                assert_null(ta_heap_check(told));
                for (ta_amount n = 0; n < 1500; n++)
                    assert_int_equal(value_of_heap(told, n), value_of_heap(own, n));
                ta_period p = { 0 }, q = { 0 };
                ta_status s = ta_heap_periodicity(told, &plain, 1499, &p);
                assert_int_equal(ta_heap_periodicity(own, &plain, 1499, &q), s);
                assert_int_equal(q.period, p.period);
                assert_int_equal(q.preperiod, p.preperiod);
                assert_int_equal(q.saltus, p.saltus);
            }
        }
}

/* A game whose recall failed keeps its values, and accepts new ones. */
TEST(test_a_recall_that_fails) {
    static const char *const codes[] = { "-2,3,7", "x2,5", "0.16", "0.777" };
    for (size_t i = 0; i < 4; i++) {
        uint64_t count = 700;
        FREED uint32_t *values = truth(codes[i], 800);
        uint8_t data[2 * 700 + TA_ANSWERS_PAD];
        for (uint64_t n = 0; n < count; n++) ta_answer_put(data, 16, n, values[n]);
        EACH_REFUSAL(o, 1) {
            o.left = -1;
            MADE(ta_heap, h, make_heap(&o.allocator, &plain, codes[i], NULL, &h));
            o.left = o.trial;
            ta_status s = ta_heap_recall(h, &plain, data, 16, count);
            if (s) assert_int_equal(s, oom_status(&o));
            assert_null(ta_heap_check(h));
            o.left = -1;
            if (o.trial % 2) ok(ta_heap_recall(h, &plain, data, 16, count));
            for (ta_amount n = 0; n < 800; n++) assert_int_equal(values[n], value_of_heap(h, n));
        }
    }
}

TEST(test_every_failing_allocation) {
    static const char *const codes[] = {
        "-2,3,7", "x2,5", "0.16", "0.777", "0.3[7]", "s1-3", WIDE
    };
    FREED uint8_t *data = malloc(bytes_of(1500, 16));
    for (size_t i = 0; i < COUNT(codes); i++) {
        uint64_t count = i == 6 ? 100 : i == 2 ? 1400 : 400;
        FREED uint32_t *values = truth(codes[i], count);
        for (int half = 0; half < 2; half++)
            EACH_REFUSAL(o, 1) {
                reaching x = { 0, 0 };
                memset(data, 0xff, bytes_of(1500, 16));
                for (uint64_t n = 0; half && n < count / 2; n++)
                    ta_answer_put(data, 16, n, values[n]);
                ta_status s = store_once(&o.allocator, &plain, codes[i], 16, count,
                                         half ? count / 2 : 0, data, &x);
                if (!o.failed) {
                    ok(s);
                    assert_int_equal(count, x.place);
                }
                if (s) assert_int_equal(TA_ENOMEM, s);
                compare(data, 16, values, x.place);
            }
    }
}

TEST(test_every_poll) {
    static const struct {
        const char *code;
        unsigned bits;
        uint64_t count;
    } sequences[] = { { "-1,2", 2, 9000000 },
                      { "-34023,28054,5194", 4, 1500000 },
                      { "0.007", 16, 20000 },
                      { "x2,5", 16, 30000 } };
    int stops = 0;
    for (size_t i = 0; i < COUNT(sequences); i++) {
        uint64_t count = sequences[i].count, last = 0;
        FREED uint32_t *values = truth(sequences[i].code, count);
        FREED uint8_t *data = malloc(bytes_of(count, sequences[i].bits));
        polled p = { .stopped = 1 };
        for (long polls = 0; p.stopped; polls += 1 + polls / 2) {
            reaching x = { 0, 0 };
            polled_start(&p, polls);
            p.call.threads = 1;
            ta_status s = store_once(NULL, &p.call, sequences[i].code, sequences[i].bits, count,
                                     last, data, &x);
            if (x.place > last) last = x.place;
            assert_int_equal(s, polled_status(&p));
            stops += p.stopped;
        }
        assert_int_equal(count, last);
        compare(data, sequences[i].bits, values, count);
    }
    assert_true(stops >= 4);
}

RUN_TESTS
