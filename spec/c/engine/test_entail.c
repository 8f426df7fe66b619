/*
** Entailing moves against the definition: a recursion over whole sums that records where the
** player to move must answer. All games of up to 4 positions and their sums, random ones with
** parts. Refusals. Limits and the failing allocator, after each of which a repeated query is
** right.
*/
#include "rules.h"

#define MOST 8       /* positions of a game */
#define CHOICES 6    /* of a position */
#define HEAPS 16     /* nim heaps beside: above all values that come up */
#define NOWHERE 15   /* no component must be answered */
#define NOTHING (-1) /* no second part; as the first: an option with no part at all */

typedef struct game {
    int n, options[MOST], parts;
    unsigned entailed; /* a bit a position */
    int option[MOST][CHOICES][2];
    int64_t calls;
} game;

/* ---- By definition ---- */

#define SLOTS (1u << 20)

static uint64_t key_of[SLOTS]; /* the sum */
static uint32_t turn_of[SLOTS], turn;
static uint8_t won[SLOTS];

/* A sum: 6 bits for the copies of each position, 4 for the heap, 4 for where. With parts three
** copies of the last of 5 positions come to 24 of another at most. */
static uint64_t one(int v) {
    return (uint64_t)1 << (6 * v);
}

static uint64_t sum_of(uint64_t copies, int heap, int where) {
    return copies | (uint64_t)heap << 48 | (uint64_t)where << 52;
}

/* The slot of a sum in the table, used or free. */
static size_t slot_of(uint64_t sum) {
    size_t at = (size_t)(sum * 0x9e3779b97f4a7c15u >> 44);
    while (turn_of[at] == turn && key_of[at] != sum) at = (at + 1) % SLOTS;
    return at;
}

static int wins(const game *g, uint64_t copies, int heap, int where);

static int wins_in(const game *g, uint64_t copies, int heap, int v) {
    for (int i = 0; i < g->options[v]; i++) {
        uint64_t next = copies - one(v);
        int where = NOWHERE;
        for (int k = 0; k < 2; k++) {
            int w = g->option[v][i][k];
            if (w == NOTHING) continue;
            next += one(w);
            if (g->entailed >> w & 1) where = w;
        }
        if (!wins(g, next, heap, where)) return 1;
    }
    return 0;
}

static int wins(const game *g, uint64_t copies, int heap, int where) {
    uint64_t sum = sum_of(copies, heap, where);
    size_t at = slot_of(sum);
    if (turn_of[at] == turn) return won[at];
    int result = 0;
    if (where != NOWHERE) {
        result = wins_in(g, copies, heap, where);
    } else {
        for (int v = 0; v < g->n && !result; v++)
            if (copies >> (6 * v) & 63) result = wins_in(g, copies, heap, v);
        for (int h = 0; h < heap && !result; h++) result = !wins(g, copies, h, NOWHERE);
    }
    at = slot_of(sum);
    turn_of[at] = turn;
    key_of[at] = sum;
    won[at] = (uint8_t)result;
    return result;
}

static int where_of(const game *g, int v) {
    return g->entailed >> v & 1 ? v : NOWHERE;
}

/* ---- The rules ---- */

OPTIONS(options) {
    game *g = ctx;
    int64_t v = p->component[0];
    g->calls++;
    ta_status st = TA_OK;
    for (int i = 0; !st && i < g->options[v]; i++) {
        const int *o = g->option[v][i];
        st = o[0] == NOTHING ? EMIT(MOST) : o[1] == NOTHING ? EMIT(o[0]) : EMIT(o[0], o[1]);
    }
    return st;
}

PARTS(parts) {
    ta_status st = TA_OK;
    for (size_t i = 0; !st && i < p->count; i++)
        if (p->component[i] != MOST) st = EMIT(p->component[i]);
    return st;
}

static ta_status entails(void *ctx, ta_call *call, const ta_position *p, int *here) {
    const game *g = ctx;
    *here = g->entailed >> p->component[0] & 1 ? 7 : 0;
    return TA_OK;
}

static ta_solver *solver_of(game *g, const ta_allocator *a) {
    return solver_by(a, (ta_ruleset){ .ctx = g,
                                      .options = options,
                                      .parts = g->parts ? parts : NULL,
                                      .entails = entails });
}

/* ---- Comparing ---- */

static int in(const ta_entailing *e, int n) {
    int listed = 0;
    for (size_t i = 0; i < e->count; i++) {
        assert_true(e->values[i] < HEAPS && (i == 0 || e->values[i - 1] < e->values[i]));
        listed |= e->values[i] == n;
    }
    return listed != e->all_but;
}

