/*
** heap.h - what bindings of heap games share: the type of a game, readers of sums, results that are
** moves in sums.
*/
#ifndef LHEAP_H
#define LHEAP_H

#include "method.h"

extern const lbox_type lheap_type;

#define LHEAP_HEAPS_MOST 200 /* named by one emit, or summed in one call */

extern const lparameter lheap_heaps; /* of a call: heaps to its last argument */

/* Moves gathered as: heap moved in, heaps left, each of them. A ta_heap_move_visitor and its ctx. */
typedef struct lheap_moves {
    lbuffer *b;
    ta_amount moves;
} lheap_moves;

ta_status lheap_gather(void *ctx, ta_call *call, size_t heap, const ta_amount *left, size_t count);

/* The record of a row, LHEAP_MOVES or LHEAP_OPTIONS, before anything is gathered. */
lheap_moves *lheap_start(const lanswer *r);

/* Push what was gathered: a list of {heap =, to =}; of one heap: a list of lists of heaps. */
int lheap_push_moves(lua_State *L, const lanswer *r);
int lheap_push_options(lua_State *L, const lanswer *r);

/* The result of a row: these moves, these options. */
#define LHEAP_MOVES LR_RECORD, .push = lheap_push_moves, LHEAP_GATHERED
#define LHEAP_OPTIONS LR_RECORD, .push = lheap_push_options, LHEAP_GATHERED
#define LHEAP_GATHERED .size = sizeof(lheap_moves), .most = SIZE_MAX

#endif
