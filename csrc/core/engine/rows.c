/*
** rows.c - rows of positions in a box, folded without a rule call for each.
**
** In a box the id is a sum of multiples of the components. Where components are start + t each +
** i step, so are ids: a record becomes five numbers. All of it lies in the box when its corners
** do, the least and the greatest t and i: components are linear in both.
*/
#include "rows.h"

#include "base/mem.h"

/* Do start + t each + i step lie between lo and hi at the corners? */
static int inside(int64_t start, int64_t each, int64_t step, int64_t t, const int64_t turns[2],
                  int64_t lo, int64_t hi) {
    for (int k = 0; k < 2; k++) {
        int64_t first = start + (k ? t * each : 0), last;
        if (first < lo || first > hi) return 0;
        if (__builtin_mul_overflow(step, turns[k], &last)) return 0;
        if (__builtin_add_overflow(last, first, &last)) return 0;
        if (last < lo || last > hi) return 0;
    }
    return 1;
}

static int read_item(const ta_posmap *m, const int64_t *word, int64_t last, ta_row_item *to) {
    size_t size = (size_t)word[0];
    const int64_t *start = word + 3, *each = start + size, *step = each + size;
    const int64_t turns[2] = { word[1], word[1] + last * word[2] };
    ta_row_item item = { 0, 0, 0, word[1], word[2] };
    if (size != m->arity) return 0;
    for (size_t i = 0; i < size; i++) {
        int64_t stride = (int64_t)m->stride[i];
        if (!inside(start[i], each[i], step[i], last, turns, m->lo[i], m->hi[i])) return 0;
        item.id += (start[i] - m->lo[i]) * stride;
        item.by += each[i] * stride;
        if (turns[0] || turns[1]) item.step += step[i] * stride; /* else it may be anything */
    }
    *to = item;
    return 1;
}

ta_status ta_row_read(ta_row *row, const ta_allocator *a, const ta_posmap *m, int64_t positions,
                      const int64_t *words, size_t used, int *boxed) {
    row->count = 0;
    row->same = 1;
    row->cell = 0;
    for (size_t at = 0; at < used; at += 3 + 3 * (size_t)words[at]) {
        if (row->count == row->cap) {
            ta_status s =
                ta_reserve(a, (void **)&row->item, &row->cap, row->count + 1, sizeof *row->item);
            if (s) return s;
        }
        ta_row_item *item = &row->item[row->count++];
        *boxed = read_item(m, words + at, positions - 1, item);
        if (!*boxed) return TA_OK;
        row->same &= item->by == 0 && item->more == 0;
    }
    *boxed = 1;
    return TA_OK;
}

void ta_row_clear(ta_row *row, const ta_allocator *a) {
    ta_free(a, row->item, row->cap, sizeof *row->item);
}

ta_status ta_row_cell(ta_row *row, const ta_allocator *a, ta_cells *fold, int64_t t, int misere,
                      uint32_t *cell) {
    *cell = row->cell;
    if (*cell) return TA_OK;
    ta_status s = ta_cells_begin(fold, a);
    if (s) return s;
    for (size_t k = 0; k < row->count; k++) {
        const ta_row_item *item = &row->item[k];
        uint32_t id = (uint32_t)(item->id + t * item->by);
        int64_t turns = item->turns + t * item->more;
        ta_folded folded = turns == 0 ? ta_cells_one(fold, id)
                                      : ta_cells_run(fold, id, (uint32_t)item->step,
                                                     (size_t)turns + 1);
        if (folded == FOLDED_UNKNOWN) return TA_OK;
        if (folded == FOLDED_ENOUGH) break;
    }
    *cell = ta_cells_end(fold, row->count, misere);
    if (row->same) row->cell = *cell;
    return TA_OK;
}
