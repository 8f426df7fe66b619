/*
** sweep_wavefront.c - sweeps slabs of a box by several threads (wavefront.h).
**
** Only cells of these slabs are written, each by one thread, and known cells decide them (option_fold.h).
** A slab ends where ta_row_fill stops: at a cell that is known, needs a search, or does not fit.
** Cells behind that point may be filled already; they are right too, and the sweep meets them as
** known. So the column is the same as with one thread. Failures are the same too: the sweep finds
** them when it goes on one by one in the order of ids. One thread enforces the limit of positions,
** so no wave starts near it. A wave uses the rows of one rule: if the host changes the rule during
** a poll, the next wave sees it.
*/
#include <string.h>

#include "sweep_int.h"

#include "base/mem.h"

#define TRY_EACH 16384 /* positions between two attempts */
#define IDLE_MOST 64
#define CELLS_MOST ((int64_t)1 << 24) /* positions of a phase */

typedef struct wave_thread {
    ta_cells fold;
    ta_marks marks;
    ta_column column; /* the same data; `known` counts this thread's cells */
    char apart[TA_APART]; /* `known` is written at each position */
} wave_thread;

/* ---- In each thread ---- */

static ta_status fill_tile(void *ctx, ta_call *call, size_t slab, ta_wave_piece *piece,
                           int64_t from, int64_t to, unsigned thread, int64_t *done) {
    sweep *w = ctx;
    const ta_solver *s = w->s;
    wave_thread *x = &w->thread[thread];
    ta_status st = TA_OK;
    (void)slab;
    *done = from;
    for (int64_t most, filled; !st && *done < to; *done += filled) {
        most = piece->row.single || piece->row.growing ? 256 : 64;
        if (most > to - *done) most = to - *done;
        st = ta_row_fill(&piece->row, &s->allocator, &x->fold, &x->column,
                         (size_t)(piece->id + *done), *done, most, sweep_misere(w), &filled);
        if (st) break;
        if (s->deadline > 0) st = ta_solver_late(s, call, w->s->map.column[w->q].known);
        if (!st) st = ta_poll(call, (uint32_t)most * (TICKS + 1), w->wave.at, w->s->goal);
        if (filled < most) return *done += filled, st;
    }
    return st;
}

/* ---- The rows ---- */

static int unknown(void *ctx, int64_t id) {
    const sweep *w = ctx;
    return !ta_column_get(&w->s->map.column[w->q], (size_t)id);
}

/* ---- The threads ---- */

/* The number of threads worth starting for the remaining positions, from the time so far. */
static unsigned wanted(const sweep *w, const ta_call *call) {
    const ta_solver *s = w->s;
    if (call->threads) return call->threads;
    double seconds = s->done < TRY_EACH ? 0 : (ta_seconds() - w->began) / s->done;
    return ta_threads(call, seconds * (s->goal - s->done));
}

static ta_status open_waves(sweep *w, unsigned threads) {
    ta_wave *v = &w->wave;
    w->team.threads = threads;
    w->open = 1;
    v->run = fill_tile;
    v->open = unknown;
    v->ctx = w;
    v->total = w->s->goal;
    return ta_wave_open(v, &w->s->allocator, &w->team, CELLS_MOST, 1);
}

/* Start the team only when there are slabs for it. */
static ta_status open_team(sweep *w, ta_call *call) {
    const ta_allocator *a = &w->s->allocator;
    ta_status st = ta_team_open(&w->team, a, call, w->team.threads);
    if (st) return st;
    w->thread = ta_alloc(a, w->team.threads, sizeof *w->thread);
    if (w->thread) return TA_OK;
    ta_team_close(&w->team);
    return TA_ENOMEM;
}

void ta_sweep_wave_clear(sweep *w) {
    const ta_allocator *a = &w->s->allocator;
    ta_wave_close(&w->wave, a);
    if (!w->thread) return;
    for (unsigned k = 0; k < w->team.threads; k++) ta_marks_clear(&w->thread[k].marks, a);
    ta_free(a, w->thread, w->team.threads, sizeof *w->thread);
    ta_team_close(&w->team);
}

