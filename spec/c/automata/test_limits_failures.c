/*
** test_limits_failures.c - limits outside the box; games that are not supported; refused memory; being
** stopped.
*/
#include "testing.h"

#include "takeaway/limits.h"

/* k: 1 <= k <= x, k <= n -> n - k, and the limit by `next`. */
static ta_limit_move pile_move(const int64_t *next, size_t nexts) {
    static const int64_t guard[2 * 3] = { 0, 1, -1, 1, -1, 0 }, target[3] = { 1, -1, 0 };
    return (ta_limit_move){ 2, guard, target, { 1, 0 }, next, nexts };
}

static ta_status pile(ta_call *call, int64_t side, const ta_limit_move *move, ta_limited **l) {
    return ta_limits_create(NULL, call, 1, &side, move, 1, 0, l);
}

static void test_outside(void **unused) {
    static const int64_t next[4] = { 0, 1, 2, 3 };
    int64_t below = -1, in = 3, beyond = 4, none = 0;
    ta_limit_move move = pile_move(next, 4);
    ta_call call = TA_CALL_INIT;
    ta_limited *l = NULL;
    (void)unused;
    assert_status(TA_OK, &call, pile(&call, 4, &move, &l));
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
    ta_limits_destroy(l);
    ta_limits_destroy(NULL);
}

/* ---- What is refused ---- */

static void refuse(const ta_limit_move *move, const char *message) {
    ta_call call = TA_CALL_INIT;
    ta_limited *l = NULL;
    assert_int_equal(pile(&call, 4, move, &l), TA_EUNSUPPORTED);
    assert_non_null(strstr(call.message, message));
    assert_null(l);
}

static void test_unsupported(void **unused) {
    static const int64_t free[3] = { 0, 1, -1 }, up[3] = { 1, 1, 0 }, stays[3] = { 1, 0, 0 },
                         zero[3] = { 0, -1, 0 };
    int64_t next[4] = { 0, 1, 2, 3 };
    const char *out = "leads out of the box", *limits = "limits are below 0";
    ta_limit_move move = pile_move(next, 4);
    ta_limited *l = NULL;
    ta_call call = TA_CALL_INIT;
    (void)unused;
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
    assert_status(TA_OK, &call, pile(&call, 4, &move, &l));
    ta_limits_destroy(l);
    move.needs[0] = (int64_t)1 << 30;
    move.needs[1] = ((int64_t)1 << 30) - 2;
    assert_status(TA_OK, &call, pile(&call, 4, &move, &l));
    ta_limits_destroy(l);
    move.needs[1]++;
    refuse(&move, limits);
    move = pile_move(next, 4);
    next[0] = -1; /* no move, but where moves need less */
    assert_status(TA_OK, &call, pile(&call, 4, &move, &l));
    ta_limits_destroy(l);
    move.needs[1] = -1;
    refuse(&move, limits);
}

