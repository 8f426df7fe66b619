/*
** test_rows_fill.c - tables by several threads: the cells of one thread, for any f and shape, from any known
** part and after any interruption; and every failing allocation.
*/
#include "plain.h"

#include "base/mem.h"
#include "takeaway/two_pile.h"
#include "two_pile/rows_int.h"

OWNS(ta_least_table, ta_least_table_release)
OWNS(ta_rows, ta_rows_destroy)
OWNS(ta_two_pile, ta_two_pile_destroy)

enum { M = 1400 };

static const unsigned teams[] = { 1, 2, 3, 7 };
static uint32_t limits[M + 2], want[M + 1][M + 1], got[M + 1][M + 1], given[M + 1];
static size_t stops;

static uint32_t known_cells(void *ctx, uint32_t b, uint32_t from, uint32_t count,
                            uint32_t *values) {
    uint32_t n = given[b] < from ? 0 : given[b] - from < count ? given[b] - from : count;
    memcpy(values, &want[b][from], n * sizeof *values);
    return n;
}

static void store_cells(void *ctx, uint32_t b, uint32_t from, uint32_t count,
                        const uint32_t *values) {
    memcpy(&got[b][from], values, count * sizeof *values);
}

static const ta_rows_sink sink = { NULL, known_cells, store_cells };

static void check_cells(uint32_t width, uint32_t height, const char *what) {
    for (uint32_t b = 0; b <= height; b++)
        for (uint32_t a = 0; a <= b && a <= width; a++)
            if (want[b][a] != got[b][a])
                fail_msg("%s, width %u: cell (%u, %u) is %u, not %u", what, width, a, b, got[b][a],
                         want[b][a]);
}

static void next_row(ta_rows *rows, uint32_t width) {
    uint32_t b = ta_rows_at(rows);
    const uint32_t *row;
    ok(ta_rows_next(rows, &row));
    store_cells(NULL, b, 0, (b < width ? b : width) + 1, row);
}

static double cells_before(uint32_t b, uint32_t width) {
    double cells = 0;
    for (uint32_t i = 0; i < b; i++) cells += (i < width ? i : width) + 1;
    return cells;
}

/* Stopped again and again, now and then with rows one by one between: the same rows go on. */
static void check_stopped(ta_rows *rows, unsigned threads, uint32_t width, uint32_t height) {
    memset(got, 0, sizeof got);
    EACH_STOP(p, 0) {
        p.call.ticks = 65535;
        p.call.threads = threads;
        ta_status s = ta_rows_fill(rows, &p.call, threads, height, &sink);
        assert_int_equal(s, polled_status(&p));
        assert_false(ta_rows_lost(rows));
        assert_null(ta_rows_check(rows));
        assert_true(!s || p.done <= cells_before(ta_rows_at(rows), width));
        if (p.trial % 2 && ta_rows_at(rows) <= height) next_row(rows, width);
        stops += s != TA_OK;
    }
    check_cells(width, height, "stopped");
}

static ta_rows *rows_of(ta_movefn *f, int both, uint32_t width, uint32_t height,
                        ta_rows_method method) {
    ta_rows *rows = NULL;
    ok(ta_rows_create(&ta_default_allocator, &plain, f, both, width, height, M + 1, method,
                      ta_vector_best(), &rows));
    return rows;
}

/* The rows to `alone` one by one, then to `last` by threads, are those of one thread. */
static void check_shape(ta_movefn *f, int both, uint32_t width, uint32_t height,
                        ta_rows_method method, uint32_t alone) {
    OWN(ta_rows) *one = rows_of(f, both, width, height, method);
    char what[80];
    while (ta_rows_at(one) <= height) next_row(one, width);
    memcpy(want, got, sizeof want);
    for (size_t k = 0; k < 4; k++) {
        OWN(ta_rows) *rows = rows_of(f, both, width, height, method),
                     *stopped = rows_of(f, both, width, height, method);
        memset(got, 0, sizeof got);
        while (ta_rows_at(rows) < alone) next_row(rows, width);
        uint32_t last = height - (k == 3 ? height / 5 : 0);
        ok(ta_rows_fill(rows, &plain, teams[k], last, &sink));
        assert_int_equal(last < alone ? alone : last + 1, ta_rows_at(rows));
        assert_null(ta_rows_check(rows));
        while (ta_rows_at(rows) <= height) next_row(rows, width);
        snprintf(what, sizeof what, "%u threads, both %d, method %d", teams[k], both, (int)method);
        check_cells(width, height, what);
        check_stopped(stopped, teams[k], width, height);
    }
}

