/*
** test_two_pile.c - two-pile games in the core: least moves, outcomes and winning
** moves against the rules themselves. The closed form, its horizon and conditions.
** Witnesses. Tables that grow, are interrupted and resume. Options. Every failing allocation.
*/
#include "plain.h"

#include "naive_two_pile.h"
#include "takeaway/two_pile.h"

OWNS(ta_least_table, ta_least_table_release)
OWNS(ta_two_pile, ta_two_pile_destroy)
OWNS(ta_two_pile_moves, ta_two_pile_moves_destroy)

static uint32_t limits[400];

static ta_two_pile *game_with(ta_movefn *f, int misere, double memory) {
    ta_two_pile *game = NULL;
    ta_two_pile_settings options = { .misere = misere, .memory = memory };
    ok(ta_two_pile_create(NULL, &plain, f, &options, &game));
    return game;
}

static ta_two_pile *game_of(ta_movefn *f, int misere) {
    return game_with(f, misere, 0);
}

static ta_amount least(ta_two_pile *game, ta_amount p, ta_amount q) {
    ta_amount v = -1;
    ok(ta_two_pile_least_move(game, &plain, p, q, &v));
    return v;
}

/* All winning moves of (p, q, x), by the walk, as marks[pile][take]. */
static size_t walk(ta_two_pile *game, ta_amount p, ta_amount q, ta_amount x,
                   uint8_t marks[3][512]) {
    ta_two_pile_move some[5], last = { 0, 0 };
    size_t count = 1, total = 0;
    memset(marks, 0, 3 * 512);
    MADE(ta_two_pile_moves, moves, ta_two_pile_moves_create(game, &plain, p, q, x, &moves));
    while (count > 0) {
        ok(ta_two_pile_moves_next(moves, &plain, some, 5, &count));
        for (size_t i = 0; i < count; i++) {
            assert_true(some[i].take > last.take ||
                        (some[i].take == last.take && some[i].pile > last.pile));
            last = some[i];
            marks[last.pile][last.take]++;
            total++;
        }
    }
    assert_int_equal(ta_two_pile_moves_exceed(moves, (ta_amount)total), 0);
    return total;
}

/* Progressions against looking at every k, on piles where both can be had. */
TEST(test_generated_moves_are_all_moves) {
    static const char *const texts[] = { "k",           "2k",   "3k",         "k+1",
                                         "floor(7k/2)", "2k-1", "floor(3k/2)" };
    static uint8_t by_form[3][512], by_list[3][512];
    rng r = rng_start(23);
    EACH(text, texts) {
        OWN(ta_movefn) *f = parse_f(*text), *rest = NULL;
        for (uint32_t k = 1; k <= 300; k++) {
            ta_amount v;
            ok(ta_movefn_value(f, &plain, k, &v));
            limits[k] = (uint32_t)v;
        }
        limits[301] = 1; /* a list that decreases at the end is not known to be nondecreasing: every k is tested */
        OWN(ta_movefn) *list = list_f(limits, 301, &rest);
        for (int misere = 0; misere <= 1; misere++) {
            OWN(ta_two_pile) *a = game_of(f, misere), *b = game_of(list, misere);
            for (int round = 0; round < (short_run() ? 50 : 1500); round++) {
                ta_amount p = rng_between(&r, 1, 300),
                          q = rng_between(&r, 0, 4) ? rng_between(&r, 1, 300) : p;
                ta_amount x = rng_between(&r, 0, 2) ? rng_between(&r, 1, 300) : TA_INF;
                assert_int_equal(walk(a, p, q, x, by_form), walk(b, p, q, x, by_list));
                assert_memory_equal(by_form, by_list, sizeof by_form);
            }
        }
    }
}

