/*
** test_two_pile_rows.c - rows of L by stack and by scan, on every vector path,
** against the definition; given cells; strips; every failing allocation. Tables whose first rows come from the
** closed form, and the rest from the recursion. Every invariant of both checkers, broken.
*/
#include "plain.h"

#include "base/mem.h"
#include "naive_two_pile.h"
#include "two_pile/rows_int.h"
#include "two_pile/two_pile_int.h"

OWNS(ta_rows, ta_rows_destroy)
OWNS(ta_two_pile, ta_two_pile_destroy)

enum { M = 72, P = 90 };

static uint32_t limits[P + 2], table[(P + 2) * (P + 2)];

static int is_nondecreasing(uint32_t m) {
    for (uint32_t k = 2; k <= m; k++)
        if (limits[k] < limits[k - 1]) return 0;
    return 1;
}

typedef struct cells {
    const uint32_t *want; /* row b begins at want + b * (m + 1) */
    uint32_t m, given;    /* this number of cells of each row is given */
    uint32_t got[M + 1][M + 1];
} cells;

static uint32_t known_cells(void *ctx, uint32_t b, uint32_t from, uint32_t count,
                            uint32_t *values) {
    const cells *g = ctx;
    uint32_t n = g->given < from ? 0 : g->given - from < count ? g->given - from : count;
    memcpy(values, g->want + b * (g->m + 1) + from, n * sizeof *values);
    return n;
}

static void store_cells(void *ctx, uint32_t b, uint32_t from, uint32_t count,
                        const uint32_t *values) {
    memcpy(&((cells *)ctx)->got[b][from], values, count * sizeof *values);
}

