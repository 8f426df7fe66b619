/*
** column.c - misere forms of the positions of a game, in the order in which a walk over the
** solved game numbers them: options before positions, so each is made from forms already there.
*/
#include "base/mem.h"
#include "store.h"

struct ta_misere_column {
    ta_miseres *store; /* borrowed */
    ta_allocator allocator;
    uint64_t generation;
    misere_ids of; /* of.at[number] */
    misere_ids options;
};

ta_status ta_misere_column_create(ta_miseres *store, ta_call *call, ta_misere_column **column) {
    (void)call;
    ta_misere_column *c = ta_alloc(&store->allocator, 1, sizeof *c);
    if (!c) return TA_ENOMEM;
    c->store = store;
    c->allocator = store->allocator;
    c->generation = store->generation;
    *column = c;
    return TA_OK;
}

/* The store may be gone by now: only the column's own copies are used. */
void ta_misere_column_destroy(ta_misere_column *column) {
    if (!column) return;
    const ta_allocator a = column->allocator;
    ta_free(&a, column->of.at, column->of.cap, sizeof *column->of.at);
    ta_free(&a, column->options.at, column->options.cap, sizeof *column->options.at);
    ta_free(&a, column, 1, sizeof *column);
}

int ta_misere_column_stale(const ta_misere_column *column) {
    return column->generation != column->store->generation;
}

double ta_misere_column_bytes(const ta_misere_column *c) {
    if (!c) return 0;
    return (double)sizeof *c + (double)(c->of.cap + c->options.cap) * sizeof *c->of.at;
}

static ta_status push(ta_misere_column *c, misere_ids *list, ta_misere form) {
    ta_status s = ta_reserve(&c->allocator, (void **)&list->at, &list->cap, list->count + 1,
                             sizeof *list->at);
    if (!s) list->at[list->count++] = form;
    return s;
}

ta_status ta_misere_column_get(ta_misere_column *column, ta_call *call, const uint32_t *numbers,
                               size_t count, ta_misere *form) {
    ta_misere sum = TA_MISERE_ZERO;
    ta_status s = TA_OK;
    if (ta_misere_column_stale(column))
        return ta_fail(call, TA_EINVAL, "these forms are from before the store was cleared");
    for (size_t i = 0; i < count && !s; i++) {
        if (numbers[i] >= column->of.count)
            return ta_fail(call, TA_EINVAL, "position %lu has no form yet",
                           (unsigned long)numbers[i]);
        s = ta_misere_sum(column->store, call, sum, column->of.at[numbers[i]], &sum);
    }
    if (!s) *form = sum;
    return s;
}

ta_status ta_misere_column_put(ta_misere_column *column, ta_call *call, uint32_t number,
                               const uint32_t *part, const size_t *end, size_t options) {
    ta_misere form = TA_MISERE_ZERO;
    size_t from = 0;
    if (number != column->of.count)
        return ta_fail(call, TA_EINVAL, "position %lu is put after %lu forms",
                       (unsigned long)number, (unsigned long)column->of.count);
    ta_status s = TA_OK;
    column->options.count = 0;
    for (size_t i = 0; i < options && !s; i++) {
        s = ta_misere_column_get(column, call, part + from, end[i] - from, &form);
        if (!s) s = push(column, &column->options, form);
        from = end[i];
    }
    if (!s)
        s = ta_misere_from_options(column->store, call, column->options.at, column->options.count,
                                   &form);
    return s ? s : push(column, &column->of, form);
}
