/*
** game_graph.h - the graph of all positions reachable from a position, in memory. It serves questions
** that the search gave up because play need not end.
**
**     vertex v     live[base + v] of the map: its id, and in the bit above the player to move
**     edge         the options of v as vertices: edge[first .. first + degree)
**     pred         the reversed edges: pred[into[v] .. into[v + 1])
**
** A solved position is a leaf: its cell is known and its options are not gathered. The exception is
** a nim value inf(...): its finite options are gathered. An option that is a sum of parts is a
** vertex of its own, with the id NO_PARTS and the parts as edges.
*/
#ifndef TA_GAME_GRAPH_H
#define TA_GAME_GRAPH_H

#include "solver_int.h"

typedef struct ta_vertex {
    size_t first;
    uint32_t degree;
    uint32_t cell; /* as in the question's column: 0, DRAWN or VALUE + v */
} ta_vertex;

typedef struct ta_reach {
    ta_solver *solver;
    question q;
    size_t base;
    ta_vertex *vertex;
    uint32_t count;
    uint32_t *edge;
    size_t edges;
    size_t *into;
    uint32_t *pred;
    uint32_t *list; /* scratch: the options of one vertex */
    size_t vertex_cap, edge_cap, list_cap;
} ta_reach;

/* Gather the graph from live[0..count), `player` to move; those entries stay. Call ta_reach_clear
** whatever it returns. Errors: the rules', ELIMIT, ENOMEM, the poll's. */
ta_status ta_reach_gather(ta_reach *g, ta_call *call, ta_solver *s, question q, size_t count,
                          ta_player player);
void ta_reach_clear(ta_reach *g);

/* Build `into` and `pred`. */
ta_status ta_reach_turn(ta_reach *g, ta_call *call);

/* `count` zeroed items of `size` bytes, within the solver's bounds. */
ta_status ta_reach_alloc(ta_reach *g, ta_call *call, void **block, size_t count, size_t size);

/* Write the cells of the vertices into the question's column. */
ta_status ta_reach_store(ta_reach *g, ta_call *call);

static inline int ta_reach_is_sum(const ta_reach *g, uint32_t v) {
    return (g->solver->map.live[g->base + v] & TA_ID_MASK) == NO_PARTS;
}

/* nim_labels.c: compute the cells of a Q_NIM graph after ta_reach_turn. */
ta_status ta_reach_label(ta_reach *g, ta_call *call);

#endif
