/*
** expr.c - evaluates postfix expressions, and analyses what their form proves.
**
** Evaluation keeps at most TA_EXPR_DEPTH exact rationals on a stack. Analysis runs the same code on
** facts instead of numbers. A fact has a direction (constant, rising, falling for k >= 1, or
** unknown) and the linear form while there is one. It also has the exact value at k = 1, the least
** value of a rising operand.
*/
#include "expr.h"

#include "base/check.h"
#include "base/int128.h"
#include "base/status.h"

static ta_status undefined(const char **why, const char *what) {
    *why = what;
    return TA_EBADRULE;
}

static ta_status integer_function(ta_op op, ta_rational x, ta_rational *r, const char **why) {
    ta_uint128 n = (ta_uint128)x.num;
    if (x.huge) return ta_rational_sign(x) > 0 ? TA_ERANGE : undefined(why, "of a negative number");
    switch (op) {
    case OP_LOWBIT:
        if (x.den != 1 || x.num < 1) return undefined(why, "lowbit needs a positive integer");
        x.num = x.num & -x.num;
        break;
    case OP_POPCOUNT:
        if (x.den != 1 || x.num < 0) return undefined(why, "popcount needs an integer >= 0");
        x.num = __builtin_popcountll((uint64_t)n) + __builtin_popcountll((uint64_t)(n >> 64));
        break;
    case OP_LOG2:
        if (x.num < x.den) return undefined(why, "log2 needs a number >= 1");
        x.num = ta_log2_128((ta_uint128)(x.num / x.den));
        x.den = 1;
        break;
    default: { /* OP_ISQRT: the largest s with s^2 <= floor(x), bit by bit */
        if (x.num < 0) return undefined(why, "isqrt needs a number >= 0");
        n = (ta_uint128)(x.num / x.den);
        ta_uint128 s = 0;
        for (int bit = 63; bit >= 0; bit--) {
            ta_uint128 t = s | (ta_uint128)1 << bit;
            if (t * t <= n) s = t;
        }
        x.num = (ta_int128)s;
        x.den = 1;
    }
    }
    *r = x;
    return TA_OK;
}

/* Apply one instruction to its operands (1 or 2; min and max fold in pairs). */
static ta_status apply(ta_op op, ta_rational x, ta_rational y, ta_rational *r, const char **why) {
    ta_status s = TA_OK;
    int sign;
    switch (op) {
    case OP_ADD: return ta_rational_add(x, y, r);
    case OP_SUB: return ta_rational_sub(x, y, r);
    case OP_MUL: return ta_rational_mul(x, y, r);
    case OP_DIV: *why = "division by zero"; return ta_rational_div(x, y, r);
    case OP_MOD: *why = "remainder by zero"; return ta_rational_mod(x, y, r);
    case OP_POW: *why = "a power that is not defined"; return ta_rational_pow(x, y, r);
    case OP_NEG: *r = ta_rational_neg(x); return TA_OK;
    case OP_FLOOR: return ta_rational_floor(x, r);
    case OP_CEIL:
        s = ta_rational_floor(ta_rational_neg(x), r);
        *r = ta_rational_neg(*r);
        return s;
    case OP_ROUND: {
        ta_rational half = { 1, 2, 0 };
        s = ta_rational_add(x, half, r);
        return s ? s : ta_rational_floor(*r, r);
    }
    case OP_ABS: *r = ta_rational_sign(x) < 0 ? ta_rational_neg(x) : x; return TA_OK;
    case OP_MIN:
    case OP_MAX:
        s = ta_rational_compare(x, y, &sign);
        if (!s) *r = (op == OP_MIN) == (sign < 0) ? x : y;
        return s;
    default: return integer_function(op, x, r, why);
    }
}

/* Fold the operands of one instruction into the first of them. */
static ta_status apply_all(const ta_instruction *in, ta_rational *operands, const char **why) {
    ta_status s = TA_OK;
    if (in->argc == 1) return apply(in->op, operands[0], operands[0], operands, why);
    for (int i = 1; i < in->argc && !s; i++)
        s = apply(in->op, operands[0], operands[i], operands, why);
    return s;
}

