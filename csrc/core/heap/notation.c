/*
** notation.c - reading the codes of take-and-break games.
**
** A code is [digits that add]d0.d1d2...[repeating group]. A digit is 0-9 A-Z, whose bits are the
** numbers of heaps that may be left; a list {2,3!,5+}; or *. One of ! ? = may follow a digit, or a
** number in a list: the condition on the sizes of the heaps. Conditions on fewer than two heaps
** mean nothing, and ? on two heaps means !. A code that begins with its point gets a 0 before it.
*/
#include "notation.h"

#include <stdio.h>
#include <string.h>

#include "base/caret.h"
#include "base/mem.h"

typedef struct reader {
    ta_call *call;
    const char *text;
    size_t length, at;
} reader;

static ta_status misread(const reader *r, size_t at, const char *why) {
    char what[160];
    snprintf(what, sizeof what, "code: %s", why);
    return ta_fail_at(r->call, TA_EINVAL, what, r->text, r->length, at);
}

static int next(const reader *r) {
    return r->at < r->length ? (unsigned char)r->text[r->at] : -1;
}

static int digit_value(int c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
    if (c >= 'a' && c <= 'v') return c - 'a' + 10; /* not w to z: 0.77x is an error */
    return -1;
}

/* Read a condition, if there is one. */
static heap_how read_how(reader *r) {
    heap_how how = HEAP_ANY;
    switch (next(r)) {
    case '!': how = HEAP_UNEQUAL; break;
    case '?': how = HEAP_SOME_UNEQUAL; break;
    case '=': how = HEAP_EQUAL; break;
    default: return HEAP_ANY;
    }
    r->at++;
    return how;
}

static void allow(heap_allowed *row, unsigned heaps, heap_how how) {
    if (heaps < 2) how = HEAP_ANY;
    if (heaps == 2 && how == HEAP_SOME_UNEQUAL) how = HEAP_UNEQUAL;
    row->left[how] |= (uint64_t)1 << heaps;
}

/* Allow `from` heaps and every larger number. Numbers below 3, for which conditions mean something
** else, are listed. */
static void allow_more(heap_allowed *row, unsigned from, heap_how how) {
    for (; from < 3; from++) allow(row, from, how);
    row->from = (uint8_t)from;
    row->more = (uint8_t)how;
}

/* Read a number from 0 to HEAP_LISTED_MOST. */
static ta_status read_number(reader *r, unsigned *number) {
    size_t from = r->at;
    *number = 0;
    for (; next(r) >= '0' && next(r) <= '9'; r->at++) {
        *number = 10 * *number + (unsigned)(next(r) - '0');
        if (*number > HEAP_LISTED_MOST)
            return misread(r, from, "a list has numbers of heaps up to 63");
    }
    return r->at > from ? TA_OK : misread(r, r->at, "expected a number of heaps");
}

/* Read a list such as {2,3!,5+}, and the condition after it. */
static ta_status read_list(reader *r, heap_allowed *row) {
    unsigned numbers[HEAP_LISTED_MOST + 1], count = 0;
    heap_how hows[HEAP_LISTED_MOST + 1];
    uint64_t seen = 0;
    int more = 0;
    do {
        size_t from = ++r->at;
        unsigned number;
        ta_status s = read_number(r, &number);
        if (s) return s;
        if (seen >> number & 1) return misread(r, from, "a number of heaps stands twice");
        seen |= (uint64_t)1 << number; /* no repeats, so the arrays cannot overflow */
        numbers[count] = number;
        hows[count++] = read_how(r);
    } while (next(r) == ',');
    if (next(r) == '+') more = 1, r->at++;
    if (next(r) != '}') return misread(r, r->at, "expected , or }");
    size_t after = ++r->at;
    heap_how how = read_how(r);
    for (unsigned i = 0; i < count; i++) {
        if (how && hows[i]) return misread(r, after, "a condition stands inside of the list too");
        if (how) hows[i] = how;
        if (more && numbers[i] > numbers[count - 1])
            return misread(r, after - 1, "the number before + is the largest of the list");
        if (more && i + 1 == count) allow_more(row, numbers[i], hows[i]);
        else allow(row, numbers[i], hows[i]);
    }
    return TA_OK;
}

