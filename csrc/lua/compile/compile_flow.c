/*
** compile_flow.c - liveness: the leaders, which some instruction jumps to, and the registers read
** later.
**
** A backward pass over the code, repeated to a fixed point. A register that may be read is live.
** Only certain writes count as writes. A register that an inner function captures is live
** throughout.
*/
#include "compile_int.h"

static void add_range(mask *m, int from, int to) {
    for (int r = from; r <= to && r < 256; r++) mask_add(m, r);
}

/* Add the registers from here to the end, for values up to the top. */
static void add_open(mask *m, const proto *p, int from) {
    add_range(m, from, p->stack - 1);
}

/* Add the registers that its operands say an instruction reads. */
static void reads(const proto *p, code i, mask *m) {
    int a = arg_a(i), b = arg_b(i), c = arg_c(i);
    opcode op = op_of(i);
    switch (op) {
    case OP_MOVE:
    case OP_GETI:
    case OP_GETFIELD:
    case OP_ADDI:
    case OP_UNM:
    case OP_BNOT:
    case OP_NOT:
    case OP_LEN:
    case OP_TESTSET:
    case OP_SHRI:
    case OP_SHLI: mask_add(m, b); break;
    case OP_SETUPVAL:
    case OP_TEST:
    case OP_RETURN1:
    case OP_TBC:
    case OP_EQK:
    case OP_EQI:
    case OP_LTI:
    case OP_LEI:
    case OP_GTI:
    case OP_GEI: mask_add(m, a); break;
    case OP_GETTABLE:
        mask_add(m, b);
        mask_add(m, c);
        break;
    case OP_SELF:
        mask_add(m, b);
        if (!arg_k(i)) mask_add(m, c);
        break;
    case OP_SETTABUP:
        if (!arg_k(i)) mask_add(m, c);
        break;
    case OP_SETTABLE: mask_add(m, b); /* fall through */
    case OP_SETI:
    case OP_SETFIELD:
        mask_add(m, a);
        if (!arg_k(i)) mask_add(m, c);
        break;
    case OP_EQ:
    case OP_LT:
    case OP_LE:
        mask_add(m, a);
        mask_add(m, b);
        break;
    case OP_CONCAT: add_range(m, a, a + b - 1); break;
    case OP_CALL:
    case OP_TAILCALL:
        if (b == 0) add_open(m, p, a);
        else add_range(m, a, a + b - 1);
        break;
    case OP_RETURN:
        if (b == 0) add_open(m, p, a);
        else add_range(m, a, a + b - 2);
        break;
    case OP_SETLIST:
        mask_add(m, a);
        if (b == 0) add_open(m, p, a);
        else add_range(m, a, a + b);
        break;
    case OP_FORPREP:
    case OP_FORLOOP:
    case OP_TFORCALL: add_range(m, a, a + 2); break;
    case OP_TFORPREP: mask_add(m, a + 3); break;
    case OP_TFORLOOP: mask_add(m, a + 4); break;
    default:
        if (op >= OP_ADDK && op <= OP_BXORK) mask_add(m, b);
        if (op >= OP_ADD && op <= OP_SHR) {
            mask_add(m, b);
            mask_add(m, c);
        }
    }
}

static void remove_range(mask *m, int from, int to) {
    for (int r = from; r <= to && r < 256; r++) mask_remove(m, r);
}

/* Remove the registers that it certainly writes. */
static void writes(code i, mask *m) {
    int a = arg_a(i), c = arg_c(i);
    opcode op = op_of(i);
    switch (op) {
    case OP_LOADNIL: remove_range(m, a, a + arg_b(i)); break;
    case OP_SELF: remove_range(m, a, a + 1); break;
    case OP_CALL: /* open results: registers behind them are lost */
    case OP_VARARG: remove_range(m, a, c == 0 ? 255 : a + c - 2); break;
    case OP_TFORCALL: remove_range(m, a + 4, a + 3 + c); break;
    case OP_MOVE:
    case OP_LOADI:
    case OP_LOADF:
    case OP_LOADK:
    case OP_LOADKX:
    case OP_LOADFALSE:
    case OP_LFALSESKIP:
    case OP_LOADTRUE:
    case OP_GETUPVAL:
    case OP_GETTABUP:
    case OP_GETTABLE:
    case OP_GETI:
    case OP_GETFIELD:
    case OP_NEWTABLE:
    case OP_UNM:
    case OP_BNOT:
    case OP_NOT:
    case OP_LEN:
    case OP_CONCAT:
    case OP_CLOSURE: mask_remove(m, a); break;
    default:
        if (op >= OP_ADDI && op <= OP_SHR) mask_remove(m, a);
    }
}

