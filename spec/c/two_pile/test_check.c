/*
** test_check.c - each thing the checkers of rows and tables say must hold, broken: they see it.
*/
#include "base/mem.h"
#include "testing.h"
#include "two_pile/rows_int.h"
#include "two_pile/two_pile_int.h"

enum { WIDTH = 60, HEIGHT = 90 };

static ta_rows *rows_of(const char *f, ta_rows_method method, int both, int count) {
    ta_movefn *fn = parse_f(f);
    ta_rows *r = NULL;
    const uint32_t *row;
    ok(ta_rows_create(&ta_default_allocator, &plain, fn, both, WIDTH, HEIGHT, 1000, method,
                      ta_vector_best(), &r));
    for (int i = 0; i < count; i++) ok(ta_rows_next(r, &row));
    ta_movefn_destroy(fn);
    return r;
}

TEST(test_stack) {
    for (int both = 0; both < 2; both++) {
        ta_rows *r = rows_of("2k", TA_ROWS_STACK, both, 80);
        assert_null(ta_rows_check(r));
        assert_broken(ta_rows_check(r), r->next, HEIGHT + 2, "past the last");
        assert_broken(ta_rows_check(r), r->row[7], 0, "nobody can make");
        assert_broken(ta_rows_check(r), r->row[7], both ? 80 : 8, "nobody can make");
        if (!both) assert_broken(ta_rows_check(r), r->row[7], TA_ROW_INF, "nobody can make");
        assert_broken(ta_rows_check(r), r->reach[9], r->reach[8] - 1, "falls");
        assert_broken(ta_rows_check(r), r->reach[r->domain], r->domain + 1, "past the domain");
        ta_slot *deep = NULL;
        ta_entry *top = NULL;
        for (int i = 0; i <= WIDTH; i++) {
            if (r->slots[i].depth > 1 && r->tops[i].reach) deep = &r->slots[i], top = &r->tops[i];
        }
        assert_non_null(deep);
        assert_broken(ta_rows_check(r), top->at, r->next, "future");
        assert_broken(ta_rows_check(r), top->reach, top->at, "future");
        ta_entry *e = deep->cap ? deep->heap : deep->inside;
        assert_broken(ta_rows_check(r), e[0].reach, e[0].at, "reaches nothing");
        assert_broken(ta_rows_check(r), e[0].at, e[1].at, "out of order");
        assert_broken(ta_rows_check(r), e[1].reach, e[0].reach, "out of order");
        assert_broken(ta_rows_check(r), e[deep->depth - 1].at, top->at, "");
        assert_broken(ta_rows_check(r), deep->depth, 1000, "overflows");
        ta_rows_destroy(r);
    }
}

TEST(test_scan) {
    for (int both = 0; both < 2; both++) {
        ta_rows *r = rows_of("1+mod(7k,11)", TA_ROWS_SCAN, both, 80);
        assert_null(ta_rows_check(r));
        assert_broken(ta_rows_check(r), r->lines[30].head, r->lines[30].cap + 1, "still wanted");
        assert_broken(ta_rows_check(r), r->lines[30].head, r->lines[30].cap - 29, "still wanted");
        assert_broken(ta_rows_check(r), r->f16[5], 0, "a limit below 1");
        ta_rows_destroy(r);
    }
}

TEST(test_table) {
    for (int misere = 0; misere < 2; misere++) {
        ta_movefn *f = parse_f("3k");
        ta_two_pile *game = NULL;
        ta_two_pile_settings settings = { .misere = misere };
        ta_amount least;
        ok(ta_two_pile_create(NULL, &plain, f, &settings, &game));
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
        ta_two_pile_destroy(game);
        ta_movefn_destroy(f);
    }
}

RUN_TESTS
