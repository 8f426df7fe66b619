/*
** test_sweep.c - all positions of a box, swept, against one search each: random rules, impartial
** and partizan, whose moves decrease, go anywhere (loops), leave the box, end the game by rule, and
** fail. Columns of 1, 2 and 4 bytes. Limits, polls, and the failing allocator.
*/
#include "engine/solver_int.h"
#include "rules.h"

#define WIDE 9 /* components are below it, or a little more */

typedef struct game {
    uint64_t seed;
    int partizan, loopy, outside, over, runs;
    int64_t fails;  /* the rule fails at positions with this hash; -1: at none */
    int64_t offset; /* added to all components */
    int64_t wide;
    long calls;
} game;

static uint64_t hash_of(const game *g, const ta_position *p, uint64_t salt) {
    uint64_t h = g->seed + salt * 77777;
    for (size_t i = 0; i < p->count; i++) {
        rng r = { h + (uint64_t)(p->component[i] - g->offset) * 1000003 };
        h = rng_next(&r);
    }
    return h;
}

/* Lexicographically smaller, or anywhere, or a little outside. */
static void pick(const game *g, rng *r, const ta_position *p, int64_t *to) {
    int64_t low = -(int64_t)g->outside, high = g->wide - 1 + g->outside;
    size_t n = p->count, first = (size_t)rng_between(r, 0, (int64_t)n - 1);
    for (size_t i = 0; i < n; i++) {
        int64_t c = p->component[i] - g->offset;
        if (i == first)
            c = g->loopy && rng_between(r, 0, 9) == 0 ? rng_between(r, low, high) : c - 1;
        if (i > first) c = rng_between(r, low, high);
        to[i] = c + g->offset;
    }
}

OPTIONS(options) {
    game *g = ctx;
    int64_t to[TA_COMPONENTS], step[TA_COMPONENTS] = { 0 };
    rng r = { hash_of(g, p, g->partizan ? player + 1 : 1) };
    g->calls++;
    if (g->fails >= 0 && hash_of(g, p, 9) % 97 == (uint64_t)g->fails) return TA_ECALLBACK;
    for (int64_t n = rng_between(&r, 0, 4); n > 0; n--) {
        pick(g, &r, p, to);
        int down = 0;
        for (size_t i = 0; i < p->count; i++) down |= to[i] < g->offset - g->outside;
        if (down) continue;
        size_t last = p->count - 1, count = g->runs ? (size_t)rng_between(&r, 0, 5) : 1;
        int whole = g->loopy || to[last] == p->component[last] - 1;
        for (size_t i = 0; i < last; i++) whole &= to[i] == p->component[i];
        step[last] = !whole || !g->loopy ? -1 : 1;
        if (!g->runs && to[last] >= g->offset - g->outside) count = 1;
        if ((int64_t)count > to[last] - g->offset + g->outside + 1)
            count = (size_t)(to[last] - g->offset + g->outside + 1);
        ta_status s = ta_sink_run(sink, call, to, step, p->count, count);
        if (s) return s;
    }
    return TA_OK;
}

static ta_status terminal(void *ctx, ta_call *call, const ta_position *p, ta_terminal *over) {
    const game *g = ctx;
    uint64_t h = hash_of(g, p, 5);
    *over = h % 5 ? TA_GOES_ON : (ta_terminal)(1 + h / 5 % (g->partizan ? 5 : 3));
    return TA_OK;
}

static ta_solver *make(game *g, const ta_allocator *a) {
    return solver_by(a, (ta_ruleset){ g, g->partizan, .options = options,
                                      .terminal = g->over ? terminal : NULL });
}

/* The same question of one position. */
static ta_status one(ta_solver *s, ta_call *call, ta_question what, int partizan, ta_player player,
                     const ta_position *p, ta_amount *value) {
    ta_result left = TA_LOSS, right = TA_LOSS;
    if (what == TA_ASK_NIM_VALUE) return ta_solver_nim_value(s, call, p, value);
    if (what >= TA_ASK_REMOTENESS)
        return ta_solver_remoteness(s, call, p, player, what == TA_ASK_MISERE_REMOTENESS, value);
    int misere = what == TA_ASK_MISERE_OUTCOME;
    ta_status st = ta_solver_result(s, call, p, TA_LEFT, misere, &left);
    right = left;
    if (!st && partizan) st = ta_solver_result(s, call, p, TA_RIGHT, misere, &right);
    *value = 3 * (ta_amount)left + right;
    return st;
}

