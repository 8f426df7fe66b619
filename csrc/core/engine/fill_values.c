/*
** fill_values.c - rows of places solved together: nim values, by several threads (wave.h).
**
** A batch is some rows, each with what its positions name; the rule is asked for them by the calling thread, then
** their values are worked out by all, and written when the batch is done: the data are only read meanwhile. A row ends at a
** value that does not fit; rows before it are written, and the positions from its start on are solved one by one, which says
** what is wrong. The values are those of one thread, and so is what fails.
**
** Why it is right: see wave.h; all ids here are places, and each option of a row that is added has a smaller place.
*/
#include "base/mem.h"
#include "base/poll.h"
#include "fill_int.h"

/* ---- Values ---- */

static inline uint32_t value_of(const fill *w, int64_t place) {
    if (place < w->base) return ta_answer_get(w->f->data, w->f->bits, (uint64_t)place);
    return w->value[place - w->base];
}

/* A position may have as many options as there are places before it, so each is counted. */
static ta_status fill_tile(void *ctx, ta_call *call, size_t row, ta_wave_piece *piece,
                           int64_t from, int64_t to, unsigned thread, int *ended) {
    fill *w = ctx;
    const ta_row *r = &piece->row;
    uint16_t *out = w->value + (int64_t)row * w->n;
    fill_seen *seen = &w->marks[thread];
    ta_status st = TA_OK;
    for (int64_t t = from - piece->at; !st && t < to - piece->at; t++) {
        int64_t looked = 0;
        fill_forget(seen, w->seen_cap);
        for (size_t k = 0; k < r->count; k++) {
            const ta_row_item *item = &r->item[k];
            if (item->from > t) continue;
            int64_t place = item->id + t * item->by;
            int64_t count = item->turns + t * item->more + 1;
            looked += count;
            for (int64_t i = 0; i < count; i++, place += item->step)
                seen->at[value_of(w, place)] = seen->stamp;
        }
        uint32_t v = fill_mex(seen, w->seen_cap);
        *ended = v >> w->f->bits != 0;
        if (*ended) return TA_OK;
        out[piece->at + t] = (uint16_t)v;
        w->filled[row] = piece->at + t + 1;
        st = ta_poll(call, (uint32_t)(looked / 8 + 1), w->wave.at, w->wave.total);
    }
    return st;
}

/* ---- Room ---- */

ta_status ta_fill_values_room(fill *w, ta_call *call) {
    const ta_allocator *a = &w->s->allocator;
    w->value = ta_alloc(a, FILL_CELLS, sizeof *w->value);
    w->filled = ta_alloc(a, WAVE_ROWS, sizeof *w->filled);
    if (!w->value || !w->filled) return TA_ENOMEM;
    ta_status st = ta_wave_open(&w->wave, a, call, ta_threads(call, 4e-8 * (double)w->count));
    if (st) return st;
    w->wave.run = fill_tile;
    w->wave.ctx = w;
    w->wave.total = (double)w->count;
    w->marks = ta_alloc(a, w->wave.team.threads, sizeof *w->marks);
    if (!w->marks) return TA_ENOMEM;
    for (unsigned k = 0; k < w->wave.team.threads; k++) {
        w->marks[k].at = ta_alloc(a, w->seen_cap, sizeof *w->marks[k].at);
        if (!w->marks[k].at) return TA_ENOMEM;
    }
    return TA_OK;
}

void ta_fill_values_clear(fill *w) {
    const ta_allocator *a = &w->s->allocator;
    for (unsigned k = 0; w->marks && k < w->wave.team.threads; k++)
        ta_free(a, w->marks[k].at, w->seen_cap, sizeof *w->marks[k].at);
    ta_free(a, w->marks, w->wave.team.threads, sizeof *w->marks);
    ta_wave_close(&w->wave, a);
    ta_free(a, w->value, FILL_CELLS, sizeof *w->value);
    ta_free(a, w->filled, WAVE_ROWS, sizeof *w->filled);
}

