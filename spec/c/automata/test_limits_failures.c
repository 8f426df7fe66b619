/*
** test_limits_failures.c - limits outside the box; unsupported games; refused memory; stops by the
** host.
*/
#include "automata.h"

TEST(test_outside) {
    static const int64_t next[4] = { 0, 1, 2, 3 };
    int64_t below = -1, in = 3, beyond = 4, none = 0;
    ta_limit_move move = pile_move(next, 4);
    MADE(ta_limited, l, pile(&plain, 4, &move, &l));
    assert_int_equal(ta_limits_lost(l, &below, 1), -1);
    assert_int_equal(ta_limits_lost(l, &beyond, 1), -1);
    assert_int_equal(ta_limits_lost(l, &in, -1), -1);
    assert_int_equal(ta_limits_lost(l, &in, UINT32_MAX), -1);
    assert_int_equal(ta_limits_lost(l, &in, UINT32_MAX - 1), 0);
    assert_int_equal(ta_limits_lost(l, &none, UINT32_MAX - 1), 1);
    assert_int_equal(ta_limits_least(l, &below), -1);
    assert_int_equal(ta_limits_least(l, &beyond), -1);
    assert_int_equal(ta_limits_least(l, &in), 1);
    assert_true(ta_limits_least(l, &none) == TA_INF);
    ta_limits_destroy(NULL);
}

/* ---- Refusals ---- */

static void refuse(const ta_limit_move *move, const char *message) {
    ta_limited *l = NULL;
    refused(TA_EUNSUPPORTED, message, pile(&plain, 4, move, &l));
    assert_null(l);
}

TEST(test_unsupported) {
    static const int64_t free[3] = { 0, 1, -1 }, up[3] = { 1, 1, 0 }, stays[3] = { 1, 0, 0 },
                         zero[3] = { 0, -1, 0 };
    int64_t next[4] = { 0, 1, 2, 3 };
    const char *out = "leads out of the box", *limits = "limits are below 0";
    ta_limit_move move = pile_move(next, 4);
    OWN(ta_limited) *l = NULL;
    move.guards = 0; /* k without end */
    refuse(&move, out);
    move = pile_move(next, 3); /* as large as nexts */
    refuse(&move, out);
    move = pile_move(next, 4);
    move.guard = free; /* below 0 */
    move.guards = 1;
    refuse(&move, out);
    move.guard = zero;
    move.target = stays; /* not before its own */
    refuse(&move, out);
    move = pile_move(next, 4);
    move.target = up;
    refuse(&move, out);
    move = pile_move(next, 4);
    next[3] = UINT32_MAX; /* beyond what a cell holds */
    refuse(&move, limits);
    next[3] = UINT32_MAX - 1;
    ok(pile(&plain, 4, &move, &l));
    ta_limits_destroy(l);
    move.needs[0] = (int64_t)1 << 30;
    move.needs[1] = ((int64_t)1 << 30) - 2;
    ok(pile(&plain, 4, &move, &l));
    ta_limits_destroy(l);
    move.needs[1]++;
    refuse(&move, limits);
    move = pile_move(next, 4);
    next[0] = -1; /* no move, but where moves need less */
    ok(pile(&plain, 4, &move, &l));
    move.needs[1] = -1;
    refuse(&move, limits);
}

TEST(test_too_large) {
    const int64_t side[3] = { 1 << 24, 1 << 24, 1 << 24 };
    ta_limited *l = NULL;
    refused(TA_ELIMIT, "the box would take",
            ta_limits_create(NULL, &plain, 3, side, NULL, 0, 0, &l));
    assert_null(l);
}

/* ---- Memory, and being stopped ---- */

/* Two piles: k from either, with limits that do not fall, and from the first with some that do; in
** misere play. The box, or the search and a question to it. */
static ta_status ask_piles(const ta_allocator *a, ta_call *call, int64_t each, ta_limited **l,
                           ta_limit_search **search, int *lost) {
    enum { NEXTS = 70 };
    static const int64_t guard[2][2 * 4] = { { 0, 0, 1, -1, 1, 0, -1, 0 },
                                             { 0, 0, 1, -1, 0, 1, -1, 0 } };
    static const int64_t target[2][2 * 4] = { { 1, 0, -1, 0, 0, 1, 0, 0 },
                                              { 1, 0, 0, 0, 0, 1, -1, 0 } };
    static int64_t next[2][NEXTS];
    const int64_t side[2] = { each, each };
    ta_limit_move move[3];
    for (int64_t k = 0; k < NEXTS; k++) {
        next[0][k] = 2 * k;
        next[1][k] = k < 5 ? 5 - k : 1;
    }
    for (size_t i = 0; i < 3; i++)
        move[i] = (ta_limit_move){ 2, guard[i % 2], target[i % 2], { 1, 0 }, next[i / 2], NEXTS };
    if (l) return ta_limits_create(a, call, 2, side, move, 3, 1, l);
    ta_status st = *search ? TA_OK : ta_limit_search_create(a, call, 2, move, 3, 1, 0, search);
    return st ? st : ta_limit_search_lost(*search, call, side, each, 1 << 24, lost);
}

