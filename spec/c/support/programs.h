/*
** programs.h - programs of the machine in tests.
*/
#ifndef PROGRAMS_H
#define PROGRAMS_H

#include "takeaway/program.h"
#include "takeaway/ruleset.h"
#include "plain.h"

OWNS(ta_program, ta_program_destroy)

typedef struct instruction {
    ta_op op;
    int a, b, c, to, n;
} instruction;

static inline int add_instruction(ta_builder *b, instruction i) {
    return ta_builder_add(b, i.op, i.a, i.b, i.c, i.to, i.n);
}

/* A macro: what is not given is 0. */
#define ADD(b, ...) add_instruction(b, (instruction){ .op = __VA_ARGS__ })

/* for r = from, limit, by in the registers `base`, base + 1, ..., to be closed with the place that this returns. */
static inline int add_for(ta_builder *b, int base, int from, int limit, int by) {
    ADD(b, TA_OP_MOVE, base, from);
    ADD(b, TA_OP_MOVE, base + 1, limit);
    ADD(b, TA_OP_MOVE, base + 2, by);
    return ADD(b, TA_OP_PREP, base);
}

static inline void emit_one(ta_builder *b, int of) {
    ADD(b, TA_OP_EMIT, .to = ta_builder_operand(b, of), .n = 1);
}

static inline ta_program *program_of(const ta_builder *b) {
    ta_call call = TA_CALL_INIT;
    ta_program *p = NULL;
    assert_ok(ta_program_load(b, &call, &p));
    return p;
}

#endif