/* Prepare each thread's state and marks: the threads themselves allocate nothing. */
static ta_status ready_threads(sweep *w) {
    const ta_column *c = &w->s->map.column[w->q];
    for (unsigned k = 0; k < w->team.threads; k++) {
        wave_thread *x = &w->thread[k];
        x->column = *c;
        x->column.known = 0;
        x->fold.kind = w->fold.kind;
        x->fold.column = &x->column;
        x->fold.marks = &x->marks;
        x->fold.drawn = 0;
        ta_status st = w->fold.kind == FOLD_NIM ? ta_cells_room(&x->fold, &w->s->allocator) : TA_OK;
        if (st) return st;
    }
    return TA_OK;
}

static void gather(sweep *w) {
    ta_solver *s = w->s;
    for (unsigned k = 0; k < w->team.threads; k++) {
        const wave_thread *x = &w->thread[k];
        s->map.column[w->q].known += x->column.known;
        s->rule_calls += (int64_t)x->column.known;
        if (x->fold.drawn) s->drawn[w->q] = 1;
    }
}

/* ---- All of it ---- */

/* Can slabs start here? A column of 4 bytes would need too many marks for each thread. */
static int may(sweep *w, const int64_t *from) {
    const ta_solver *s = w->s;
    const ta_column *c = &s->map.column[w->q];
    if (w->at[w->size - 1] != from[w->size - 1]) return 0;
    if (w->idle > 0) return w->idle--, 0;
    return s->done >= w->next && (c->width < 4 || w->fold.kind != FOLD_NIM);
}

static int boxed(const sweep *w, const int64_t *at) {
    const ta_position p = { at, NULL, w->size };
    uint32_t id;
    return ta_posmap_boxed(&w->s->map, &p, &id);
}

/* Is the limit of positions further away than these slabs? */
static int room_for(const sweep *w) {
    const ta_solver *s = w->s;
    int64_t left = s->limits.positions - (int64_t)s->map.column[w->q].known;
    const ta_wave *v = &w->wave;
    return s->limits.positions <= 0 || left > (int64_t)v->count * v->cells;
}

static void in_vain(sweep *w) {
    w->vain = w->vain < IDLE_MOST ? 2 * w->vain + 1 : IDLE_MOST;
    w->idle = w->vain;
}

/* Move w->at to the first unsolved position of the slabs (0), or to their last one (1: all
** solved). */
static int go_on(sweep *w) {
    const ta_wave *v = &w->wave;
    const ta_wave_box *b = &v->box;
    size_t slab = 0, first = w->size - v->level;
    while (slab + 1 < v->count && v->done[slab].reached == v->n) slab++;
    int64_t at = v->done[slab].reached;
    int all = at == v->n;
    ta_wave_further(b, v->level, w->at, (int64_t)slab);
    for (size_t i = first; i < w->size; i++) {
        w->at[i] = all ? b->to[i] : b->from[i] + at / (int64_t)b->ids.stride[i];
        at %= (int64_t)b->ids.stride[i];
    }
    w->placed = 0;
    w->s->done = (double)ta_sweep_number(w, b->from, b->to);
    if (all) w->vain = 0;
    else in_vain(w);
    return all;
}

ta_status ta_sweep_wave(sweep *w, ta_call *call, const int64_t *from, const int64_t *to, int *went,
                        int *solved) {
    ta_solver *s = w->s;
    ta_posmap *m = &s->map;
    ta_status st = TA_OK;
    if (!may(w, from)) return TA_OK;
    if (!w->open) {
        unsigned threads = wanted(w, call);
        w->next = s->done + TRY_EACH;
        if (threads > 1) st = open_waves(w, threads);
        if (st || threads < 2) return st;
        w->next = 0;
    }
    if (!boxed(w, w->at) || !boxed(w, to)) return in_vain(w), TA_OK;
    ta_wave *v = &w->wave;
    const ta_wave_box box = { from, to, { m->arity, m->lo, m->hi, m->stride, 0 }, w->spare };
    st = ta_wave_collect(v, s, call, &box, w->at, w->team.threads);
    if (!st && v->level == 0 && v->least < w->size) return TA_OK; /* no slab begins here */
    if (!st && (v->count == 0 || !room_for(w))) return in_vain(w), TA_OK;
    if (!st && !w->thread) st = open_team(w, call);
    if (!st) st = ready_threads(w);
    if (st) return st;
    v->at = s->done;
    st = ta_wave_run(v);
    gather(w);
    *went = 1;
    if (!st) *solved = go_on(w);
    return st;
}
