/*
** test_one_pile_check.c - the checkers of one pile: silent as a game grows, and each finds what
** is broken on purpose.
*/
#include "testing.h"

#include "one_pile/one_pile_int.h"

static ta_status ignore(void *ctx, ta_call *call, ta_amount amount) {
    (void)amount;
    return TA_OK;
}

/* A game with a table, terms and rows. */
static ta_one_pile *grown(ta_movefn **f, const char *text) {
    ta_one_pile *g;
    ta_amount least[101], value;
    ta_finite finite;
    int overflow;
    ok(ta_movefn_parse(NULL, &plain, text, strlen(text), f));
    ok(ta_one_pile_create(NULL, *f, 0, 0, 0, &g));
    assert_null(ta_one_pile_check(g));
    for (ta_amount to = 1; to <= 100; to += 1 + to / 2) {
        ok(ta_one_pile_least_moves(g, &plain, to, least));
        ok(ta_one_pile_nim_value(g, &plain, to, to, &value));
        assert_null(ta_one_pile_check(g));
    }
    ok(ta_one_pile_losing_sizes(g, &plain, 1000, ignore, NULL, &finite, &overflow));
    assert_null(ta_one_pile_check(g));
    return g;
}

static void broken(const ta_one_pile *g, const char *what) {
    const char *found = ta_one_pile_check(g);
    assert_non_null(found);
    assert_non_null(strstr(found, what));
}

TEST(test_each_fault_is_found) {
    ta_movefn *f;
    ta_one_pile *g = grown(&f, "2k");
    assert_int_equal(g->least[4], 1);
    g->least[4] = 2;
    broken(g, "one pile: a ");
    g->least[4] = 5;
    broken(g, "a least move that is none");
    g->least[4] = 1;
    assert_true(g->stack_count > 2);
    g->stack[1] = g->stack[0];
    broken(g, "does not rise");
    g->stack[1] = 1;
    g->stacked--;
    broken(g, "not on top");
    g->stacked++;
    g->runs[2].first++; /* Fibonacci's 8 */
    g->runs[2].last++;
    broken(g, "no sum of two");
    g->runs[2].last++;
    broken(g, "does not rise");
    g->runs[2] = (one_pile_run){ 8, 3, 8 };
    ta_amount lag = g->lag;
    g->lag++;
    broken(g, "adds none");
    g->lag = lag;
    assert_null(ta_one_pile_check(g));
    g->thresholds[g->start[5] + 1].value = 0;
    broken(g, "a row that does not rise");
    g->thresholds[g->start[5] + 1].value = 1;
    g->start[8] = g->start[7];
    broken(g, "without thresholds");
    ta_one_pile_destroy(g);
    ta_movefn_destroy(f);
}

/* An f that falls is tried move by move: nothing more goes on the stack. */
TEST(test_a_scanned_table_is_sound) {
    ta_movefn *f;
    ta_one_pile *g = grown(&f, "k % 3 + 1");
    assert_true(g->stacked < 10);
    ta_one_pile_destroy(g);
    ta_movefn_destroy(f);
}

RUN_TESTS
