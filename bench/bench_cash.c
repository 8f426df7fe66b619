/*
** bench_cash.c - rows of the book: NIM with Cash, all n, d, e <= m.
*/
#include <stdlib.h>
#include <string.h>

#include "row.h"
#include "takeaway/cash.h"
#include "takeaway/win_condition.h"

typedef struct set {
    ta_amount members[8];
    size_t count;
} set;

static uint64_t staircases(const bench *b, size_t m) {
    const set *a = b->of;
    ta_cash *g;
    ta_amount won;
    bench_start();
    bench_must(ta_cash_create(&bench_allocator, &bench_call, a->members, a->count, 0, 0, &g));
    bench_must(ta_cash_solve(g, &bench_call, (ta_amount)m));
    bench_must(ta_cash_count(g, &bench_call, (ta_amount)m, &won));
    bench_stop();
    uint64_t signature = (uint64_t)won;
    for (size_t i = 0; i < 100000; i++) { /* and winners here and there */
        int first;
        uint64_t n = i % (m + 1), d = i * 7919 % (m + 1), e = i * 104729 % (m + 1);
        bench_must(
            ta_cash_winner(g, &bench_call, (ta_amount)n, (ta_amount)d, (ta_amount)e, &first));
        signature = bench_sign(signature, &first, sizeof first);
    }
    ta_cash_destroy(g);
    return signature;
}

/* The staircases up to m, by the call's number of threads. */
static uint64_t rows(const bench *b, size_t m) {
    const set *a = b->of;
    ta_cash *g;
    uint64_t signature = 0;
    bench_start();
    bench_must(ta_cash_create(&bench_allocator, &bench_call, a->members, a->count, 0, 0, &g));
    bench_must(ta_cash_solve(g, &bench_call, (ta_amount)m));
    bench_stop();
    for (size_t i = 0; i < 100000; i++) {
        ta_amount least;
        bench_must(ta_cash_least(g, &bench_call, (ta_amount)(i * 7919 % (m + 1)),
                                 (ta_amount)(i * 104729 % (m + 1)), &least));
        signature = bench_sign(signature, &least, sizeof least);
    }
    ta_cash_destroy(g);
    return signature;
}

/* W(n; d, e) = some a in A, a <= n, a <= d, without W(n - a; e, d - a): rows by d, read and marked in order. */
static uint64_t cube(const bench *b, size_t m) {
    const set *a = b->of;
    const size_t side = m + 1, plane = side * side;
    uint8_t *w = bench_memory(side * plane), *row = bench_memory(side);
    uint64_t won = 0;
    bench_start();
    for (size_t n = 0; n <= m; n++)
        for (size_t e = 0; e <= m; e++) {
            memset(row, 0, side);
            for (size_t j = 0; j < a->count; j++) {
                size_t take = (size_t)a->members[j];
                if (take > n) continue;
                const uint8_t *after = w + (n - take) * plane + e * side;
                for (size_t d = take; d <= m; d++) row[d] |= !after[d - take];
            }
            for (size_t d = 0; d <= m; d++) {
                w[n * plane + d * side + e] = row[d];
                won += row[d];
            }
        }
    bench_stop();
    for (size_t i = 0; i < 100000; i++) {
        int first = w[i % side * plane + i * 7919 % side * side + i * 104729 % side];
        won = bench_sign(won, &first, sizeof first);
    }
    free(w);
    free(row);
    return won;
}

/* For each n a staircase of n / 5 steps, inverted: for each e, the number of steps below it. Between the poor and the
** rich, the two sets' staircases have 3/14 and 3/16 of n. */
static uint64_t inverses(const bench *b, size_t m) {
    (void)b;
    uint32_t *steps = bench_memory((m + 1) * sizeof *steps),
             *over = bench_memory((m + 1) * sizeof *over);
    uint64_t sum = 0;
    for (size_t d = 0; d <= m; d++) steps[d] = (uint32_t)d;
    over[0] = 0;
    bench_start();
    for (size_t n = 0; n <= m; n++) {
        size_t e = 0;
        for (size_t d = 0; d <= n / 5; d++)
            while (e < steps[d]) over[e++] = (uint32_t)d;
        sum += over[n / 10];
        __asm__ volatile("" : : "r"(steps) : "memory"); /* the compiler keeps every loop */
    }
    bench_stop();
    free(steps);
    free(over);
    return sum;
}

/* Single positions of n stones and slightly fewer, where a few dollars decide the winner. */
enum { ASKED = 64 };

