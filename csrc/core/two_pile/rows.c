/*
** rows.c - rows for either method: the choice of the method, the limits of f, and the invariants.
**
** Both methods keep a line i for every index i <= width: the cells (i, 0), (i, 1), ... computed so
** far. By symmetry these are the cells of column i. The row b under computation is line b. Cell (a,
** b) looks back from coordinate b on line a (taking from the larger pile), and from coordinate a on
** line b.
*/
#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "rows_int.h"

/* ---- The move function, clamped ---- */

ta_amount ta_rows_asked(int both, ta_amount width, ta_amount height) {
    return both ? height : width - (width > 0);
}

static void put_limit(ta_rows *r, uint32_t x, uint32_t limit) {
    if (r->narrow) r->f16[x - 1] = (uint16_t)limit;
    else r->f32[x - 1] = limit;
}

/* Load the limits f(1), f(2), ...; a value at or above `clamp` becomes `clamp`, and so do values
** that are not evaluated. Only the comparisons f(x) < L matter, and L is at most the larger pile or
** inf. So a clamp between the two changes nothing (docs/theory.md). */
static ta_status load_limits(ta_rows *r, ta_call *call, ta_movefn *f, uint32_t clamp) {
    enum { CHUNK = 1024 };
    ta_amount chunk[CHUNK];
    uint32_t last = (uint32_t)ta_rows_asked(r->both, r->width, r->height);
    for (uint32_t x = last + 1; x <= r->domain; x++) put_limit(r, x, clamp);
    for (uint32_t from = 1; from <= last; from += CHUNK) {
        uint32_t to = last - from < CHUNK - 1 ? last : from + CHUNK - 1;
        ta_status s = ta_movefn_tabulate(f, call, from, to, chunk);
        if (s) return s;
        for (uint32_t x = from; x <= to; x++) {
            ta_amount v = chunk[x - from];
            put_limit(r, x, v < (ta_amount)clamp ? (uint32_t)v : clamp);
        }
    }
    return TA_OK;
}

/* ---- Creation ---- */

ta_status ta_rows_create(const ta_allocator *allocator, ta_call *call, ta_movefn *f, int both,
                         uint32_t width, uint32_t height, ta_amount check, ta_rows_method method,
                         ta_vector vector, ta_rows **rows) {
    ta_require(width <= height && height < TA_ROWS_MOST);
    uint32_t domain = both ? height : width;
    ta_amount falls_at = 0, last = ta_rows_asked(both, width, height);
    ta_status s = ta_movefn_allow(f, call, last, check);
    if (!s && method == TA_ROWS_AUTO) {
        s = ta_movefn_nondecreasing(f, call, last, check, &falls_at);
        method = falls_at ? TA_ROWS_SCAN : TA_ROWS_STACK;
    }
    if (s) return s;
    ta_rows *r = ta_alloc(allocator, 1, sizeof *r);
    if (!r) return TA_ENOMEM;
    r->allocator = *allocator;
    r->method = method;
    r->both = both;
    r->width = width;
    r->height = height;
    r->domain = domain;
    r->narrow = method == TA_ROWS_SCAN && domain < UINT16_MAX;
    r->row = ta_alloc(allocator, (size_t)width + 1, sizeof *r->row);
    size_t items = (size_t)domain + 1;
    if (r->narrow) r->f16 = ta_alloc(allocator, items, sizeof *r->f16);
    else r->f32 = ta_alloc(allocator, items, sizeof *r->f32);
    s = r->row && (r->f16 || r->f32) ? TA_OK : TA_ENOMEM;
    if (!s) s = load_limits(r, call, f, r->narrow ? UINT16_MAX - 1 : TA_ROW_INF - 1);
    if (!s) s = method == TA_ROWS_STACK ? ta_rows_create_stack(r) : ta_rows_create_scan(r, vector);
    if (s) ta_rows_destroy(r);
    else *rows = r;
    return s;
}

void ta_rows_destroy(ta_rows *r) {
    if (!r) return;
    ta_allocator allocator = r->allocator;
    ta_rows_clear_stack(r);
    ta_rows_clear_scan(r);
    ta_free(&allocator, r->f16, (size_t)r->domain + 1, sizeof *r->f16);
    ta_free(&allocator, r->f32, (size_t)r->domain + 1, sizeof *r->f32);
    ta_free(&allocator, r->row, (size_t)r->width + 1, sizeof *r->row);
    ta_free(&allocator, r, 1, sizeof *r);
}

double ta_rows_bytes(ta_rows_method method, int both, double width, double height) {
    double domain = both ? height : width, item = domain < UINT16_MAX ? 2 : 4;
    double common = 4 * width + 8 * domain + 4096;
    if (method == TA_ROWS_STACK) return common + (sizeof(ta_slot) + sizeof(ta_entry)) * (width + 2);
    double lines = both ? (width + 1) * (height + 1) : width * (width / 2 + TA_LINE_SLACK);
    return common + item * (lines + width) + 64 * width;
}

uint32_t ta_rows_at(const ta_rows *rows) {
    return rows->next;
}

int ta_rows_lost(const ta_rows *rows) {
    return rows->lost;
}

uint32_t ta_rows_height(const ta_rows *rows) {
    return rows->height;
}

ta_status ta_rows_next(ta_rows *r, const uint32_t **row) {
    ta_require(r->next <= r->height);
    uint32_t b = r->next, last = b < r->width ? b : r->width;
    ta_stretch all = { b, 0, last + 1, NULL, 0, r->row };
    ta_status s = TA_OK;
    if (r->method == TA_ROWS_STACK) {
        ta_rows_stack_begin(&r->line);
        s = ta_rows_stack_stretch(r, NULL, &r->line, &r->pool, &all);
    } else {
        if (b <= r->width) s = ta_rows_scan_line(r, b);
        if (s) return s;
        ta_rows_scan_begin(r, &r->line, b);
        ta_rows_scan_stretch(r, &r->line, &all);
    }
    r->lost = s != TA_OK;
    if (s) return s;
    r->next++;
    if (r->next % 64 == 0 || r->next > r->height) ta_sound(ta_rows_check(r));
    *row = r->row;
    return TA_OK;
}

/* ---- Invariants ---- */

/* In the last row, no value takes more than a pile holds. */
static const char *check_row(const ta_rows *r) {
    if (r->next == 0) return NULL;
    uint32_t b = r->next - 1, last = b < r->width ? b : r->width;
    size_t step = ta_check_step((size_t)last + 1);
    for (size_t a = step > 1 ? b % step : 0; a <= last; a += step) {
        uint32_t v = r->row[a], most = r->both ? b : (uint32_t)a;
        if (v == TA_ROW_INF ? !r->both && a > 0 : v < 1 || v > most)
            return "rows: a least move that nobody can make";
    }
    return NULL;
}

const char *ta_rows_check(const ta_rows *r) {
    const char *broken = r->next > r->height + 1 ? "rows: past the last" : check_row(r);
    if (broken) return broken;
    return r->method == TA_ROWS_STACK ? ta_rows_check_stack(r) : ta_rows_check_scan(r);
}
