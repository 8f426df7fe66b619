/*
** graph.h - finite graphs of positions, the data of the other files of this folder.
**
**     end[p][v-1] .. end[p][v]-1     the indices in to[p] of the options of v for player p
**
** A graph starts at node 0. The options of one player at one node are distinct. Every node can be
** reached from node 0, except while a form is being written.
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

/* Add a node without options; add an option to the last node. */
ta_status graph_add(const ta_allocator *a, graph *g);
ta_status graph_append(const ta_allocator *a, graph *g, int player, uint32_t to);

/* ELIMIT: too many positions. */
ta_status graph_too_large(ta_call *call);

/* The part reachable from `start`, which becomes node 0. Repeated options are removed. */
ta_status graph_reach(const ta_allocator *a, const graph *g, uint32_t start, graph *reached);

/* The graph with the players exchanged. */
ta_status graph_negative(const ta_allocator *a, const graph *g, graph *negative);

/* The disjunctive sum of two graphs. */
ta_status graph_sum(const ta_allocator *a, ta_call *call, const graph *g, const graph *h,
                    graph *sum);

/* The reversed graph: its "options" of v are the predecessors of v by moves of that player. */
ta_status graph_reverse(const ta_allocator *a, const graph *g, graph *reverse);

int graph_same(const graph *g, const graph *h);

/* Kinds of cycles: with alternating moves, of two nodes or more, any. */
typedef enum graph_cycles { CYCLES_ALTERNATING, CYCLES_LONG, CYCLES_ANY } graph_cycles;

/* *has = 1 if the graph has a cycle of this kind, else 0. */
ta_status graph_has(const ta_allocator *a, const graph *g, graph_cycles kind, int *has);

/* ---- order.c ---- */

/* A set of pairs (u, v): bit v of row u. A row has `words` words. */
typedef struct relation {
    uint64_t *bits;
    uint32_t rows;
    size_t words;
} relation;

static inline int relation_has(const relation *r, uint32_t u, uint32_t v) {
    return (int)(r->bits[u * r->words + v / 64] >> (v % 64) & 1);
}

void relation_clear(const ta_allocator *a, relation *r);

/* All pairs (u, v) with g_u+ >= h_v+. `stoppers`: g and h are stoppers, so infinite play needs no
** analysis. */
ta_status graph_geq(const ta_allocator *a, ta_call *call, const graph *g, const graph *h,
                    int stoppers, relation *geq);

/* ---- label.c ---- */

/* Merge bisimilar nodes, and number the graph in an order that does not depend on its old
** numbers. */
ta_status graph_label(const ta_allocator *a, ta_call *call, graph *g);

/* ---- simplify.c ---- */

/* Replace a graph by the simplest form of its onside; *stopper: is that a stopper? A stopper is
** replaced by its own simplest form. */
ta_status graph_simplify(const ta_allocator *a, ta_call *call, graph *g, int *stopper);

#endif
