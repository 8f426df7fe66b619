/*
** rows.c - the two methods behind two_pile_rows.h, and their choice.
**
** Both keep, for every index i <= width, the line i: the cells (i, 0), (i, 1),
** ... seen so far, which by symmetry are the cells of column i. The row b being
** computed is line b. Cell (a, b) looks back from coordinate b on line a
** (taking from the larger pile) and from coordinate a on line b.
*/
#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "rows_int.h"

/* ---- The move function, clamped ---- */

/* The limits f(1..count), anything at or above `clamp` as `clamp`. Only the
** comparisons f(x) < L matter, with L at most the larger pile or inf, so a clamp
** between the two changes nothing (theory 1.1). */
static ta_status load_limits(ta_rows *r, ta_call *call, ta_movefn *f, uint32_t clamp) {
    enum { CHUNK = 1024 };
    ta_amount chunk[CHUNK];
    for (uint32_t from = 1; from <= r->domain; from += CHUNK) {
        uint32_t to = r->domain - from < CHUNK - 1 ? r->domain : from + CHUNK - 1;
        ta_status s = ta_movefn_tabulate(f, call, from, to, chunk);
        if (s) return s;
        for (uint32_t x = from; x <= to; x++) {
            ta_amount v = chunk[x - from];
            uint32_t limit = v < (ta_amount)clamp ? (uint32_t)v : clamp;
            if (r->narrow) r->f16[x - 1] = (uint16_t)limit;
            else r->f32[x - 1] = limit;
        }
    }
    return TA_OK;
}

/* t(v) = max{x : f(x) < v} for nondecreasing f, v = 0..domain. */
static void invert_limits(ta_rows *r) {
    uint32_t x = 0;
    for (uint32_t v = 0; v <= r->domain; v++) {
        while (x < r->domain && r->f32[x] < v) x++;
        r->reach[v] = x;
    }
}

/* ---- Making ---- */

static ta_status create_stack(ta_rows *r) {
    r->reach = ta_alloc(&r->allocator, (size_t)r->domain + 1, sizeof *r->reach);
    /* Slots lie on cache lines of their own. */
    r->slots_block = ta_alloc(&r->allocator, (size_t)r->width + 2, sizeof *r->slots);
    r->tops = ta_alloc(&r->allocator, (size_t)r->width + 1, sizeof *r->tops);
    if (!r->reach || !r->slots_block || !r->tops) return TA_ENOMEM;
    uintptr_t address = (uintptr_t)r->slots_block;
    r->slots = (ta_slot *)(void *)((char *)r->slots_block + (64 - address % 64) % 64);
    invert_limits(r);
    return TA_OK;
}