static ta_status two_piles(const ta_allocator *a, ta_call *call, int64_t each, ta_limited **l) {
    return ask_piles(a, call, each, l, NULL, NULL);
}

TEST(test_memory) {
    EACH_REFUSAL(o, 11) {
        OWN(ta_limited) *l = NULL;
        assert_refused(&o, two_piles(&o.allocator, &plain, 12, &l));
        assert_int_equal(!l, o.failed);
        assert_string_equal(plain.message, "");
        /* it and its two tables, states, three moves' rows, and what two leave out by */
        if (!o.failed) assert_int_equal(o.trial, 3 + 1 + 3 + 2 * 2);
    }
}

TEST(test_cancelled) {
    oom o;
    oom_start(&o, -1, 0);
    EACH_STOP(p, 3) {
        ta_limited *l = NULL;
        p.rising = 1;
        assert_stopped(&p, two_piles(&o.allocator, &p.call, 70, &l));
        assert_int_equal(p.total, 70 * 70);
        assert_int_equal(p.asked, p.trial + p.stopped);
        assert_int_equal(!l, p.stopped);
        ta_limits_destroy(l);
        assert_int_equal(o.blocks, 0);
    }
}

/* ---- The search ---- */

/* Results from before the refused memory, or the host's stop, are kept and right. */
TEST(test_search_memory) {
    const int64_t p[2] = { 30, 30 };
    MADE(ta_limited, box, two_piles(NULL, &plain, 31, &box));
    EACH_REFUSAL(o, 11) {
        OWN(ta_limit_search) *l = NULL;
        int lost = 2;
        assert_refused(&o, ask_piles(&o.allocator, &plain, 30, NULL, &l, &lost));
        if (o.failed) assert_int_equal(lost, 2);
        if (o.failed && l) ok(ask_piles(&o.allocator, &plain, 30, NULL, &l, &lost));
        if (l) assert_int_equal(lost, ta_limits_lost(box, p, 30));
    }
}

TEST(test_search_cancelled) {
    const int64_t p[2] = { 60, 60 };
    polled asked;
    OWN(ta_limit_search) *l = NULL;
    int lost = 2;
    polled_start(&asked, 0);
    MADE(ta_limited, box, two_piles(NULL, &plain, 61, &box));
    assert_stopped(&asked, ask_piles(NULL, &asked.call, 60, NULL, &l, &lost));
    assert_int_equal(lost, 2);
    assert_int_equal(asked.asked, 1);
    ok(ask_piles(NULL, &plain, 60, NULL, &l, &lost));
    assert_int_equal(lost, ta_limits_lost(box, p, 60));
}

/* Unsupported games in the search, and limits it cannot hold. */
TEST(test_search_unsupported) {
    static const int64_t up[3] = { 1, 1, 0 }, less[3] = { 1, -2, 0 };
    int64_t next[4] = { 0, 1, 2, 3 }, n = 3;
    for (int below = 0; below <= 1; below++) {
        ta_limit_move move = pile_move(next, 4);
        int lost = 2;
        move.target = below ? less : up;
        MADE(ta_limit_search, l, ta_limit_search_create(NULL, &plain, 1, &move, 1, 0, 0, &l));
        refused(TA_EUNSUPPORTED, below ? "leads below 0" : "not lead towards",
                ta_limit_search_lost(l, &plain, &n, 3, 1000, &lost));
        assert_int_equal(lost, 2);
    }
    next[3] = UINT32_MAX;
    ta_limit_move move = pile_move(next, 4);
    ta_limit_search *l = NULL;
    refused(TA_EUNSUPPORTED, "", ta_limit_search_create(NULL, &plain, 1, &move, 1, 0, 0, &l));
    assert_null(l);
    ta_limit_search_destroy(NULL);
}

/* Regression: all k of a position were one step, so the host was not polled for long. */
TEST(test_asked_in_time) {
    enum { SIDE = 2000 };
    static int64_t next[SIDE];
    polled p;
    ta_limit_move move = pile_move(next, SIDE);
    OWN(ta_limited) *l = NULL;
    for (int64_t k = 0; k < SIDE; k++) next[k] = 2 * SIDE - k; /* the last k alone wins */
    polled_start(&p, -1);
    p.rising = 1;
    assert_stopped(&p, pile(&p.call, SIDE, &move, &l));
    assert_true(p.asked >= (int64_t)SIDE * SIDE / 2 / 65536);
}

RUN_TESTS
