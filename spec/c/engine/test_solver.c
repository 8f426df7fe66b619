/*
** The engine in C: random graphs against plain recursion, in every representation of
** positions; walks; sums; loops; the failing allocator.
*/
#include "rules.h"

#define MOST 40

/* A graph whose moves fall; `spell` says how vertex v is written as a position. */
typedef struct graph {
    int n, partizan, spell;
    int moves[2][MOST], move[2][MOST][4];
    int calls;
} graph;

static int pick(int n) {
    static rng r = { 12345 };
    return (int)rng_between(&r, 0, n - 1);
}

static void make(graph *g, int n, int partizan, int spell) {
    memset(g, 0, sizeof *g);
    g->n = n;
    g->partizan = partizan;
    g->spell = spell;
    for (int player = 0; player <= partizan; player++)
        for (int v = 1; v < n; v++) {
            g->moves[player][v] = pick(4);
            for (int i = 0; i < g->moves[player][v]; i++) g->move[player][v][i] = pick(v);
        }
}

/* Vertex v as a position, in `room`. */
static ta_position spell(const graph *g, int v, int64_t room[8]) {
    ta_position p = { room, NULL, 1 };
    room[0] = v;
    switch (g->spell) {
    case 1: /* spread, negative: interned */
        room[0] = (int64_t)v * 1000000007 - 5;
        room[1] = -v;
        p.count = 2;
        break;
    case 2: /* a box that grows */
        room[0] = v * 7 % 40;
        room[1] = v / 3;
        room[2] = v;
        p.count = 3;
        break;
    case 3: /* eight components, too long to pack */
        for (int i = 0; i < 8; i++) room[i] = (int64_t)v << (7 * i);
        p.count = 8;
        break;
    case 4: /* text, short and long */
        p.count = (size_t)snprintf((char *)room, 40, "%s%d", v % 2 ? "p" : "position ", v);
        p.text = (char *)room;
        p.component = NULL;
        break;
    case 5: /* mixed sizes */
        room[1] = v;
        p.count = v % 2 ? 1 : 2;
        break;
    default: break;
    }
    return p;
}

static int vertex(const graph *g, const ta_position *p) {
    for (int v = 0; v < g->n; v++) {
        int64_t room[8];
        ta_position q = spell(g, v, room);
        if (q.count != p->count || !q.component != !p->component) continue;
        if (q.component ? memcmp(q.component, p->component, q.count * sizeof *q.component) == 0
                        : memcmp(q.text, p->text, q.count) == 0)
            return v;
    }
    fail_msg("a position that was never emitted");
    return -1;
}

OPTIONS(options) {
    graph *g = ctx;
    int v = vertex(g, p), side = g->partizan ? (int)player : 0;
    g->calls++;
    for (int i = 0; i < g->moves[side][v]; i++) {
        int64_t room[8];
        ta_position q = spell(g, g->move[side][v][i], room);
        ta_status s = ta_sink_emit(sink, call, &q);
        if (s) return s;
    }
    return TA_OK;
}

static ta_solver *solver_of(graph *g, const ta_allocator *a) {
    return solver_by(a, (ta_ruleset){ g, g->partizan, .options = options });
}

static int wins(const graph *g, int v, int player, int misere) {
    int side = g->partizan ? player : 0;
    if (g->moves[side][v] == 0) return misere;
    for (int i = 0; i < g->moves[side][v]; i++)
        if (!wins(g, g->move[side][v][i], !player, misere)) return 1;
    return 0;
}

static int nim(const graph *g, int v) {
    int seen[8] = { 0 }, mex = 0;
    for (int i = 0; i < g->moves[0][v]; i++) {
        int value = nim(g, g->move[0][v][i]);
        if (value < 8) seen[value] = 1;
    }
    while (mex < 8 && seen[mex]) mex++;
    return mex;
}

