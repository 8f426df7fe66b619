/*
** compile_values.c - loads, arithmetic, and tests.
**
** When a loop is tried as a run, each integer carries what a turn adds to it. Sums, differences,
** negatives, complements and products with a constant keep that exact modulo 2^64, like the
** integers themselves. The operands of any other operation must be the same in every turn.
*/
#include "compile_int.h"

static int64_t wrap_add(int64_t x, int64_t y) {
    return (int64_t)((uint64_t)x + (uint64_t)y);
}
static int64_t wrap_sub(int64_t x, int64_t y) {
    return (int64_t)((uint64_t)x - (uint64_t)y);
}
static int64_t wrap_mul(int64_t x, int64_t y) {
    return (int64_t)((uint64_t)x * (uint64_t)y);
}

/* What a turn adds to the result. A result that does not grow by a constant fails the trial. */
static int64_t turn_of(compiler *c, ta_op op, const known *x, const known *y) {
    int64_t by;
    switch (op) {
    case TA_OP_ADD: return wrap_add(x->turn, y->turn);
    case TA_OP_SUB: return wrap_sub(x->turn, y->turn);
    case TA_OP_NEG:
    case TA_OP_NOT: return wrap_sub(0, x->turn);
    case TA_OP_MUL:
        if (lc_value(c, y->at, &by)) return wrap_mul(x->turn, by);
        if (lc_value(c, x->at, &by)) return wrap_mul(y->turn, by);
        break;
    default: break;
    }
    if (x->turn != 0 || y->turn != 0) c->trial.failed = 1;
    return 0;
}

void lc_compute(compiler *c, ta_op op, int r, known x, known y) {
    int64_t turn = turn_of(c, op, &x, &y);
    int at = lc_target(c, r);
    lc_add(c, op, at, x.at, y.at, 0, 0);
    lc_computed(c, r, at, turn);
}

/* -(-x / y), where neither changes from turn to turn. y may be in R[r] itself, so the intermediate
** result goes to a temporary register. */
void lc_ceiling(compiler *c, int r, known x, known y) {
    int between = lc_temporary(c);
    lc_add(c, TA_OP_NEG, between, x.at, x.at, 0, 0);
    lc_add(c, TA_OP_QUOTIENT, between, between, y.at, 0, 0);
    int at = lc_target(c, r);
    lc_add(c, TA_OP_NEG, at, between, between, 0, 0);
    lc_computed(c, r, at, 0);
}

static void arithmetic(compiler *c, ta_op op, int r, const known *x, const known *y) {
    const known *bad = !lc_is_int(x) ? x : y;
    if (lc_is_int(x) && lc_is_int(y)) lc_compute(c, op, r, *x, *y);
    else if (bad->kind == K_NIL) lc_bail_quietly(c); /* Lua raises */
    else lc_bail(c, "arithmetic on %s", lc_kind(c, bad));
}

/* ---- Constants ---- */

static known from_constant(compiler *c, const constant *k) {
    switch (k->type) {
    case LUA_TNIL: return lc_plain(K_NIL);
    case LUA_TBOOLEAN: return lc_plain(k->whole ? K_TRUE : K_FALSE);
    case LUA_TNUMBER:
        if (k->whole) return lc_constant(c, k->i);
        lua_pushnumber(c->L, k->number);
        break;
    default: lua_pushlstring(c->L, k->text, k->length);
    }
    return lc_capture(c);
}

static known constant_at(compiler *c, int index) {
    const proto *p = lc_frame(c)->p;
    if (index < 0 || index >= p->k_count) return lc_plain(K_DEAD);
    return from_constant(c, &p->k[index]);
}

/* ---- Tests ---- */

/* A test with a known result: continue at its jump if the result is `k`, else after the jump. */
static void decided(compiler *c, int truth, int k) {
    frame *f = lc_frame(c);
    f->pc += truth == k ? 1 : 2;
}

/* The target of the jump at the next instruction. */
static int jump_target(const compiler *c) {
    const frame *f = &c->now->frame[c->now->depth - 1];
    int pc = f->pc + 1;
    if (pc >= f->p->code_count) return pc;
    return pc + 1 + arg_sj(f->p->code[pc]);
}

/* Jump if the result of `op` on x and y is `k`. An order may be negated: not (x < y) is y <= x. */
static void test(compiler *c, ta_op op, known x, known y, int k) {
    if (c->trial.on) {
        lc_bail_quietly(c);
        return;
    }
    if (!k) {
        known z = x;
        switch (op) {
        case TA_OP_JEQ: op = TA_OP_JNE; break;
        case TA_OP_JLT:
            op = TA_OP_JLE;
            x = y;
            y = z;
            break;
        default:
            op = TA_OP_JLT;
            x = y;
            y = z;
        }
    }
    int at = lc_add(c, op, 0, x.at, y.at, 0, 0);
    lc_edge(c, at, jump_target(c));
    lc_frame(c)->pc += 2;
}

