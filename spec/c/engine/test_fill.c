/*
** test_fill.c - a box solved into packed answers: by rows and one by one, in one thread and in several, stopped and
** resumed, while memory is refused. The calls that it refuses.
*/
#include "base/answers.h"
#include "row_rule.h"

enum { A = 9, B = 40, C = 130, SIZE = A * B * C };

static const int64_t FROM[3] = { 0, 0, 0 }, TO[3] = { A - 1, B - 1, C - 1 };
static const size_t ORDER[3] = { 0, 1, 2 };

/* (a, b, c): any number from a or c, up to three from b. P where a ^ b mod 4 ^ c is 0. */
OPTIONS(piles) {
    ta_status st = TA_OK;
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

ROW_RULE(piles_row, 1, 3 * TA_ROW_RECORD(3)) {
    int64_t a = p->component[0], b = p->component[1], c = p->component[2], few = b < 3 ? b : 3;
    if (b < 3) *held = 1;
    if (a > 0) RECORD(3, 0, a - 1, 0, a - 1, b, c, 0, 0, 1, -1, 0, 0, 0, 1, 0);
    if (b > 0) RECORD(3, 0, few - 1, 0, a, b - 1, c, 0, 0, 1, 0, -1, 0, 0, 1, 0);
    RECORD(3, c == 0, c - 1, 1, a, b, c - 1, 0, 0, 1, 0, 0, -1, 0, 1, 0);
    return most;
}

static uint32_t truth(ta_question what, int64_t place) {
    int64_t v = place / (B * C) ^ (place / C % B & 3) ^ place % C;
    return what == TA_ASK_NIM_VALUE ? (uint32_t)v : v == 0;
}

static void compare(const uint8_t *data, ta_question what, unsigned bits, int64_t to) {
    for (int64_t place = 0; place < to; place++)
        assert_int_equal(ta_answer_get(data, bits, (uint64_t)place), truth(what, place));
}

/* The rules count their calls. NULL: the allocator refused. */
static ta_solver *solver(long *calls, ta_row_rule by_rows, const ta_allocator *a) {
    ta_solver *s = solver_by(a, (ta_ruleset){ .ctx = calls, .options = piles });
    if (s && by_rows) ta_solver_set_row_rule(s, by_rows);
    return s;
}

/* Stopped at regular intervals, and resumed. */
static void solve(ta_question what, unsigned bits, int by_rows, unsigned threads, uint64_t each) {
    long calls = 0;
    size_t bytes = (size_t)SIZE * bits / 8 + 1 + TA_ANSWERS_PAD;
    FREED uint8_t *data = malloc(bytes);
    reaching x = { 0, each };
    ta_filling f = { what, 3, FROM, TO, ORDER, data, bits, reached, &x, NULL, 0, NULL };
    OWN(ta_solver) *s = solver(&calls, by_rows ? piles_row : NULL, NULL);
    ta_status st;
    memset(data, 0xa5, bytes); /* the old contents do not matter */
    do {
        ta_call call = { .threads = threads };
        st = ta_solver_fill(s, &call, &f, x.place, NULL);
        compare(data, what, bits, (int64_t)x.place);
        x.stop = x.place + each;
    } while (st == TA_ECANCELLED);
    assert_int_equal(st, TA_OK);
    assert_int_equal(x.place, SIZE);
    assert_true(by_rows ? calls < SIZE / 64 : calls >= SIZE);
}

TEST(test_fill) {
    EACH_TEAM(threads) {
        solve(TA_ASK_OUTCOME, 1, 1, threads, SIZE + 1);
        for (unsigned bits = 8; bits <= 16; bits *= 2) {
            solve(TA_ASK_NIM_VALUE, bits, 1, threads, SIZE + 1);
            solve(TA_ASK_NIM_VALUE, bits, 1, threads, 20000);
        }
    }
    solve(TA_ASK_OUTCOME, 1, 1, 2, 9999);
    solve(TA_ASK_OUTCOME, 1, 0, 1, 9999);
    solve(TA_ASK_NIM_VALUE, 8, 0, 1, SIZE + 1);
}

/* Answers of a box to this corner; answers outside the large one do not matter. */
static uint8_t *answers(ta_question what, unsigned bits, const int64_t *to) {
    uint8_t *data = malloc((size_t)((to[0] + 1) * (to[1] + 1) * (to[2] + 1)) + TA_ANSWERS_PAD);
    uint64_t at = 0;
    for (int64_t a = 0; a <= to[0]; a++)
        for (int64_t b = 0; b <= to[1]; b++)
            for (int64_t c = 0; c <= to[2]; c++)
                ta_answer_put(data, bits, at++, truth(what, (a % A * B + b % B) * C + c % C));
    return data;
}

/* Does the first box, or the second, have the answer of this position among its first ones? */
static int has(const ta_filled *k, int64_t a, int64_t b, int64_t c) {
    return a <= k->to[0] && b <= k->to[1] && c <= k->to[2] &&
           (uint64_t)((a * (k->to[1] + 1) + b) * (k->to[2] + 1) + c) < k->count;
}

/* Answers of other boxes, larger in some coordinates or half solved, are copied. The rule is called only for other positions. */
TEST(test_known) {
    static const int64_t boxes[][2][3] = {
        { { 3, B - 1, C - 1 }, { 0, 0, 0 } },     { { A - 1, 9, 60 }, { 5, 30, 7 } },
        { { 2, 2, C + 5 }, { A + 3, B + 2, 0 } }, { { 0, B, 100 }, { A - 1, 20, C - 1 } },
        { { A + 1, B + 1, C + 1 }, { 1, 1, 1 } }, { { 4, 20, 64 }, { 7, 39, 127 } },
    };
    for (size_t i = 0; i < COUNT(boxes); i++)
        for (unsigned way = 0; way < 12; way++) {
            ta_question what = way & 1 ? TA_ASK_NIM_VALUE : TA_ASK_OUTCOME;
            unsigned bits = way & 1 ? 16 : 1, had = way & 1 ? 8 : 1;
            long calls = 0, expected = 0;
            ta_filled known[2];
            uint8_t *there[2];
            for (size_t k = 0; k < 2; k++) {
                const int64_t *to = boxes[i][k];
                uint64_t all = (uint64_t)((to[0] + 1) * (to[1] + 1) * (to[2] + 1));
                there[k] = answers(what, had, to);
                known[k] = (ta_filled){ there[k], had, to, way < 4 ? all : all * (way / 4) / 3 };
            }
            uint8_t *data = malloc((size_t)SIZE * bits / 8 + 1 + TA_ANSWERS_PAD);
            reaching x = { 0, 0 };
            ta_call call = TA_CALL_INIT;
            call.threads = 1 + way % 3;
            ta_filling f = { what, 3, FROM, TO, ORDER, data, bits, reached, &x, known, 2, NULL };
            ta_solver *s = solver(&calls, way & 2 ? piles_row : NULL, NULL);
            memset(data, 0xa5, (size_t)SIZE * bits / 8);
            assert_int_equal(ta_solver_fill(s, &call, &f, 0, NULL), TA_OK);
            compare(data, what, bits, SIZE);
            for (int64_t n = 0; n < SIZE; n++)
                expected += !has(&known[0], n / (B * C), n / C % B, n % C) &&
                            !has(&known[1], n / (B * C), n / C % B, n % C);
            if (way & 2) assert_true(calls <= expected);
            else assert_int_equal(calls, expected);
            ta_solver_destroy(s);
            free(there[0]);
            free(there[1]);
            free(data);
        }
}

TEST(test_memory) {
    for (unsigned what = 0; what < 2; what++)
        EACH_REFUSAL(o, 5) {
            long calls = 0;
            uint8_t data[2 * 4 * C + TA_ANSWERS_PAD];
            reaching x = { 0, 0 };
            int64_t to[3] = { 1, 3, C - 1 }, at[3];
            ta_filling f = {
                TA_ASK_OUTCOME, 3, FROM, to, ORDER, data, 1, reached, &x, NULL, 0, NULL
            };
            if (what) f.what = TA_ASK_NIM_VALUE, f.bits = 8;
            OWN(ta_solver) *s = solver(&calls, piles_row, &o.allocator);
            if (!s) continue;
            assert_refused(&o, ta_solver_fill(s, &plain, &f, 0, at));
            if (o.failed) ok(ta_solver_fill(s, &plain, &f, x.place, at));
            assert_int_equal(x.place, 2 * 4 * C);
        }
}

TEST(test_refused) {
    static const size_t backwards[3] = { 2, 1, 0 };
    long calls = 0;
    uint8_t data[TA_ANSWERS_PAD + 8] = { 0 };
    int64_t from[3] = { 0, 1, 0 }, to[3] = { 3, 3, 3 }, at[3], far[3] = { 0, 1, INT64_MAX };
    reaching x = { 0, 0 };
    OWN(ta_solver) *s = solver(&calls, piles_row, NULL);
    ta_filling f = { TA_ASK_OUTCOME, 3, from, to, ORDER, data, 1, reached, &x, NULL, 0, NULL };
    says(TA_EUNSUPPORTED, "its option (0, 0, 0) is not in the box",
         ta_solver_fill(s, &plain, &f, 0, at));
    assert_int_equal(at[1], 1);
    f.from = FROM;
    f.order = backwards; /* each option is smaller in one: before it in any order */
    ok(ta_solver_fill(s, &plain, &f, 0, at));
    f.what = TA_ASK_NIM_VALUE;
    f.order = ORDER;
    x.place = 0;
    says(TA_ELIMIT, "the nim value 2 takes more than 1 bits", ta_solver_fill(s, &plain, &f, 0, at));
    f.to = far;
    refused(TA_EINVAL, "", ta_solver_fill(s, &plain, &f, 0, at));
}

/* A heap, of which any number is taken: from - 1, from - 2, ... */
OPTIONS(heap) {
    int64_t n = p->component[0];
    return n > 0 ? ta_sink_run(sink, call, INTEGERS(n - 1), INTEGERS(-1), 1, (size_t)n) : TA_OK;
}

ROW_RULE(heap_row, 1, TA_ROW_RECORD(1)) {
    int64_t n = p->component[0];
    RECORD(1, n == 0, n - 1, 1, n - 1, 1, -1, 0);
    *held = 1;
    return most;
}

/* (a, c): one or two from c; and to (a - 1, WIDE - 1 - c), or to (a - 2, b) for RUN b to LAST: rows
** look far ahead in those before them. */
enum { DEEP = 70, WIDE = 200, RUN = 20, LAST = 139 };
static int mirrored;

OPTIONS(ahead) {
    int64_t a = p->component[0], c = p->component[1];
    const int64_t option[3][2] = { { a, c - 1 }, { a, c - 2 }, { a - 1, WIDE - 1 - c } };
    ta_status st = TA_OK;
    ++*(long *)ctx;
    if (a > 1 && !mirrored)
        st = ta_sink_run(sink, call, INTEGERS(a - 2, LAST - RUN + 1), INTEGERS(0, 1), 2, RUN);
    for (int i = 0; !st && i < 2 + mirrored; i++)
        if (option[i][0] >= 0 && option[i][1] >= 0) st = EMIT(option[i][0], option[i][1]);
    return st;
}

ROW_RULE(ahead_row, 1, 4 * TA_ROW_RECORD(2)) {
    int64_t a = p->component[0];
    if (a < 2) *held = 1;
    if (a > 0 && mirrored) RECORD(2, 0, 0, 0, a - 1, WIDE - 1, 0, -1, 0, 0, 1, 0);
    if (a > 1 && !mirrored) RECORD(2, 0, RUN - 1, 0, a - 2, LAST - RUN + 1, 0, 0, 0, 1, 1, 0);
    RECORD(2, 1, 0, 0, a, -1, 0, 1, 0, 0, 1, 0);
    RECORD(2, 2, 0, 0, a, -2, 0, 1, 0, 0, 1, 0);
    return most;
}

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
    EACH_TEAM(threads) {
        long calls = 0;
        int64_t to[2] = { DEEP - 1, WIDE - 1 };
        FREED uint8_t *data = malloc(DEEP * WIDE + TA_ANSWERS_PAD);
        reaching x = { 0, 0 };
        ta_call call = { .threads = threads };
        OWN(ta_solver) *s = SOLVER(&calls, .options = ahead);
        ta_filling f = { TA_ASK_NIM_VALUE, 2, FROM, to, ORDER, data, 8, reached, &x, NULL, 0, NULL };
        ta_solver_set_row_rule(s, ahead_row);
        assert_ok(ta_solver_fill(s, &call, &f, 0, NULL));
        assert_int_equal(calls, row_samples(DEEP * WIDE, WIDE, 65536));
        for (int a = 0; a < DEEP; a++)
            for (int c = 0; c < WIDE; c++) assert_int_equal(data[a * WIDE + c], expected[a][c]);
        int64_t at[2], wide = 0;
        char text[60];
        while (expected[wide / WIDE][wide % WIDE] < 2) wide++;
        snprintf(text, sizeof text, "the nim value %d takes more than 1 bits",
                 expected[wide / WIDE][wide % WIDE]);
        f.bits = 1;
        x.place = 0;
        assert_says(TA_ELIMIT, text, ta_solver_fill(s, &call, &f, 0, at));
        assert_int_equal(at[0] * WIDE + at[1], wide);
        f.what = TA_ASK_OUTCOME;
        x.place = 0;
        assert_ok(ta_solver_fill(s, &call, &f, 0, NULL));
        for (int n = 0; n < DEEP * WIDE; n++)
            assert_int_equal(ta_answer_get(data, 1, (uint64_t)n),
                             expected[n / WIDE][n % WIDE] == 0);
    }
}

