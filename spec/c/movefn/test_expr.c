/*
** test_expr.c - the parser and the evaluator against a naive one that walks the tree from which the
** text was written. The results of the analysis against values. Every failure.
*/
#include "plain.h"
#include "base/mem.h"
#include "movefn/expr.h"
#include "naive_rational.h"

/* ---- Trees, and their value by definition ---- */

typedef struct node {
    ta_op op;
    int argc;
    int64_t number;
    struct node *arg[3];
} node;

typedef struct pool {
    node at[400];
    int used;
} pool;

static naive value_of(const node *e, int64_t k) {
    if (e->op == OP_NUMBER || e->op == OP_K) return make(e->op == OP_K ? k : e->number, 1);
    naive x = value_of(e->arg[0], k), y = x;
    knowledge worst = x.is;
    if (e->argc == 1) return worst ? x : apply(e->op, x, x);
    for (int i = 1; i < e->argc; i++) {
        y = value_of(e->arg[i], k);
        if (y.is > worst) worst = y.is;
        if (!worst) x = apply(e->op, x, y), worst = x.is;
    }
    x.is = worst;
    return x;
}

/* ---- Random trees, written ---- */

static const char *const names[] = {
    [OP_FLOOR] = "floor", [OP_CEIL] = "ceil",     [OP_ROUND] = "round",
    [OP_ABS] = "abs",     [OP_LOWBIT] = "lowbit", [OP_POPCOUNT] = "popcount",
    [OP_ISQRT] = "isqrt", [OP_LOG2] = "log2",     [OP_MIN] = "min",
    [OP_MAX] = "max"
};

static node *grow(rng *r, pool *p, int depth) {
    node *e = &p->at[p->used++];
    *e = (node){ .op = depth ? (ta_op)rng_between(r, 0, OP_MAX) : (ta_op)rng_between(r, 0, 1) };
    if (e->op == OP_NUMBER) e->number = rng_between(r, 0, rng_between(r, 0, 3) ? 6 : 300);
    if (e->op <= OP_K) return e;
    e->argc = e->op <= OP_POW ? 2 : e->op < OP_MIN ? 1 : (int)rng_between(r, 2, 3);
    for (int i = 0; i < e->argc; i++) e->arg[i] = grow(r, p, depth - 1);
    return e;
}

typedef struct writer {
    rng *r;
    char text[8000];
    size_t length;
} writer;

static void put(writer *w, const char *word) {
    if (rng_between(w->r, 0, 9) == 0) w->text[w->length++] = ' ';
    size_t n = strlen(word);
    memcpy(w->text + w->length, word, n + 1);
    w->length += n;
}

/* Levels of the grammar: 0 sum, 1 product, 2 unary, 3 power, 4 primary. */
static int level_of(const node *e) {
    switch (e->op) {
    case OP_ADD:
    case OP_SUB: return 0;
    case OP_MUL:
    case OP_DIV:
    case OP_MOD: return 1;
    case OP_NEG: return 2;
    case OP_POW: return 3;
    default: return 4;
    }
}

static void write_node(writer *w, const node *e, int level);

static void write_product(writer *w, const node *e) {
    const node *right = e->arg[1];
    const node *first = right->op == OP_POW && level_of(right->arg[0]) == 4 ? right->arg[0] : right;
    int bare = level_of(first) < 4 || first->op != OP_NUMBER;
    write_node(w, e->arg[0], 1);
    if (e->op == OP_MUL && bare && rng_between(w->r, 0, 1)) { /* 2k, 2(k+1), k floor(k/2) */
        w->text[w->length++] = ' ';
        write_node(w, right, 3);
        return;
    }
    put(w, e->op == OP_MUL ? "*" : e->op == OP_DIV ? "/" : "%");
    write_node(w, right, 2);
}

static void write_node(writer *w, const node *e, int level) {
    char number[24];
    int bare = level_of(e) >= level && rng_between(w->r, 0, 7);
    if (!bare) put(w, "(");
    switch (e->op) {
    case OP_NUMBER:
        snprintf(number, sizeof number, "%lld", (long long)e->number);
        put(w, number);
        break;
    case OP_K: put(w, "k"); break;
    case OP_ADD:
    case OP_SUB:
        write_node(w, e->arg[0], 0);
        put(w, e->op == OP_ADD ? "+" : "-");
        write_node(w, e->arg[1], 1);
        break;
    case OP_MUL:
    case OP_DIV:
    case OP_MOD: write_product(w, e); break;
    case OP_POW:
        write_node(w, e->arg[0], 4);
        put(w, "^");
        write_node(w, e->arg[1], 2);
        break;
    case OP_NEG:
        put(w, "-");
        write_node(w, e->arg[0], 2);
        break;
    default:
        put(w, names[e->op]);
        for (int i = 0; i < e->argc; i++) {
            put(w, i ? "," : "(");
            write_node(w, e->arg[i], 0);
        }
        put(w, ")");
    }
    if (!bare) put(w, ")");
}

