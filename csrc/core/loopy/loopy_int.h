/*
** loopy_int.h - the struct of a loopy value.
*/
#ifndef TA_LOOPY_INT_H
#define TA_LOOPY_INT_H

#include "base/poll.h"
#include "graph.h"

struct ta_loopy {
    ta_allocator allocator;
    graph graph[2];     /* by side; the second is empty if the sides are equal */
    uint8_t single;     /* are the sides equal? */
    uint8_t stopper[2]; /* is the side a stopper? */
    uint8_t loopfree, plumtree;
};

static inline const graph *loopy_graph(const ta_loopy *g, ta_side side) {
    return &g->graph[g->single ? TA_ONSIDE : side];
}

static inline int loopy_side_stops(const ta_loopy *g, ta_side side) {
    return g->stopper[g->single ? TA_ONSIDE : side];
}

/* The value of a game with the onside of `on` and the offside of `off`, or of the game `on` if
** `off` is NULL. Both graphs may be destroyed. */
ta_status loopy_from_graphs(const ta_allocator *a, ta_call *call, graph *on, graph *off,
                            ta_loopy **value);

/* A plain value as a graph. */
ta_status loopy_value_graph(const ta_allocator *a, ta_call *call, ta_values *values, ta_value value,
                            graph *g);

#endif
