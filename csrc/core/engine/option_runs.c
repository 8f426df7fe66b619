/*
** option_runs.c - folds rows of positions in a box without a rule call for each.
**
** In a box an id is a linear form in the components. If components are start + t * each + i * step
** + u * up, ids have the same form: a record becomes a few numbers. All its options lie in the box
** when its corners do, at the least and the greatest t, i and u: components are linear in each. One
** reading of a row's records serves all rows that they hold for.
**
** If options depend on t only through the first t that has them, a position has the options of the
** previous one and some more. Those are folded on top, so a row of n positions with n options each
** costs n, not n^2.
*/
#include <stdlib.h>
#include <string.h>

#include "option_runs.h"

#include "base/mem.h"

/* Does first + i step lie between lo and hi for i = 0 and i = turns? */
static inline int within(int64_t first, int64_t step, int64_t turns, int64_t lo, int64_t hi) {
    int64_t last = first;
    if (first < lo || first > hi) return 0;
    if (turns == 0) return 1;
    if (__builtin_mul_overflow(step, turns, &last)) return 0;
    if (__builtin_add_overflow(last, first, &last)) return 0;
    return last >= lo && last <= hi;
}

/* A component of the options of a record: at + t * each + k * step. k goes up to `turns` at t =
** from, and up to `most` at t = last. */
typedef struct part {
    int64_t each, step, from, last, turns, most, lo, hi;
} part;

/* Does it lie in the box for all t up to the last? */
static inline int inside(const part *c, int64_t at) {
    if (!within(at + c->from * c->each, c->step, c->turns, c->lo, c->hi)) return 0;
    return (!c->each && c->turns == c->most) ||
           within(at + c->last * c->each, c->step, c->most, c->lo, c->hi);
}

static int read_item(const ta_row_box *m, const int64_t *word, int64_t last, int64_t *rows,
                     ta_row_item *to) {
    size_t size = (size_t)word[0];
    const int64_t *start = word + 4, *each = start + size, *step = each + size, *up = step + size;
    int64_t from = word[1], turns = word[2] + from * word[3], most = word[2] + last * word[3];
    ta_row_item item = { from, 0, 0, 0, word[2], word[3], 0 };
    if (size != m->size) return 0;
    for (size_t i = 0; i < size; i++) {
        int64_t stride = (int64_t)m->stride[i];
        const part c = { each[i], step[i], from, last, turns, most, m->lo[i], m->hi[i] };
        if (!inside(&c, start[i])) return 0;
        if (*rows > 1 && up[i] && !inside(&c, start[i] + (*rows - 1) * up[i])) *rows = 1;
        item.id += (start[i] - m->lo[i]) * stride;
        item.by += each[i] * stride;
        if (turns || most) item.step += step[i] * stride; /* else step is undefined */
        item.up += up[i] * stride;
    }
    *to = item;
    return 1;
}

static int by_start(const void *a, const void *b) {
    const ta_row_item *x = a, *y = b;
    return (x->from > y->from) - (x->from < y->from);
}

/* Split the items into runs ordered by `from`, as they are or after sorting. */
static void find_runs(ta_row *row) {
    row->runs = 0;
    for (size_t k = row->moving; k < row->count; k++) {
        if (k > row->moving && row->item[k - 1].from <= row->item[k].from) continue;
        if (row->runs == TA_ROW_RUNS) {
            qsort(row->item + row->moving, row->count - row->moving, sizeof *row->item, by_start);
            row->runs = 1;
            break;
        }
        if (row->runs > 0) row->end[row->runs - 1] = (uint32_t)k;
        row->next[row->runs++] = (uint32_t)k;
    }
    if (row->runs > 0) row->end[row->runs - 1] = (uint32_t)row->count;
}

/* Read the records that grow with t, or the others. */
static ta_status read_some(ta_row *row, const ta_allocator *a, const ta_row_box *box,
                           int64_t positions, int64_t *rows, const int64_t *words, size_t used,
                           int moving, int *boxed) {
    for (size_t at = 0; at < used; at += 4 + 4 * (size_t)words[at]) {
        if (words[at + 1] >= positions) continue; /* the row was cut before it */
        if ((words[at + 3] > 0) != moving) continue;
        if (row->count == row->cap) {
            ta_status s =
                ta_reserve(a, (void **)&row->item, &row->cap, row->count + 1, sizeof *row->item);
            if (s) return s;
        }
        ta_row_item *item = &row->item[row->count++];
        *boxed = read_item(box, words + at, positions - 1, rows, item);
        if (!*boxed) return TA_OK;
        row->growing &= item->by == 0 && item->more >= 0;
        row->single &= item->turns == 0 && item->more == 0 && item->from == 0;
    }
    return TA_OK;
}

ta_status ta_row_read(ta_row *row, const ta_allocator *a, const ta_row_box *box, int64_t positions,
                      int64_t *rows, const int64_t *words, size_t used, int *boxed) {
    row->count = 0;
    row->growing = row->single = *boxed = 1;
    row->cell = 0;
    ta_status s = read_some(row, a, box, positions, rows, words, used, 1, boxed);
    row->moving = row->count;
    if (!s && *boxed) s = read_some(row, a, box, positions, rows, words, used, 0, boxed);
    if (!s && *boxed && row->growing) find_runs(row);
    return s;
}

