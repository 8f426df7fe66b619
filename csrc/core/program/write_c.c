/*
** write_c.c - a checked program as one function in C, for the system's compiler.
**
** Registers become variables, constants numbers, instructions one statement each behind the
** label of its place; so what the machine does one after another the function does in the same
** order: fuel, positions left, handing over, bails. The text needs no header, and there is
** nothing of a user's in it but numbers.
*/
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "program_int.h"

static const char *const PRELUDE[] = {
    "typedef long long i64;\n",
    "typedef unsigned long long u64;\n",
    "struct table { i64 first; __SIZE_TYPE__ count, cells; };\n", /* ta_program_table */
    "struct frame {\n",                                           /* ta_program_frame */
    "  i64 *out, *next, *end, *list, *length;\n",
    "  const i64 *arguments, *cells;\n",
    "  const struct table *tables;\n",
    "  i64 left, fuel, table_count;\n",
    "  int at, code;\n",
    "  int (*flush)(struct frame *);\n",
    "  i64 (*value)(struct frame *, int, i64);\n",
    "};\n",
    "static inline i64 shift(i64 x, i64 by) {\n",
    "  if (by <= -64 || by >= 64) return 0;\n",
    "  return (i64)(by >= 0 ? (u64)x << by : (u64)x >> -by);\n",
    "}\n",
    "static inline i64 idiv(i64 x, i64 y) {\n",
    "  if (y == -1) return (i64)(0 - (u64)x);\n",
    "  return x / y - ((x % y != 0) & ((x ^ y) < 0));\n",
    "}\n",
    "static inline i64 mod(i64 x, i64 y) {\n",
    "  if (y == -1) return 0;\n",
    "  i64 r = x % y;\n",
    "  return r != 0 && (r ^ y) < 0 ? r + y : r;\n",
    "}\n",
    "static inline int inexact(i64 x, i64 y) {\n",
    "  i64 most = (i64)1 << 52;\n",
    "  return x < -most || x > most || y < -most || y > most || y == 0;\n",
    "}\n",
    "static inline i64 turns(i64 from, i64 to, i64 step) {\n",
    "  u64 count = step > 0 ? (u64)to - (u64)from : (u64)from - (u64)to;\n",
    "  if (step > 1) count /= (u64)step;\n",
    "  else if (step < -1) count /= (u64)-(step + 1) + 1u;\n",
    "  return (i64)count;\n",
    "}\n",
    "#define BAIL(n) do { at = n; goto bail; } while (0)\n",
    "#define ROOM(n) if (next >= end) { at = n; h->next = next; \\\n",
    "  if (h->flush(h)) goto stop; next = h->out; end = h->end; }\n",
};

#define WRAPS(sign) "@a = (i64)((u64)@b " sign " (u64)@c);"
#define PLAIN(sign) "@a = @b " sign " @c;"
#define BRANCH(test) "if (" test ") @t;"
#define DIVIDES(bad, name) "if (" bad ") BAIL(@i); @a = " name "(@b, @c);"

