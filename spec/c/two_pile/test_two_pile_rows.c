/*
** test_two_pile_rows.c - rows of L by stack and by scan, on every vector path,
** against the definition; given cells; strips; and every failing allocation.
*/
#include "testing.h"

#include "base/mem.h"
#include "naive_two_pile.h"
#include "two_pile/rows.h"

enum { M = 72 };

static uint32_t limits[M + 2], table[(M + 2) * (M + 2)];

static int is_nondecreasing(uint32_t m) {
    for (uint32_t k = 2; k <= m; k++)
        if (limits[k] < limits[k - 1]) return 0;
    return 1;
}

typedef struct grid {
    const uint32_t *want; /* row b begins at want + b * (m + 1) */
    uint32_t m, given;    /* so many cells of each row are handed in */
    uint32_t got[M + 1][M + 1];
} grid;

static uint32_t known_cells(void *ctx, uint32_t b, uint32_t from, uint32_t count,
                            uint32_t *values) {
    const grid *g = ctx;
    uint32_t n = g->given < from ? 0 : g->given - from < count ? g->given - from : count;
    memcpy(values, g->want + b * (g->m + 1) + from, n * sizeof *values);
    return n;
}

static void store_cells(void *ctx, uint32_t b, uint32_t from, uint32_t count,
                        const uint32_t *values) {
    memcpy(&((grid *)ctx)->got[b][from], values, count * sizeof *values);
}

/* All rows of a grid of `width` by `height` for the current limits, against the
** table by definition: in tiles, where the first `given` cells of each row are handed in, or one by one. */
static void check_grid(int misere, uint32_t width, uint32_t height, ta_rows_method method,
                       ta_vector vector, uint32_t given) {
    static grid g;
    ta_movefn *rest, *f = list_f(limits, M + 1, &rest);
    uint32_t m = height + (uint32_t)misere;
    if (misere) naive_least_misere(limits, m, table);
    else naive_least(limits, m, table);
    g.want = &table[(uint32_t)misere * (m + 1)] + misere;
    g.m = m;
    g.given = given;
    const ta_rows_sink sink = { &g, known_cells, store_cells };
    for (int tiles = 0; tiles < 2; tiles++) {
        ta_rows *rows = NULL;
        const uint32_t *row;
        ok(ta_rows_create(&ta_default_allocator, &plain, f, misere, width, height, M + 1, method,
                          vector, &rows));
        if (tiles) ok(ta_rows_fill(rows, &plain, 1, height, &sink));
        for (uint32_t b = 0; b <= height; b++) {
            const uint32_t *want = g.want + b * (m + 1);
            uint32_t last = b < width ? b : width;
            if (!tiles) ok(ta_rows_next(rows, &row));
            else row = g.got[b];
            for (uint32_t a = 0; a <= last; a++)
                if (row[a] != want[a])
                    fail_msg("misere %d, method %d, vector %d, width %u, given %u, tiles %d: cell "
                             "(%u, %u) "
                             "is %u, not %u",
                             misere, (int)method, (int)vector, width, given, tiles, a, b, row[a],
                             want[a]);
        }
        ta_rows_destroy(rows);
    }
    ta_movefn_destroy(f);
    ta_movefn_destroy(rest);
}

TEST(test_rows_equal_the_definition) {
    rng r = rng_start(11);
    int rounds = short_run() ? 20 : 400, monotone = 0;
    for (int i = 0; i < rounds; i++) {
        random_limits(&r, limits, M + 1);
        uint32_t height = (uint32_t)rng_between(&r, 0, M),
                 width = (uint32_t)rng_between(&r, 0, height);
        uint32_t given = (uint32_t)rng_between(&r, 0, height);
        for (int misere = 0; misere <= 1; misere++) {
            check_grid(misere, width, height, TA_ROWS_AUTO, ta_vector_best(), 0);
            check_grid(misere, width, height, TA_ROWS_AUTO, ta_vector_best(), given);
            for (int vector = 0; vector <= (int)ta_vector_best(); vector++)
                check_grid(misere, width, height, TA_ROWS_SCAN, (ta_vector)vector, given);
            if (is_nondecreasing(M + 1))
                check_grid(misere, width, height, TA_ROWS_STACK, TA_VECTOR_PORTABLE, given);
        }
        monotone += is_nondecreasing(M + 1);
    }
    assert_true(monotone > 0);
}

