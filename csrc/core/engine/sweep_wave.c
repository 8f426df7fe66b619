/*
** sweep_wave.c - rows of a box swept by several threads (wave.h).
**
** The rule is asked for rows by the calling thread alone; then the cells are filled by all. Only cells
** of these rows are written, each by one thread, decided by cells that are known (cells.h); a row ends where ta_row_fill
** does: at a cell that is known, or must be searched, or does not fit. What lies behind, and was filled in spite of that, is right
** too, and met as known. So the column is the same as by one thread; so is what fails: it is found where the sweep goes on
** one by one, in the order of ids. How many positions may be known is a limit that one thread counts: near it no
** wave is begun. The rule's rows hold for a wave: what the host changes in the rule while it is asked is seen by the next.
*/
#include <string.h>

#include "sweep_int.h"

#include "base/mem.h"

#define TRY_EACH 16384 /* positions between two looks at the clock */
#define IDLE_MOST 64

typedef struct wave_thread {
    ta_cells fold;
    ta_marks marks;
    ta_column column; /* the same data; what this thread adds to `known` */
} wave_thread;

/* ---- In each thread ---- */

static ta_status fill_tile(void *ctx, ta_call *call, size_t row, ta_wave_piece *piece,
                           int64_t from, int64_t to, unsigned thread, int *ended) {
    sweep *w = ctx;
    const ta_solver *s = w->s;
    wave_thread *x = &w->thread[thread];
    ta_status st = TA_OK;
    for (int64_t t = from, done; !st && t < to; t += done) {
        int64_t most = to - t < 64 ? to - t : 64;
        st = ta_row_fill(&piece->row, &s->allocator, &x->fold, &x->column,
                         w->id_of[row] + (size_t)t, t - piece->at, most, sweep_misere(w), &done);
        if (st) break;
        w->stopped[row] = t + done;
        *ended = done < most;
        if (s->deadline > 0) st = ta_solver_late(s, call, w->s->map.column[w->q].known);
        if (!st) st = ta_poll(call, (uint32_t)most * (TICKS + 1), w->wave.at, w->wave.total);
        if (*ended) break;
    }
    return st;
}

/* ---- The rows ---- */

/* The position of a row's first one, `rows` further on; 0: there is none. */
static int further(const sweep *w, const int64_t *from, const int64_t *to, int64_t *at,
                   int64_t rows) {
    for (size_t i = w->size - 1; i-- > 0;) {
        int64_t wide = to[i] - from[i] + 1, n = at[i] - from[i] + rows;
        at[i] = from[i] + n % wide;
        rows = n / wide;
        if (rows == 0) return 1;
    }
    return 0;
}

/* Rows from w->at on: as many as there is room for, and as can be told. */
static ta_status collect(sweep *w, ta_call *call, const int64_t *from, const int64_t *to) {
    ta_solver *s = w->s;
    const ta_posmap *m = &s->map;
    const ta_column *c = &m->column[w->q];
    size_t last = w->size - 1;
    int64_t pos[TA_COMPONENTS], up = (int64_t)m->stride[last - 1];
    ta_position p = { pos, NULL, w->size };
    const ta_row_box box = { m->arity, m->lo, m->hi, m->stride, from[last] };
    memcpy(pos, w->at, w->size * sizeof *pos);
    while (w->wave.count < w->wave.most) {
        size_t first = w->wave.count;
        int64_t rows = to[last - 1] - pos[last - 1] + 1;
        uint32_t id;
        if (!ta_posmap_boxed(m, &p, &id) || ta_column_get(c, id)) break;
        ta_status st = ta_wave_ask(&w->wave, s, call, &box, pos, id, up, &rows);
        if (st) return st;
        for (int64_t u = 0; u < rows; u++) {
            w->id_of[first + (size_t)u] = id + (uint32_t)(u * up);
            w->stopped[first + (size_t)u] = 0;
        }
        if (rows == 0 || !further(w, from, to, pos, rows)) break;
    }
    return TA_OK;
}

/* ---- The threads ---- */

/* How many are worth it for what is left, by what was done so far took. */
static unsigned wanted(const sweep *w, const ta_call *call) {
    const ta_solver *s = w->s;
    if (call->threads) return call->threads;
    double seconds = s->done < TRY_EACH ? 0 : (ta_seconds() - w->began) / s->done;
    return ta_threads(call, seconds * (s->goal - s->done));
}