void ta_row_next(ta_row *row) {
    for (size_t k = 0; k < row->count; k++) row->item[k].id += row->item[k].up;
    for (size_t k = 0, first = row->moving; row->growing && k < row->runs; first = row->end[k++])
        row->next[k] = (uint32_t)first;
    row->cell = 0;
}

ta_status ta_row_copy(ta_row *to, const ta_row *row, const ta_allocator *a) {
    ta_row kept = *to;
    ta_status s = ta_reserve(a, (void **)&kept.item, &kept.cap, row->count, sizeof *kept.item);
    *to = *row;
    to->item = kept.item;
    to->cap = kept.cap;
    if (!s && row->count > 0) memcpy(to->item, row->item, row->count * sizeof *row->item);
    return s;
}

/* ta_row_lead for one record. All is linear: an extreme t decides; positive steps add to it. */
static int64_t lead_of(const ta_row_box *m, const int64_t *at, const int64_t *word, int64_t last,
                       int64_t rows, size_t level) {
    size_t size = m->size;
    const int64_t *start = word + 4, *each = start + size, *step = each + size, *up = step + size;
    int64_t from = word[1], turns = word[2] + from * word[3], most = word[2] + last * word[3];
    int64_t first = -from, end = -last, by_step = 0, by_up = 0;
    for (size_t k = size - level; k < size; k++) {
        int64_t stride = (int64_t)m->stride[k];
        first += (start[k] + from * each[k] - at[k]) * stride; /* each t adds 1 to its id: the last
                                                               ** stride is 1 */
        end += (start[k] + last * each[k] - at[k]) * stride;
        if (turns || most) by_step += step[k] * stride; /* else step is undefined */
        if (rows > 1) by_up += (up[k] - (k + 2 == size)) * stride;
    }
    if (by_step > 0) {
        first += turns * by_step;
        end += most * by_step;
    }
    return (first > end ? first : end) + (by_up > 0 ? (rows - 1) * by_up : 0);
}

int64_t ta_row_lead(const ta_row_box *box, const int64_t *at, const int64_t *words, size_t used,
                    int64_t positions, int64_t rows, size_t level) {
    int64_t most = 0;
    for (size_t k = 0; k < used; k += 4 + 4 * (size_t)words[k]) {
        if (words[k + 1] >= positions) continue;
        int64_t lead = lead_of(box, at, words + k, positions - 1, rows, level);
        if (lead > most) most = lead;
    }
    return most;
}

int64_t ta_row_end(const int64_t *words, size_t used, int64_t positions) {
    int64_t most = INT64_MIN;
    for (size_t k = 0; k < used; k += 4 + 4 * (size_t)words[k]) {
        const int64_t *word = words + k, size = word[0];
        for (int corner = 0; corner < 4 && word[1] < positions; corner++) {
            int64_t t = corner & 1 ? positions - 1 : word[1], i = corner & 2 ? word[2] + t * word[3] : 0;
            int64_t last = word[3 + size] + t * word[3 + 2 * size], way = 0;
            if (i && __builtin_mul_overflow(i, word[3 + 3 * size], &way)) return INT64_MAX;
            if (__builtin_add_overflow(last, way, &last)) return INT64_MAX;
            if (last > most) most = last;
        }
    }
    return most;
}

int ta_row_ordered(const ta_row *row, int64_t id, int64_t positions) {
    for (size_t k = 0; k < row->count; k++) {
        const ta_row_item *item = &row->item[k];
        for (int corner = 0; corner < 4; corner++) {
            int64_t t = corner & 1 ? positions - 1 : item->from;
            int64_t i = corner & 2 ? item->turns + t * item->more : 0;
            if (item->id + t * item->by + i * item->step >= id + t) return 0;
        }
    }
    return 1;
}

void ta_row_clear(ta_row *row, const ta_allocator *a) {
    ta_free(a, row->item, row->cap, sizeof *row->item);
}

static ta_folded fold_ids(ta_cells *fold, int64_t id, int64_t step, int64_t count) {
    if (count == 1) return ta_cells_one(fold, (uint32_t)id);
    return ta_cells_run(fold, (uint32_t)id, (uint32_t)step, (size_t)count);
}

/* The cell of position t; 0: known cells do not decide it. */
static uint32_t cell_of(const ta_row *row, ta_cells *fold, int64_t t, int misere) {
    size_t count = 0;
    for (size_t k = 0; k < row->count; k++) {
        const ta_row_item *item = &row->item[k];
        if (item->from > t) continue;
        count++;
        ta_folded folded =
            fold_ids(fold, item->id + t * item->by, item->step, item->turns + t * item->more + 1);
        if (folded == FOLDED_UNKNOWN) return 0;
        if (folded == FOLDED_ENOUGH) break;
    }
    return ta_cells_end(fold, count, misere);
}

