/*
** test_quotient.c - misere quotients against the definition: outcomes of sums by search, elements distinguished
** by products; periods; false input; refusals; failures. spec/family/quotient_spec.lua tests the moves
** that win, and spec/golden/published.tsv has published orders.
*/
#include "plain.h"

#include "heaps.h"
#include "quotient/quotient_int.h"

OWNS(ta_quotient, ta_quotient_destroy)

static ta_quotient *quotient_of(ta_heap *game, ta_amount to) {
    ta_quotient *q = NULL;
    ta_quotient_settings o = { 0, 0, to < 0, 0 };
    ta_amount last = to < 0 ? TA_QUOTIENT_HEAPS_MOST : to;
    ok(ta_quotient_create(NULL, &plain, game, last, &o, &q));
    return q;
}

/* ---- By definition ---- */

/* All sums of at most `left` heaps of at most `largest`: outcomes as by search. */
static int outcomes(ta_heap *game, const ta_quotient *q, ta_amount *heaps, size_t count,
                    ta_amount largest, int left) {
    ta_amount value;
    size_t x;
    int sums = 1;
    ok(ta_heap_misere_nim_value(game, &plain, heaps, count, &value));
    ok(ta_quotient_element(q, &plain, heaps, count, &x));
    assert_int_equal(ta_quotient_is_p(q, x), value == 0);
    for (ta_amount h = 1; h <= largest && left > 0; h++) {
        heaps[count] = h;
        sums += outcomes(game, q, heaps, count + 1, h, left - 1);
    }
    return sums;
}

/* A commutative monoid of which 0 is 1, each element the class of its position, each two of them told
** apart: the quotient cannot be smaller. */
static void is_reduced(const ta_quotient *q) {
    size_t order = ta_quotient_order(q);
    for (size_t x = 0; x < order; x++) {
        size_t count, y;
        ta_amount heaps[64];
        const uint16_t *at = ta_quotient_position(q, x, &count);
        for (size_t i = 0; i < count; i++) heaps[i] = at[i];
        ok(ta_quotient_element(q, &plain, heaps, count, &y));
        assert_int_equal(x, y);
        assert_int_equal(ta_quotient_product(q, x, 0), x);
        for (y = 0; y < order; y++) {
            size_t xy = ta_quotient_product(q, x, y), told = x == y;
            assert_int_equal(xy, ta_quotient_product(q, y, x));
            for (size_t z = 0; z < order; z++) {
                size_t yz = ta_quotient_product(q, y, z);
                assert_int_equal(ta_quotient_product(q, xy, z), ta_quotient_product(q, x, yz));
                told |=
                    ta_quotient_is_p(q, yz) != ta_quotient_is_p(q, ta_quotient_product(q, x, z));
            }
            assert_true(told);
        }
    }
}

TEST(test_sums_are_decided) {
    static const struct {
        const char *code;
        ta_amount to;
        int heaps;
    } games[] = { { "0.77", 12, 4 }, { "0.123", 12, 4 }, { "0.75", 9, 4 },  { "4.3", 8, 5 },
                  { "0.15", 14, 3 }, { "0.07", 12, 3 },  { "0.07", 22, 2 }, { "0.26", 8, 4 },
                  { "0.71", 11, 4 }, { "0.8", 10, 4 },   { "0.3F", 8, 4 },  { "0.[3]", 8, 4 },
                  { "0.1", 3, 4 },   { "0.00", 9, 3 },   { "4.7", 7, 4 },   { "0.644", 10, 3 } };
    for (size_t i = 0; i < COUNT(games); i += short_run() ? 3 : 1) {
        ta_amount heaps[16];
        OWN(ta_heap) *game = heap_of(games[i].code);
        OWN(ta_quotient) *q = quotient_of(game, games[i].to);
        assert_true(outcomes(game, q, heaps, 0, games[i].to, games[i].heaps) > 10);
        is_reduced(q);
    }
}

TEST(test_random_games) {
    rng r = rng_start(20260101);
    for (int round = 0; round < 24; round++) {
        ta_amount heaps[16], to = rng_between(&r, 6, 10);
        char code[16];
        int digit[4]; /* drawn one after the other: the order of arguments is the compiler's */
        OWN(ta_heap) *game = NULL;
        if (round % 3 == 0) {
            ta_amount set[4];
            for (int i = 0; i < 4; i++) set[i] = rng_between(&r, 1, 9);
            ok(ta_heap_subtraction(NULL, &plain, set, 4, round % 2, NULL, &game));
        } else {
            for (int i = 3; i >= 0; i--) digit[i] = (int)rng_between(&r, 0, i ? 7 : 3);
            snprintf(code, sizeof code, "%d.%d%d%d", digit[0] ? 0 : 4, digit[1], digit[2],
                     digit[3]);
            game = heap_of(code);
        }
        OWN(ta_quotient) *q = quotient_of(game, to);
        outcomes(game, q, heaps, 0, to, 3);
        if (ta_quotient_order(q) <= 100) is_reduced(q);
    }
}

