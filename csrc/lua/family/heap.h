/*
** heap.h - shared by the bindings of heap games: the type of a game, readers of sums, and results
** that are moves in sums.
*/
#ifndef LHEAP_H
#define LHEAP_H

#include "lua/base/method.h"

extern const ludata_type lheap_type;

#define LHEAP_HEAPS_MOST 200 /* in one emit, or in the sum of one call */

extern const lparameter lheap_heaps; /* parameter: heaps up to the last argument */

/* Gathered moves, each as: heap moved in, number of heaps left, those heaps. The ctx of a
** ta_heap_move_visitor. */
typedef struct lheap_moves {
    lbuffer *b;
    ta_amount moves;
} lheap_moves;

ta_status lheap_gather(void *ctx, ta_call *call, size_t heap, const ta_amount *left, size_t count);

/* The empty record of a call with result LHEAP_MOVES or LHEAP_OPTIONS. */
lheap_moves *lheap_start(const lanswer *r);

/* Push the gathered moves: a list of {heap =, to =}; or for one heap a list of lists of heaps. */
int lheap_push_moves(lua_State *L, const lanswer *r);
int lheap_push_options(lua_State *L, const lanswer *r);

/* The result of a method: the gathered moves, or the options. */
#define LHEAP_MOVES LR_RECORD, .push = lheap_push_moves, LHEAP_GATHERED
#define LHEAP_OPTIONS LR_RECORD, .push = lheap_push_options, LHEAP_GATHERED
#define LHEAP_GATHERED .size = sizeof(lheap_moves), .most = SIZE_MAX

#endif
