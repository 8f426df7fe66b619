/*
** program.c - scenes of program.h.
*/
#include "calls.h"

/* Writes a run's words as they come. */
static ta_status take(void *ctx, ta_call *call, const int64_t *words, size_t used, int *enough) {
    (void)call;
    (void)enough;
    for (size_t i = 0; i < used; i++) say(ctx, " %ld", words[i]);
    return hosted(ctx);
}

/* A function that could replace the program. It never runs here. */
static int nothing(ta_program_frame *frame) {
    (void)frame;
    return 0;
}

/* (m, n): for k = 1, n: emit (m, n - f(k)), and the entry k of a table where there is one. */
static ta_status load(scene *s, ta_movefn *f, ta_program **program) {
    static const int64_t cells[4] = { 7, 11, 13, 17 };
    ta_builder b;
    ta_builder_init(&b, s->allocator, 2, 9);
    int one = ta_builder_constant(&b, 1);
    int number = ta_builder_function(&b, f), table = ta_builder_table(&b, 2, cells, 4);
    ta_builder_add(&b, TA_OP_MOVE, 2, one, 0, 0, 0);
    ta_builder_add(&b, TA_OP_MOVE, 3, 1, 0, 0, 0);
    ta_builder_add(&b, TA_OP_MOVE, 4, one, 0, 0, 0);
    int prep = ta_builder_add(&b, TA_OP_PREP, 2, 0, 0, 0, 0);
    int body = ta_builder_add(&b, TA_OP_VALUE, 6, 5, number, 0, 0);
    ta_builder_add(&b, TA_OP_SUB, 7, 1, 6, 0, 0);
    ta_builder_add(&b, TA_OP_MOVE, 8, 0, 0, 0, 0);
    int cell = ta_builder_add(&b, TA_OP_CELL, 8, 5, table, 0, 0);
    int at = ta_builder_operand(&b, 8);
    ta_builder_operand(&b, 7);
    int emit = ta_builder_add(&b, TA_OP_EMIT, 0, 0, 0, at, 2);
    ta_builder_add(&b, TA_OP_NEXT, 2, 0, 0, body, 0);
    int end = ta_builder_add(&b, TA_OP_END, 0, 0, 0, 0, 3);
    if (!b.failed) {
        b.code[prep].to = end;
        b.code[cell].to = emit;
    }
    ta_status st = ta_program_load(&b, &s->call, program);
    ta_builder_clear(&b);
    return st;
}

static void run(scene *s) {
    const int64_t arguments[2] = { 5, 6 };
    ta_movefn *f = NULL;
    ta_program *p = NULL;
    ta_program_result result = { TA_PROGRAM_DONE, 0, 0 };
    char line[120];
    make(ta_movefn, f, ta_movefn_parse(s->allocator, &s->call, "k+1", 3, &f));
    make(ta_program, p, load(s, f, &p));
    for (int i = 0; ta_program_line(p, i, line, sizeof line); i++) say(s, "%s\n", line);
    say(s, "named:");
    ask(ta_program_run(p, &s->call, arguments, take, s, &result));
    say(s, "\nend %d code %d, %ld turns\n", result.end, result.code, ta_program_turns(p));
    ta_program_use(p, nothing);
    ta_program_use(p, NULL);
    say(s, "again:");
    ask(ta_program_run(p, &s->call, arguments, take, s, &result));
    say(s, "\n");
}

/* (n): for k = 1, 3: if k <= n then emit (n - k). */
static ta_status load_few(scene *s, ta_program **program) {
    ta_builder b;
    ta_builder_init(&b, s->allocator, 1, 2);
    for (int k = 1; k <= 3; k++) {
        int amount = ta_builder_constant(&b, k), at = ta_builder_operand(&b, 1);
        int here = ta_builder_add(&b, TA_OP_JLT, 0, 0, amount, 0, 0);
        ta_builder_add(&b, TA_OP_SUB, 1, 0, amount, 0, 0);
        ta_builder_add(&b, TA_OP_EMIT, 0, 0, 0, at, 1);
        if (!b.failed) b.code[here].to = here + 3;
    }
    ta_builder_add(&b, TA_OP_END, 0, 0, 0, 0, 0);
    ta_status st = ta_program_load(&b, &s->call, program);
    ta_builder_clear(&b);
    return st;
}

static void row(scene *s) {
    const int64_t from = 4;
    const int64_t *words = NULL;
    int64_t rows = 1, count;
    size_t used = 0;
    ta_program *p = NULL;
    make(ta_program, p, load_few(s, &p));
    count = ta_program_row(p, &s->call, &from, 50, &rows, &words, &used);
    say(s, "%ld in a row, %ld rows:", count, rows);
    for (size_t i = 0; i < used; i++) say(s, " %ld", words[i]);
    say(s, "\n");
}

const act program_acts[] = { { "a program", run, 0 }, { "a row", row, 0 }, { NULL, NULL, 0 } };
