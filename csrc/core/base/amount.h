/*
** amount.h - arithmetic of amounts, and amounts as text.
*/
#ifndef TA_AMOUNT_H
#define TA_AMOUNT_H

#include "takeaway/base.h"

/* a + b for amounts >= 0, saturating. */
static inline ta_amount ta_add(ta_amount a, ta_amount b) {
    if (a == TA_INF || b == TA_INF || a > TA_MAX - b) return TA_INF;
    return a + b;
}

/* The largest power of two dividing n >= 1. */
static inline ta_amount ta_lowbit(ta_amount n) {
    return n & -n;
}

/* The greatest common divisor of numbers >= 0; of n and 0 it is n. */
static inline int64_t ta_gcd(int64_t a, int64_t b) {
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* An amount as text for messages: decimal, or "inf". `text` holds at least 32 bytes. */
const char *ta_amount_text(char text[32], ta_amount amount);

#endif
