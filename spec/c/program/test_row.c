/*
** test_row.c - a program run once for rows emits, for each argument, the positions of a run on that argument:
** random programs with branches, loops, runs, quotients. Which rows are complete, and their
** number.
*/

#include "base/mem.h"
#include "base/parallel.h"
#include "program/row.h"
#include "programs.h"

enum { ARGUMENTS = 3, WORK = 5, LOOPS = 3, REGISTERS = ARGUMENTS + WORK + 4 * LOOPS, MOST = 40 };

typedef struct named {
    int64_t word[1 << 22]; /* three loops in one another name so much */
    size_t used;
} named;

static void put(named *to, const int64_t *start, const int64_t *step, size_t size, int64_t turns) {
    for (int64_t i = 0; i <= turns; i++) {
        assert_true(to->used + size < sizeof to->word / sizeof *to->word);
        to->word[to->used++] = (int64_t)size;
        for (size_t k = 0; k < size; k++)
            to->word[to->used++] =
                (int64_t)((uint64_t)start[k] + (step ? (uint64_t)i * (uint64_t)step[k] : 0));
    }
}

static ta_status take(void *ctx, ta_call *call, const int64_t *w, size_t used, int *enough) {
    for (size_t at = 0; at < used;) {
        size_t size = (size_t)(w[at] > 0 ? w[at] : -w[at]);
        if (w[at] > 0) put(ctx, w + at + 1, NULL, size, 0);
        else put(ctx, w + at + 2, w + at + 2 + size, size, w[at + 1]);
        at += w[at] > 0 ? size + 1 : 2 * size + 2;
    }
    *enough = 0;
    return TA_OK;
}

/* The positions of run t of row u in the records. */
static void told(named *to, const int64_t *words, size_t used, int64_t t, int64_t u) {
    to->used = 0;
    for (size_t at = 0; at < used; at += (size_t)TA_ROW_RECORD(words[at])) {
        size_t size = (size_t)words[at];
        const int64_t *start = words + at + 4;
        int64_t here[TA_COMPONENTS];
        if (words[at + 1] > t) continue;
        for (size_t k = 0; k < size; k++)
            here[k] = start[k] + t * start[size + k] + u * start[3 * size + k];
        put(to, here, start + 2 * size, size, words[at + 2] + t * words[at + 3]);
    }
}

/* ---- Random programs ---- */

typedef struct writer {
    ta_builder b;
    rng *r;
    int depth;
    int leaps[32], to[32],
        leap_count; /* jumps that go on by way of the program's end, and to where */
} writer;

static int any(writer *w) {
    if (rng_between(w->r, 0, 2) == 0) return ta_builder_constant(&w->b, rng_between(w->r, -2, 9));
    return (int)rng_between(w->r, 0, REGISTERS - 1);
}

static int work(writer *w) {
    return ARGUMENTS + (int)rng_between(w->r, 0, WORK - 1);
}

static void compute(writer *w) {
    static const ta_op ops[] = { TA_OP_ADD, TA_OP_ADD,  TA_OP_SUB, TA_OP_SUB,  TA_OP_MUL,
                                 TA_OP_MIN, TA_OP_MAX,  TA_OP_MOD, TA_OP_IDIV, TA_OP_QUOTIENT,
                                 TA_OP_NEG, TA_OP_MOVE, TA_OP_ABS, TA_OP_NOT,  TA_OP_AND,
                                 TA_OP_SHL, TA_OP_CELL };
    ta_op op = ops[rng_between(w->r, 0, (int64_t)(sizeof ops / sizeof *ops) - 1)];
    int next = (int)w->b.code_count + 1, c = any(w);
    if (op == TA_OP_MOD || op == TA_OP_IDIV || op == TA_OP_QUOTIENT) {
        static const int by[] = { 2, 3, 4, 5, -3, 8, 1, -1 };
        if (rng_between(w->r, 0, 9)) c = ta_builder_constant(&w->b, by[rng_between(w->r, 0, 7)]);
    }
    int to = work(w), of = any(w);
    ADD(&w->b, op, to, of, op == TA_OP_CELL ? 0 : c, next);
}

