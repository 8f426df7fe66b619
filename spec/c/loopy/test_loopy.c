/*
** Loopy values against the definition: play of sums by which player can force its end, on all
** graphs of two nodes and on random ones of three and four.
*/
#include "plain.h"

#include "takeaway/loopy.h"

OWNS(ta_loopy, ta_loopy_destroy)
OWNS(ta_loopy_form, ta_loopy_form_destroy)
OWNS(ta_values, ta_values_destroy)

/* ---- Graphs, and play by definition ---- */

#define MOST 64

typedef struct game {
    int n;
    uint64_t option[2][MOST]; /* by player and node, as bits */
} game;

/* Who wins from (u, v), `player` to move: 0 Left, 1 Right, 2 nobody. */
typedef struct play {
    uint8_t by[MOST][MOST][2];
} play;

/* Decided as soon as a move wins, or all moves lose. Play without a decision is endless. */
static int decide(const game *g, const game *h, const play *p, int u, int v, int player) {
    int all_lost = 1;
    for (int i = 0; i < g->n + h->n; i++) {
        int here = i < g->n;
        if (!((here ? g->option[player][u] >> i : h->option[player][v] >> (i - g->n)) & 1))
            continue;
        int by = here ? p->by[i][v][1 - player] : p->by[u][i - g->n][1 - player];
        if (by == player) return player;
        all_lost &= by == 1 - player;
    }
    return all_lost ? 1 - player : 2;
}

static void define(const game *g, const game *h, play *p) {
    memset(p, 2, sizeof *p);
    for (int changed = 1; changed;) {
        changed = 0;
        for (int u = 0; u < g->n; u++)
            for (int v = 0; v < h->n; v++)
                for (int player = 0; player < 2; player++) {
                    if (p->by[u][v][player] != 2) continue;
                    int by = decide(g, h, p, u, v, player);
                    p->by[u][v][player] = (uint8_t)by;
                    changed |= by != 2;
                }
    }
}

static play shared; /* large */

/* Who wins g + h when Left starts, and when Right starts. */
static void winners(const game *g, const game *h, int by[2]) {
    define(g, h, &shared);
    for (int p = 0; p < 2; p++) by[p] = shared.by[0][0][p];
}

static const game nothing = { .n = 1 };

static ta_outcome outcome_by(const int by[2]) {
    static const ta_outcome table[3][3] = { { TA_L, TA_N, TA_LD },
                                            { TA_P, TA_R, TA_RD },
                                            { TA_DL, TA_DR, TA_D } };
    return table[by[0]][by[1]];
}

/* ---- To and from values ---- */

static ta_loopy *value_of(const game *g) {
    ta_loopy *value;
    uint32_t node;
    MADE(ta_loopy_form, form, ta_loopy_form_create(NULL, &plain, &form));
    for (int v = 0; v < g->n; v++) ok(ta_loopy_form_node(form, &plain, &node));
    for (int v = 0; v < g->n; v++)
        for (int p = 0; p < 2; p++)
            for (int w = 0; w < g->n; w++)
                if (g->option[p][v] >> w & 1)
                    ok(ta_loopy_form_option(form, &plain, (uint32_t)v, (ta_player)p, (uint32_t)w));
    ok(ta_loopy_form_simplify(form, &plain, 0, &value));
    return value;
}

static game graph_of(const ta_loopy *value, ta_side side) {
    game g = { .n = (int)ta_loopy_nodes(value, side) };
    assert_in_range(g.n, 1, MOST);
    for (int v = 0; v < g.n; v++)
        for (int p = 0; p < 2; p++) {
            size_t count;
            const uint32_t *option =
                ta_loopy_options(value, side, (uint32_t)v, (ta_player)p, &count);
            for (size_t i = 0; i < count; i++) g.option[p][v] |= (uint64_t)1 << option[i];
        }
    return g;
}

static game negative_of(const game *g) {
    game h = { .n = g->n };
    for (int p = 0; p < 2; p++) memcpy(h.option[p], g->option[1 - p], sizeof h.option[p]);
    return h;
}

static game random_game(rng *r, int n) {
    game g = { .n = n };
    int dense = (int)rng_between(r, 20, 60);
    for (int v = 0; v < n; v++)
        for (int p = 0; p < 2; p++)
            for (int w = 0; w < n; w++)
                g.option[p][v] |= (uint64_t)(rng_between(r, 1, 100) <= dense) << w;
    return g;
}

