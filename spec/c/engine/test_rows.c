/*
** test_rows.c - a box swept by rows while memory is refused, where records are read, and where cells
** are folded from them; and while the host changes the rule.
*/
#include "row_rule.h"
#include "engine/solver_int.h"
#include "takeaway/program.h"
#include "testing.h"

enum { LADDERS = 30, TALL = 80 };

/* (a, b) to all (a, b - k), and from a = 1 to (0, 0), (0, 1), ..., (0, LADDERS - 1). */
static ta_status ladders(void *ctx, ta_call *call, ta_player player, const ta_position *p,
                         ta_sink *sink) {
    int64_t start[2] = { p->component[0], p->component[1] - 1 }, step[2] = { 0, -1 };
    int64_t low[2] = { 0, 0 }, up[2] = { 0, 1 };
    (void)ctx;
    (void)player;
    ta_status st = ta_sink_run(sink, call, start, step, 2, (size_t)p->component[1]);
    if (!st && p->component[0] > 0) st = ta_sink_run(sink, call, low, up, 2, LADDERS);
    return st;
}

/* The same by records, as a program tells them; where b = 0, k has turns from the next on. */
static int64_t ladders_tell(void *of, void *to_room, ta_call *call, const ta_position *p, int64_t most,
                   int64_t *held, const int64_t **words, size_t *used) {
    int64_t *room = to_room;
    int64_t a = p->component[0], b = p->component[1], *to = room;
    const int64_t down[TA_ROW_RECORD(2)] = { 2, b == 0, b - 1, 1, a, b - 1, 0, 1, 0, -1, 1, 0 };
    long *rows = of;
    (void)call;
    if (a == 0) *held = 1; /* the others have a ladder */
    memcpy(to, down, sizeof down);
    to += TA_ROW_RECORD(2);
    for (int64_t k = 0; a > 0 && k < LADDERS; k++, to += TA_ROW_RECORD(2)) {
        const int64_t rung[TA_ROW_RECORD(2)] = { 2, 0, 0, 0, 0, k, 0, 0, 0, 0, 0, 0 };
        memcpy(to, rung, sizeof rung);
    }
    *words = room;
    *used = (size_t)(to - room);
    ++*rows;
    return most;
}

ROW_RULE(ladders_row, ladders_tell, 0, (LADDERS + 1) * TA_ROW_RECORD(2))

/* Each request for memory refused, where rows are read and filled: nim values beyond 63 need marks,
** and more than 16 records room. */
static void test_row_memory(void **state) {
    int64_t from[2] = { 0, 0 }, to[2] = { 1, TALL - 1 };
    long refused = 0;
    (void)state;
    for (long k = 0;; k++) {
        oom o;
        long rows = 0;
        ta_call call = TA_CALL_INIT;
        ta_ruleset rules = { &rows, 0, ladders, NULL, NULL, NULL, NULL, NULL, NULL };
        ta_solver *s = NULL;
        oom_start(&o, k, 0);
        ta_status st = ta_solver_create(&o.allocator, &call, &rules, &s);
        if (!st) {
            uint8_t cells[2 * TALL];
            ta_solver_set_row_rule(s, ladders_row);
            st = ta_solver_box(s, &call, TA_ASK_NIM_VALUE, 2, from, to, NULL);
            assert_true(st == (o.failed ? TA_ENOMEM : TA_OK));
            assert_null(ta_solver_check(s));
            assert_status(TA_OK, &call,
                          ta_solver_box(s, &call, TA_ASK_NIM_VALUE, 2, from, to, NULL));
            assert_status(
                TA_OK, &call,
                ta_solver_box_cells(s, &call, TA_ASK_NIM_VALUE, TA_LEFT, 2, from, to, 1, cells));
            for (int64_t n = 0; n < 2 * TALL; n++)
                assert_int_equal(cells[n], n % TALL + (n >= TALL ? LADDERS : 0));
            assert_true(rows > 0);
        }
        refused += o.failed;
        ta_solver_destroy(s);
        assert_int_equal(o.blocks, 0);
        if (!o.failed) break;
    }
    assert_true(refused >= 5);
}

/* ---- A rule that is changed ---- */

enum { SIDE = 8, ROWS = 9000 };

typedef struct changing {
    int64_t by, done; /* positions solved when it was changed */
    long polls, change, calls;
} changing;

/* (b, c) to (b, c - by). */
static ta_status less(void *ctx, ta_call *call, ta_player player, const ta_position *p,
                      ta_sink *sink) {
    changing *g = ctx;
    int64_t to[2] = { p->component[0], p->component[1] - g->by };
    (void)player;
    return to[1] < 0 ? TA_OK : ta_sink_emit_integers(sink, call, to, 2);
}

static int64_t less_tell(void *of, void *to_room, ta_call *call, const ta_position *p, int64_t most,
                   int64_t *rows, const int64_t **words, size_t *used) {
    int64_t *record = to_room;
    changing *g = of;
    int64_t b = p->component[0], c = p->component[1], from = g->by > c ? g->by - c : 0;
    const int64_t now[] = { 2, from, 0, 0, b, c - g->by, 0, 1, 0, 0, 1, 0 };
    (void)call;
    (void)rows;
    memcpy(record, now, sizeof now);
    *words = record;
    *used = TA_ROW_RECORD(2);
    g->calls++;
    return most;
}