/* Is the value what play beside every nim heap, and beside the sunny positions of the game, says? */
static void compare(const game *g, ta_solver *s, int v, int u) {
    int64_t at[2] = { v, u };
    ta_position p = { at, NULL, u == NOTHING ? 1 : 2 };
    uint64_t copies = one(v) + (u == NOTHING ? 0 : one(u));
    int where = where_of(g, v);
    if (u != NOTHING && where == NOWHERE) where = where_of(g, u);
    ta_entailing e;
    ta_result result;
    ok(ta_solver_entailing(s, &plain, &p, &e));
    assert_int_equal(e.kind == TA_ENTAILED, where != NOWHERE);
    int here;
    ok(ta_solver_entailed(s, &plain, &p, &here));
    assert_int_equal(here, where != NOWHERE);
    ok(ta_solver_entailing(s, &plain, &p, &e));
    for (int h = 0; h < HEAPS; h++) {
        int expected = e.kind == TA_NUMBER ? e.number != h : e.kind == TA_SUNNY ? 1 : in(&e, h);
        assert_int_equal(wins(g, copies, h, where), expected);
    }
    int first = e.kind == TA_NUMBER ? e.number != 0 : e.kind == TA_SUNNY || in(&e, 0);
    int all_but = e.all_but;
    assert_true(e.kind != TA_NUMBER || e.number < HEAPS);
    ta_entailing beside;
    for (int64_t w = 0; w < g->n; w++) {
        ta_entailing_kind kind = e.kind;
        ok(ta_solver_entailing(s, &plain, &AT(w), &beside));
        if (beside.kind == TA_SUNNY)
            assert_int_equal(wins(g, copies + one((int)w), 0, where),
                             kind == TA_ENTAILED ? all_but : 1);
    }
    ok(ta_solver_result(s, &plain, &p, TA_LEFT, 0, &result));
    assert_int_equal(result == TA_WIN, first);
}

/* Sums of two and three, as bags, with the value of one and a nim heap from elsewhere. */
static void compare_sums(game *g, ta_solver *s) {
    for (int reduced = 0; reduced < 2; reduced++) {
        size_t at;
        MADE(ta_sum, sum, ta_sum_create(NULL, &plain, reduced, &sum));
        ok(ta_sum_add(sum, &plain, s, &at));
        for (int64_t a = 0; a < g->n; a++)
            for (int64_t b = 0; b <= a; b++)
                for (int64_t c = -1; c <= b; c++) {
                    ta_term t[3] = { { 0, 0, 1, AT(a) }, { 0, 0, 1, AT(b) }, { 0, 0, 1, AT(c) } };
                    int v[3] = { (int)a, (int)b, (int)c }, count = c < 0 ? 2 : 3, must = 0;
                    uint64_t copies = 0;
                    int where = NOWHERE;
                    for (int i = 0; i < count; i++) {
                        copies += one(v[i]);
                        if (where_of(g, v[i]) != NOWHERE) must++, where = v[i];
                    }
                    ta_outcome outcome;
                    ta_status st = ta_sum_outcome(sum, &plain, t, (size_t)count, 0, &outcome);
                    assert_int_equal(st, must > 1 ? TA_EBADRULE : TA_OK);
                    if (!st) assert_int_equal(outcome == TA_N, wins(g, copies, 0, where));
                }
    }
}

static void compare_all(game *g, ta_solver *s) {
    turn++;
    for (int v = g->n - 1; v >= 0; v--) compare(g, s, v, NOTHING);
    for (int v = 0; g->parts && v < g->n; v++)
        for (int u = 0; u <= v; u++)
            if (where_of(g, v) == NOWHERE || where_of(g, u) == NOWHERE) compare(g, s, v, u);
}

static void check_game(game *g) {
    OWN(ta_solver) *s = solver_of(g, NULL);
    assert_non_null(s);
    compare_all(g, s);
    compare_sums(g, s);
}

/* ---- Games ---- */

TEST(test_all_small) {
    for (int n = 1; n <= 4; n++) {
        int pairs = n * (n - 1) / 2;
        for (unsigned bits = 0; bits < 1u << pairs; bits++)
            for (unsigned entailed = 0; entailed < 1u << n; entailed += short_run() ? 3 : 1) {
                game g = { 0 };
                unsigned bit = bits;
                g.n = n;
                g.entailed = entailed;
                for (int v = 0; v < n; v++)
                    for (int w = 0; w < v; w++, bit >>= 1)
                        if (bit & 1) {
                            g.option[v][g.options[v]][0] = w;
                            g.option[v][g.options[v]++][1] = NOTHING;
                        }
                check_game(&g);
            }
    }
}