static ta_status open_team(sweep *w, ta_call *call, unsigned threads) {
    ta_status st = ta_wave_open(&w->wave, &w->s->allocator, call, threads);
    w->wave.run = fill_tile;
    w->wave.ctx = w;
    w->wave.total = w->s->goal;
    if (!st) w->thread = ta_alloc(&w->s->allocator, w->wave.team.threads, sizeof *w->thread);
    return st || w->thread ? st : TA_ENOMEM;
}

static void close_team(sweep *w) {
    const ta_allocator *a = &w->s->allocator;
    for (unsigned k = 0; w->thread && k < w->wave.team.threads; k++)
        ta_marks_clear(&w->thread[k].marks, a);
    ta_free(a, w->thread, w->wave.team.threads, sizeof *w->thread);
    w->thread = NULL;
    ta_wave_close(&w->wave, a);
}

void ta_sweep_wave_clear(sweep *w) {
    close_team(w);
}

/* What each thread needs: no memory is taken by them. */
static ta_status ready(sweep *w) {
    const ta_column *c = &w->s->map.column[w->q];
    for (unsigned k = 0; k < w->wave.team.threads; k++) {
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
    for (unsigned k = 0; k < w->wave.team.threads; k++) {
        const wave_thread *x = &w->thread[k];
        s->map.column[w->q].known += x->column.known;
        s->rule_calls += (int64_t)x->column.known;
        if (x->fold.drawn) s->drawn[w->q] = 1;
    }
}

/* ---- All of it ---- */

/* May rows be begun here? Marks of a column of 4 bytes would take too much for each thread. */
static int may(sweep *w, const int64_t *from, int64_t n) {
    const ta_solver *s = w->s;
    const ta_column *c = &s->map.column[w->q];
    size_t last = w->size - 1;
    if (last == 0 || w->at[last] != from[last] || n < WAVE_LEAST || n > WAVE_CELLS / 2) return 0;
    if (w->idle > 0) return w->idle--, 0;
    if (s->done < w->next || (c->width == 4 && w->fold.kind == FOLD_NIM)) return 0;
    return 1;
}

/* Is the limit of positions further away than these rows? */
static int room_for(const sweep *w) {
    const ta_solver *s = w->s;
    int64_t left = s->limits.positions - (int64_t)s->map.column[w->q].known;
    return s->limits.positions <= 0 || left > (int64_t)w->wave.count * w->wave.n;
}

static void in_vain(sweep *w) {
    w->vain = w->vain < IDLE_MOST ? 2 * w->vain + 1 : IDLE_MOST;
    w->idle = w->vain;
}

/* Where the sweep is after the rows: at the first position that is left; else at the last of them, and 1. */
static int go_on(sweep *w, const int64_t *from, const int64_t *to) {
    size_t row = 0, last = w->size - 1;
    int64_t n = w->wave.n;
    while (row + 1 < w->wave.count && w->stopped[row] == n) row++;
    int64_t t = w->stopped[row];
    further(w, from, to, w->at, (int64_t)row);
    w->placed = 0;
    w->at[last] = from[last] + (t < n ? t : n - 1);
    w->s->done += (double)((int64_t)row * n + t - (t == n));
    if (t == n) w->vain = 0;
    else in_vain(w);
    return t == n;
}

ta_status ta_sweep_wave(sweep *w, ta_call *call, const int64_t *from, const int64_t *to,
                        int *went, int *solved) {
    ta_solver *s = w->s;
    size_t last = w->size - 1;
    int64_t n = to[last] - w->at[last] + 1;
    ta_status st = TA_OK;
    if (!may(w, from, n)) return TA_OK;
    if (!w->wave.open) {
        unsigned threads = wanted(w, call);
        w->next = s->done + TRY_EACH;
        if (threads > 1) st = open_team(w, call, threads);
        if (st || threads < 2) return st;
        w->next = 0;
    }
    ta_wave_begin(&w->wave, n);
    if (!st) st = collect(w, call, from, to);
    if (!st && (!ta_wave_worth(&w->wave) || !room_for(w))) return in_vain(w), TA_OK;
    if (!st) st = ready(w);
    if (st) return st;
    w->wave.at = s->done;
    st = ta_wave_run(&w->wave);
    gather(w);
    *went = 1;
    if (!st) *solved = go_on(w, from, to);
    return st;
}
