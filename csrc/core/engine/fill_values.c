/*
** fill_values.c - solves rows of nim values together (fill_rows.c).
**
** A batch holds 16 bits a value, one slab after another. A slab ends at a value that does not fit.
*/
#include "base/mem.h"
#include "base/poll.h"
#include "fill_int.h"

#define VALUES_MOST 1048576 /* values of a batch */

/* ---- Values ---- */

static inline uint32_t value_of(const fill *w, int64_t place) {
    if (place < w->base) return ta_answer_get(w->f->data, w->f->bits, (uint64_t)place);
    return w->value[place - w->base];
}

/* A position may have an option at every earlier place, so each option counts for the poll. */
static ta_status run(void *ctx, ta_call *call, size_t slab, ta_wave_piece *piece,
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

/* ---- Memory ---- */

static ta_status room(fill *w) {
    const ta_allocator *a = &w->s->allocator;
    w->value_cap = w->count < VALUES_MOST ? (size_t)w->count : VALUES_MOST;
    w->room = (int64_t)w->value_cap;
    w->value = ta_alloc(a, w->value_cap, sizeof *w->value);
    w->marks = ta_alloc(a, w->team.threads, sizeof *w->marks);
    if (!w->value || !w->marks) return TA_ENOMEM;
    for (unsigned k = 0; k < w->team.threads; k++) {
        w->marks[k].at = ta_alloc(a, w->seen_cap, sizeof *w->marks[k].at);
        if (!w->marks[k].at) return TA_ENOMEM;
    }
    return ta_wave_open(&w->wave, a, &w->team, w->room, 1);
}

static void clear(fill *w) {
    const ta_allocator *a = &w->s->allocator;
    for (unsigned k = 0; w->marks && k < w->team.threads; k++)
        ta_free(a, w->marks[k].at, w->seen_cap, sizeof *w->marks[k].at);
    ta_free(a, w->marks, w->team.threads, sizeof *w->marks);
    ta_free(a, w->value, w->value_cap, sizeof *w->value);
}

/* ---- A batch ---- */

static ta_status ready(fill *w) {
    (void)w;
    return TA_OK;
}

static void write(fill *w, size_t slabs, size_t had) {
    const ta_filling *f = w->f;
    (void)had;
    for (int64_t t = 0; t < (int64_t)slabs * w->wave.n; t++)
        ta_answer_put(f->data, f->bits, w->place + (uint64_t)t, w->value[t]);
}

const fill_kind ta_fill_values = { room, clear, ready, write, run };