/* Set *x to the value of a captured float; 0 for anything else. */
static int known_float(const compiler *c, const known *v, double *x) {
    if (v->kind != K_OBJECT || c->objects[v->id].type != LUA_TNUMBER) return 0;
    lua_rawgeti(c->L, c->anchors, v->id);
    *x = lua_tonumber(c->L, -1);
    lua_pop(c->L, 1);
    return 1;
}

/* 1 for a float above every integer, -1 below every integer, else 0. */
int lc_infinite(const compiler *c, const known *v) {
    double x;
    if (!known_float(c, v, &x)) return 0;
    return x >= 0x1p63 ? 1 : x < -0x1p63 ? -1 : 0;
}

static void order(compiler *c, ta_op op, const known *x, const known *y, int k) {
    if (lc_is_int(x) && lc_is_int(y)) test(c, op, *x, *y, k);
    else if (lc_is_int(x) && lc_infinite(c, y)) decided(c, lc_infinite(c, y) > 0, k);
    else if (lc_is_int(y) && lc_infinite(c, x)) decided(c, lc_infinite(c, x) < 0, k);
    else if (x->kind == K_NIL || y->kind == K_NIL) lc_bail_quietly(c); /* Lua raises */
    else lc_bail(c, "comparison with %s", lc_kind(c, lc_is_int(x) ? y : x));
}

/* Are they equal? 1, 0, or -1 when that is unknown here. */
static int same(const compiler *c, const known *x, const known *y) {
    if (x->kind == K_DEAD || y->kind == K_DEAD || x->kind == K_RATIO || y->kind == K_RATIO)
        return -1;
    if ((lc_is_list(x) && y->kind == K_OBJECT) || (lc_is_list(y) && x->kind == K_OBJECT))
        return -1; /* a captured table may have __eq */
    if ((x->kind == K_ROW && (y->kind == K_ROW || y->kind == K_OBJECT)) ||
        (y->kind == K_ROW && x->kind == K_OBJECT))
        return -1;
    if (lc_is_int(x) || lc_is_int(y)) {
        const known *other = lc_is_int(x) ? y : x;
        double value;
        if (!known_float(c, other, &value)) return 0;
        return lc_infinite(c, other) || value != value || (double)(int64_t)value != value ? 0 : -1;
    }
    if (lc_is_list(x) && lc_is_list(y)) return x->id == y->id;
    if (x->kind != y->kind) return 0;
    if (x->kind == K_NIL || x->kind == K_TRUE || x->kind == K_FALSE) return 1;
    if (x->kind == K_OBJECT && c->objects[x->id].type == LUA_TNUMBER) return -1;
    if (x->kind == K_OBJECT && x->id != y->id) {
        int type = c->objects[x->id].type;
        return type == LUA_TTABLE || type == LUA_TUSERDATA ? -1 : 0;
    }
    if (x->kind == K_OBJECT) return x->id == y->id;
    return -1;
}

static void equal(compiler *c, const known *x, const known *y, int k) {
    int truth = lc_is_int(x) && lc_is_int(y) ? 2 : same(c, x, y);
    if (truth == 2) test(c, TA_OP_JEQ, *x, *y, k);
    else if (truth >= 0) decided(c, truth, k);
    else lc_bail(c, "a test whether %s is equal", lc_kind(c, x));
}

static int tests(compiler *c, code i) {
    known x = *lc_reg(c, arg_a(i)), y;
    int k = arg_k(i);
    switch (op_of(i)) {
    case OP_EQ: equal(c, &x, lc_reg(c, arg_b(i)), k); return 1;
    case OP_LT: order(c, TA_OP_JLT, &x, lc_reg(c, arg_b(i)), k); return 1;
    case OP_LE: order(c, TA_OP_JLE, &x, lc_reg(c, arg_b(i)), k); return 1;
    case OP_EQK:
        y = constant_at(c, arg_b(i));
        equal(c, &x, &y, k);
        return 1;
    case OP_TEST: decided(c, lc_is_true(&x), k); break;
    case OP_TESTSET:
        y = *lc_reg(c, arg_b(i));
        if (y.kind != K_DEAD && lc_is_true(&y) == k) lc_set(c, arg_a(i), y);
        x = y;
        decided(c, lc_is_true(&y), k);
        break;
    case OP_EQI:
    case OP_LTI:
    case OP_LEI:
    case OP_GTI:
    case OP_GEI:
        y = lc_constant(c, arg_sb(i));
        if (op_of(i) == OP_EQI) equal(c, &x, &y, k);
        else if (op_of(i) == OP_LTI) order(c, TA_OP_JLT, &x, &y, k);
        else if (op_of(i) == OP_LEI) order(c, TA_OP_JLE, &x, &y, k);
        else order(c, op_of(i) == OP_GTI ? TA_OP_JLT : TA_OP_JLE, &y, &x, k);
        return 1;
    default: return 0;
    }
    if (x.kind == K_DEAD) lc_bail(c, "a test of %s", lc_kind(c, &x));
    return 1;
}

