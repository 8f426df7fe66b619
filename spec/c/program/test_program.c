/*
** test_program.c - the checker refuses every program that could access memory outside its own. The programs
** it accepts end. The machine's arithmetic is Lua's.
*/

#include "programs.h"

typedef struct taken {
    int64_t word[4096];
    size_t used;
    int most; /* positions, then enough */
} taken;

/* All positions of all records, one after another: size and components. */
static ta_status take(void *ctx, ta_call *call, const int64_t *w, size_t used, int *enough) {
    taken *t = ctx;
    for (size_t at = 0; at < used;) {
        int64_t size = w[at] > 0 ? w[at] : -w[at], turns = w[at] > 0 ? 0 : w[at + 1];
        const int64_t *from = w + at + (w[at] > 0 ? 1 : 2);
        for (int64_t i = 0; i <= turns && t->used + (size_t)size + 1 < 4096; i++) {
            t->word[t->used++] = size;
            for (int64_t k = 0; k < size; k++) {
                uint64_t by = w[at] > 0 ? 0 : (uint64_t)from[size + k];
                t->word[t->used++] = (int64_t)((uint64_t)from[k] + (uint64_t)i * by);
            }
        }
        at += (size_t)(w[at] > 0 ? 1 + size : 2 + 2 * size);
    }
    if (t->most && t->used > (size_t)t->most) *enough = 1;
    return TA_OK;
}

static int run(const ta_builder *b, const int64_t *arguments, taken *t, ta_program_result *result) {
    OWN(ta_program) *p = NULL;
    t->used = 0;
    if (ta_program_load(b, &plain, &p)) return 0;
    ok(ta_program_run(p, &plain, arguments, take, t, result));
    return 1;
}

/* for k = 1, n: emit (n - k, k), as a loop or as a run. */
static void counted(ta_builder *b, int as_run) {
    ta_builder_init(b, NULL, 1, 6);
    int one = ta_builder_constant(b, 1), back = ta_builder_constant(b, -1);
    ADD(b, TA_OP_MOVE, 1, one);
    ADD(b, TA_OP_MOVE, 2);
    ADD(b, TA_OP_MOVE, 3, one);
    int prep = ADD(b, TA_OP_PREP, 1);
    int body = ADD(b, TA_OP_SUB, 5, 0, 4);
    int at = ta_builder_operand(b, 5);
    ta_builder_operand(b, 4);
    ta_builder_operand(b, back);
    ta_builder_operand(b, one);
    if (as_run) {
        ADD(b, TA_OP_RUN, 2, 0, 0, at, 2);
    } else {
        ADD(b, TA_OP_EMIT, .to = at, .n = 2);
        ADD(b, TA_OP_NEXT, 1, 0, 0, body);
    }
    b->code[prep].to = ADD(b, TA_OP_END);
}

TEST(test_run_is_loop) {
    static const int64_t sizes[] = { -3, 0, 1, 2, 7, 500 };
    static taken x, y;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        ta_program_result a, b;
        CLEARED(ta_builder) loop, straight;
        counted(&loop, 0);
        counted(&straight, 1);
        assert_true(run(&loop, &sizes[i], &x, &a) && run(&straight, &sizes[i], &y, &b));
        assert_int_equal(a.end, TA_PROGRAM_DONE);
        assert_int_equal(b.end, TA_PROGRAM_DONE);
        assert_int_equal(x.used, y.used);
        assert_memory_equal(x.word, y.word, x.used * sizeof *x.word);
        assert_int_equal(x.used, sizes[i] > 0 ? 3 * (sizes[i] < 500 ? sizes[i] : 500) : 0);
    }
}

TEST(test_limits) {
    static taken t;
    CLEARED(ta_builder) b;
    ta_program_result r;
    int64_t n = TA_OPTIONS_MOST;
    counted(&b, 1);
    assert_true(run(&b, &n, &t, &r));
    assert_int_equal(r.end, TA_PROGRAM_DONE);
    n++;
    assert_true(run(&b, &n, &t, &r));
    assert_int_equal(r.end, TA_PROGRAM_BAILED);
    n = INT64_MAX;
    assert_true(run(&b, &n, &t, &r));
    assert_int_equal(r.end, TA_PROGRAM_BAILED);
    ta_builder_clear(&b);
    ta_builder_init(&b, NULL, 0, 1); /* for ever */
    ADD(&b, TA_OP_LOOP);
    assert_true(run(&b, &n, &t, &r));
    assert_int_equal(r.end, TA_PROGRAM_BAILED);
    ta_builder_clear(&b);
    counted(&b, 0);
    t.most = 60;
    n = 100000;
    assert_true(run(&b, &n, &t, &r));
    assert_int_equal(r.end, TA_PROGRAM_ENOUGH);
    assert_true(t.used < 300);
    t.most = 0;
}