/* The indices of the at most two instructions that may follow; -1 for none. */
static void followers(const proto *p, int pc, int to[2]) {
    code i = p->code[pc];
    to[0] = pc + 1;
    to[1] = -1;
    switch (op_of(i)) {
    case OP_JMP: to[0] = pc + 1 + arg_sj(i); break;
    case OP_LFALSESKIP: to[0] = pc + 2; break;
    case OP_FORLOOP:
    case OP_TFORLOOP: to[1] = pc + 1 - arg_bx(i); break;
    case OP_FORPREP: to[1] = pc + 2 + arg_bx(i); break;
    case OP_TFORPREP: to[0] = pc + 1 + arg_bx(i); break;
    case OP_EQ:
    case OP_LT:
    case OP_LE:
    case OP_EQK:
    case OP_EQI:
    case OP_LTI:
    case OP_LEI:
    case OP_GTI:
    case OP_GEI:
    case OP_TEST:
    case OP_TESTSET: to[1] = pc + 2; break;
    case OP_RETURN:
    case OP_RETURN0:
    case OP_RETURN1: to[0] = -1; break;
    default: break;
    }
}

static int update(proto *p, int pc) {
    mask m = p->captured;
    int to[2];
    followers(p, pc, to);
    for (int k = 0; k < 2; k++) {
        if (to[k] < 0 || to[k] >= p->code_count) continue;
        mask from = p->live[to[k]];
        code i = p->code[pc];
        /* Each turn has a new loop variable. */
        if ((op_of(i) == OP_FORLOOP && k == 1) || (op_of(i) == OP_FORPREP && k == 0))
            mask_remove(&from, arg_a(i) + 3);
        if (op_of(i) == OP_TFORLOOP && k == 1) mask_remove(&from, arg_a(i) + 2);
        for (int w = 0; w < 4; w++) m.word[w] |= from.word[w];
    }
    writes(p->code[pc], &m);
    reads(p, p->code[pc], &m);
    for (int w = 0; w < 4; w++) m.word[w] |= p->captured.word[w];
    int changed = 0;
    for (int w = 0; w < 4; w++) changed |= m.word[w] != p->live[pc].word[w];
    p->live[pc] = m;
    return changed;
}

void lc_flow(compiler *c, proto *p) {
    size_t n = (size_t)p->code_count;
    p->leader = lc_take(c, n + 2, 1);
    p->live = lc_take(c, n, sizeof *p->live);
    for (int i = 0; i < p->inner_count; i++)
        for (int k = 0; k < p->inner[i].up_count; k++)
            if (p->inner[i].up[k].in_stack) mask_add(&p->captured, p->inner[i].up[k].index);
    for (int pc = 0; pc < p->code_count; pc++) {
        int to[2];
        opcode op = op_of(p->code[pc]);
        followers(p, pc, to);
        int test = to[1] == pc + 2 && op != OP_FORPREP; /* the jump between branches */
        for (int k = 0; k < 2; k++)
            if (to[k] >= 0 && to[k] < p->code_count && to[k] != pc + 1 && !test)
                p->leader[to[k]] = 1;
        if (op == OP_FORPREP && pc + 1 < p->code_count) p->leader[pc + 1] = 1;
    }
    for (int changed = 1; changed;) {
        changed = 0;
        for (int pc = p->code_count - 1; pc >= 0; pc--) changed |= update(p, pc);
    }
}