ta_status ta_expr_value(const ta_expr *e, ta_call *call, ta_amount k, ta_rational *value) {
    ta_rational stack[TA_EXPR_DEPTH];
    int top = 0;
    for (size_t i = 0; i < e->count; i++) {
        const ta_instruction *in = &e->code[i];
        if (in->op == OP_NUMBER || in->op == OP_K) {
            ta_assert(top < TA_EXPR_DEPTH);
            stack[top++] = ta_rational_integer(in->op == OP_K ? k : in->number);
            continue;
        }
        const char *why = "not defined";
        ta_assert(top >= in->argc); /* the parser counted the operands */
        top -= in->argc;
        ta_status s = apply_all(in, stack + top, &why);
        if (s == TA_ERANGE) why = "an intermediate value is too large to be exact";
        if (s) return ta_fail(call, s, "f(%lld): %s", (long long)k, why);
        top++;
    }
    ta_assert(top == 1);
    *value = stack[0];
    return TA_OK;
}

const char *ta_expr_check(const ta_expr *e) {
    int top = 0, uses_k = 0;
    if (e->count > e->cap) return "expr: more code than room";
    for (size_t i = 0; i < e->count; i++) {
        const ta_instruction *in = &e->code[i];
        int leaf = in->op == OP_NUMBER || in->op == OP_K,
            folds = in->op == OP_MIN || in->op == OP_MAX;
        int binary = in->op >= OP_ADD && in->op <= OP_POW;
        if ((unsigned)in->op > OP_MAX) return "expr: an instruction that is none";
        if (folds ? in->argc < 2 : in->argc != (leaf ? 0 : binary ? 2 : 1))
            return "expr: an instruction with other operands than it takes";
        if (in->argc > top) return "expr: an operand that is not there";
        top += 1 - in->argc;
        if (top > TA_EXPR_DEPTH) return "expr: more operands waiting than there is room";
        if (in->op == OP_NUMBER && in->number < 0) return "expr: a negative number without a sign";
        uses_k |= in->op == OP_K;
    }
    if (top != 1) return "expr: not one value in the end";
    return uses_k == e->uses_k ? NULL : "expr: k used and not said, or said and not used";
}

/* ---- Facts ---- */

enum { CONSTANT, RISING, FALLING, UNKNOWN };

typedef struct fact {
    int direction;
    int known_at_1;
    ta_rational at_1;
    int linear, floored; /* (a k + b) / c, or its floor */
    int64_t a, b, c;
} fact;

static const fact unknown_fact = { UNKNOWN, 0, { 0, 1, 0 }, 0, 0, 0, 0, 1 };

static int flip(int direction) {
    return direction == RISING ? FALLING : direction == FALLING ? RISING : direction;
}

static int both(int x, int y) {
    if (x == CONSTANT) return y;
    return y == CONSTANT || x == y ? x : UNKNOWN;
}

/* Is the operand >= bound for all k >= 1? A constant or rising one has its least value at 1. */
static int at_least(const fact *x, int64_t bound) {
    int sign;
    return x->known_at_1 && (x->direction == CONSTANT || x->direction == RISING) &&
           !ta_rational_compare(x->at_1, ta_rational_integer(bound), &sign) && sign >= 0;
}

static int is_constant(const fact *x) {
    return x->direction == CONSTANT && x->known_at_1;
}

static int product_direction(const fact *x, const fact *y) {
    if (is_constant(x)) return ta_rational_sign(x->at_1) >= 0 ? y->direction : flip(y->direction);
    if (is_constant(y)) return product_direction(y, x);
    return at_least(x, 0) && at_least(y, 0) ? RISING : UNKNOWN;
}

static int quotient_direction(const fact *x, const fact *y) {
    if (is_constant(y)) return ta_rational_sign(y->at_1) > 0 ? x->direction : flip(x->direction);
    return is_constant(x) && at_least(x, 0) && at_least(y, 1) ? FALLING : UNKNOWN;
}

static int power_direction(const fact *x, const fact *y) {
    if (is_constant(x) && is_constant(y)) return CONSTANT;
    if (is_constant(y)) return at_least(x, 0) && at_least(y, 0) ? RISING : UNKNOWN;
    return at_least(x, 1) && at_least(y, 0) ? RISING : UNKNOWN;
}

static int direction_of(ta_op op, const fact *x, const fact *y) {
    switch (op) {
    case OP_ADD: return both(x->direction, y->direction);
    case OP_SUB: return both(x->direction, flip(y->direction));
    case OP_MUL: return product_direction(x, y);
    case OP_DIV: return quotient_direction(x, y);
    case OP_POW: return power_direction(x, y);
    case OP_NEG: return flip(x->direction);
    case OP_FLOOR:
    case OP_CEIL:
    case OP_ROUND:
    case OP_ISQRT:
    case OP_LOG2: return x->direction;
    case OP_MIN:
    case OP_MAX: return both(x->direction, y->direction);
    case OP_ABS:
        return at_least(x, 0) ? x->direction : x->direction == CONSTANT ? CONSTANT : UNKNOWN;
    default: /* mod, lowbit, popcount: known only for constants */
        return x->direction == CONSTANT && y->direction == CONSTANT ? CONSTANT : UNKNOWN;
    }
}