TEST(test_tables_are_those_of_one_thread) {
    rng r = rng_start(5);
    for (int round = 0; round < (short_run() ? 2 : 5); round++) {
        uint32_t height = (uint32_t)rng_between(&r, 0, short_run() ? 700 : M);
        uint32_t width =
            (uint32_t)rng_between(&r, 0, 2) ? height : (uint32_t)rng_between(&r, 0, height);
        uint32_t alone = (uint32_t)rng_between(&r, 0, 1) ? 0 : (uint32_t)rng_between(&r, 0, height);
        int falls = 0;
        random_limits(&r, limits, M + 1);
        if (round % 2) /* jumps */
            for (uint32_t k = 1; k <= M + 1; k++) limits[k] = k < (uint32_t)(20 * round) ? 1 : k;
        for (uint32_t k = 2; k <= M + 1; k++) falls |= limits[k] < limits[k - 1];
        for (uint32_t b = 0; b <= height; b++)
            given[b] = (uint32_t)rng_between(&r, 0, 3) || alone
                           ? 0
                           : (uint32_t)rng_between(&r, 0, (b < width ? b : width) + 1);
        OWN(ta_movefn) *rest = NULL, *f = list_f(limits, M + 1, &rest);
        for (int both = 0; both < 2; both++) {
            if (!falls) check_shape(f, both, width, height, TA_ROWS_STACK, alone);
            check_shape(f, both, width, height, TA_ROWS_SCAN, alone);
        }
    }
    assert_true(stops > 10);
}

/* ---- Deep stacks ---- */

/* No f is known whose tables need more than what lies in a slot. So cells are given that no game has, each
** reaching less far than the one before it, in a row and down a column. The cells after them follow by the
** definition. No value is more than DEEP: no least move is longer than a row, and rows know no reach of more. */
enum { DEEP = 118, GIVEN = DEEP / 2, FIRST = 70, SECOND = 90 };

static uint32_t made_up(uint32_t b, uint32_t a) {
    return (b == FIRST || b == SECOND) && a < GIVEN ? 2 * (GIVEN - a)
                                                    : 0; /* reaches a + 2 (GIVEN - a) - 1 */
}

/* L by the definition for f(k) = k: the least x with x < L a cell away. */
static void deep_cells(void) {
    for (uint32_t b = 0; b <= DEEP; b++)
        for (uint32_t a = 0; a <= b; a++) {
            uint32_t v = made_up(b, a);
            if (a == 0 && v == 0) v = TA_ROW_INF;
            for (uint32_t x = 1; v == 0 && x <= b; x++)
                if ((x <= a && x < want[b][a - x]) ||
                    (x < want[b - x >= a ? b - x : a][b - x >= a ? a : b - x]))
                    v = x;
            want[b][a] = v;
        }
}

static ta_status deep_rows(const ta_allocator *allocator, ta_call *call, ta_movefn *f) {
    OWN(ta_rows) *rows = NULL;
    ta_status s = ta_rows_create(allocator, call, f, 0, DEEP, DEEP, M + 1, TA_ROWS_STACK,
                                 ta_vector_best(), &rows);
    if (!s) s = ta_rows_fill(rows, call, call->threads, DEEP, &sink);
    if (!s) assert_null(ta_rows_check_stack(rows)); /* the values themselves are no least moves */
    return s;
}

