/*
** column.h - the games of the positions of a ruleset, in the order in which a walk over the solved
** game numbers them. Options come before positions, so each game is built from earlier ones.
*/
#ifndef TA_STORE_COLUMN_H
#define TA_STORE_COLUMN_H

#include "store.h"

/* The sum of two games of the store. */
typedef ta_status ta_store_column_sum(ta_store *store, ta_call *call, uint32_t g, uint32_t h,
                                      uint32_t *sum);

/* The public columns, of values and of misere forms, are other names of this struct. */
typedef struct ta_store_column {
    ta_store *store; /* borrowed */
    ta_allocator allocator;
    ta_store_column_sum *sum;
    uint64_t generation;
    ta_ids of;      /* the game of each number: of.at[number] */
    ta_ids options; /* of the position under construction */
} ta_store_column;

ta_status ta_store_column_create(ta_store *store, ta_store_column_sum *sum,
                                 ta_store_column **column);
void ta_store_column_destroy(ta_store_column *column);
int ta_store_column_stale(const ta_store_column *column);
double ta_store_column_bytes(const ta_store_column *column);

/* The sum of the games of positions. */
ta_status ta_store_column_get(ta_store_column *column, ta_call *call, const uint32_t *numbers,
                              size_t count, uint32_t *game);

/* Begin the next position; EINVAL unless `number` is its number. Then append its options: option i
** is the sum of the games of part[end[i-1]] to part[end[i] - 1]. */
ta_status ta_store_column_begin(ta_store_column *column, ta_call *call, uint32_t number);
ta_status ta_store_column_options(ta_store_column *column, ta_call *call, const uint32_t *part,
                                  const size_t *end, size_t count);

/* End the position: append its game, unless `status` is a failure. */
ta_status ta_store_column_put(ta_store_column *column, ta_status status, uint32_t game);

#endif