ROW_RULE(less_told, less_tell, 0, TA_ROW_RECORD(2))

static int less_row(void *ctx, ta_call *call, size_t size, ta_row_reader *reader) {
    const changing *g = ctx;
    less_told(ctx, call, size, reader);
    reader->version = (unsigned)g->by;
    return 1;
}

static changing *polled; /* a poll has no context of its own */

static ta_status change(ta_call *call, double done, double total) {
    (void)call;
    (void)total;
    if (++polled->polls == polled->change) {
        polled->by = 2;
        polled->done = (int64_t)done;
    }
    return TA_OK;
}

/* What is told of many rows holds until the host is asked, wherever that is: at first just between two. */
static void test_changed(void **state) {
    const int64_t from[2] = { 0, 0 }, to[2] = { ROWS - 1, SIDE - 1 };
    static uint8_t cells[SIDE * ROWS];
    long asked = 0;
    (void)state;
    for (uint32_t ticks = 65536 % (65 * SIDE), k = 0; k < 40; ticks += 13, k++) {
        changing g = { .by = 1, .change = 1 + k % 7, .done = -1 };
        ta_call call = TA_CALL_INIT;
        ta_ruleset rules = { &g, 0, less, NULL, NULL, NULL, NULL, NULL, NULL };
        ta_solver *s = NULL;
        call.ticks = ticks;
        call.poll = change;
        polled = &g;
        assert_status(TA_OK, &call, ta_solver_create(NULL, &call, &rules, &s));
        ta_solver_set_row_rule(s, less_row);
        assert_status(TA_OK, &call, ta_solver_box(s, &call, TA_ASK_NIM_VALUE, 2, from, to, NULL));
        assert_status(
            TA_OK, &call,
            ta_solver_box_cells(s, &call, TA_ASK_NIM_VALUE, TA_LEFT, 2, from, to, 1, cells));
        assert_true(g.done > 0 && g.calls < 100);
        int64_t other = (g.done + SIDE - 1) / SIDE; /* the first row that begins after it */
        for (int64_t n = 0; n < SIDE * ROWS; n++) {
            if (n / SIDE == other - 1) continue;
            assert_int_equal(cells[n], n / SIDE < other ? n % SIDE % 2 : n % SIDE / 2 % 2);
        }
        asked += g.calls;
        ta_solver_destroy(s);
    }
    assert_true(asked > 100);
}

/* ---- Rows that are not the rule's ---- */

typedef struct lying {
    int64_t from, shift; /* rows that begin with b >= from tell of (b, c - 1 - shift) */
} lying;

static ta_status one_less(void *ctx, ta_call *call, ta_player player, const ta_position *p, ta_sink *sink) {
    changing g = { .by = 1 };
    (void)ctx;
    return less(&g, call, player, p, sink);
}

static int64_t lie_tell(void *of, void *room, ta_call *call, const ta_position *p, int64_t most, int64_t *rows,
                        const int64_t **words, size_t *used) {
    const lying *l = of;
    changing g = { .by = 1 + (p->component[0] >= l->from ? l->shift : 0) };
    if (p->component[0] < l->from && p->component[0] + *rows > l->from) *rows = l->from - p->component[0];
    return less_tell(&g, room, call, p, most, rows, words, used);
}

ROW_RULE(lie_row, lie_tell, 1, TA_ROW_RECORD(2))

/* An answer that the rule does not give is found, by one thread and by two; asked again, all are the rule's. */
static void test_lie(void **state) {
    enum { HIGH = 1000, LONG = 40 };
    const int64_t from[2] = { 0, 0 }, to[2] = { HIGH - 1, LONG - 1 };
    static uint8_t cells[HIGH * LONG];
    (void)state;
    for (int k = 0; k < 16; k++) {
        lying l = { k * k * 2 % (HIGH / 2), 1 + k % 3 };
        ta_call call = TA_CALL_INIT;
        ta_ruleset rules = { &l, 0, one_less, NULL, NULL, NULL, NULL, NULL, NULL };
        ta_solver *s = NULL;
        call.threads = 1 + k % 2;
        assert_status(TA_OK, &call, ta_solver_create(NULL, &call, &rules, &s));
        ta_solver_set_row_rule(s, lie_row);
        assert_status(TA_EBADRULE, &call, ta_solver_box(s, &call, TA_ASK_NIM_VALUE, 2, from, to, NULL));
        assert_non_null(strstr(call.message, "internal error: rows of the rule differ from the rule at ("));
        assert_null(ta_solver_check(s));
        assert_status(TA_OK, &call, ta_solver_box(s, &call, TA_ASK_NIM_VALUE, 2, from, to, NULL));
        assert_status(TA_OK, &call,
                      ta_solver_box_cells(s, &call, TA_ASK_NIM_VALUE, TA_LEFT, 2, from, to, 1, cells));
        for (int64_t n = 0; n < HIGH * LONG; n++) assert_int_equal(cells[n], n % LONG % 2);
        ta_solver_destroy(s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_row_memory),
                                        cmocka_unit_test(test_changed), cmocka_unit_test(test_lie) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
