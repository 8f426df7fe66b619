/*
** fill_rows.c - a box solved by rows: batches of slabs, by several threads (wave.h).
**
** A batch's answers are worked out by all threads in memory of their own, and written when it is done: the data are only read
** meanwhile. The first batches are small, so that what is learned in one serves soon, and what is solved is soon
** told; each may be three times all before, as long as they take no time to speak of.
**
** A slab goes no further where an answer does not fit; slabs before it are written, and the positions from its start on are
** solved one by one, which says what is wrong. The answers are those of one thread, and so is what fails.
**
** Why it is right: see wave.h; all ids here are places, and each option of a row that is added has a smaller place.
*/
#include "base/mem.h"
#include "base/poll.h"
#include "fill_int.h"

#define PIECE_MOST 65536 /* places of a row that no slab is made of */
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

/* Slabs from w->place on into the wave, of several threads or of one; else a piece of a row. */
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

/* How many places the next batch may have, after one that took so many seconds. */
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
    fill_told(w, slabs > 0 && slabs == v->count);
    return TA_OK;
}
