/*
** walk_order.c - assigns consecutive numbers to positions in post-order, so a visitor sees options as
** numbers.
*/
#include "base/check.h"
#include "base/mem.h"
#include "base/status.h"
#include "solver_int.h"

/* Write the options live[from..to) as numbers, from s->part[*parts] and s->end[*ends] on. */
static void translate(ta_solver *s, size_t from, size_t to, size_t *parts, size_t *ends,
                      ta_options *options) {
    const ta_column *c = &s->map.column[Q_ORDER];
    size_t first = *parts;
    options->part = s->part + first;
    options->end = s->end + *ends;
    options->count = 0;
    options->upper = NULL;
    options->upper_count = 0;
    for (size_t i = from; i < to; i++) {
        uint32_t entry = s->map.live[i], id = entry & TA_ID_MASK;
        ta_assert(id == NO_PARTS || ta_column_get(c, id) >= VALUE); /* options are numbered first */
        if (id != NO_PARTS) s->part[(*parts)++] = ta_column_get(c, id) - VALUE;
        if (!(entry & LAST)) continue;
        s->end[(*ends)++] = *parts - first;
        options->count++;
    }
}

ta_status ta_solver_number(ta_solver *s, ta_call *call, const frame *f, uint32_t *value) {
    size_t entries = f->end - f->first, parts = 0, ends = 0;
    ta_status st =
        ta_reserve(&s->allocator, (void **)&s->part, &s->part_cap, entries, sizeof *s->part);
    if (!st) st = ta_reserve(&s->allocator, (void **)&s->end, &s->end_cap, entries, sizeof *s->end);
    if (st) return st;
    if (s->walked >= TA_ID_MOST)
        return ta_fail(call, TA_ELIMIT, "2^31 positions are numbered; no more can be");
    ta_options left, right;
    translate(s, f->first + 1, f->left_end, &parts, &ends, &left);
    right = left;
    if (s->rules.partizan) translate(s, f->left_end, f->upper, &parts, &ends, &right);
    if (f->upper < f->end) {
        ta_options upper;
        translate(s, f->upper, f->end, &parts, &ends, &upper);
        left.upper = right.upper = upper.part;
        left.upper_count = right.upper_count = upper.end[0];
    }
    int64_t room[TA_COMPONENTS];
    ta_position position;
    ta_posmap_position(&s->map, s->map.live[f->first] & TA_ID_MASK, room, &position);
    st = ta_posmap_widen(&s->map, call, Q_ORDER, s->walked + VALUE);
    if (!st) st = s->visit(s->visit_ctx, call, s->walked, &position, &left, &right);
    if (!st) *value = s->walked++;
    return st;
}
