/*
** Endless play against the definition: which player can force the end of play within k moves,
** for k = 0, 1, 2, ...; nim values by the outcomes of sums with nim heaps. All graphs of few
** positions, random ones, parts, terminal positions; limits, polls and the failing allocator,
** after each of which a repeated query is right.
*/
#include "naive_loopy.h"
#include "rules.h"

/* ---- Comparing ---- */

static const char code[] = "LWD";

static void compare_outcomes(graph *g, ta_solver *s, int first, int with) {
    static truth t;
    for (int misere = 0; misere < 2; misere++) {
        define(g, &t, 0, 1, with, misere);
        for (int i = 0; i < g->n; i++) {
            int v = (i + first) % g->n, got[2] = { 0, 0 };
            int64_t room[8];
            ta_position p;
            spell(g, v, room, &p);
            for (int player = 0; player <= g->partizan; player++) {
                int at = state_of(v, NO_VERTEX, 0, player);
                ta_result result;
                ta_amount moves;
                ok(ta_solver_result(s, &plain, &p, (ta_player)player, misere, &result));
                assert_int_equal(result, t.result[at]);
                ok(ta_solver_remoteness(s, &plain, &p, (ta_player)player, misere, &moves));
                assert_true(moves == (t.result[at] == TA_DRAW ? TA_INF : t.moves[at]));
                got[player] = code[result];
            }
            ta_outcome outcome;
            ok(ta_solver_outcome(s, &plain, &p, misere, &outcome));
            if (!g->partizan) assert_int_equal(outcome, "PND"[strchr(code, got[0]) - code]);
            else if (outcome == TA_DL) assert_true(got[0] == 'D' && got[1] == 'L');
            else if (outcome == TA_RD) assert_true(got[0] == 'L' && got[1] == 'D');
            else if (outcome == TA_N) assert_true(got[0] == 'W' && got[1] == 'W');
        }
    }
}

/* Vertex v, and u beside it or NO_VERTEX: with a value n the sum with a heap of n is P. */
static void compare_value(graph *g, ta_solver *s, const truth *t, int v, int u, int heaps) {
    int64_t room[8];
    ta_position p;
    ta_amount value;
    spell(g, v, room, &p);
    if (u != NO_VERTEX) p.count = 2, room[1] = u;
    ok(ta_solver_nim_value(s, &plain, &p, &value));
    const ta_amount *reach = NULL;
    size_t count = 0, seen = 0;
    ta_status st = ta_solver_nim_reach(s, &plain, &p, &reach, &count);
    assert_int_equal(st, value == TA_INF ? TA_OK : TA_EINVAL);
    for (int h = 0; h < heaps; h++) {
        int result = t->result[state_of(v, u, h, 0)];
        int in = seen < count && reach[seen] == h;
        seen += (size_t)in;
        if (value != TA_INF) assert_int_equal(result, value == h ? TA_LOSS : TA_WIN);
        else assert_int_equal(result, in ? TA_WIN : TA_DRAW);
    }
    assert_int_equal(seen, count);
    assert_true(value == TA_INF || value < heaps);
}

static void compare_nim(graph *g, ta_solver *s, int first, int two, int heaps) {
    static truth t;
    define(g, &t, two, heaps, 0, 0);
    for (int i = 0; i < g->n; i++) {
        int v = (i + first) % g->n;
        compare_value(g, s, &t, v, NO_VERTEX, heaps);
        for (int u = 0; two && v < g->n / 2 && u < g->n / 2; u++)
            compare_value(g, s, &t, v, u, heaps);
    }
}

static void no_parts(graph *g) {
    for (int v = 0; v < MOST; v++)
        for (int w = 0; w < MOST; w++) g->second[v][w] = -1;
}

TEST(test_all_small) {
    graph g;
    memset(&g, 0, sizeof g);
    no_parts(&g);
    for (g.n = 1; g.n <= 4; g.n++)
        for (unsigned bits = 0; bits < 1u << (g.n * g.n); bits += short_run() ? 61 : 1) {
            for (int v = 0; v < g.n; v++) g.moves[0][v] = bits >> (v * g.n) & ((1u << g.n) - 1);
            OWN(ta_solver) *s = solver_of(&g, NULL, 0);
            compare_outcomes(&g, s, (int)(bits % 3), 0);
            compare_nim(&g, s, (int)(bits % 4), 0, g.n + 2);
        }
}

/* Is there a renaming of the vertices with smaller bits? Then that graph is tested instead. */
static int renamed(const graph *g) {
    static const int names[5][3] = {
        { 0, 2, 1 }, { 1, 0, 2 }, { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 }
    };
    for (int k = 0; g->n == 3 && k < 5; k++) {
        int order = 0;
        for (int v = 5; v >= 0 && !order; v--)
            for (int w = 2; w >= 0 && !order; w--)
                order = (int)(g->moves[v / 3][names[k][v % 3]] >> names[k][w] & 1) -
                        (int)(g->moves[v / 3][v % 3] >> w & 1);
        if (order < 0) return 1;
    }
    return 0;
}