/* a op b by the machine; 0 when it bails. */
static int arithmetic(ta_op op, int64_t x, int64_t y, int64_t *result) {
    static taken t;
    const int64_t arguments[2] = { x, y };
    ta_program_result r;
    ta_builder b;
    ta_builder_init(&b, NULL, 2, 3);
    ADD(&b, op, 2, 0, 1);
    emit_one(&b, 2);
    ADD(&b, TA_OP_END);
    assert_true(run(&b, arguments, &t, &r));
    ta_builder_clear(&b);
    if (r.end == TA_PROGRAM_BAILED) return 0;
    *result = t.word[1];
    return 1;
}

/* Against the definitions in 128 bits. */
TEST(test_arithmetic) {
    rng r = rng_start(77);
    int64_t found;
    for (int i = 0; i < 20000; i++) {
        static const int64_t odd[] = { 0, 1, -1, 2, -2, 63, 64, -63, -64, INT64_MAX, INT64_MIN };
        int64_t x = i % 3 ? rng_between(&r, -100, 100) : odd[rng_between(&r, 0, 10)];
        int64_t y = i % 2 ? rng_between(&r, -70, 70) : odd[rng_between(&r, 0, 10)];
        __extension__ typedef __int128 wide;
        if (arithmetic(TA_OP_IDIV, x, y, &found)) {
            wide q = (wide)x / y;
            if ((wide)x % y != 0 && ((x < 0) != (y < 0))) q--;
            assert_true(found == (int64_t)(uint64_t)q);
        } else assert_int_equal(y, 0);
        if (arithmetic(TA_OP_MOD, x, y, &found)) {
            wide m = (wide)x % y;
            if (m != 0 && ((m < 0) != (y < 0))) m += y;
            assert_true(found == (int64_t)m);
        } else assert_int_equal(y, 0);
        assert_true(arithmetic(TA_OP_SHL, x, y, &found));
        uint64_t u = (uint64_t)x;
        for (int64_t k = 0; k < y && k < 64; k++) u <<= 1;
        for (int64_t k = 0; k > y && k > -64; k--) u >>= 1;
        assert_true(found == (int64_t)u);
        assert_true(arithmetic(TA_OP_SUB, x, y, &found));
        assert_true(found == (int64_t)((uint64_t)x - (uint64_t)y));
    }
}

/* Whatever is in a program: it is refused, or it ends and touches nothing else (the sanitizers watch). */
TEST(test_random) {
    static taken t;
    rng r = rng_start(20261122);
    int loaded = 0;
    for (int i = 0; i < 20000; i++) {
        int64_t arguments[3] = { rng_between(&r, -3, 9), INT64_MAX, 2 };
        ta_program_result result;
        CLEARED(ta_builder) b;
        int given = (int)rng_between(&r, 0, 3);
        ta_builder_init(&b, NULL, given, (int)rng_between(&r, 3, 8));
        b.lists = (int)rng_between(&r, 0, 2);
        const int64_t cells[3] = { 5, 6, 7 };
        ta_builder_constant(&b, 3);
        int64_t first = rng_between(&r, -1, 1);
        ta_builder_table(&b, first, cells, (size_t)rng_between(&r, 0, 3));
        for (int k = 0; k < 6; k++) ta_builder_operand(&b, (int)rng_between(&r, 0, 7));
        int count = (int)rng_between(&r, 1, 8);
        for (int k = 0; k < count; k++) {
            int op = (int)rng_between(&r, 0, TA_OPS), wild = rng_between(&r, 0, 20) == 0;
            int high = wild ? 70000 : 5;
            int x[5];
            x[0] = (int)rng_between(&r, 0, high);
            x[1] = (int)rng_between(&r, 0, high);
            x[2] = (int)rng_between(&r, 0, wild ? high : 2);
            x[3] = (int)rng_between(&r, wild ? -3 : 0, count);
            x[4] = (int)rng_between(&r, wild ? -9 : 1, wild ? 99 : 3);
            ADD(&b, (ta_op)op, x[0], x[1], x[2], x[3], x[4]);
        }
        if (rng_between(&r, 0, 9)) ADD(&b, TA_OP_END);
        loaded += run(&b, arguments, &t, &result);
    }
    assert_true(loaded > 1000 && loaded < 19000);
}