static void test_too_large(void **unused) {
    const int64_t side[3] = { 1 << 24, 1 << 24, 1 << 24 };
    ta_limited *l = NULL;
    ta_call call = TA_CALL_INIT;
    (void)unused;
    assert_int_equal(ta_limits_create(NULL, &call, 3, side, NULL, 0, 0, &l), TA_ELIMIT);
    assert_non_null(strstr(call.message, "the box would take"));
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

static void test_memory(void **unused) {
    (void)unused;
    for (long k = 0;; k++) {
        oom o;
        ta_call call = TA_CALL_INIT;
        ta_limited *l = NULL;
        oom_start(&o, k, 0);
        ta_status st = two_piles(&o.allocator, &call, 12, &l);
        assert_true(o.failed ? st == TA_ENOMEM && !l : st == TA_OK && l);
        if (st) assert_int_equal(call.message[0], '\0');
        ta_limits_destroy(l);
        assert_int_equal(o.blocks, 0);
        assert_int_equal(o.bytes, 0);
        if (o.failed) continue;
        /* it and its two tables, states, three moves' rows, and what two leave out by */
        assert_int_equal(k, 3 + 1 + 3 + 2 * 2);
        break;
    }
}

typedef struct polled {
    long left, asked;
    double done, total;
} polled;

static ta_status stop(ta_call *call, double done, double total) {
    polled *p = call->host;
    assert_true(done >= p->done && done < total);
    p->done = done;
    p->total = total;
    p->asked++;
    return p->left-- > 0 ? TA_OK : TA_ECANCELLED;
}

static ta_status stop_search(ta_call *call, double done, double total) {
    polled *p = call->host;
    (void)done;
    (void)total;
    p->asked++;
    return TA_ECANCELLED;
}

static void test_cancelled(void **unused) {
    (void)unused;
    for (long k = 0;; k++) {
        oom o;
        ta_call call = TA_CALL_INIT;
        polled p = { k, 0, 0, 0 };
        ta_limited *l = NULL;
        oom_start(&o, -1, 0);
        call.host = &p;
        call.poll = stop;
        ta_status st = two_piles(&o.allocator, &call, 70, &l);
        assert_int_equal(p.total, 70 * 70);
        ta_limits_destroy(l);
        assert_int_equal(o.blocks, 0);
        if (!st) {
            assert_true(k > 2 && p.asked == k);
            break;
        }
        assert_int_equal(st, TA_ECANCELLED);
        assert_int_equal(p.asked, k + 1);
        assert_null(l);
    }
}

/* ---- The search ---- */

/* What was found before the memory was refused, or the host stopped it, is kept, and is right. */
static void test_search_memory(void **unused) {
    ta_limited *box = NULL;
    ta_call call = TA_CALL_INIT;
    const int64_t p[2] = { 30, 30 };
    (void)unused;
    assert_status(TA_OK, &call, two_piles(NULL, &call, 31, &box));
    for (long k = 0;; k++) {
        oom o;
        ta_limit_search *l = NULL;
        int lost = 2;
        oom_start(&o, k, 0);
        ta_status st = ask_piles(&o.allocator, &call, 30, NULL, &l, &lost);
        if (st) assert_int_equal(lost, 2);
        if (o.failed && l) assert_int_equal(ask_piles(&o.allocator, &call, 30, NULL, &l, &lost), TA_OK);
        if (l) assert_int_equal(lost, ta_limits_lost(box, p, 30));
        ta_limit_search_destroy(l);
        assert_int_equal(o.blocks, 0);
        assert_int_equal(o.bytes, 0);
        if (st) assert_int_equal(st, TA_ENOMEM);
        if (o.failed) continue;
        assert_true(k > 10);
        break;
    }
    ta_limits_destroy(box);
}

static void test_search_cancelled(void **unused) {
    ta_limited *box = NULL;
    ta_call call = TA_CALL_INIT;
    const int64_t p[2] = { 60, 60 };
    polled asked = { 0, 0, 0, 1e9 };
    ta_limit_search *l = NULL;
    int lost = 2;
    (void)unused;
    assert_status(TA_OK, &call, two_piles(NULL, &call, 61, &box));
    call.host = &asked;
    call.poll = stop_search;
    assert_int_equal(ask_piles(NULL, &call, 60, NULL, &l, &lost), TA_ECANCELLED);
    assert_int_equal(lost, 2);
    assert_int_equal(asked.asked, 1);
    call.poll = NULL;
    assert_status(TA_OK, &call, ask_piles(NULL, &call, 60, NULL, &l, &lost));
    assert_int_equal(lost, ta_limits_lost(box, p, 60));
    ta_limit_search_destroy(l);
    ta_limits_destroy(box);
}

/* What the search meets of a game that is not supported; limits that it does not hold. */
static void test_search_unsupported(void **unused) {
    static const int64_t up[3] = { 1, 1, 0 }, less[3] = { 1, -2, 0 };
    int64_t next[4] = { 0, 1, 2, 3 }, n = 3;
    ta_call call = TA_CALL_INIT;
    (void)unused;
    for (int below = 0; below <= 1; below++) {
        ta_limit_move move = pile_move(next, 4);
        ta_limit_search *l = NULL;
        int lost = 2;
        move.target = below ? less : up;
        assert_status(TA_OK, &call, ta_limit_search_create(NULL, &call, 1, &move, 1, 0, 0, &l));
        assert_int_equal(ta_limit_search_lost(l, &call, &n, 3, 1000, &lost), TA_EUNSUPPORTED);
        assert_non_null(strstr(call.message, below ? "leads below 0" : "not lead towards"));
        assert_int_equal(lost, 2);
        ta_limit_search_destroy(l);
    }
    next[3] = UINT32_MAX;
    ta_limit_move move = pile_move(next, 4);
    ta_limit_search *l = NULL;
    assert_int_equal(ta_limit_search_create(NULL, &call, 1, &move, 1, 0, 0, &l), TA_EUNSUPPORTED);
    assert_null(l);
    ta_limit_search_destroy(NULL);
}

/* Regression: however many k a position has, they were one step, and nobody was asked for long. */
static void test_asked_in_time(void **unused) {
    enum { SIDE = 2000 };
    static int64_t next[SIDE];
    polled p = { 1 << 20, 0, 0, 0 };
    ta_limit_move move = pile_move(next, SIDE);
    ta_limited *l = NULL;
    ta_call call = TA_CALL_INIT;
    (void)unused;
    for (int64_t k = 0; k < SIDE; k++) next[k] = 2 * SIDE - k; /* the last k alone wins */
    call.host = &p;
    call.poll = stop;
    assert_status(TA_OK, &call, pile(&call, SIDE, &move, &l));
    assert_true(p.asked >= (int64_t)SIDE * SIDE / 2 / 65536);
    ta_limits_destroy(l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_outside),   cmocka_unit_test(test_unsupported),
        cmocka_unit_test(test_too_large), cmocka_unit_test(test_memory),
        cmocka_unit_test(test_cancelled), cmocka_unit_test(test_asked_in_time),
        cmocka_unit_test(test_search_memory), cmocka_unit_test(test_search_cancelled),
        cmocka_unit_test(test_search_unsupported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