TEST(test_random) {
    for (int round = 0; round < 600; round++) {
        graph g;
        make(&g, 1 + pick(12), round % 2, round % 6);
        OWN(ta_solver) *s = solver_of(&g, NULL);
        for (int v = 0; v < g.n; v++) {
            int64_t room[8];
            ta_position p = spell(&g, v, room);
            for (int misere = 0; misere <= 1; misere++)
                for (int player = 0; player <= g.partizan; player++) {
                    ta_result got;
                    ok(ta_solver_result(s, &plain, &p, (ta_player)player, misere, &got));
                    assert_int_equal(got, wins(&g, v, player, misere));
                }
            ta_amount value = -1;
            ta_status st = ta_solver_nim_value(s, &plain, &p, &value);
            assert_int_equal(st, g.partizan ? TA_EPARTIZAN : TA_OK);
            assert_int_equal(value, g.partizan ? -1 : nim(&g, v));
        }
    }
}

/* Each rule is called once for a position and a question. */
TEST(test_called_once) {
    graph g;
    make(&g, MOST, 0, 2);
    OWN(ta_solver) *s = solver_of(&g, NULL);
    int64_t room[8];
    ta_position p = spell(&g, MOST - 1, room);
    ta_amount value, count;
    ok(ta_solver_followers(s, &plain, &p, &count));
    g.calls = 0;
    ok(ta_solver_nim_value(s, &plain, &p, &value));
    assert_int_equal(g.calls, count);
    ok(ta_solver_nim_value(s, &plain, &p, &value));
    assert_int_equal(g.calls, count);
}

/* ---- Walks ---- */

typedef struct walked {
    uint32_t count;
    int value[2 * MOST];
    int refuse;
} walked;

static ta_status visit(void *ctx, ta_call *call, uint32_t number, const ta_position *position,
                       const ta_options *left, const ta_options *right) {
    walked *w = ctx;
    if (w->refuse) return TA_ECANCELLED;
    assert_int_equal(number, w->count);
    assert_true(left->count == right->count);
    int seen[64] = { 0 }, mex = 0;
    for (size_t i = 0; i < left->count; i++) {
        int sum = 0;
        for (size_t k = i ? left->end[i - 1] : 0; k < left->end[i]; k++) {
            assert_true(left->part[k] < number); /* options before positions */
            sum ^= w->value[left->part[k]];
        }
        seen[sum] = 1;
    }
    while (seen[mex]) mex++;
    w->value[w->count++] = mex;
    return TA_OK;
}

TEST(test_walk) {
    for (int round = 0; round < 60; round++) {
        graph g;
        make(&g, 1 + pick(20), 0, round % 6);
        OWN(ta_solver) *s = solver_of(&g, NULL);
        walked w = { 0, { 0 }, 1 };
        const uint32_t *numbers;
        size_t count;
        for (int v = 0; v < g.n; v++) {
            int64_t room[8];
            ta_position p = spell(&g, v, room);
            uint32_t before = w.count;
            w.refuse = v == 0; /* a visit that fails leaves its position for later */
            ta_status st = ta_solver_walk(s, &plain, &p, visit, &w, &numbers, &count);
            if (v == 0) {
                assert_int_equal(st, TA_ECANCELLED);
                assert_int_equal(w.count, before);
                continue;
            }
            assert_int_equal(st, TA_OK);
            assert_int_equal(count, 1);
            assert_int_equal(w.value[numbers[0]], nim(&g, v));
        }
    }
}

/* Heaps that are split: options of several parts, and of none. */
OPTIONS(split) {
    for (int64_t k = 1; k <= 2; k++)
        for (int64_t a = 0; a <= (p->component[0] - k) / 2 && k <= p->component[0]; a++) {
            ta_status s = EMIT(a, p->component[0] - k - a);
            if (s) return s;
        }
    return TA_OK;
}

PARTS(heaps) {
    for (size_t i = 0; i < p->count; i++)
        if (p->component[i] > 0) {
            ta_status s = EMIT(p->component[i]);
            if (s) return s;
        }
    return TA_OK;
}

static const ta_ruleset kayles = { .options = split, .parts = heaps };