TEST(test_deep_stacks) {
    for (uint32_t k = 1; k <= M + 1; k++) limits[k] = k;
    OWN(ta_movefn) *rest = NULL, *f = list_f(limits, M + 1, &rest);
    deep_cells();
    memset(given, 0, sizeof given);
    given[FIRST] = given[SECOND] = GIVEN;
    for (size_t k = 0; k < 3; k++) {
        ta_call call = { .threads = teams[k] };
        memset(got, 0, sizeof got);
        assert_status(TA_OK, &call, deep_rows(&ta_default_allocator, &call, f));
        memcpy(got[FIRST], want[FIRST], GIVEN * sizeof **got); /* known cells are not stored */
        memcpy(got[SECOND], want[SECOND], GIVEN * sizeof **got);
        check_cells(DEEP, DEEP, "deep stacks");
    }
    EACH_REFUSAL(o, 1) {
        ta_call call = { .threads = 2 };
        assert_refused(&o, deep_rows(&o.allocator, &call, f));
    }
}

/* ---- Games ---- */

static uint64_t checksum(ta_two_pile *game, ta_call *call, ta_amount m) {
    OWN(ta_least_table) *table = NULL;
    uint64_t sum = 0;
    assert_status(TA_OK, call, ta_two_pile_table(game, call, m, &table));
    ok(ta_least_table_checksum(table, call, &sum));
    return sum;
}

static ta_two_pile *game_of(ta_movefn *f, int misere) {
    ta_two_pile_settings settings = { .misere = misere, .check = M + 1 };
    ta_two_pile *game = NULL;
    ok(ta_two_pile_create(NULL, &plain, f, &settings, &game));
    return game;
}

/* Interrupted anywhere, grown, and widened: the table of one thread. */
TEST(test_interrupted_games_go_on) {
    rng r = rng_start(6);
    for (int round = 0; round < (short_run() ? 4 : 6); round++) {
        random_limits(&r, limits, M + 1);
        OWN(ta_movefn) *rest = NULL, *f = list_f(limits, M + 1, &rest);
        ta_amount small = rng_between(&r, 1, 500), m = rng_between(&r, 500, short_run() ? 700 : M);
        ta_call alone = { .threads = 1 };
        OWN(ta_two_pile) *one = game_of(f, round % 2);
        uint64_t sum = checksum(one, &alone, m);
        for (size_t k = 1; k < 4; k++) {
            ta_call call = { .threads = teams[k] };
            OWN(ta_two_pile) *many = game_of(f, round % 2);
            if (round % 3) checksum(many, &call, small);
            polled p = { .stopped = 1 };
            for (long polls = rng_between(&r, 0, 3); p.stopped; polls++) {
                OWN(ta_least_table) *table = NULL;
                polled_start(&p, polls);
                p.call.threads = teams[k];
                assert_stopped(&p, ta_two_pile_table(many, &p.call, m, &table));
            }
            assert_int_equal(sum, checksum(many, &call, m));
        }
    }
}

TEST(test_every_failing_allocation) {
    enum { TO = 300 };
    for (int falls = 0; falls < 2; falls++) {
        for (uint32_t k = 1; k <= M + 1; k++) limits[k] = k < 20 ? 1 : k;
        if (falls) limits[30] = 2;
        ta_call alone = { .threads = 1 };
        OWN(ta_movefn) *rest = NULL, *f = list_f(limits, M + 1, &rest);
        OWN(ta_two_pile) *one = game_of(f, 1);
        uint64_t sum = checksum(one, &alone, TO);
        EACH_REFUSAL(o, 1) {
            ta_call call = { .threads = 2 };
            ta_two_pile_settings settings = { .misere = 1, .check = M + 1 };
            OWN(ta_two_pile) *game = NULL;
            OWN(ta_least_table) *table = NULL;
            ta_status s = ta_two_pile_create(&o.allocator, &call, f, &settings, &game);
            if (!s) s = ta_two_pile_table(game, &call, TO, &table);
            if (game && s) { /* it resumes */
                o.left = -1;
                assert_int_equal(sum, checksum(game, &call, TO));
            }
            assert_int_equal(oom_status(&o), s);
        }
    }
}

RUN_TESTS
