/*
** option_fold.c - folds runs of cells.
**
** A run of options in a box is a run of cells with one step, and is folded as a range. The fold
** searches it for a losing cell, marks its values, or takes its least and greatest. Each loop is
** written once, for a width known to the compiler (1, 2 or 4 bytes) and a step that may be 1. So
** the loops over bytes become vector code.
*/
#include "option_fold.h"

#include <string.h>

#include "base/mem.h"

/* ---- Numbers seen ---- */

ta_status ta_marks_room(ta_marks *m, const ta_allocator *a, size_t need) {
    size_t old = m->cap;
    if (need + 8 <= old) return TA_OK; /* 8: whole words are read */
    ta_status s = ta_reserve(a, (void **)&m->at, &m->cap, need + 8, 1);
    if (!s) memset(m->at + old, 0, m->cap - old);
    return s;
}

static void forget(ta_marks *m) {
    if (m->stamp == UINT8_MAX) {
        memset(m->at, 0, m->cap);
        m->stamp = 0;
    }
    m->stamp++;
}

ta_status ta_marks_begin(ta_marks *m, const ta_allocator *a, size_t need) {
    ta_status s = need + 8 > m->cap ? ta_marks_room(m, a, need) : TA_OK;
    if (!s) forget(m);
    return s;
}

void ta_marks_clear(ta_marks *m, const ta_allocator *a) {
    ta_free(a, m->at, m->cap, 1);
    memset(m, 0, sizeof *m);
}

size_t ta_marks_least(const ta_marks *m, size_t from) {
    const uint64_t all = 0x0101010101010101u * m->stamp;
    uint64_t word;
    for (; from + 8 <= m->cap; from += 8) {
        memcpy(&word, m->at + from, 8);
        if (word != all) break;
    }
    while (from < m->cap && m->at[from] == m->stamp) from++;
    return from;
}

/* ---- Runs ---- */

static inline uint32_t cell(const void *data, size_t at, int width) {
    if (width == 1) return ((const uint8_t *)data)[at];
    if (width == 2) return ((const uint16_t *)data)[at];
    return ((const uint32_t *)data)[at];
}

/* The cells at, at + by, ...: `by` is added modulo 2^64, so it may be negative. */
#define EACH for (size_t k = 0; k < count; k++, at += by)

static inline ta_folded run_wins(ta_cells *f, const void *data, size_t at, size_t by, size_t count,
                                 int width) {
    uint32_t seen = 0;
    if (width == 1 && by == 1) {
        const uint8_t *cells = (const uint8_t *)data + at;
        if (memchr(cells, VALUE, count)) return f->seen |= 1u << VALUE, FOLDED_ENOUGH;
        for (size_t k = 0; k < count; k++) seen |= 1u << (cells[k] & 7); /* cells are 0 to 4 */
    } else {
        EACH {
            uint32_t v = cell(data, at, width);
            seen |= 1u << v;
            if (v == VALUE) return f->seen |= seen & ~3u, FOLDED_ENOUGH;
        }
    }
    f->seen |= seen & ~3u;
    return seen & 3u ? FOLDED_UNKNOWN : FOLDED;
}

/* Clear the marks before the first mark of a position. */
static inline void begin_marks(ta_cells *f) {
    if (f->marked) return;
    forget(f->marks);
    f->marked = 1;
}

void ta_cells_mark(ta_cells *f, uint32_t cell) {
    begin_marks(f);
    if (cell < f->marks->cap) f->marks->at[cell] = f->marks->stamp;
}

static inline ta_folded run_nim(ta_cells *f, const void *data, size_t at, size_t by, size_t count,
                                int width) {
    begin_marks(f);
    uint8_t *mark = f->marks->at, stamp = f->marks->stamp;
    size_t cap = f->marks->cap;
    mark[0] = mark[ON_STACK] = 0;
    if (width == 1) EACH mark[cell(data, at, 1)] = stamp; /* capacity is at least 256 */
    else EACH {
            uint32_t v = cell(data, at, width);
            if (v < cap) mark[v] = stamp;
        }
    return mark[0] == stamp || mark[ON_STACK] == stamp ? FOLDED_UNKNOWN : FOLDED;
}

static inline ta_folded run_remote(ta_cells *f, const void *data, size_t at, size_t by,
                                   size_t count, int width) {
    uint32_t low = UINT32_MAX, least = f->least, most = f->most;
    if (width == 1 && by == 1) {
        const uint8_t *c = (const uint8_t *)data + at;
        uint8_t low1 = UINT8_MAX, least1 = UINT8_MAX, most1 = 0, odd = 0;
        for (size_t k = 0; k < count; k++) {
            uint8_t lost = c[k] & 1, even = (uint8_t)(lost - 1); /* all ones if even */
            uint8_t o = c[k] | even, e = c[k] & even;
            low1 = c[k] < low1 ? c[k] : low1;
            least1 = o < least1 ? o : least1;
            most1 = e > most1 ? e : most1;
            odd |= lost;
        }
        low = low1;
        if (odd && least1 < least) least = least1;
        if (most1 > most) most = most1;
    } else {
        EACH {
            uint32_t v = cell(data, at, width), even = (v & 1) - 1;
            low = v < low ? v : low;
            least = (v | even) < least ? (v | even) : least;
            most = (v & even) > most ? (v & even) : most;
        }
    }
    if (low < DRAWN) return FOLDED_UNKNOWN;
    f->low = low < f->low ? low : f->low;
    f->least = least;
    f->most = most;
    return FOLDED;
}

static inline ta_folded run(ta_cells *f, const void *data, size_t at, size_t by, size_t count,
                            int width) {
    if (f->kind == FOLD_WINS) return run_wins(f, data, at, by, count, width);
    if (f->kind == FOLD_NIM) return run_nim(f, data, at, by, count, width);
    return run_remote(f, data, at, by, count, width);
}

ta_folded ta_cells_run(ta_cells *f, uint32_t id, uint32_t by, size_t count) {
    const ta_column *c = f->column;
    size_t at = (size_t)id * c->players + (c->players > 1 ? f->player : 0);
    size_t step = (size_t)(int32_t)by * c->players;
    switch (c->width) {
    case 1: return run(f, c->data, at, step, count, 1);
    case 2: return run(f, c->data, at, step, count, 2);
    default: return run(f, c->data, at, step, count, 4);
    }
}

ta_status ta_cells_room(ta_cells *f, const ta_allocator *a) {
    /* A mex is at most the number of options: larger cells need no mark. */
    size_t width = f->column->width, most = TA_OPTIONS_MOST + VALUE + 1;
    size_t need = width == 1 ? 1u << 8 : width == 2 ? 1u << 16 : most;
    return need + 8 > f->marks->cap ? ta_marks_room(f->marks, a, need) : TA_OK;
}

uint32_t ta_cells_unmarked(const ta_cells *f) {
    uint64_t seen = f->seen | ((1u << VALUE) - 1);
    if (f->marks->at[DRAWN] == f->marks->stamp) return 0;
    size_t at = ta_marks_least(f->marks, VALUE);
    while (at < 64 && seen >> at & 1) at = ta_marks_least(f->marks, at + 1);
    return (uint32_t)at;
}