static ta_amount cell_of(const void *cells, size_t width, size_t n) {
    uint32_t v = width == 1   ? ((const uint8_t *)cells)[n]
                 : width == 2 ? ((const uint16_t *)cells)[n]
                              : ((const uint32_t *)cells)[n];
    return v == UINT32_MAX >> (32 - 8 * width) ? TA_INF : (ta_amount)v;
}

static void read_and_compare(game *g, ta_solver *s, ta_question what, size_t size,
                             const int64_t *from, const int64_t *to) {
    static uint32_t cells[1 << 16];
    OWN(ta_solver) *alone = make(g, NULL);
    size_t width = ta_solver_box_width(s, what);
    for (int player = 0; player <= g->partizan; player++) {
        int64_t at[TA_COMPONENTS];
        ta_position p = { at, NULL, size };
        ok(ta_solver_box_cells(s, &plain, what, (ta_player)player, size, from, to, width, cells));
        memcpy(at, from, size * sizeof *at);
        size_t n = 0;
        do {
            ta_amount expected = -1;
            ok(one(alone, &plain, what, g->partizan, (ta_player)player, &p, &expected));
            if (cell_of(cells, width, n) != expected)
                fail_msg("question %d, %zu: %lld, and searched %lld (seed %llu)", what, n,
                         (long long)cell_of(cells, width, n), (long long)expected,
                         (unsigned long long)g->seed);
            n++;
        } while (next_place(at, size, from, to));
    }
}

static game random_game(rng *r) {
    game g = { rng_next(r), 0, 0, 0, 0, 0, -1, 0, WIDE, 0 };
    g.partizan = rng_between(r, 0, 2) == 0;
    g.loopy = rng_between(r, 0, 2) == 0;
    g.outside = (int)rng_between(r, 0, 3);
    if (rng_between(r, 0, 1)) g.outside = 0;
    g.over = rng_between(r, 0, 3) == 0;
    g.runs = (int)rng_between(r, 0, 1);
    g.offset = rng_between(r, 0, 3) ? 0 : rng_between(r, -1000000, 1000000);
    return g;
}

static size_t random_box(rng *r, const game *g, int64_t *from, int64_t *to) {
    size_t size = (size_t)rng_between(r, 1, 3);
    for (size_t i = 0; i < size; i++) {
        from[i] = g->offset + (rng_between(r, 0, 2) ? 0 : rng_between(r, 0, WIDE - 1));
        to[i] = rng_between(r, from[i], g->offset + WIDE - 1);
    }
    return size;
}

TEST(test_random) {
    rng r = rng_start(20261);
    for (int round = 0; round < (short_run() ? 100 : 1500); round++) {
        game g = random_game(&r);
        int64_t from[3], to[3];
        size_t size = random_box(&r, &g, from, to);
        OWN(ta_solver) *s = make(&g, NULL);
        for (int what = 0; what < 5; what++) {
            ta_status expected = TA_OK;
            if (what == TA_ASK_NIM_VALUE)
                expected = g.partizan ? TA_EPARTIZAN : g.over ? TA_EUNSUPPORTED : TA_OK;
            if (rng_between(&r, 0, 3) == 0) { /* something is known beforehand */
                ta_amount value;
                ta_position p = { to, NULL, size };
                assert_status(expected, &plain,
                              one(s, &plain, (ta_question)what, g.partizan, TA_LEFT, &p, &value));
            }
            assert_status(expected, &plain,
                          ta_solver_box(s, &plain, (ta_question)what, size, from, to, NULL));
            assert_null(ta_solver_check(s));
            if (!expected) read_and_compare(&g, s, (ta_question)what, size, from, to);
        }
    }
}

/* Answers from before a failure stay, and are right. The message names a position of the box. */
TEST(test_errors) {
    rng r = rng_start(20262);
    int failed = 0;
    for (int round = 0; round < (short_run() ? 100 : 1000); round++) {
        game g = random_game(&r);
        int64_t from[3], to[3], at[3] = { 0 };
        size_t size = random_box(&r, &g, from, to);
        ta_question what = (ta_question)rng_between(&r, 0, 1);
        OWN(ta_solver) *s = make(&g, NULL);
        g.fails = rng_between(&r, 0, 96);
        ta_status st = ta_solver_box(s, &plain, what, size, from, to, at);
        assert_true(st == TA_OK || st == TA_ECALLBACK);
        assert_null(ta_solver_check(s));
        for (size_t i = 0; st && i < size; i++) assert_true(at[i] >= from[i] && at[i] <= to[i]);
        if (st) { /* once it does not fail, going on from there */
            failed++;
            g.fails = -1;
            ok(ta_solver_box(s, &plain, what, size, from, to, at));
        }
        g.fails = -1;
        read_and_compare(&g, s, what, size, from, to);
    }
    assert_true(failed > 20);
}

