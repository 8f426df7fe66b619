/*
** test_check.c - each thing the checker of a store says must hold, broken: it sees it.
*/
#include "testing.h"
#include "base/check.h"
#include "value/big.h"
#include "value/store.h"

static ta_value read(ta_values *v, const char *text) {
    ta_value g = TA_NO_VALUE;
    ok(ta_value_parse(v, &plain, text, strlen(text), &g));
    return g;
}

static ta_values *store(void) {
    ta_values *v = NULL;
    ok(ta_values_create(NULL, &plain, 0, 0, &v));
    return v;
}

TEST(test_store) {
    ta_values *v = store();
    assert_null(ta_values_check(v));
    read(v, "{3|*}");
    read(v, "1/2^*3");
    assert_broken(ta_values_check(v), v->count, v->games_cap + 1, "no room");
    ta_values_limit(v, 2, 0); /* what is held stays */
    assert_null(ta_values_check(v));
    ta_values_limit(v, 0, 0);
    assert_broken(ta_values_check(v), v->slot_cap, v->count, "too full");
    assert_broken(ta_values_check(v), v->slot_cap, v->slot_cap * 2 - 1, "too full");
    assert_broken(ta_values_check(v), v->pool_cap, v->pool_count - 1, "overflows");
    assert_broken(ta_values_check(v), v->bytes, v->bytes - 1, "not counted");
    for (size_t i = 0; i < v->slot_cap; i++)
        if (v->slots[i]) assert_broken(ta_values_check(v), v->slots[i], 0, "not found");
    ta_values_clear(v);
    assert_null(ta_values_check(v));
    ta_values_destroy(v);
}

TEST(test_memo) {
    ta_value sum;
    ta_values *v = store();
    ta_value g = read(v, "{3||2|1}"), h = read(v, "{4|-2||-3}");
    ok(ta_value_sum(v, &plain, g, h, &sum));
    assert_broken(ta_values_check(v), v->memo.cap, v->memo.cap - 1, "power of two");
    int seen = 0;
    size_t step = ta_check_step(v->memo.cap);
    for (size_t i = step > 1 ? v->count % step : 0; i < v->memo.cap; i += step) { /* as it looks */
        ta_memo_slot *slot = &v->memo.at[i], kept = *slot;
        *slot = (ta_memo_slot){ OP_LEQ, g, h, 2 };
        assert_string_equal(ta_values_check(v), "a comparison neither 0 nor 1");
        *slot = (ta_memo_slot){ OP_SUM, g, h, (uint32_t)v->count };
        assert_string_equal(ta_values_check(v), "a result that is not stored");
        *slot = (ta_memo_slot){ OP_REDUCED + 1, g, h, 0 };
        assert_string_equal(ta_values_check(v), "a result of no operation");
        *slot = kept;
        seen++;
    }
    assert_true(seen > 50);
    assert_null(ta_values_check(v));
    ta_values_destroy(v);
}

TEST(test_compact) {
    ta_values *v = store();
    ta_value id = read(v, "3/2"), seven = read(v, "7"), up = read(v, "1^*"), two = read(v, "2");
    ta_game *half = &v->games[id];
    assert_broken(ta_values_check(v), half->exp, 63, "lowest terms");
    assert_broken(ta_values_check(v), half->num, 4, "lowest terms");
    assert_broken(ta_values_check(v), half->num, 5, "");
    assert_broken(ta_values_check(v), half->num, TA_MAX + 1, "not plain");
    assert_broken(ta_values_check(v), half->exp, TA_DYADIC_BIG, "digits");
    ta_game *big = &v->games[read(v, "1/9223372036854775808")];
    half = &v->games[id];
    assert_broken(ta_values_check(v), big->num, big->num + 1, "digits");
    for (size_t i = 0; i < v->big_cap; i++)
        if (v->bigs[i] && v->bigs[i]->exp)
            assert_broken(ta_values_check(v), v->bigs[i]->exp, 62, "digits");
    assert_broken(ta_values_check(v), half->ups, INT32_MAX, "");
    assert_broken(ta_values_check(v), half->traits, half->traits ^ ALL_SMALL, "all-small");
    assert_broken(ta_values_check(v), half->negative, seven, "negative");
    assert_broken(ta_values_check(v), half->gauge.above, 1, "gauges");
    assert_broken(ta_values_check(v), v->games[up].gauge.below, 1, "gauges");
    assert_broken(ta_values_check(v), half->size[1], 2.5, "a stop of another size");
    assert_broken(ta_values_check(v), half->hash, half->hash + 1, "not found");
    assert_broken(ta_values_check(v), v->games[up].stop[0], two, "hot");
    assert_broken(ta_values_check(v), v->games[up].stop[0], up, "no number");
    assert_broken(ta_values_check(v), v->games[up].thermo, 99, "thermograph");
    ta_values_destroy(v);
}

TEST(test_trees) {
    ta_values *v = store();
    ta_value two = read(v, "2"), six = read(v, "6"), four = read(v, "4");
    ta_value id = read(v, "{5,{7|3}||2|1}"), late = read(v, "{9|8}");
    ta_game *g = &v->games[id];
    ta_value *left = v->pool + g->first;
    assert_int_equal(g->kind, TREE);
    assert_int_equal(g->left_count, 2);
    assert_broken(ta_values_check(v), g->birthday, g->birthday + 1, "birthday");
    assert_broken(ta_values_check(v), g->traits, g->traits ^ ALL_SMALL, "all-small");
    assert_broken(ta_values_check(v), g->traits, g->traits ^ OF_NUMBERS, "of numbers");
    assert_broken(ta_values_check(v), g->left_count, 0, "cannot move");
    assert_broken(ta_values_check(v), g->right_count, 1000, "outside the pool");
    assert_broken(ta_values_check(v), left[0], late, "after its game");
    assert_broken(ta_values_check(v), left[0], left[1], "out of order");
    assert_broken(ta_values_check(v), left[0], two, "dominated");
    assert_broken(ta_values_check(v), left[0], six, "passes");
    assert_broken(ta_values_check(v), left[0], four, "");
    assert_broken(ta_values_check(v), g->stop[0], two, "passes");
    assert_broken(ta_values_check(v), g->stop[0], TA_VALUE_ZERO, "above");
    /* {8||4|-9} lies above 4; were it below, its right option would be answered there */
    id = read(v, "{8||4|-9}");
    g = &v->games[id];
    assert_int_equal(g->stop[1], four);
    g->stop[0] = g->stop[1] = two;
    assert_string_equal(ta_values_check(v), "a reversible option");
    ta_values_destroy(v);
}

RUN_TESTS
