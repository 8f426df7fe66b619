/*
** test_rays.c - single bits of a box solved by rows whose options are many in one direction
** (engine/fill_bits.c). Each row of a random rule draws what continues from the row before: the number of
** options, its growth from column to column, from which column on, and in which pieces the rule gives the
** row, or not at all. Against the definition, for each number of threads, from the start and resumed.
*/

#include "base/answers.h"
#include "row_rule.h"

/* Planes of B C are worth a thread each. */
enum { A = 26, B = 40, C = 80, SIZE = A * B * C, MOVES = 5, KINDS = 9 };

typedef struct game {
    moves m;
    int kind[MOVES];
    int64_t first[MOVES], step[MOVES]; /* 1 to 3 */
    int64_t odd;                       /* of 16: how often a row differs from the continuation */
    int64_t cuts,
        untold; /* of 16: how often it is cut; the number of last rows that some planes omit */
    uint64_t seed;
} game;

/* A number from low to high, of a row (a, b) of the move's. */
static int64_t drawn(const game *g, int j, int64_t a, int64_t b, int what, int64_t low,
                     int64_t high) {
    uint64_t x = (g->seed + 1) * 0x9E3779B97F4A7C15u +
                 (uint64_t)(((j * 8 + what) * A + a) * B + b) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 29) * 0x94D049BB133111EBu;
    return low + (int64_t)((x ^ x >> 32) % (uint64_t)(high - low + 1));
}

static int64_t least(int64_t x, int64_t y) {
    return x < y ? x : y;
}

/* Move j of the row (a, b) as a record whose t is c, which holds from column `first` on for *most columns at most; 0: there is none. */
static int record_of(const void *of, int j, int64_t a, int64_t b, int64_t first, int64_t *to,
                     int64_t *most, int64_t *held) {
    const game *g = of;
    int64_t s = g->first[j], d = g->step[j], from = 0, turns = 0, more = 0;
    int64_t start[3] = { a - s, b, 0 }, each[3] = { 0, 0, 1 }, step[3] = { -d, 0, 0 };
    int64_t all = a < s ? -1 : (a - s) / d; /* the number of turns */
    *held = 1;
    int odd = drawn(g, j, a, b, 0, 0, 15) < g->odd;
    if (odd && all > 0) all = drawn(g, j, a, b, 1, 0, all);
    switch (g->kind[j]) {
    case 0: /* (a - s - i d, b, c), */
    case 1: /* from some column on */
        if (all < 0) return 0;
        turns = all;
        if (g->kind[j] == 1) from = odd ? drawn(g, j, a, b, 2, 8, 11) : 9;
        break;
    case 2: /* (a - s - i d, b, c - s - i), as far as c goes: cut where a does not */
        if (all < 0) return 0;
        from = s;
        if (first >= s + all) turns = all;
        else turns = -s, more = 1, *most = least(*most, s + all - first);
        start[2] = -s;
        step[2] = -1;
        break;
    case 3: /* (a - s - i d, b, c - 5 + i) for i up to 5: to the right of the one before it */
        if (all < 0) return 0;
        turns = least(all, 5);
        from = 5;
        start[2] = -5;
        step[2] = 1;
        break;
    case 4: /* as many more from column to column as are drawn, one, or none; from some column on */
        if (all < 0) return 0;
        more = drawn(g, j, a, b, 3, 0, 1);
        turns = drawn(g, j, a, b, 4, -3, all);
        from = more && turns < 0 ? -turns : 0;
        if (turns < 0) turns = more ? turns : 0;
        if (odd) from = drawn(g, j, a, b, 2, from, from + 2);
        if (more && first <= all - turns) *most = least(*most, all - turns + 1 - first);
        else if (more) turns = all, more = 0, from = 0;
        break;
    case 5: /* (a, b, c - s - i), three or more of them */
        start[0] = a;
        step[0] = 0;
        turns = 2 + d;
        from = s + turns;
        start[2] = -s;
        step[2] = -1;
        break;
    case 6: /* (a, b, c - s) from some column on */
        start[0] = a;
        start[2] = -s;
        from = odd ? drawn(g, j, a, b, 2, s, C - 1) : s;
        break;
    case 7: /* (a, b - 1, c) */
        if (b == 0) return 0;
        start[0] = a;
        start[1] = b - 1;
        break;
    default: /* (a, b - s - i d, c) */
        if (b < s) return 0;
        all = (b - s) / d;
        turns = odd ? drawn(g, j, a, b, 1, 0, all) : all;
        start[0] = a, start[1] = b - s;
        step[0] = 0, step[1] = -d;
    }
    to[0] = 3, to[1] = from, to[2] = turns, to[3] = more;
    memcpy(to + 4, start, sizeof start);
    memcpy(to + 7, each, sizeof each);
    memcpy(to + 10, step, sizeof step);
    memset(to + 13, 0, 3 * sizeof *to);
    return 1;
}

