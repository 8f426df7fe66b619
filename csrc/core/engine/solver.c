/*
** solver.c - the solver as an object: created, limited, cleared, measured, checked.
**
** Each of these files uses only those before it, except that solver.c clears, measures and checks
** the stored sets of entail.c:
**   solver.c
**   expand.c                     rule calls
**   walk_order.c                 the walk's numbers
**   loop.c                       a cycle for the message
**   game_graph.c                 a graph of positions
**   nim_labels.c, retrograde.c   endless play
**   entail.c                     entailing moves
**   one_ply.c                    folded options
**   search.c
**   option_runs.c                folded neighbours
**   sweep.c                      a box in order
**   questions.c                  a column searched
**   box_query.c                  a column swept
**   walk.c                       positions for a visitor
*/
#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "solver_int.h"

ta_status ta_solver_create(const ta_allocator *allocator, ta_call *call, const ta_ruleset *rules,
                           ta_solver **solver) {
    (void)call;
    allocator = ta_allocator_or_default(allocator);
    ta_solver *s = ta_alloc(allocator, 1, sizeof *s);
    if (!s) return TA_ENOMEM;
    s->allocator = *allocator;
    s->rules = *rules;
    ta_posmap_init(&s->map, &s->allocator);
    ta_sink_init(&s->options, &s->allocator);
    ta_sink_init(&s->parts, &s->allocator);
    ta_sink_init(&s->canonical, &s->allocator);
    ta_sink_init(&s->ordinal, &s->allocator);
    *solver = s;
    return TA_OK;
}

void ta_solver_set_row_rule(ta_solver *s, ta_row_rule rule) {
    s->row_rule = rule;
}

static void free_scratch(ta_solver *s) {
    const ta_allocator *a = &s->allocator;
    ta_posmap_clear(&s->map);
    ta_sink_clear(&s->options);
    ta_sink_clear(&s->parts);
    ta_sink_clear(&s->canonical);
    ta_sink_clear(&s->ordinal);
    ta_free(a, s->frames, s->frame_cap, sizeof *s->frames);
    ta_marks_clear(&s->marks, a);
    ta_free(a, s->part, s->part_cap, sizeof *s->part);
    ta_free(a, s->end, s->end_cap, sizeof *s->end);
    ta_free(a, s->reach, s->reach_cap, sizeof *s->reach);
    ta_nim_sets_clear(s);
    s->frames = NULL;
    s->reach = NULL;
    s->part = NULL;
    s->end = NULL;
    s->frame_cap = s->part_cap = s->end_cap = s->reach_cap = 0;
    memset(s->drawn, 0, sizeof s->drawn);
}

void ta_solver_destroy(ta_solver *s) {
    if (!s) return;
    free_scratch(s);
    ta_allocator a = s->allocator;
    ta_free(&a, s, 1, sizeof *s);
}

void ta_solver_limit(ta_solver *s, const ta_limits *limits) {
    s->limits = *limits;
}

void ta_solver_clear(ta_solver *s) {
    free_scratch(s);
    s->walked = 0;
    s->depth = 0;
}

static double bytes_of(const ta_solver *s) {
    return ta_posmap_bytes(&s->map) + (double)s->frame_cap * sizeof *s->frames +
           (double)s->marks.cap + (double)s->part_cap * sizeof *s->part +
           (double)s->end_cap * sizeof *s->end + (double)s->reach_cap * sizeof *s->reach +
           ta_nim_sets_bytes(s) +
           (double)(s->options.cap + s->parts.cap + s->canonical.cap + s->ordinal.cap) *
               sizeof(int64_t) +
           (double)sizeof *s;
}

void ta_solver_statistics(const ta_solver *s, ta_statistics *statistics) {
    size_t most = 0;
    for (int c = 0; c < TA_COLUMNS; c++)
        if (s->map.column[c].known > most) most = s->map.column[c].known;
    statistics->positions = (int64_t)most;
    statistics->numbered = s->map.box ? statistics->positions : (int64_t)s->map.count;
    statistics->rule_calls = s->rule_calls;
    statistics->depth = (int64_t)s->depth;
    statistics->bytes = bytes_of(s);
}

/* ---- Invariants ---- */

static const char *check_question(const ta_solver *s, question q) {
    const ta_column *c = &s->map.column[q];
    if (!c->players) return NULL;
    if (c->players != ta_solver_players(s, q)) return "solver: a question for other movers";
    if (q == Q_ORDER && c->known != s->walked) return "solver: a walk that miscounts";
    size_t step = ta_check_step(c->cells);
    for (size_t i = step > 1 ? c->known % step : 0; i < c->cells; i += step) {
        uint32_t v = ta_column_get(c, i);
        if (v == ON_STACK) return "solver: a position left on the stack";
        if (v == DRAWN && (!s->drawn[q] || q == Q_ORDER)) return "solver: an unknown draw";
        if ((q == Q_WINS || q == Q_WINS_MISERE) && v > VALUE + 1)
            return "solver: neither won nor lost";
        if (q == Q_NIM && s->rules.entails && v >= VALUE + 3 && (v - VALUE) % 2 &&
            (v - VALUE - 3) / 2 >= s->sets.count)
            return "solver: a set that is not there";
        if (q == Q_ORDER && v >= VALUE + s->walked) return "solver: a number not yet given";
    }
    return NULL;
}

const char *ta_solver_check(const ta_solver *s) {
    const char *broken = ta_posmap_check(&s->map);
    if (!broken) broken = ta_nim_sets_check(s);
    if (!broken && s->depth) broken = "solver: the stack is not empty";
    for (int q = 0; !broken && q < Q_SEEN; q++) broken = check_question(s, (question)q);
    if (!broken && s->map.column[Q_SEEN].known) broken = "solver: followers not let go";
    size_t step = ta_check_step(s->marks.cap);
    for (size_t i = 0; !broken && i < s->marks.cap; i += step)
        if (s->marks.at[i] > s->marks.stamp) broken = "solver: a mark from the future";
    return broken;
}
