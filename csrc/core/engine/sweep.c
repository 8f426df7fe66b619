/*
** sweep.c - solves a box of positions one after another, without a stack.
**
** The sweep visits the cells of a box by increasing id: the order of the components, the first one
** slowest. It calls the rule with a folding sink. The sink looks up each option and forgets it; a
** run of options is folded as a range of cells. So a position costs its rule call and its options,
** and only its cell is stored.
**
** Why any order is right: a cell is written only when cells that are already known decide it
** (option_fold.h), which is the definition. Increasing id is merely a good order, since most rules name
** options whose first changed component is smaller. The sink lists options that are unknown or
** outside the box. The sweep searches these before it writes the cell. They may change the map's
** representation. They may also lead back to this very position; then the search has solved it or
** found it drawn. So errors, limits and loops are the search's own.
**
** If the rule can describe the options of many neighbours at once (option_runs.h), the cells of a row are
** filled without a rule call for each. Several threads share many rows (sweep_wavefront.c). Some of
** these positions are still checked against the rule (sweep_sample.c).
*/
#include "base/check.h"
#include "base/poll.h"
#include "base/status.h"
#include "sweep_int.h"

#define ROW_LEAST 8 /* positions */

static void place(sweep *w) {
    ta_position p = { w->at, NULL, w->size };
    w->placed = ta_posmap_boxed(&w->s->map, &p, &w->id);
}

static size_t cell_of(const sweep *w, unsigned player) {
    const ta_column *c = &w->s->map.column[w->q];
    return (size_t)w->id * c->players + (c->players > 1 ? player : 0);
}

static ta_status store(sweep *w, ta_call *call, unsigned player, uint32_t cell) {
    return ta_solver_store(w->s, call, w->q, cell_of(w, player), cell);
}

/* Search the position at w->at with everything below it. */
static ta_status search(sweep *w, ta_call *call, unsigned player) {
    ta_solver *s = w->s;
    ta_position p = { w->at, NULL, w->size };
    s->map.live_count = 0;
    w->placed = 0;
    ta_status st = ta_solver_intern(s, call, &p);
    if (!st) st = ta_solver_search(s, call, w->q, 0, s->map.live_count, (ta_player)player);
    return st;
}

/* Search and fold the listed options. Stop at a losing option where one is enough. */
static ta_status fold_unknown(sweep *w, ta_call *call) {
    ta_solver *s = w->s;
    ta_posmap *m = &s->map;
    ta_status st = TA_OK;
    w->fold.bytes = NULL;                               /* the column may move */
    for (size_t at = 0; !st && at < s->options.used;) { /* options outside the box */
        ta_position option;
        at = ta_sink_read(&s->options, at, &option);
        st = ta_solver_intern(s, call, &option);
    }
    while (!st && m->live_count > 0) { /* backwards: a search keeps entries before its own */
        size_t last = m->live_count - 1;
        st = ta_solver_search(s, call, w->q, last, last + 1, (ta_player)w->fold.player);
        if (!st && ta_cells_one(&w->fold, m->live[last] & TA_ID_MASK) == FOLDED_ENOUGH) break;
        m->live_count = last;
    }
    return st;
}

/* Search and fold the listed options. *open: the fold must still decide the cell. It need not if
** the search has solved this position. It cannot if the search has widened the column, because the
** marks are sized for the old width. */
static ta_status complete(sweep *w, ta_call *call, unsigned player, int *open) {
    const ta_column *c = &w->s->map.column[w->q];
    uint8_t width = c->width;
    ta_status st = fold_unknown(w, call);
    place(w);
    *open = !st && w->placed && width == c->width && !ta_column_get(c, cell_of(w, player));
    if (st || *open || (w->placed && ta_column_get(c, cell_of(w, player)))) return st;
    return search(w, call, player);
}

