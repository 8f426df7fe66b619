/*
** bench_cash.c - NIM with Cash: staircases against the byte cube by definition on the
** same work, in one run, and the growth from n to 2n.
*/
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "cash/game.h"

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* W(n; d, e) for all n, d, e <= m by (1.12); returns how many are won. */
static long cube(const ta_amount *a, size_t count, int m) {
    size_t side = (size_t)m + 1, plane = side * side;
    uint8_t *w = calloc(side, plane);
    long won = 0;
    if (!w) return -1;
    for (int n = 0; n <= m; n++)
        for (int d = 0; d <= m; d++)
            for (int e = 0; e <= m; e++) {
                uint8_t win = 0;
                for (size_t j = 0; j < count && !win; j++)
                    win = a[j] <= n && a[j] <= d &&
                          !w[(size_t)(n - a[j]) * plane + (size_t)e * side + (size_t)(d - a[j])];
                w[(size_t)n * plane + (size_t)d * side + (size_t)e] = win;
                won += win;
            }
    free(w);
    return won;
}

static double solve(const ta_amount *a, size_t count, ta_amount n, ta_cash **out) {
    ta_call call = TA_CALL_INIT;
    ta_cash *g;
    double start = now();
    if (ta_cash_create(NULL, &call, a, count, 0, 0, &g) || ta_cash_solve(g, &call, n)) {
        fprintf(stderr, "cash: %s\n", call.message);
        exit(1);
    }
    double spent = now() - start;
    if (out) *out = g;
    else ta_cash_destroy(g);
    return spent;
}

static double best(const ta_amount *a, size_t count, ta_amount n, int rounds) {
    double least = 1e9;
    while (rounds-- > 0) {
        double t = solve(a, count, n, NULL);
        if (t < least) least = t;
    }
    return least;
}

int main(void) {
    static const ta_amount A[] = { 1, 3, 4 }, B[] = { 3, 5, 6, 10, 11 };
    static const struct {
        const char *name;
        const ta_amount *a;
        size_t count;
    } sets[] = {
        { "{1,3,4}", A, 3 },
        { "{3,5,6,10,11}", B, 5 },
    };
    long signature = 0;
    for (size_t i = 0; i < 2; i++) {
        double start = now();
        long won = cube(sets[i].a, sets[i].count, 1000);
        double definition = now() - start, ours = best(sets[i].a, sets[i].count, 1000, 20);
        ta_cash *g;
        ta_call call = TA_CALL_INIT;
        ta_amount same = 0;
        solve(sets[i].a, sets[i].count, 1000, &g);
        ta_cash_count(g, &call, 1000, &same);
        ta_cash_destroy(g);
        printf("cash %-15s n=d=e=1000   definition %.2f s   staircases %.3f ms   ratio %.0f%s\n",
               sets[i].name, definition, 1e3 * ours, definition / ours,
               same == won ? "" : "   WRONG");
        signature += won;
    }
    for (size_t i = 0; i < 2; i++) {
        double one = best(sets[i].a, sets[i].count, 5000, 5),
               two = best(sets[i].a, sets[i].count, 10000, 3);
        printf("cash %-15s n=5000 %.1f ms   n=10000 %.1f ms   growth %.2f\n", sets[i].name,
               1e3 * one, 1e3 * two, two / one);
    }
    for (size_t i = 0; i < 2; i++)
        printf("cash %-15s n=20000 %.2f s\n", sets[i].name,
               solve(sets[i].a, sets[i].count, 20000, NULL));
    printf("cash signature %ld\n", signature);
    return 0;
}
