/*
** parse.c - reads names of values.
**
**     sum      = ["-"] operand {("+" | "-") operand}
**     operand  = "+-" operand | "-" operand | "(" sum ")" | game
**              | "+-" "{" list "}"                        {list | -list}
**              | [number] ("Tiny" | "Miny") "(" sum ")"           {0||0|-sum}, and its negative
**              | [number] [ups] ["*" [integer]]           at least one of the three
**     number   = ["-"] integer ["/" power of two | "." digits of a dyadic number]
**     ups      = "^"... | "^" integer | "^[" integer "]" | "^<" integer ">", or with v
**     game     = "{" list bars list "}", lists empty or separated by commas
**
** A side that itself has bars, but fewer, is one game without its braces: {3||2|1} is
** {3|{2|1}}. Two equal runs of bars on one level are an error. Arrows, fractions, stars, +-
** and tinies may be in Unicode. A minus before a number belongs to the number: -1^^ is
** -1 + ^^.
**
** An explicit stack of open parts replaces recursion. Values read so far are in the
** store's scratch stack.
*/
#include <ctype.h>
#include <string.h>

#include "base/caret.h"
#include "base/check.h"
#include "base/poll.h"
#include "value_int.h"

typedef enum mark {
    M_BRACE,
    M_BAR,
    M_PAREN,
    M_TINY,
    M_MINY,
    M_NEGATE,
    M_SWITCH,
    M_ADD,
    M_SUBTRACT
} mark;

typedef struct open_mark {
    mark what;
    int bars;           /* M_BAR: the number of bars; M_BRACE: 1 after a bar */
    size_t base, split; /* where its values begin; M_BAR: where those on its right begin */
    size_t at;          /* place in the text */
} open_mark;

typedef struct reader {
    ta_values *v;
    ta_call *call;
    const char *text;
    size_t length, at;
    open_mark *open;
    size_t open_count, open_cap;
} reader;

static ta_status complain(const reader *r, size_t at, ta_status s, const char *what) {
    return ta_fail_at(r->call, s, what, r->text, r->length, at);
}

static ta_status wrong(const reader *r, const char *what) {
    return complain(r, r->at, TA_EINVAL, what);
}

static void skip_space(reader *r) {
    while (r->at < r->length && isspace((unsigned char)r->text[r->at])) r->at++;
}

/* If `word` is next, skip it and return 1. */
static int take(reader *r, const char *word) {
    size_t size = strlen(word);
    if (r->length - r->at < size || memcmp(r->text + r->at, word, size) != 0) return 0;
    r->at += size;
    return 1;
}

static int digit_next(const reader *r) {
    return r->at < r->length && isdigit((unsigned char)r->text[r->at]);
}

static ta_status push_open(reader *r, mark what, size_t at) {
    ta_status s = TA_RESERVE(&r->v->store, r->call, &r->open, &r->open_cap, r->open_count + 1);
    if (s) return s;
    open_mark m = { what, 0, r->v->scratch.count, r->v->scratch.count, at };
    r->open[r->open_count++] = m;
    return TA_OK;
}

static open_mark *top(const reader *r) {
    return r->open_count ? &r->open[r->open_count - 1] : NULL;
}

static ta_status push_value(reader *r, ta_value value) {
    return ta_ids_push(&r->v->store, r->call, &r->v->scratch, value);
}

static ta_value pop_value(reader *r) {
    return r->v->scratch.at[--r->v->scratch.count];
}

/* ---- Numbers, ups and stars ---- */

static ta_status integer(reader *r, int64_t *n) {
    size_t start = r->at;
    *n = 0;
    for (; digit_next(r); r->at++)
        if (__builtin_mul_overflow(*n, (int64_t)10, n) ||
            __builtin_add_overflow(*n, (int64_t)(r->text[r->at] - '0'), n) || *n > TA_MAX)
            return complain(r, start, TA_ERANGE, "a number beyond 2^62");
    return r->at > start ? TA_OK : wrong(r, "an integer is expected here");
}

static int glyph_eighths(reader *r) {
    static const char *const glyphs[] = { "\u215b", "\u00bc", "\u215c", "\u00bd",
                                          "\u215d", "\u00be", "\u215e" };
    for (int i = 0; i < 7; i++)
        if (take(r, glyphs[i])) return i + 1;
    return 0;
}

/* Read an integer of any length. */
static ta_status whole(reader *r, ta_dyadic *n) {
    size_t start = r->at;
    while (digit_next(r)) r->at++;
    if (r->at == start) return wrong(r, "an integer is expected here");
    return ta_dyadic_read(r->v, r->call, r->text + start, r->at - start, n);
}

