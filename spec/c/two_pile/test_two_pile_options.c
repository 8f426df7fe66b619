/*
** test_two_pile_options.c - the options of two-pile positions against the rule of play, and
** outcomes against them: a position is N exactly when some option is won by who made it.
*/
#include "testing.h"

#include "takeaway/two_pile.h"

enum { M = 11 };

typedef struct visits {
    ta_two_pile *game;
    ta_amount p, q, x, last_take, most;
    int last_pile, count, misere, winning;
} visits;

static const ta_amount f_list[] = { 2, 1, 5, 3, 3, 9, 1, 2, 7, 4, 6, 5 };

static ta_status see(void *ctx, ta_call *call, ta_amount p, ta_amount q, ta_amount x) {
    visits *v = ctx;
    ta_amount take = v->p - p + v->q - q;
    int pile = p < v->p ? 1 : 2;
    assert_true(take >= 1 && take <= v->x && (p == v->p || q == v->q) && p >= 0 && q >= 0);
    assert_int_equal(x, f_list[take - 1]);
    assert_true(take > v->last_take || (take == v->last_take && pile > v->last_pile));
    v->last_take = take;
    v->last_pile = pile;
    v->count++;
    ta_outcome outcome;
    /* Who empties a pile has won in normal play, and lost in misere: the position after is P
    ** or N for the player who would move. */
    ta_status s = ta_two_pile_outcome(v->game, call, p, q, x, &outcome);
    if (!s && outcome == TA_P) v->winning = 1;
    return s ? s : v->count >= v->most ? TA_ECANCELLED : TA_OK;
}

TEST(test_options_are_the_rule) {
    const ta_amount most = (ta_amount)1 << 62;
    assert_int_equal(ta_two_pile_option_count(most, most, most), TA_INF);
    assert_int_equal(ta_two_pile_option_count(most / 2, most, most / 2), most);
    ta_movefn *rest = NULL, *f;
    ok(ta_movefn_linear(NULL, &plain, 0, 1, 1, &rest));
    ok(ta_movefn_list(NULL, &plain, f_list, 12, rest, &f));
    for (int misere = 0; misere < 2; misere++) {
        ta_two_pile_settings settings = { .misere = misere };
        ta_two_pile *game;
        ok(ta_two_pile_create(NULL, &plain, f, &settings, &game));
        for (ta_amount p = 0; p <= M; p++)
            for (ta_amount q = 0; q <= M; q++)
                for (ta_amount x = p && q; x <= M + 1; x++) {
                    visits v = {
                        .game = game, .p = p, .q = q, .x = x > M ? TA_INF : x, .most = 1000
                    };
                    ta_outcome outcome;
                    int expected = 0;
                    for (ta_amount k = 1; k <= v.x && k <= M && p && q; k++)
                        expected += (k <= p) + (k <= q);
                    ok(ta_two_pile_options(game, &plain, p, q, v.x, see, &v));
                    assert_int_equal(v.count, expected);
                    assert_int_equal(ta_two_pile_option_count(p, q, v.x), expected);
                    ok(ta_two_pile_outcome(game, &plain, p, q, v.x, &outcome));
                    if (p && q) assert_int_equal(outcome, v.winning ? TA_N : TA_P);
                }
        visits v = { .game = game, .p = 5, .q = 6, .x = 4, .most = 3 };
        refused(TA_ECANCELLED, "", ta_two_pile_options(game, &plain, 5, 6, 4, see, &v));
        assert_int_equal(v.count, 3);
        refused(TA_EINVAL, "", ta_two_pile_options(game, &plain, 5, 6, 0, see, &v));
        ta_two_pile_destroy(game);
    }
    ta_movefn_destroy(f);
    ta_movefn_destroy(rest);
}

TEST(test_every_failing_allocation) {
    EACH_REFUSAL(o, 1) {
        ta_movefn *rest = NULL, *f = NULL;
        ta_two_pile *game = NULL;
        ta_status s = ta_movefn_linear(&o.allocator, &plain, 0, 1, 1, &rest);
        if (!s) s = ta_movefn_list(&o.allocator, &plain, f_list, 12, rest, &f);
        if (!s) s = ta_two_pile_create(&o.allocator, &plain, f, NULL, &game);
        visits v = { .game = game, .p = 9, .q = 8, .x = 7, .most = 1000 };
        if (!s) s = ta_two_pile_options(game, &plain, 9, 8, 7, see, &v);
        ta_two_pile_destroy(game);
        ta_movefn_destroy(f);
        ta_movefn_destroy(rest);
        assert_int_equal(s, oom_status(&o));
    }
}

/* Polls at every step; the first `left` of them go on. */
static ta_status stop(ta_call *call, double done, double total) {
    call->ticks = 65535;
    return --*(int *)call->host < 0 ? TA_ECANCELLED : TA_OK;
}

/* A walk over winning moves that is stopped and asked again names all of them. */
TEST(test_stopped_walks_go_on) {
    enum { MOST = 80 };
    ta_movefn *rest, *f;
    ta_two_pile *game;
    ta_two_pile_moves *walk;
    ta_two_pile_move all[MOST], moves[MOST];
    size_t expected, count;
    ok(ta_movefn_linear(NULL, &plain, 0, 1, 1, &rest));
    ok(ta_movefn_list(NULL, &plain, f_list, 12, rest, &f));
    ok(ta_two_pile_create(NULL, &plain, f, NULL, &game));
    ok(ta_two_pile_moves_create(game, &plain, 30, 40, 30, &walk));
    ok(ta_two_pile_moves_next(walk, &plain, all, MOST, &expected));
    ta_two_pile_moves_destroy(walk);
    assert_true(expected > 10);
    int stops = 0;
    for (ta_status s = TA_ECANCELLED; s; stops++) {
        int left = stops;
        ta_call call = { &left, stop, 65535, "", 0 };
        ok(ta_two_pile_moves_create(game, &plain, 30, 40, 30, &walk));
        s = ta_two_pile_moves_next(walk, &call, moves, MOST, &count);
        if (s) {
            assert_int_equal(s, TA_ECANCELLED);
            ok(ta_two_pile_moves_next(walk, &plain, moves, MOST, &count));
        }
        assert_int_equal(count, expected);
        for (size_t i = 0; i < count; i++)
            assert_true(moves[i].take == all[i].take && moves[i].pile == all[i].pile);
        ta_two_pile_moves_destroy(walk);
    }
    assert_true(stops > 30);
    ta_two_pile_destroy(game);
    ta_movefn_destroy(f);
    ta_movefn_destroy(rest);
}

RUN_TESTS