/* ---- A batch ---- */

/* To the start of the row that comes `rows` later, which end with this coordinate at the latest; 0: there is none. */
static int further(const ta_filling *f, int64_t *at, int64_t rows) {
    size_t i = f->size - 2;
    for (at[i] += rows; at[i] > f->to[i]; at[i]++) {
        at[i] = f->from[i];
        if (i-- == 0) return 0;
    }
    return 1;
}

/* A piece of a row from w->place on. */
static ta_status collect_piece(fill *w, ta_call *call, const ta_row_box *box, int64_t most) {
    ta_solver *s = w->s;
    ta_position p = { w->at, NULL, w->f->size };
    const int64_t *words;
    size_t used;
    int64_t rows = 1;
    int boxed;
    w->n = s->row_rule(s->rules.ctx, call, &p, most, &rows, &words, &used);
    if (w->n == 0) return TA_OK;
    ta_wave_begin(&w->wave, w->n);
    ta_row *row = &w->wave.piece[0].row;
    ta_status st = ta_row_read(row, &s->allocator, box, w->n, &rows, words, used, &boxed);
    if (!st && boxed) ta_wave_single(&w->wave, w->base);
    return st;
}

/* Rows from w->place on into the wave: as many whole ones as there is room for and as can be told, or a piece of one. */
static ta_status collect(fill *w, ta_call *call) {
    const ta_filling *f = w->f;
    size_t last = f->size - 1;
    int64_t at[TA_COMPONENTS], left = f->to[last] - w->at[last] + 1;
    int64_t most = left < FILL_CELLS ? left : FILL_CELLS;
    int whole = last > 0 && w->at[last] == f->from[last] && most == left;
    const ta_row_box box = { f->size, f->from, f->to, w->stride, w->at[last] };
    ta_status st = TA_OK;
    memcpy(at, w->at, f->size * sizeof *at);
    w->base = (int64_t)w->place;
    ta_wave_begin(&w->wave, w->n = most);
    if (most < FILL_ROW_LEAST) return TA_OK;
    for (int64_t place = w->base; whole && w->wave.count < w->wave.most;) {
        int64_t rows = f->to[last - 1] - at[last - 1] + 1;
        st = ta_wave_ask(&w->wave, w->s, call, &box, at, place, most, &rows);
        if (st || rows == 0 || !further(f, at, rows)) break;
        place += rows * most;
    }
    return st || w->wave.count > 0 ? st : collect_piece(w, call, &box, most);
}

/* By one thread: the rows of which each needs all of the one before, or one row. */
static ta_status alone(fill *w, ta_call *call) {
    ta_status st = TA_OK;
    int ended = 0;
    for (size_t row = 0; !st && !ended && row < w->wave.count; row++)
        st = ta_wave_tile(&w->wave, call, row, 0, w->n, 0, &ended);
    return st;
}

ta_status ta_fill_values(fill *w, ta_call *call, int *went) {
    const ta_filling *f = w->f;
    ta_status st = collect(w, call);
    if (st) return st;
    size_t count = w->wave.count, rows = 0;
    w->wave.at = (double)w->place;
    for (size_t k = 0; k < count; k++) w->filled[k] = 0;
    if (w->wave.team.threads > 1 && w->n >= WAVE_LEAST && ta_wave_worth(&w->wave))
        st = ta_wave_run(&w->wave);
    else st = alone(w, call);
    if (st) return st;
    while (rows < count && w->filled[rows] == w->n) rows++;
    for (int64_t t = 0; t < (int64_t)rows * w->n; t++)
        ta_answer_put(f->data, f->bits, w->place + (uint64_t)t, w->value[t]);
    w->place += rows * (uint64_t)w->n;
    *went = rows > 0;
    fill_told(w, rows > 0 && rows == count);
    return TA_OK;
}
