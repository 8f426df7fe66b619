/*
** test_heap_outcome.c - outcomes, winning moves and P-positions of sums of heaps against
** play itself: every sum of Kayles heaps with up to 9 counters, searched to the end.
*/
#include "testing.h"

#include "takeaway/heap.h"

enum { MOST = 9, HEAPS = 9 };

/* A sum as a number: how many heaps of each size, in base MOST + 1. */
static long key_of(const ta_amount *heaps, size_t count) {
    long key = 0, place[MOST + 1] = { 0, 1 };
    for (int i = 2; i <= MOST; i++) place[i] = place[i - 1] * (MOST / (i - 1) + 1);
    for (size_t i = 0; i < count; i++)
        if (heaps[i] > 0) key += place[heaps[i]];
    return key;
}

static signed char memo[2000000];

/* Replace heap i by one or two heaps: the sum after a move. */
static size_t moved(const ta_amount *heaps, size_t count, size_t i, ta_amount a, ta_amount b,
                    ta_amount *to) {
    memcpy(to, heaps, count * sizeof *to);
    to[i] = a;
    to[count] = b;
    return count + 1;
}

/* Does the player to move win? By the rule of Kayles: take 1 or 2, and split what is left. */
static int wins(const ta_amount *heaps, size_t count) {
    long key = key_of(heaps, count);
    assert_true(key < (long)sizeof memo);
    if (memo[key]) return memo[key] > 0;
    int won = 0;
    for (size_t i = 0; i < count; i++)
        for (ta_amount take = 1; take <= 2 && take <= heaps[i]; take++)
            for (ta_amount a = 0; 2 * a <= heaps[i] - take; a++) {
                ta_amount to[4 * MOST], packed[4 * MOST];
                size_t n = moved(heaps, count, i, a, heaps[i] - take - a, to), k = 0;
                for (size_t j = 0; j < n; j++)
                    if (to[j]) packed[k++] = to[j];
                won |= !wins(packed, k);
            }
    memo[key] = won ? 1 : -1;
    return won;
}

typedef struct seen {
    const ta_amount *heaps;
    size_t count;
    int moves;
} seen;

static ta_status see(void *ctx, ta_call *call, size_t heap, const ta_amount *left, size_t count) {
    seen *s = ctx;
    ta_amount to[4 * MOST];
    (void)call;
    assert_true(heap < s->count && count <= 2);
    size_t n =
        moved(s->heaps, s->count, heap, count > 0 ? left[0] : 0, count > 1 ? left[1] : 0, to);
    assert_false(wins(to, n));
    s->moves++;
    return TA_OK;
}

static int winning_moves(const ta_amount *heaps, size_t count) {
    int moves = 0;
    for (size_t i = 0; i < count; i++)
        for (ta_amount take = 1; take <= 2 && take <= heaps[i]; take++)
            for (ta_amount a = 0; 2 * a <= heaps[i] - take; a++) {
                ta_amount to[4 * MOST];
                size_t n = moved(heaps, count, i, a, heaps[i] - take - a, to);
                moves += !wins(to, n);
            }
    return moves;
}

static int sums;

/* All sums of heaps of at most `largest`, `left` counters or fewer. */
static void all_sums(ta_heap *game, ta_amount *heaps, size_t count, ta_amount largest,
                     ta_amount left) {
    ta_outcome outcome;
    seen s = { heaps, count, 0 };
    sums++;
    ok(ta_heap_outcome(game, &plain, heaps, count, &outcome));
    assert_int_equal(outcome, wins(heaps, count) ? TA_N : TA_P);
    ok(ta_heap_winning_moves(game, &plain, heaps, count, see, &s));
    assert_int_equal(s.moves, winning_moves(heaps, count));
    for (ta_amount h = 1; h <= largest && h <= left && count < HEAPS; h++) {
        heaps[count] = h;
        all_sums(game, heaps, count + 1, h, left - h);
    }
}