TEST(test_parts) {
    static const int expected[] = { 0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1 };
    OWN(ta_solver) *s = solver_by(NULL, kayles);
    walked w = { 0, { 0 }, 0 };
    const uint32_t *numbers;
    size_t count;
    for (int64_t n = 0; n <= 20; n++) {
        ta_position p = { &n, NULL, 1 };
        ta_amount value;
        ok(ta_solver_nim_value(s, &plain, &p, &value));
        assert_int_equal(value, expected[n]);
        ok(ta_solver_walk(s, &plain, &p, visit, &w, &numbers, &count));
        assert_int_equal(count, n > 0);
        if (count) assert_int_equal(w.value[numbers[0]], expected[n]);
    }
}

/* ---- Ordinal sums ---- */

/* A stalk of p edges, of which any may be cut: one edge, and the others above it. */
OPTIONS(stalk) {
    (void)ctx;
    for (int64_t k = 0; k < p->component[0]; k++) {
        ta_status s = EMIT(k);
        if (s) return s;
    }
    return TA_OK;
}

PARTS(on_an_edge) {
    const int *said = ctx;
    int64_t n = p->component[0];
    if (n < 2) return TA_OK;
    ta_status s = *said == 2 ? TA_OK : EMIT(*said == 1 ? 2 : 1);
    return s ? s : EMIT(n - 1);
}

PARTS(edges) {
    const int *said = ctx;
    int64_t n = p->component[0];
    for (int i = 0; i < (n == 2 && *said == 1 ? 2 : n > 0); i++) {
        ta_status s = EMIT(n);
        if (s) return s;
    }
    return TA_OK;
}

typedef struct upper_seen {
    int said;
    size_t ordinal, whole;
} upper_seen;

static ta_status see_upper(void *ctx, ta_call *call, uint32_t number, const ta_position *p,
                           const ta_options *left, const ta_options *right) {
    upper_seen *w = ctx;
    (void)call;
    assert_ptr_equal(left->upper, right->upper);
    if (left->upper) {
        w->ordinal++;
        assert_int_equal(left->upper_count, 1);
        assert_int_equal(left->upper[0], number - 1);
    } else {
        w->whole++;
    }
    assert_int_equal(left->count, left->upper ? 1 : p->component[0]);
    assert_int_equal(right->count, left->count);
    return TA_OK;
}

TEST(test_ordinal_sums) {
    ta_call call = TA_CALL_INIT;
    int said = 0;
    ta_amount value;
    ta_outcome outcome;
    OWN(ta_solver) *s = SOLVER(.ctx = &said, .options = stalk, .ordinal_sum = on_an_edge);
    assert_ok(ta_solver_nim_value(s, &call, &AT(1000), &value));
    assert_int_equal(value, 1000);
    ta_statistics held;
    ta_solver_statistics(s, &held);
    assert_true(held.rule_calls < 10000); /* and not an option for each edge of each stalk */
    assert_ok(ta_solver_outcome(s, &call, &AT(7), 0, &outcome));
    assert_int_equal(outcome, TA_N);
    assert_ok(ta_solver_outcome(s, &call, &AT(7), 1, &outcome)); /* by the options */
    assert_int_equal(outcome, TA_N);

    upper_seen w = { 0, 0, 0 };
    const uint32_t *numbers;
    size_t count;
    OWN(ta_solver) *both = SOLVER(.ctx = &w.said, .partizan = 1, .options = stalk, .parts = edges,
                                  .ordinal_sum = on_an_edge);
    assert_ok(ta_solver_walk(both, &call, &AT(50), see_upper, &w, &numbers, &count));
    assert_int_equal(w.ordinal, 49);
    assert_int_equal(w.whole, 1);
    for (w.said = 1; w.said <= 2; w.said++) {
        ta_solver_clear(both);
        ta_status st = ta_solver_walk(both, &call, &AT(3), see_upper, &w, &numbers, &count);
        assert_int_equal(st, TA_EBADRULE);
        assert_non_null(strstr(call.message, w.said == 1 ? "the base is 2 parts; expected one"
                                                         : "expected a base and an upper part"));
    }
}

