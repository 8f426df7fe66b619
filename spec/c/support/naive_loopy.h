/*
** naive_loopy.h - graphs of positions as rules. Won, lost and drawn positions follow the definition: a
** player wins who can force the end of play within k moves, for k = 0, 1, 2, ...
*/
#ifndef NAIVE_LOOPY_H
#define NAIVE_LOOPY_H

#include "takeaway/solver.h"

#define MOST 12
#define HEAPS 16 /* nim heaps looked at: 0..15 */

/* moves[player][v]: the options of v as bits. `second[v]`: with option w of v, bit w of
** `moves`, goes the part second[v][w], or -1 none. */
typedef struct graph {
    int n, partizan, spell;
    int negative; /* the definition: the second vertex has the players exchanged */
    unsigned moves[2][MOST];
    ta_terminal over[MOST];
    int second[MOST][MOST];
} graph;

/* Vertex v as a position, in `room`. */
void spell(const graph *g, int v, int64_t room[8], ta_position *p);

/* A solver of the graph's rules; `with` 1: terminal, 2: parts. NULL: the allocator refused. */
ta_solver *solver_of(graph *g, const ta_allocator *a, int with);

/* Play of one vertex, a second one or NO_VERTEX, and a nim heap, `player` to move. */
#define NO_VERTEX MOST
#define STATES ((MOST + 1) * (MOST + 1) * HEAPS * 2)

typedef struct truth {
    int result[STATES]; /* ta_result, DRAW when never decided */
    int moves[STATES];
} truth;

static inline int state_of(int u, int v, int heap, int player) {
    return ((u * (MOST + 1) + v) * HEAPS + heap) * 2 + player;
}

/* Results and moves of all states of one vertex (two when `two`) and heaps below `heaps`. */
void define(const graph *g, truth *t, int two, int heaps, int with, int misere);

#endif