/* If the closed form is reported as proved, it equals the recursion. The least failing position is at or after
** the horizon, and counterexample finds it. */
TEST(test_closed_form_and_counterexamples) {
    enum { SIZE = 70 };
    static uint32_t table[(SIZE + 1) * (SIZE + 1)];
    rng r = rng_start(29);
    int proved = 0, refuted = 0;
    for (int i = 0; i < (short_run() ? 60 : 3000); i++) {
        int misere = i % 2;
        random_limits(&r, limits, SIZE);
        if (i % 3) { /* close to admissible: spoil one value of floor(rk) */
            int64_t num = rng_between(&r, 2, 8);
            for (uint32_t k = 1; k <= SIZE; k++) limits[k] = (uint32_t)(num * k / 2);
            if (i % 9) limits[rng_between(&r, 1, SIZE)] = (uint32_t)rng_between(&r, 1, SIZE);
        }
        limits[SIZE + 1] = 3 * (SIZE + 1);
        OWN(ta_movefn) *rest = NULL, *f = list_f(limits, SIZE + 1, &rest);
        OWN(ta_two_pile) *game = game_of(f, misere);
        if (misere) naive_least_misere(limits, SIZE, table);
        else naive_least(limits, SIZE, table);
        uint32_t bad_p = 0, bad_q = 0;
        for (uint32_t q = 1; q <= SIZE; q++)
            for (uint32_t p = 1; p <= q; p++) {
                ta_amount formula = -1, closed = -1, exact = table[p * (SIZE + 1) + q];
                if (exact == NAIVE_INF) exact = TA_INF;
                ta_status s = ta_two_pile_formula(game, &plain, p, q - p, &formula);
                ok(ta_two_pile_closed_form(game, &plain, p, q - p, &closed));
                if (s == TA_OK) assert_int_equal(formula, exact);
                else assert_int_equal(s, TA_EUNSUPPORTED);
                if (closed != exact && !bad_q) bad_p = p, bad_q = q;
                assert_int_equal(least(game, q, p), exact);
            }
        ta_mismatch at;
        ta_amount cells;
        int holds;
        ok(ta_two_pile_verify(game, &plain, SIZE, &holds, &cells, &at));
        assert_int_equal(holds, bad_q == 0);
        ta_counterexample example;
        ok(ta_two_pile_counterexample(game, &plain, SIZE, &example));
        if (bad_q) {
            assert_int_equal(at.p, bad_p);
            assert_int_equal(at.q, bad_q);
            assert_int_equal(example.found, 1);
            assert_int_equal(example.at.p, bad_p);
            assert_int_equal(example.at.q, bad_q);
            assert_int_not_equal(example.at.formula, example.at.exact);
            refuted++;
        } else {
            assert_int_equal(cells, SIZE * (SIZE + 1) / 2);
            assert_true(example.found == 0 || example.at.q > SIZE);
            proved++;
        }
    }
    assert_true(proved > 3 && refuted > 3);
}

/* Where no table is affordable the set named holds a failing position, whatever f. */
TEST(test_sets_hold_a_failure) {
    enum { SIZE = 90 };
    static uint32_t table[(SIZE + 1) * (SIZE + 1)];
    rng r = rng_start(31);
    int kinds[9] = { 0 };
    for (int i = 0; i < (short_run() ? 60 : 2000); i++) {
        int misere = i % 4 == 3;
        for (uint32_t k = 1; k <= SIZE + 1; k++)
            limits[k] = k <= 12 ? (uint32_t)rng_between(&r, 1, 3 * k) : 3 * k;
        OWN(ta_movefn) *rest = NULL, *f = list_f(limits, SIZE + 1, &rest);
        ta_counterexample c;
        OWN(ta_two_pile) *game = game_with(f, misere, 1);
        ok(ta_two_pile_counterexample(game, &plain, 12, &c));
        if (c.found && c.set[0][1] <= SIZE) {
            assert_int_equal(c.found, 2);
            if (misere) naive_least_misere(limits, SIZE, table);
            else naive_least(limits, SIZE, table);
            int fails = 0;
            for (int j = 0; j < c.count; j++) {
                ta_amount p = c.set[j][0], q = c.set[j][1], formula,
                          exact = table[p * (SIZE + 1) + q];
                ok(ta_two_pile_closed_form(game, &plain, p, q - p, &formula));
                fails += formula != (exact == NAIVE_INF ? TA_INF : exact);
            }
            assert_true(fails > 0);
            /* the certificate speaks of the first two members, by their piles */
            for (int j = 0; j < 2; j++) {
                char piles[64];
                snprintf(piles, sizeof piles, "(%lld, %lld)", (long long)c.set[j][0],
                         (long long)c.set[j][1]);
                if (j == 0 || strstr(c.certificate, "but taking"))
                    assert_non_null(strstr(c.certificate, piles));
            }
            kinds[c.witness]++;
        }
    }
    assert_true(kinds[0] > 0 && kinds[1] > 0 && kinds[2] > 0);
}

