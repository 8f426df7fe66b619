/*
** path.c - computes paths from rows. A row ascends, so bisection finds its infinite part and its
** last step.
*/
#include "path.h"

#include <string.h>

#include "base/mem.h"

static size_t words_of(int64_t length) {
    return (size_t)length / 64 + 2;
}

/* The number of columns e of row n with s(e) < d. */
static ta_amount columns_below(const cash_staircases *s, ta_amount n, ta_amount d) {
    ta_amount low = 0, high = n + 1;
    while (low < high) {
        ta_amount e = low + (high - low) / 2;
        if (cash_row_least(s, n, e) < d) low = e + 1;
        else high = e;
    }
    return low;
}

ta_status path_make(path *p, const ta_allocator *a, const cash_staircases *s, ta_amount n) {
    path made = { NULL, 0, 'V' };
    ta_amount columns = columns_below(s, n, TA_INF);
    ta_amount height = columns > 0 ? cash_row_least(s, n, columns - 1) : 0;
    if (columns > n) {
        made.end = 'H';
        columns = columns_below(s, n, height);
    }
    made.length = columns + height;
    size_t words = words_of(made.length);
    made.bits = ta_alloc(a, words, sizeof *made.bits);
    if (!made.bits) return TA_ENOMEM;
    for (ta_amount e = 0; e < columns; e++) {
        ta_amount at = e + cash_row_least(s, n, e);
        made.bits[at / 64] |= (uint64_t)1 << (at % 64);
    }
    if (made.end == 'H') {
        size_t last = (size_t)made.length / 64;
        made.bits[last] |= UINT64_MAX << (made.length % 64);
        made.bits[last + 1] = UINT64_MAX;
    }
    *p = made;
    return TA_OK;
}

void path_free(path *p, const ta_allocator *a) {
    ta_free(a, p->bits, words_of(p->length), sizeof *p->bits);
    p->bits = NULL;
}
