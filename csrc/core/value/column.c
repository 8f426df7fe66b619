/*
** column.c - values of the positions of a game, in the order in which a walk over
** the solved game numbers them: options before positions, so each value is made
** from values already there.
*/
#include "base/mem.h"
#include "base/status.h"
#include "store.h"

struct ta_value_column {
    ta_values *values; /* borrowed */
    ta_allocator allocator;
    uint64_t generation;
    ta_ids of; /* of.at[number] */
    ta_ids options;
};

ta_status ta_value_column_create(ta_values *values, ta_call *call, ta_value_column **column) {
    (void)call;
    ta_value_column *c = ta_alloc(&values->allocator, 1, sizeof *c);
    if (!c) return TA_ENOMEM;
    c->values = values;
    c->allocator = values->allocator;
    c->generation = values->generation;
    *column = c;
    return TA_OK;
}

/* The store may be gone by now: only the column's own copies are used. */
void ta_value_column_destroy(ta_value_column *column) {
    if (!column) return;
    const ta_allocator a = column->allocator;
    ta_free(&a, column->of.at, column->of.cap, sizeof *column->of.at);
    ta_free(&a, column->options.at, column->options.cap, sizeof *column->options.at);
    ta_free(&a, column, 1, sizeof *column);
}

int ta_value_column_stale(const ta_value_column *column) {
    return column->generation != column->values->generation;
}

double ta_value_column_bytes(const ta_value_column *c) {
    if (!c) return 0;
    return (double)sizeof *c + (double)(c->of.cap + c->options.cap) * sizeof *c->of.at;
}

static ta_status push(ta_value_column *c, ta_ids *list, ta_value value) {
    ta_status s = ta_reserve(&c->allocator, (void **)&list->at, &list->cap, list->count + 1,
                             sizeof *list->at);
    if (!s) list->at[list->count++] = value;
    return s;
}

ta_status ta_value_column_get(ta_value_column *column, ta_call *call, const uint32_t *numbers,
                              size_t count, ta_value *value) {
    ta_value sum = TA_VALUE_ZERO;
    ta_status s = TA_OK;
    if (ta_value_column_stale(column))
        return ta_fail(call, TA_EINVAL, "these values are from before the store was cleared");
    for (size_t i = 0; i < count && !s; i++) {
        if (numbers[i] >= column->of.count)
            return ta_fail(call, TA_EINVAL, "position %lu has no value yet",
                           (unsigned long)numbers[i]);
        s = ta_value_sum(column->values, call, sum, column->of.at[numbers[i]], &sum);
    }
    if (!s) *value = sum;
    return s;
}

static ta_status take_options(ta_value_column *c, ta_call *call, const ta_value_list *list) {
    size_t from = 0;
    for (size_t i = 0; i < list->count; i++) {
        ta_value value;
        ta_status s = ta_value_column_get(c, call, list->part + from, list->end[i] - from, &value);
        if (!s) s = push(c, &c->options, value);
        if (s) return s;
        from = list->end[i];
    }
    return TA_OK;
}

/* The options into column->options, the left ones first, and how many these are. */
static ta_status take_both(ta_value_column *c, ta_call *call, uint32_t number,
                           const ta_value_list *left, const ta_value_list *right, size_t *split) {
    if (number != c->of.count)
        return ta_fail(call, TA_EINVAL, "position %lu is put after %lu values",
                       (unsigned long)number, (unsigned long)c->of.count);
    ta_status s = push(c, &c->options, TA_VALUE_ZERO); /* so that there is an array */
    c->options.count = 0;
    if (!s) s = take_options(c, call, left);
    *split = c->options.count;
    return s ? s : take_options(c, call, right);
}

ta_status ta_value_column_put(ta_value_column *column, ta_call *call, uint32_t number,
                              const ta_value_list *left, const ta_value_list *right) {
    ta_value value;
    size_t split = 0;
    ta_status s = take_both(column, call, number, left, right, &split);
    const ta_value *at = column->options.at;
    if (!s)
        s = ta_value_from_options(column->values, call, at, split, at + split,
                                  column->options.count - split, &value);
    return s ? s : push(column, &column->of, value);
}

ta_status ta_value_column_put_ordinal(ta_value_column *column, ta_call *call, uint32_t number,
                                      const ta_value_list *left, const ta_value_list *right,
                                      const uint32_t *upper, size_t upper_count) {
    ta_value value;
    size_t split = 0;
    ta_status s = take_both(column, call, number, left, right, &split);
    if (!s) s = ta_value_column_get(column, call, upper, upper_count, &value);
    if (!s)
        s = ta_value_ordinal_sum_of(column->values, call, column->options.at, split,
                                    column->options.count, value, &value);
    return s ? s : push(column, &column->of, value);
}
