/*
** bench_value.c - the kernel alone: random games from options, what is left of the time
** when every comparison is remembered, and growth from n to 2n.
*/
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "takeaway/value.h"

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static uint32_t next_random(uint32_t *x) {
    *x = *x * 1664525u + 1013904223u;
    return *x >> 8;
}

/* n random games with up to 3 options a side among the 400 before; seconds taken. */
static double random_games(ta_values *v, ta_call *call, size_t n, ta_value *pool) {
    uint32_t x = 5;
    double from = now();
    pool[0] = TA_VALUE_ZERO;
    for (size_t g = 1; g < n; g++) {
        ta_value lists[2][3];
        size_t counts[2], low = g > 400 ? g - 400 : 0;
        for (int side = 0; side < 2; side++) {
            counts[side] = next_random(&x) % 4;
            for (size_t i = 0; i < counts[side]; i++)
                lists[side][i] = pool[low + next_random(&x) % (g - low)];
        }
        if (ta_value_from_options(v, call, lists[0], counts[0], lists[1], counts[1], &pool[g]))
            exit(1);
    }
    return now() - from;
}

static void run(size_t n, double *seconds) {
    ta_call call = TA_CALL_INIT;
    ta_values *v;
    ta_values_statistics s;
    ta_value *pool = malloc(n * sizeof *pool);
    if (!pool || ta_values_create(NULL, &call, 0, 0, &v)) exit(1);
    *seconds = random_games(v, &call, n, pool);
    ta_values_describe(v, &s);
    double again = random_games(v, &call, n, pool);
    printf("value: %6zu random games in C  %8.0f forms/s  %.2f comparisons a form; again with "
           "every comparison "
           "remembered %.0f%% of the time  %zu games, %.0f bytes each\n",
           n, (double)n / *seconds, (double)s.comparisons / (double)n, 100 * again / *seconds,
           s.games, (double)s.bytes / (double)s.games);
    ta_values_destroy(v);
    free(pool);
}

int main(void) {
    double small, large;
    run(20000, &small);
    run(40000, &large);
    printf("value: growth n to 2n %.2f\n", large / small);
    return 0;
}