static game two_nodes(int code) {
    game g = { .n = 2 };
    for (int i = 0; i < 4; i++) g.option[i / 2][i % 2] = (uint64_t)(code >> 2 * i) & 3;
    return g;
}

static ta_loopy *sum_of(const ta_loopy *g, const ta_loopy *h) {
    ta_loopy *sum = NULL;
    ok(ta_loopy_sum(g, h, &plain, &sum));
    return sum;
}

static ta_outcome sum_outcome(const ta_loopy *g, const ta_loopy *h) {
    OWN(ta_loopy) *sum = sum_of(g, h);
    ta_outcome outcome;
    ok(ta_loopy_outcome(sum, &plain, &outcome));
    return outcome;
}

/* ---- Outcomes ---- */

/* A game, its value, and, of a stopper, its simplest form have the same outcome in sums. */
static void check_sum(const game *g, const ta_loopy *value, const game *x, const ta_loopy *other) {
    int by[2], form_by[2];
    winners(g, x, by);
    assert_int_equal(outcome_by(by), sum_outcome(value, other));
    if (!ta_loopy_is_stopper(value)) return;
    game form = graph_of(value, TA_ONSIDE);
    winners(&form, x, form_by);
    assert_int_equal(outcome_by(by), outcome_by(form_by));
}

#define FAMILY 12

TEST(test_outcomes_of_sums) {
    rng r = rng_start(71);
    game family[FAMILY];
    ta_loopy *values[FAMILY];
    for (int i = 0; i < FAMILY; i++) {
        family[i] = i ? random_game(&r, 1 + i % 4) : nothing;
        values[i] = value_of(&family[i]);
    }
    int most = short_run() ? 100 : 500;
    for (int i = 0; i < 256 + most; i++) {
        game g = i < 256 ? two_nodes(i) : random_game(&r, 3 + i % 2);
        OWN(ta_loopy) *value = value_of(&g);
        for (int k = 0; k < FAMILY; k++) check_sum(&g, value, &family[k], values[k]);
    }
    for (int i = 0; i < FAMILY; i++) ta_loopy_destroy(values[i]);
}

/* ---- Order ---- */

/* Is what happens in g + x never worse for Left than what happens in h + x? */
static int never_worse(const game *g, const game *h, const game *x) {
    static const int worth[3] = { 2, 0, 1 };
    int of_g[2], of_h[2];
    winners(g, x, of_g);
    winners(h, x, of_h);
    return worth[of_g[0]] >= worth[of_h[0]] && worth[of_g[1]] >= worth[of_h[1]];
}

/* g >= h iff g + x is never worse than h + x; where it is not, minus the onside of h or minus the offside of g tells,
** where they are stoppers. */
static int check_order(const game *g, const ta_loopy *vg, const game *h, const ta_loopy *vh,
                       const game *x) {
    int geq;
    ok(ta_loopy_geq(vg, vh, &plain, &geq));
    if (geq) assert_true(never_worse(g, h, x));
    if (!ta_loopy_is_stopper_sided(vg) || !ta_loopy_is_stopper_sided(vh)) return 0;
    game on = graph_of(vh, TA_ONSIDE), off = graph_of(vg, TA_OFFSIDE);
    on = negative_of(&on);
    off = negative_of(&off);
    assert_int_equal(geq, never_worse(g, h, &on) && never_worse(g, h, &off));
    return 1;
}

TEST(test_order) {
    rng r = rng_start(72);
    ta_loopy *values[256];
    game games[256];
    int told = 0, most = short_run() ? 500 : 4000;
    for (int i = 0; i < 256; i++) {
        games[i] = two_nodes(i);
        values[i] = value_of(&games[i]);
    }
    for (int i = 0; i < 256; i += short_run() ? 17 : 1)
        for (int k = i % 3; k < 256; k += 3)
            told += check_order(&games[i], values[i], &games[k], values[k], &nothing);
    for (int i = 0; i < most; i++) {
        game g = random_game(&r, 2 + i % 3), h = random_game(&r, 3), x = random_game(&r, 3);
        OWN(ta_loopy) *vg = value_of(&g), *vh = value_of(&h);
        told += check_order(&g, vg, &h, vh, &x);
    }
    printf("%d pairs decided both ways\n", told);
    assert_true(told > most / 2);
    for (int i = 0; i < 256; i++) ta_loopy_destroy(values[i]);
}

