/*
** test_euclid.c - Euclid against its rules: every position to 200, and random ones to 2^62 by the
** required form of the options.
*/
#include "testing.h"

#include "takeaway/euclid.h"

enum { SIDE = 200 };

static int values[SIDE + 1][SIDE + 1], lost[2][SIDE + 1][SIDE + 1]; /* [misere] */

/* Every winning move is there, and nothing else. */
static void check_moves(int misere, int a, int b) {
    ta_euclid_move moves[2];
    int count = ta_euclid_winning_moves(misere, a, b, moves), met = 0;
    for (int number = 1; number <= 2; number++) {
        int from = number == 1 ? a : b, other = number == 1 ? b : a;
        for (int k = other; other > 0 && k <= from; k += other)
            if (number == 1 ? lost[misere][a - k][b] : lost[misere][a][b - k]) {
                assert_true(met < count && moves[met].number == number);
                assert_int_equal(moves[met++].take, k);
            }
    }
    assert_int_equal(met, count);
}

/* By the rules, from smaller positions; in misere play a player who cannot move wins. */
TEST(test_all_to_200) {
    for (int a = 0; a <= SIDE; a++)
        for (int b = 0; b <= SIDE; b++) {
            unsigned char seen[SIDE + 2] = { 0 };
            int value = 0, wins = a == 0 || b == 0;
            for (int k = b; b > 0 && k <= a; k += b)
                seen[values[a - k][b]] = 1, wins |= lost[1][a - k][b];
            for (int k = a; a > 0 && k <= b; k += a)
                seen[values[a][b - k]] = 1, wins |= lost[1][a][b - k];
            while (a > 0 && b > 0 && seen[value]) value++;
            values[a][b] = value;
            lost[0][a][b] = value == 0;
            lost[1][a][b] = !wins;
            assert_int_equal(ta_euclid_nim_value(a, b), value);
            for (int misere = 0; misere <= 1; misere++) {
                assert_int_equal(ta_euclid_outcome(misere, a, b), lost[misere][a][b] ? TA_P : TA_N);
                check_moves(misere, a, b);
            }
        }
}

/* A large random position, often close to the golden ratio: Fibonacci numbers and their
** neighbours. */
static void draw(rng *r, ta_amount *a, ta_amount *b) {
    *a = rng_between(r, 1, TA_MAX >> rng_between(r, 0, 61));
    *b = rng_between(r, 1, TA_MAX >> rng_between(r, 0, 61));
    if (rng_between(r, 0, 1)) return;
    ta_amount f[2] = { 1, rng_between(r, 2, 9) };
    while (f[0] + f[1] < TA_MAX >> 1 && rng_between(r, 0, 60)) {
        ta_amount next = f[0] + f[1];
        f[0] = f[1];
        f[1] = next;
    }
    *a = f[1] + rng_between(r, -1, 1);
    *b = f[0];
}

/*
** Large positions: an outcome is N iff the value is not 0, and a winning move leaves a value of 0. The value is the
** mex of the options' values. For a >= b these values are at most q: the option that leaves k b + r has the value k
** or k - 1.
*/
TEST(test_large) {
    rng r = rng_start(11);
    for (int i = 0; i < (short_run() ? 2000 : 100000); i++) {
        ta_amount a, b;
        draw(&r, &a, &b);
        ta_amount value = ta_euclid_nim_value(a, b);
        assert_int_equal(value, ta_euclid_nim_value(b, a));
        assert_int_equal(ta_euclid_outcome(0, a, b), value ? TA_N : TA_P);
        for (int misere = 0; misere <= 1; misere++) {
            ta_euclid_move moves[2];
            int count = ta_euclid_winning_moves(misere, a, b, moves);
            assert_int_equal(count > 0, ta_euclid_outcome(misere, a, b) == TA_N);
            for (int j = 0; j < count; j++) {
                int first = moves[j].number == 1;
                ta_amount left = (first ? a : b) - moves[j].take, other = first ? b : a;
                assert_true(left >= 0 && moves[j].take % other == 0);
                assert_int_equal(ta_euclid_outcome(misere, left, other), TA_P);
            }
        }
        ta_amount large = a < b ? b : a, small = a < b ? a : b;
        if (large / small > 1000) continue;
        unsigned char seen[1002] = { 0 };
        for (ta_amount left = large - small; left >= 0; left -= small) {
            ta_amount option = ta_euclid_nim_value(left, small);
            if (option < 1002) seen[option] = 1;
        }
        ta_amount mex = 0;
        while (seen[mex]) mex++;
        assert_int_equal(value, mex);
    }
}

RUN_TESTS