static void name(writer *w, int size, int run) {
    int first = 0;
    for (int k = 0; k < size * (1 + run); k++) {
        int reg = k < size ? any(w) : ta_builder_constant(&w->b, rng_between(w->r, -2, 2));
        int at = ta_builder_operand(&w->b, reg);
        if (k == 0) first = at;
    }
    ADD(&w->b, run ? TA_OP_RUN : TA_OP_EMIT, run ? any(w) : 0, 0, 0, first, size);
}

static void block(writer *w, int length);

static void branch(writer *w) {
    ta_op op = (ta_op)rng_between(w->r, TA_OP_JEQ, TA_OP_JULT);
    int x = any(w), y = any(w), at = ADD(&w->b, op, 0, x, y);
    block(w, (int)rng_between(w->r, 0, 2));
    w->b.code[at].to = (int32_t)w->b.code_count;
}

/* if x < y then return end. */
static void ending(writer *w) {
    int x = any(w), y = any(w), at = ADD(&w->b, TA_OP_JLE, 0, y, x);
    ADD(&w->b, TA_OP_END);
    w->b.code[at].to = (int32_t)w->b.code_count;
}

/* A jump to here, or behind the program's end, where something is moved and it goes on here. */
static void lands(writer *w, int at) {
    w->b.code[at].to = (int32_t)w->b.code_count;
    if (w->leap_count == 32 || rng_between(w->r, 0, 5)) return;
    w->leaps[w->leap_count] = at;
    w->to[w->leap_count++] = (int)w->b.code_count;
}

/* for i = from, limit, step; at times left in the middle. */
static void loop(writer *w) {
    static const int steps[] = { 1, 1, 1, 1, -1, 2, 3, -2 };
    int base = ARGUMENTS + WORK + 4 * w->depth++;
    int step = ta_builder_constant(&w->b, steps[rng_between(w->r, 0, 7)]);
    ADD(&w->b, TA_OP_MOVE, base, any(w));
    ADD(&w->b, TA_OP_MOVE, base + 1, any(w));
    ADD(&w->b, TA_OP_MOVE, base + 2, step);
    int prep = ADD(&w->b, TA_OP_PREP, base), out = -1;
    block(w, (int)rng_between(w->r, 1, 3));
    if (rng_between(w->r, 0, 4) == 0) {
        int x = any(w), y = any(w);
        out = ADD(&w->b, TA_OP_JLT, 0, x, y);
    }
    block(w, 1);
    if (rng_between(w->r, 0, 4)) ADD(&w->b, TA_OP_NEXT, base, 0, 0, prep + 1);
    lands(w, prep);
    if (out >= 0) lands(w, out);
    w->depth--;
}

static void block(writer *w, int length) {
    for (; length > 0; length--) {
        int64_t what = rng_between(w->r, 0, 9);
        if (what == 0 && rng_between(w->r, 0, 3) == 0) ending(w);
        else if (what < 4) compute(w);
        else if (what < 5) branch(w);
        else if (what < 7 && w->depth < LOOPS) loop(w);
        else name(w, (int)rng_between(w->r, 1, 4), what == 9);
    }
}

static void write_program(writer *w, rng *r) {
    memset(w, 0, sizeof *w);
    w->r = r;
    ta_builder_init(&w->b, NULL, ARGUMENTS, REGISTERS);
    const int64_t cells[4] = { 3, 1, 4, 1 };
    ta_builder_table(&w->b, 0, cells, 4);
    for (int k = ARGUMENTS; k < REGISTERS; k++)
        ADD(&w->b, TA_OP_MOVE, k, ta_builder_constant(&w->b, k % 3));
    block(w, (int)rng_between(r, 1, 6));
    ADD(&w->b, TA_OP_END);
    for (int k = 0; k < w->leap_count; k++) {
        w->b.code[w->leaps[k]].to = (int32_t)w->b.code_count;
        ADD(&w->b, TA_OP_MOVE, work(w), any(w));
        ADD(&w->b, TA_OP_LOOP, .to = w->to[k]);
    }
}

/* Run t of row u, by itself and from the records. */
static void compare_one(ta_program *p, const int64_t *arguments, const int64_t *words, size_t used,
                        int64_t t, int64_t u, int program) {
    static named one, row;
    ta_program_result result;
    one.used = 0;
    ok(ta_program_run(p, &plain, arguments, take, &one, &result));
    told(&row, words, used, t, u);
    if (result.end == TA_PROGRAM_DONE && one.used == row.used &&
        memcmp(one.word, row.word, one.used * sizeof *one.word) == 0)
        return;
    char line[200];
    for (int i = 0; ta_program_line(p, i, line, sizeof line); i++) printf("%4d  %s\n", i, line);
    fail_msg("program %d at %lld, %lld, %lld, which is %lld of row %lld: %zu words, not %zu",
             program, (long long)arguments[0], (long long)arguments[1], (long long)arguments[2],
             (long long)t, (long long)u, row.used, one.used);
}