ROW_RULE(rows, 1, (MOVES * TA_ROW_RECORD(3))) {
    const game *g = of;
    int64_t a = p->component[0], b = p->component[1], c = p->component[2];
    *held = 1;
    if (a % 6 == 4 && b >= B - g->untold) return 0;
    if (drawn(g, MOVES, a, b, 5, 0, 15) < g->cuts) {
        int64_t end = drawn(g, MOVES, a, b, 6, 9, C - 9);
        if (c < end) most = least(most, end - c);
    }
    return moves_write(&g->m, p, most, held, to);
}

OPTIONS(options) {
    return moves_emit(&((const game *)ctx)->m, call, p, sink);
}

static void define(const game *g, int misere, uint8_t *lost) {
    for (int place = 0; place < SIZE; place++) {
        const int64_t here[3] = { place / (B * C), place / C % B, place % C };
        int none = 1, loses = 1;
        for (int j = 0; j < g->m.count; j++) {
            int64_t at[3], step[3], turns = moves_run(&g->m, j, here, at, step);
            for (; turns > 0; turns--) {
                assert_true(at[0] >= 0 && at[2] >= 0 && at[2] < C);
                none = 0;
                if (lost[(at[0] * B + at[1]) * C + at[2]]) loses = 0;
                for (int x = 0; x < 3; x++) at[x] += step[x];
            }
        }
        lost[place] = (uint8_t)(none ? !misere : loses);
    }
}

static void solve(game *g, ta_question what, unsigned threads, uint64_t stop, const uint8_t *lost) {
    static const int64_t from[3] = { 0, 0, 0 }, to[3] = { A - 1, B - 1, C - 1 };
    static const size_t order[3] = { 0, 1, 2 };
    static uint8_t data[SIZE / 8 + 1 + TA_ANSWERS_PAD];
    ta_call call = { .threads = threads };
    reaching x = { 0, stop };
    ta_filling f = { what, 3, from, to, order, data, 1, reached, &x, NULL, 0, NULL };
    OWN(ta_solver) *s = SOLVER(g, .options = options);
    memset(data, 0xa5, sizeof data);
    ta_solver_set_row_rule(s, rows);
    ta_status st = ta_solver_fill(s, &call, &f, 0, NULL);
    if (st == TA_ECANCELLED) {
        x.stop = 0;
        st = ta_solver_fill(s, &call, &f, x.place, NULL);
    }
    assert_ok(st);
    for (uint64_t place = 0; place < SIZE; place++)
        if (ta_answer_get(data, 1, place) != lost[place])
            fail_msg("(%d, %d, %d) by %u threads: %d", (int)place / (B * C), (int)place / C % B,
                     (int)place % C, threads, (int)ta_answer_get(data, 1, place));
}

TEST(test_rays) {
    static uint8_t lost[SIZE];
    rng r = rng_start(20261128);
    int games = short_run() ? 30 : 200;
    for (int n = 0; n < games; n++) {
        game g = { { (int)rng_between(&r, 1, MOVES), record_of },
                   .seed = (uint64_t)rng_between(&r, 0, 1 << 30) };
        for (int j = 0; j < g.m.count; j++) {
            g.kind[j] = (int)rng_between(&r, 0, KINDS - 1);
            g.first[j] = rng_between(&r, 1, 3);
            g.step[j] = rng_between(&r, 1, 2);
        }
        g.odd = n % 2 ? rng_between(&r, 0, 4) : 0;
        g.cuts = n % 3 ? 0 : 5;
        g.untold = n % 4 ? 0 : rng_between(&r, 1, 9);
        ta_question what = n % 5 == 4 ? TA_ASK_MISERE_OUTCOME : TA_ASK_OUTCOME;
        define(&g, what == TA_ASK_MISERE_OUTCOME, lost);
        print_message("game %d, moves:", n);
        for (int j = 0; j < g.m.count; j++)
            print_message(" %d(%d, %d)", g.kind[j], (int)g.first[j], (int)g.step[j]);
        print_message("\n");
        EACH_TEAM(threads)
            solve(&g, what, threads, n % 2 ? (uint64_t)rng_between(&r, 1, SIZE - 1) : 0, lost);
    }
}

RUN_TESTS
