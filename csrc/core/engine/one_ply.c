/*
** one_ply.c - decides a position's cell at sight, with one rule call and a folding sink.
**
** This suffices if all options are known. Nothing is listed, no frame is made, and a run of options
** is folded as a range of cells.
**
** The sweep tries this first at each position. The search tries it only where it decides most
** positions. Small options come first, so in a dense box that is nearly always. A failed try costs
** a rule call. So the search tries one position in 16, until 7 of 8 tries succeed.
*/
#include "base/check.h"
#include "solver_int.h"

#define LARGE 4096 /* the search does not try with fewer known positions */

ta_folding ta_solver_folding(question q) {
    if (q == Q_NIM) return FOLD_NIM;
    return q == Q_REMOTE || q == Q_REMOTE_MISERE ? FOLD_REMOTE : FOLD_WINS;
}

ta_status ta_solver_fold(ta_solver *s, ta_call *call, question q, const ta_position *position,
                         unsigned player, ta_cells *fold) {
    fold->player = player ^ 1u;
    ta_status st = ta_cells_begin(fold, &s->allocator);
    if (st) return st;
    ta_sink_empty(&s->options);
    s->options.box = &s->map;
    s->options.fold = fold;
    s->options.flag = LAST;
    s->options.losing = 0;
    s->options.column = (int)q;
    s->options.player = (int)(player ^ 1u);
    st = s->rules.options(s->rules.ctx, call, (ta_player)player, position, &s->options);
    s->options.box = NULL;
    s->options.fold = NULL;
    return st;
}

static int worth_it(ta_solver *s, question q) {
    if (!s->map.box || s->map.column[q].known < LARGE || !ta_solver_plain(s, q)) return 0;
    return s->sight >= 7 * 32 || (++s->unseen & 15) == 0;
}

ta_status ta_solver_look(ta_solver *s, ta_call *call, question q, uint32_t id, unsigned player,
                         int *decided) {
    const ta_column *c = &s->map.column[q];
    ta_cells fold = { .kind = ta_solver_folding(q), .column = c, .marks = &s->marks };
    int64_t room[TA_COMPONENTS];
    ta_position p;
    uint32_t cell = 0;
    size_t first = s->map.live_count;
    *decided = 0;
    if (!worth_it(s, q)) return TA_OK;
    ta_posmap_position(&s->map, id, room, &p);
    ta_status st = ta_solver_tick(s, call, q);
    if (!st && s->rules.terminal) st = ta_solver_over(s, call, &p, (ta_player)player, &cell);
    if (!st && !cell) {
        st = ta_solver_fold(s, call, q, &p, player, &fold);
        if (!st && (s->options.stopped || (s->map.live_count == first && s->options.used == 0)))
            cell =
                ta_cells_end(&fold, s->options.count, q == Q_WINS_MISERE || q == Q_REMOTE_MISERE);
        s->map.live_count = first;
    }
    if (st) return st;
    *decided = cell != 0;
    s->sight = (uint8_t)(cell ? s->sight + (255 - s->sight + 15) / 16 : s->sight - s->sight / 16);
    if (!cell) return TA_OK;
    return ta_solver_store(s, call, q, (size_t)id * c->players + (c->players > 1 ? player : 0),
                           cell);
}