TEST(test_all_small_partizan) {
    graph g;
    memset(&g, 0, sizeof g);
    no_parts(&g);
    g.partizan = 1;
    for (g.n = 1; g.n <= 3; g.n++)
        for (unsigned bits = 0; bits < 1u << (2 * g.n * g.n); bits += short_run() ? 1009 : 1) {
            for (int v = 0; v < 2 * g.n; v++)
                g.moves[v / g.n][v % g.n] = bits >> (v * g.n) & ((1u << g.n) - 1);
            if (renamed(&g)) continue;
            OWN(ta_solver) *s = solver_of(&g, NULL, 0);
            compare_outcomes(&g, s, (int)(bits % 2), 0);
        }
}

/* ---- At random ---- */

static void make(graph *g, rng *r, int n, int partizan) {
    memset(g, 0, sizeof *g);
    no_parts(g);
    g->n = n;
    g->partizan = partizan;
    g->spell = (int)rng_between(r, 0, 2);
    int most = (int)rng_between(r, 1, 4);
    for (int player = 0; player < 2; player++)
        for (int v = 0; v < n; v++)
            for (int i = (int)rng_between(r, 0, most); i > 0; i--)
                g->moves[player][v] |= 1u << rng_between(r, 0, rng_between(r, 0, 2) ? v : n - 1);
    for (int v = 0; v < n; v++)
        if (rng_between(r, 0, 3) == 0)
            g->over[v] = (ta_terminal)rng_between(r, 0, partizan ? 5 : 3);
}

TEST(test_random) {
    rng r = rng_start(1);
    for (int round = 0; round < (short_run() ? 60 : 3000); round++) {
        graph g;
        make(&g, &r, (int)rng_between(&r, 1, MOST), round % 2);
        int first = (int)rng_between(&r, 0, g.n - 1), with = round / 2 % 2;
        OWN(ta_solver) *s = solver_of(&g, NULL, with);
        compare_outcomes(&g, s, first, with);
        if (!g.partizan && !with) compare_nim(&g, s, first, 0, HEAPS);
    }
}

/* The upper half moves to sums of two of the lower half, where play stays. */
TEST(test_parts) {
    rng r = rng_start(2);
    for (int round = 0; round < (short_run() ? 20 : 600); round++) {
        graph g;
        make(&g, &r, (int)rng_between(&r, 2, 11), 0);
        g.spell = 0;
        int half = g.n / 2;
        for (int v = 0; v < g.n; v++)
            for (int w = 0; w < half; w++) {
                if (v < half) g.moves[0][v] &= (1u << half) - 1;
                else if (rng_between(&r, 0, 2)) g.second[v][w] = (int)rng_between(&r, 0, half - 1);
            }
        OWN(ta_solver) *s = solver_of(&g, NULL, 2);
        compare_nim(&g, s, (int)rng_between(&r, 0, g.n - 1), 1, HEAPS);
    }
}

/* u - v and u + v, also u - u, in reduced sums and plain ones; every allocation refused. */
static void compare_sums(graph *g, oom *o, const truth *t, int misere) {
    static const ta_outcome by[3][3] = { { TA_P, TA_R, TA_RD },
                                         { TA_L, TA_N, TA_LD },
                                         { TA_DL, TA_DR, TA_D } };
    OWN(ta_solver) *s = solver_of(g, &o->allocator, 0);
    OWN(ta_sum) *sum = NULL;
    size_t game;
    ta_status st = s ? ta_sum_create(&o->allocator, &plain, !misere, &sum) : TA_ENOMEM;
    if (!st) st = ta_sum_add(sum, &plain, s, &game);
    for (int i = 0; !st && i < g->n * g->n; i++) {
        int u = i / g->n, v = i % g->n;
        int64_t room[2][8];
        ta_term terms[2] = { { 0, 0, 1, { NULL, NULL, 0 } },
                             { 0, g->negative, 1, { NULL, NULL, 0 } } };
        ta_outcome outcome = TA_P;
        spell(g, u, room[0], &terms[0].position);
        spell(g, v, room[1], &terms[1].position);
        st = ta_sum_outcome(sum, &plain, terms, 2, misere, &outcome);
        if (st == TA_ENOMEM) { /* again, and right */
            o->left = -1;
            ok(ta_sum_outcome(sum, &plain, terms, 2, misere, &outcome));
        }
        int left = t->result[state_of(u, v, 0, 0)], right = t->result[state_of(u, v, 0, 1)];
        assert_int_equal(outcome, by[left][right]);
    }
    assert_int_equal(st, o->failed ? TA_ENOMEM : TA_OK);
}

TEST(test_sums) {
    static truth t;
    rng r = rng_start(4);
    for (int round = 0; round < (short_run() ? 20 : 400); round++) {
        graph g;
        make(&g, &r, (int)rng_between(&r, 1, 4), 1);
        g.negative = round % 3 != 0;
        int misere = round % 4 == 0;
        define(&g, &t, 1, 1, 0, misere);
        EACH_REFUSAL(o, round < 20 ? 3 : 0) {
            if (round >= 20) o.left = -1;
            compare_sums(&g, &o, &t, misere);
        }
    }
}

