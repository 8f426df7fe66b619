/*
** period.c - the Z-function of the reversed differences of a sequence.
*/
#include "period.h"

#include "base/poll.h"

/* The i-th difference from the end. */
static inline uint32_t difference(const ta_nim_values *g, size_t i) {
    size_t n = g->count - 2 - i;
    return ta_nim_values_at(g, n + 1) - ta_nim_values_at(g, n);
}

ta_status ta_period_reaches(const ta_nim_values *g, ta_call *call, uint32_t *reach) {
    size_t length = g->count - 1, from = 0, to = 0; /* [from, to) matches the start */
    reach[0] = (uint32_t)length;
    for (size_t i = 1; i < length; i++) {
        size_t z = 0;
        if (i < to) z = reach[i - from] < to - i ? reach[i - from] : to - i;
        if (i + z >= to) {
            while (i + z < length && difference(g, z) == difference(g, i + z)) z++;
            from = i;
            to = i + z;
        }
        reach[i] = (uint32_t)z;
        ta_status s = ta_poll(call, 1, (double)i, (double)length);
        if (s) return s;
    }
    return TA_OK;
}
