/*
** expr_parse.c - recursive descent over the grammar of expr.h; writes postfix.
**
** Depth has two bounds. MAX_NESTING bounds parentheses and signs, so the parser cannot exhaust the
** C stack. TA_EXPR_DEPTH bounds the operands on the evaluation stack, so evaluation needs no
** allocation.
*/
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/caret.h"
#include "base/check.h"
#include "base/mem.h"
#include "base/status.h"
#include "expr.h"

#define MAX_NESTING 100
#define MAX_LENGTH 4096

typedef struct parser {
    ta_expr *e;
    ta_call *call;
    const char *text;
    size_t length, at;
    int nesting, waiting; /* waiting: operands on the evaluation stack */
} parser;

static const struct {
    const char *name;
    ta_op op;
    int least, most;
} functions[] = {
    { "floor", OP_FLOOR, 1, 1 }, { "ceil", OP_CEIL, 1, 1 },     { "round", OP_ROUND, 1, 1 },
    { "min", OP_MIN, 2, 16 },    { "max", OP_MAX, 2, 16 },      { "abs", OP_ABS, 1, 1 },
    { "mod", OP_MOD, 2, 2 },     { "lowbit", OP_LOWBIT, 1, 1 }, { "popcount", OP_POPCOUNT, 1, 1 },
    { "isqrt", OP_ISQRT, 1, 1 }, { "log2", OP_LOG2, 1, 1 },
};

static ta_status complain(const parser *p, size_t at, const char *what) {
    return ta_fail_at(p->call, TA_EINVAL, what, p->text, p->length, at);
}

static int peek(parser *p) {
    while (p->at < p->length && isspace((unsigned char)p->text[p->at])) p->at++;
    return p->at < p->length ? (unsigned char)p->text[p->at] : -1;
}

static ta_status emit(parser *p, ta_op op, int argc, int64_t number) {
    ta_expr *e = p->e;
    p->waiting += 1 - argc;
    if (p->waiting > TA_EXPR_DEPTH) return complain(p, p->at, "too deeply nested");
    void *code = e->code;
    ta_status s = ta_reserve(e->allocator, &code, &e->cap, e->count + 1, sizeof *e->code);
    e->code = code;
    if (s) return s;
    e->code[e->count++] = (ta_instruction){ op, argc, number };
    return TA_OK;
}

static ta_status sum(parser *p);
static ta_status unary(parser *p);

static ta_status number(parser *p) {
    size_t start = p->at;
    int64_t n = 0;
    for (; p->at < p->length && isdigit((unsigned char)p->text[p->at]); p->at++) {
        if (__builtin_mul_overflow(n, (int64_t)10, &n) ||
            __builtin_add_overflow(n, (int64_t)(p->text[p->at] - '0'), &n))
            return complain(p, start, "a number beyond 2^63; write it as a power");
    }
    if (p->at < p->length && p->text[p->at] == '.')
        return complain(p, p->at, "decimals are not exact; write 5/2 for 2.5");
    return emit(p, OP_NUMBER, 0, n);
}

static ta_status expect(parser *p, int c, const char *what) {
    if (peek(p) != c) return complain(p, p->at, what);
    p->at++;
    return TA_OK;
}

static ta_status function_call(parser *p, size_t start) {
    size_t length = p->at - start;
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
        if (strlen(functions[f].name) != length ||
            memcmp(functions[f].name, p->text + start, length) != 0)
            continue;
        ta_status s = expect(p, '(', "expected ( after the function's name");
        int argc = 0;
        while (!s) {
            s = sum(p);
            argc++;
            if (s || peek(p) != ',') break;
            p->at++;
        }
        if (!s) s = expect(p, ')', "expected )");
        if (!s && (argc < functions[f].least || argc > functions[f].most))
            s = complain(p, start, "wrong number of arguments");
        return s ? s : emit(p, functions[f].op, argc, 0);
    }
    return complain(p, start,
                    "unknown name; known are k, floor, ceil, round, min, max, abs, mod, lowbit, "
                    "popcount, isqrt, log2");
}

static ta_status primary(parser *p) {
    int c = peek(p);
    if (c == '(') {
        p->at++;
        ta_status s = sum(p);
        return s ? s : expect(p, ')', "expected )");
    }
    if (c >= 0 && isdigit(c)) return number(p);
    if (c >= 0 && isalpha(c)) {
        size_t start = p->at;
        while (p->at < p->length && isalnum((unsigned char)p->text[p->at])) p->at++;
        if (p->at - start == 1 && c == 'k') {
            p->e->uses_k = 1;
            return emit(p, OP_K, 0, 0);
        }
        return function_call(p, start);
    }
    return complain(p, p->at, "expected a number, k, ( or a function");
}

static ta_status power(parser *p) {
    ta_status s = primary(p);
    if (s || peek(p) != '^') return s;
    p->at++;
    s = unary(p);
    return s ? s : emit(p, OP_POW, 2, 0);
}

static ta_status unary(parser *p) {
    if (++p->nesting > MAX_NESTING) return complain(p, p->at, "too deeply nested");
    ta_status s;
    if (peek(p) == '-') {
        p->at++;
        s = unary(p);
        if (!s) s = emit(p, OP_NEG, 1, 0);
    } else {
        s = power(p);
    }
    p->nesting--;
    return s;
}

static ta_status product(parser *p) {
    ta_status s = unary(p);
    while (!s) {
        int c = peek(p);
        ta_op op = c == '/' ? OP_DIV : c == '%' ? OP_MOD : OP_MUL;
        if (c == '*' || c == '/' || c == '%') {
            p->at++;
            s = unary(p);
        } else if (c == '(' || (c >= 0 && isalpha(c))) {
            s = power(p);
        } else {
            break;
        }
        if (!s) s = emit(p, op, 2, 0);
    }
    return s;
}

static ta_status sum(parser *p) {
    ta_status s = product(p);
    while (!s) {
        int c = peek(p);
        if (c != '+' && c != '-') break;
        p->at++;
        s = product(p);
        if (!s) s = emit(p, c == '+' ? OP_ADD : OP_SUB, 2, 0);
    }
    return s;
}

ta_status ta_expr_parse(ta_expr *e, const ta_allocator *allocator, ta_call *call, const char *text,
                        size_t length) {
    memset(e, 0, sizeof *e);
    e->allocator = allocator;
    parser p = { e, call, text, length, 0, 0, 0 };
    if (length > MAX_LENGTH)
        return ta_fail(call, TA_EINVAL, "an expression of %zu characters; at most %d are read",
                       length, MAX_LENGTH);
    ta_status s = sum(&p);
    if (!s && peek(&p) >= 0) s = complain(&p, p.at, "expected an operator or the end");
    if (s) ta_expr_clear(e);
    else ta_sound(ta_expr_check(e));
    return s;
}

void ta_expr_clear(ta_expr *e) {
    ta_free(e->allocator, e->code, e->cap, sizeof *e->code);
    e->code = NULL;
    e->count = e->cap = 0;
}
