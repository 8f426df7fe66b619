/*
** program.c - a target of libFuzzer: the input changes fields of a program that has loops, lists and tables. The
** program is refused, or it ends and accesses only its own memory.
*/
#include <stdlib.h>

#include "limit.h"
#include "takeaway/program.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static ta_status swallow(void *ctx, ta_call *call, const int64_t *words, size_t used, int *enough) {
    int64_t *sum = ctx; /* reads what it is handed */
    (void)call;
    for (size_t i = 0; i < used; i++) *sum ^= words[i];
    *enough = 0;
    return TA_OK;
}

static void write_program(ta_builder *b) {
    ta_builder_init(b, NULL, 1, 8);
    b->lists = 2;
    int one = ta_builder_constant(b, 1), two = ta_builder_constant(b, 2);
    const int64_t cells[3] = { 1, 3, 4 };
    ta_builder_table(b, 1, cells, 3);
    const int operands[] = { 5, 4, one, two };
    for (int i = 0; i < 4; i++) ta_builder_operand(b, operands[i]);
    ta_builder_add(b, TA_OP_NEW, 0, 0, 0, 0, 0);
    ta_builder_add(b, TA_OP_MOVE, 1, one, 0, 0, 0);
    ta_builder_add(b, TA_OP_MOVE, 2, 0, 0, 0, 0);
    ta_builder_add(b, TA_OP_MOVE, 3, one, 0, 0, 0);
    ta_builder_add(b, TA_OP_PREP, 1, 0, 0, 10, 0);
    ta_builder_add(b, TA_OP_CELL, 5, 4, 0, 8, 0);
    ta_builder_add(b, TA_OP_SET, 5, 4, 0, 0, 0);
    ta_builder_add(b, TA_OP_GET, 6, 4, 0, 8, 0);
    ta_builder_add(b, TA_OP_EMIT, 0, 0, 0, 0, 2);
    ta_builder_add(b, TA_OP_NEXT, 1, 0, 0, 5, 0);
    ta_builder_add(b, TA_OP_RUN, 2, 0, 0, 0, 2);
    ta_builder_add(b, TA_OP_LIST, 0, 0, 0, 0, 0);
    ta_builder_add(b, TA_OP_END, 0, 0, 0, 0, 0);
}

/* Four bytes an edit: the instruction, its field, and what to write there. */
static void change(ta_builder *b, const uint8_t edit[4]) {
    ta_instruction *i = &b->code[edit[0] % b->code_count];
    int16_t to = (int16_t)(edit[2] | edit[3] << 8);
    switch (edit[1] % 7) {
    case 0: i->op = (uint16_t)to; break;
    case 1: i->a = (uint16_t)to; break;
    case 2: i->b = (uint16_t)to; break;
    case 3: i->c = (uint16_t)to; break;
    case 4: i->to = to; break;
    case 5: i->n = to; break;
    default: b->operands[edit[0] % 4] = (uint16_t)to;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ta_call call = TA_CALL_INIT;
    ta_program *p = NULL;
    ta_builder b;
    fuzz_begin();
    if (size == 0) return 0;
    write_program(&b);
    for (size_t at = 1; at + 4 <= size; at += 4) change(&b, data + at);
    if (ta_program_load(&b, &call, &p) == TA_OK) {
        int64_t n = data[0] % 15 - 2, sum = 0, rows = 1 + data[0] % 9;
        ta_program_result result;
        char text[60];
        for (int i = 0; ta_program_line(p, i, text, sizeof text); i++) sum += text[0];
        if (ta_program_run(p, &call, &n, swallow, &sum, &result)) abort();
        const int64_t *words;
        size_t used;
        if (ta_program_row(p, &call, &n, 50, &rows, &words, &used))
            for (size_t i = 0; i < used; i++) sum ^= words[i];
        ta_program_destroy(p);
    }
    ta_builder_clear(&b);
    return 0;
}
