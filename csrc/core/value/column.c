/*
** column.c - values of the positions of a game, by number (store/column.h).
*/
#include "store/column.h"

#include "value_int.h"

static ta_status sum(ta_store *store, ta_call *call, ta_value g, ta_value h, ta_value *value) {
    return ta_value_sum((ta_values *)store, call, g, h, value);
}

ta_status ta_value_column_create(ta_values *values, ta_call *call, ta_value_column **column) {
    (void)call;
    return ta_store_column_create(&values->store, sum, column);
}

void ta_value_column_destroy(ta_value_column *column) {
    ta_store_column_destroy(column);
}

int ta_value_column_stale(const ta_value_column *column) {
    return ta_store_column_stale(column);
}

double ta_value_column_bytes(const ta_value_column *column) {
    return ta_store_column_bytes(column);
}

ta_status ta_value_column_get(ta_value_column *column, ta_call *call, const uint32_t *numbers,
                              size_t count, ta_value *value) {
    return ta_store_column_get(column, call, numbers, count, value);
}

/* Append the options of both players, the left ones first. *split is the number of left ones. */
static ta_status take_both(ta_store_column *c, ta_call *call, uint32_t number,
                           const ta_value_list *left, const ta_value_list *right, size_t *split) {
    ta_status s = ta_store_column_begin(c, call, number);
    if (!s) s = ta_store_column_options(c, call, left->part, left->end, left->count);
    *split = c->options.count;
    return s ? s : ta_store_column_options(c, call, right->part, right->end, right->count);
}

ta_status ta_value_column_put(ta_value_column *column, ta_call *call, uint32_t number,
                              const ta_value_list *left, const ta_value_list *right) {
    ta_value value = TA_VALUE_ZERO;
    size_t split;
    ta_status s = take_both(column, call, number, left, right, &split);
    const ta_value *at = column->options.at;
    if (!s)
        s = ta_value_from_options((ta_values *)column->store, call, at, split, at + split,
                                  column->options.count - split, &value);
    return ta_store_column_put(column, s, value);
}

ta_status ta_value_column_put_ordinal(ta_value_column *column, ta_call *call, uint32_t number,
                                      const ta_value_list *left, const ta_value_list *right,
                                      const uint32_t *upper, size_t upper_count) {
    ta_value value = TA_VALUE_ZERO;
    size_t split;
    ta_status s = take_both(column, call, number, left, right, &split);
    if (!s) s = ta_store_column_get(column, call, upper, upper_count, &value);
    if (!s)
        s = ta_value_ordinal_sum_of((ta_values *)column->store, call, column->options.at, split,
                                    column->options.count, value, &value);
    return ta_store_column_put(column, s, value);
}