/* A K1 set is tight: for f(k) = popcount(k) it is {(4, 4), (2, 4)}. */
TEST(test_the_set_of_popcount) {
    OWN(ta_movefn) *f = parse_f("popcount(k)");
    ta_counterexample c;
    OWN(ta_two_pile) *game = game_with(f, 0, 1);
    ok(ta_two_pile_counterexample(game, &plain, 100, &c));
    ta_amount expected[2][2] = { { 4, 4 }, { 2, 4 } };
    assert_int_equal(c.witness, 1);
    assert_int_equal(c.count, 2);
    assert_memory_equal(c.set, expected, sizeof expected);
}

/* Every position with the strategy's move, and only winning moves prescribed. */
TEST(test_the_strategy_wins) {
    static const char *const texts[] = { "k",   "2k",          "3k",         "k+1",
                                         "k+2", "floor(7k/2)", "ceil(5k/2)", "4k-1" };
    int seen[5] = { 0 };
    EACH(text, texts) {
        OWN(ta_movefn) *f = parse_f(*text);
        OWN(ta_two_pile) *game = game_of(f, 0);
        for (ta_amount p = 1; p <= 150; p++)
            for (ta_amount q = 1; q <= 150; q++) {
                ta_two_pile_strategy_move move;
                ta_amount limit;
                ok(ta_two_pile_strategy(game, &plain, p, q, &move));
                assert_int_equal(move.take, least(game, p, q));
                int from_p = move.from_larger == (p > q);
                if (p == q) from_p = 1;
                ok(ta_movefn_value(f, &plain, move.take, &limit));
                assert_true(limit <
                            least(game, from_p ? p - move.take : p, from_p ? q : q - move.take));
                seen[move.which]++;
            }
    }
    for (int which = TA_CASE_1; which <= TA_CASE_B2; which++) assert_true(seen[which] > 0);
}

TEST(test_large_arguments) {
    static const struct {
        const char *text;
        ta_amount p, q, v;
    } rows[] = {
        { "2k", TA_MAX, TA_MAX, TA_MAX },
        { "2k", TA_MAX - 1, TA_MAX, 1 },
        { "3k", TA_MAX / 2, TA_MAX, TA_MAX / 2 }, /* a = N = 2^61 <= f(N) */
        { "k", TA_MAX / 2 + 1, TA_MAX, 1 },
        { "4k-1", TA_MAX / 4, TA_MAX, TA_MAX / 4 }, /* N = 3 * 2^60 */
        { "floor(7k/2)", 5, TA_MAX, 1 },            /* N odd, 5 > f(1) = 3 */
        { "4k", 3, TA_MAX, 3 }, /* not admissible: 3 rows streamed would be long */
    };
    for (size_t i = 0; i + 1 < COUNT(rows); i++) {
        OWN(ta_movefn) *f = parse_f(rows[i].text);
        OWN(ta_two_pile) *game = game_of(f, 0);
        assert_int_equal(least(game, rows[i].p, rows[i].q), rows[i].v);
    }
    OWN(ta_movefn) *f = parse_f("4k");
    OWN(ta_two_pile) *game = game_of(f, 0);
    ta_amount v = -5;
    refused(TA_ELIMIT, "", ta_two_pile_least_move(game, &plain, 3, TA_MAX, &v));
    assert_int_equal(v, -5);
    ta_violation violation;
    int exact;
    ok(ta_two_pile_admissible(game, &plain, 1, &violation, &exact));
    assert_int_equal(violation.condition, 2);
    assert_int_equal(exact, 1);
}

