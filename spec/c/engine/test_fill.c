/*
** test_fill.c - a box solved into packed answers: by rows and one by one, in one thread and in several, stopped and gone on
** with, while memory is refused; and what it refuses itself.
*/
#include <stdlib.h>

#include "base/answers.h"
#include "engine/fill.h"
#include "row_rule.h"
#include "takeaway/program.h"
#include "testing.h"

enum { A = 9, B = 40, C = 130, SIZE = A * B * C };

static const int64_t FROM[3] = { 0, 0, 0 }, TO[3] = { A - 1, B - 1, C - 1 };
static const size_t ORDER[3] = { 0, 1, 2 };
static const unsigned teams[] = { 1, 2, 3, 7 };
enum { TEAMS = sizeof teams / sizeof *teams };

/* (a, b, c): any number from a or c, up to three from b. P where a ^ b mod 4 ^ c is 0. */
static ta_status piles(void *ctx, ta_call *call, ta_player player, const ta_position *p,
                       ta_sink *sink) {
    ta_status st = TA_OK;
    (void)player;
    ++*(long *)ctx;
    for (size_t i = 0; !st && i < 3; i++) {
        int64_t start[3], step[3] = { 0, 0, 0 }, count = p->component[i];
        memcpy(start, p->component, sizeof start);
        start[i]--;
        step[i] = -1;
        if (i == 1 && count > 3) count = 3;
        if (count > 0) st = ta_sink_run(sink, call, start, step, 3, (size_t)count);
    }
    return st;
}

static int64_t piles_tell(void *of, void *to_room, ta_call *call, const ta_position *p, int64_t most,
                   int64_t *held, const int64_t **words, size_t *used) {
    int64_t *room = to_room;
    int64_t a = p->component[0], b = p->component[1], c = p->component[2], *to = room;
    const int64_t first[] = { 3, 0, a - 1, 0, a - 1, b, c, 0, 0, 1, -1, 0, 0, 0, 1, 0 };
    const int64_t second[] = {
        3, 0, (b < 3 ? b : 3) - 1, 0, a, b - 1, c, 0, 0, 1, 0, -1, 0, 0, 1, 0
    };
    const int64_t third[] = { 3, c == 0, c - 1, 1, a, b, c - 1, 0, 0, 1, 0, 0, -1, 0, 1, 0 };
    (void)of;
    (void)call;
    if (b < 3) *held = 1;
    if (a > 0) memcpy(to, first, sizeof first), to += TA_ROW_RECORD(3);
    if (b > 0) memcpy(to, second, sizeof second), to += TA_ROW_RECORD(3);
    memcpy(to, third, sizeof third);
    *words = room;
    *used = (size_t)(to + TA_ROW_RECORD(3) - room);
    return most;
}

ROW_RULE(piles_row, piles_tell, 1, 3 * TA_ROW_RECORD(3))

typedef struct stopping {
    uint64_t told, stop; /* the last place; where to stop: 0: nowhere */
} stopping;

static ta_status reached(void *ctx, ta_call *call, uint64_t place) {
    stopping *x = ctx;
    (void)call;
    assert_true(place >= x->told);
    x->told = place;
    return x->stop && place >= x->stop ? TA_ECANCELLED : TA_OK;
}

static uint32_t truth(ta_question what, int64_t place) {
    int64_t v = place / (B * C) ^ (place / C % B & 3) ^ place % C;
    return what == TA_ASK_NIM_VALUE ? (uint32_t)v : v == 0;
}

static void compare(const uint8_t *data, ta_question what, unsigned bits, int64_t to) {
    for (int64_t place = 0; place < to; place++)
        assert_int_equal(ta_answer_get(data, bits, (uint64_t)place), truth(what, place));
}

static ta_solver *solver(long *calls, int by_rows, const ta_allocator *a) {
    ta_call call = TA_CALL_INIT;
    ta_ruleset rules = { calls, 0, piles, NULL, NULL, NULL, NULL, NULL, NULL };
    ta_solver *s = NULL;
    if (ta_solver_create(a, &call, &rules, &s)) return NULL;
    if (by_rows) ta_solver_set_row_rule(s, piles_row);
    return s;
}

/* Stopped at every so many places, and gone on with. */
static void solve(ta_question what, unsigned bits, int by_rows, unsigned threads, uint64_t each) {
    long calls = 0;
    size_t bytes = (size_t)SIZE * bits / 8 + 1 + TA_ANSWERS_PAD;
    uint8_t *data = malloc(bytes);
    stopping x = { 0, each };
    ta_filling f = { what, 3, FROM, TO, ORDER, data, bits, reached, &x };
    ta_solver *s = solver(&calls, by_rows, NULL);
    ta_status st;
    memset(data, 0xa5, bytes); /* what was there does not matter */
    do {
        ta_call call = TA_CALL_INIT;
        call.threads = threads;
        st = ta_solver_fill(s, &call, &f, x.told, NULL);
        compare(data, what, bits, (int64_t)x.told);
        x.stop = x.told + each;
    } while (st == TA_ECANCELLED);
    assert_int_equal(st, TA_OK);
    assert_int_equal(x.told, SIZE);
    assert_true(by_rows ? calls < SIZE / 64 : calls >= SIZE);
    ta_solver_destroy(s);
    free(data);
}

