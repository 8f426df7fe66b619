/*
** samples.h - which positions that were filled by rows are asked of the rule one by one.
**
** What neighbours have in common is worked out of the rule (program/row.c). Were that wrong, the answers would be, and nothing would
** say so. So some are folded from what the rule itself names: of the first ones many, then one in some thousands, each
** second near an end of its row, where a rule changes. Which they are follows from their numbers alone: no more and no others
** are asked when work is shared or goes on later.
*/
#ifndef TA_SAMPLES_H
#define TA_SAMPLES_H

#include "base/hash.h"

typedef struct ta_samples {
    uint64_t next; /* those before it were looked at, or are not */
} ta_samples;

/* The next of the numbers first..end - 1 in rows of `wide`, about one of `each` far out; 0: there is none. */
static inline int ta_samples_next(ta_samples *x, uint64_t first, uint64_t end, uint64_t wide, uint64_t each,
                                  uint64_t *number) {
    while (x->next < end) {
        uint64_t m = x->next, z = ta_hash(m + 1), gap = m / 16 + 1, k = (z >> 32 & 3) % wide;
        x->next += 1 + z % (2 * (gap < each ? gap : each));
        if (m < first) continue;
        uint64_t row = m - m % wide, near = z >> 62 & 1 ? row + k : row + wide - 1 - k;
        *number = z >> 63 && near >= first && near < end ? near : m;
        return 1;
    }
    return 0;
}

#endif