/* ---- Sums ---- */

/* spec/property/engine_spec.lua holds answers and sums against the definition. */
TEST(test_refused_sums) {
    graph g;
    make(&g, 5, 0, 0);
    OWN(ta_solver) *s = solver_of(&g, NULL);
    OWN(ta_sum) *reduced = NULL, *whole = NULL;
    int64_t room[8];
    size_t game;
    ta_outcome outcome;
    ta_amount moves;
    ok(ta_sum_create(NULL, &plain, 1, &reduced));
    ok(ta_sum_create(NULL, &plain, 0, &whole));
    ok(ta_sum_add(reduced, &plain, s, &game));
    ok(ta_sum_add(whole, &plain, s, &game));
    ta_term term = { game, 0, 1, spell(&g, 4, room) };
    ok(ta_sum_outcome(reduced, &plain, &term, 1, 0, &outcome));
    refused(TA_EINVAL, "", ta_sum_outcome(reduced, &plain, &term, 1, 1, &outcome));
    refused(TA_EINVAL, "", ta_sum_add(reduced, &plain, s, &game));
    term.count = (ta_amount)1 << 40;
    refused(TA_ERANGE, "", ta_sum_remoteness(whole, &plain, &term, 1, TA_LEFT, 0, &moves));
    ta_sum_destroy(NULL);
    ta_solver_destroy(NULL);
}

/* ---- Loops, limits, bad rules ---- */

OPTIONS(ring) {
    return EMIT((p->component[0] + 1) % 4);
}

/* 0 1 2 3 0 is a cycle through the start; 2 5 2, further on, is shorter. */
OPTIONS(two_rings) {
    static const int64_t next[6] = { 1, 2, 3, 0, 0, 2 };
    ta_status s = EMIT(next[p->component[0]]);
    return !s && p->component[0] == 2 ? EMIT(5) : s;
}

TEST(test_loop) {
    OWN(ta_solver) *s = SOLVER(NULL, .options = ring), *two = SOLVER(NULL, .options = two_rings);
    ta_amount value = 77;
    ta_position p = AT(1), q = AT(0);
    const uint32_t *numbers = NULL;
    size_t count = 77;
    says(TA_ELOOPY, "play need not end: (1) -> (2) -> (3) -> (0) -> (1)",
         ta_solver_walk(s, &plain, &p, visit, NULL, &numbers, &count));
    assert_int_equal(count, 77);
    ok(ta_solver_followers(s, &plain, &p, &value));
    assert_int_equal(value, 4);
    says(TA_ELOOPY, "play need not end: (2) -> (5) -> (2)",
         ta_solver_walk(two, &plain, &q, visit, NULL, &numbers, &count));
}

OPTIONS(fails_silently) {
    return TA_ECALLBACK;
}

OPTIONS(emits_nothing_valid) {
    int64_t many[9] = { 0 };
    return ta_sink_emit_integers(sink, call, many, p->component[0] ? 9 : 0);
}

TEST(test_bad_rule) {
    OWN(ta_solver) *s = SOLVER(NULL, .options = emits_nothing_valid);
    ta_result won;
    ta_amount value;
    for (ta_amount n = 0; n <= 1; n++) {
        refused(TA_EBADRULE, "", ta_solver_result(s, &plain, &AT(n), TA_LEFT, 0, &won));
        assert_true(plain.message[0]);
    }
    ta_solver_destroy(s);
    s = SOLVER(NULL, .options = fails_silently); /* and does not say what the rule before it did */
    says(TA_ECALLBACK, "", ta_solver_result(s, &plain, &AT(1), TA_LEFT, 0, &won));
    snprintf(plain.message, sizeof plain.message, "an earlier failure");
    says(TA_ECALLBACK, "", ta_solver_followers(s, &plain, &AT(1), &value));
}

static ta_solver *limited(ta_solver *s, ta_limits limits) {
    ta_solver_clear(s);
    ta_solver_limit(s, &limits);
    return s;
}