/* Each instruction: @a @b @c its registers, @d @e @f those behind a, @t going to its target, @i its
** place, @n its count, @L its field c as a number; of its table @F the first index, @N how many, @S
** where its cells begin; @O operands. */
static const char *const PATTERNS[TA_OPS] = {
    [TA_OP_MOVE] = "@a = @b;",
    [TA_OP_ADD] = WRAPS("+"),
    [TA_OP_SUB] = WRAPS("-"),
    [TA_OP_MUL] = WRAPS("*"),
    [TA_OP_AND] = PLAIN("&"),
    [TA_OP_OR] = PLAIN("|"),
    [TA_OP_XOR] = PLAIN("^"),
    [TA_OP_SHL] = "@a = shift(@b, @c);",
    [TA_OP_SHR] = "@a = shift(@b, (i64)(0 - (u64)@c));",
    [TA_OP_IDIV] = DIVIDES("@c == 0", "idiv"),
    [TA_OP_MOD] = DIVIDES("@c == 0", "mod"),
    [TA_OP_QUOTIENT] = DIVIDES("inexact(@b, @c)", "idiv"),
    [TA_OP_MIN] = "@a = @b < @c ? @b : @c;",
    [TA_OP_MAX] = "@a = @b > @c ? @b : @c;",
    [TA_OP_NEG] = "@a = (i64)(0 - (u64)@b);",
    [TA_OP_NOT] = "@a = ~@b;",
    [TA_OP_ABS] = "@a = @b < 0 ? (i64)(0 - (u64)@b) : @b;",
    [TA_OP_VALUE] = "{ i64 v = h->value(h, @L, @b); if (v < 1) BAIL(@i); @a = v; }",
    [TA_OP_JUMP] = "@t;",
    [TA_OP_LOOP] = "if (--fuel < 0) BAIL(@i); @t;",
    [TA_OP_JEQ] = BRANCH("@b == @c"),
    [TA_OP_JNE] = BRANCH("@b != @c"),
    [TA_OP_JLT] = BRANCH("@b < @c"),
    [TA_OP_JLE] = BRANCH("@b <= @c"),
    [TA_OP_JULT] = BRANCH("(u64)@b < (u64)@c"),
    [TA_OP_PREP] = "if (@e == 0) BAIL(@i); if (@e > 0 ? @a > @d : @a < @d) @t; "
                   "@d = turns(@a, @d, @e); @f = @a;",
    [TA_OP_NEXT] = "if (@d != 0) { if (--fuel < 0) BAIL(@i); @d = (i64)((u64)@d - 1); "
                   "@f = @a = (i64)((u64)@a + (u64)@e); @t; }",
    [TA_OP_CELL] = "{ u64 x = (u64)@b - (u64)@F; if (x < @N) @a = h->cells[@S + x]; "
                   "else { if (x != @N && x + 1 != 0) BAIL(@i); @t; } }",
    [TA_OP_ENTRY] = "{ if ((u64)@c >= (u64)h->table_count) BAIL(@i); "
                    "const struct table *t = h->tables + @c; u64 x = (u64)@b - (u64)t->first; "
                    "if (x < t->count) @a = h->cells[t->cells + x]; "
                    "else { if (x != t->count && x + 1 != 0) BAIL(@i); @t; } }",
    [TA_OP_NEW] = "length[@L] = 0;",
    [TA_OP_SET] = "{ u64 x = (u64)@b - 1, n = (u64)length[@L]; if (x > n || x >= LIST) BAIL(@i); "
                  "if (x == n) length[@L]++; list[@L * LIST + x] = @a; }",
    [TA_OP_GET] =
        "{ u64 x = (u64)@b - 1; if (x >= (u64)length[@L]) @t; @a = list[@L * LIST + x]; }",
    [TA_OP_LEN] = "@a = length[@L];",
    [TA_OP_COUNT] = "@a = MOST - left;",
    [TA_OP_EMIT] = "if (--left < 0) BAIL(@i); ROOM(@i) next[0] = @n; next += 1;@O",
    [TA_OP_RUN] = "if (@a < 0 || @a >= left) BAIL(@i); left -= @a + 1; ROOM(@i) next[0] = -@n; "
                  "next[1] = @a; next += 2;@O",
    [TA_OP_LIST] = "{ i64 n = length[@L]; if (n < 1 || n > COMPONENTS || --left < 0) BAIL(@i); "
                   "ROOM(@i) next[0] = n; for (int k = 0; k < n; k++) "
                   "next[k + 1] = list[@L * LIST + k]; next += n + 1; }",
    [TA_OP_END] =
        "h->next = next; h->flush(h); h->fuel = fuel; h->at = @i; h->code = @n; return 0;",
    [TA_OP_BAIL] = "BAIL(@i);",
};

