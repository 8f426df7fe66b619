/*
** column.c - misere forms of the positions of a game, by number (store/column.h).
*/
#include "store/column.h"

#include "misere_int.h"

static ta_status sum(ta_store *store, ta_call *call, ta_misere g, ta_misere h, ta_misere *form) {
    return ta_misere_sum((ta_miseres *)store, call, g, h, form);
}

/* A public column is one of the store's under another name. */
static ta_column *inside(const ta_misere_column *column) {
    return (ta_column *)(uintptr_t)column;
}

ta_status ta_misere_column_create(ta_miseres *store, ta_call *call, ta_misere_column **column) {
    ta_column *c;
    (void)call;
    ta_status s = ta_column_create(&store->store, sum, &c);
    if (!s) *column = (ta_misere_column *)c;
    return s;
}

void ta_misere_column_destroy(ta_misere_column *column) {
    ta_column_destroy(inside(column));
}

int ta_misere_column_stale(const ta_misere_column *column) {
    return ta_column_stale(inside(column));
}

double ta_misere_column_bytes(const ta_misere_column *column) {
    return ta_column_bytes(inside(column));
}

ta_status ta_misere_column_get(ta_misere_column *column, ta_call *call, const uint32_t *numbers,
                               size_t count, ta_misere *form) {
    return ta_column_get(inside(column), call, numbers, count, form);
}

ta_status ta_misere_column_put(ta_misere_column *column, ta_call *call, uint32_t number,
                               const uint32_t *part, const size_t *end, size_t options) {
    ta_column *c = inside(column);
    ta_misere form = TA_MISERE_ZERO;
    ta_status s = ta_column_begin(c, call, number);
    if (!s) s = ta_column_options(c, call, part, end, options);
    if (!s)
        s = ta_misere_from_options((ta_miseres *)c->store, call, c->options.at, c->options.count,
                                   &form);
    return ta_column_put(c, s, form);
}
