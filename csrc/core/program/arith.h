/*
** arith.h - Lua's arithmetic of 64-bit integers: it wraps around, // and % round down, and shifts by
** more than 63 bits give 0.
*/
#ifndef TA_PROGRAM_ARITH_H
#define TA_PROGRAM_ARITH_H

#include <stdint.h>

#include "takeaway/movefn.h"

#define WRAP(x) ((uint64_t)(x))

/* Lua's shift to the left; a negative number shifts to the right. */
static inline int64_t shift(int64_t x, int64_t by) {
    if (by <= -64 || by >= 64) return 0;
    return (int64_t)(by >= 0 ? WRAP(x) << by : WRAP(x) >> -by);
}

/* Are both below 2^32? Most numbers are, and a 32-bit division is several times as fast. y is not 0. */
static inline int small(int64_t x, int64_t y) {
    return WRAP(x | y) >> 32 == 0;
}

static inline int64_t floor_div(int64_t x, int64_t y) {
    if (small(x, y)) return (uint32_t)x / (uint32_t)y;
    if (y == -1) return (int64_t)(0 - WRAP(x));
    int64_t q = x / y;
    return q - ((x % y != 0) & ((x ^ y) < 0));
}

static inline int64_t floor_mod(int64_t x, int64_t y) {
    if (small(x, y)) return (uint32_t)x % (uint32_t)y;
    if (y == -1) return 0;
    int64_t r = x % y;
    return r != 0 && (r ^ y) < 0 ? r + y : r;
}

/* Within this bound floor(x / y) of doubles is x // y: the quotient is exact, or farther from the next
** integer than half a unit in its last place. */
#define EXACT ((int64_t)1 << 52)
static inline int inexact(int64_t x, int64_t y) {
    return x < -EXACT || x > EXACT || y < -EXACT || y > EXACT || y == 0;
}

/* f(k), or 0 if the host or a float would be needed. The caller then runs the rule in the host, and f
** remembers the value. A failure is not reported here, because the rule will report it. */
static inline int64_t value_of(ta_movefn *f, ta_call *call, int64_t k) {
    ta_amount value;
    char first = call->message[0];
    if (k < 1 || k > TA_MAX || !ta_movefn_is_known(f, k)) return 0;
    ta_status s = ta_movefn_value(f, call, k, &value);
    if (s) call->message[0] = first;
    return s || value == TA_INF ? 0 : value;
}

#endif
