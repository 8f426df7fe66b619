/*
** block.h - nim values of a block of heaps at once, through rare values.
*/
#ifndef TA_HEAP_BLOCK_H
#define TA_HEAP_BLOCK_H

#include "base/vector.h"
#include "sparse.h"

#define HEAP_BLOCK_LANES 64 /* heaps */
#define HEAP_BLOCK_GROUP 16 /* heaps that are marked together */
#define HEAP_BLOCK_VALUES 4096
#define HEAP_BLOCK_ROOM 96 /* suspects of a heap that can be held, of each class */

/* Of each heap of a block, a lane: */
typedef struct heap_lanes {
    uint16_t target[HEAP_BLOCK_LANES];                       /* the suspect looked for */
    uint16_t bound[HEAP_BLOCK_LANES];                        /* of common class, in no pair */
    uint16_t last_rare[HEAP_BLOCK_LANES];                    /* the last suspect of rare class */
    uint32_t at[HEAP_BLOCK_LANES];                           /* the target's place in its list */
    size_t begun[HEAP_BLOCK_LANES];                          /* when it was first looked for */
    uint16_t suspects[2][HEAP_BLOCK_LANES][HEAP_BLOCK_ROOM]; /* of common class; of rare class */
    uint32_t count[2][HEAP_BLOCK_LANES];
    /* a byte a value; rows a line apart, for all would fall into the same places of a cache */
    uint8_t marks[HEAP_BLOCK_GROUP][HEAP_BLOCK_VALUES + 64];
} heap_lanes;

typedef struct heap_block {
    ta_heap *h; /* whose sequence grows by the block */
    const heap_digits *digits;
    heap_sparse *sparse;
    heap_lanes *lanes; /* once a block was made */
    size_t rare_from;  /* the first rare heap that a block compares */
} heap_block;

/* Which lanes j have g(r) xor g(m - r + j) = target[j] for an r of the `count` from `from` on: of
** `list`, or themselves without one. */
uint64_t heap_block_hits(ta_vector vector, const uint16_t *g, size_t m, const uint32_t *list,
                         size_t from, size_t count, const uint16_t *target);
/* A block of heaps at once, where that pays: some of the values that follow. */
int heap_block_pays(const heap_block *x, size_t count);
ta_status heap_block_values(heap_block *x, ta_call *call);
void heap_block_clear(heap_block *x);

#endif