/* Read the digits after the point at r->at - 1, and add them to *x. */
static ta_status decimals(reader *r, ta_dyadic *x) {
    size_t at = r->at;
    ta_dyadic part;
    int is_dyadic;
    ta_status s = whole(r, &part);
    if (!s) s = ta_dyadic_decimal(r->v, r->call, part, r->at - at, &part, &is_dyadic);
    if (!s && !is_dyadic) return complain(r, at, TA_EINVAL, "no dyadic number has these decimals");
    return s ? s : ta_dyadic_add(r->v, r->call, *x, part, x);
}

/* Read an integer with an optional denominator, decimals or fraction glyph. */
static ta_status number(reader *r, int negative, ta_dyadic *x) {
    ta_dyadic den, part;
    int power;
    int has_whole = digit_next(r);
    *x = ta_dyadic_integer(0);
    ta_status s = has_whole ? whole(r, x) : TA_OK;
    int eighths = s ? 0 : glyph_eighths(r);
    if (eighths) {
        s = ta_dyadic_make(r->v, r->call, eighths, 3, &part);
        if (!s) s = ta_dyadic_add(r->v, r->call, *x, part, x);
    } else if (!s && has_whole && take(r, "/")) {
        size_t at = r->at;
        s = whole(r, &den);
        if (!s) s = ta_dyadic_over(r->v, r->call, *x, den, x, &power);
        if (!s && !power) return complain(r, at, TA_EINVAL, "a denominator is a power of two");
    } else if (!s && has_whole && take(r, ".")) {
        s = decimals(r, x);
    }
    if (s) return s;
    if (negative) *x = ta_dyadic_neg(*x);
    return TA_OK;
}

/* Build ^[n], or ^<n> with `power`, from its definition in name.c; `sign` -1 for v. */
static ta_status uptimal(reader *r, int sign, int power, ta_value *value) {
    size_t at = r->at;
    int64_t n;
    ta_value star, g;
    ta_status s = integer(r, &n);
    if (!s && (n < 1 || n > 60000))
        return complain(r, at, TA_ERANGE, "from 1 to 60000 is expected here");
    if (!s && !take(r, power ? ">" : "]"))
        return wrong(r, power ? "> is expected here" : "] is expected here");
    if (!s) s = ta_values_compact(r->v, r->call, ta_dyadic_integer(0), 0, 1, &star);
    if (!s) s = ta_values_compact(r->v, r->call, ta_dyadic_integer(0), 1, 0, &g);
    for (int64_t i = 1; !s && i < n - power; i++)
        s = ta_value_from_options(r->v, r->call, &g, 1, &star, 1, &g);
    if (!s && power && n > 1) {
        const ta_value zero = TA_VALUE_ZERO;
        s = ta_value_sum(r->v, r->call, ta_value_negative(r->v, g), star, &g);
        if (!s) s = ta_value_from_options(r->v, r->call, &zero, 1, &g, 1, &g);
    }
    if (!s) *value = sign > 0 ? g : ta_value_negative(r->v, g);
    return s;
}

/* Read one arrow. Return the number of ups that it stands for, or 0. */
static int arrow(reader *r) {
    if (take(r, "^") || take(r, "\u2191")) return 1;
    if (take(r, "v") || take(r, "\u2193")) return -1;
    if (take(r, "\u21d1")) return 2;
    return take(r, "\u21d3") ? -2 : 0;
}

/* Read [ups]: set *ups, or *other for ^[n] and ^<n>. */
static ta_status read_ups(reader *r, int64_t *ups, ta_value *other) {
    int first = arrow(r), next;
    int64_t n;
    *ups = first;
    if (first == 1 || first == -1) {
        if (take(r, "[")) {
            *ups = 0;
            return uptimal(r, first, 0, other);
        }
        if (take(r, "<")) {
            *ups = 0;
            return uptimal(r, first, 1, other);
        }
        if (digit_next(r)) {
            size_t at = r->at;
            ta_status s = integer(r, &n);
            if (!s && n >= TA_COMPACT_MOST) s = complain(r, at, TA_ERANGE, "2^30 ups or more");
            *ups = first * n;
            return s;
        }
    }
    while (first && (next = arrow(r)) != 0) {
        if ((next > 0) != (first > 0)) return wrong(r, "up and down in one name; write ^ + v");
        *ups += next;
    }
    return TA_OK;
}

static ta_status read_star(reader *r, int64_t *star) {
    *star = 0;
    if (!take(r, "*") && !take(r, "\u2217")) return TA_OK;
    *star = 1;
    if (!digit_next(r)) return TA_OK;
    size_t at = r->at;
    ta_status s = integer(r, star);
    if (!s && *star >= TA_COMPACT_MOST) s = complain(r, at, TA_ERANGE, "a nimber of 2^30 or more");
    return s;
}