/* Every f on {1..4} with values 1..4, and its last value for ever after. */
TEST(test_rows_equal_the_definition_for_all_small_f) {
    for (uint32_t code = 0; code < 256; code++) {
        for (uint32_t k = 1; k <= M + 1; k++)
            limits[k] = 1 + (code >> 2 * ((k < 4 ? k : 4) - 1)) % 4;
        for (int misere = 0; misere <= 1; misere++) {
            check_grid(misere, 14, 14, TA_ROWS_AUTO, TA_VECTOR_PORTABLE, 0);
            check_grid(misere, 14, 14, TA_ROWS_SCAN, TA_VECTOR_PORTABLE, 0);
        }
    }
}

/* Lines longer than their slack, values beyond 16 bits' neighbourhood: scan = stack. */
TEST(test_long_strips_agree) {
    static const char *const texts[] = { "2k", "4k", "k^2", "0k+3", "0k+100000" };
    EACH(text, texts)
    for (int k = 0; k < (short_run() ? 2 : 4); k++) { /* wide ones, then narrow and long ones */
        int misere = k % 2;
        uint32_t width = k < 2 ? 40 : 8, height = k < 2 ? 5000 : misere ? 66000 : 70000;
        ta_movefn *f = parse_f(*text);
        ta_rows *stack, *scan;
        const uint32_t *x, *y;
        ok(ta_rows_create(&ta_default_allocator, &plain, f, misere, width, height, 1000000,
                          TA_ROWS_STACK, TA_VECTOR_PORTABLE, &stack));
        ok(ta_rows_create(&ta_default_allocator, &plain, f, misere, width, height, 1000000,
                          TA_ROWS_SCAN, ta_vector_best(), &scan));
        for (uint32_t b = 0; b <= height; b++) {
            ok(ta_rows_next(stack, &x));
            ok(ta_rows_next(scan, &y));
            assert_memory_equal(x, y, ((b < width ? b : width) + 1) * sizeof *x);
        }
        ta_rows_destroy(stack);
        ta_rows_destroy(scan);
        ta_movefn_destroy(f);
    }
}

TEST(test_scans_agree) {
    rng r = rng_start(3);
    static uint16_t f[300], u[300], v[300];
    static uint32_t F[300], U[300], V[300];
    for (int round = 0; round < 20000; round++) {
        size_t n = (size_t)rng_between(&r, 0, 130);
        uint16_t low = (uint16_t)rng_between(&r, 0, 65535), high = (uint16_t)rng_between(&r, 0, 40);
        for (size_t i = 0; i < n; i++) { /* hits are rare */
            f[i] = (uint16_t)(low + rng_between(&r, 0, 65535 - low));
            u[i] = (uint16_t)rng_between(&r, 0, low);
            v[i] = (uint16_t)(rng_between(&r, 0, 60) == 0 ? 65535 - high : u[i]);
            F[i] = f[i] * 65537u, U[i] = u[i] * 65537u, V[i] = v[i] * 65537u;
        }
        size_t want = ta_scan16_for(TA_VECTOR_PORTABLE)(f, u, v, n);
        for (int vector = 0; vector <= (int)ta_vector_best(); vector++) {
            assert_int_equal(want, ta_scan16_for((ta_vector)vector)(f, u, v, n));
            assert_int_equal(want, ta_scan32_for((ta_vector)vector)(F, U, V, n));
        }
    }
}

TEST(test_every_failing_allocation) {
    uint32_t deep[M + 2];
    for (uint32_t k = 1; k <= M + 1; k++) deep[k] = k < 20 ? 1 : k;
    for (int method = TA_ROWS_STACK; method <= TA_ROWS_SCAN; method++) EACH_REFUSAL(o, 1) {
            ta_movefn *rest, *f = list_f(deep, M + 1, &rest);
            ta_rows *rows = NULL;
            const uint32_t *row;
            ta_status s = ta_rows_create(&o.allocator, &plain, f, 1, M, M, 1000,
                                         (ta_rows_method)method, ta_vector_best(), &rows);
            for (uint32_t b = 0; !s && b <= M; b++) s = ta_rows_next(rows, &row);
            ta_rows_destroy(rows);
            ta_movefn_destroy(f);
            ta_movefn_destroy(rest);
            assert_int_equal(s, oom_status(&o));
        }
}

RUN_TESTS
