/*
** test_proved_rows.c - tables of which the closed form gives the first rows, and the recursion
** the rest, against the definition: grown in any order, wide and narrow, with every failing
** allocation.
*/
#include "testing.h"

#include "naive_two_pile.h"
#include "two_pile/rows.h"
#include "two_pile/two_pile_int.h"

enum { M = 90 };

static uint32_t limits[M + 2], table[(M + 2) * (M + 2)];

/* Limits like those of an admissible f up to somewhere, and anything beyond. */
static void nearly_admissible(rng *r) {
    int64_t p = rng_between(r, 8, 16), spoiled = rng_between(r, 1, 2 * M);
    for (uint32_t k = 1; k <= M + 1; k++) {
        limits[k] = (uint32_t)(p * k / 8);
        if ((int64_t)k >= spoiled) limits[k] = (uint32_t)rng_between(r, 1, 5 * k);
    }
}

static void check_all(const ta_two_pile *game, uint32_t m) {
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

TEST(test_tables_equal_the_definition) {
    rng r = rng_start(21);
    int mixed = 0, whole = 0;
    for (int round = 0; round < (short_run() ? 60 : 1500); round++) {
        ta_two_pile_settings settings = { .misere = (int)rng_between(&r, 0, 1) };
        ta_two_pile *game;
        if (settings.misere) /* admissible there: g(x) <= f(x), and f(x) < 2x for powers of two */
            for (uint32_t k = 1, s = (uint32_t)rng_between(&r, 1, 2 * M); k <= M + 1; k++)
                limits[k] = (uint32_t)rng_between(&r, k < s ? k : 1, 2 * k - 1);
        else nearly_admissible(&r);
        ta_movefn *rest, *f = list_f(limits, M + 1, &rest);
        if (settings.misere) naive_least_misere(limits, M, table);
        else naive_least(limits, M, table);
        ok(ta_two_pile_create(NULL, &plain, f, &settings, &game));
        int some = 0, rows = 0;
        for (int step = 0; step < 4; step++) {
            ta_amount b = rng_between(&r, 0, M - settings.misere), a = rng_between(&r, 0, b);
            if (step % 2) a = b;
            ok(ta_two_pile_cover(game, &plain, a, b));
            check_all(game, M);
            assert_null(ta_two_pile_check(game));
            ta_amount last = game->checked < game->fails ? game->checked : game->fails - 1;
            some |= last > 1 && last < (ta_amount)game->grid->known;
            rows |= last >= (ta_amount)game->grid->known && game->grid->known > 4;
        }
        mixed += some;
        whole += rows;
        ta_two_pile_destroy(game);
        ta_movefn_destroy(f);
        ta_movefn_destroy(rest);
    }
    assert_true(mixed > 5 && whole > 5);
}

/* Long strips in four bytes and in two, against the rows of the recursion. */
TEST(test_strips_equal_the_recursion) {
    static const char *const texts[] = { "2k", "3k", "k", "floor(3k/2)", "2k - mod(k, 2)", "4k" };
    static const uint32_t sizes[][2] = { { 3000, 3000 }, { 40, 66000 } };
    for (size_t i = 0; i < COUNT(texts); i++)
        for (size_t k = 0; k < (short_run() ? 1 : 2); k++)
            for (int misere = 0; misere <= 1; misere++) {
                uint32_t width = sizes[k][0], height = sizes[k][1];
                ta_two_pile_settings settings = { .misere = misere };
                ta_movefn *f = parse_f(texts[i]);
                ta_two_pile *game;
                ta_rows *rows;
                const uint32_t *row;
                if (k == 2)
                    width = 8; /* the last rows alone would be wide: the item is what counts */
                ok(ta_two_pile_create(NULL, &plain, f, &settings, &game));
                ok(ta_two_pile_cover(game, &plain, width, height));
                ok(ta_rows_create(&game->allocator, &plain, f, misere, width, height, 1000000,
                                  TA_ROWS_AUTO, ta_vector_best(), &rows));
                for (uint32_t b = 0; b <= height; b++) {
                    ok(ta_rows_next(rows, &row));
                    for (uint32_t a = 0; a <= b && a <= width; a++) {
                        ta_amount want = row[a] == TA_ROW_INF ? TA_INF : row[a];
                        if (ta_grid_value(game->grid, a, b) != want)
                            fail_msg("%s, misere %d: cell (%u, %u)", texts[i], misere, a, b);
                    }
                }
                ta_rows_destroy(rows);
                ta_two_pile_destroy(game);
                ta_movefn_destroy(f);
            }
}

TEST(test_every_failing_allocation) {
    EACH_REFUSAL(o, 1) {
        ta_two_pile *game = NULL;
        ta_movefn *f = parse_f("2k");
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
        ta_two_pile_destroy(game);
        ta_movefn_destroy(f);
    }
}

RUN_TESTS