/* Positions of a row, at most this number, or fewer if the program emits more than a row may; and the rows. */
static int64_t compare(ta_program *p, const int64_t *from, int64_t wanted, int program,
                       int64_t *rows) {
    const int64_t *words;
    size_t used;
    int64_t most = *rows, n = ta_program_row(p, &plain, from, wanted, rows, &words, &used);
    assert_true(n == 0 || (n >= (wanted < 8 ? 1 : 8) && n <= wanted));
    assert_true(n == 0 || (*rows >= 1 && *rows <= most));
    for (int64_t u = 0; n > 0 && u < *rows; u++)
        for (int64_t t = 0; t < n; t++) {
            const int64_t arguments[ARGUMENTS] = { from[0], from[1] + u, from[2] + t };
            compare_one(p, arguments, words, used, t, u, program);
        }
    return n;
}

TEST(test_random) {
    rng r = rng_start(20263);
    int64_t rows = 0, runs = 0, positions = 0, several = 0;
    for (int program = 0; program < (short_run() ? 3000 : 30000); program++) {
        writer w;
        write_program(&w, &r);
        OWN(ta_program) *p = program_of(&w.b);
        for (int k = 0; k < 3; k++) {
            int64_t from[ARGUMENTS];
            from[0] = rng_between(&r, -3, 12);
            from[1] = rng_between(&r, 0, 12);
            from[2] = rng_between(&r, -20, 20);
            int64_t most = rng_between(&r, 1, 9), found = most;
            int64_t wanted = rng_between(&r, 0, 3) ? MOST : rng_between(&r, 1, 7);
            int64_t n = compare(p, from, wanted, program, &found);
            rows += n > 0;
            several += n > 0 && found > 1;
            positions += n;
            runs++;
        }
        ta_builder_clear(&w.b);
    }
    printf("%lld of %lld were rows, of %lld positions; %lld held for several\n", (long long)rows,
           (long long)runs, (long long)positions, (long long)several);
    assert_true(rows > runs / 10);
    assert_true(several > runs / 40);
}

/* ---- By several threads ---- */

static const unsigned teams[] = { 2, 3, 7 };

enum { READS = 48 };

typedef struct reads {
    ta_program *p;
    char *room[7];
    int64_t from[READS][ARGUMENTS], n[READS], rows[READS];
    int64_t *words[READS]; /* as ta_program_row returned them */
    size_t used[READS];
} reads;

static ta_status read_one(void *ctx, ta_call *call, size_t block, unsigned thread) {
    const reads *x = ctx;
    const int64_t *words;
    size_t used, k = block % READS;
    int64_t rows = 9, n = ta_program_row_in(x->p, x->room[thread], call, x->from[k], MOST, &rows,
                                            &words, &used);
    if (n != x->n[k]) return TA_EINVAL;
    if (n == 0) return TA_OK;
    return rows != x->rows[k] || used != x->used[k] ||
                   memcmp(words, x->words[k], used * sizeof *words) != 0
               ? TA_EINVAL
               : TA_OK;
}

/* Each thread reads repeatedly, with its own buffer, and gets the result of one thread. */
TEST(test_threads) {
    rng r = rng_start(20264);
    for (int program = 0; program < 60; program++) {
        static reads x;
        writer w;
        write_program(&w, &r);
        ok(ta_program_load(&w.b, &plain, &x.p));
        assert_true(ta_program_row_shared(x.p));
        for (int k = 0; k < READS; k++) {
            const int64_t *words = NULL;
            for (int i = 0; i < ARGUMENTS; i++) x.from[k][i] = rng_between(&r, -3, 12);
            x.rows[k] = 9;
            x.used[k] = 0;
            x.n[k] = ta_program_row(x.p, &plain, x.from[k], MOST, &x.rows[k], &words, &x.used[k]);
            if (x.n[k] == 0) x.used[k] = 0;
            x.words[k] = malloc(x.used[k] * sizeof *words + 1);
            if (x.used[k]) memcpy(x.words[k], words, x.used[k] * sizeof *words);
        }
        for (int k = 0; k < 7; k++) {
            x.room[k] = malloc(ta_program_row_room(x.p));
            ta_program_row_ready(x.p, x.room[k]);
        }
        for (size_t i = 0; i < sizeof teams / sizeof *teams; i++)
            ok(ta_parallel(&ta_default_allocator, &plain, teams[i], 4 * READS, read_one, &x));
        for (int k = 0; k < 7; k++) free(x.room[k]);
        for (int k = 0; k < READS; k++) free(x.words[k]);
        ta_program_destroy(x.p);
        ta_builder_clear(&w.b);
    }
}

