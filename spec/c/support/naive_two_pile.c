/*
** naive_two_pile.c - L and outcomes by definition, without optimization.
*/
#include "naive_two_pile.h"

static uint32_t at(const uint32_t *table, uint32_t m, uint32_t p, uint32_t q) {
    return table[(uint64_t)p * (m + 1) + q];
}

/* f(x) < l, with inf above every limit, an unbounded one included. */
static int below(uint32_t limit, uint32_t l) {
    return l == NAIVE_INF || limit < l;
}

void naive_least(const uint32_t *f, uint32_t m, uint32_t *table) {
    for (uint32_t p = 0; p <= m; p++)
        for (uint32_t q = p; q <= m; q++) {
            uint32_t least = NAIVE_INF;
            for (uint32_t x = 1; x <= p && least == NAIVE_INF; x++)
                if (below(f[x], at(table, m, p - x, q)) || below(f[x], at(table, m, p, q - x)))
                    least = x;
            table[(uint64_t)p * (m + 1) + q] = table[(uint64_t)q * (m + 1) + p] = least;
        }
}

void naive_least_misere(const uint32_t *f, uint32_t m, uint32_t *table) {
    for (uint32_t p = 0; p <= m; p++)
        for (uint32_t q = 0; q <= m; q++) {
            uint32_t least = NAIVE_INF;
            if (p == 0 || q == 0) {
                least = 0; /* over, and won by the player to move */
            } else {
                uint32_t most = p > q ? p : q;
                for (uint32_t x = 1; x <= most && least == NAIVE_INF; x++)
                    if ((x < p && below(f[x], at(table, m, p - x, q))) ||
                        (x < q && below(f[x], at(table, m, p, q - x))))
                        least = x;
            }
            table[(uint64_t)p * (m + 1) + q] = least;
        }
}