/* ---- One instruction ---- */

static const ta_op THREE[] = {
    [OP_ADD - OP_ADD] = TA_OP_ADD,   [OP_SUB - OP_ADD] = TA_OP_SUB,  [OP_MUL - OP_ADD] = TA_OP_MUL,
    [OP_MOD - OP_ADD] = TA_OP_MOD,   [OP_POW - OP_ADD] = TA_OPS,     [OP_DIV - OP_ADD] = TA_OPS,
    [OP_IDIV - OP_ADD] = TA_OP_IDIV, [OP_BAND - OP_ADD] = TA_OP_AND, [OP_BOR - OP_ADD] = TA_OP_OR,
    [OP_BXOR - OP_ADD] = TA_OP_XOR,  [OP_SHL - OP_ADD] = TA_OP_SHL,  [OP_SHR - OP_ADD] = TA_OP_SHR,
};

/* x / y of integers is a float. Both operands are kept, for math.floor and the like. */
static void divide(compiler *c, int r, const known *x, const known *y) {
    if (!lc_is_int(x) || !lc_is_int(y)) {
        lc_bail(c, "division of %s", lc_kind(c, lc_is_int(x) ? y : x));
        return;
    }
    if (x->turn != 0 || y->turn != 0) c->trial.failed = 1;
    known v = { K_RATIO, x->at, y->at, 0 };
    lc_set(c, r, v);
}

static void binary(compiler *c, opcode op, int r, const known *x, const known *y) {
    if (op == OP_DIV) divide(c, r, x, y);
    else if (op == OP_POW) lc_bail(c, "a power is a float");
    else arithmetic(c, THREE[op - OP_ADD], r, x, y);
}

static int loads(compiler *c, code i) {
    int a = arg_a(i);
    frame *f = lc_frame(c);
    switch (op_of(i)) {
    case OP_MOVE: lc_set(c, a, *lc_reg(c, arg_b(i))); break;
    case OP_LOADI: lc_set(c, a, lc_constant(c, arg_sbx(i))); break;
    case OP_LOADF:
        lua_pushnumber(c->L, arg_sbx(i));
        lc_set(c, a, lc_capture(c));
        break;
    case OP_LOADK: lc_set(c, a, constant_at(c, arg_bx(i))); break;
    case OP_LOADKX:
        f->pc++;
        lc_set(c, a, constant_at(c, f->pc < f->p->code_count ? arg_ax(f->p->code[f->pc]) : -1));
        break;
    case OP_LOADFALSE: lc_set(c, a, lc_plain(K_FALSE)); break;
    case OP_LFALSESKIP:
        lc_set(c, a, lc_plain(K_FALSE));
        f->pc++;
        break;
    case OP_LOADTRUE: lc_set(c, a, lc_plain(K_TRUE)); break;
    case OP_LOADNIL:
        for (int r = a; r <= a + arg_b(i) && r < f->p->stack; r++) lc_set(c, r, lc_plain(K_NIL));
        break;
    default: return 0;
    }
    f->pc++;
    return 1;
}

static void negate(compiler *c, code i) {
    known x = *lc_reg(c, arg_b(i));
    if (x.kind == K_DEAD) lc_bail(c, "a test of %s", lc_kind(c, &x));
    else lc_set(c, arg_a(i), lc_plain(lc_is_true(&x) ? K_FALSE : K_TRUE));
}

int lc_simple(compiler *c, code i) {
    opcode op = op_of(i);
    int a = arg_a(i);
    if (loads(c, i) || tests(c, i)) return 1;
    known x = *lc_reg(c, arg_b(i)), y;
    if (op >= OP_ADD && op <= OP_SHR) {
        y = *lc_reg(c, arg_c(i));
        binary(c, op, a, &x, &y);
    } else if (op >= OP_ADDK && op <= OP_BXORK) {
        y = constant_at(c, arg_c(i));
        binary(c, (opcode)(op - OP_ADDK + OP_ADD), a, &x, &y);
    } else if (op == OP_ADDI || op == OP_SHRI || op == OP_SHLI) {
        y = lc_constant(c, arg_sc(i));
        if (op == OP_SHLI) binary(c, OP_SHL, a, &y, &x);
        else binary(c, op == OP_ADDI ? OP_ADD : OP_SHR, a, &x, &y);
    } else if (op == OP_UNM || op == OP_BNOT) {
        arithmetic(c, op == OP_UNM ? TA_OP_NEG : TA_OP_NOT, a, &x, &x);
    } else if (op == OP_NOT) {
        negate(c, i);
    } else if (op == OP_JMP) {
        lc_frame(c)->pc += arg_sj(i);
    } else if (op == OP_CONCAT) {
        lc_bail(c, "concatenation of strings");
    } else if (!(op >= OP_MMBIN && op <= OP_MMBINK) && op != OP_VARARGPREP && op != OP_EXTRAARG) {
        return 0;
    }
    lc_frame(c)->pc++;
    return 1;
}
