/*
** bench_two_pile.c - rows of the book: least winning moves of two piles, all p, q <= n.
*/
#include <stdlib.h>
#include <string.h>

#include "row.h"
#include "takeaway/two_pile.h"
#include "two_pile/rows.h"

typedef struct game {
    const char *f;
    ta_rows_method method;
} task;

static uint32_t *half_table(size_t n) { /* rows of 1, 2, ..., n + 1 cells */
    static uint32_t *table;
    static size_t room;
    size_t bytes = (n + 1) * (n + 2) / 2 * sizeof *table;
    if (bytes > room) {
        free(table);
        table = bench_memory(room = bytes);
    }
    return table;
}

static uint64_t sign_table(const uint32_t *table, size_t n) {
    return bench_sign(1, table, (n + 1) * (n + 2) / 2 * sizeof *table);
}

static uint32_t none_known(void *ctx, uint32_t b, uint32_t from, uint32_t count, uint32_t *values) {
    (void)ctx, (void)b, (void)from, (void)count, (void)values;
    return 0;
}

static void into_table(void *ctx, uint32_t b, uint32_t from, uint32_t count, const uint32_t *values) {
    memcpy((uint32_t *)ctx + (size_t)b * (b + 1) / 2 + from, values, count * sizeof *values);
}

static uint64_t by_rows(const bench *b, size_t n) {
    const task *g = b->of;
    const ta_rows_sink sink = { half_table(n), none_known, into_table };
    ta_movefn *f;
    ta_rows *rows;
    bench_start();
    bench_must(ta_movefn_parse(&bench_allocator, &bench_call, g->f, strlen(g->f), &f));
    bench_must(ta_rows_create(&bench_allocator, &bench_call, f, 0, (uint32_t)n, (uint32_t)n,
                              1000000, g->method, ta_vector_best(), &rows));
    bench_must(ta_rows_fill(rows, &bench_call, 1, (uint32_t)n, &sink));
    bench_stop();
    ta_rows_destroy(rows);
    ta_movefn_destroy(f);
    return sign_table(half_table(n), n);
}

/* The game's own table, by the call's number of threads. */
static uint64_t whole_table(const bench *b, size_t n) {
    const task *g = b->of;
    ta_movefn *f;
    ta_two_pile *game;
    ta_least_table *table;
    uint64_t sum;
    bench_start();
    bench_must(ta_movefn_parse(&bench_allocator, &bench_call, g->f, strlen(g->f), &f));
    bench_must(ta_two_pile_create(&bench_allocator, &bench_call, f, NULL, &game));
    bench_must(ta_two_pile_table(game, &bench_call, (ta_amount)n, &table));
    bench_stop();
    bench_must(ta_least_table_checksum(table, &bench_call, &sum));
    ta_least_table_release(table);
    ta_two_pile_destroy(game);
    ta_movefn_destroy(f);
    return sum;
}

/*
** L(p, q), p <= q: the least x with f(x) < L(p - x, q) or f(x) < L(p, q - x). The whole square is stored, so both reads
** run along a row.
*/
static uint64_t by_definition(const bench *b, size_t n) {
    const task *g = b->of;
    const size_t side = n + 1;
    uint32_t *least = bench_memory(side * side * sizeof *least),
             *f = bench_memory(side * sizeof *f);
    ta_movefn *function;
    bench_must(ta_movefn_parse(NULL, &bench_call, g->f, strlen(g->f), &function));
    for (size_t k = 1; k <= n; k++) {
        ta_amount v;
        bench_must(ta_movefn_value(function, &bench_call, (ta_amount)k, &v));
        f[k] = v < 1 << 30 ? (uint32_t)v : 1 << 30;
    }
    bench_start();
    for (size_t p = 0; p <= n; p++)
        for (size_t q = p; q <= n; q++) {
            const uint32_t *along_q = least + q * side + p, *along_p = least + p * side + q;
            size_t x = 1;
            while (x <= p && f[x] >= along_q[-(ptrdiff_t)x] && f[x] >= along_p[-(ptrdiff_t)x]) x++;
            least[p * side + q] = least[q * side + p] = x <= p ? (uint32_t)x : TA_ROW_INF;
        }
    bench_stop();
    uint32_t *table = half_table(n);
    for (size_t q = 0; q <= n; table += ++q)
        memcpy(table, least + q * side, (q + 1) * sizeof *table);
    ta_movefn_destroy(function);
    free(least);
    free(f);
    return sign_table(half_table(n), n);
}

static uint64_t a_load_each(const bench *b, size_t n) {
    return bench_chain((uint64_t)b->items(b, n));
}

/* What the definition reads: the first L(p, q) values of f and of two rows, 16 bits each as in the kernel. */
static uint64_t moves_read(const bench *b, size_t n) {
    (void)b;
    const uint32_t *table = half_table(n);
    uint64_t moves = 0;
    for (size_t q = 0; q <= n; table += ++q)
        for (size_t p = 0; p <= q; p++) moves += table[p] == TA_ROW_INF ? p : table[p];
    return bench_copy(2 * n, 3 * moves); /* a byte copied is one read and one written */
}

int main(int argc, char **argv) {
    static const task doubled = { "2k", TA_ROWS_STACK }, fourfold = { "4k", TA_ROWS_STACK },
                      whole = { "0k+65536", TA_ROWS_SCAN },
                      any = { "(7919k)%1021+1", TA_ROWS_SCAN };
    static const char plain[] = "C: moves tried from 1 up, both rows read in order";
    static const char chain[] = "a load that needs the last one, for each cell";
    static const char loads[] =
        "memory: f and two rows, as far as the least move, copied in the cache";
    const bench rows[] = {
        { "two piles, f = 2k, by stack", plain, chain, "n^2", by_rows, by_definition, a_load_each,
          4096, 60, bench_triangle, &doubled },
        { "two piles, f = 4k, by stack", plain, chain, "n^2", by_rows, by_definition, a_load_each,
          4096, 60, bench_triangle, &fourfold },
        { "two piles, f = 7919k % 1021 + 1, by scan", plain, loads, "n^2 L", by_rows, by_definition,
          moves_read, 4096, 60, bench_triangle, &any },
        { "two piles, f without limit, by scan", plain, loads, "n^3", by_rows, by_definition,
          moves_read, 1024, 60, bench_triangle, &whole },
    };
    const bench by_all[] = {
        { "threads: two piles, f = 4k, the table", NULL, NULL, "n^2", whole_table, NULL, NULL, 8192,
          100, bench_triangle, &fourfold },
        { "threads: two piles, f = 7919k % 1021 + 1, the table", NULL, NULL, "n^2 L", whole_table,
          NULL, NULL, 4096, 100, bench_triangle, &any },
    };
    bench_begin(argc, argv);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) bench_row(&rows[i]);
    for (size_t i = 0; i < sizeof by_all / sizeof *by_all; i++) bench_row(&by_all[i]);
    return 0;
}
