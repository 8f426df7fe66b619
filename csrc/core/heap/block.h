/*
** block.h - nim values of a block of 64 heaps at once, through rare values (sparse.h).
*/
#ifndef TA_HEAP_BLOCK_H
#define TA_HEAP_BLOCK_H

#include "base/vector.h"
#include "sparse.h"

#define HEAP_BLOCK_LANES 64 /* heaps */
#define HEAP_BLOCK_GROUP 16 /* heaps marked together */
#define HEAP_BLOCK_VALUES 4096
#define HEAP_BLOCK_ROOM 96 /* at most this many suspects of a class a heap */

/* Each heap of a block is a lane. A suspect is a value not marked for its heap. */
typedef struct heap_lanes {
    uint16_t target[HEAP_BLOCK_LANES];                       /* the suspect searched for */
    uint16_t bound[HEAP_BLOCK_LANES];                        /* the first common one in no pair */
    uint16_t last_rare[HEAP_BLOCK_LANES];                    /* the last suspect of rare class */
    uint32_t at[HEAP_BLOCK_LANES];                           /* the target's index in its list */
    size_t begun[HEAP_BLOCK_LANES];                          /* the chunk where its search began */
    uint16_t suspects[2][HEAP_BLOCK_LANES][HEAP_BLOCK_ROOM]; /* of common class; of rare class */
    uint32_t count[2][HEAP_BLOCK_LANES];
    /* a byte a value; 64 bytes of padding keep the rows out of the same cache sets */
    uint8_t marks[HEAP_BLOCK_GROUP][HEAP_BLOCK_VALUES + 64];
} heap_lanes;

typedef struct heap_block {
    ta_heap *h; /* whose sequence grows by the block */
    const heap_digits *digits;
    heap_sparse *sparse;
    heap_lanes *lanes; /* NULL before the first block */
    size_t rare_from;  /* the index of the first rare heap that a block compares */
} heap_block;

/* The lanes j with g(r) xor g(m - r + j) = target[j] for some r. The r are the `count` items of
** `list` from `from` on; without a list, the numbers from `from` on. */
uint64_t heap_block_hits(ta_vector vector, const uint16_t *g, size_t m, const uint32_t *list,
                         size_t from, size_t count, const uint16_t *target);
/* Is a block worthwhile for the next heap? */
int heap_block_pays(const heap_block *x, size_t count);
/* Append the values of the next block, or of a part of it. */
ta_status heap_block_values(heap_block *x, ta_call *call);
void heap_block_clear(heap_block *x);

#endif