/* All rows of a grid of `width` by `height` for the current limits, against the
** table by definition: in tiles, where the first `given` cells of each row are handed in, or one by one. */
static void check_grid(int misere, uint32_t width, uint32_t height, ta_rows_method method,
                       ta_vector vector, uint32_t given) {
    static cells g;
    OWN(ta_movefn) *rest = NULL, *f = list_f(limits, M + 1, &rest);
    uint32_t m = height + (uint32_t)misere;
    if (misere) naive_least_misere(limits, m, table);
    else naive_least(limits, m, table);
    g.want = &table[(uint32_t)misere * (m + 1)] + misere;
    g.m = m;
    g.given = given;
    const ta_rows_sink sink = { &g, known_cells, store_cells };
    for (int tiles = 0; tiles < 2; tiles++) {
        const uint32_t *row;
        MADE(ta_rows, rows,
             ta_rows_create(&ta_default_allocator, &plain, f, misere, width, height, M + 1, method,
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
    }
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
            OWN(ta_movefn) *f = parse_f(*text);
            OWN(ta_rows) *stack = NULL, *scan = NULL;
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

TEST(test_rows_where_memory_is_refused) {
    uint32_t deep[M + 2];
    for (uint32_t k = 1; k <= M + 1; k++) deep[k] = k < 20 ? 1 : k;
    for (int method = TA_ROWS_STACK; method <= TA_ROWS_SCAN; method++)
        EACH_REFUSAL(o, 1) {
            OWN(ta_movefn) *rest = NULL, *f = list_f(deep, M + 1, &rest);
            OWN(ta_rows) *rows = NULL;
            const uint32_t *row;
            ta_status s = ta_rows_create(&o.allocator, &plain, f, 1, M, M, 1000,
                                         (ta_rows_method)method, ta_vector_best(), &rows);
            for (uint32_t b = 0; !s && b <= M; b++) s = ta_rows_next(rows, &row);
            assert_int_equal(s, oom_status(&o));
        }
}

/* ---- Rows by the closed form ---- */

/* Limits like those of an admissible f up to somewhere, and anything beyond. */
static void nearly_admissible(rng *r) {
    int64_t p = rng_between(r, 8, 16), spoiled = rng_between(r, 1, 2 * P);
    for (uint32_t k = 1; k <= P + 1; k++) {
        limits[k] = (uint32_t)(p * k / 8);
        if ((int64_t)k >= spoiled) limits[k] = (uint32_t)rng_between(r, 1, 5 * k);
    }
}

static void check_proved(const ta_two_pile *game, uint32_t m) {
    const ta_grid *grid = game->grid;
    uint32_t misere = (uint32_t)game->misere;
    for (uint32_t b = 0; b < grid->known && b + misere <= m; b++)
        for (uint32_t a = 0; a <= b && a <= grid->width; a++) {
            uint32_t want = table[(b + misere) * (m + 1) + a + misere];
            ta_amount got = ta_grid_value(grid, a, b);
            if (got != (want == TA_ROW_INF ? TA_INF : want))
                fail_msg("misere %u, width %u, known %u: cell (%u, %u) is %lld, not %u", misere,
                         grid->width, grid->known, a, b, (long long)got, want);
        }
}

TEST(test_proved_tables_equal_the_definition) {
    rng r = rng_start(21);
    int mixed = 0, whole = 0;
    for (int round = 0; round < (short_run() ? 60 : 1500); round++) {
        ta_two_pile_settings settings = { .misere = (int)rng_between(&r, 0, 1) };
        if (settings.misere) /* admissible there: g(x) <= f(x), and f(x) < 2x for powers of two */
            for (uint32_t k = 1, s = (uint32_t)rng_between(&r, 1, 2 * P); k <= P + 1; k++)
                limits[k] = (uint32_t)rng_between(&r, k < s ? k : 1, 2 * k - 1);
        else nearly_admissible(&r);
        OWN(ta_movefn) *rest = NULL, *f = list_f(limits, P + 1, &rest);
        if (settings.misere) naive_least_misere(limits, P, table);
        else naive_least(limits, P, table);
        MADE(ta_two_pile, game, ta_two_pile_create(NULL, &plain, f, &settings, &game));
        int some = 0, rows = 0;
        for (int step = 0; step < 4; step++) {
            ta_amount b = rng_between(&r, 0, P - settings.misere), a = rng_between(&r, 0, b);
            if (step % 2) a = b;
            ok(ta_two_pile_cover(game, &plain, a, b));
            check_proved(game, P);
            assert_null(ta_two_pile_check(game));
            ta_amount last = game->checked < game->fails ? game->checked : game->fails - 1;
            some |= last > 1 && last < (ta_amount)game->grid->known;
            rows |= last >= (ta_amount)game->grid->known && game->grid->known > 4;
        }
        mixed += some;
        whole += rows;
    }
    assert_true(mixed > 5 && whole > 5);
}

/* Long strips in four bytes and in two, against the rows of the recursion. */
TEST(test_proved_strips_equal_the_recursion) {
    static const char *const texts[] = { "2k", "3k", "k", "floor(3k/2)", "2k - mod(k, 2)", "4k" };
    static const uint32_t sizes[][2] = { { 3000, 3000 }, { 40, 66000 } };
    for (size_t i = 0; i < COUNT(texts); i++)
        for (size_t k = 0; k < (short_run() ? 1 : 2); k++)
            for (int misere = 0; misere <= 1; misere++) {
                uint32_t width = sizes[k][0], height = sizes[k][1];
                ta_two_pile_settings settings = { .misere = misere };
                OWN(ta_movefn) *f = parse_f(texts[i]);
                const uint32_t *row;
                MADE(ta_two_pile, game, ta_two_pile_create(NULL, &plain, f, &settings, &game));
                ok(ta_two_pile_cover(game, &plain, width, height));
                MADE(ta_rows, rows,
                     ta_rows_create(&game->allocator, &plain, f, misere, width, height, 1000000,
                                    TA_ROWS_AUTO, ta_vector_best(), &rows));
                for (uint32_t b = 0; b <= height; b++) {
                    ok(ta_rows_next(rows, &row));
                    for (uint32_t a = 0; a <= b && a <= width; a++) {
                        ta_amount want = row[a] == TA_ROW_INF ? TA_INF : row[a];
                        if (ta_grid_value(game->grid, a, b) != want)
                            fail_msg("%s, misere %d: cell (%u, %u)", texts[i], misere, a, b);
                    }
                }
            }
}

TEST(test_proved_rows_where_memory_is_refused) {
    EACH_REFUSAL(o, 1) {
        OWN(ta_movefn) *f = parse_f("2k");
        OWN(ta_two_pile) *game = NULL;
        ta_status s = ta_two_pile_create(&o.allocator, &plain, f, NULL, &game);
        if (!s) s = ta_two_pile_cover(game, &plain, 5, 9);
        if (!s) s = ta_two_pile_cover(game, &plain, 50, 60);
        assert_int_equal(s, oom_status(&o));
        if (game) {
            assert_null(ta_two_pile_check(game));
            o.left = -1;
            ok(ta_two_pile_cover(game, &plain, 50, 60));
            assert_int_equal(2, ta_grid_value(game->grid, 45, 47));
        }
    }
}

/* ---- The checkers ---- */

enum { WIDTH = 60, HEIGHT = 90 };

/* Macro: it assigns to the field. */
#define breaks(field, wrong, message) assert_broken(ta_rows_check(r), field, wrong, message)

static ta_rows *rows_of(const char *f, ta_rows_method method, int both, int count) {
    OWN(ta_movefn) *fn = parse_f(f);
    ta_rows *r = NULL;
    const uint32_t *row;
    ok(ta_rows_create(&ta_default_allocator, &plain, fn, both, WIDTH, HEIGHT, 1000, method,
                      ta_vector_best(), &r));
    for (int i = 0; i < count; i++) ok(ta_rows_next(r, &row));
    return r;
}

TEST(test_check_of_a_stack) {
    for (int both = 0; both < 2; both++) {
        OWN(ta_rows) *r = rows_of("2k", TA_ROWS_STACK, both, 80);
        assert_null(ta_rows_check(r));
        breaks(r->next, HEIGHT + 2, "past the last");
        breaks(r->row[7], 0, "nobody can make");
        breaks(r->row[7], both ? 80 : 8, "nobody can make");
        if (!both) breaks(r->row[7], TA_ROW_INF, "nobody can make");
        breaks(r->reach[9], r->reach[8] - 1, "falls");
        breaks(r->reach[r->domain], r->domain + 1, "past the domain");
        ta_slot *deep = NULL;
        ta_entry *top = NULL;
        for (int i = 0; i <= WIDTH; i++) {
            if (r->slots[i].depth > 1 && r->tops[i].reach) deep = &r->slots[i], top = &r->tops[i];
        }
        assert_non_null(deep);
        breaks(top->at, r->next, "future");
        breaks(top->reach, top->at, "future");
        ta_entry *e = deep->cap ? deep->heap : deep->inside;
        breaks(e[0].reach, e[0].at, "reaches nothing");
        breaks(e[0].at, e[1].at, "out of order");
        breaks(e[1].reach, e[0].reach, "out of order");
        breaks(e[deep->depth - 1].at, top->at, "");
        breaks(deep->depth, 1000, "overflows");
    }
}

TEST(test_check_of_a_scan) {
    for (int both = 0; both < 2; both++) {
        OWN(ta_rows) *r = rows_of("1+mod(7k,11)", TA_ROWS_SCAN, both, 80);
        assert_null(ta_rows_check(r));
        breaks(r->lines[30].head, r->lines[30].cap + 1, "still wanted");
        breaks(r->lines[30].head, r->lines[30].cap - 29, "still wanted");
        breaks(r->f16[5], 0, "a limit below 1");
    }
}

TEST(test_check_of_a_table) {
    for (int misere = 0; misere < 2; misere++) {
        OWN(ta_movefn) *f = parse_f("3k");
        ta_two_pile_settings settings = { .misere = misere };
        ta_amount least;
        MADE(ta_two_pile, game, ta_two_pile_create(NULL, &plain, f, &settings, &game));
        assert_null(ta_two_pile_check(game));
        ok(ta_two_pile_cover(game, &plain, 30, 40));
        ok(ta_two_pile_least_move(game, &plain, 30, 40, &least));
        ta_grid *grid = game->grid;
        assert_non_null(grid);
        assert_true(grid->narrow && grid->known > 20);
        assert_broken(ta_two_pile_check(game), game->fails, 0, "on no amounts");
        assert_broken(ta_two_pile_check(game), grid->references, 0, "let go");
        assert_broken(ta_two_pile_check(game), grid->misere, !misere, "other rules");
        assert_broken(ta_two_pile_check(game), grid->cells, 100, "more rows than room");
        uint16_t *diagonal = (uint16_t *)grid->block + 20 * 21 / 2 + 20; /* (20, 20) */
        assert_broken(ta_two_pile_check(game), *diagonal, 0, "nobody can make");
        assert_broken(ta_two_pile_check(game), *diagonal, 21, "nobody can make");
        if (!misere)
            assert_broken(ta_two_pile_check(game), *diagonal, UINT16_MAX, "where one wins");
    }
}

RUN_TESTS
