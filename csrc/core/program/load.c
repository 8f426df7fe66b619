/*
** load.c - builds, checks and copies programs. The checks prove once what the machine relies on:
**
**   every register it reads is the program's or a constant, every register it writes is the
**   program's; a loop's four registers likewise;
**   every target is an instruction after the jump, except for LOOP and NEXT;
**   the last instruction does not fall off the end;
**   tables, lists, functions and operands exist, and so do all cells of a table.
**
** A program's own copy holds constants as registers after the others, so the machine has one kind of
** operand.
*/
#include <string.h>

#include "base/mem.h"
#include "base/status.h"
#include "program_int.h"

/* ---- Building ---- */

void ta_builder_init(ta_builder *b, const ta_allocator *allocator, int arguments, int registers) {
    memset(b, 0, sizeof *b);
    b->allocator = ta_allocator_or_default(allocator);
    b->arguments = arguments;
    b->registers = registers;
}

void ta_builder_clear(ta_builder *b) {
    const ta_allocator *a = b->allocator;
    ta_free(a, b->code, b->code_cap, sizeof *b->code);
    ta_free(a, b->operands, b->operand_cap, sizeof *b->operands);
    ta_free(a, b->constants, b->constant_cap, sizeof *b->constants);
    ta_free(a, b->tables, b->table_cap, sizeof *b->tables);
    ta_free(a, b->cells, b->cell_cap, sizeof *b->cells);
    ta_free(a, b->functions, b->function_cap, sizeof *b->functions);
    ta_builder_init(b, a, b->arguments, b->registers);
}

/* Are `more` items after `count` allowed? Grows the block for them. */
static int room(ta_builder *b, void **block, size_t count, size_t *cap, size_t more, size_t most,
                size_t size) {
    if (b->failed) return 0;
    if (more > most || count > most - more) b->failed = TA_EINVAL;
    else b->failed = ta_reserve(b->allocator, block, cap, count + more, size);
    return !b->failed;
}

int ta_builder_add(ta_builder *b, ta_op op, int a, int b_, int c, int to, int n) {
    if (!room(b, (void **)&b->code, b->code_count, &b->code_cap, 1, TA_PROGRAM_CODE,
              sizeof *b->code))
        return 0;
    ta_instruction i = { (uint16_t)op, (uint16_t)a, (uint16_t)b_, (uint16_t)c, to, n };
    b->code[b->code_count] = i;
    return (int)b->code_count++;
}

int ta_builder_operand(ta_builder *b, int reg) {
    if (!room(b, (void **)&b->operands, b->operand_count, &b->operand_cap, 1, 1 << 20,
              sizeof *b->operands))
        return 0;
    b->operands[b->operand_count] = (uint16_t)reg;
    return (int)b->operand_count++;
}

int ta_builder_constant(ta_builder *b, int64_t value) {
    for (size_t i = 0; i < b->constant_count; i++)
        if (b->constants[i] == value) return TA_CONSTANT | (int)i;
    if (!room(b, (void **)&b->constants, b->constant_count, &b->constant_cap, 1, 4096,
              sizeof *b->constants))
        return TA_CONSTANT;
    b->constants[b->constant_count] = value;
    return TA_CONSTANT | (int)b->constant_count++;
}

int ta_builder_function(ta_builder *b, ta_movefn *f) {
    for (size_t i = 0; i < b->function_count; i++)
        if (b->functions[i] == f) return (int)i;
    if (!room(b, (void **)&b->functions, b->function_count, &b->function_cap, 1, 4096,
              sizeof *b->functions))
        return 0;
    b->functions[b->function_count] = f;
    return (int)b->function_count++;
}

int ta_builder_table(ta_builder *b, int64_t first, const int64_t *cells, size_t count) {
    if (!room(b, (void **)&b->cells, b->cell_count, &b->cell_cap, count, (size_t)1 << 28,
              sizeof *b->cells) ||
        !room(b, (void **)&b->tables, b->table_count, &b->table_cap, 1, 4096, sizeof *b->tables))
        return 0;
    ta_program_table t = { first, count, b->cell_count };
    if (count) memcpy(b->cells + b->cell_count, cells, count * sizeof *cells);
    b->cell_count += count;
    b->tables[b->table_count] = t;
    return (int)b->table_count++;
}