/* ---- Simplest forms ---- */

/* No graph of the same value is smaller; equal values are the same graph. All stoppers of two nodes, in pairs, and
** random ones of three. */
TEST(test_simplest) {
    rng r = rng_start(73);
    enum { ALL = 700 };
    static game games[ALL];
    static ta_loopy *values[ALL];
    int count = short_run() ? 300 : ALL, equal = 0;
    for (int i = 0; i < count; i++) {
        games[i] = i < 256 ? two_nodes(i) : random_game(&r, 3);
        values[i] = value_of(&games[i]);
        if (ta_loopy_is_stopper(values[i]))
            assert_true(ta_loopy_nodes(values[i], TA_ONSIDE) <= (uint32_t)games[i].n);
    }
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count; k++) {
            int above, below;
            if (!ta_loopy_is_stopper_sided(values[i]) || !ta_loopy_is_stopper_sided(values[k]))
                continue;
            ok(ta_loopy_geq(values[i], values[k], &plain, &above));
            ok(ta_loopy_geq(values[k], values[i], &plain, &below));
            assert_int_equal(above && below, ta_loopy_same(values[i], values[k]));
            equal += above && below;
        }
    assert_true(equal > 1000);
    for (int i = 0; i < count; i++) ta_loopy_destroy(values[i]);
}

/* Sums of sums, and the laws of a group but for g - g, which is >= 0 in its onside and <= 0 in its offside. */
TEST(test_laws) {
    rng r = rng_start(74);
    for (int i = 0; i < (short_run() ? 30 : 300); i++) {
        game g[3];
        for (int k = 0; k < 3; k++) g[k] = random_game(&r, 2 + k % 2);
        OWN(ta_loopy) *u = value_of(&g[0]), *v = value_of(&g[1]), *w = value_of(&g[2]);
        OWN(ta_loopy) *uv = sum_of(u, v), *vw = sum_of(v, w), *left = sum_of(uv, w),
                      *right = sum_of(u, vw), *minus = NULL, *back = NULL;
        assert_true(!ta_loopy_is_stopper_sided(left) || ta_loopy_same(left, right));
        ok(ta_loopy_negative(u, &plain, &minus));
        ok(ta_loopy_negative(minus, &plain, &back));
        assert_true(ta_loopy_same(back, u));
        ta_outcome outcome = sum_outcome(u, minus);
        assert_true(outcome == TA_P || outcome == TA_D || outcome == TA_DL || outcome == TA_RD);
    }
}

/* ---- Failures ---- */

/* A game whose sides are no stoppers, after Bach's Carousel (Winning Ways, chapter 11); with fewer
** moves, one whose sides are; and sums with it. */
static ta_status everything(const ta_allocator *a, ta_call *call, ta_values *values, size_t count) {
    static const uint8_t moves[][3] = { { 0, 0, 1 }, { 0, 0, 3 }, { 0, 1, 1 }, { 3, 0, 2 },
                                        { 3, 1, 2 }, { 3, 1, 4 }, { 4, 0, 5 }, { 4, 0, 6 },
                                        { 4, 1, 5 }, { 6, 0, 7 }, { 6, 1, 7 }, { 6, 1, 0 },
                                        { 5, 0, 1 }, { 5, 1, 1 }, { 2, 0, 1 } };
    OWN(ta_loopy_form) *form = NULL;
    ta_loopy *bach = NULL, *one = NULL, *sum = NULL, *minus = NULL, *side = NULL, *part = NULL;
    ta_value value = TA_VALUE_ZERO, back;
    uint32_t node, tail;
    int geq;
    ta_outcome outcome;
    ta_status s = ta_loopy_form_create(a, call, &form);
    for (int i = 0; i < 8 && !s; i++) s = ta_loopy_form_node(form, call, &node);
    for (size_t i = 0; i < count && !s; i++)
        s = ta_loopy_form_option(form, call, moves[i][0], (ta_player)moves[i][1], moves[i][2]);
    if (!s) s = ta_value_number(values, call, 3, 1, &value);
    if (!s) s = ta_loopy_from_value(a, call, values, value, &one);
    if (!s) s = ta_loopy_value(one, call, values, &back);
    if (!s) assert_int_equal(value, back);
    if (!s) s = ta_loopy_form_value(form, call, values, value, &tail);
    if (!s) s = ta_loopy_form_option(form, call, 7, TA_LEFT, 2);
    if (!s) s = ta_loopy_form_option(form, call, 7, TA_RIGHT, tail);
    if (!s) s = ta_loopy_form_simplify(form, call, 0, &bach);
    if (!s) s = ta_loopy_negative(bach, call, &minus);
    if (!s) s = ta_loopy_sum(bach, minus, call, &sum);
    if (!s) s = ta_loopy_geq(sum, one, call, &geq);
    if (!s) s = ta_loopy_outcome(sum, call, &outcome);
    if (!s) s = ta_loopy_sides(sum, sum, call, &side);
    if (!s) s = ta_loopy_follower(one, call, 1, &part);
    ta_loopy *all[] = { bach, one, sum, minus, side, part };
    for (size_t i = 0; i < COUNT(all); i++) ta_loopy_destroy(all[i]);
    return s;
}