static void test_fill(void **state) {
    (void)state;
    for (unsigned i = 0; i < TEAMS; i++) {
        solve(TA_ASK_OUTCOME, 1, 1, teams[i], SIZE + 1);
        for (unsigned bits = 8; bits <= 16; bits *= 2) {
            solve(TA_ASK_NIM_VALUE, bits, 1, teams[i], SIZE + 1);
            solve(TA_ASK_NIM_VALUE, bits, 1, teams[i], 20000);
        }
    }
    solve(TA_ASK_OUTCOME, 1, 1, 2, 9999);
    solve(TA_ASK_OUTCOME, 1, 0, 1, 9999);
    solve(TA_ASK_NIM_VALUE, 8, 0, 1, SIZE + 1);
}

static void test_memory(void **state) {
    (void)state;
    for (unsigned what = 0; what < 2; what++) {
        for (long k = 0;; k++) {
            oom o;
            long calls = 0;
            uint8_t data[2 * 4 * C + TA_ANSWERS_PAD];
            stopping x = { 0, 0 };
            int64_t to[3] = { 1, 3, C - 1 }, at[3];
            ta_filling f = { TA_ASK_OUTCOME, 3, FROM, to, ORDER, data, 1, reached, &x };
            if (what) f.what = TA_ASK_NIM_VALUE, f.bits = 8;
            ta_call call = TA_CALL_INIT;
            oom_start(&o, k, 0);
            ta_solver *s = solver(&calls, 1, &o.allocator);
            if (s) {
                ta_status st = ta_solver_fill(s, &call, &f, 0, at);
                assert_true(st == (o.failed ? TA_ENOMEM : TA_OK));
                if (st) assert_status(TA_OK, &call, ta_solver_fill(s, &call, &f, x.told, at));
                assert_int_equal(x.told, 2 * 4 * C);
            }
            ta_solver_destroy(s);
            assert_int_equal(o.blocks, 0);
            if (!o.failed) break;
        }
    }
}

static void test_refused(void **state) {
    static const size_t backwards[3] = { 2, 1, 0 };
    long calls = 0;
    uint8_t data[TA_ANSWERS_PAD + 8] = { 0 };
    int64_t from[3] = { 0, 1, 0 }, to[3] = { 3, 3, 3 }, at[3], far[3] = { 0, 1, INT64_MAX };
    stopping x = { 0, 0 };
    ta_call call = TA_CALL_INIT;
    ta_solver *s = solver(&calls, 1, NULL);
    ta_filling f = { TA_ASK_OUTCOME, 3, from, to, ORDER, data, 1, reached, &x };
    (void)state;
    assert_status(TA_EUNSUPPORTED, &call, ta_solver_fill(s, &call, &f, 0, at));
    assert_string_equal(call.message, "its option (0, 0, 0) is not in the box");
    assert_int_equal(at[1], 1);
    f.from = FROM;
    f.order = backwards; /* each option is smaller in one: before it in any order */
    assert_status(TA_OK, &call, ta_solver_fill(s, &call, &f, 0, at));
    f.what = TA_ASK_NIM_VALUE;
    f.order = ORDER;
    x.told = 0;
    assert_status(TA_ELIMIT, &call, ta_solver_fill(s, &call, &f, 0, at));
    assert_string_equal(call.message, "the nim value 2 takes more than 1 bits");
    f.to = far;
    assert_status(TA_EINVAL, &call, ta_solver_fill(s, &call, &f, 0, at));
    ta_solver_destroy(s);
}

/* A heap, of which any number is taken: from - 1, from - 2, ... */
static ta_status heap(void *ctx, ta_call *call, ta_player player, const ta_position *p, ta_sink *sink) {
    int64_t n = p->component[0], start = n - 1, step = -1;
    (void)ctx;
    (void)player;
    return n > 0 ? ta_sink_run(sink, call, &start, &step, 1, (size_t)n) : TA_OK;
}

static int64_t heap_tell(void *of, void *to_room, ta_call *call, const ta_position *p, int64_t most,
                   int64_t *held, const int64_t **words, size_t *used) {
    int64_t *room = to_room;
    int64_t n = p->component[0];
    const int64_t record[] = { 1, n == 0, n - 1, 1, n - 1, 1, -1, 0 };
    (void)of;
    (void)call;
    *held = 1;
    memcpy(room, record, sizeof record);
    *words = room;
    *used = TA_ROW_RECORD(1);
    return most;
}

