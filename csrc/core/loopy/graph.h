/*
** graph.h - finite graphs of positions: what the other files of the room work on.
**
**     end[p][v-1] .. end[p][v]-1     where in to[p] the options of v for player p stand
**
** A graph begins at node 0. Options of one player at one node are distinct. No node stands
** where it cannot be reached, but while a form is being written.
*/
#ifndef TA_LOOPY_GRAPH_H
#define TA_LOOPY_GRAPH_H

#include "base/mem.h"
#include "takeaway/base.h"
#include "takeaway/loopy.h"

typedef struct graph {
    uint32_t nodes;
    uint32_t *end[2], *to[2];
    size_t end_cap[2], to_cap[2];
} graph;

static inline uint32_t graph_from(const graph *g, int player, uint32_t v) {
    return v ? g->end[player][v - 1] : 0;
}

static inline const uint32_t *graph_options(const graph *g, int player, uint32_t v,
                                            uint32_t *count) {
    uint32_t from = graph_from(g, player, v);
    *count = g->end[player][v] - from;
    return g->to[player] ? g->to[player] + from : NULL;
}

static inline uint32_t graph_degree(const graph *g, int player, uint32_t v) {
    return g->end[player][v] - graph_from(g, player, v);
}

static inline uint32_t graph_edges(const graph *g, int player) {
    return g->nodes ? g->end[player][g->nodes - 1] : 0;
}

void graph_clear(const ta_allocator *a, graph *g);

/* A further node, without options; a further option of the last node. */
ta_status graph_add(const ta_allocator *a, graph *g);
ta_status graph_append(const ta_allocator *a, graph *g, int player, uint32_t to);

/* ELIMIT: too many positions. */
ta_status graph_too_large(ta_call *call);

/* What can be reached from `start`, which becomes node 0. Repeated options go. */
ta_status graph_reach(const ta_allocator *a, const graph *g, uint32_t start, graph *reached);

/* The players exchanged. */
ta_status graph_negative(const ta_allocator *a, const graph *g, graph *negative);

/* The disjunctive sum of two graphs. */
ta_status graph_sum(const ta_allocator *a, ta_call *call, const graph *g, const graph *h,
                    graph *sum);

/* Predecessors by the moves of one player: a graph whose "options" of v are they. */
ta_status graph_reverse(const ta_allocator *a, const graph *g, graph *reverse);

int graph_same(const graph *g, const graph *h);

/* What cycles there are. */
typedef enum graph_cycles { CYCLES_ALTERNATING, CYCLES_LONG, CYCLES_ANY } graph_cycles;

/* Is there a cycle of the moves of both in turn; of any moves, of two nodes or more; of any
** moves? *has is 0 or 1. */
ta_status graph_has(const ta_allocator *a, const graph *g, graph_cycles kind, int *has);

/* ---- order.c ---- */

/* bit v of row u, of rows of `words` words */
typedef struct relation {
    uint64_t *bits;
    uint32_t rows;
    size_t words;
} relation;

static inline int relation_has(const relation *r, uint32_t u, uint32_t v) {
    return (int)(r->bits[u * r->words + v / 64] >> (v % 64) & 1);
}

void relation_clear(const ta_allocator *a, relation *r);

/* All pairs with g_u+ >= h_v+. `stoppers`: both are, so that who survives needs no more thought. */
ta_status graph_geq(const ta_allocator *a, ta_call *call, const graph *g, const graph *h,
                    int stoppers, relation *geq);

/* ---- label.c ---- */

/* The graph with equal options everywhere (bisimilar nodes) made one, in the one order that does not depend
** on how it was numbered. */
ta_status graph_label(const ta_allocator *a, ta_call *call, graph *g);

/* ---- simplify.c ---- */

/* The simplest form of the onside of a graph, in its place; *stopper: is it a stopper? For a
** graph that is one, the simplest form of that. */
ta_status graph_simplify(const ta_allocator *a, ta_call *call, graph *g, int *stopper);

#endif