static ta_status read_digit(reader *r, heap_allowed *row) {
    int d = digit_value(next(r));
    if (next(r) == '{') return read_list(r, row);
    if (next(r) == '*') {
        r->at++;
        allow_more(row, 0, read_how(r));
        return TA_OK;
    }
    if (d < 0)
        return misread(r, r->at,
                       "expected a digit 0-9 A-Z, a list such as {2,3}, or a repeating group in "
                       "brackets");
    r->at++;
    heap_how how = read_how(r);
    for (unsigned j = 0; d >> j; j++)
        if (d >> j & 1) allow(row, j, how);
    return TA_OK;
}

/* Read the digits before the point; the first adds most counters. */
static ta_status read_front(reader *r, heap_notation *code) {
    size_t last = 0;
    if (r->length == 0) return misread(r, 0, "empty; expected a code such as 0.77");
    while (next(r) != '.') {
        if (r->at > 0 && digit_value(next(r)) < 0 && next(r) != '{' && next(r) != '*')
            return misread(r, r->at, "expected a point after the first digit");
        last = r->at;
        ta_status s = read_digit(r, &code->rows[code->count++]);
        if (s) return s;
    }
    if (code->count == 0) code->count = 1; /* .77 */
    if (heap_allows(&code->rows[code->count - 1], 0, HEAP_ANY) ||
        heap_allows(&code->rows[code->count - 1], 1, HEAP_ANY))
        return misread(
            r, last,
            "the digit before the point is 0, 4, 8 or another without 1 and 2: who takes "
            "nothing leaves two heaps or more");
    code->added = code->count - 1;
    r->at++;
    return TA_OK;
}

static ta_status read_code(reader *r, heap_notation *code) {
    int bracket = 0;
    size_t group = 0;
    ta_status s = read_front(r, code);
    if (s) return s;
    if (r->at == r->length) return misread(r, r->at, "expected a digit after the point");
    while (r->at < r->length) {
        if (bracket == 2) return misread(r, r->at, "nothing may follow the repeating group");
        if (next(r) == '[' && bracket == 0) {
            bracket = 1;
            group = code->count;
            r->at++;
        } else if (next(r) == ']' && bracket == 1) {
            if (code->count == group) return misread(r, r->at, "an empty repeating group");
            bracket = 2;
            code->tail = code->count - group;
            r->at++;
        } else {
            s = read_digit(r, &code->rows[code->count++]);
            if (s) return s;
        }
    }
    return bracket == 1 ? misread(r, r->length, "expected ]") : TA_OK;
}

ta_status heap_notation_read(heap_notation *code, const ta_allocator *a, ta_call *call,
                             const char *text, size_t length) {
    reader r = { call, text, length, 0 };
    memset(code, 0, sizeof *code);
    size_t zero = length > 0 && text[0] == '.'; /* the omitted 0 */
    if (zero + length > HEAP_CODE_MOST) {
        char what[96];
        snprintf(what, sizeof what, "code: %zu characters%s; at most %d are read", zero + length,
                 zero ? " with the 0 before the point" : "", HEAP_CODE_MOST);
        return ta_fail_at(call, TA_EINVAL, what, text, length, HEAP_CODE_MOST - zero);
    }
    size_t held = length + 1;
    code->rows = ta_alloc(a, held, sizeof *code->rows);
    if (!code->rows) return TA_ENOMEM;
    ta_status s = read_code(&r, code);
    if (!s) heap_notation_normalise(code);
    heap_allowed *exact = s ? NULL : ta_realloc(a, code->rows, held, code->count, sizeof *exact);
    if (exact) {
        code->rows = exact;
        return TA_OK;
    }
    ta_free(a, code->rows, held, sizeof *code->rows);
    memset(code, 0, sizeof *code);
    return s ? s : TA_ENOMEM;
}

void heap_notation_clear(heap_notation *code, const ta_allocator *a) {
    ta_free(a, code->rows, code->count, sizeof *code->rows);
    memset(code, 0, sizeof *code);
}
