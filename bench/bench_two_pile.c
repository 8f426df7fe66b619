/*
** bench_two_pile.c - rows of L by stack and by scan against the definition on the
** same work, and the growth from n to 2n. The last line is a signature: it changes
** only when an answer does.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/mem.h"
#include "naive_two_pile.h"
#include "takeaway/two_pile.h"
#include "two_pile/rows.h"

static uint64_t signature;

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double by_rows(const char *text, uint32_t n, ta_rows_method method, ta_vector vector) {
    ta_call call = TA_CALL_INIT;
    ta_movefn *f;
    ta_rows *rows;
    const uint32_t *row;
    double start = seconds();
    if (ta_movefn_parse(NULL, &call, text, strlen(text), &f) ||
        ta_rows_create(&ta_default_allocator, &call, f, 0, n, n, 1000000, method, vector, &rows)) {
        printf("%s\n", call.message);
        exit(1);
    }
    for (uint32_t b = 0; b <= n; b++) {
        if (ta_rows_next(rows, NULL, 0, &row)) exit(1);
        signature = signature * 1000003 + row[b / 2] + row[b];
    }
    double time = seconds() - start;
    ta_rows_destroy(rows);
    ta_movefn_destroy(f);
    return time;
}

static double by_definition(const char *text, uint32_t n) {
    ta_call call = TA_CALL_INIT;
    ta_movefn *f;
    uint32_t *limits = malloc((n + 1) * sizeof *limits), *table = malloc((size_t)(n + 1) * (n + 1) * sizeof *table);
    if (!limits || !table || ta_movefn_parse(NULL, &call, text, strlen(text), &f)) exit(1);
    memset(table, 0, (size_t)(n + 1) * (n + 1) * sizeof *table); /* pages touched beforehand */
    for (uint32_t k = 1; k <= n; k++) {
        ta_amount v;
        if (ta_movefn_value(f, &call, k, &v)) exit(1);
        limits[k] = v < 1 << 30 ? (uint32_t)v : 1 << 30;
    }
    double start = seconds();
    naive_least(limits, n, table);
    double time = seconds() - start;
    signature = signature * 1000003 + table[(size_t)n * (n + 1) + n / 2];
    ta_movefn_destroy(f);
    free(limits);
    free(table);
    return time;
}

static void compare(const char *text, uint32_t n) {
    double definition = by_definition(text, n);
    double stack = by_rows(text, n, TA_ROWS_STACK, TA_VECTOR_PORTABLE);
    double scan = by_rows(text, n, TA_ROWS_SCAN, ta_vector_best());
    double portable = by_rows(text, n, TA_ROWS_SCAN, TA_VECTOR_PORTABLE);
    printf("  L, f = %-12s n = %u: definition %8.3f s | stack %7.4f s, %6.0f times | scan %7.4f s, %5.1f times | portable scan %7.3f s\n",
           text, n, definition, stack, definition / stack, scan, definition / scan, portable);
}

int main(void) {
    printf("two piles (vectors: %s)\n", ta_vector_best() == TA_VECTOR_AVX512 ? "AVX-512" : ta_vector_best() == TA_VECTOR_AVX2 ? "AVX2" : "portable");
    compare("0k+4096", 4096);
    compare("2k", 4096);
    static const char *const texts[] = { "2k", "4k", "0k+16384" };
    for (size_t i = 0; i < 3; i++) {
        double once = by_rows(texts[i], 8192, TA_ROWS_AUTO, ta_vector_best());
        double twice = by_rows(texts[i], 16384, TA_ROWS_AUTO, ta_vector_best());
        printf("  L, f = %-12s growth from 8192 to 16384: %.3f s to %.3f s, %.2f times; %.2f ns a cell\n", texts[i], once, twice,
               twice / once, twice * 1e9 / (16384.0 * 16384 / 2));
    }
    printf("  signature %016llx\n", (unsigned long long)signature);
    return 0;
}