/* ---- Checking ---- */

static int readable(const ta_builder *b, unsigned r) {
    if (r & TA_CONSTANT) return (r & ~(unsigned)TA_CONSTANT) < b->constant_count;
    return r < (unsigned)b->registers;
}

static const char *broken_operands(const ta_builder *b, const ta_instruction *i) {
    int groups = i->op == TA_OP_RUN ? 2 : 1;
    if (i->n < 1 || i->n > TA_COMPONENTS) return "a position has 1 to 64 components";
    if (i->to < 0 || (size_t)i->to > b->operand_count ||
        (size_t)(groups * i->n) > b->operand_count - (size_t)i->to)
        return "operands that are not there";
    for (int k = 0; k < groups * i->n; k++)
        if (!readable(b, b->operands[i->to + k])) return "an operand that is no register";
    return NULL;
}

/* The rule that instruction `at` breaks, or NULL. */
static const char *broken(const ta_builder *b, size_t at) {
    const ta_instruction *i = &b->code[at];
    if (i->op >= TA_OPS) return "no such operation";
    const ta_op_shape *shape = &ta_op_shapes[i->op];
    if (shape->writes_a && (int)i->a + 3 * shape->loop >= b->registers)
        return "a result that goes to no register";
    if ((shape->reads_a && !readable(b, i->a)) || (shape->reads_b && !readable(b, i->b)) ||
        (shape->reads_c && !readable(b, i->c)))
        return "a register that is not there";
    if (shape->jumps && (i->to < 0 || (size_t)i->to >= b->code_count))
        return "a target that is not there";
    if (shape->jumps && !shape->back && (size_t)i->to <= at) return "a way back without fuel";
    if (shape->list && i->c >= b->lists) return "a list that is not there";
    switch (i->op) {
    case TA_OP_EMIT:
    case TA_OP_RUN: return broken_operands(b, i);
    case TA_OP_CELL: return i->c < b->table_count ? NULL : "a table that is not there";
    case TA_OP_VALUE: return i->c < b->function_count ? NULL : "a function that is not there";
    default: return NULL;
    }
}

static const char *broken_whole(const ta_builder *b) {
    if (b->registers < 1 || b->registers > TA_PROGRAM_REGISTERS) return "too many registers";
    if (b->arguments < 0 || b->first < 0 || b->arguments > b->registers ||
        b->first > b->registers - b->arguments)
        return "arguments without a register";
    if (b->lists < 0 || b->lists > 256) return "too many lists";
    if (b->constant_count > 4096) return "too many constants";
    if (b->code_count == 0 || b->code_count > TA_PROGRAM_CODE) return "no code, or too much";
    if (b->code[b->code_count - 1].op >= TA_OPS ||
        !ta_op_shapes[b->code[b->code_count - 1].op].ends)
        return "an end that is run past";
    for (size_t i = 0; i < b->table_count; i++) {
        const ta_program_table *t = &b->tables[i];
        if (t->cells > b->cell_count || t->count > b->cell_count - t->cells ||
            t->count > INT32_MAX || t->first < -INT32_MAX || t->first > INT32_MAX)
            return "a table without its cells";
    }
    for (size_t i = 0; i < b->function_count; i++)
        if (!b->functions[i]) return "a function that is none";
    return NULL;
}

/* ---- Loading ---- */

/* A copy of `count` items; 0 if memory is refused. An empty array is copied as one item. */
static int copy(const ta_allocator *a, void **to, const void *from, size_t count, size_t size) {
    *to = ta_alloc(a, count ? count : 1, size);
    if (*to && count) memcpy(*to, from, count * size);
    return *to != NULL;
}

static void resolve(uint16_t *reg, int registers) {
    if (*reg & TA_CONSTANT) *reg = (uint16_t)(registers + (*reg & ~TA_CONSTANT));
}