/* ---- Periods ---- */

TEST(test_periods_go_on) {
    static const char *const codes[] = { "0.77", "0.123", "0.71", "0.03", "4.3", "0.3", "0.33" };
    for (size_t i = short_run(); i < COUNT(codes); i++) {
        OWN(ta_heap) *game = heap_of(codes[i]);
        OWN(ta_quotient) *all = quotient_of(game, -1), *more = NULL;
        ta_period p;
        assert_true(ta_quotient_period(all, &p));
        assert_int_equal(p.heaps, ta_quotient_heaps(all));
        more = quotient_of(game, 2 * p.heaps);
        assert_int_equal(ta_quotient_order(more), ta_quotient_order(all));
        for (ta_amount n = 0; n <= 2 * p.heaps; n++) {
            size_t x, y;
            ok(ta_quotient_element(all, &plain, &n, 1, &x));
            ok(ta_quotient_element(more, &plain, &n, 1, &y));
            assert_int_equal(x, y);
        }
    }
}

/* With k digits 0...04 the first heap that has moves is k + 2, with 0...08 it is k + 3, with 0...01 it is
** k: to prove a period by fewer heaps would be wrong. */
TEST(test_less_is_not_enough) {
    for (int k = 1; k <= 8; k++)
        for (int parts = 0; parts <= 3; parts++) {
            char code[16] = "0.00000000";
            if (parts == 1) continue;
            code[k + 1] = parts == 0 ? '1' : parts == 2 ? '4' : '8';
            code[k + 2] = '\0';
            OWN(ta_heap) *game = heap_of(code);
            OWN(ta_quotient) *q = NULL;
            ta_quotient_settings until = { 0, 0, 1, 0 }, stop = { 0, 0, 0, 1 };
            refused(TA_ELIMIT, "which has 2 elements",
                    ta_quotient_create(NULL, &plain, game, k + parts, &until, &q));
            assert_status(TA_OK, &plain, /* none is proved, and none is required */
                          ta_quotient_create(NULL, &plain, game, k + parts, &stop, &q));
            ta_period period;
            assert_int_equal(ta_quotient_heaps(q), k + parts);
            assert_false(ta_quotient_period(q, &period));
        }
}

/* ---- Verifying ---- */

/* A quotient with one thing changed is refused, with the lightest position where it is wrong. */
TEST(test_what_is_wrong_is_found) {
    OWN(ta_heap) *heap = heap_of("0.77");
    OWN(ta_quotient) *q = quotient_of(heap, 12);
    size_t order = ta_quotient_order(q);
    uint64_t work = 0;
    q_game g = { .allocator = *ta_allocator_or_default(NULL),
                 .text = "kayles",
                 .heaps = 12,
                 .heap = 12,
                 .work = &work,
                 .work_most = UINT64_MAX,
                 .settings = { 1000, 1000000, 0, 0 } };
    g.first = calloc(14, sizeof *g.first);
    g.weight = calloc(13, sizeof *g.weight);
    q_monoid m;
    ok(q_monoid_make(&g.allocator, &plain, &m, order, 12));
    for (ta_amount n = 0; n <= 12; n++) {
        size_t x;
        ok(ta_quotient_element(q, &plain, &n, 1, &x));
        m.of[n] = (uint16_t)x;
    }
    for (size_t x = 0; x < order; x++) {
        m.p[x] = (uint8_t)ta_quotient_is_p(q, x);
        for (size_t y = 0; y < order; y++)
            m.product[x * order + y] = (uint16_t)ta_quotient_product(q, x, y);
    }
    g.known = m;
    for (size_t h = 0; h <= 12; h++) ok(q_read_heap(&g, &plain, heap, h));
    q_words word = { 0 };
    uint64_t weight;
    int right;
    ok(q_verify(&g, &plain, &m, UINT64_MAX, &right, &word, &weight));
    assert_true(right);
    for (size_t x = 1; x < order; x++) { /* the lightest position of x is where P is wrong first */
        size_t count;
        const uint16_t *at = ta_quotient_position(q, x, &count);
        m.p[x] = !m.p[x];
        ok(q_verify(&g, &plain, &m, UINT64_MAX, &right, &word, &weight));
        assert_false(right);
        assert_int_equal(weight, q_weight(&g, (q_word){ at, count }));
        ok(q_verify(&g, &plain, &m, weight, &right, &word, &weight));
        assert_true(right); /* below it all is right */
        m.p[x] = !m.p[x];
    }
    for (size_t n = 1; n <= 12; n++) { /* another element for a heap */
        uint16_t was = m.of[n];
        if (!g.weight[n]) continue; /* no letter: it is in no word */
        m.of[n] = (uint16_t)((was + 1) % order);
        ok(q_verify(&g, &plain, &m, UINT64_MAX, &right, &word, &weight));
        assert_false(right);
        m.of[n] = was;
    }
    q_words_clear(&g.allocator, &word);
    q_words_clear(&g.allocator, &g.form);
    q_words_clear(&g.allocator, &g.option);
    q_monoid_clear(&g.allocator, &m);
    free(g.first);
    free(g.weight);
}