/* ---- Operands ---- */

/* Apply the signs and operators directly before a value that has been read. */
static ta_status complete(reader *r, ta_value value) {
    ta_values *v = r->v;
    for (open_mark *m = top(r); m && m->what >= M_NEGATE; m = top(r)) {
        ta_value negative = ta_value_negative(v, value);
        ta_status s = TA_OK;
        r->open_count--;
        switch (m->what) {
        case M_NEGATE: value = negative; break;
        case M_SWITCH:
            s = ta_value_from_options(v, r->call, &value, 1, &negative, 1, &value);
            break;
        case M_ADD: s = ta_value_sum(v, r->call, pop_value(r), value, &value); break;
        default: s = ta_value_sum(v, r->call, pop_value(r), negative, &value); break;
        }
        if (s) return s;
    }
    return push_value(r, value);
}

/* "Tiny(" or "Miny(" */
static int tiny_next(reader *r, mark *what) {
    *what = M_TINY;
    if (take(r, "Tiny(") || take(r, "\u29fe(")) return 1;
    *what = M_MINY;
    return take(r, "Miny(") || take(r, "\u29ff(");
}

/* [number] [ups] [star], or [number] and the opening of a tiny. *done: a value was read. */
static ta_status read_compact(reader *r, int negative, int *done) {
    ta_dyadic x = { 0, 0 };
    int64_t ups = 0, star = 0;
    size_t start = r->at;
    ta_value value, other = TA_VALUE_ZERO;
    mark tiny;
    ta_status s = number(r, negative, &x);
    int numbered = r->at > start;
    if (!s && tiny_next(r, &tiny)) {
        *done = 0;
        if (numbered) {
            s = ta_values_compact(r->v, r->call, x, 0, 0, &value);
            if (!s) s = push_value(r, value);
            if (!s) s = push_open(r, M_ADD, start);
        }
        return s ? s : push_open(r, tiny, start);
    }
    *done = 1;
    if (!s) s = read_ups(r, &ups, &other);
    if (!s) s = read_star(r, &star);
    if (!s && r->at == start) return wrong(r, "a value is expected here");
    if (!s) s = ta_values_compact(r->v, r->call, x, ups, star, &value);
    if (!s && other != TA_VALUE_ZERO) s = ta_value_sum(r->v, r->call, value, other, &value);
    return s ? s : complete(r, value);
}

/* ---- Braces ---- */

/* Turn {left | right} of the top bar into one value. */
static ta_status close_bar(reader *r) {
    open_mark m = r->open[--r->open_count];
    const ta_value *at = r->v->scratch.at;
    ta_value value;
    ta_status s = ta_value_from_options(r->v, r->call, at + m.base, m.split - m.base, at + m.split,
                                        r->v->scratch.count - m.split, &value);
    r->v->scratch.count = m.base;
    return s ? s : push_value(r, value);
}

static ta_status read_bars(reader *r) {
    size_t at = r->at;
    int bars = 0;
    while (take(r, "|")) bars++;
    ta_status s = TA_OK;
    while (!s && top(r) && top(r)->what == M_BAR && top(r)->bars < bars) s = close_bar(r);
    if (s) return s;
    open_mark *m = top(r);
    if (!m || m->what > M_BAR) return complain(r, at, TA_EINVAL, "bars belong inside braces");
    if (m->what == M_BAR && m->bars == bars)
        return complain(r, at, TA_EINVAL,
                        "as many bars as before: which comes first? write {a||b|c} or {a|b||c}");
    size_t base = m->what == M_BAR ? m->split : m->base;
    if (m->what == M_BRACE) m->bars = 1;
    s = push_open(r, M_BAR, at);
    if (s) return s;
    top(r)->base = base;
    top(r)->bars = bars;
    return TA_OK;
}

static ta_status close_brace(reader *r) {
    ta_status s = TA_OK;
    while (!s && top(r) && top(r)->what == M_BAR) s = close_bar(r);
    if (s) return s;
    open_mark *m = top(r);
    if (!m || m->what != M_BRACE) return wrong(r, "} without {");
    size_t base = m->base, count = r->v->scratch.count - base;
    int had_bars = m->bars;
    r->at++;
    r->open_count--;
    if (had_bars) return complete(r, pop_value(r));
    if (!top(r) || top(r)->what != M_SWITCH || count == 0)
        return complain(r, m->at, TA_EINVAL, "braces without a bar; a game is {left|right}");
    r->open_count--; /* +-{list} */
    ta_value value;
    for (size_t i = 0; i < count && !s; i++)
        s = push_value(r, ta_value_negative(r->v, r->v->scratch.at[base + i]));
    if (s) return s;
    const ta_value *at = r->v->scratch.at + base;
    s = ta_value_from_options(r->v, r->call, at, count, at + count, count, &value);
    r->v->scratch.count = base;
    return s ? s : complete(r, value);
}

