/*
** naive_cash.c - NIM with Cash by definition, without optimization.
*/
#include "naive_cash.h"

#include <stdlib.h>

uint8_t cash_wins[CASH_MOST + 1][CASH_MOST + 1][CASH_MOST + 1];

void naive_cash(const ta_amount *set, size_t count, int most) {
    for (int n = 0; n <= most; n++)
        for (int d = 0; d <= most; d++)
            for (int e = 0; e <= most; e++) {
                cash_wins[n][d][e] = 0;
                for (size_t j = 0; j < count; j++) {
                    ta_amount a = set[j];
                    if (a <= n && a <= d && !cash_wins[n - a][e][d - a]) cash_wins[n][d][e] = 1;
                }
            }
}

int32_t *naive_staircases(const ta_amount *set, size_t count, int most) {
    size_t wide = (size_t)most + 1;
    int32_t *s = malloc(wide * wide * sizeof *s), *row = s;
    int32_t *t = malloc(wide * wide * sizeof *t), *inverse = t;
    if (!s || !t) abort();
    for (int n = 0; n <= most; n++, row += wide, inverse += wide) {
        for (int e = 0; e <= most; e++) row[e] = INT32_MAX;
        for (size_t j = 0; j < count; j++) {
            if (set[j] > n) continue;
            const int32_t *from = inverse - set[j] * (most + 1);
            for (int e = 0; e <= most; e++)
                if (from[e] != INT32_MAX && from[e] + set[j] < row[e])
                    row[e] = from[e] + (int32_t)set[j];
        }
        int e = 0;
        for (int d = 0; d <= most; d++) {
            while (e <= most && row[e] <= d) e++;
            inverse[d] = e > most ? INT32_MAX : e;
        }
    }
    free(t);
    return s;
}

ta_amount naive_stair(const int32_t *stairs, int most, int n, int e) {
    int32_t least = stairs[(size_t)n * ((size_t)most + 1) + (size_t)e];
    return least == INT32_MAX ? TA_INF : least;
}

size_t members_of(unsigned bits, ta_amount set[32]) {
    size_t count = 0;
    for (unsigned bit = 0; bit < 32; bit++)
        if (bits >> bit & 1) set[count++] = bit + 1;
    return count;
}

size_t random_members(rng *r, ta_amount *set, size_t count, ta_amount most) {
    size_t drawn = (size_t)rng_between(r, 1, (int64_t)count);
    for (size_t j = 0; j < drawn; j++) set[j] = rng_between(r, 1, most);
    return drawn;
}