typedef struct writer {
    const ta_program *p;
    ta_program_put put;
    void *ctx;
} writer;

static void say(const writer *w, const char *text) {
    w->put(w->ctx, text, strlen(text));
}

static void say_number(const writer *w, const char *before, int64_t n, const char *behind) {
    char text[32];
    say(w, before);
    snprintf(text, sizeof text, "%" PRId64, n);
    say(w, text);
    say(w, behind);
}

static void say_register(const writer *w, unsigned r) {
    int64_t value = w->p->reg[r];
    if (r < (unsigned)w->p->registers) say_number(w, "r", r, "");
    else if (value == INT64_MIN) say_number(w, "(-", INT64_MAX, "LL - 1)");
    else say_number(w, "(", value, "LL)");
}

static void say_operands(const writer *w, const ta_instruction *i) {
    int count = i->op == TA_OP_RUN ? 2 * i->n : i->n;
    for (int k = 0; k < count; k++) {
        say_number(w, " next[", k, "] = ");
        say_register(w, w->p->operands[i->to + k]);
        say(w, ";");
    }
    say_number(w, " next += ", count, ";");
}

static void say_field(const writer *w, const ta_instruction *i, char field) {
    switch (field) {
    case 'a': say_register(w, i->a); break;
    case 'b': say_register(w, i->b); break;
    case 'c': say_register(w, i->c); break;
    case 'd':
    case 'e':
    case 'f': say_register(w, i->a + 1u + (unsigned)(field - 'd')); break;
    case 't': say_number(w, "goto L", i->to, ""); break;
    case 'i': say_number(w, "", i - w->p->code, ""); break;
    case 'n': say_number(w, "", i->n, ""); break;
    case 'L': say_number(w, "", i->c, ""); break;
    case 'F': say_number(w, "(", w->p->tables[i->c].first, ")"); break;
    case 'N': say_number(w, "", (int64_t)w->p->tables[i->c].count, "u"); break;
    case 'S': say_number(w, "", (int64_t)w->p->tables[i->c].cells, "u"); break;
    default: say_operands(w, i);
    }
}

static void say_instruction(const writer *w, const ta_instruction *i) {
    say_number(w, "L", i - w->p->code, ": ");
    for (const char *from = PATTERNS[i->op]; *from;) {
        size_t plain = strcspn(from, "@");
        w->put(w->ctx, from, plain);
        from += plain;
        if (!*from) break;
        say_field(w, i, from[1]);
        from += 2;
    }
    say(w, "\n");
}

void ta_program_write_c(const ta_program *p, ta_program_put put, void *ctx) {
    const writer w = { p, put, ctx };
    for (size_t k = 0; k < sizeof PRELUDE / sizeof *PRELUDE; k++) say(&w, PRELUDE[k]);
    say_number(&w, "enum { LIST = ", TA_PROGRAM_LIST, ", ");
    say_number(&w, "COMPONENTS = ", TA_COMPONENTS, ", ");
    say_number(&w, "MOST = ", TA_OPTIONS_MOST, " };\n");
    say(&w, "int " TA_PROGRAM_C_NAME "(struct frame *h) {\n");
    say(&w, "i64 *next = h->out, *end = h->end, *const list = h->list, *const length = "
            "h->length;\ni64 left = h->left, fuel = h->fuel;\nint at;\n");
    for (int r = 0; r < p->registers; r++) {
        say_number(&w, "i64 r", r, " = ");
        if (r < p->first || r >= p->first + p->arguments) say(&w, "0;\n");
        else say_number(&w, "h->arguments[", r - p->first, "];\n");
    }
    for (size_t k = 0; k < p->code_count; k++) say_instruction(&w, &p->code[k]);
    say(&w, "stop: h->fuel = fuel; h->at = at; return 1;\n"
            "bail: h->fuel = fuel; h->at = at; return 2;\n}\n");
}
