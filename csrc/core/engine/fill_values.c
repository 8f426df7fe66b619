/*
** fill_values.c - rows of places solved together: nim values, by several threads (wave.h).
**
** A batch is some slabs. Their values are worked out by all, and written when the batch is done: the data are only read
** meanwhile. A slab ends at a
** value that does not fit; slabs before it are written, and the positions from its start on are solved one by one, which says
** what is wrong. The values are those of one thread, and so is what fails.
**
** Why it is right: see wave.h; all ids here are places, and each option of a row that is added has a smaller place.
*/
#include "base/mem.h"
#include "base/poll.h"
#include "fill_int.h"

#define VALUES_MOST 1048576 /* of a batch */

/* ---- Values ---- */

static inline uint32_t value_of(const fill *w, int64_t place) {
    if (place < w->base) return ta_answer_get(w->f->data, w->f->bits, (uint64_t)place);
    return w->value[place - w->base];
}

/* A position may have as many options as there are places before it, so each is counted. */
static ta_status fill_tile(void *ctx, ta_call *call, size_t slab, ta_wave_piece *piece,
                           int64_t from, int64_t to, unsigned thread, int64_t *done) {
    fill *w = ctx;
    const ta_row *r = &piece->row;
    uint16_t *out = w->value + (piece->id - w->base);
    fill_seen *seen = &w->marks[thread];
    ta_status st = TA_OK;
    (void)slab;
    *done = from;
    for (int64_t t = from; !st && t < to; t++) {
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
        if (v >> w->f->bits != 0) return TA_OK;
        out[t] = (uint16_t)v;
        *done = t + 1;
        st = ta_poll(call, (uint32_t)(looked / 8 + 1), w->wave.at, w->wave.total);
    }
    return st;
}

/* ---- Room ---- */

ta_status ta_fill_values_room(fill *w) {
    const ta_allocator *a = &w->s->allocator;
    w->value_cap = w->count < VALUES_MOST ? (size_t)w->count : VALUES_MOST;
    w->value = ta_alloc(a, w->value_cap, sizeof *w->value);
    if (!w->value) return TA_ENOMEM;
    ta_status st = ta_wave_open(&w->wave, a, &w->team, (int64_t)w->value_cap);
    if (st) return st;
    w->wave.run = fill_tile;
    w->wave.ctx = w;
    w->wave.total = (double)w->count;
    w->marks = ta_alloc(a, w->team.threads, sizeof *w->marks);
    if (!w->marks) return TA_ENOMEM;
    for (unsigned k = 0; k < w->team.threads; k++) {
        w->marks[k].at = ta_alloc(a, w->seen_cap, sizeof *w->marks[k].at);
        if (!w->marks[k].at) return TA_ENOMEM;
    }
    return TA_OK;
}

void ta_fill_values_clear(fill *w) {
    const ta_allocator *a = &w->s->allocator;
    for (unsigned k = 0; w->marks && k < w->team.threads; k++)
        ta_free(a, w->marks[k].at, w->seen_cap, sizeof *w->marks[k].at);
    ta_free(a, w->marks, w->team.threads, sizeof *w->marks);
    ta_wave_close(&w->wave, a);
    ta_free(a, w->value, w->value_cap, sizeof *w->value);
}

/* ---- A batch ---- */

/* Slabs from w->place on into the wave, of several threads or of one; else a piece of a row. */
static ta_status collect(fill *w, ta_call *call, const ta_wave_box *box) {
    const ta_filling *f = w->f;
    ta_wave *v = &w->wave;
    int64_t left = f->to[f->size - 1] - w->at[f->size - 1] + 1;
    ta_status st = TA_OK;
    v->count = 0;
    if (left < FILL_ROW_LEAST) return TA_OK;
    for (unsigned n = v->team->threads; !st && n > 0 && v->count == 0; n = n > 1)
        st = ta_wave_collect(v, w->s, call, box, w->at, n);
    if (!st && v->count == 0)
        st = ta_wave_one(v, w->s, call, box, w->at, left < FILL_CELLS ? left : FILL_CELLS);
    return st;
}

ta_status ta_fill_values(fill *w, ta_call *call, int *went) {
    const ta_filling *f = w->f;
    const ta_wave_box box = { f->from, f->to, { f->size, f->from, f->to, w->stride, 0 }, 0 };
    ta_wave *v = &w->wave;
    size_t slabs = 0;
    ta_status st = collect(w, call, &box);
    w->base = (int64_t)w->place;
    v->at = (double)w->place;
    if (!st) st = v->threads > 1 ? ta_wave_run(v) : ta_wave_alone(v, call);
    if (st) return st;
    while (slabs < v->count && v->done[slabs].reached == v->n) slabs++;
    for (int64_t t = 0; t < (int64_t)slabs * v->n; t++)
        ta_answer_put(f->data, f->bits, w->place + (uint64_t)t, w->value[t]);
    w->place += slabs * (uint64_t)v->n;
    *went = slabs > 0;
    fill_told(w, slabs > 0 && slabs == v->count);
    return TA_OK;
}
