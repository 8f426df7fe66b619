/*
** normal.c - the normal form of a take-and-break code, and writing codes.
**
** For each number of counters taken, a code gives the numbers of heaps that may be left and the
** conditions on them. Two codes allow the same options at every heap exactly if they agree at
** every number taken. Reason: a heap that is large enough has an option for everything a digit
** allows. The options determine the counters taken, the number of heaps left, and the conditions
** on two heaps or more. (heap_notation_read drops conditions on fewer than two heaps, and writes
** "not all equal" for two heaps as unequal. A move that adds counters leaves a heap, so "no heaps"
** there is no option.) The normal form is
**
**     - in a row, `from` as low as possible, but at least 3, and bits only below `from`;
**     - no repeating rows if they allow nothing; else the shortest period, after the
**       shortest part before it;
**     - no empty row at the end, nor at the front where counters are added.
**
** It is unique: two codes are the same game exactly if their normal forms are equal.
*/
#include "notation.h"

#include <stdio.h>
#include <string.h>

/* A condition on j heaps, in the form that is stored. */
static heap_how said(heap_how how, unsigned j) {
    if (j < 2) return HEAP_ANY;
    return j == 2 && how == HEAP_SOME_UNEQUAL ? HEAP_UNEQUAL : how;
}

/* May j heaps be left, and how must they differ? */
static int allowed(const heap_allowed *row, unsigned j, heap_how *how) {
    for (unsigned h = 0; h < HEAP_HOWS; h++)
        if (heap_allows(row, j, (heap_how)h)) {
            *how = (heap_how)h;
            return 1;
        }
    return 0;
}

/* ---- The normal form ---- */

static void normalise_row(heap_allowed *row, int adds) {
    heap_how how;
    if (adds)
        for (unsigned h = 0; h < HEAP_HOWS; h++) row->left[h] &= ~(uint64_t)1;
    while (row->from > 3 && allowed(row, row->from - 1u, &how) && how == (heap_how)row->more) {
        row->from--;
        row->left[how] &= ~((uint64_t)1 << row->from);
    }
}

static int same(const heap_allowed *a, const heap_allowed *b) {
    return memcmp(a->left, b->left, sizeof a->left) == 0 && a->from == b->from &&
           a->more == b->more;
}

/* Does the group repeat after p of its rows? */
static int repeats(const heap_allowed *group, size_t count, size_t p) {
    if (count % p != 0) return 0;
    for (size_t i = p; i < count; i++)
        if (!same(&group[i], &group[i - p])) return 0;
    return 1;
}

static void normalise_group(heap_notation *code) {
    heap_allowed *group = code->rows + code->count - code->tail;
    size_t p = 1;
    while (!repeats(group, code->tail, p)) p++;
    code->count -= code->tail - p;
    code->tail = p;
    if (p == 1 && !heap_allows_some(group)) {
        code->count--;
        code->tail = 0;
    }
    /* if the row before the group equals its last row, the group can begin one row earlier */
    while (code->tail && code->count - code->tail > code->added + 1 &&
           same(&code->rows[code->count - code->tail - 1], &code->rows[code->count - 1]))
        code->count--;
}

void heap_notation_normalise(heap_notation *code) {
    for (size_t i = 0; i < code->count; i++) normalise_row(&code->rows[i], i < code->added);
    if (code->tail) normalise_group(code);
    while (!code->tail && code->count > code->added + 1 &&
           !heap_allows_some(&code->rows[code->count - 1]))
        code->count--;
    while (code->added && !heap_allows_some(&code->rows[0])) {
        memmove(code->rows, code->rows + 1, --code->count * sizeof *code->rows);
        code->added--;
    }
}

/* ---- Writing ---- */

typedef struct writer {
    char *text;
    size_t size, length; /* length includes text that does not fit */
} writer;

static void put(writer *w, const char *text) {
    size_t count = strlen(text);
    if (w->length + count < w->size) memcpy(w->text + w->length, text, count + 1);
    w->length += count;
}

static void put_how(writer *w, heap_how how) {
    static const char *const signs[HEAP_HOWS] = { "", "?", "!", "=" };
    put(w, signs[how]);
}

static void put_number(writer *w, unsigned number) {
    char text[16];
    snprintf(text, sizeof text, "%u", number);
    put(w, text);
}

/* The one condition on all numbers of heaps that the row allows, or HEAP_HOWS if they differ. */
static heap_how common_how(const heap_allowed *row, unsigned end) {
    static const heap_how hows[HEAP_HOWS] = { HEAP_ANY, HEAP_UNEQUAL, HEAP_SOME_UNEQUAL,
                                              HEAP_EQUAL };
    for (unsigned i = 0; i < HEAP_HOWS; i++) {
        int all = !row->from || (heap_how)row->more == hows[i];
        heap_how how;
        for (unsigned j = 0; j < end && all; j++)
            all = !allowed(row, j, &how) || how == said(hows[i], j);
        if (all) return hows[i];
    }
    return (heap_how)HEAP_HOWS;
}

static void write_row(writer *w, const heap_allowed *row) {
    static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    heap_how how, common;
    unsigned end = row->from ? row->from : HEAP_LISTED_MOST + 1, bits = 0, most = 0;
    while (row->from && end > 0 && allowed(row, end - 1, &how) &&
           how == said((heap_how)row->more, end - 1))
        end--;
    common = common_how(row, end);
    for (unsigned j = 0; j < end; j++)
        if (allowed(row, j, &how)) {
            most = j;
            if (j < 6) bits |= 1u << j;
        }
    if (common < HEAP_HOWS && !row->from && most < 6 && bits < sizeof digits - 1) {
        put(w, (char[2]){ digits[bits], '\0' });
    } else if (row->from && end == 0) {
        put(w, "*");
    } else {
        const char *before = "{";
        for (unsigned j = 0; j < end; j++)
            if (allowed(row, j, &how)) {
                put(w, before);
                put_number(w, j);
                if (common == HEAP_HOWS) put_how(w, how);
                before = ",";
            }
        if (row->from) {
            put(w, before);
            put_number(w, end);
            if (common == HEAP_HOWS) put_how(w, (heap_how)row->more);
            put(w, "+");
        }
        put(w, "}");
    }
    if (common < HEAP_HOWS) put_how(w, common);
}

size_t heap_notation_write(const heap_notation *code, char *text, size_t size) {
    writer w = { text, size, 0 };
    for (size_t i = 0; i < code->count; i++) {
        if (code->tail && i == code->count - code->tail) put(&w, "[");
        write_row(&w, &code->rows[i]);
        if (i == code->added) put(&w, ".");
    }
    if (code->tail) put(&w, "]");
    else if (code->count == code->added + 1) put(&w, "0");
    return w.length;
}
