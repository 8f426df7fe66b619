/*
** column.c - misere forms of the positions of a game, by number (store/column.h).
*/
#include "store/column.h"

#include "misere_int.h"

static ta_status sum(ta_store *store, ta_call *call, ta_misere g, ta_misere h, ta_misere *form) {
    return ta_misere_sum((ta_miseres *)store, call, g, h, form);
}

ta_status ta_misere_column_create(ta_miseres *store, ta_call *call, ta_misere_column **column) {
    (void)call;
    return ta_store_column_create(&store->store, sum, column);
}

void ta_misere_column_destroy(ta_misere_column *column) {
    ta_store_column_destroy(column);
}

int ta_misere_column_stale(const ta_misere_column *column) {
    return ta_store_column_stale(column);
}

double ta_misere_column_bytes(const ta_misere_column *column) {
    return ta_store_column_bytes(column);
}

ta_status ta_misere_column_get(ta_misere_column *column, ta_call *call, const uint32_t *numbers,
                               size_t count, ta_misere *form) {
    return ta_store_column_get(column, call, numbers, count, form);
}

ta_status ta_misere_column_put(ta_misere_column *column, ta_call *call, uint32_t number,
                               const uint32_t *part, const size_t *end, size_t options) {
    ta_misere form = TA_MISERE_ZERO;
    ta_status s = ta_store_column_begin(column, call, number);
    if (!s) s = ta_store_column_options(column, call, part, end, options);
    if (!s)
        s = ta_misere_from_options((ta_miseres *)column->store, call, column->options.at,
                                   column->options.count, &form);
    return ta_store_column_put(column, s, form);
}