TEST(test_ahead) {
    for (mirrored = 0; mirrored < 2; mirrored++) look_ahead();
}

/* One batch of nim values, of 12 million options, polls its host meanwhile. A box that ends where integers do is
** solved to its end, and has nothing left to solve. */
TEST(test_ends) {
    static const size_t order[1] = { 0 };
    enum { HEAP = 5000 };
    int64_t from = 0, to = HEAP - 1;
    FREED uint8_t *data = malloc(2 * HEAP + TA_ANSWERS_PAD);
    reaching x = { 0, 0 };
    polled p;
    OWN(ta_solver) *s = SOLVER(NULL, .options = heap);
    ta_filling f = { TA_ASK_NIM_VALUE, 1, &from, &to, order, data, 16, reached, &x, NULL, 0, NULL };
    ta_solver_set_row_rule(s, heap_row);
    polled_start(&p, -1);
    assert_stopped(&p, ta_solver_fill(s, &p.call, &f, 0, NULL));
    assert_true(p.asked > 10);
    for (uint64_t n = 0; n < HEAP; n++) assert_int_equal(ta_answer_get(data, 16, n), n);
    from = INT64_MAX - 9, to = INT64_MAX, x.place = 0;
    assert_stopped(&p, ta_solver_fill(s, &p.call, &f, 10, NULL));
}