static void position(size_t n, size_t i, ta_amount at[3]) {
    at[0] = (ta_amount)(n - i);
    at[2] = at[0] * 11 / 20;
    at[1] = at[2] - (ta_amount)(i * 5 % 23);
}

static uint64_t alone(const bench *b, size_t n) {
    const set *a = b->of;
    ta_cash *g;
    uint64_t signature = 0;
    bench_start();
    bench_must(ta_cash_create(&bench_allocator, &bench_call, a->members, a->count, 1, 0, &g));
    for (size_t i = 0; i < ASKED; i++) {
        ta_amount at[3];
        int first;
        position(n, i, at);
        bench_must(ta_cash_winner(g, &bench_call, at[0], at[1], at[2], &first));
        signature = bench_sign(signature, &first, sizeof first);
    }
    bench_stop();
    ta_cash_destroy(g);
    return signature;
}

/* T_m(x) = x + m + 1 - max of T_m(x - a), m = d + e - n > 0, for x = 0 to n. */
static uint64_t recurrence(const bench *b, size_t n) {
    const set *a = b->of;
    int64_t *t = bench_memory((n + 1) * sizeof *t);
    uint64_t signature = 0;
    bench_start();
    for (size_t i = 0; i < ASKED; i++) {
        ta_amount at[3];
        position(n, i, at);
        ta_amount m = at[1] + at[2] - at[0];
        for (ta_amount x = 0; x <= at[0]; x++) {
            int64_t most = 0;
            for (size_t j = 0; j < a->count && a->members[j] <= x; j++)
                most = t[x - a->members[j]] > most ? t[x - a->members[j]] : most;
            t[x] = x + m + 1 - most;
        }
        int first = at[1] >= t[at[0]];
        signature = bench_sign(signature, &first, sizeof first);
    }
    bench_stop();
    free(t);
    return signature;
}

/* The least read for one position: as many values as the largest member. */
static uint64_t read_off(const bench *b, size_t n) {
    (void)n;
    return bench_copy(8 * (size_t)((const set *)b->of)->members[5], 16 * 8 * 14 * ASKED);
}

/* A certificate with bases and periods to n. */
static uint64_t certificate(const bench *b, size_t n) {
    const set *a = b->of;
    ta_win_limits limits = { (ta_amount)n, (ta_amount)n, 0 };
    ta_win_condition *wc;
    bench_start();
    bench_must(
        ta_win_condition_find(&bench_allocator, &bench_call, a->members, a->count, &limits, &wc));
    bench_stop();
    size_t length = ta_win_condition_text(wc, NULL, 0);
    char *text = bench_memory(length + 1);
    ta_win_condition_text(wc, text, length + 1);
    uint64_t signature = bench_sign(0, text, length);
    free(text);
    ta_win_condition_destroy(wc);
    return signature;
}

int main(int argc, char **argv) {
    static const set three = { { 1, 3, 4 }, 3 }, five = { { 3, 5, 6, 10, 11 }, 5 };
    static const set six = { { 3, 5, 7, 9, 10, 14 }, 6 };
    static const set eight = { { 2, 4, 5, 8, 10, 13, 14, 16 }, 8 };
    static const char byte[] = "C: a byte for each (n, d, e), a row of d at a time for each member";
    static const char inverse[] =
        "a staircase of n / 5 steps turned over for each n, which is a loop";
    const bench all[] = {
        { "cash {1, 3, 4}, all n, d, e", byte, inverse, "n^2", staircases, cube, inverses, 500, 30,
          bench_square, &three },
        { "cash {3, 5, 6, 10, 11}, all n, d, e", byte, inverse, "n^2", staircases, cube, inverses,
          500, 30, bench_square, &five },
        { "cash {3, 5, 7, 9, 10, 14}, 64 positions of n stones, one by one",
          "C: the least d that wins at the excess, for x = 0 to n",
          "the last 14 values read and written, which are in the first cache", "1", alone,
          recurrence, read_off, 1000000, 2000, bench_linear, &six },
        { "threads: cash {1, 3, 4}, the staircases", NULL, NULL, "n^2", rows, NULL, NULL, 30000,
          300, bench_square, &three },
        { "threads: cash {3, 5, 6, 10, 11}, the staircases", NULL, NULL, "n^2", rows, NULL, NULL,
          30000, 300, bench_square, &five },
        { "threads: win condition {2, 4, 5, 8, 10, 13, 14, 16}", NULL, NULL, NULL, certificate,
          NULL, NULL, 960, 960, bench_linear, &eight },
    };
    bench_begin(argc, argv);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) bench_row(&all[i]);
    return 0;
}
