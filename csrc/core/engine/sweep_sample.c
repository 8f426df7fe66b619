/*
** sweep_sample.c - checks some positions of a sweep by rows against the rule itself (samples.h).
**
** A position's cell is folded again from the options that the rule names now. The check is skipped
** if the rule may have changed since the row query, or if an option is unknown. If the two cells
** differ, every answer of this question is dropped, and rows are no longer used.
*/
#include "sweep_int.h"

#include "base/status.h"

#define EACH 4096 /* positions */

uint64_t ta_sweep_number(const sweep *w, const int64_t *from, const int64_t *to) {
    uint64_t n = 0;
    for (size_t i = 0; i < w->size; i++)
        n = n * ((uint64_t)(to[i] - from[i]) + 1) + (uint64_t)(w->at[i] - from[i]);
    return n;
}

static void place(const sweep *w, const int64_t *from, const int64_t *to, uint64_t n, int64_t *at) {
    for (size_t i = w->size; i-- > 0;) {
        uint64_t wide = (uint64_t)(to[i] - from[i]) + 1;
        at[i] = from[i] + (int64_t)(n % wide);
        n /= wide;
    }
}

/* Forget all answers of the question, and report the failure. */
static ta_status differs(sweep *w, ta_call *call, const ta_position *p) {
    ta_column *c = &w->s->map.column[w->q];
    char text[80];
    memset(c->data, 0, c->cells * c->width);
    c->known = 0;
    w->s->drawn[w->q] = 0;
    w->s->row_rule = NULL;
    return ta_fail(call, TA_EBADRULE,
                   "internal error: batched options of the rule differ from the rule at %s; the next call uses single "
                   "positions. Please report it",
                   ta_position_text(text, sizeof text, p));
}

static ta_status look(sweep *w, ta_call *call, const ta_position *p) {
    ta_solver *s = w->s;
    ta_row_reader now;
    uint32_t id;
    if (!ta_posmap_boxed(&s->map, p, &id)) return TA_OK;
    uint32_t cell = ta_column_get(&s->map.column[w->q], id);
    if (cell <= DRAWN || !s->row_rule(s->rules.ctx, call, p->count, &now) || now.version != s->row_version) return TA_OK;
    s->map.live_count = 0;
    ta_status st = ta_solver_fold(s, call, w->q, p, 0, &w->fold);
    int whole = s->options.stopped || (s->map.live_count == 0 && s->options.used == 0);
    s->map.live_count = 0;
    uint32_t again = !st && whole ? ta_cells_end(&w->fold, s->options.count, sweep_misere(w)) : 0;
    return again && again != cell ? differs(w, call, p) : st;
}

ta_status ta_sweep_sample(sweep *w, ta_call *call, const int64_t *from, const int64_t *to, uint64_t first) {
    size_t last = w->size - 1;
    uint64_t wide = (uint64_t)(to[last] - from[last]) + 1, end = ta_sweep_number(w, from, to) + 1, n;
    int64_t at[TA_COMPONENTS];
    const ta_position p = { at, NULL, w->size };
    ta_status st = TA_OK;
    while (!st && ta_samples_next(&w->samples, first, end, wide, EACH, &n)) {
        place(w, from, to, n, at);
        st = look(w, call, &p);
    }
    return st;
}
