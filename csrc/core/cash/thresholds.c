/*
** thresholds.c - f by the total form of Definition 2.3. Both are 0 below a1 = min A; then
**   f^II(n) = max f^I(n-a);
**   f^I(n)  = min of f^II(n-a) + a over the a with W(n-a) = II,     W(n) = I,
**             or over the a with f^I(n-a) = f^II(n),                W(n) = II.
** The threshold of the winner of standard Nim is exact; the other one is only sufficient.
*/
#include "thresholds.h"

#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"

/* Grow the three arrays together. All blocks are allocated first, so a failure changes nothing. */
static ta_status make_room(cash_thresholds *t, ta_call *call, size_t need) {
    size_t cap = t->cap ? t->cap : 64, known = (size_t)t->known;
    if (need <= t->cap) return TA_OK;
    double bytes = 18.0 * (double)need, have = ta_memory_available();
    if (need > 2000000001 || bytes > have)
        return ta_fail_memory(call, "the thresholds f", bytes, have);
    while (cap < need) cap *= 2;
    int32_t *one = ta_realloc(&t->alloc, NULL, 0, cap, sizeof *one);
    int32_t *two = ta_realloc(&t->alloc, NULL, 0, cap, sizeof *two);
    uint8_t *normal = ta_realloc(&t->alloc, NULL, 0, cap, 1);
    if (!one || !two || !normal) {
        ta_free(&t->alloc, one, cap, sizeof *one);
        ta_free(&t->alloc, two, cap, sizeof *two);
        ta_free(&t->alloc, normal, cap, 1);
        return TA_ENOMEM;
    }
    if (known) {
        memcpy(one, t->f[0], known * sizeof *one);
        memcpy(two, t->f[1], known * sizeof *two);
        memcpy(normal, t->wins, known);
    }
    cash_thresholds_clear(t);
    t->f[0] = one;
    t->f[1] = two;
    t->wins = normal;
    t->cap = cap;
    return TA_OK;
}

/* Compute f^I(n), f^II(n) and W(n) from those of n - a. */
static void define(const cash_thresholds *t, ta_amount n, int32_t f[2], int *wins) {
    int32_t first = INT32_MAX, second = 0;
    size_t legal = 0;
    *wins = 0;
    while (legal < t->count && t->a[legal] <= n) legal++;
    for (size_t j = 0; j < legal; j++) {
        ta_amount m = n - t->a[j];
        if (!t->wins[m]) *wins = 1;
        if (t->f[0][m] > second) second = t->f[0][m];
    }
    for (size_t j = 0; j < legal; j++) {
        ta_amount m = n - t->a[j];
        int counts = *wins ? !t->wins[m] : t->f[0][m] == second;
        if (counts && t->f[1][m] + t->a[j] < first) first = t->f[1][m] + t->a[j];
    }
    /* some legal move counts: one that wins, or one that attains the maximum */
    ta_assert(!legal || first <= n);
    f[0] = legal ? first : 0;
    f[1] = second;
}

ta_status cash_thresholds_next(cash_thresholds *t, ta_call *call) {
    int32_t f[2];
    int wins;
    ta_amount n = t->known;
    ta_status s = make_room(t, call, (size_t)n + 1);
    if (s) return s;
    define(t, n, f, &wins);
    t->f[0][n] = f[0];
    t->f[1][n] = f[1];
    t->wins[n] = (uint8_t)wins;
    t->known++;
    return TA_OK;
}

ta_status cash_thresholds_extend(cash_thresholds *t, ta_call *call, ta_amount n) {
    if (n < t->known) return TA_OK;
    ta_status s = make_room(t, call, (size_t)n + 1);
    while (s == TA_OK && t->known <= n) {
        s = cash_thresholds_next(t, call);
        if (s == TA_OK) s = ta_poll(call, (uint32_t)t->count, (double)t->known, (double)n);
    }
    ta_sound(cash_thresholds_check(t));
    return s;
}

void cash_thresholds_clear(cash_thresholds *t) {
    for (int k = 0; k < 2; k++) ta_free(&t->alloc, t->f[k], t->cap, sizeof *t->f[k]);
    ta_free(&t->alloc, t->wins, t->cap, 1);
}

const char *cash_thresholds_check(const cash_thresholds *t) {
    ta_amount step = (ta_amount)ta_check_step((size_t)t->known);
    for (ta_amount n = 0; n < t->known; n += step) {
        int32_t f[2];
        int wins;
        define(t, n, f, &wins);
        if (f[0] != t->f[0][n] || f[1] != t->f[1][n] || wins != t->wins[n])
            return "thresholds: W or f is not what the smaller n make it";
    }
    return NULL;
}