/* Ratios floor(rk): admissible iff 1 <= r < 4; ceil(rk): iff 1 <= r <= 3. */
TEST(test_admissible_ratios) {
    for (int64_t den = 1; den <= 24; den++)
        for (int64_t num = 1; num <= 5 * den; num++)
            for (int up = 0; up <= 1; up++) {
                ta_violation v;
                int exact;
                MADE(ta_movefn, f, ta_movefn_linear(NULL, &plain, num, up ? den - 1 : 0, den, &f));
                OWN(ta_two_pile) *game = game_of(f, 0);
                ta_status s = ta_two_pile_admissible(game, &plain, 64, &v, &exact);
                if (!up && num < den) assert_int_equal(s, TA_EBADRULE); /* f(1) = 0 */
                else {
                    int holds = up ? den <= num && num <= 3 * den : den <= num && num < 4 * den;
                    ok(s);
                    assert_int_equal(v.condition == 0, holds);
                }
            }
}

/* A table cancelled at any poll resumes there; a grown table keeps its cells. */
TEST(test_interrupted_tables) {
    static const char *const texts[] = { "4k", "k%5+1" };
    ta_amount size = short_run() ? 500 : 1500;
    for (size_t i = 0; i < 2; i++)
        for (int misere = 0; misere <= 1; misere++) {
            OWN(ta_movefn) *f = parse_f(texts[i]);
            OWN(ta_two_pile) *whole = game_of(f, misere), *parts = game_of(f, misere);
            OWN(ta_least_table) *a = NULL, *b = NULL, *view = NULL;
            ok(ta_two_pile_table(whole, &plain, size, &a));
            least(parts, 60, 300); /* a strip first, to be widened */
            ok(ta_two_pile_table(parts, &plain, 90, &view));
            int cancelled = -1;
            for (polled p = { .stopped = 1 }; p.stopped; cancelled++) {
                polled_start(&p, 2);
                strcpy(p.call.message, "of an earlier call");
                ta_status s = ta_two_pile_table(parts, &p.call, size, &b);
                assert_int_equal(s, polled_status(&p));
                if (s) assert_string_equal(p.call.message, "");
                assert_int_equal(ta_least_table_value(view, 41, 77),
                                 ta_least_table_value(a, 41, 77));
            }
            assert_true(cancelled >= (short_run() ? 0 : 2));
            uint64_t sum_a = 0, sum_b = 1;
            ok(ta_least_table_checksum(a, &plain, &sum_a));
            ok(ta_least_table_checksum(b, &plain, &sum_b));
            assert_int_equal(sum_a, sum_b);
            assert_int_equal(ta_least_table_value(view, 90, 90), ta_least_table_value(a, 90, 90));
        }
}

/* A list on a known rest is known however far, though it falls inside (and at the seam). */
TEST(test_lists_are_known) {
    rng r = rng_start(37);
    for (int i = 0; i < (short_run() ? 100 : 3000); i++) {
        ta_amount count = rng_between(&r, 1, 20), values[20], slope = rng_between(&r, 1, 4);
        for (ta_amount k = 1; k <= count; k++)
            values[k - 1] = rng_between(&r, 0, 3) ? slope * k : rng_between(&r, 1, 4 * k);
        OWN(ta_movefn) *rest = NULL, *list = NULL, *host_like = NULL;
        ta_amount long_values[300];
        ok(ta_movefn_linear(NULL, &plain, slope, 0, 1, &rest));
        ok(ta_movefn_list(NULL, &plain, values, (size_t)count, rest, &list));
        for (ta_amount k = 1; k <= 300; k++)
            ok(ta_movefn_value(list, &plain, k, &long_values[k - 1]));
        ok(ta_movefn_list(NULL, &plain, long_values, 300, NULL, &host_like));
        for (int misere = 0; misere <= 1; misere++) {
            OWN(ta_two_pile) *known = game_of(list, misere), *looked = game_of(host_like, misere);
            ta_violation a, b;
            int exact;
            for (ta_amount m = 1; m <= 300; m += 7) {
                ta_amount x, y;
                ta_status s = ta_two_pile_formula(known, &plain, 1, m - 1, &x);
                assert_int_equal(s, ta_two_pile_formula(looked, &plain, 1, m - 1, &y));
                if (!s) assert_int_equal(x, y);
            }
            ok(ta_two_pile_admissible(known, &plain, 300, &a, &exact));
            ok(ta_two_pile_admissible(looked, &plain, 300, &b, &exact));
            assert_int_equal(a.condition, b.condition);
            assert_int_equal(a.at, b.at);
        }
    }
}

