/*
** rows_stack.c - rows for nondecreasing f: a stack of the cells that may still be moved to.
**
** A cell of value v at coordinate j of a line "reaches" j + t(v): it is a winning option from every
** coordinate in j+1 .. j + t(v), since f(x) < v iff x <= t(v). L at coordinate p is the distance to
** the nearest earlier cell that reaches p. A stack keeps the cells by decreasing coordinate and
** increasing reach. A top that no longer reaches p never will again, and is popped. A new cell that
** reaches at least as far as the top replaces it. A cell with t(v) = 0 is left out. The tops are
** stored separately, 8 bytes a line, since every cell reads them. Entries below are read only when
** a top is popped. Depth stays small; past 7 a stack moves to the heap.
*/
#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "rows_int.h"

/* Unbounded reach; coordinates are below 2^30, so sums fit 32 bits. */
#define REACH_ALL 0x7fffffffu
#define CHUNK 1024 /* least number of entries of a chunk */

static ta_entry *entries(ta_slot *slot) {
    return slot->cap ? slot->heap : slot->inside;
}

typedef struct more {
    ta_rows *rows;
    ta_pool *pool;
    size_t entries;
} more;

/* Add a chunk to a pool. The calling thread runs this. */
static ta_status add_chunk(void *ctx) {
    const more *m = ctx;
    size_t entries = m->entries > CHUNK ? m->entries : CHUNK;
    ta_chunk *chunk =
        ta_realloc(&m->rows->allocator, NULL, 0, 1, sizeof *chunk + entries * sizeof *chunk->entry);
    if (!chunk) return TA_ENOMEM;
    *chunk = (ta_chunk){ m->rows->chunks, entries };
    m->rows->chunks = chunk;
    *m->pool = (ta_pool){ chunk->entry, entries };
    return TA_OK;
}

/* Double a slot's capacity. Its old memory stays in the chunk. */
static ta_status grow_slot(ta_rows *r, ta_call *call, ta_pool *pool, ta_slot *slot) {
    uint32_t cap = slot->cap ? 2 * slot->cap : 4 * TA_SLOT_INSIDE;
    if (pool->left < cap) {
        more m = { r, pool, cap };
        ta_status s = ta_by_caller(call, add_chunk, &m);
        if (s) return s;
    }
    ta_entry *heap = pool->at;
    pool->at += cap;
    pool->left -= cap;
    memcpy(heap, entries(slot), slot->depth * sizeof *heap);
    slot->heap = heap;
    slot->cap = cap;
    return TA_OK;
}

/* Pop to the nearest entry below the top that reaches p; {0, 0} if none does. */
static ta_entry pop_to(ta_slot *slot, uint32_t p) {
    const ta_entry *e = entries(slot);
    uint32_t n = slot->depth;
    while (n && e[n - 1].reach < p) n--;
    slot->depth = n ? n - 1 : 0;
    return n ? e[n - 1] : (ta_entry){ 0, 0 };
}

/* Push a top below a new one that reaches less far. */
static ta_status bury(ta_rows *r, ta_call *call, ta_pool *pool, ta_slot *slot, ta_entry top) {
    const ta_entry *below = entries(slot);
    uint32_t n = slot->depth;
    while (n && below[n - 1].reach <= top.reach) n--;
    slot->depth = n;
    if (n == (slot->cap ? slot->cap : TA_SLOT_INSIDE)) {
        ta_status s = grow_slot(r, call, pool, slot);
        if (s) return s;
    }
    entries(slot)[n] = top;
    slot->depth = n + 1;
    return TA_OK;
}

void ta_rows_stack_begin(ta_row_line *line) {
    line->slot.depth = 0;
    line->top = (ta_entry){ 0, 0 };
}

