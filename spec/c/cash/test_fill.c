/*
** test_fill.c - rows of the staircases by several threads: the cells of the definition, for any set, width of
** cells and memory, from any known start and after any interruption. Every failing allocation.
*/
#include "plain.h"

#include "base/mem.h"
#include "cash/staircase.h"
#include "naive_cash.h"

enum { M = 900, MEMBERS = 6 };

static int32_t *want; /* s_n(e) to n = `known` */
static int32_t set[MEMBERS];
static size_t stops;
static int known;

static void by_definition(size_t count, int m) {
    ta_amount members[MEMBERS];
    for (size_t j = 0; j < count; j++) members[j] = set[j];
    free(want);
    want = naive_staircases(members, count, known = m);
}

static size_t random_set(rng *r) {
    size_t count = (size_t)rng_between(r, 1, MEMBERS);
    int32_t most = rng_between(r, 0, 4) ? 13 : 60, last = 0;
    for (size_t j = 0; j < count; j++)
        last = set[j] = (int32_t)rng_between(r, last + 1, last + 1 + most / (int32_t)count);
    return count;
}

typedef struct game {
    cash_thresholds rich;
    cash_staircases s;
} game;

static void open_game(game *g, const ta_allocator *allocator, size_t count) {
    g->rich = (cash_thresholds){ .alloc = *allocator, .a = set, .count = count };
    g->s = (cash_staircases){ .rich = &g->rich, .limit = M, .what = "the rows" };
}

static void close_game(game *g) {
    cash_staircases_clear(&g->s);
    cash_thresholds_clear(&g->rich);
}

static void check_cells(const game *g, ta_amount last, const char *what) {
    const cash_staircases *s = &g->s;
    assert_int_equal(last + 1, s->known);
    assert_null(cash_staircases_check(s));
    for (ta_amount n = s->first; n <= last; n++) {
        for (ta_amount e = 0; e <= n; e++)
            if (cash_row_least(s, n, e) != naive_stair(want, known, (int)n, (int)e))
                fail_msg("%s: s_%lld(%lld) is %lld", what, (long long)n, (long long)e,
                         (long long)cash_row_least(s, n, e));
        assert_int_equal(cash_row_least(s, n, n), cash_row_least(s, n, TA_INF));
    }
}

/* Stopped again and again, rows one by one between now and then: the same rows go on. */
static void check_stopped(game *g, unsigned threads, ta_amount last) {
    EACH_STOP(p, 0) {
        ta_amount before = g->s.known;
        p.call.ticks = 65535;
        p.call.threads = threads;
        ta_status s = cash_staircases_extend(&g->s, &p.call, 0, last);
        assert_int_equal(s, polled_status(&p));
        assert_true(g->s.known >= before && g->s.first == 0);
        assert_null(cash_staircases_check(&g->s));
        if (p.trial % 2 && g->s.known <= last) {
            ta_call call = { .threads = threads };
            ok(cash_staircases_extend(&g->s, &call, 0, g->s.known));
        }
        stops += s != TA_OK;
    }
    check_cells(g, last, "stopped");
}

TEST(test_rows_are_those_of_the_definition) {
    rng r = rng_start(18);
    for (int round = 0; round < (short_run() ? 6 : 24); round++) {
        size_t count = random_set(&r);
        ta_amount last = rng_between(&r, 0, short_run() ? 300 : M);
        ta_amount alone = rng_between(&r, 0, last);
        by_definition(count, (int)last);
        EACH_TEAM(threads) {
            ta_call call = { .threads = threads };
            game g;
            oom o;
            oom_start(&o, -1, 0);
            open_game(&g, &o.allocator, count);
            g.s.wide = round % 2;
            g.s.portable = round / 2 % 2;
            for (ta_amount n = 0; round % 3 == 0 && n <= alone; n++)
                ok(cash_staircases_extend(&g.s, &call, n, n));
            ok(cash_staircases_extend(&g.s, &call, 0, last));
            check_cells(&g, last, "in one go");
            close_game(&g);
            open_game(&g, &o.allocator, count);
            check_stopped(&g, threads, last);
            close_game(&g);
            open_game(&g, &o.allocator, count);
            g.s.memory = 20000 + 300 * (double)set[count - 1]; /* for some of the last ones */
            ta_status s = cash_staircases_extend(&g.s, &call, last, last);
            assert_true(s == TA_OK || (s == TA_ELIMIT && strstr(call.message, "the rows")));
            if (s == TA_OK) check_cells(&g, last, "in little memory");
            assert_true(g.s.bytes <= g.s.memory);
            close_game(&g);
            assert_int_equal(0, o.blocks);
            assert_int_equal(0, o.bytes);
        }
    }
}