static ta_status twice(void *ctx, ta_call *call, ta_amount k, ta_amount *value) {
    *value = 2 * k;
    return TA_OK;
}

/* (n): emit (f(1)). A function of the host remembers its arguments, so only one thread may read. */
TEST(test_shared) {
    for (int host = 0; host < 4; host++) { /* f, and a list before it */
        OWN(ta_movefn) *f = NULL;
        ta_movefn *list = NULL;
        CLEARED(ta_builder) b;
        const ta_amount one = 1;
        if (host & 1) ok(ta_movefn_host(NULL, &plain, twice, NULL, NULL, "f", &f));
        else ok(ta_movefn_linear(NULL, &plain, 2, 0, 1, &f));
        if (host & 2) ok(ta_movefn_list(NULL, &plain, &one, 1, f, &list));
        ta_builder_init(&b, NULL, 1, 2);
        int at = ta_builder_function(&b, list ? list : f);
        ADD(&b, TA_OP_VALUE, 1, ta_builder_constant(&b, 1), at);
        emit_one(&b, 1);
        ADD(&b, TA_OP_END);
        OWN(ta_program) *p = program_of(&b);
        assert_int_equal(ta_program_row_shared(p), !(host & 1));
        if (list) ta_movefn_destroy(list);
    }
}

/* ---- Required rows ---- */

static int64_t row_of(ta_builder *b, int64_t argument, int64_t most) {
    const int64_t *words;
    size_t used;
    int64_t rows = 9;
    OWN(ta_program) *p = program_of(b);
    int64_t n = ta_program_row(p, &plain, &argument, most, &rows, &words, &used);
    assert_true(n == 0 || rows == 1); /* of one argument there is but one row */
    ta_builder_clear(b);
    return n;
}

/* if n < 20 then emit (n // by) end; for k = 1, n: emit (k). */
static void counting(ta_builder *b, int64_t by) {
    ta_builder_init(b, NULL, 1, 6);
    int one = ta_builder_constant(b, 1), limit = ta_builder_constant(b, 20);
    ADD(b, TA_OP_JLE, 0, limit, 0, 3);
    ADD(b, TA_OP_IDIV, 1, 0, ta_builder_constant(b, by));
    emit_one(b, 1);
    ADD(b, TA_OP_MOVE, 2, one);
    ADD(b, TA_OP_MOVE, 3);
    ADD(b, TA_OP_MOVE, 4, one);
    ADD(b, TA_OP_PREP, 2, 0, 0, 9);
    emit_one(b, 5);
    ADD(b, TA_OP_NEXT, 2, 0, 0, 7);
    ADD(b, TA_OP_END);
}

TEST(test_cuts) {
    ta_builder b;
    counting(&b, 30); /* a loop that grows, up to where the branch changes */
    assert_int_equal(row_of(&b, 1, 1000), 19);
    counting(&b, 30); /* after it, without end */
    assert_int_equal(row_of(&b, 20, 100), 100);
    counting(&b, 9); /* while the quotient is 0 */
    assert_int_equal(row_of(&b, 1, 1000), 8);
    counting(&b, 8); /* too short */
    assert_int_equal(row_of(&b, 1, 1000), 0);
    counting(&b, 8); /* unless so few are requested */
    assert_int_equal(row_of(&b, 1, 7), 7);
    counting(&b, 5);
    assert_int_equal(row_of(&b, 1, 7), 4);
    counting(&b, 30);
    assert_int_equal(row_of(&b, INT64_MAX, 1000), 0); /* it would wrap around */
    counting(&b, INT64_MIN);
    assert_int_equal(row_of(&b, 20, 1000), 0);
}

