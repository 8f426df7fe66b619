/*
** test_any.c - "is there a vector in these sets, and in none of the results of these joins?", against the
** automata of the joins. Random conditions, numerations of all kinds.
*/
#include "automata.h"

/* Numerations whose automata have few states. */
static const char *const names[] = { "base 2", "base 3",   "base 10",   "zeckendorf",
                                     "pell",   "narayana", "tribonacci" };
enum { RECURRENCES = COUNT(names), VARIABLES = 4 };

static ta_numeration *named(const char *name) {
    EACH(r, recurrences)
        if (strcmp(r->name, name) == 0) return numeration(r);
    fail_msg("%s is no numeration", name);
    return NULL;
}

/* Is there a vector in the sets and in none of the joins? Computed by the automata of the joins. */
static int check_any(const ta_numeration *n, rng *random) {
    enum { JOINS = 4, EACH = 3 };
    ta_automaton *part[JOINS][EACH];
    ta_automaton *whole[JOINS] = { NULL };
    const ta_automaton *list[JOINS][EACH], *made[JOINS];
    ta_join join[JOINS];
    ta_automaton *all = NULL;
    size_t joins = (size_t)rng_between(random, 1, JOINS - 1);
    int is_covered = rng_between(random, 0, 2) == 0, any; /* by a join and what it leaves */
    for (size_t k = 0; k <= joins; k++) {
        for (size_t i = 0; i < EACH; i++) {
            condition x = random_condition(random, VARIABLES);
            part[k][i] = meets(n, &x);
            list[k][i] = part[k][i];
        }
        join[k].count = (size_t)rng_between(random, 0, EACH);
        join[k].missed = EACH - join[k].count;
        join[k].all = list[k];
        join[k].none = list[k] + join[k].count;
        join[k].tracks = (uint32_t)rng_between(random, 0, 15);
        ok(ta_automaton_join(&plain, join[k].count, join[k].all, join[k].missed, join[k].none,
                             join[k].tracks, &whole[k]));
        made[k] = whole[k];
    }
    size_t count = is_covered ? 0 : join[joins].count, missed = is_covered ? 1 : join[joins].missed;
    const ta_automaton *const *sets = join[joins].all, *const *others = sets + count;
    if (is_covered) others = made; /* vectors in no join */
    ok(ta_automaton_any(n, &plain, count, sets, missed, others, joins, join, &any));
    const ta_automaton *none[JOINS + EACH];
    for (size_t i = 0; i < missed; i++) none[i] = others[i];
    for (size_t k = 0; k < joins; k++) none[missed + k] = made[k];
    ok(ta_automaton_join(&plain, count, sets, missed + joins, none, 15, &all));
    assert_int_equal(any, !ta_automaton_is_empty(all));
    ta_automaton_destroy(all);
    if (is_covered) { /* the first join covers its own results */
        ok(ta_automaton_any(n, &plain, 1, made, 0, NULL, joins, join, &any));
        assert_false(any);
    }
    for (size_t k = 0; k <= joins; k++) {
        destroy_all(part[k], EACH);
        ta_automaton_destroy(whole[k]);
    }
    return any;
}

TEST(test_any) {
    rng random = rng_start(1405);
    int some = 0, tries = short_run() ? 6 : 30;
    for (int i = 0; i < RECURRENCES; i++) {
        OWN(ta_numeration) *n = named(names[i]);
        for (int k = 0; k < tries; k++) some += check_any(n, &random);
    }
    assert_true(some > RECURRENCES && some < RECURRENCES * (tries - 1));
}

/* x mod m is less than m - 1, for some m: the first x of which none holds is more than is met at once. */
TEST(test_any_far) {
    static const int64_t m[4] = { 11, 13, 17, 19 }, one[1] = { 1 };
    static const uint8_t track[3] = { 0, 1, 2 };
    OWN(ta_numeration) *n = named("base 2");
    ta_automaton *made[8];
    ta_join join[4];
    const ta_automaton *list[4][2];
    for (int i = 0; i < 4; i++) {
        int64_t a[3] = { 1, -m[i], -1 };
        list[i][0] = made[2 * i] = linear(n, 3, track, a, TA_EQUAL, 0);
        list[i][1] = made[2 * i + 1] = linear(n, 1, track + 2, one, TA_AT_MOST, m[i] - 2);
        join[i] = (ta_join){ 2, 0, list[i], NULL, 6 };
    }
    for (int64_t most = 11 * 13 * 17 * 19 - 2; most <= 11 * 13 * 17 * 19 - 1; most++) {
        int any;
        OWN(ta_automaton) *small = linear(n, 1, track, one, TA_AT_MOST, most);
        const ta_automaton *sets[1] = { small };
        ok(ta_automaton_any(n, &plain, 1, sets, 0, NULL, 4, join, &any));
        assert_int_equal(any, most == 11 * 13 * 17 * 19 - 1);
    }
    destroy_all(made, 8);
}

RUN_TESTS