static ta_status fussy(void *ctx, ta_call *call, ta_amount k, ta_amount *v) {
    *v = k % 7 + 1;
    return k > *(ta_amount *)ctx ? TA_ECALLBACK : TA_OK;
}

/* A failed large request, then a cancelled smaller one, then one between them. */
TEST(test_rows_left_over_are_not_run_past_their_end) {
    for (int misere = 0; misere <= 1; misere++) {
        ta_amount last = TA_MAX, v = 0;
        OWN(ta_movefn) *f = NULL, *g = parse_f("k%7+1");
        ok(ta_movefn_host(NULL, &plain, fussy, &last, NULL, "fussy", &f));
        OWN(ta_two_pile) *game = game_of(f, misere), *calm = game_of(g, misere);
        least(game, 10, 20);
        last = 200;
        ta_status s = ta_two_pile_least_move(game, &plain, 10, 60000, &v);
        assert_true(s == TA_OK || s == TA_ECALLBACK);
        last = TA_MAX;
        polled p;
        polled_start(&p, 0);
        s = ta_two_pile_least_move(game, &p.call, 10, 3500, &v);
        assert_int_equal(s, polled_status(&p));
        assert_int_equal(least(game, 10, 9000), least(calm, 10, 9000));
    }
}

/* A memory limit: refused with the figure, or streamed if one cell is queried. */
TEST(test_memory_limits) {
    OWN(ta_movefn) *f = parse_f("4k");
    OWN(ta_two_pile) *large = game_of(f, 0), *small = game_with(f, 0, 200000),
                     *none = game_with(f, 0, 300);
    ta_least_table *table = NULL;
    ta_counterexample example;
    refused(TA_ELIMIT, "MiB", ta_two_pile_table(small, &plain, 2000, &table));
    assert_null(table);
    assert_int_equal(least(small, 700, 900), least(large, 700, 900));
    ok(ta_two_pile_counterexample(large, &plain, 100, &example));
    assert_int_equal(example.found, 1);
    assert_int_equal(example.at.q, 21);
    ok(ta_two_pile_counterexample(none, &plain, 100, &example));
    assert_int_equal(example.found, 2);
    assert_int_equal(example.witness, 3);
    assert_int_equal(example.set[0][0], 18);
    assert_int_equal(example.set[0][1], 21);
    assert_true(strlen(example.certificate) > 20);
}

TEST(test_every_failing_allocation) {
    static const char *const texts[] = { "4k", "k%5+1", "2k" };
    for (size_t i = 0; i < 3; i++)
        for (int misere = 0; misere <= 1; misere++)
            EACH_REFUSAL(o, 1) {
                OWN(ta_movefn) *f = NULL;
                OWN(ta_two_pile) *game = NULL;
                OWN(ta_least_table) *table = NULL;
                OWN(ta_two_pile_moves) *moves = NULL;
                ta_counterexample example;
                ta_two_pile_settings options = { .misere = misere };
                ta_amount v = 0;
                ta_status s = ta_movefn_parse(&o.allocator, &plain, texts[i], strlen(texts[i]), &f);
                if (!s) s = ta_two_pile_create(&o.allocator, &plain, f, &options, &game);
                if (!s) s = ta_two_pile_least_move(game, &plain, 20, 50, &v);
                if (!s) s = ta_two_pile_table(game, &plain, 60, &table);
                if (!s) s = ta_two_pile_moves_create(game, &plain, 40, 60, 30, &moves);
                if (!s) s = ta_two_pile_counterexample(game, &plain, 64, &example);
                if (s == TA_ENOMEM && game) { /* the game is still good */
                    o.left = -1;
                    ok(ta_two_pile_least_move(game, &plain, 20, 50, &v));
                    assert_int_equal(v, least(game, 50, 20));
                }
                assert_int_equal(s, oom_status(&o));
            }
}