TEST(test_memory) {
    EACH_REFUSAL(o, 16) {
        OWN(ta_program) *p = NULL;
        CLEARED(ta_builder) b;
        counted(&b, 1);
        ta_builder_clear(&b);
        ta_builder_init(&b, &o.allocator, 1, 3);
        b.lists = 1;
        ta_builder_operand(&b, ta_builder_constant(&b, 4));
        ta_builder_table(&b, 1, (const int64_t[]){ 5, 6 }, 2);
        ADD(&b, TA_OP_EMIT, .n = 1);
        ADD(&b, TA_OP_END);
        assert_refused(&o, ta_program_load(&b, &plain, &p));
    }
}

TEST(test_refused) {
    ta_program *p = NULL;
    CLEARED(ta_builder) b;
    static const struct {
        ta_instruction i;
        const char *why;
    } bad[] = {
        { { TA_OPS, 0, 0, 0, 0, 0 }, "no such operation" },
        { { TA_OP_MOVE, 3, 0, 0, 0, 0 }, "a result that goes to no register" },
        { { TA_OP_MOVE, TA_CONSTANT, 0, 0, 0, 0 }, "a result that goes to no register" },
        { { TA_OP_MOVE, 0, 3, 0, 0, 0 }, "a register that is not there" },
        { { TA_OP_ADD, 0, 0, TA_CONSTANT | 1, 0, 0 }, "a register that is not there" },
        { { TA_OP_JUMP, 0, 0, 0, 0, 0 }, "a way back without fuel" },
        { { TA_OP_JLT, 0, 0, 0, -1, 0 }, "a target that is not there" },
        { { TA_OP_LOOP, 0, 0, 0, 9, 0 }, "a target that is not there" },
        { { TA_OP_PREP, 0, 0, 0, 1, 0 }, "a result that goes to no register" },
        { { TA_OP_CELL, 0, 0, 0, 1, 0 }, "a table that is not there" },
        { { TA_OP_GET, 0, 0, 0, 1, 0 }, "a list that is not there" },
        { { TA_OP_VALUE, 0, 0, 0, 0, 0 }, "a function that is not there" },
        { { TA_OP_EMIT, 0, 0, 0, 0, 2 }, "operands that are not there" },
        { { TA_OP_EMIT, 0, 0, 0, 0, 0 }, "1 to 64 components" },
        { { TA_OP_RUN, 0, 0, 0, 0, 1 }, "operands that are not there" },
        { { TA_OP_RUN, 9, 0, 0, 0, 1 }, "a register that is not there" },
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        ta_builder_init(&b, NULL, 1, 3);
        ta_builder_constant(&b, 1);
        ta_builder_operand(&b, 0);
        ADD(&b, TA_OP_END);
        ADD(&b, TA_OP_END);
        b.code[0] = bad[k].i;
        refused(TA_EINVAL, bad[k].why, ta_program_load(&b, &plain, &p));
        ta_builder_clear(&b);
    }
    ta_builder_init(&b, NULL, 0, 1);
    refused(TA_EINVAL, "", ta_program_load(&b, &plain, &p)); /* no code */
    ADD(&b, TA_OP_NEG);
    refused(TA_EINVAL, "", ta_program_load(&b, &plain, &p)); /* it runs past its end */
    assert_null(p);
}

TEST(test_text) {
    CLEARED(ta_builder) b;
    char line[80], whole[600] = "";
    counted(&b, 1);
    OWN(ta_program) *p = program_of(&b);
    for (int i = 0; ta_program_line(p, i, line, sizeof line); i++) {
        strcat(whole, line);
        strcat(whole, "\n");
    }
    assert_string_equal(whole, "r1 = 1\nr2 = r0\nr3 = 1\nfor r1, no turn: go to 6\nr5 = r0 - r4\n"
                               "run from (r5, r4) by (-1, 1), turns r2\nend 0\n");
}

RUN_TESTS