ta_status ta_rows_create(const ta_allocator *allocator, ta_call *call, ta_movefn *f, int both,
                         uint32_t width, uint32_t height, ta_amount check, ta_rows_method method,
                         ta_vector vector, ta_rows **rows) {
    ta_require(width <= height && height < TA_ROWS_MOST);
    uint32_t domain = both ? height : width;
    ta_amount falls_at = 0;
    ta_status s = ta_movefn_allow(f, call, domain, check);
    if (!s && method == TA_ROWS_AUTO) {
        s = ta_movefn_nondecreasing(f, call, domain, check, &falls_at);
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
    if (!s) s = method == TA_ROWS_STACK ? create_stack(r) : ta_rows_create_scan(r, vector);
    if (s) ta_rows_destroy(r);
    else *rows = r;
    return s;
}

static void clear_slot(ta_rows *r, ta_slot *slot) {
    if (slot->cap) ta_free(&r->allocator, slot->heap, slot->cap, sizeof *slot->heap);
    slot->cap = slot->depth = 0;
}

void ta_rows_destroy(ta_rows *r) {
    if (!r) return;
    ta_allocator allocator = r->allocator;
    if (r->slots)
        for (size_t i = 0; i <= r->width; i++) clear_slot(r, &r->slots[i]);
    clear_slot(r, &r->line);
    ta_free(&allocator, r->slots_block, (size_t)r->width + 2, sizeof *r->slots);
    ta_free(&allocator, r->tops, (size_t)r->width + 1, sizeof *r->tops);
    ta_free(&allocator, r->reach, (size_t)r->domain + 1, sizeof *r->reach);
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

uint32_t ta_rows_height(const ta_rows *rows) {
    return rows->height;
}

ta_rows_method ta_rows_method_of(const ta_rows *rows) {
    return rows->method;
}

/* ---- The stack method ----
**
** A cell of value v at coordinate j of a line "reaches" j + t(v): it is a
** winning option from every coordinate in j+1 .. j + t(v), since f(x) < v iff
** x <= t(v). L at coordinate p is the distance to the nearest earlier cell that
** reaches p. A stack keeps the cells by falling coordinate and rising reach:
** tops that no longer reach p never will again, and a new cell that reaches as
** far as the top hides it; one that reaches nothing is left out. The tops lie
** apart, 8 bytes a line, for they are read at every cell; what is below them is
** read only when a top falls. Depth stays small; past 7 it moves to the heap.
*/

/* Unbounded reach; coordinates are below 2^30, so sums fit 32 bits. */
#define REACH_ALL 0x7fffffffu

static ta_entry *entries(ta_slot *slot) {
    return slot->cap ? slot->heap : slot->inside;
}

static ta_status grow_slot(ta_rows *r, ta_slot *slot) {
    uint32_t cap = slot->cap ? 2 * slot->cap : 4 * TA_SLOT_INSIDE;
    ta_entry *heap = slot->cap
                         ? ta_realloc(&r->allocator, slot->heap, slot->cap, cap, sizeof *heap)
                         : ta_alloc(&r->allocator, cap, sizeof *heap);
    if (!heap) return TA_ENOMEM;
    if (!slot->cap) memcpy(heap, slot->inside, sizeof slot->inside);
    slot->heap = heap;
    slot->cap = cap;
    return TA_OK;
}

/* The nearest entry below the top that reaches p; {0, 0} when none does. */
static ta_entry pop_to(ta_slot *slot, uint32_t p) {
    const ta_entry *e = entries(slot);
    uint32_t n = slot->depth;
    while (n && e[n - 1].reach < p) n--;
    slot->depth = n ? n - 1 : 0;
    return n ? e[n - 1] : (ta_entry){ 0, 0 };
}

/* Put a top below a new one that does not hide it. */
static ta_status bury(ta_rows *r, ta_slot *slot, ta_entry top) {
    const ta_entry *below = entries(slot);
    uint32_t n = slot->depth;
    while (n && below[n - 1].reach <= top.reach) n--;
    slot->depth = n;
    if (n == (slot->cap ? slot->cap : TA_SLOT_INSIDE)) {
        ta_status s = grow_slot(r, slot);
        if (s) return s;
    }
    entries(slot)[n] = top;
    slot->depth = n + 1;
    return TA_OK;
}

static ta_status stack_row(ta_rows *r, uint32_t b, const uint32_t *known, uint32_t given) {
    const uint32_t last = b < r->width ? b : r->width;
    const uint32_t *reach = r->reach;
    ta_entry *tops = r->tops, top = { 0, 0 }; /* of line b; reach 0: empty */
    r->line.depth = 0;
    for (uint32_t a = 0; a <= last; a++) {
        uint32_t v = TA_ROW_INF;
        ta_entry column = tops[a];
        if (a < b && column.reach < b && column.reach) tops[a] = column = pop_to(&r->slots[a], b);
        if (a < given) {
            v = known[a];
        } else if (a > 0 || (b > 0 && r->both)) {
            if (top.reach < a && top.reach) top = pop_to(&r->line, a);
            if (top.reach) v = a - top.at;
            if (a < b && column.reach && b - column.at < v) v = b - column.at;
        }
        r->row[a] = v;
        uint32_t t = v == TA_ROW_INF ? REACH_ALL : reach[v];
        if (t == 0) continue;
        if (top.reach > a + t) {
            ta_status s = bury(r, &r->line, top);
            if (s) return s;
        }
        top = (ta_entry){ a, a + t };
        if (a == b) continue;
        if (column.reach > b + t) {
            ta_status s = bury(r, &r->slots[a], column);
            if (s) return s;
        }
        tops[a] = (ta_entry){ b, b + t };
    }
    if (b <= r->width) { /* line b goes on as column b */
        tops[b] = top;
        r->slots[b] = r->line;
        r->line.cap = r->line.depth = 0;
    }
    return TA_OK;
}

ta_status ta_rows_next(ta_rows *r, const uint32_t *known, uint32_t given, const uint32_t **row) {
    ta_require(r->next <= r->height);
    ta_status s = r->method == TA_ROWS_STACK ? stack_row(r, r->next, known, given)
                                             : ta_rows_scan_row(r, r->next, known, given);
    if (s) return s;
    r->next++;
    *row = r->row;
    return TA_OK;
}