/* ---- Winning moves; spec/family/quotient_spec.lua has which they are ---- */

static ta_status count_move(void *ctx, ta_call *call, size_t heap, const ta_amount *left,
                            size_t count) {
    ++*(int *)ctx;
    return TA_OK;
}

TEST(test_moves_win) {
    OWN(ta_heap) *game = heap_of("0.77");
    OWN(ta_quotient) *q = quotient_of(game, -1);
    for (ta_amount n = 0; n <= 170; n += 10) {
        const ta_amount heaps[] = { n, 5 };
        int moves = 0;
        size_t x;
        ok(ta_quotient_element(q, &plain, heaps, 2, &x));
        ok(ta_quotient_winning_moves(q, &plain, game, heaps, 2, count_move, &moves));
        assert_int_equal(moves == 0, ta_quotient_is_p(q, x));
    }
}

/* ---- Refusals ---- */

TEST(test_refusals) {
    ta_quotient *q = NULL;
    OWN(ta_heap) *game = heap_of("0.77"), *rule = heap_of("kayles");
    const ta_amount far = 13, bad = -1;
    ta_period period;
    size_t x = 99;
    refused(TA_EINVAL, "", ta_quotient_create(NULL, &plain, game, -1, NULL, &q));
    refused(TA_EINVAL, "", ta_quotient_create(NULL, &plain, game, 4096, NULL, &q));
    ta_quotient_settings few = { 23, 0, 0, 0 }, some = { 0, 30, 0, 0 };
    ta_quotient_settings until = { 0, 0, 1, 0 }, shorter = { 0, 0, 0, 1 };
    refused(TA_ELIMIT, "more than elements = 23; that of heaps to 11 has 18",
            ta_quotient_create(NULL, &plain, game, 12, &few, &q));
    ok(ta_quotient_create(NULL, &plain, game, 400, &until, &q));
    ta_amount proving = ta_quotient_heaps(q);
    ta_quotient_destroy(q);
    ok(ta_quotient_create(NULL, &plain, game, 400, &shorter, &q));
    assert_true(ta_quotient_heaps(q) == proving && ta_quotient_period(q, &period));
    ta_quotient_destroy(q);
    few.elements = 24;
    ok(ta_quotient_create(NULL, &plain, game, 12, &few, &q));
    refused(TA_ELIMIT, "", ta_quotient_element(q, &plain, &far, 1, &x));
    refused(TA_EINVAL, "", ta_quotient_element(q, &plain, &bad, 1, &x));
    assert_int_equal(x, 99);
    ta_quotient_destroy(q);
    q = NULL;
    refused(TA_ELIMIT, "more than positions = 30",
            ta_quotient_create(NULL, &plain, game, 12, &some, &q));
    refused(TA_ELIMIT, "no period is proved by the misere quotient of heaps to 40",
            ta_quotient_create(NULL, &plain, game, 40, &until, &q));
    refused(TA_EUNSUPPORTED, "", ta_quotient_create(NULL, &plain, rule, 40, &until, &q));
    ok(ta_quotient_create(NULL, &plain, rule, 12, NULL, &q));
    assert_int_equal(ta_quotient_order(q), 24);
    assert_false(ta_quotient_period(q, &period)); /* no theorem proves it */
    ta_quotient_destroy(q);
    q = NULL;
    polled p;
    polled_start(&p, 0);
    assert_int_equal(ta_quotient_create(NULL, &p.call, game, 200, NULL, &q), TA_ECANCELLED);
    assert_null(q);
    assert_non_null(strstr(p.call.message, "cancelled; octal 0.77: the misere quotient of heaps to "));
    OWN(ta_heap) *infinite = heap_of("0.31011"); /* of heaps to 6, as far as is known */
    ta_quotient_settings little = { 0, 40000, 1, 0 };
    refused(TA_ELIMIT, "elements, after all the work that positions = 40000 allow",
            ta_quotient_create(NULL, &plain, infinite, 400, &little, &q));
}

TEST(test_every_failing_allocation) {
    OWN(ta_heap) *game = heap_of("0.77");
    EACH_REFUSAL(o, 1) {
        ta_quotient *q = NULL;
        ta_status s = ta_quotient_create(&o.allocator, &plain, game, 5, NULL, &q);
        if (!s) ta_quotient_destroy(q);
        assert_int_equal(s, oom_status(&o));
    }
    ta_quotient_destroy(NULL);
}

RUN_TESTS