/* (a, b): if a * by < limit, emit (a // least, b), or a / least. How many rows hold, of 100? */
static int64_t rows_of(int64_t a, int64_t by, int64_t limit, ta_op op, int64_t least) {
    CLEARED(ta_builder) b;
    const int64_t *words, from[2] = { a, 0 };
    size_t used;
    int64_t rows = 100;
    ta_builder_init(&b, NULL, 2, 3);
    ADD(&b, TA_OP_MUL, 2, 0, ta_builder_constant(&b, by));
    ADD(&b, TA_OP_JLE, 0, ta_builder_constant(&b, limit), 2, 4);
    ADD(&b, op, 2, 0, ta_builder_constant(&b, least));
    int first = ta_builder_operand(&b, 2);
    ta_builder_operand(&b, 1);
    ADD(&b, TA_OP_EMIT, .to = first, .n = 2);
    ADD(&b, TA_OP_END);
    OWN(ta_program) *p = program_of(&b);
    assert_int_equal(ta_program_row(p, &plain, from, 10, &rows, &words, &used), 10);
    return rows;
}

TEST(test_rows) {
    const ta_op idiv = TA_OP_IDIV;
    assert_int_equal(rows_of(3, 1, 1000, idiv, 1000), 100); /* all */
    assert_int_equal(rows_of(3, 1, 20, idiv, 1000), 17);    /* up to where the branch changes, */
    assert_int_equal(rows_of(20, 1, 20, idiv, 1000), 100);  /* and after it */
    assert_int_equal(rows_of(3, -1, 0, idiv, 1000), 100);
    assert_int_equal(rows_of(-3, -1, 3, idiv, 1000), 1);
    assert_int_equal(rows_of(4, 1, 1000, idiv, 30), 26); /* while the quotient is 0 */
    int64_t exact = (int64_t)1 << 52, far = INT64_MAX >> 5;
    assert_int_equal(rows_of(exact - 3, 1, far, idiv, exact / 4 * 3), 100);
    assert_in_range(rows_of(exact - 3, 1, far, TA_OP_QUOTIENT, exact / 4 * 3), 1, 4);
    assert_int_equal(rows_of(3, (int64_t)1 << 30, far, idiv, 1000), 1); /* too steep a line */
}

/* 15 positions that form no run. Then 40 that do, one by one, or the first ones by a run of the program. The step may be as
** large as linear forms allow. */
TEST(test_put_together) {
    const int64_t most = ((int64_t)1 << 59) - 1, high = (int64_t)1 << 58;
    const struct {
        int64_t start, step;
        int first; /* of the program's run, or 0 */
    } runs[] = {
        { 5, 3, 0 },         { 40, -1, 0 },  { -most, most / 20, 0 }, { most, -most / 20, 0 },
        { 0, most / 39, 0 }, { 5, 3, 10 },   { high, -7, 39 },        { 0, high, 65 },
        { 9, -high, 129 },   { -1, -1, 100 }
    };
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        const int64_t from[ARGUMENTS] = { 1, 1, 1 }, *words, start = runs[i].start,
                      step = runs[i].step;
        int first = runs[i].first;
        int64_t rows = 3;
        size_t used;
        CLEARED(ta_builder) b;
        ta_builder_init(&b, NULL, ARGUMENTS, ARGUMENTS);
        for (int k = 0; k < 15; k++) emit_one(&b, ta_builder_constant(&b, k * k));
        if (first) {
            int at = ta_builder_operand(&b, ta_builder_constant(&b, start));
            ta_builder_operand(&b, ta_builder_constant(&b, step));
            ADD(&b, TA_OP_RUN, ta_builder_constant(&b, first - 1), 0, 0, at, 1);
        }
        for (int k = first; k < (step == high || step == -high ? first + 1 : first + 40); k++) {
            int64_t next =
                (int64_t)((uint64_t)start + (uint64_t)k * (uint64_t)step); /* may wrap around */
            emit_one(&b, ta_builder_constant(&b, next));
        }
        ADD(&b, TA_OP_END);
        OWN(ta_program) *p = program_of(&b);
        assert_int_equal(compare(p, from, MOST, (int)i, &rows), MOST);
        assert_int_equal(ta_program_row(p, &plain, from, MOST, &rows, &words, &used), MOST);
        assert_int_equal(used, 16 * TA_ROW_RECORD(1));
    }
}

RUN_TESTS