static ta_status fill(ta_program *p, const ta_builder *b) {
    const ta_allocator *a = &p->allocator;
    p->arguments = b->arguments;
    p->first = b->first;
    p->registers = b->registers;
    p->lists = b->lists;
    p->code_count = b->code_count;
    p->operand_count = b->operand_count;
    p->table_count = b->table_count;
    p->cell_count = b->cell_count;
    p->function_count = b->function_count;
    p->reg_count = (size_t)b->registers + b->constant_count;
    size_t lists = (size_t)b->lists;
    p->reg = ta_alloc(a, p->reg_count, sizeof *p->reg);
    p->room = ta_alloc(a, ta_program_row_room(p), 1);
    if (lists) p->list = ta_alloc(a, lists * TA_PROGRAM_LIST, sizeof *p->list);
    if (lists) p->length = ta_alloc(a, lists, sizeof *p->length);
    if (!p->reg || !p->room || (lists && (!p->list || !p->length)) ||
        !copy(a, (void **)&p->code, b->code, b->code_count, sizeof *b->code) ||
        !copy(a, (void **)&p->fast, b->code, b->code_count, sizeof *b->code) ||
        !copy(a, (void **)&p->operands, b->operands, b->operand_count, sizeof *b->operands) ||
        !copy(a, (void **)&p->tables, b->tables, b->table_count, sizeof *b->tables) ||
        !copy(a, (void **)&p->cells, b->cells, b->cell_count, sizeof *b->cells) ||
        !copy(a, (void **)&p->functions, b->functions, b->function_count, sizeof *b->functions))
        return TA_ENOMEM;
    if (b->constant_count)
        memcpy(p->reg + b->registers, b->constants, b->constant_count * sizeof *p->reg);
    p->lined = 1;
    for (size_t i = 0; i < b->constant_count; i++) p->lined &= ta_line_fits(b->constants[i]);
    ta_program_row_ready(p, p->room);
    for (size_t i = 0; i < p->code_count; i++) {
        const ta_op_shape *shape = &ta_op_shapes[p->code[i].op];
        if (shape->reads_a) resolve(&p->code[i].a, b->registers);
        if (shape->reads_b) resolve(&p->code[i].b, b->registers);
        if (shape->reads_c) resolve(&p->code[i].c, b->registers);
    }
    for (size_t i = 0; i < p->operand_count; i++) resolve(&p->operands[i], b->registers);
    ta_program_fuse(p);
    return TA_OK;
}

ta_status ta_program_load(const ta_builder *b, ta_call *call, ta_program **program) {
    if (b->failed == TA_ENOMEM) return TA_ENOMEM;
    if (b->failed) return ta_fail(call, TA_EINVAL, "program: it is too long");
    const char *why = broken_whole(b);
    if (why) return ta_fail(call, TA_EINVAL, "program: %s", why);
    for (size_t i = 0; i < b->code_count; i++) {
        why = broken(b, i);
        if (why) return ta_fail(call, TA_EINVAL, "program: instruction %zu: %s", i, why);
    }
    ta_program *p = ta_alloc(b->allocator, 1, sizeof *p);
    if (!p) return TA_ENOMEM;
    p->allocator = *b->allocator;
    ta_status s = fill(p, b);
    if (s) ta_program_destroy(p);
    else *program = p;
    return s;
}

/* A copy's length: an empty array has one item. */
static size_t copied(size_t count) {
    return count ? count : 1;
}

void ta_program_destroy(ta_program *p) {
    if (!p) return;
    ta_allocator a = p->allocator;
    ta_free(&a, p->code, copied(p->code_count), sizeof *p->code);
    ta_free(&a, p->fast, copied(p->code_count), sizeof *p->fast);
    ta_free(&a, p->operands, copied(p->operand_count), sizeof *p->operands);
    ta_free(&a, p->reg, p->reg_count, sizeof *p->reg);
    ta_free(&a, p->room, ta_program_row_room(p), 1);
    ta_free(&a, p->tables, copied(p->table_count), sizeof *p->tables);
    ta_free(&a, p->cells, copied(p->cell_count), sizeof *p->cells);
    ta_free(&a, p->functions, copied(p->function_count), sizeof *p->functions);
    ta_free(&a, p->list, (size_t)p->lists * TA_PROGRAM_LIST, sizeof *p->list);
    ta_free(&a, p->length, (size_t)p->lists, sizeof *p->length);
    ta_free(&a, p, 1, sizeof *p);
}
