/*
** fuse.c - sequences of instructions become one instruction when a program is loaded.
**
** A fused instruction does what each of its parts does, in order, and continues after the last. Registers
** and all other state are as if the parts had run one by one. It replaces only the first part, so jump
** targets stay valid.
*/
#include <string.h>

#include "program_int.h"

/* Is the register a constant power of two? *n is the exponent. */
static int power(const ta_program *p, unsigned reg, int *n) {
    if (reg < (unsigned)p->registers) return 0;
    int64_t value = p->reg[reg];
    if (value < 1 || (value & (value - 1)) != 0) return 0;
    *n = __builtin_ctzll((uint64_t)value);
    return 1;
}

static void fuse_one(const ta_program *p, ta_instruction *i) {
    int n;
    if (i->op == TA_OP_EMIT && i->n <= 3) {
        const uint16_t *operand = p->operands + i->to;
        i->op = (uint16_t)(FAST_EMIT1 + i->n - 1);
        i->a = operand[0];
        i->b = operand[i->n > 1];
        i->c = operand[i->n > 2 ? 2 : 0];
    } else if (i->op == TA_OP_MOD && power(p, i->c, &n)) {
        i->op = FAST_REST;
    } else if (i->op == TA_OP_IDIV && power(p, i->c, &n)) {
        i->op = FAST_HALVES;
        i->n = n;
    }
}

/* Pairs that become one instruction. The second may be a fused one. */
static const struct {
    uint16_t first, second, pair;
} pairs[] = {
    { FAST_EMIT2, TA_OP_NEXT, FAST_EMIT2_NEXT },
    { FAST_EMIT3, TA_OP_NEXT, FAST_EMIT3_NEXT },
    { TA_OP_ADD, FAST_EMIT2, FAST_ADD_EMIT2 },
    { TA_OP_ADD, FAST_EMIT3, FAST_ADD_EMIT3 },
    { TA_OP_SUB, FAST_EMIT2, FAST_SUB_EMIT2 },
    { TA_OP_SUB, FAST_EMIT3, FAST_SUB_EMIT3 },
    { TA_OP_ADD, FAST_EMIT2_NEXT, FAST_ADD_EMIT2_NEXT },
    { TA_OP_ADD, FAST_EMIT3_NEXT, FAST_ADD_EMIT3_NEXT },
    { TA_OP_SUB, FAST_EMIT2_NEXT, FAST_SUB_EMIT2_NEXT },
    { TA_OP_SUB, FAST_EMIT3_NEXT, FAST_SUB_EMIT3_NEXT },
    { TA_OP_MIN, FAST_LOOP, FAST_MIN_LOOP },
};

void ta_program_fuse(ta_program *p) {
    ta_instruction *i = p->fast;
    memcpy(i, p->code, p->code_count * sizeof *i);
    for (size_t at = 0; at < p->code_count; at++) fuse_one(p, &i[at]);
    for (size_t at = p->code_count; at-- > 0;) {
        if (at + 2 < p->code_count && i[at].op == TA_OP_MOVE && p->code[at + 1].op == TA_OP_MOVE &&
            i[at + 2].op == TA_OP_PREP)
            i[at].op = FAST_LOOP;
        for (size_t k = 0; k < sizeof pairs / sizeof *pairs && at + 1 < p->code_count; k++)
            if (i[at].op == pairs[k].first && i[at + 1].op == pairs[k].second)
                i[at].op = pairs[k].pair;
    }
}