/* Solve w->at for one player. */
static ta_status solve(sweep *w, ta_call *call, unsigned player) {
    ta_solver *s = w->s;
    ta_position p = { w->at, NULL, w->size };
    uint32_t cell = 0;
    int open = 1;
    if (!w->placed) place(w);
    if (!w->placed) return search(w, call, player);
    if (ta_column_get(&s->map.column[w->q], cell_of(w, player))) return TA_OK;
    ta_status st = ta_solver_tick(s, call, w->q);
    if (!st && s->rules.terminal) st = ta_solver_over(s, call, &p, (ta_player)player, &cell);
    if (st) return st;
    if (cell) return store(w, call, player, cell);
    s->map.live_count = 0;
    st = ta_solver_fold(s, call, w->q, &p, player, &w->fold);
    size_t count = s->options.count;
    if (!st && !s->options.stopped && (s->map.live_count > 0 || s->options.used > 0))
        st = complete(w, call, player, &open);
    if (st || !open) return st;
    cell = ta_cells_end(&w->fold, count, sweep_misere(w));
    return cell ? store(w, call, player, cell) : search(w, call, player);
}

/* ---- Rows ---- */

/* Solve positions from w->at on, from number t of a row of n. *done: how many; w->at becomes the
** last of them. *more: the row can go on. It cannot after a search, which may change ids, or after
** a host callback, which may change the rule. */
static ta_status solve_in_row(sweep *w, ta_call *call, int64_t t, int64_t n, int64_t *done,
                              int *more) {
    ta_solver *s = w->s;
    ta_column *c = &s->map.column[w->q];
    int64_t most = w->row.single || w->row.growing ? 256 : 16, limit = s->limits.positions;
    uint32_t ticks = call->ticks;
    ta_status st = ta_solver_room(s, call, c->known);
    if (limit > 0 && most > limit - (int64_t)c->known) most = limit - (int64_t)c->known;
    if (most > n - t) most = n - t;
    if (!st) st = ta_row_fill(&w->row, &s->allocator, &w->fold, c, w->id, t, most, sweep_misere(w), done);
    if (w->fold.drawn) s->drawn[w->q] = 1;
    if (st) return st;
    if (*done == 0) {
        *done = 1;
        *more = 0;
        return solve(w, call, 0);
    }
    w->at[w->size - 1] += *done - 1;
    w->id += (uint32_t)(*done - 1);
    s->done += (double)(*done - 1);
    s->rule_calls += *done;
    call->ticks += (uint32_t)(*done - 1) * (TICKS + 1);
    st = ta_solver_pulse(s, call, c->known);
    *more = call->ticks > ticks;
    return st;
}

/* Query the options of rows of `most` positions from w->at on, at most *rows of them. *n: positions
** in each; 0: none. Exponential back-off: after a failed query skip 1, 3, 7, then 15 positions. */
static ta_status ask_row(sweep *w, ta_call *call, int64_t most, int64_t *rows, int64_t *n) {
    ta_solver *s = w->s;
    ta_position p = { w->at, NULL, w->size };
    const int64_t *words;
    size_t used;
    int boxed = 0;
    ta_status st = TA_OK;
    *n = ta_solver_rows(s, call, &p, most, rows, &words, &used);
    if (*n < most) *rows = 1; /* a second row would start in the middle */
    const ta_posmap *m = &s->map;
    const ta_row_box box = { m->arity, m->lo, m->hi, m->stride, w->at[w->size - 1] };
    if (*n > 0) st = ta_row_read(&w->row, &s->allocator, &box, *n, rows, words, used, &boxed);
    w->wait = w->miss = boxed ? 0 : w->miss < 15 ? 2 * w->miss + 1 : 15;
    if (!boxed) *n = 0;
    return st;
}