ROW_RULE(heap_row, heap_tell, 1, TA_ROW_RECORD(1))

/* (a, c): one or two from c; and to (a - 1, WIDE - 1 - c), or to (a - 2, b) for RUN b to LAST: rows
** look far ahead in those before them. */
enum { DEEP = 70, WIDE = 200, RUN = 20, LAST = 139 };
static int mirrored;

static ta_status ahead(void *ctx, ta_call *call, ta_player player, const ta_position *p,
                       ta_sink *sink) {
    int64_t a = p->component[0], c = p->component[1];
    const int64_t option[3][2] = { { a, c - 1 }, { a, c - 2 }, { a - 1, WIDE - 1 - c } };
    const int64_t start[2] = { a - 2, LAST - RUN + 1 }, step[2] = { 0, 1 };
    ta_status st = TA_OK;
    (void)player;
    ++*(long *)ctx;
    if (a > 1 && !mirrored) st = ta_sink_run(sink, call, start, step, 2, RUN);
    for (int i = 0; !st && i < 2 + mirrored; i++)
        if (option[i][0] >= 0 && option[i][1] >= 0)
            st = ta_sink_emit_integers(sink, call, option[i], 2);
    return st;
}

static int64_t ahead_tell(void *of, void *to_room, ta_call *call, const ta_position *p, int64_t most,
                   int64_t *held, const int64_t **words, size_t *used) {
    int64_t *room = to_room;
    int64_t a = p->component[0], *to = room;
    const int64_t back[] = { 2, 0, 0, 0, a - 1, WIDE - 1, 0, -1, 0, 0, 1, 0 };
    const int64_t last[] = { 2, 0, RUN - 1, 0, a - 2, LAST - RUN + 1, 0, 0, 0, 1, 1, 0 };
    const int64_t one[] = { 2, 1, 0, 0, a, -1, 0, 1, 0, 0, 1, 0 };
    const int64_t two[] = { 2, 2, 0, 0, a, -2, 0, 1, 0, 0, 1, 0 };
    (void)of;
    (void)call;
    if (a < 2) *held = 1;
    if (a > 0 && mirrored) memcpy(to, back, sizeof back), to += TA_ROW_RECORD(2);
    if (a > 1 && !mirrored) memcpy(to, last, sizeof last), to += TA_ROW_RECORD(2);
    memcpy(to, one, sizeof one), to += TA_ROW_RECORD(2);
    memcpy(to, two, sizeof two), to += TA_ROW_RECORD(2);
    *words = room;
    *used = (size_t)(to - room);
    return most;
}

ROW_RULE(ahead_row, ahead_tell, 1, 4 * TA_ROW_RECORD(2))

static void look_ahead(void) {
    static uint8_t expected[DEEP][WIDE];
    for (int a = 0; a < DEEP; a++)
        for (int c = 0; c < WIDE; c++) {
            unsigned seen = 0;
            if (a > 0 && mirrored) seen |= 1u << expected[a - 1][WIDE - 1 - c];
            for (int b = LAST - RUN + 1; a > 1 && b <= LAST && !mirrored; b++)
                seen |= 1u << expected[a - 2][b];
            for (int k = 1; k <= 2 && k <= c; k++) seen |= 1u << expected[a][c - k];
            expected[a][c] = (uint8_t)__builtin_ctz(~seen);
        }
    for (unsigned i = 0; i < TEAMS; i++) {
        long calls = 0;
        int64_t to[2] = { DEEP - 1, WIDE - 1 };
        uint8_t *data = malloc(DEEP * WIDE + TA_ANSWERS_PAD);
        stopping x = { 0, 0 };
        ta_call call = TA_CALL_INIT;
        call.threads = teams[i];
        ta_ruleset rules = { &calls, 0, ahead, NULL, NULL, NULL, NULL, NULL, NULL };
        ta_solver *s = NULL;
        assert_int_equal(ta_solver_create(NULL, &call, &rules, &s), TA_OK);
        ta_filling f = { TA_ASK_NIM_VALUE, 2, FROM, to, ORDER, data, 8, reached, &x };
        ta_solver_set_row_rule(s, ahead_row);
        assert_status(TA_OK, &call, ta_solver_fill(s, &call, &f, 0, NULL));
        assert_int_equal(calls, row_samples(DEEP * WIDE, WIDE, 65536));
        for (int a = 0; a < DEEP; a++)
            for (int c = 0; c < WIDE; c++) assert_int_equal(data[a * WIDE + c], expected[a][c]);
        int64_t at[2], wide = 0;
        char text[60];
        while (expected[wide / WIDE][wide % WIDE] < 2) wide++;
        snprintf(text, sizeof text, "the nim value %d takes more than 1 bits",
                 expected[wide / WIDE][wide % WIDE]);
        f.bits = 1;
        x.told = 0;
        assert_status(TA_ELIMIT, &call, ta_solver_fill(s, &call, &f, 0, at));
        assert_string_equal(call.message, text);
        assert_int_equal(at[0] * WIDE + at[1], wide);
        f.what = TA_ASK_OUTCOME;
        x.told = 0;
        assert_status(TA_OK, &call, ta_solver_fill(s, &call, &f, 0, NULL));
        for (int n = 0; n < DEEP * WIDE; n++)
            assert_int_equal(ta_answer_get(data, 1, (uint64_t)n), expected[n / WIDE][n % WIDE] == 0);
        ta_solver_destroy(s);
        free(data);
    }
}