/* A waiting position is notified when its dependency changes: when a part of a sum gets a label
** beside it, and only once after it waits again. The last vertex shows the others in order. */
TEST(test_waiting) {
    static const unsigned sums[] = { 0, 1 << 0, 6, 5, 1 << 4 | 1 << 3, 1 << 4, 1 << 3 | 1 << 5 };
    static const unsigned anew[] = { 0, 3, 2, 1 << 3 | 1 << 2, 2, 1 << 3, 1 << 3 | 1 << 4, 0x74 };
    graph g;
    memset(&g, 0, sizeof g);
    no_parts(&g);
    g.n = 7;
    memcpy(g.moves[0], sums, sizeof sums);
    g.second[5][4] = 1;
    OWN(ta_solver) *s = solver_of(&g, NULL, 2);
    compare_nim(&g, s, 6, 1, 8);
    ta_solver_destroy(s);
    no_parts(&g);
    g.n = 8;
    memcpy(g.moves[0], anew, sizeof anew);
    s = solver_of(&g, NULL, 0);
    compare_nim(&g, s, 7, 0, 8);
}

/* ---- Interrupted ---- */

/* Forward by 1, 2 or 5 around n squares, but not from 0; from multiples of 7 also home. */
OPTIONS(around) {
    static const int64_t steps[] = { 1, 2, 5 };
    int64_t n = 3000, at = p->component[0];
    if (at == 0) return TA_OK;
    ta_status st = at % 7 == 0 ? EMIT(0) : TA_OK;
    for (int i = 0; !st && i < 3; i++) {
        int64_t to = (at + steps[i]) % n;
        st = EMIT(to ? to : 1);
    }
    return st;
}

static ta_status three_questions(ta_solver *s, ta_call *call, ta_result *result, ta_amount *moves,
                                 ta_amount *value) {
    ta_position p = AT(3);
    ta_status st = ta_solver_result(s, call, &p, TA_LEFT, 1, result);
    if (!st) st = ta_solver_remoteness(s, call, &p, TA_LEFT, 0, moves);
    return st ? st : ta_solver_nim_value(s, call, &p, value);
}

/* A repeated query after a failure gives the three right answers. */
static void again(ta_solver *s, ta_result result, ta_amount moves, ta_amount value) {
    ta_result same;
    ta_amount m, n;
    ok(three_questions(s, &plain, &same, &m, &n));
    assert_true(same == result && m == moves && n == value);
    ta_solver_clear(s);
}

TEST(test_interrupted) {
    OWN(ta_solver) *s = SOLVER(NULL, .options = around);
    ta_result result, same;
    ta_amount moves, value, m, n;
    ok(three_questions(s, &plain, &result, &moves, &value));
    ta_solver_clear(s);
    EACH_STOP(p, 3) {
        assert_stopped(&p, three_questions(s, &p.call, &same, &m, &n));
        again(s, result, moves, value);
    }
    for (int64_t k = 1; k < 6000; k += 97) {
        ta_solver_limit(s, &(ta_limits){ .positions = k });
        assert_status(k < 2999 ? TA_ELIMIT : TA_OK, &plain,
                      three_questions(s, &plain, &same, &m, &n));
        ta_solver_limit(s, &(ta_limits){ 0 });
        again(s, result, moves, value);
    }
    ta_solver_limit(s, &(ta_limits){ .bytes = 20000 });
    refused(TA_ELIMIT, "", three_questions(s, &plain, &same, &m, &n));
}

/* Each allocation refused in turn: ENOMEM, and asking again is right. */
TEST(test_memory) {
    rng r = rng_start(3);
    for (int round = 0; round < 30; round++) {
        graph g;
        int two = round % 3 == 0;
        make(&g, &r, 7, 0);
        if (two) g.spell = 0;
        for (int w = 0; two && w < 3; w++)
            g.second[6][w] = 1, g.moves[0][w] &= 7, g.moves[0][6] |= 7;
        EACH_REFUSAL(o, 6) {
            OWN(ta_solver) *s = solver_of(&g, &o.allocator, two ? 2 : 0);
            ta_status st = s ? TA_OK : TA_ENOMEM;
            for (int v = 6; !st && v >= 0; v--) {
                int64_t room[8];
                ta_position p;
                ta_amount value;
                const ta_amount *reach;
                size_t count;
                spell(&g, v, room, &p);
                st = ta_solver_nim_value(s, &plain, &p, &value);
                if (!st && value == TA_INF) st = ta_solver_nim_reach(s, &plain, &p, &reach, &count);
                if (!st && !two) st = ta_solver_remoteness(s, &plain, &p, TA_LEFT, 0, &value);
            }
            assert_int_equal(st, o.failed ? TA_ENOMEM : TA_OK);
            o.left = -1;
            if (s && !two) compare_outcomes(&g, s, 0, 0);
            if (s) compare_nim(&g, s, 0, two, HEAPS);
        }
    }
}

RUN_TESTS