/* Solve as many positions of this row as possible; w->at becomes the last. *went: at least one. */
static ta_status by_row(sweep *w, ta_call *call, const int64_t *from, const int64_t *to,
                        int *went) {
    ta_solver *s = w->s;
    size_t last = w->size - 1;
    int64_t most = to[last] - w->at[last] + 1, n = most, rows = 1;
    int whole = last > 0 && w->at[last] == from[last], more = 1;
    int ahead = w->ahead > 0 && whole && call->ticks > w->ticks;
    ta_status st = TA_OK;
    if (!ahead) w->ahead = 0;
    if (w->wait > 0) return w->wait--, TA_OK;
    if (most < ROW_LEAST) return TA_OK;
    if (!w->placed) place(w);
    if (!w->placed) return w->ahead = 0, TA_OK;
    if (ahead) {
        w->ahead--;
        ta_row_next(&w->row);
    }
    if (ta_column_get(&s->map.column[w->q], w->id)) return w->ahead = 0, TA_OK;
    if (!ahead) {
        if (whole) rows = to[last - 1] - w->at[last - 1] + 1;
        st = ask_row(w, call, most, &rows, &n);
        if (st || n == 0) return st;
        w->ahead = rows - 1;
    }
    *went = 1;
    for (int64_t t = 0, done; !st; t += done) {
        st = solve_in_row(w, call, t, n, &done, &more);
        if (!more) w->ahead = 0;
        if (st || !more || t + done == n) break;
        w->at[last]++;
        w->id++;
        s->done++;
    }
    w->ticks = call->ticks;
    return st;
}

/* Advance to the next position; 0 at the end. */
static int advance(sweep *w, const int64_t *from, const int64_t *to) {
    size_t last = w->size - 1, i = last;
    for (; i != SIZE_MAX && w->at[i] == to[i]; i--) w->at[i] = from[i];
    if (i == SIZE_MAX) return 0;
    w->at[i]++;
    if (i == last) w->id++; /* the position stays in the box: the last stride is 1 */
    else w->placed = 0;
    return 1;
}

static ta_status each(sweep *w, ta_call *call, const int64_t *from, const int64_t *to) {
    ta_solver *s = w->s;
    unsigned players = (unsigned)ta_solver_players(s, w->q);
    ta_status st = TA_OK;
    do {
        int went = 0, solved = 1;
        uint64_t first = (uint64_t)s->done;
        ta_assert(!w->rows || first == ta_sweep_number(w, from, to));
        if (w->rows) st = ta_sweep_wave(w, call, from, to, &went, &solved);
        int wave = went && solved; /* the position is the last of a slab */
        if (went) w->ahead = 0;
        if (!st && !solved) st = solve(w, call, 0);
        if (w->rows && !st && !went) st = by_row(w, call, from, to, &went);
        if (went && !st) st = ta_sweep_sample(w, call, from, to, first);
        for (unsigned player = 0; !st && !went && player < players; player++)
            st = solve(w, call, player);
        if (!st) st = ta_poll(call, 1, ++s->done, s->goal);
        if (w->rows && !st && w->at[w->size - 1] == to[w->size - 1] && !wave)
            st = ta_sweep_spare(w, call, from, to);
    } while (!st && advance(w, from, to));
    return st;
}

ta_status ta_solver_sweep(ta_solver *s, ta_call *call, question q, size_t size, const int64_t *from,
                          const int64_t *to, int64_t at[TA_COMPONENTS]) {
    sweep w = { .s = s, .q = q, .at = at, .size = size };
    w.fold.kind = ta_solver_folding(q);
    w.fold.column = &s->map.column[q];
    w.fold.marks = &w.marks;
    s->done = 0;
    s->goal = 1;
    w.began = ta_seconds();
    for (size_t i = 0; i < size; i++) {
        at[i] = from[i];
        s->goal *= (double)to[i] - (double)from[i] + 1;
    }
    ta_assert(ta_solver_plain(s, q));
    w.rows = s->row_rule && !s->rules.terminal && ta_solver_players(s, q) == 1;
    ta_status st = ta_posmap_cover(&s->map, call, size, from, to);
    if (!st) st = each(&w, call, from, to);
    ta_sweep_wave_clear(&w);
    ta_sweep_spare_clear(&w);
    ta_marks_clear(&w.marks, &s->allocator);
    ta_row_clear(&w.row, &s->allocator);
    s->map.live_count = 0;
    s->goal = 0;
    return st;
}