static ta_status close_paren(reader *r) {
    open_mark *m = top(r);
    if (!m || m->what < M_PAREN || m->what > M_MINY) return wrong(r, ") without (");
    mark what = m->what;
    ta_value value = pop_value(r), zero = TA_VALUE_ZERO;
    r->at++;
    r->open_count--;
    if (what == M_PAREN) return complete(r, value);
    ta_value negative = ta_value_negative(r->v, value);
    ta_status s = ta_value_from_options(r->v, r->call, &zero, 1, &negative, 1, &value);
    if (!s) s = ta_value_from_options(r->v, r->call, &zero, 1, &value, 1, &value);
    if (s) return s;
    return complete(r, what == M_TINY ? value : ta_value_negative(r->v, value));
}

/* ---- The whole ---- */

/* Read at a point where a value may begin. *done: a value was read, or a list ended. *empty: the
** list is empty so far and may stay so. */
static ta_status read_operand(reader *r, int *done, int *empty) {
    size_t at = r->at;
    char c = r->text[at];
    int was_empty = *empty;
    *done = 0;
    *empty = 0;
    if (take(r, "+-") || take(r, "\u00b1")) return push_open(r, M_SWITCH, at);
    if (c == '{') {
        r->at++;
        *empty = 1;
        return push_open(r, M_BRACE, at);
    }
    if (c == '(') {
        r->at++;
        return push_open(r, M_PAREN, at);
    }
    if (was_empty && c == '|') {
        *empty = 1;
        return read_bars(r);
    }
    if (was_empty && c == '}') {
        *done = 1;
        return close_brace(r);
    }
    int negative = take(r, "-");
    if (negative && !digit_next(r)) {
        size_t glyph = r->at;
        int number_next = glyph_eighths(r);
        r->at = glyph;
        if (!number_next) return push_open(r, M_NEGATE, at);
    }
    return read_compact(r, negative, done);
}

/* Read at a point after a value. */
static ta_status read_operator(reader *r, int *done, int *empty) {
    char c = r->text[r->at];
    size_t at = r->at;
    *done = 0;
    *empty = 0;
    if (c == '}' || c == ')') {
        *done = 1;
        return c == '}' ? close_brace(r) : close_paren(r);
    }
    if (c == '|') {
        *empty = 1;
        return read_bars(r);
    }
    if (c == ',') {
        if (!top(r) || top(r)->what > M_BAR) return wrong(r, "a comma belongs inside braces");
        r->at++;
        return TA_OK;
    }
    if (take(r, "+-"))
        return complain(r, at, TA_EINVAL, "+- after a value: write + (+-x) or + (-x)");
    if (take(r, "+")) return push_open(r, M_ADD, at);
    if (take(r, "-")) return push_open(r, M_SUBTRACT, at);
    return wrong(r, "not part of a value");
}

static ta_status read_all(reader *r) {
    int done = 0, empty = 0;
    ta_status s = TA_OK;
    for (skip_space(r); !s && r->at < r->length; skip_space(r)) {
        s = done ? read_operator(r, &done, &empty) : read_operand(r, &done, &empty);
        if (!s) s = ta_store_poll(&r->v->store, r->call, 16);
    }
    if (s) return s;
    const open_mark *m = NULL;
    for (size_t i = r->open_count; i-- > 0 && !m;)
        if (r->open[i].what == M_BRACE || (r->open[i].what >= M_PAREN && r->open[i].what <= M_MINY))
            m = &r->open[i];
    if (m && (done || empty)) return complain(r, m->at, TA_EINVAL, "this is never closed");
    return done ? TA_OK : wrong(r, "a value is expected here");
}

ta_status ta_value_parse(ta_values *values, ta_call *call, const char *text, size_t length,
                         ta_value *g) {
    reader r = { values, call, text, length, 0, NULL, 0, 0 };
    size_t base = values->scratch.count;
    ta_status s =
        TA_RESERVE(&values->store, call, &values->scratch.at, &values->scratch.cap, base + 1);
    if (!s) s = read_all(&r);
    if (!s) *g = values->scratch.at[base];
    values->scratch.count = base;
    TA_RELEASE(&values->store, &r.open, &r.open_cap);
    ta_sound(ta_values_check(values));
    return s;
}
