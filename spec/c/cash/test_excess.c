/*
** test_excess.c - one position by its excess: against the cube by definition, the values against their
** recurrence made one by one, large numbers against a proved closed form, and every way to fail.
*/
#include "testing.h"

#include "cash/excess.h"
#include "cash/game.h"

static unsigned seed_of(unsigned usual) {
    unsigned seed = getenv("SEED") ? (unsigned)atoi(getenv("SEED")) : usual;
    print_message("seed %u\n", seed);
    srand(seed);
    return seed;
}

/* Members 1..most, at most 8 different ones, ascending. */
static size_t random_set(int32_t a[8], int most) {
    size_t count = 0, draws = 1 + (size_t)(rand() % 8);
    for (size_t i = 0; i < draws; i++) {
        int32_t member = 1 + rand() % most;
        size_t j = 0;
        while (j < count && a[j] != member) j++;
        if (j == count) a[count++] = member;
    }
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++)
            if (a[j] < a[i]) {
                int32_t x = a[i];
                a[i] = a[j];
                a[j] = x;
            }
    return count;
}

enum { N = 30 };
static uint8_t cube[N + 1][N + 1][N + 1];

/* (n; d, e) for all n, d, e <= N, by the rules. */
TEST(test_definition) {
    seed_of(31);
    for (int round = 0; round < 60; round++) {
        int32_t a[8];
        size_t count = random_set(a, round % 3 ? 9 : 35);
        ta_cash *g;
        ta_amount members[8];
        for (size_t j = 0; j < count; j++) members[j] = a[j];
        ok(ta_cash_create(NULL, &plain, members, count, 1, 0, &g));
        for (int n = 0; n <= N; n++)
            for (int d = 0; d <= N; d++)
                for (int e = 0; e <= N; e++) {
                    ta_amount won[TA_CASH_MEMBERS];
                    size_t moves = 0, found;
                    int first;
                    cube[n][d][e] = 0;
                    for (size_t j = 0; j < count; j++)
                        if (a[j] <= n && a[j] <= d && !cube[n - a[j]][e][d - a[j]]) {
                            cube[n][d][e] = 1;
                            moves++;
                        }
                    ok(ta_cash_winner(g, &plain, n, d, e, &first));
                    assert_int_equal(first, cube[n][d][e]);
                    ok(ta_cash_moves(g, &plain, n, d, e, won, &found));
                    assert_int_equal(found, moves);
                    for (size_t j = 0; j < found; j++)
                        assert_false(cube[n - won[j]][e][d - won[j]]);
                }
        for (int n = 0; n <= N; n++)
            for (int y = 0; y <= N; y++) {
                ta_amount least, beaten, d = 0, e = 0;
                while (d <= N && !cube[n][d][y]) d++;
                while (e <= N && cube[n][y][e]) e++;
                ok(ta_cash_least(g, &plain, n, y, &least));
                assert_int_equal(least, d > N ? TA_INF : d);
                ok(ta_cash_beaten(g, &plain, n, y, &beaten));
                assert_int_equal(beaten, e > N ? TA_INF : e);
            }
        ta_cash_destroy(g);
    }
}

/* T_m, one by one. */
static void one_by_one(const int32_t *a, size_t count, int m, int x, uint64_t *t) {
    for (int y = 0; y <= x; y++) {
        uint64_t most = 0;
        for (size_t j = 0; j < count && a[j] <= y; j++)
            if (t[y - a[j]] > most) most = t[y - a[j]];
        t[y] = (uint64_t)(y + m) + 1 - most;
    }
}

static cash_excess excess_of(const ta_allocator *alloc, const int32_t *a, size_t count) {
    return (cash_excess){ .alloc = *alloc, .a = a, .count = count, .most = CASH_EXCESS_STEPS };
}

static void *grant(void *ctx, void *block, size_t old, size_t size) {
    (void)old;
    if (size) return realloc(block, size);
    free(block);
    return NULL;
}
static const ta_allocator usual = { grant, NULL };