ta_status ta_rows_stack_stretch(ta_rows *r, ta_call *call, ta_row_line *line, ta_pool *pool,
                                const ta_stretch *x) {
    const uint32_t b = x->b, from = x->from, to = x->to, given = from + x->given;
    const uint32_t *reach = r->reach;
    ta_entry *tops = r->tops, top = line->top; /* of line b */
    for (uint32_t a = from; a < to; a++) {
        uint32_t v = TA_ROW_INF;
        ta_entry column = tops[a];
        if (a < b && column.reach < b && column.reach) tops[a] = column = pop_to(&r->slots[a], b);
        if (a < given) {
            v = x->known[a - from];
        } else if (a > 0 || (b > 0 && r->both)) {
            if (top.reach < a && top.reach) top = pop_to(&line->slot, a);
            if (top.reach) v = a - top.at;
            if (a < b && column.reach && b - column.at < v) v = b - column.at;
        }
        x->out[a - from] = v;
        uint32_t t = v == TA_ROW_INF ? REACH_ALL : reach[v];
        if (t == 0) continue;
        if (top.reach > a + t) {
            ta_status s = bury(r, call, pool, &line->slot, top);
            if (s) return s;
        }
        top = (ta_entry){ a, a + t };
        if (a == b) continue;
        if (column.reach > b + t) {
            ta_status s = bury(r, call, pool, &r->slots[a], column);
            if (s) return s;
        }
        tops[a] = (ta_entry){ b, b + t };
    }
    line->top = top;
    if (to == b + 1) { /* line b continues as column b */
        tops[b] = top;
        r->slots[b] = line->slot;
        line->slot.cap = line->slot.depth = 0;
    }
    return TA_OK;
}

/* ---- Creation ---- */

/* t(v) = max{x : f(x) < v} for nondecreasing f, v = 0..domain. */
static void invert_limits(ta_rows *r) {
    uint32_t x = 0;
    for (uint32_t v = 0; v <= r->domain; v++) {
        while (x < r->domain && r->f32[x] < v) x++;
        r->reach[v] = x;
    }
}

ta_status ta_rows_create_stack(ta_rows *r) {
    r->reach = ta_alloc(&r->allocator, (size_t)r->domain + 1, sizeof *r->reach);
    /* Align each slot to a cache line. */
    r->slots_block = ta_alloc(&r->allocator, (size_t)r->width + 2, sizeof *r->slots);
    r->tops = ta_alloc(&r->allocator, (size_t)r->width + 1, sizeof *r->tops);
    if (!r->reach || !r->slots_block || !r->tops) return TA_ENOMEM;
    uintptr_t address = (uintptr_t)r->slots_block;
    r->slots = (ta_slot *)(void *)((char *)r->slots_block + (64 - address % 64) % 64);
    invert_limits(r);
    return TA_OK;
}

void ta_rows_clear_stack(ta_rows *r) {
    const ta_allocator *allocator = &r->allocator;
    for (ta_chunk *chunk = r->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        ta_free(allocator, chunk, 1, sizeof *chunk + chunk->entries * sizeof *chunk->entry);
    }
    ta_free(allocator, r->slots_block, (size_t)r->width + 2, sizeof *r->slots);
    ta_free(allocator, r->tops, (size_t)r->width + 1, sizeof *r->tops);
    ta_free(allocator, r->reach, (size_t)r->domain + 1, sizeof *r->reach);
}

/* ---- Invariants ---- */

/* The latest entry is on top. Each entry reaches less far than the one below. */
static const char *check_slot(const ta_slot *slot, ta_entry top, uint32_t next) {
    const ta_entry *e = slot->cap ? slot->heap : slot->inside;
    if (slot->depth > (slot->cap ? slot->cap : TA_SLOT_INSIDE)) return "rows: a stack overflows";
    if (top.reach && (top.reach <= top.at || top.at >= next)) return "rows: a top of the future";
    for (uint32_t i = 0; i < slot->depth; i++) {
        if (e[i].reach <= e[i].at) return "rows: an entry that reaches nothing";
        if (i > 0 && (e[i].at <= e[i - 1].at || e[i].reach >= e[i - 1].reach))
            return "rows: a stack out of order";
        if (top.reach && e[i].at >= top.at) return "rows: an entry later than the top";
    }
    return NULL;
}

const char *ta_rows_check_stack(const ta_rows *r) {
    size_t lines = r->next <= r->width ? r->next : (size_t)r->width + 1;
    size_t step = ta_check_step(lines), i;
    for (i = step > 1 ? r->next % step : 0; i < lines; i += step) {
        const char *broken = check_slot(&r->slots[i], r->tops[i], r->next);
        if (broken) return broken;
    }
    step = ta_check_step(r->domain);
    for (i = step; i <= r->domain; i += step) {
        if (r->reach[i] < r->reach[i - step]) return "rows: a reach that falls";
        if (r->reach[i] > r->domain) return "rows: a reach past the domain";
    }
    return NULL;
}