TEST(test_limit) {
    OWN(ta_solver) *s = limited(solver_by(NULL, kayles), (ta_limits){ .positions = 5 });
    ta_statistics t;
    ta_amount value = 0;
    ta_position p = AT(15);
    refused(TA_ELIMIT, "", ta_solver_nim_value(s, &plain, &p, &value));
    ta_solver_statistics(s, &t);
    assert_true(t.positions <= 5 && t.depth == 0);
    ta_solver_limit(s, &(ta_limits){ 0 }); /* known answers stay */
    ok(ta_solver_nim_value(s, &plain, &p, &value));
    assert_int_equal(value, 7);
    limited(s, (ta_limits){ .bytes = 3000 });
    refused(TA_ELIMIT, "", ta_solver_nim_value(s, &plain, &AT(1 << 20), &value));
    for (int64_t depth = 1; depth <= 16; depth++) {
        /* play is 8 to 15 moves deep, by whether two are taken first */
        limited(s, (ta_limits){ .depth = depth });
        ta_status st = ta_solver_nim_value(s, &plain, &p, &value);
        if (depth < 8) assert_int_equal(st, TA_ELIMIT);
        if (depth == 16) assert_int_equal(st, TA_OK);
        if (st) assert_non_null(strstr(plain.message, "no end of play"));
    }
}

/* ---- Memory ---- */

static ta_status all_questions(const ta_allocator *a, graph *g) {
    OWN(ta_solver) *s = solver_of(g, a), *k = s ? solver_by(a, kayles) : NULL;
    OWN(ta_sum) *sum = NULL;
    int64_t room[8];
    ta_result won;
    size_t game, other;
    ta_amount value;
    ta_outcome outcome;
    walked w = { 0, { 0 }, 0 };
    const uint32_t *numbers;
    ta_position p = spell(g, g->n - 1, room), heap = AT(9);
    ta_status st = k ? TA_OK : TA_ENOMEM;
    if (!st) st = ta_solver_result(s, &plain, &p, TA_LEFT, 0, &won);
    if (!st) st = ta_solver_remoteness(s, &plain, &p, TA_LEFT, 1, &value);
    if (!st) st = ta_solver_followers(s, &plain, &p, &value);
    if (!st) st = ta_solver_nim_value(k, &plain, &heap, &value);
    if (!st) st = ta_solver_walk(k, &plain, &heap, visit, &w, &numbers, &game);
    if (!st) st = ta_sum_create(a, &plain, 0, &sum);
    if (!st) st = ta_sum_add(sum, &plain, s, &game);
    if (!st) st = ta_sum_add(sum, &plain, k, &other);
    ta_term terms[2] = { { 0, 0, 1, p }, { 1, 0, 2, heap } };
    if (!st) st = ta_sum_outcome(sum, &plain, terms, 2, 1, &outcome);
    return st;
}

TEST(test_memory) {
    for (int kind = 0; kind < 6; kind++) {
        graph g;
        make(&g, 8, kind % 2, kind);
        EACH_REFUSAL(o, 10) assert_refused(&o, all_questions(&o.allocator, &g));
    }
}

/* The map under refusals: what was solved stays right, and asking again succeeds. */
TEST(test_memory_again) {
    for (int kind = 0; kind < 6; kind++) {
        graph g;
        make(&g, MOST, 0, kind);
        for (long k = 1; k < 40; k++) {
            oom o;
            oom_start(&o, -1, 0);
            ta_solver *s = solver_of(&g, &o.allocator);
            int64_t room[8];
            ta_position p = spell(&g, MOST - 1, room);
            ta_amount value = 0;
            o.left = k;
            ta_solver_nim_value(s, &plain, &p, &value);
            o.left = -1;
            ok(ta_solver_nim_value(s, &plain, &p, &value));
            assert_int_equal(value, nim(&g, MOST - 1));
            ta_solver_destroy(s);
            assert_int_equal(o.bytes, 0);
        }
    }
}

RUN_TESTS