static ta_int128 common(ta_int128 g, ta_int128 n) {
    while (n) {
        ta_int128 t = g % n;
        g = n;
        n = t;
    }
    return g < 0 ? -g : g;
}

/* The linear form of x op y, in 128 bits, kept only if it fits 64. */
static void linear_of(ta_op op, const fact *x, const fact *y, fact *r) {
    ta_int128 a, b, c;
    int floored = 0;
    r->linear = 0;
    if (!x->linear || !y->linear) return;
    ta_int128 xa = x->a, xb = x->b, xc = x->c, ya = y->a, yb = y->b, yc = y->c;
    int integral = (!x->floored || yc == 1) && (!y->floored || xc == 1);
    switch (op) {
    case OP_NEG:
    case OP_SUB:
    case OP_ADD: {
        if (op == OP_NEG) {
            if (x->floored) return;
            a = -xa, b = -xb, c = xc;
            break;
        }
        if (op == OP_SUB) {
            if (y->floored) return;
            ya = -ya, yb = -yb;
        }
        /* floor(u) + v = floor(u + v) needs an integer v = (ya k + yb), yc = 1. */
        if ((x->floored && y->floored) || !integral) return;
        if (xc > INT32_MAX || yc > INT32_MAX) return;
        a = xa * yc + ya * xc, b = xb * yc + yb * xc, c = xc * yc;
        floored = x->floored || y->floored;
        break;
    }
    case OP_MUL:
        if (x->floored || y->floored || (xa != 0 && ya != 0)) return;
        if (xc > INT32_MAX || yc > INT32_MAX) return;
        a = xa * yb + ya * xb, b = xb * yb, c = xc * yc;
        break;
    case OP_DIV:
        if (x->floored || y->floored || ya != 0 || yb <= 0) return;
        if (xc > INT32_MAX || yc > INT32_MAX) return;
        a = xa * yc, b = xb * yc, c = xc * yb;
        break;
    case OP_FLOOR:
    case OP_CEIL:
    case OP_ROUND:
        a = xa, b = xb, c = xc, floored = 1;
        if (x->floored) break;
        if (op == OP_CEIL) b += c - 1;
        if (op == OP_ROUND) a = 2 * a, b = 2 * b + c, c = 2 * c;
        break;
    default: return;
    }
    ta_int128 g = common(common(c, a), b);
    a /= g, b /= g, c /= g;
    if (a > INT64_MAX || a < -INT64_MAX || b > INT64_MAX || b < -INT64_MAX || c > INT64_MAX) return;
    r->linear = 1;
    r->floored = floored && c != 1;
    r->a = (int64_t)a;
    r->b = (int64_t)b;
    r->c = (int64_t)c;
}

static fact combine(ta_op op, const fact *x, const fact *y) {
    fact r = unknown_fact;
    const char *why;
    if (x->known_at_1 && y->known_at_1)
        r.known_at_1 = apply(op, x->at_1, y->at_1, &r.at_1, &why) == TA_OK;
    r.direction = direction_of(op, x, y);
    linear_of(op, x, y, &r);
    return r;
}

ta_expr_facts ta_expr_analyse(const ta_expr *e) {
    fact stack[TA_EXPR_DEPTH];
    int top = 0;
    for (size_t i = 0; i < e->count; i++) {
        const ta_instruction *in = &e->code[i];
        if (in->op == OP_NUMBER || in->op == OP_K) {
            int k = in->op == OP_K;
            fact leaf = {
                k ? RISING : CONSTANT, 1, ta_rational_integer(k ? 1 : in->number), 1, 0, k,
                k ? 0 : in->number,    1
            };
            stack[top++] = leaf;
            continue;
        }
        top -= in->argc;
        fact r = stack[top];
        if (in->argc == 1) r = combine(in->op, &r, &r);
        for (int j = 1; j < in->argc; j++) r = combine(in->op, &r, &stack[top + j]);
        stack[top++] = r;
    }
    fact f = stack[0];
    ta_expr_facts facts = {
        f.direction == CONSTANT || f.direction == RISING, f.linear, !f.floored, f.a, f.b, f.c
    };
    return facts;
}
