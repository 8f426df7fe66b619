/*
** column.c - games of positions by number: stores them one after the other, and adds them up.
*/
#include "column.h"

#include "base/mem.h"
#include "base/status.h"

ta_status ta_store_column_create(ta_store *store, ta_store_column_sum *sum,
                                 ta_store_column **column) {
    ta_store_column *c = ta_alloc(&store->allocator, 1, sizeof *c);
    if (!c) return TA_ENOMEM;
    c->store = store;
    c->allocator = store->allocator;
    c->sum = sum;
    c->generation = store->generation;
    *column = c;
    return TA_OK;
}

/* The store may be gone by now: only the column's own copies are used. */
void ta_store_column_destroy(ta_store_column *column) {
    if (!column) return;
    const ta_allocator a = column->allocator;
    ta_free(&a, column->of.at, column->of.cap, sizeof *column->of.at);
    ta_free(&a, column->options.at, column->options.cap, sizeof *column->options.at);
    ta_free(&a, column, 1, sizeof *column);
}

int ta_store_column_stale(const ta_store_column *column) {
    return column->generation != column->store->generation;
}

double ta_store_column_bytes(const ta_store_column *c) {
    if (!c) return 0;
    return (double)sizeof *c + (double)(c->of.cap + c->options.cap) * sizeof *c->of.at;
}

static ta_status push(ta_store_column *c, ta_ids *list, uint32_t game) {
    ta_status s = ta_reserve(&c->allocator, (void **)&list->at, &list->cap, list->count + 1,
                             sizeof *list->at);
    if (!s) list->at[list->count++] = game;
    return s;
}

ta_status ta_store_column_get(ta_store_column *column, ta_call *call, const uint32_t *numbers,
                              size_t count, uint32_t *game) {
    const char *noun = column->store->kind->game;
    uint32_t sum = 0;
    ta_status s = TA_OK;
    if (ta_store_column_stale(column))
        return ta_fail(call, TA_EINVAL, "these %ss are from before the store was cleared", noun);
    for (size_t i = 0; i < count && !s; i++) {
        if (numbers[i] >= column->of.count)
            return ta_fail(call, TA_EINVAL, "position %lu has no %s yet", (unsigned long)numbers[i],
                           noun);
        s = column->sum(column->store, call, sum, column->of.at[numbers[i]], &sum);
    }
    if (!s) *game = sum;
    return s;
}

ta_status ta_store_column_begin(ta_store_column *column, ta_call *call, uint32_t number) {
    ta_status s = push(column, &column->options, 0); /* allocates the array, even for no options */
    column->options.count = 0;
    if (number == column->of.count) return s;
    return ta_fail(call, TA_EINVAL, "position %lu is put after %lu %ss", (unsigned long)number,
                   (unsigned long)column->of.count, column->store->kind->game);
}

ta_status ta_store_column_options(ta_store_column *column, ta_call *call, const uint32_t *part,
                                  const size_t *end, size_t count) {
    ta_status s = TA_OK;
    for (size_t i = 0, from = 0; i < count && !s; from = end[i++]) {
        uint32_t game;
        s = ta_store_column_get(column, call, part + from, end[i] - from, &game);
        if (!s) s = push(column, &column->options, game);
    }
    return s;
}

ta_status ta_store_column_put(ta_store_column *column, ta_status status, uint32_t game) {
    return status ? status : push(column, &column->of, game);
}
