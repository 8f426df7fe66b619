/*
** test_rows.c - a box swept by rows while memory is refused, where the sweep reads records and where it folds
** cells from them, and while the host changes the rule.
*/
#include "engine/solver_int.h"
#include "row_rule.h"

enum { LADDERS = 30, TALL = 80 };

/* (a, b) to all (a, b - k), and from a = 1 to (0, 0), (0, 1), ..., (0, LADDERS - 1). */
OPTIONS(ladders) {
    int64_t start[2] = { p->component[0], p->component[1] - 1 };
    size_t count = (size_t)p->component[1];
    ta_status st = ta_sink_run(sink, call, start, INTEGERS(0, -1), 2, count);
    if (!st && p->component[0] > 0)
        st = ta_sink_run(sink, call, INTEGERS(0, 0), INTEGERS(0, 1), 2, LADDERS);
    return st;
}

/* The same by records, as a program emits them. Where b = 0, k has turns from the next on. */
ROW_RULE(ladders_row, 0, (LADDERS + 1) * TA_ROW_RECORD(2)) {
    int64_t a = p->component[0], b = p->component[1];
    if (a == 0) *held = 1; /* the others have a ladder */
    RECORD(2, b == 0, b - 1, 1, a, b - 1, 0, 1, 0, -1, 1, 0);
    for (int64_t k = 0; a > 0 && k < LADDERS; k++) RECORD(2, 0, 0, 0, 0, k, 0, 0, 0, 0, 0, 0);
    ++*(long *)of;
    return most;
}

static ta_status solve(ta_solver *s, ta_call *call, const int64_t *to) {
    return ta_solver_box(s, call, TA_ASK_NIM_VALUE, 2, INTEGERS(0, 0), to, NULL);
}

static void read_cells(ta_solver *s, const int64_t *to, uint8_t *cells) {
    ok(ta_solver_box_cells(s, &plain, TA_ASK_NIM_VALUE, TA_LEFT, 2, INTEGERS(0, 0), to, 1, cells));
}

/* Each request for memory refused, where rows are read and filled: nim values beyond 63 need marks,
** and more than 16 records room. */
TEST(test_row_memory) {
    const int64_t to[2] = { 1, TALL - 1 };
    EACH_REFUSAL(o, 5) {
        long rows = 0;
        uint8_t cells[2 * TALL];
        OWN(ta_solver) *s =
            solver_by(&o.allocator, (ta_ruleset){ .ctx = &rows, .options = ladders });
        if (!s) continue;
        ta_solver_set_row_rule(s, ladders_row);
        assert_refused(&o, solve(s, &plain, to));
        assert_null(ta_solver_check(s));
        ok(solve(s, &plain, to));
        read_cells(s, to, cells);
        for (int64_t n = 0; n < 2 * TALL; n++)
            assert_int_equal(cells[n], n % TALL + (n >= TALL ? LADDERS : 0));
        assert_true(rows > 0);
    }
}

/* ---- A rule that is changed ---- */

enum { SIDE = 8, ROWS = 9000 };

typedef struct changing {
    int64_t by, done; /* positions solved when it was changed */
    long polls, change, calls;
} changing;

/* (b, c) to (b, c - by). */
OPTIONS(less) {
    changing *g = ctx;
    int64_t c = p->component[1] - g->by;
    return c < 0 ? TA_OK : EMIT(p->component[0], c);
}

ROW_RULE(less_told, 0, TA_ROW_RECORD(2)) {
    changing *g = of;
    int64_t b = p->component[0], c = p->component[1], from = g->by > c ? g->by - c : 0;
    RECORD(2, from, 0, 0, b, c - g->by, 0, 1, 0, 0, 1, 0);
    g->calls++;
    return most;
}

static int less_row(void *ctx, ta_call *call, size_t size, ta_row_reader *reader) {
    const changing *g = ctx;
    less_told(ctx, call, size, reader);
    reader->version = (unsigned)g->by;
    return 1;
}

static ta_status change(ta_call *call, double done, double total) {
    changing *g = call->host;
    if (++g->polls == g->change) {
        g->by = 2;
        g->done = (int64_t)done;
    }
    return TA_OK;
}

/* Records for many rows hold until the host is polled, wherever that is: at first just between two. */
TEST(test_changed) {
    const int64_t to[2] = { ROWS - 1, SIDE - 1 };
    static uint8_t cells[SIDE * ROWS];
    long asked = 0;
    for (uint32_t ticks = 65536 % (65 * SIDE), k = 0; k < 40; ticks += 13, k++) {
        changing g = { .by = 1, .change = 1 + k % 7, .done = -1 };
        ta_call call = { &g, change, ticks, "", 0 };
        OWN(ta_solver) *s = SOLVER(&g, .options = less);
        ta_solver_set_row_rule(s, less_row);
        assert_ok(solve(s, &call, to));
        read_cells(s, to, cells);
        assert_true(g.done > 0 && g.calls < 100);
        int64_t other = (g.done + SIDE - 1) / SIDE; /* the first row that begins after it */
        for (int64_t n = 0; n < SIDE * ROWS; n++) {
            if (n / SIDE == other - 1) continue;
            assert_int_equal(cells[n], n / SIDE < other ? n % SIDE % 2 : n % SIDE / 2 % 2);
        }
        asked += g.calls;
    }
    assert_true(asked > 100);
}

/* ---- Rows that are not the rule's ---- */

typedef struct lying {
    int64_t from, shift; /* rows that begin with b >= from tell of (b, c - 1 - shift) */
} lying;

OPTIONS(one_less) {
    changing g = { .by = 1 };
    return less(&g, call, player, p, sink);
}

ROW_RULE(lie_row, 1, TA_ROW_RECORD(2)) {
    const lying *l = of;
    int64_t b = p->component[0];
    changing g = { .by = 1 + (b >= l->from ? l->shift : 0) };
    if (b < l->from && b + *held > l->from) *held = l->from - b;
    return less_told_writes(&g, p, most, held, to);
}

/* A wrong answer is detected, by one thread and by two. The next call gives only the rule's answers. */
TEST(test_lie) {
    enum { HIGH = 1000, LONG = 40 };
    const int64_t to[2] = { HIGH - 1, LONG - 1 };
    static uint8_t cells[HIGH * LONG];
    for (int k = 0; k < 16; k++) {
        lying l = { k * k * 2 % (HIGH / 2), 1 + k % 3 };
        ta_call call = { .threads = 1 + k % 2 };
        OWN(ta_solver) *s = SOLVER(&l, .options = one_less);
        ta_solver_set_row_rule(s, lie_row);
        assert_mentions(TA_EBADRULE, "internal error: batched options of the rule differ from the rule at (",
                        solve(s, &call, to));
        assert_null(ta_solver_check(s));
        assert_ok(solve(s, &call, to));
        read_cells(s, to, cells);
        for (int64_t n = 0; n < HIGH * LONG; n++) assert_int_equal(cells[n], n % LONG % 2);
    }
}

RUN_TESTS
