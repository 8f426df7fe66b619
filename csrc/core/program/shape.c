/*
** shape.c - what each instruction reads, writes and where it may go: the one table that the
** checker, the printer and listings (csrc/lua/compile/compile_listing.c) read.
*/
#include "program_int.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define THREE(name, sign) \
    { name, "a = b " sign " c", .writes_a = 1, .reads_b = 1, .reads_c = 1 }
#define BRANCH(name, sign) \
    { name, "if b " sign " c go to t", .reads_b = 1, .reads_c = 1, .jumps = 1 }

const ta_op_shape ta_op_shapes[TA_OPS] = {
    [TA_OP_MOVE] = { "move", "a = b", .writes_a = 1, .reads_b = 1 },
    [TA_OP_ADD] = THREE("add", "+"),
    [TA_OP_SUB] = THREE("sub", "-"),
    [TA_OP_MUL] = THREE("mul", "*"),
    [TA_OP_AND] = THREE("and", "&"),
    [TA_OP_OR] = THREE("or", "|"),
    [TA_OP_XOR] = THREE("xor", "~"),
    [TA_OP_SHL] = THREE("shl", "<<"),
    [TA_OP_SHR] = THREE("shr", ">>"),
    [TA_OP_IDIV] = THREE("idiv", "//"),
    [TA_OP_MOD] = THREE("mod", "%"),
    [TA_OP_QUOTIENT] = THREE("quotient", "/"),
    [TA_OP_MIN] = THREE("min", "min"),
    [TA_OP_MAX] = THREE("max", "max"),
    [TA_OP_NEG] = { "neg", "a = -b", .writes_a = 1, .reads_b = 1 },
    [TA_OP_NOT] = { "not", "a = ~b", .writes_a = 1, .reads_b = 1 },
    [TA_OP_ABS] = { "abs", "a = |b|", .writes_a = 1, .reads_b = 1 },
    [TA_OP_VALUE] = { "value", "a = F(b)", .writes_a = 1, .reads_b = 1 },
    [TA_OP_JUMP] = { "jump", "go to t", .jumps = 1, .ends = 1 },
    [TA_OP_LOOP] = { "loop", "go back to t", .jumps = 1, .back = 1, .ends = 1 },
    [TA_OP_JEQ] = BRANCH("jeq", "=="),
    [TA_OP_JNE] = BRANCH("jne", "~="),
    [TA_OP_JLT] = BRANCH("jlt", "<"),
    [TA_OP_JLE] = BRANCH("jle", "<="),
    [TA_OP_JULT] = BRANCH("jult", "ult"),
    [TA_OP_PREP] = { "prep", "for a, no turn: go to t", .writes_a = 1, .reads_a = 1, .loop = 1,
                     .jumps = 1 },
    [TA_OP_NEXT] = { "next", "next a: go to t", .writes_a = 1, .reads_a = 1, .loop = 1, .jumps = 1,
                     .back = 1 },
    [TA_OP_CELL] = { "cell", "a = T[b], none: go to t", .writes_a = 1, .reads_b = 1, .jumps = 1 },
    [TA_OP_ENTRY] = { "entry", "a = table c at b, none: go to t", .writes_a = 1, .reads_b = 1,
                      .reads_c = 1, .jumps = 1 },
    [TA_OP_NEW] = { "new", "L = {}", .list = 1 },
    [TA_OP_SET] = { "set", "L[b] = a", .reads_a = 1, .reads_b = 1, .list = 1 },
    [TA_OP_GET] = { "get", "a = L[b], none: go to t", .writes_a = 1, .reads_b = 1, .list = 1,
                    .jumps = 1 },
    [TA_OP_LEN] = { "len", "a = #L", .writes_a = 1, .list = 1 },
    [TA_OP_COUNT] = { "count", "a = named", .writes_a = 1 },
    [TA_OP_EMIT] = { "emit", "emit O", .writes_a = 0 },
    [TA_OP_RUN] = { "run", "run from O, turns a", .reads_a = 1 },
    [TA_OP_LIST] = { "list", "emit L", .list = 1 },
    [TA_OP_END] = { "end", "end n", .ends = 1 },
    [TA_OP_BAIL] = { "bail", "bail n", .ends = 1 },
};

static size_t put(char *text, size_t size, size_t used, const char *more) {
    size_t n = strlen(more);
    if (used + 1 >= size) return used;
    if (n > size - used - 1) n = size - used - 1;
    memcpy(text + used, more, n);
    text[used + n] = '\0';
    return used + n;
}

static size_t put_register(const ta_program *p, unsigned r, char *text, size_t size, size_t used) {
    char one[32];
    if (r < (unsigned)p->registers) snprintf(one, sizeof one, "r%u", r);
    else snprintf(one, sizeof one, "%" PRId64, p->reg[r]);
    return put(text, size, used, one);
}

static size_t put_operands(const ta_program *p, const ta_instruction *i, char *text, size_t size,
                           size_t used) {
    for (int group = 0; group < (i->op == TA_OP_RUN ? 2 : 1); group++) {
        used = put(text, size, used, group ? " by (" : "(");
        for (int k = 0; k < i->n; k++) {
            if (k) used = put(text, size, used, ", ");
            used = put_register(p, p->operands[i->to + group * i->n + k], text, size, used);
        }
        used = put(text, size, used, ")");
    }
    return used;
}

char *ta_program_line(const ta_program *p, int at, char *text, size_t size) {
    if (at < 0 || (size_t)at >= p->code_count || size == 0) return NULL;
    const ta_instruction *i = &p->code[at];
    char one[32];
    size_t used = 0;
    text[0] = '\0';
    for (const char *s = ta_op_shapes[i->op].text; *s; s++) {
        /* A letter that stands alone is a field. */
        int alone = !((s > ta_op_shapes[i->op].text && s[-1] >= 'a' && s[-1] <= 'z') ||
                      (s[1] >= 'a' && s[1] <= 'z'));
        snprintf(one, sizeof one, "%c", *s);
        if (alone && strchr("abc", *s)) {
            used = put_register(p, *s == 'a' ? i->a : *s == 'b' ? i->b : i->c, text, size, used);
            continue;
        }
        if (alone && *s == 'O') {
            used = put_operands(p, i, text, size, used);
            continue;
        }
        if (alone && *s == 't') snprintf(one, sizeof one, "%d", i->to);
        if (alone && *s == 'n') snprintf(one, sizeof one, "%d", i->n);
        if (alone && *s == 'T') snprintf(one, sizeof one, "table%u", i->c);
        if (alone && *s == 'F') snprintf(one, sizeof one, "f%u", i->c);
        if (alone && *s == 'L') snprintf(one, sizeof one, "list%u", i->c);
        used = put(text, size, used, one);
    }
    return text;
}
