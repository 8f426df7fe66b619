/*
** sweep.c - a box of positions, solved one after another without a stack.
**
** The cells of a box are gone through by increasing id, which is the order of the components,
** the first one slowest. The rule is called with a sink that folds: each option is looked up
** and forgotten, and a run of options is folded as a range of cells, so a position costs its rule
** call and its options, and nothing is stored but its cell.
**
** Why any order is right: a cell is written only when it is decided by cells that are known
** already (cells.h), which is the definition. Increasing id is merely a good order, since most rules
** name options with smaller components first changed. Where an option is not yet known, or lies
** outside the box, the cell is left alone, and the position goes to the search there and then,
** which solves what it needs, loops too, or fails. So what the search cannot do a sweep does not
** pretend to have done.
**
** Where most of a stretch is left alone (rules that go up), the next one is searched without
** being tried: then a rule is seldom called twice.
*/
#include "base/check.h"
#include "base/poll.h"
#include "base/status.h"
#include "solver_int.h"

#define STRETCH 256 /* cells tried before it is judged; as many times MANY are then not */
#define MANY 8

typedef struct sweep {
    ta_solver *s;
    question q;
    ta_cells fold;
    int plain;       /* may it be folded: positions are their own ids, and have options */
    int64_t *at;     /* the position */
    size_t size;     /* of it */
    int tried, left; /* of this stretch */
    int passed;      /* cells to be searched untried */
} sweep;

/* The cell of w->at by its options, `player` to move; 0: it is left alone. */
static ta_status attempt(sweep *w, ta_call *call, unsigned player, uint32_t *cell) {
    ta_solver *s = w->s;
    ta_position p = { w->at, NULL, w->size };
    *cell = 0;
    ta_status st = ta_solver_tick(s, call, w->q);
    if (!st && s->rules.terminal) st = ta_solver_over(s, call, &p, (ta_player)player, cell);
    if (st || *cell) return st;
    w->fold.player = player ^ 1u;
    st = ta_cells_begin(&w->fold, &s->allocator);
    if (st) return st;
    ta_sink_empty(&s->options);
    s->options.box = &s->map;
    s->options.fold = &w->fold;
    st = s->rules.options(s->rules.ctx, call, (ta_player)player, &p, &s->options);
    s->options.box = NULL;
    s->options.fold = NULL;
    if (st) return st;
    /* what is written lies outside; a losing option decides all the same */
    if (s->options.used == 0 || (w->fold.kind == FOLD_WINS && s->options.stopped))
        *cell = ta_cells_end(&w->fold, s->options.count,
                             w->q == Q_WINS_MISERE || w->q == Q_REMOTE_MISERE);
    return TA_OK;
}

static ta_status store(sweep *w, ta_call *call, size_t at, uint32_t cell) {
    ta_column *c = &w->s->map.column[w->q];
    ta_assert(ta_column_get(c, at) == 0);
    if (!ta_column_fits(c, cell)) {
        ta_status st = ta_posmap_widen(&w->s->map, call, w->q, cell);
        if (st) return st;
    }
    ta_column_put(c, at, cell);
    c->known++;
    if (cell == DRAWN) w->s->drawn[w->q] = 1;
    return TA_OK;
}

static ta_status search(sweep *w, ta_call *call, unsigned player) {
    ta_solver *s = w->s;
    ta_position p = { w->at, NULL, w->size };
    s->map.live_count = 0;
    ta_status st = ta_solver_intern(s, call, &p);
    if (!st) st = ta_solver_search(s, call, w->q, s->map.live_count, (ta_player)player);
    s->map.live_count = 0;
    return st;
}

/* Solve w->at for one player. */
static ta_status solve(sweep *w, ta_call *call, unsigned player) {
    const ta_column *c = &w->s->map.column[w->q];
    ta_position p = { w->at, NULL, w->size };
    uint32_t id, cell = 0;
    if (!w->plain || !ta_posmap_boxed(&w->s->map, &p, &id)) return search(w, call, player);
    size_t at = (size_t)id * c->players + (c->players > 1 ? player : 0);
    if (ta_column_get(c, at)) return TA_OK;
    if (w->passed > 0) {
        w->passed--;
        return search(w, call, player);
    }
    ta_status st = attempt(w, call, player, &cell);
    if (st) return st;
    w->left += cell == 0;
    if (++w->tried == STRETCH) {
        if (w->left > STRETCH / 2) w->passed = MANY * STRETCH;
        w->tried = w->left = 0;
    }
    return cell ? store(w, call, at, cell) : search(w, call, player);
}

ta_status ta_solver_sweep(ta_solver *s, ta_call *call, question q, size_t size, const int64_t *from,
                          const int64_t *to, int64_t at[TA_COMPONENTS]) {
    sweep w = { .s = s, .q = q, .at = at, .size = size };
    w.plain = !s->rules.parts && !s->rules.canonical && !(q == Q_NIM && s->rules.nim_value);
    w.fold.kind = q == Q_NIM                              ? FOLD_NIM
                  : q == Q_REMOTE || q == Q_REMOTE_MISERE ? FOLD_REMOTE
                                                          : FOLD_WINS;
    w.fold.column = &s->map.column[q];
    w.fold.marks = &s->marks;
    for (size_t i = 0; i < size; i++) at[i] = from[i];
    ta_status st = TA_OK;
    if (w.plain) st = ta_posmap_cover(&s->map, call, size, from, to);
    s->done = 0;
    s->goal = 1;
    for (size_t i = 0; i < size; i++) s->goal *= (double)to[i] - (double)from[i] + 1;
    for (size_t i = 0; !st && i != SIZE_MAX;) {
        for (unsigned player = 0; !st && player < (unsigned)ta_solver_players(s, q); player++)
            st = solve(&w, call, player);
        if (!st) st = ta_poll(call, 1, ++s->done, s->goal);
        if (st) break;
        for (i = size - 1; i != SIZE_MAX && at[i] == to[i]; i--) at[i] = from[i];
        if (i != SIZE_MAX) at[i]++;
    }
    return st;
}