/* Every k-th request refused, in steps: all of a few moves, some of many. */
static void refuse(ta_values *values, size_t moves, long step) {
    long k = 0;
    ok(everything(NULL, &plain, values, moves));
    for (oom o;; k += step) {
        oom_start(&o, k, 0);
        ta_status s = everything(&o.allocator, &plain, values, moves);
        assert_int_equal(o.blocks, 0);
        assert_int_equal(o.bytes, 0);
        if (!o.failed) {
            ok(s);
            break;
        }
        assert_int_equal(s, TA_ENOMEM);
    }
    printf("%ld requests\n", k);
    assert_true(k > 200);
}

TEST(test_memory_refused) {
    MADE(ta_values, values, ta_values_create(NULL, &plain, 0, 0, &values));
    refuse(values, 4, short_run() ? 7 : 1);
    refuse(values, 15, short_run() ? 997 : 211);
}

static ta_status stop(ta_call *call, double done, double total) {
    *(int *)call->host += 1;
    return TA_ECANCELLED;
}

TEST(test_cancelled) {
    int asked = 0;
    ta_call call = TA_CALL_INIT;
    oom o;
    oom_start(&o, -1, 0);
    enum { NODES = 600 };
    ta_loopy_form *form;
    ta_loopy *value;
    uint32_t node;
    assert_status(TA_OK, &call, ta_loopy_form_create(&o.allocator, &call, &form));
    for (int v = 0; v < NODES; v++)
        assert_status(TA_OK, &call, ta_loopy_form_node(form, &call, &node));
    for (uint32_t v = 0; v < NODES; v++)
        if (v % 7)
            for (uint32_t p = 0; p < 2; p++)
                assert_status(TA_OK, &call,
                              ta_loopy_form_option(form, &call, v, (ta_player)p,
                                                   (v * (5 + 2 * p) + 1) % NODES));
    call.poll = stop;
    call.host = &asked;
    assert_int_equal(TA_ECANCELLED, ta_loopy_form_simplify(form, &call, 1, &value));
    assert_int_equal(1, asked);
    ta_loopy_form_destroy(form);
    assert_int_equal(o.blocks, 0);
}

TEST(test_misuse) {
    OWN(ta_loopy) *zero = NULL;
    ta_loopy *value;
    uint32_t node, other;
    ta_loopy_form_destroy(NULL);
    ta_loopy_destroy(NULL);
    zero = value_of(&nothing);
    assert_true(ta_loopy_is_loopfree(zero));
    MADE(ta_loopy_form, form, ta_loopy_form_create(NULL, &plain, &form));
    refused(TA_EINVAL, "", ta_loopy_form_simplify(form, &plain, 0, &value));
    ok(ta_loopy_form_node(form, &plain, &node));
    ok(ta_loopy_form_loopy(form, &plain, zero, &other));
    refused(TA_EINVAL, "", ta_loopy_form_option(form, &plain, node, TA_LEFT, 9));
    refused(TA_EINVAL, "", ta_loopy_form_option(form, &plain, other, TA_LEFT, node));
    refused(TA_EINVAL, "", ta_loopy_follower(zero, &plain, 1, &value));
    for (uint32_t i = 2; i < TA_LOOPY_MOST; i++) ok(ta_loopy_form_node(form, &plain, &node));
    refused(TA_ELIMIT, "", ta_loopy_form_node(form, &plain, &node));
}

RUN_TESTS