/* Options to lower positions; with parts, none or two of them, one at most to be answered. */
static void make(game *g, rng *r, int n, int with_parts) {
    memset(g, 0, sizeof *g);
    g->n = n;
    g->parts = with_parts;
    for (int v = 0; v < n; v++) {
        if (rng_between(r, 0, 2) == 0) g->entailed |= 1u << v;
        int count = v ? (int)rng_between(r, 0, CHOICES) : 0;
        for (int i = 0; i < count; i++) {
            int *o = g->option[v][g->options[v]++];
            o[0] = (int)rng_between(r, 0, v - 1);
            o[1] = with_parts && v > 1 ? (int)rng_between(r, 0, v - 1) : NOTHING;
            if (with_parts && rng_between(r, 0, 9) == 0) o[0] = o[1] = NOTHING;
            else if (o[1] != NOTHING && (g->entailed >> o[0] & g->entailed >> o[1] & 1))
                o[1] = NOTHING;
        }
    }
}

TEST(test_random) {
    rng r = rng_start(5);
    for (int round = 0; round < (short_run() ? 100 : 1500); round++) {
        game g;
        make(&g, &r, (int)rng_between(&r, 2, 7), 0);
        check_game(&g);
    }
}

TEST(test_parts) {
    rng r = rng_start(6);
    for (int round = 0; round < (short_run() ? 200 : 12000); round++) {
        game g;
        make(&g, &r, (int)rng_between(&r, 2, 5), 1);
        check_game(&g);
    }
}

/* ---- Refusals ---- */

TEST(test_refused) {
    game g = { .n = 3, .parts = 1, .options = { 0, 1, 2 }, .entailed = 3 };
    g.option[1][0][0] = 0, g.option[1][0][1] = NOTHING;
    g.option[2][0][0] = 1, g.option[2][0][1] = 0; /* both must be answered */
    g.option[2][1][0] = 1, g.option[2][1][1] = NOTHING;
    ta_position p = AT(2), q = AT(1, 0);
    ta_entailing e;
    ta_amount value;
    const ta_amount *values;
    const uint32_t *numbers;
    size_t count;
    OWN(ta_solver) *s = solver_of(&g, NULL);
    refused(TA_EBADRULE, "answered at once", ta_solver_entailing(s, &plain, &p, &e));
    refused(TA_EBADRULE, "", ta_solver_entailing(s, &plain, &q, &e));
    refused(TA_EUNSUPPORTED, "", ta_solver_nim_value(s, &plain, &p, &value));
    refused(TA_EUNSUPPORTED, "", ta_solver_nim_reach(s, &plain, &p, &values, &count));
    refused(TA_EUNSUPPORTED, "", ta_solver_walk(s, &plain, &p, NULL, NULL, &numbers, &count));
    ta_solver_destroy(s);
    g.parts = 0;
    g.options[2] = 1;
    g.option[2][0][0] = 1, g.option[2][0][1] = NOTHING;
    g.option[1][0][0] = 2; /* round and round */
    s = solver_of(&g, NULL);
    refused(TA_ELOOPY, "(2) -> (1) -> (2)", ta_solver_entailing(s, &plain, &p, &e));
    ta_solver_destroy(s);
    s = SOLVER(&g, .options = options);
    refused(TA_EINVAL, "", ta_solver_entailing(s, &plain, &p, &e));
}

/* ---- Cut short ---- */

TEST(test_limits) {
    rng r = rng_start(8);
    game g;
    for (int round = 0; round < 20; round++) {
        make(&g, &r, 7, 0);
        OWN(ta_solver) *s = solver_of(&g, NULL);
        for (int64_t k = 1; k <= 8; k++) {
            ta_entailing e;
            ta_solver_limit(s, &(ta_limits){ .positions = k });
            ta_status st = ta_solver_entailing(s, &plain, &AT(6), &e);
            assert_true(st == TA_OK || st == TA_ELIMIT);
            ta_solver_limit(s, &(ta_limits){ 0 });
            compare_all(&g, s);
            ta_solver_clear(s);
        }
    }
}

TEST(test_memory) {
    rng r = rng_start(9);
    for (int round = 0; round < 40; round++) {
        game g;
        make(&g, &r, 5, round % 2);
        EACH_REFUSAL(o, 5) {
            OWN(ta_solver) *s = solver_of(&g, &o.allocator);
            ta_status st = s ? TA_OK : TA_ENOMEM;
            for (int64_t v = g.n - 1; !st && v >= 0; v--) {
                ta_entailing e;
                st = ta_solver_entailing(s, &plain, &AT(v), &e);
            }
            assert_int_equal(st, o.failed ? TA_ENOMEM : TA_OK);
            o.left = -1;
            if (s) compare_all(&g, s);
        }
    }
}

RUN_TESTS
