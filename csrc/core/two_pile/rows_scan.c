/*
** rows_scan.c - rows for any f: a vector scan over reversed lines.
**
** Cell (a, b) is the least x with f(x) below the larger of (a - x, b) and (a, b - x). These are the
** items x - 1 of line b and of line a, both reversed. In normal play x <= a always ends the scan
** (it empties a pile), so line a keeps only its latest a values. With `both`, the scan continues on
** line a alone for x = a + 1..b. Items have 16 bits if all values fit; inf is the largest item.
*/
#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "rows_int.h"

static size_t item_size(const ta_rows *r) {
    return r->narrow ? sizeof(uint16_t) : sizeof(uint32_t);
}

/* The number of values of line i that later cells may read. */
static uint32_t kept(const ta_rows *r, uint32_t i) {
    return r->both ? r->height + 1 : i;
}

/* Allocate the values of line i, with slack so that they move rarely. */
static ta_status make_line(ta_rows *r, ta_line *line, uint32_t i) {
    line->cap = r->both ? r->height + 1 : i + 1 + TA_LINE_SLACK;
    line->block = ta_realloc(&r->allocator, NULL, 0, line->cap, item_size(r));
    line->head = line->cap;
    return line->block ? TA_OK : TA_ENOMEM;
}

ta_status ta_rows_create_scan(ta_rows *r, ta_vector vector) {
    r->scan16 = ta_scan16_for(vector);
    r->scan32 = ta_scan32_for(vector);
    r->lines = ta_alloc(&r->allocator, (size_t)r->width + 1, sizeof *r->lines);
    return r->lines ? ta_rows_scan_current(r, &r->line) : TA_ENOMEM;
}

void ta_rows_clear_scan(ta_rows *r) {
    if (r->lines)
        for (size_t i = 0; i <= r->width; i++)
            ta_free(&r->allocator, r->lines[i].block, r->lines[i].cap, item_size(r));
    ta_free(&r->allocator, r->lines, (size_t)r->width + 1, sizeof *r->lines);
    ta_rows_scan_clear_current(r, &r->line);
}

ta_status ta_rows_scan_line(ta_rows *r, uint32_t b) {
    return r->lines[b].block ? TA_OK : make_line(r, &r->lines[b], b);
}

ta_status ta_rows_scan_current(ta_rows *r, ta_row_line *line) {
    return make_line(r, &line->current, r->width);
}

void ta_rows_scan_clear_current(ta_rows *r, ta_row_line *line) {
    ta_free(&r->allocator, line->current.block, line->current.cap, item_size(r));
}

static void put(ta_rows *r, ta_line *line, uint32_t i, uint32_t v) {
    if (line->head == 0) { /* move the values still needed to the end */
        size_t size = item_size(r), keep = kept(r, i) < line->cap ? kept(r, i) : line->cap - 1;
        memmove((char *)line->block + (line->cap - keep) * size, line->block, keep * size);
        line->head = line->cap - (uint32_t)keep;
    }
    line->head--;
    if (r->narrow)
        ((uint16_t *)line->block)[line->head] = (uint16_t)(v == TA_ROW_INF ? UINT16_MAX : v);
    else ((uint32_t *)line->block)[line->head] = v;
}

/* The least x in from + 1..to with f(x) < max of the two lines, or inf. */
static uint32_t scan(const ta_rows *r, const ta_line *u, const ta_line *v, uint32_t from,
                     uint32_t to) {
    size_t n = to - from, i;
    if (r->narrow)
        i = r->scan16(r->f16 + from, (const uint16_t *)u->block + u->head + from,
                      (const uint16_t *)v->block + v->head + from, n);
    else
        i = r->scan32(r->f32 + from, (const uint32_t *)u->block + u->head + from,
                      (const uint32_t *)v->block + v->head + from, n);
    return i < n ? from + (uint32_t)i + 1 : TA_ROW_INF;
}

static ta_line *line_of(ta_rows *r, ta_row_line *line, uint32_t b) {
    return b <= r->width ? &r->lines[b] : &line->current;
}

void ta_rows_scan_begin(ta_rows *r, ta_row_line *line, uint32_t b) {
    ta_line *row = line_of(r, line, b);
    row->head = row->cap;
}

void ta_rows_scan_stretch(ta_rows *r, ta_row_line *line, const ta_stretch *x) {
    const uint32_t b = x->b, given = x->from + x->given;
    ta_line *row = line_of(r, line, b);
    for (uint32_t a = x->from; a < x->to; a++) {
        const ta_line *column = a < b ? &r->lines[a] : row;
        uint32_t v;
        if (a < given) {
            v = x->known[a - x->from];
        } else if (a == 0 && (b == 0 || !r->both)) {
            v = TA_ROW_INF;
        } else {
            v = scan(r, row, column, 0, a);
            if (v == TA_ROW_INF && a < b && r->both) v = scan(r, column, column, a, b);
        }
        x->out[a - x->from] = v;
        put(r, row, b, v);
        if (a < b) put(r, &r->lines[a], a, v);
    }
}

/* ---- Invariants ---- */

const char *ta_rows_check_scan(const ta_rows *r) {
    size_t lines = r->next <= r->width ? r->next : (size_t)r->width + 1,
           step = ta_check_step(lines);
    for (size_t i = step > 1 ? r->next % step : 0; i < lines; i += step) {
        const ta_line *line = &r->lines[i];
        uint32_t wanted = kept(r, (uint32_t)i) < r->next ? kept(r, (uint32_t)i) : r->next;
        if (!line->block || line->head > line->cap || line->cap - line->head < wanted)
            return "rows: a line without the values still wanted";
    }
    step = ta_check_step(r->domain);
    for (size_t x = 0; x < r->domain; x += step)
        if ((r->narrow ? r->f16[x] : r->f32[x]) < 1) return "rows: a limit below 1";
    return NULL;
}