static void parse(ta_expr *e, const char *text) {
    ok(ta_expr_parse(e, &ta_default_allocator, &plain, text, strlen(text)));
    assert_null(ta_expr_check(e));
}

/* Results of the analysis, against the values at 1..60. */
static void check_facts(const ta_expr *e, const node *tree, const char *text) {
    ta_expr_facts f = ta_expr_analyse(e);
    naive last = undefined();
    for (int64_t k = 1; k <= 60; k++) {
        naive v = value_of(tree, k);
        if (v.is) continue;
        if (f.nondecreasing && last.is == KNOWN &&
            (ta_int128)v.num * last.den < (ta_int128)last.num * v.den)
            fail_msg("%s is said not to fall, and falls at %lld", text, (long long)k);
        naive line = make((ta_int128)f.a * k + f.b, f.c);
        if (f.linear && !f.exact) line = make(floor_of(line), 1);
        if (f.linear && line.is == KNOWN && (line.num != v.num || line.den != v.den))
            fail_msg("%s is said to be linear, and is not at %lld", text, (long long)k);
        last = v;
    }
}

TEST(test_random) {
    rng r = rng_start(31);
    int64_t known = 0, undefined_ones = 0;
    for (int round = 0; round < (short_run() ? 3000 : 30000); round++) {
        static pool p;
        static writer w;
        CLEARED(ta_expr) e;
        p.used = 0;
        w.r = &r;
        w.length = 0;
        w.text[0] = '\0';
        node *tree = grow(&r, &p, (int)rng_between(&r, 0, 4));
        write_node(&w, tree, 0);
        if (w.length > 4096) continue;
        parse(&e, w.text);
        for (int64_t k = 1; k <= 7; k++) {
            ta_rational v = { -77, 1, 0 };
            naive expected = value_of(tree, k);
            ta_status s = ta_expr_value(&e, &plain, k, &v);
            if (expected.is == UNKNOWN) continue;
            if (s != (expected.is == KNOWN ? TA_OK : TA_EBADRULE))
                fail_msg("%s at %lld: %s", w.text, (long long)k, ta_status_name(s));
            known += expected.is == KNOWN;
            undefined_ones += expected.is == UNDEFINED;
            if (expected.is == UNDEFINED) {
                assert_true(plain.message[0] && v.num == -77);
            } else if (v.huge || v.num != expected.num || v.den != expected.den) {
                fail_msg("%s at %lld is %lld/%lld", w.text, (long long)k, (long long)expected.num,
                         (long long)expected.den);
            }
        }
        check_facts(&e, tree, w.text);
    }
    assert_true(known > 10000 && undefined_ones > 100);
}

/* ---- Failures ---- */

TEST(test_misspelt) {
    static const struct {
        const char *text, *message;
        int at;
    } wrong[] = {
        { "", "expected a number", 0 },
        { "  ", "expected a number", 2 },
        { "2k+", "expected a number", 3 },
        { "k//2", "expected a number", 2 },
        { "(k", "expected )", 2 },
        { "k)", "expected an operator or the end", 1 },
        { "2k 3", "expected an operator or the end", 3 },
        { "floor k", "expected ( after", 6 },
        { "floor(k", "expected )", 7 },
        { "floor(k,2)", "wrong number of arguments", 0 },
        { "1+min(k)", "wrong number of arguments", 2 },
        { "mod(1,2,3)", "wrong number of arguments", 0 },
        { "max(1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8)", "wrong number of arguments", 0 },
        { "foo(k)", "unknown name", 0 },
        { "2 kk", "unknown name", 2 },
        { "2.5k", "decimals are not exact", 1 },
        { "k+9223372036854775808", "beyond 2^63", 2 },
        { "k^", "expected a number", 2 },
        { "k # 2", "expected an operator or the end", 2 },
        { "min(,)", "expected a number", 4 },
        { "\xc3\xa9", "expected a number", 0 },
        { "import os", "unknown name", 0 },
        { "k2", "unknown name", 0 },
        { "2k$", "expected an operator or the end", 2 },
        { "99999999999999999999k", "beyond 2^63", 0 },
        { "^k", "expected a number", 0 },
        { "k+*2", "expected a number", 2 },
    };
    for (size_t i = 0; i < COUNT(wrong); i++) {
        ta_expr e;
        refused(
            TA_EINVAL, "",
            ta_expr_parse(&e, &ta_default_allocator, &plain, wrong[i].text, strlen(wrong[i].text)));
        if (!strstr(plain.message, wrong[i].message))
            fail_msg("%s: %s", wrong[i].text, plain.message);
        const char *caret = strrchr(plain.message, '\n') + 5;
        assert_int_equal(strlen(caret), wrong[i].at + 1);
        assert_null(e.code);
    }
}