/* Rows that differ from the rule from some position on: the fill detects it, and the next call uses no rows. */
static int64_t lied_from;

ROW_RULE(lie_row, 1, TA_ROW_RECORD(1)) {
    int64_t *room = *to, n = heap_row_writes(of, p, most, held, to);
    if (p->component[0] >= lied_from) room[2]--, room[4]--; /* to n - 1 is no option */
    return n < 16 ? n : 16;
}

TEST(test_lie) {
    static const size_t order[1] = { 0 };
    enum { HEAP = 600 };
    int64_t from = 0, to = HEAP - 1, at;
    FREED uint8_t *data = malloc(2 * HEAP + TA_ANSWERS_PAD);
    for (lied_from = 16; lied_from < 400; lied_from += 48) {
        reaching x = { 0, 0 };
        OWN(ta_solver) *s = SOLVER(NULL, .options = heap);
        ta_filling f = { TA_ASK_NIM_VALUE, 1,  &from, &to, order, data, 16,
                         reached,          &x, NULL,  0,   NULL };
        ta_solver_set_row_rule(s, lie_row);
        refused(TA_EBADRULE, "internal error: batched options of the rule differ",
                ta_solver_fill(s, &plain, &f, 0, &at));
        assert_true(at >= lied_from);
        x.place = 0;
        ok(ta_solver_fill(s, &plain, &f, 0, NULL));
        for (uint64_t n = 0; n < HEAP; n++) assert_int_equal(ta_answer_get(data, 16, n), n);
    }
}

RUN_TESTS