/* ---- Options: the rule of play, and outcomes by them ---- */

/* spec/property/two_pile_spec.lua holds them against the rule. */
static const uint32_t some_limits[] = { 0, 2, 1, 5, 3, 3, 9, 1, 2, 7, 4, 6, 5 };

typedef struct visits {
    ta_two_pile *game;
    int count, most;
} visits;

static ta_status see(void *ctx, ta_call *call, ta_amount p, ta_amount q, ta_amount x) {
    visits *v = ctx;
    ta_outcome outcome;
    ta_status s = ta_two_pile_outcome(v->game, call, p, q, x, &outcome);
    return s ? s : ++v->count == v->most ? TA_ECANCELLED : TA_OK;
}

TEST(test_options) {
    const ta_amount most = (ta_amount)1 << 62;
    assert_int_equal(ta_two_pile_option_count(most, most, most), TA_INF);
    assert_int_equal(ta_two_pile_option_count(most / 2, most, most / 2), most);
    OWN(ta_movefn) *rest = NULL, *f = list_f(some_limits, 12, &rest);
    for (int misere = 0; misere < 2; misere++) {
        OWN(ta_two_pile) *game = game_of(f, misere);
        visits all = { game, 0, 0 }, some = { game, 0, 3 };
        ok(ta_two_pile_options(game, &plain, 5, 6, 6, see, &all));
        assert_int_equal(all.count, ta_two_pile_option_count(5, 6, 6));
        refused(TA_ECANCELLED, "", ta_two_pile_options(game, &plain, 5, 6, 4, see, &some));
        assert_int_equal(some.count, 3);
        refused(TA_EINVAL, "", ta_two_pile_options(game, &plain, 5, 6, 0, see, &all));
    }
}

TEST(test_options_where_memory_is_refused) {
    OWN(ta_movefn) *rest = NULL, *f = list_f(some_limits, 12, &rest);
    EACH_REFUSAL(o, 1) {
        OWN(ta_two_pile) *game = NULL;
        ta_status s = ta_two_pile_create(&o.allocator, &plain, f, NULL, &game);
        visits v = { game, 0, 0 };
        if (!s) s = ta_two_pile_options(game, &plain, 9, 8, 7, see, &v);
        assert_int_equal(s, oom_status(&o));
    }
}

/* Polls at every step. */
static ta_status at_every_step(ta_call *call, double done, double total) {
    call->ticks = 65535;
    return polled_poll(call, done, total);
}

TEST(test_stopped_walks_go_on) {
    enum { MOST = 80 };
    OWN(ta_movefn) *rest = NULL, *f = list_f(some_limits, 12, &rest);
    OWN(ta_two_pile) *game = game_of(f, 0);
    ta_two_pile_moves *walk;
    ta_two_pile_move all[MOST], moves[MOST];
    size_t expected, count;
    ok(ta_two_pile_moves_create(game, &plain, 30, 40, 30, &walk));
    ok(ta_two_pile_moves_next(walk, &plain, all, MOST, &expected));
    ta_two_pile_moves_destroy(walk);
    assert_true(expected > 10);
    EACH_STOP(p, 30) {
        p.call.ticks = 65535;
        p.call.poll = at_every_step;
        ok(ta_two_pile_moves_create(game, &plain, 30, 40, 30, &walk));
        ta_status s = ta_two_pile_moves_next(walk, &p.call, moves, MOST, &count);
        assert_int_equal(s, polled_status(&p));
        if (s) ok(ta_two_pile_moves_next(walk, &plain, moves, MOST, &count));
        assert_int_equal(count, expected);
        for (size_t i = 0; i < count; i++)
            assert_true(moves[i].take == all[i].take && moves[i].pile == all[i].pile);
        ta_two_pile_moves_destroy(walk);
    }
}

RUN_TESTS