/* Whole periods left out, or not: for every m to 40 and larger ones, at all x that matter. */
TEST(test_periods) {
    seed_of(32);
    enum { X = 30000 };
    uint64_t *t = malloc((X + 1) * sizeof *t);
    for (int round = 0; round < (getenv("TAKEAWAY_SHORT") ? 40 : 400); round++) {
        int32_t a[8];
        size_t count = random_set(a, round % 4 == 0 ? 300 : round % 4 == 1 ? 40 : 15);
        cash_excess s = excess_of(&usual, a, count);
        int m = round < 41 ? round : rand() % (round % 2 ? 300 : 12000);
        one_by_one(a, count, m, X, t);
        for (int i = 0; i < 60; i++) {
            int x = i == 0 ? X : rand() % (i % 2 ? X : 3 * m + 400) % X;
            ok(cash_excess_make(&s, &plain, m, x));
            for (int back = 0; back <= x && back <= a[count - 1]; back++)
                assert_int_equal(cash_excess_least(&s, back), t[x - back]);
        }
        cash_excess_clear(&s);
    }
    free(t);
}

/* {1, L}: Theorem 5.7 is proved for all n. */
TEST(test_large) {
    seed_of(33);
    for (ta_amount even = 2; even <= 16; even += 2) {
        ta_amount a[] = { 1, even };
        ta_cash_theorem theorem;
        ta_cash *g;
        ok(ta_cash_create(NULL, &plain, a, 2, 0, 0, &g));
        ok(ta_cash_closed_form(g, &plain, &theorem, NULL));
        assert_true(theorem.proved);
        for (int i = 0; i < 2000; i++) {
            ta_amount n = ((ta_amount)rand() << 31 | rand()) >> rand() % 50, d, e, least;
            e = (ta_amount)((double)n * (rand() % 1001) / 1000);
            if (i == 0) n = TA_MAX, e = n / 2 + 1;
            ok(ta_cash_least(g, &plain, n, e, &least));
            for (d = least == TA_INF ? n : least; d >= 0 && d + 1 >= least; d--) {
                int first, closed;
                ok(ta_cash_winner(g, &plain, n, d, e, &first));
                ok(ta_cash_closed_winner(g, &plain, n, d, e, &closed));
                assert_int_equal(first, d >= least);
                assert_int_equal(closed, first);
                if (least == TA_INF) break;
            }
        }
        /* purses without end, and the largest numbers that there are: plain Nim with {1, L} */
        const ta_amount most = TA_MAX, rest = most % (even + 1);
        int first;
        ok(ta_cash_winner(g, &plain, most, TA_INF, TA_INF, &first));
        assert_int_equal(first, rest % 2 != 0 || rest == even);
        ta_cash_destroy(g);
    }
}

/* ---- Ways to fail ---- */

typedef struct fault {
    long left, blocks;
} fault;

static void *failing(void *ctx, void *block, size_t old, size_t size) {
    fault *f = ctx;
    (void)old;
    if (size == 0) {
        if (block) f->blocks--;
        free(block);
        return NULL;
    }
    if (f->left-- <= 0) return NULL;
    void *fresh = realloc(block, size);
    if (fresh && !block) f->blocks++;
    return fresh;
}

static ta_status stop_at(ta_call *call, double done, double total) {
    long *left = call->host;
    assert_true(done <= total + 1);
    return (*left)-- <= 0 ? TA_ECANCELLED : TA_OK;
}

static const int32_t wide[] = { 65521, 70001 };
static const ta_amount FAR = 3000000;

static uint64_t asked_again(cash_excess *s) {
    ok(cash_excess_make(s, &plain, 7, FAR));
    return cash_excess_least(s, 0);
}

