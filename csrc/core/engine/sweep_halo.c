/*
** sweep_halo.c - fills the halo of a row: positions beyond its end that options name.
**
** If the last coordinate is a limit on the next move, options lie beyond the box: for (p, q, x)
** with x up to n, some have x up to 2 n. To search each one when it is met costs more than to fill
** all of them by rows. A search also breaks off the row, so several threads could not share it. The
** width of the halo is measured on the last row of the box. If the halo is at most as wide as the
** box, each row is filled that far. Only known cells are used: nothing is searched for the halo. So
** answers and failures are those of the box alone. More positions may become known, so with a limit
** of positions nothing is filled.
*/
#include "sweep_int.h"

#include "base/status.h"

#define LOOKS 64  /* attempts: the rule may not be readable as rows at first */
#define PIECES 16 /* of the last row */
#define SPOILT 16 /* rows */

/* How far beyond its end the last row of the box names positions. *told: a row query succeeded. */
static int64_t named(sweep *w, ta_call *call, const int64_t *from, const int64_t *to, int *told) {
    ta_solver *s = w->s;
    size_t last = w->size - 1, used;
    int64_t at[TA_COMPONENTS], most = to[last], n;
    const ta_position p = { at, NULL, w->size };
    const int64_t *words;
    for (size_t i = 0; i < w->size; i++) at[i] = to[i];
    at[last] = from[last];
    for (int piece = 0; piece < PIECES && at[last] <= to[last]; piece++, at[last] += n) {
        int64_t rows = 1, left = to[last] - at[last] + 1;
        n = ta_solver_rows(s, call, &p, left, &rows, &words, &used);
        if (n == 0) break;
        int64_t end = ta_row_end(words, used, n);
        if (end > most) most = end;
        *told = 1;
    }
    uint64_t more = (uint64_t)most - (uint64_t)to[last];
    return more <= (uint64_t)(to[last] - from[last]) ? (int64_t)more : 0;
}

static ta_status look(sweep *w, ta_call *call, const int64_t *from, const int64_t *to) {
    ta_posmap *m = &w->s->map;
    size_t last = w->size - 1;
    int64_t end[TA_COMPONENTS];
    int told = 0;
    int64_t most = named(w, call, from, to, &told);
    if (told || ++w->looks == LOOKS) w->looks = LOOKS;
    if (most == 0) return TA_OK;
    for (size_t i = 0; i < w->size; i++) end[i] = to[i];
    end[last] += most;
    w->placed = 0; /* ids may change */
    w->ahead = 0;
    ta_status st = ta_posmap_cover(m, call, w->size, from, end);
    if (st == TA_ELIMIT) return call->message[0] = '\0', TA_OK;
    const ta_position p = { end, NULL, w->size };
    uint32_t id;
    if (!st && ta_posmap_boxed(m, &p, &id)) w->spare = most;
    return st;
}

/* Fill the halo from `at` on, at most `most` positions of one row query. *done: how many. */
static ta_status fill(sweep *w, ta_call *call, int64_t *at, int64_t most, int64_t *done) {
    ta_solver *s = w->s;
    const ta_posmap *m = &s->map;
    ta_column *c = &s->map.column[w->q];
    const ta_position p = { at, NULL, w->size };
    const ta_row_box box = { m->arity, m->lo, m->hi, m->stride, at[w->size - 1] };
    const int64_t *words;
    size_t used;
    uint32_t id;
    int boxed = 0;
    int64_t rows = 1, n = ta_solver_rows(s, call, &p, most, &rows, &words, &used);
    *done = 0;
    if (n == 0 || !ta_posmap_boxed(m, &p, &id)) return TA_OK;
    if (ta_column_get(c, id)) return *done = 1, TA_OK; /* a search solved it */
    ta_status st = ta_row_read(&w->beyond, &s->allocator, &box, n, &rows, words, used, &boxed);
    if (!st && boxed)
        st = ta_row_fill(&w->beyond, &s->allocator, &w->fold, c, id, 0, n, sweep_misere(w), done);
    if (w->fold.drawn) s->drawn[w->q] = 1;
    s->rule_calls += *done;
    if (st) return st;
    uint32_t ticks = call->ticks;
    st = ta_poll(call, (uint32_t)*done * (TICKS + 1), s->done, s->goal);
    if (call->ticks < ticks) w->ahead = 0; /* the host was called */
    return st;
}

static ta_status fill_row(sweep *w, ta_call *call, int64_t *at, int64_t end) {
    int64_t n = 0, done = 1;
    ta_status st = TA_OK;
    for (; !st && n < w->spare && done > 0; n += done) {
        at[w->size - 1] = end + 1 + n;
        st = fill(w, call, at, w->spare - n, &done);
    }
    w->spoilt = n > 0 ? 0 : w->spoilt + 1;
    return st;
}

/* Does the row of `at` come before the row of w->at? If so `at` advances to the next row. */
static int before(const sweep *w, const int64_t *from, const int64_t *to, int64_t *at) {
    size_t i = w->size - 1;
    for (size_t k = 0; k < i; k++)
        if (at[k] != w->at[k]) {
            while (i-- > 0 && at[i] == to[i]) at[i] = from[i];
            at[i]++;
            return 1;
        }
    return 0;
}

ta_status ta_sweep_spare(sweep *w, ta_call *call, const int64_t *from, const int64_t *to) {
    size_t last = w->size - 1;
    int64_t at[TA_COMPONENTS];
    int looked = w->looks == LOOKS;
    ta_status st = TA_OK;
    if (w->s->limits.positions > 0 || last == 0) return TA_OK;
    if (!looked) st = look(w, call, from, to);
    if (st || w->spare == 0) return st;
    for (size_t i = 0; i < last; i++) at[i] = looked ? w->at[i] : from[i];
    do st = fill_row(w, call, at, to[last]);
    while (!st && before(w, from, to, at));
    if (w->spoilt >= SPOILT) w->spare = 0;
    return st;
}

void ta_sweep_spare_clear(sweep *w) {
    ta_row_clear(&w->beyond, &w->s->allocator);
}
