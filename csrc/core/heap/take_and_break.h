/*
** take_and_break.h - the data of a game by code: its digits, and the state of each strategy.
*/
#ifndef TA_HEAP_TAKE_AND_BREAK_H
#define TA_HEAP_TAKE_AND_BREAK_H

#include "pair_sets_parallel.h"
#include "block.h"

typedef struct heap_code {
    heap_digits digits;
    heap_pairs pairs;
    heap_dense dense;
    heap_ahead ahead;
    heap_sparse sparse;
    heap_block block;
} heap_code;

static inline heap_code *heap_code_of(const ta_heap *h) {
    return h->data;
}

#endif