/* One heap: take any number; nim values and remoteness as large as the heap. */
OPTIONS(heap) {
    int64_t n = p->component[0];
    const int *way = ctx;
    if (n == 0) return TA_OK;
    if (*way == 2) return EMIT(n - 1); /* one: remoteness n */
    return ta_sink_run(sink, call, INTEGERS(*way ? 0 : n - 1), INTEGERS(*way ? 1 : -1), 1,
                       (size_t)n);
}

TEST(test_widths) {
    static const struct {
        int64_t last;
        size_t width;
    } each[] = { { 252, 1 },   { 253, 2 },   { 255, 2 },  { 600, 2 },
                 { 65532, 2 }, { 65533, 4 }, { 66000, 4 } };
    static uint32_t cells[70000];
    for (int way = 0; way < 3; way++) {
        EACH(e, each) {
            if ((short_run() || way == 1) && e->last > 1000) continue;
            OWN(ta_solver) *s = SOLVER(&way, .options = heap);
            int64_t from = 0, to = e->last;
            ta_question what = way == 2 ? TA_ASK_REMOTENESS : TA_ASK_NIM_VALUE;
            ok(ta_solver_box(s, &plain, what, 1, &from, &to, NULL));
            if (to < 1000) { /* one position: its options are searched, and widen the column */
                OWN(ta_solver) *alone = SOLVER(&way, .options = heap);
                ok(ta_solver_box(alone, &plain, what, 1, &to, &to, NULL));
                ok(ta_solver_box_cells(alone, &plain, what, TA_LEFT, 1, &to, &to, 4, cells));
                assert_int_equal(cells[0], to);
            }
            size_t width = ta_solver_box_width(s, what);
            if (way < 2) assert_int_equal(width, e->width);
            ok(ta_solver_box_cells(s, &plain, what, TA_LEFT, 1, &from, &to, width, cells));
            for (int64_t n = 0; n <= to; n++) assert_int_equal(cell_of(cells, width, (size_t)n), n);
            if (to >= 255)
                assert_status(
                    TA_EINVAL, &plain,
                    ta_solver_box_cells(s, &plain, what, TA_LEFT, 1, &from, &to, 1, cells));
        }
    }
}

/* ---- Limits, and being stopped ---- */

TEST(test_limits) {
    int way = 0;
    ta_statistics held;
    OWN(ta_solver) *s = SOLVER(&way, .options = heap);
    int64_t from = 0, to = 999, at = -1, many[4] = { 0 }, ends[4] = { 9999, 9999, 9999, 9999 };
    ta_solver_limit(s, &(ta_limits){ .positions = 100 });
    refused(TA_ELIMIT, "", ta_solver_box(s, &plain, TA_ASK_NIM_VALUE, 1, &from, &to, &at));
    assert_int_equal(at, 100);
    ta_solver_statistics(s, &held);
    assert_int_equal(held.positions, 100);
    ta_solver_limit(s, &(ta_limits){ .seconds = 1e-9 });
    refused(TA_ELIMIT, "seconds", ta_solver_box(s, &plain, TA_ASK_NIM_VALUE, 1, &from, &to, &at));
    ta_solver_limit(s, &(ta_limits){ .bytes = 500 });
    refused(TA_ELIMIT, "", ta_solver_box(s, &plain, TA_ASK_OUTCOME, 1, &from, &to, &at));
    ta_solver_limit(s, &(ta_limits){ 0 });
    refused(TA_ELIMIT, "10000000000000000 positions",
            ta_solver_box(s, &plain, TA_ASK_OUTCOME, 4, many, ends, NULL));
    refused(TA_EINVAL, "", ta_solver_box(s, &plain, TA_ASK_OUTCOME, 0, many, ends, NULL));
    refused(TA_EINVAL, "", ta_solver_box(s, &plain, TA_ASK_OUTCOME, 1, &to, &from, NULL));
    int64_t cells[1];
    assert_status(
        TA_EINVAL, &plain,
        ta_solver_box_cells(s, &plain, TA_ASK_REMOTENESS, TA_LEFT, 1, &from, &to, 1, cells));
    ok(ta_solver_box(s, &plain, TA_ASK_NIM_VALUE, 1, &from, &to, &at));
    assert_null(ta_solver_check(s));
}