static void test_ahead(void **state) {
    (void)state;
    for (mirrored = 0; mirrored < 2; mirrored++) look_ahead();
}

static ta_status count_polls(ta_call *call, double done, double total) {
    (void)done;
    (void)total;
    ++*(int *)call->host;
    return TA_OK;
}

/* One batch of nim values, of 12 million options, asks its host meanwhile; a box that ends where integers do is solved to
** its end, and has nothing left to solve. */
static void test_ends(void **state) {
    static const size_t order[1] = { 0 };
    enum { HEAP = 5000 };
    int polls = 0;
    int64_t from = 0, to = HEAP - 1;
    uint8_t *data = malloc(2 * HEAP + TA_ANSWERS_PAD);
    stopping x = { 0, 0 };
    ta_call call = TA_CALL_INIT;
    ta_ruleset rules = { NULL, 0, heap, NULL, NULL, NULL, NULL, NULL, NULL };
    ta_solver *s = NULL;
    ta_filling f = { TA_ASK_NIM_VALUE, 1, &from, &to, order, data, 16, reached, &x };
    (void)state;
    assert_status(TA_OK, &call, ta_solver_create(NULL, &call, &rules, &s));
    ta_solver_set_row_rule(s, heap_row);
    call.host = &polls;
    call.poll = count_polls;
    assert_status(TA_OK, &call, ta_solver_fill(s, &call, &f, 0, NULL));
    assert_true(polls > 10);
    for (uint64_t n = 0; n < HEAP; n++) assert_int_equal(ta_answer_get(data, 16, n), n);
    from = INT64_MAX - 9, to = INT64_MAX;
    assert_status(TA_OK, &call, ta_solver_fill(s, &call, &f, 10, NULL));
    ta_solver_destroy(s);
    free(data);
}

/* Rows that say another thing than the rule, from a place on: that is found, and asked again there are none. */
static int64_t lied_from;

static int64_t lie_tell(void *of, void *to_room, ta_call *call, const ta_position *p, int64_t most, int64_t *held,
                        const int64_t **words, size_t *used) {
    int64_t n = heap_tell(of, to_room, call, p, most, held, words, used);
    if (p->component[0] >= lied_from) ((int64_t *)to_room)[2]--, ((int64_t *)to_room)[4]--; /* to n - 1 is no option */
    return n < 16 ? n : 16;
}

ROW_RULE(lie_row, lie_tell, 1, TA_ROW_RECORD(1))

static void test_lie(void **state) {
    static const size_t order[1] = { 0 };
    enum { HEAP = 600 };
    int64_t from = 0, to = HEAP - 1, at;
    uint8_t *data = malloc(2 * HEAP + TA_ANSWERS_PAD);
    ta_ruleset rules = { NULL, 0, heap, NULL, NULL, NULL, NULL, NULL, NULL };
    (void)state;
    for (lied_from = 16; lied_from < 400; lied_from += 48) {
        stopping x = { 0, 0 };
        ta_call call = TA_CALL_INIT;
        ta_solver *s = NULL;
        ta_filling f = { TA_ASK_NIM_VALUE, 1, &from, &to, order, data, 16, reached, &x };
        assert_status(TA_OK, &call, ta_solver_create(NULL, &call, &rules, &s));
        ta_solver_set_row_rule(s, lie_row);
        assert_status(TA_EBADRULE, &call, ta_solver_fill(s, &call, &f, 0, &at));
        assert_non_null(strstr(call.message, "internal error: rows of the rule differ"));
        assert_true(at >= lied_from);
        x.told = 0;
        assert_status(TA_OK, &call, ta_solver_fill(s, &call, &f, 0, NULL));
        for (uint64_t n = 0; n < HEAP; n++) assert_int_equal(ta_answer_get(data, 16, n), n);
        ta_solver_destroy(s);
    }
    free(data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fill),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_lie),
        cmocka_unit_test(test_ahead),
        cmocka_unit_test(test_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
