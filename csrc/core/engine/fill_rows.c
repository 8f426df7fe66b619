/*
** fill_rows.c - solves a box by rows: batches of slabs, by several threads (wavefront.h).
**
** All threads compute a batch's answers in separate memory. The data are written when the batch is
** done, and only read until then. The first batches are small, so that their answers serve, and are
** reported, soon. Each batch may be three times as large as all before it, as long as batches take
** little time.
**
** A slab ends where an answer does not fit. Slabs before it are written. Positions from its start
** on are solved one by one, which reports the fault. So answers and failures are those of one
** thread.
**
** Why it is right: see wavefront.h. All ids here are places, and each option of an accepted row has a
** smaller place.
*/
#include "base/mem.h"
#include "base/poll.h"
#include "fill_int.h"

#define PIECE_MOST 65536 /* places of a row that no slab contains */
#define BATCH_FIRST 4096  /* places */
#define BATCH_LONG 0.1    /* seconds */

static const fill_kind *kind_of(const fill *w) {
    return w->f->what == TA_ASK_NIM_VALUE ? &ta_fill_values : &ta_fill_bits;
}

ta_status ta_fill_rows_room(fill *w, ta_call *call) {
    const ta_allocator *a = &w->s->allocator;
    const fill_kind *kind = kind_of(w);
    double seconds = (w->f->what == TA_ASK_NIM_VALUE ? 4e-8 : 5e-9) * (double)w->count;
    ta_status st = ta_team_open(&w->team, a, call, ta_threads(call, seconds));
    if (st) return w->team.threads = 0, st;
    st = kind->room(w);
    if (st) return st;
    w->first = (int64_t)w->place;
    w->wave.most = w->room < BATCH_FIRST ? w->room : BATCH_FIRST;
    w->wave.run = kind->run;
    w->wave.ctx = w;
    w->wave.total = (double)w->count;
    return TA_OK;
}

void ta_fill_rows_clear(fill *w) {
    if (!w->team.threads) return;
    kind_of(w)->clear(w);
    ta_wave_close(&w->wave, &w->s->allocator);
    ta_team_close(&w->team);
}

/* Collect slabs from w->place on, for several threads or for one; else a piece of a row. */
static ta_status collect(fill *w, ta_call *call, const ta_wave_box *box) {
    const ta_filling *f = w->f;
    ta_wave *v = &w->wave;
    int64_t left = f->to[f->size - 1] - w->at[f->size - 1] + 1, most = v->most,
            unknown = (int64_t)(w->until - w->place);
    ta_status st = TA_OK;
    v->count = 0;
    if (unknown < left) left = unknown;
    if (left < FILL_ROW_LEAST) return TA_OK;
    if (unknown < most) v->most = unknown;
    for (unsigned n = v->team->threads; !st && n > 0 && v->count == 0; n = n > 1)
        st = ta_wave_collect(v, w->s, call, box, w->at, n);
    v->most = most;
    if (!st && v->count == 0) st = ta_wave_one(v, w->s, call, box, w->at, left < PIECE_MOST ? left : PIECE_MOST);
    return st;
}

/* Most places of the next batch, after one that took `seconds`. */
static int64_t next_most(const fill *w, double seconds) {
    int64_t most = w->wave.most, solved = (int64_t)w->place - w->first;
    if (seconds > BATCH_LONG) return seconds > 8 * BATCH_LONG && most > BATCH_FIRST ? most / 4 : most;
    most = solved > w->room / 3 ? w->room : 3 * solved;
    return most < w->wave.most ? w->wave.most : most;
}

ta_status ta_fill_rows(fill *w, ta_call *call, int *went) {
    const ta_filling *f = w->f;
    const fill_kind *kind = kind_of(w);
    const ta_wave_box box = { f->from, f->to, { f->size, f->from, f->to, w->stride, 0 }, 0 };
    ta_wave *v = &w->wave;
    size_t slabs = 0;
    double began = ta_seconds();
    ta_status st = collect(w, call, &box);
    size_t had = v->count;
    w->base = (int64_t)w->place;
    v->at = (double)w->place;
    if (!st) st = kind->ready(w);
    if (!st) st = v->threads > 1 ? ta_wave_run(v) : ta_wave_alone(v, call);
    if (st) return st;
    while (slabs < v->count && v->done[slabs].reached == v->n) slabs++;
    kind->write(w, slabs, had);
    w->place += slabs * (uint64_t)v->n;
    *went = slabs > 0;
    if (*went) v->most = next_most(w, ta_seconds() - began);
    fill_backoff(w, slabs > 0 && slabs == v->count);
    return TA_OK;
}