TEST(test_faults) {
    cash_excess whole = excess_of(&usual, wide, 2);
    uint64_t answer = asked_again(&whole);
    cash_excess_clear(&whole);
    long refused = 0, stopped = 0;
    for (ta_status st = TA_ENOMEM; st; refused++) {
        fault f = { refused, 0 };
        ta_allocator alloc = { failing, &f };
        cash_excess s = excess_of(&alloc, wide, 2);
        ta_call call = TA_CALL_INIT;
        st = cash_excess_make(&s, &call, 7, FAR);
        assert_true(st == TA_OK || st == TA_ENOMEM);
        f.left = 1000;
        assert_int_equal(asked_again(&s), answer);
        cash_excess_clear(&s);
        assert_int_equal(f.blocks, 0);
    }
    for (ta_status st = TA_ECANCELLED; st; stopped++) {
        long left = stopped;
        cash_excess s = excess_of(&usual, wide, 2);
        ta_call call = TA_CALL_INIT;
        call.poll = stop_at;
        call.host = &left;
        st = cash_excess_make(&s, &call, 7, FAR);
        assert_true(st == TA_OK || st == TA_ECANCELLED);
        assert_int_equal(asked_again(&s), answer);
        cash_excess_clear(&s);
    }
    assert_true(refused > 5);
    assert_true(stopped > 3);
}

/* Few steps: then what a rich or a poor purse decides is answered, and nothing else. */
TEST(test_theory) {
    seed_of(34);
    long decided = 0, open = 0;
    for (int round = 0; round < 40; round++) {
        int32_t a[8];
        size_t count = random_set(a, 12);
        ta_amount members[8];
        ta_cash *exact, *few;
        for (size_t j = 0; j < count; j++) members[j] = a[j];
        ok(ta_cash_create(NULL, &plain, members, count, 0, 0, &exact));
        ok(ta_cash_create(NULL, &plain, members, count, 1, 0, &few));
        few->excess.most = 10;
        for (int i = 0; i < 500; i++) {
            ta_amount n = rand() % 200, d = rand() % (n + 2), e = rand() % (n + 2), won[2][64];
            int first[2];
            size_t found[2];
            ta_cash_class c;
            ok(ta_cash_winner(exact, &plain, n, d, e, &first[0]));
            ok(ta_cash_classify(exact, &plain, n, d, e, &c));
            ta_status s = ta_cash_winner(few, &plain, n, d, e, &first[1]);
            if (s) {
                assert_int_equal(s, TA_ELIMIT);
                assert_non_null(strstr(plain.message, "known to be rich or poor"));
                assert_true(c.critical);
                open++;
            } else {
                assert_int_equal(first[1], first[0]);
                decided++;
            }
            ok(ta_cash_moves(exact, &plain, n, d, e, won[0], &found[0]));
            s = ta_cash_moves(few, &plain, n, d, e, won[1], &found[1]);
            assert_true(s == TA_OK || s == TA_ELIMIT);
            if (s) continue;
            assert_int_equal(found[1], found[0]);
            assert_memory_equal(won[1], won[0], found[0] * sizeof **won);
        }
        ta_cash_destroy(exact);
        ta_cash_destroy(few);
    }
    print_message("%ld decided, %ld open\n", decided, open);
    assert_true(decided > 1000 && open > 100);
}

/* One question makes no rows, as many as rows cost make them, and the answers are the same. */
TEST(test_rows) {
    const ta_amount a[] = { 1, 3, 4 }, n = 5000;
    ta_cash *g, *none;
    int asked = 0, first[2];
    ok(ta_cash_create(NULL, &plain, a, 3, 0, 0, &g));
    ok(ta_cash_create(NULL, &plain, a, 3, 1, 0, &none));
    for (; asked < 100000 && g->staircases.known <= n; asked++) {
        ta_amount d = 2400 + asked * 7 % 200, e = 2400 + asked * 11 % 200;
        ok(ta_cash_winner(g, &plain, n, d, e, &first[0]));
        ok(ta_cash_winner(none, &plain, n, d, e, &first[1]));
        assert_int_equal(first[0], first[1]);
    }
    print_message("rows after %d questions\n", asked);
    assert_true(asked > 100 && asked < 100000);
    assert_true(none->staircases.known <= 1);
    ta_cash_destroy(g);
    ta_cash_destroy(none);
}

RUN_TESTS
