/*
** heap.h - what bindings of heap games share: the type of a game, readers of sums, results that are
** moves in sums.
*/
#ifndef LHEAP_H
#define LHEAP_H

#include "buffer.h"
#include "call.h"

extern const lbox_type *const lheap_type;

#define LHEAP_HEAPS_MOST 200 /* named by one emit, or summed in one call */

/* The heaps in arguments first, first + 1, ...; how many. [-0, +0] */
size_t lheap_heaps(lcall *c, int first, ta_amount heaps[LHEAP_HEAPS_MOST]);

/* Moves gathered as: heap moved in, heaps left, each of them. A ta_heap_move_visitor and its ctx. */
typedef struct lheap_moves {
    lbuffer *b;
    ta_amount moves;
} lheap_moves;

ta_status lheap_gather(void *ctx, ta_call *call, size_t heap, const ta_amount *left, size_t count);

/* Push what was gathered: a list of {heap =, to =}. [-0, +1] */
void lheap_push_moves(lua_State *L, const lheap_moves *moves);

/* Push what was gathered of one heap: a list of lists of heaps. [-0, +1] */
int lheap_push_options(lua_State *L, const lheap_moves *moves);

#endif