TEST(test_sums_are_played_out) {
    ta_amount heaps[HEAPS + 1];
    ta_heap *game;
    ok(ta_heap_octal(NULL, &plain, "0.77", 4, NULL, &game));
    all_sums(game, heaps, 0, MOST, MOST);
    assert_int_equal(sums, 1 + 1 + 2 + 3 + 5 + 7 + 11 + 15 + 22 + 30); /* partitions of 0..9 */
    ta_heap_destroy(game);
}

typedef struct sizes {
    ta_amount last;
    int count, most;
} sizes;

static ta_status add_size(void *ctx, ta_call *call, ta_amount n) {
    sizes *s = ctx;
    (void)call;
    assert_true(n > s->last);
    s->last = n;
    return ++s->count < s->most ? TA_OK : TA_ECANCELLED;
}

TEST(test_p_positions_are_those_of_value_0) {
    static const char *const codes[] = { "0.77", "0.137", "0.3", "0.07", "4.7" };
    int proved = 0;
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        ta_heap *game;
        ta_amount value;
        sizes s = { -1, 0, 1000000 };
        int expected = 0;
        ok(ta_heap_octal(NULL, &plain, codes[i], strlen(codes[i]), NULL, &game));
        for (ta_amount n = 0; n <= 500; n++) {
            ok(ta_heap_nim_value(game, &plain, n, &value));
            expected += value == 0;
        }
        ok(ta_heap_p_positions(game, &plain, 500, add_size, &s));
        assert_int_equal(s.count, expected);
        s = (sizes){ -1, 0, 1 }; /* a visitor's status is passed through */
        assert_int_equal(ta_heap_p_positions(game, &plain, 500, add_size, &s), TA_ECANCELLED);
        assert_int_equal(s.count, 1);
        ta_period period;
        if (!ta_heap_periodicity(game, &plain, 600, &period) &&
            period.proved) { /* from its zeros */
            for (ta_amount n = 501; n <= 5000; n++) {
                ok(ta_heap_nim_value(game, &plain, n, &value));
                expected += value == 0;
            }
            s = (sizes){ -1, 0, 1000000 };
            ok(ta_heap_p_positions(game, &plain, 5000, add_size, &s));
            assert_int_equal(s.count, expected);
            s = (sizes){ -1, 0, 100000 }; /* however far: at once, where none comes again */
            ta_status st = ta_heap_p_positions(game, &plain, TA_MAX, add_size, &s);
            assert_int_equal(st, s.count == 100000 ? TA_ECANCELLED : TA_OK);
            proved++;
        }
        ta_heap_destroy(game);
    }
    assert_true(proved >= 3);
}

static ta_status count_move(void *ctx, ta_call *call, size_t heap, const ta_amount *left,
                            size_t count) {
    (void)call, (void)heap, (void)left, (void)count;
    ++*(int *)ctx;
    return TA_OK;
}

TEST(test_every_failing_allocation) {
    const ta_amount heaps[] = { 3, 7, 9 };
    for (long k = 0;; k++) {
        oom o;
        ta_heap *game = NULL;
        ta_outcome outcome = TA_P;
        int moves = 0;
        sizes p = { -1, 0, 1000000 };
        oom_start(&o, k, 0);
        ta_status status = ta_heap_octal(&o.allocator, &plain, "0.77", 4, NULL, &game);
        if (!status) status = ta_heap_outcome(game, &plain, heaps, 3, &outcome);
        if (!status) status = ta_heap_winning_moves(game, &plain, heaps, 3, count_move, &moves);
        if (!status) status = ta_heap_p_positions(game, &plain, 300, add_size, &p);
        ta_heap_destroy(game);
        assert_int_equal(o.blocks, 0);
        assert_int_equal(status, o.failed ? TA_ENOMEM : TA_OK);
        if (!o.failed) break;
    }
}

RUN_TESTS