/* Long enough to be stopped in each of several bands, by any number of threads: the rows of one. */
TEST(test_interrupted_rows_go_on) {
    const ta_amount last = short_run() ? 1600 : 3000;
    const int32_t a[] = { 3, 5, 6, 10, 11 };
    memcpy(set, a, sizeof a);
    ta_call call = { .threads = 1 };
    game one, many;
    open_game(&one, &ta_default_allocator, 5);
    one.s.limit = last;
    ok(cash_staircases_extend(&one.s, &call, 0, last));
    EACH_TEAM(threads) {
        open_game(&many, &ta_default_allocator, 5);
        many.s.limit = last;
        EACH_STOP(p, threads == 1) { /* of several threads the caller's may do little */
            ta_amount before = many.s.known;
            p.call.ticks = 65535;
            p.call.threads = threads;
            ta_status s = cash_staircases_extend(&many.s, &p.call, 0, last);
            assert_int_equal(s, polled_status(&p));
            assert_true(many.s.known >= before);
        }
        for (ta_amount n = 0; n <= last; n++)
            for (ta_amount e = 0; e <= n; e++)
                assert_int_equal(cash_row_least(&one.s, n, e), cash_row_least(&many.s, n, e));
        close_game(&many);
    }
    close_game(&one);
}

TEST(test_every_failing_allocation) {
    enum { TO = 250 };
    const int32_t a[] = { 3, 5, 6, 10, 11 };
    memcpy(set, a, sizeof a);
    by_definition(5, TO);
    EACH_TEAM(threads)
        EACH_REFUSAL(o, 1) {
            ta_call call = { .threads = threads };
            game g;
            open_game(&g, &o.allocator, 5);
            ta_status s = cash_staircases_extend(&g.s, &call, 0, TO);
            assert_null(cash_staircases_check(&g.s));
            /* a piece refused once is tried again, when the earlier ones are filled */
            assert_true(s == TA_OK || (s == TA_ENOMEM && o.failed));
            o.left = -1;
            ok(cash_staircases_extend(&g.s, &call, 0, TO)); /* it goes on */
            check_cells(&g, TO, "after a refusal");
            close_game(&g);
        }
}

/* The check sees what is broken. */
TEST(test_check) {
    const int32_t a[] = { 1, 3, 4 };
    memcpy(set, a, sizeof a);
    game g;
    open_game(&g, &ta_default_allocator, 3);
    ok(cash_staircases_extend(&g.s, &plain, 0, 60));
    const char *(*check)(const cash_staircases *) = cash_staircases_check;
    assert_null(check(&g.s));
    cash_row *row = &g.s.rows[60];
    assert_broken(check(&g.s), row->end, row->end + 1, "not the minimum");
    assert_broken(check(&g.s), row->tail, row->tail - 1, "not the minimum");
    assert_broken(check(&g.s), g.s.first, -1, "before they begin");
    const char *(*thresholds)(const cash_thresholds *) = cash_thresholds_check;
    assert_null(thresholds(&g.rich));
    assert_broken(thresholds(&g.rich), g.rich.f[0][40], g.rich.f[0][40] + 1, "W or f");
    assert_broken(thresholds(&g.rich), g.rich.f[1][40], g.rich.f[1][40] - 1, "W or f");
    assert_broken(thresholds(&g.rich), g.rich.wins[40], !g.rich.wins[40], "W or f");
    close_game(&g);
}

RUN_TESTS
