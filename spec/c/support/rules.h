/*
** rules.h - rules of the engine in tests: their callbacks, positions and solvers.
*/
#ifndef RULES_H
#define RULES_H

#include "takeaway/solver.h"
#include "takeaway/sum.h"
#include "plain.h"

OWNS(ta_solver, ta_solver_destroy)
OWNS(ta_sum, ta_sum_destroy)

/* Macros: they name the arguments of a callback. */
#define OPTIONS(name)                                                                       \
    static ta_status name(void *ctx, ta_call *call, ta_player player, const ta_position *p, \
                          ta_sink *sink)
#define PARTS(name) \
    static ta_status name(void *ctx, ta_call *call, const ta_position *p, ta_sink *sink)

/* A position of these numbers, which lasts as long as the block around it. */
#define INTEGERS(...) ((const int64_t[]){ __VA_ARGS__ })
#define AT(...) \
    ((ta_position){ INTEGERS(__VA_ARGS__), NULL, sizeof INTEGERS(__VA_ARGS__) / sizeof(int64_t) })

#define EMIT(...) ta_sink_emit(sink, call, &AT(__VA_ARGS__))

/* NULL: the allocator refused. */
static inline ta_solver *solver_by(const ta_allocator *a, ta_ruleset rules) {
    ta_call call = TA_CALL_INIT;
    ta_solver *s = NULL;
    ta_status st = ta_solver_create(a, &call, &rules, &s);
    if (st && (!a || st != TA_ENOMEM)) fail_msg("%s: %s", ta_status_name(st), call.message);
    return s;
}

/* A macro: it gives fields of the rules their names. */
#define SOLVER(...) solver_by(NULL, (ta_ruleset){ __VA_ARGS__ })

#endif