static void refuse(const char *text, size_t length, const char *message) {
    ta_expr e;
    refused(TA_EINVAL, "", ta_expr_parse(&e, &ta_default_allocator, &plain, text, length));
    if (!strstr(plain.message, message)) fail_msg("%s", plain.message);
    assert_null(e.code);
}

TEST(test_bounds) {
    static char text[5000];
    CLEARED(ta_expr) e;
    memset(text, '(', 101);
    refuse(text, 101, "too deeply nested");
    memset(text, '-', 101);
    refuse(text, 101, "too deeply nested");
    for (size_t i = 0; i < 3000; i++) text[i] = "1^"[i % 2]; /* right-nested */
    refuse(text, 3000, "too deeply nested");
    memset(text, '-', 99);
    text[99] = 'k', text[100] = '\0';
    parse(&e, text);
    ta_expr_clear(&e);
    for (int i = 0; i < 65; i++) memcpy(text + 3 * i, "k+(", 3);
    refuse(text, 195, "too deeply nested"); /* 65 operands wait */
    text[3 * 63] = 'k';
    memset(text + 3 * 63 + 1, ')', 63);
    text[3 * 63 + 64] = '\0';
    parse(&e, text); /* 64 do */
    ta_expr_clear(&e);
    memset(text, ' ', sizeof text);
    text[0] = 'k';
    refuse(text, 4097, "at most 4096");
    ok(ta_expr_parse(&e, &ta_default_allocator, &plain, text, 4096));
    refuse("k\0k", 3, "expected an operator");
}

TEST(test_undefined) {
    static const struct {
        const char *text;
        ta_status status;
        const char *message;
    } wrong[] = {
        { "k/(k-3)", TA_EBADRULE, "f(3): division by zero" },
        { "k%0", TA_EBADRULE, "f(3): remainder by zero" },
        { "mod(k,k-3)", TA_EBADRULE, "f(3): remainder by zero" },
        { "0^-k", TA_EBADRULE, "f(3): a power that is not defined" },
        { "2^(k/2)", TA_EBADRULE, "f(3): a power that is not defined" },
        { "lowbit(k-3)", TA_EBADRULE, "f(3): lowbit needs a positive integer" },
        { "lowbit(k/2)", TA_EBADRULE, "f(3): lowbit needs a positive integer" },
        { "popcount(-k)", TA_EBADRULE, "f(3): popcount needs an integer >= 0" },
        { "log2(k/4)", TA_EBADRULE, "f(3): log2 needs a number >= 1" },
        { "isqrt(-k)", TA_EBADRULE, "f(3): isqrt needs a number >= 0" },
        { "isqrt(-2^500)", TA_EBADRULE, "f(3): of a negative number" },
        { "log2(2^500)", TA_ERANGE, "f(3): an intermediate value is too large to be exact" },
        { "2^500-2^500", TA_ERANGE, "f(3): an intermediate value is too large to be exact" },
        { "k/2^500", TA_ERANGE, "f(3): an intermediate value is too large to be exact" },
    };
    for (size_t i = 0; i < COUNT(wrong); i++) {
        CLEARED(ta_expr) e;
        ta_rational v = { 5, 1, 0 };
        parse(&e, wrong[i].text);
        ta_status s = ta_expr_value(&e, &plain, 3, &v);
        if (s != wrong[i].status || strcmp(plain.message, wrong[i].message) != 0)
            fail_msg("%s: %s: %s", wrong[i].text, ta_status_name(s), plain.message);
        assert_true(v.num == 5);
    }
}

TEST(test_refusing_allocator) {
    static const char text[] = "min(k,1+2+3+4+5+6+7+8)+max(1,2,3,4,5,6,7,8)*(k+1)(k+2)(k+3)(k+4)";
    EACH_REFUSAL(o, 1) {
        CLEARED(ta_expr) e;
        assert_refused(&o, ta_expr_parse(&e, &o.allocator, &plain, text, sizeof text - 1));
    }
}

/* ---- The checker ---- */

TEST(test_check) {
    CLEARED(ta_expr) e;
    parse(&e, "min(k,2,7)+floor(k/2)");
    for (size_t i = 0; i < e.count; i++) {
        ta_instruction *in = &e.code[i];
        assert_broken(ta_expr_check(&e), in->argc, in->argc + 1, "");
        assert_broken(ta_expr_check(&e), in->op, (ta_op)(OP_MAX + 1), "");
    }
    assert_broken(ta_expr_check(&e), e.code[1].number, -2, "");
    assert_broken(ta_expr_check(&e), e.uses_k, 0, "");
    assert_broken(ta_expr_check(&e), e.count, e.count - 1, "");
    assert_broken(ta_expr_check(&e), e.cap, e.count - 1, "");
}

RUN_TESTS
