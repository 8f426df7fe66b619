/*
** samples.h - chooses positions filled by rows that are checked one by one against the rule.
**
** The common options of neighbours are derived from the rule's program (program/row.c). If that
** derivation were wrong, the answers would be wrong without any sign. So some positions are folded
** from the options that the rule itself names: many of the first ones, later about one in `each`.
** Every second one lies near an end of its row, where a rule changes, unless first..end - 1 does
** not contain that position. Apart from this range, only the positions' numbers decide the choice.
*/
#ifndef TA_SAMPLES_H
#define TA_SAMPLES_H

#include "base/hash.h"

typedef struct ta_samples {
    uint64_t next; /* all before it are checked or skipped */
} ta_samples;

/* Set *number to the next position to check in first..end - 1, in rows of `wide` positions. Returns
** 0 if none is left. */
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