TEST(test_cancelled) {
    int way = 2;
    polled p;
    int64_t from = 0, to = 99999, at = -1;
    OWN(ta_solver) *s = SOLVER(&way, .options = heap);
    for (int known = 0; known < 2; known++) { /* the second time all is known */
        polled_start(&p, 2 - 2 * known);
        assert_stopped(&p, ta_solver_box(s, &p.call, TA_ASK_OUTCOME, 1, &from, &to, &at));
        assert_true(p.stopped);
        assert_null(ta_solver_check(s));
        if (known) break;
        assert_true(p.total == 100000 && p.done > 1000 && p.done < 10000);
        assert_true(at >= (int64_t)p.done && at <= (int64_t)p.done + 1);
        polled_start(&p, -1);
        assert_stopped(&p, ta_solver_box(s, &p.call, TA_ASK_OUTCOME, 1, &from, &to, &at));
    }
}

/* A rule that names nothing twice: called once a cell where options come first, at most twice. */
TEST(test_calls) {
    game g = { 5, 0, 0, 0, 0, 1, -1, 0, WIDE, 0 };
    int64_t from[3] = { 0, 0, 0 }, to[3] = { 8, 8, 8 };
    for (int what = 0; what < 5; what++) {
        OWN(ta_solver) *s = make(&g, NULL);
        g.calls = 0;
        ok(ta_solver_box(s, &plain, (ta_question)what, 3, from, to, NULL));
        assert_int_equal(g.calls, 729);
        ok(ta_solver_box(s, &plain, (ta_question)what, 3, from, to, NULL));
        assert_int_equal(g.calls, 729);
    }
}

/* Many positions that the search decides at once: queried in any order, they equal the sweep. */
TEST(test_sight) {
    rng r = rng_start(20264);
    for (int round = 0; round < (short_run() ? 1 : 9); round++) {
        game g = random_game(&r);
        int64_t from[2], to[2], at[2];
        static uint32_t cells[110 * 110];
        g.wide = 100;
        for (size_t i = 0; i < 2; i++) from[i] = g.offset, to[i] = g.offset + g.wide - 1;
        for (int what = 0; what < 5; what++) {
            ta_position p = { at, NULL, 2 };
            if (what == TA_ASK_NIM_VALUE && (g.partizan || g.over)) continue;
            OWN(ta_solver) *s = make(&g, NULL), *swept = make(&g, NULL);
            ok(ta_solver_box(swept, &plain, (ta_question)what, 2, from, to, NULL));
            ok(ta_solver_box_cells(swept, &plain, (ta_question)what, TA_LEFT, 2, from, to, 4,
                                   cells));
            for (int64_t n = 0; n < g.wide * g.wide; n++) {
                int64_t k = round % 3 == 0   ? n
                            : round % 3 == 1 ? g.wide * g.wide - 1 - n
                                             : rng_between(&r, 0, g.wide * g.wide - 1);
                ta_amount value;
                at[0] = g.offset + k / g.wide;
                at[1] = g.offset + k % g.wide;
                ok(one(s, &plain, (ta_question)what, g.partizan, TA_LEFT, &p, &value));
                assert_int_equal(value, cell_of(cells, 4, (size_t)k));
            }
            assert_null(ta_solver_check(s));
            assert_true(s->sight > 0);
        }
    }
}

TEST(test_memory) {
    rng r = rng_start(20263);
    for (int round = 0; round < (short_run() ? 2 : 5); round++) {
        game g = random_game(&r);
        int64_t from[3], to[3];
        size_t size = random_box(&r, &g, from, to);
        EACH_REFUSAL(o, 5) {
            OWN(ta_solver) *s = make(&g, &o.allocator);
            for (int what = 0; s && what < 5; what++) {
                if (what == TA_ASK_NIM_VALUE && (g.partizan || g.over)) continue;
                ta_status st = ta_solver_box(s, &plain, (ta_question)what, size, from, to, NULL);
                assert_true(st == TA_OK || (st == TA_ENOMEM && o.failed));
                assert_null(ta_solver_check(s));
                if (st) st = ta_solver_box(s, &plain, (ta_question)what, size, from, to, NULL);
                ok(st);
                if (o.trial % 16 == 0) read_and_compare(&g, s, (ta_question)what, size, from, to);
            }
        }
    }
}

RUN_TESTS