/* Fold the options of position t that the previous one lacks. *open: more come. *any: has some. */
static ta_folded grow(ta_row *row, ta_cells *fold, int64_t t, int *open, int *any) {
    ta_folded folded = FOLDED;
    *open = row->moving > 0;
    *any = 0;
    for (size_t k = 0; k < row->moving && folded == FOLDED; k++) {
        const ta_row_item *item = &row->item[k];
        int64_t had = t > item->from ? item->turns + (t - 1) * item->more + 1 : 0;
        if (item->from > t) continue;
        *any = 1;
        folded = fold_ids(fold, item->id + had * item->step, item->step,
                          item->turns + t * item->more + 1 - had);
    }
    for (size_t k = 0, first = row->moving; k < row->runs; first = row->end[k++]) {
        size_t next = row->next[k];
        while (next < row->end[k] && row->item[next].from <= t && folded == FOLDED) {
            const ta_row_item *item = &row->item[next];
            folded = fold_ids(fold, item->id, item->step, item->turns + 1);
            next += folded != FOLDED_UNKNOWN; /* fold it again later */
        }
        row->next[k] = (uint32_t)next;
        *open |= next < row->end[k];
        *any |= next > first;
    }
    return folded;
}

/* The cell of position t of a growing row. The fold holds the options of the previous one. */
static uint32_t grown(ta_row *row, ta_cells *fold, int64_t t, int misere) {
    int open, any;
    ta_folded folded = grow(row, fold, t, &open, &any);
    if (folded == FOLDED_UNKNOWN) return 0;
    uint32_t cell = ta_cells_end(fold, (size_t)any, misere);
    if (folded == FOLDED_ENOUGH || !open) row->cell = cell;
    return cell;
}

/* cell_of where each item is one option and cells are bytes. The compiler knows `kind`. */
static inline uint32_t single_of(const ta_row *row, const uint8_t *cells, int64_t t, int misere,
                                 ta_folding kind) {
    ta_cells fold = { .kind = kind, .low = UINT32_MAX, .least = UINT32_MAX };
    for (size_t k = 0; k < row->count; k++) {
        uint32_t v = cells[row->item[k].id + t * row->item[k].by];
        if (v < DRAWN || (kind == FOLD_NIM && v > 63)) return 0;
        if (kind == FOLD_WINS && v == VALUE) return VALUE + 1;
        if (kind == FOLD_REMOTE) {
            uint32_t even = (v & 1) - 1;
            fold.low = v < fold.low ? v : fold.low;
            fold.least = (v | even) < fold.least ? (v | even) : fold.least;
            fold.most = (v & even) > fold.most ? (v & even) : fold.most;
        } else {
            fold.seen |= (uint64_t)1 << v;
        }
    }
    return ta_cells_end(&fold, row->count, misere);
}

static uint32_t byte_of(const ta_row *row, const uint8_t *cells, int64_t t, int misere,
                        ta_folding kind) {
    if (kind == FOLD_WINS) return single_of(row, cells, t, misere, FOLD_WINS);
    if (kind == FOLD_NIM) return single_of(row, cells, t, misere, FOLD_NIM);
    return single_of(row, cells, t, misere, FOLD_REMOTE);
}

/* Write one byte cell up to the next known cell; returns how many. */
static int64_t fill_same(uint8_t *cells, int64_t most, uint32_t cell) {
    int64_t n = 0;
    uint64_t word = 0;
    for (; n + 8 <= most; n += 8) {
        memcpy(&word, cells + n, 8);
        if (word) break;
    }
    while (n < most && !cells[n]) n++;
    memset(cells, (int)cell, (size_t)n);
    return n;
}

ta_status ta_row_fill(ta_row *row, const ta_allocator *a, ta_cells *fold, ta_column *column,
                      size_t id, int64_t t, int64_t most, int misere, int64_t *filled) {
    uint8_t *bytes = column->width == 1 ? column->data : NULL;
    for (*filled = 0; *filled < most; ++*filled) {
        uint32_t cell = row->cell;
        if (cell && bytes && ta_column_fits(column, cell)) {
            int64_t n = fill_same(bytes + id + *filled, most - *filled, cell);
            column->known += (size_t)n;
            *filled += n;
            break;
        }
        if (ta_column_get(column, id + (size_t)*filled)) break;
        if (!cell && bytes && row->single && !row->growing)
            cell = byte_of(row, bytes, t + *filled, misere, fold->kind);
        if (!cell) {
            int first = !row->growing || t + *filled == 0;
            ta_status s = first ? ta_cells_begin(fold, a) : TA_OK;
            if (s) return s;
            cell = row->growing ? grown(row, fold, t + *filled, misere)
                                : cell_of(row, fold, t + *filled, misere);
        }
        if (!cell || !ta_column_fits(column, cell)) break;
        if (cell == DRAWN) fold->drawn = 1;
        ta_column_put(column, id + (size_t)*filled, cell);
        column->known++;
    }
    return TA_OK;
}
