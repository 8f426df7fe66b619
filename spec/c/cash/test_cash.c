/*
** test_cash.c - NIM with Cash: staircases against the cube by definition, in both cell widths and both vector
** paths. Closed forms. One position by its excess, against the cube, its recurrence step by step, and a proved
** closed form. Every failure.
*/
#include "plain.h"

#include "base/mem.h"
#include "cash/closed_form.h"
#include "cash/excess.h"
#include "cash/game.h"
#include "cash/check.h"
#include "naive_cash.h"

OWNS(ta_cash, ta_cash_destroy)

enum { N = CASH_MOST };

static void same_as_cube(ta_cash *g) {
    for (ta_amount n = 0; n <= N; n++)
        for (ta_amount d = 0; d <= N; d++) {
            ta_amount beaten;
            ok(ta_cash_beaten(g, &plain, n, d, &beaten));
            for (ta_amount e = 0; e <= N; e++) {
                int first;
                ok(ta_cash_winner(g, &plain, n, d, e, &first));
                assert_int_equal(first, cash_wins[n][d][e]);
                assert_int_equal(e < beaten, cash_wins[n][d][e]);
            }
        }
}

/* How many (n; d, e) with all of them at most m the mover wins. */
static void same_counts(ta_cash *g) {
    for (int m = 0; m <= N; m += 4) {
        ta_amount count, want = 0;
        for (int n = 0; n <= m; n++)
            for (int d = 0; d <= m; d++)
                for (int e = 0; e <= m; e++) want += cash_wins[n][d][e];
        ok(ta_cash_count(g, &plain, m, &count));
        assert_int_equal(count, want);
    }
}

TEST(test_definition) {
    rng r = rng_start(20240);
    for (int round = 0; round < (short_run() ? 12 : 60); round++) {
        ta_amount a[8];
        size_t count = random_members(&r, a, 8, round % 3 ? 12 : 45);
        naive_cash(a, count, N);
        for (int path = 0; path < 4; path++) {
            MADE(ta_cash, g, ta_cash_create(NULL, &plain, a, count, 0, 0, &g));
            g->staircases.portable = path & 1;
            g->staircases.wide = path >> 1;
            same_as_cube(g);
            if (path == 0) same_counts(g);
        }
    }
}

/* All vector tails: the two paths and widths agree on rows of every length. */
TEST(test_paths) {
    ta_amount a[] = { 3, 5, 6, 10, 11 };
    ta_cash *g[4];
    for (int path = 0; path < 4; path++) {
        ok(ta_cash_create(NULL, &plain, a, 5, 0, 0, &g[path]));
        g[path]->staircases.portable = path & 1;
        g[path]->staircases.wide = path >> 1;
        ok(ta_cash_solve(g[path], &plain, 700));
    }
    for (ta_amount n = 690; n <= 700; n++)
        for (ta_amount e = 0; e <= n; e++) {
            ta_amount s = cash_row_least(&g[0]->staircases, n, e);
            for (int path = 1; path < 4; path++)
                assert_int_equal(cash_row_least(&g[path]->staircases, n, e), s);
        }
    for (int path = 0; path < 4; path++) ta_cash_destroy(g[path]);
}

/* A narrow game queried past 65534 becomes wide; A = {1} has a closed form. */
TEST(test_wide) {
    if (short_run()) return;
    ta_amount one[] = { 1 };
    int first;
    MADE(ta_cash, g, ta_cash_create(NULL, &plain, one, 1, 66000, 4e6, &g));
    ok(ta_cash_solve(g, &plain, 500));
    assert_false(g->staircases.wide);
    ok(ta_cash_solve(g, &plain, 65537));
    ok(ta_cash_winner(g, &plain, 65537, 32769, TA_INF, &first));
    assert_true(first);
    assert_true(g->staircases.wide);
    ok(ta_cash_winner(g, &plain, 65537, 32768, TA_INF, &first));
    assert_false(first);
}

TEST(test_misuse) {
    ta_cash *g = NULL;
    ta_amount zero[] = { 3, 0 }, large[] = { TA_CASH_LARGEST + 1 }, many[65];
    for (int i = 0; i < 65; i++) many[i] = i + 1;
    refused(TA_EINVAL, "", ta_cash_create(NULL, &plain, zero, 0, 0, 0, &g));
    refused(TA_EINVAL, "", ta_cash_create(NULL, &plain, zero, 2, 0, 0, &g));
    refused(TA_EINVAL, "", ta_cash_create(NULL, &plain, large, 1, 0, 0, &g));
    refused(TA_EINVAL, "", ta_cash_create(NULL, &plain, many, 65, 0, 0, &g));
    assert_null(g);
    ta_cash_destroy(NULL);
}

/* The check of the debug build sees one wrong number. */
TEST(test_check) {
    ta_amount a[] = { 1, 3, 4 };
    ta_cash_asym asym;
    MADE(ta_cash, g, ta_cash_create(NULL, &plain, a, 3, 0, 0, &g));
    assert_null(ta_cash_check(g));
    ok(ta_cash_solve(g, &plain, 40));
    ok(ta_cash_asymptotics(g, &plain, 0, &asym));
    cash_row *row = &g->staircases.rows[40];
    assert_true(row->head > 0 && row->head < row->tail && row->tail < 40);
    assert_true(row->end != CASH_NEVER);
    for (uint32_t e = row->head; e < row->tail; e++) {
        uint16_t *cell = (uint16_t *)row->cells + (e - cash_row_from(g->staircases.rich, row));
        assert_broken(ta_cash_check(g), *cell, (uint16_t)(*cell - 1), "");
    }
    assert_broken(ta_cash_check(g), row->end, row->end - 1, "");
    assert_broken(ta_cash_check(g), row->tail, row->tail - 1, "");
    assert_broken(ta_cash_check(g), g->rich.wins[0], g->rich.wins[0] ^ 1, "");
    ta_amount known = g->rich.known;
    g->rich.known = 41; /* so all of them are tested */
    for (int n = 1; n <= 40; n++) {
        int exact = !g->rich.wins[n];
        g->rich.f[exact][n]--;
        assert_non_null(ta_cash_check(g));
        g->rich.f[exact][n]++;
    }
    g->rich.known = known;
    assert_broken(ta_cash_check(g), g->linear.slope[0][1], g->linear.slope[0][1] + 1, "");
}

/* ---- Refused memory ---- */

static ta_status everything(ta_cash *g) {
    int first;
    ta_cash_period period;
    ta_cash_theorem theorem;
    ta_cash_class class;
    ta_status s = ta_cash_winner(g, &plain, 30, 16, 15, &first);
    if (!s) s = ta_cash_periodicity(g, &plain, 0, &period);
    if (!s) s = ta_cash_closed_form(g, &plain, &theorem, NULL);
    if (!s) s = ta_cash_classify(g, &plain, (ta_amount)1 << 60, (ta_amount)1 << 59, 7, &class);
    if (!s) assert_true(theorem.proved);
    return s;
}

TEST(test_memory) {
    ta_amount a[] = { 1, 4 };
    EACH_REFUSAL(o, 15) {
        OWN(ta_cash) *g = NULL;
        ta_status s = ta_cash_create(&o.allocator, &plain, a, 2, 0, 0, &g);
        if (!s) s = everything(g);
        if (s) assert_int_equal(s, oom_status(&o));
        o.left = -1;
        if (g) ok(everything(g)); /* and it is usable afterwards */
    }
}

/* S_i(y) of X. */
static int64_t threshold(const ta_cash *g, int64_t i, int64_t y) {
    cash_step row = g->closed.rows[i];
    int64_t q = g->closed.q, x = y + row.beta, s = row.alpha + q * ((x - ((x % q) + q) % q) / q);
    return s > 0 ? s : 0;
}

/* By the definition of a good move, for every y; what is below it is counted. */
static int solves(const ta_cash *g) {
    int64_t m = g->closed.modulus, p = g->period.form.period,
            from = g->period.form.offset + cash_most_member(g);
    for (int64_t i = 0; i < m; i++)
        for (size_t j = 0; j < g->count; j++)
            for (int64_t y = 0, k = 0, i2 = ((i - g->a[j]) % m + m) % m; y < 90; y++) {
                size_t at = (size_t)(i % p) * g->count + j;
                int64_t n = from + ((i2 - from) % m + m) % m, rest = y - g->period.c[1][at],
                        bound = g->period.c[0][at];
                if (rest < 0 && g->rich.wins[n]) bound = 0;
                while (rest >= 0 && threshold(g, i2, k) <= rest) k++; /* it rises with y */
                bound += k;
                if (bound < 0) bound = 0;
                if (j == 0 ? bound != threshold(g, i, y) : bound > threshold(g, i, y)) return 0;
            }
    return 1;
}

/* X of the families, X with some of its numbers changed, and X at random, which often fails late: a solution set or not,
** as by the definition. */
TEST(test_solution) {
    static const struct {
        ta_amount a[4];
        size_t count;
    } sets[] = { { { 1, 2 }, 2 },    { { 1, 4 }, 2 },    { { 1, 6 }, 2 },    { { 1, 3, 4 }, 3 },
                 { { 1, 5, 6 }, 3 }, { { 1, 4, 5 }, 3 }, { { 1, 2, 3 }, 3 }, { { 2, 3, 4 }, 3 } };
    rng r = rng_start(1);
    int good = 0, bad = 0;
    EACH(x, sets) {
        ta_cash_theorem theorem;
        int is;
        MADE(ta_cash, g, ta_cash_create(NULL, &plain, x->a, x->count, 0, 0, &g));
        ok(ta_cash_closed_form(g, &plain, &theorem, NULL));
        if (!g->closed.rows) continue;
        cash_step kept[16];
        int64_t m = g->closed.modulus, q = g->closed.q;
        assert_in_range(m, 1, 16);
        memcpy(kept, g->closed.rows, (size_t)m * sizeof *kept);
        for (int trial = 0; trial < (short_run() ? 1000 : 4000); trial++) {
            memcpy(g->closed.rows, kept, (size_t)m * sizeof *kept);
            g->closed.q = trial % 4 == 3 ? rng_between(&r, 1, 5) : q;
            for (int64_t i = 0; i < m && trial > 0; i++) {
                cash_step *row = &g->closed.rows[i];
                if (trial % 4 == 1 && rng_between(&r, 0, m) == 0)
                    row->alpha += rng_between(&r, -1, 1);
                if (trial % 4 < 3 && rng_between(&r, 0, trial % 4 == 0 ? 1 : m) == 0)
                    row->beta += rng_between(&r, -1, 1);
                if (trial % 4 == 3)
                    *row = (cash_step){ rng_between(&r, -1, 3), rng_between(&r, -2, 2) };
            }
            ok(cash_is_solution(g, &plain, &is));
            assert_int_equal(is, solves(g));
            good += is;
            bad += !is;
        }
    }
    assert_true(good > 8 && bad > 1000);
}

/* ---- One position by its excess ---- */

/* At most `most` different members, ascending. */
static size_t different(ta_amount *a, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        size_t j = kept++;
        ta_amount member = a[i];
        for (; j > 0 && a[j - 1] > member; j--) a[j] = a[j - 1];
        a[j] = member;
        if (j > 0 && a[j - 1] == member) memmove(a + j, a + j + 1, (--kept - j) * sizeof *a);
    }
    return kept;
}

static size_t random_set(rng *r, ta_amount a[8], ta_amount most) {
    return different(a, random_members(r, a, 8, most));
}

/* (n; d, e) for all n, d, e <= M, by the rules, and their moves. */
TEST(test_one_by_one_is_the_definition) {
    rng r = rng_start(31);
    enum { M = 30 };
    for (int round = 0; round < (short_run() ? 20 : 60); round++) {
        ta_amount a[8];
        size_t count = random_set(&r, a, round % 3 ? 9 : 35);
        naive_cash(a, count, M);
        MADE(ta_cash, g, ta_cash_create(NULL, &plain, a, count, 1, 0, &g));
        for (int n = 0; n <= M; n++)
            for (int d = 0; d <= M; d++)
                for (int e = 0; e <= M; e++) {
                    ta_amount won[TA_CASH_MEMBERS];
                    size_t moves = 0, found;
                    int first;
                    for (size_t j = 0; j < count; j++)
                        moves += a[j] <= n && a[j] <= d && !cash_wins[n - a[j]][e][d - a[j]];
                    ok(ta_cash_winner(g, &plain, n, d, e, &first));
                    assert_int_equal(first, cash_wins[n][d][e]);
                    ok(ta_cash_moves(g, &plain, n, d, e, won, &found));
                    assert_int_equal(found, moves);
                    for (size_t j = 0; j < found; j++)
                        assert_false(cash_wins[n - won[j]][e][d - won[j]]);
                }
        for (int n = 0; n <= M; n++)
            for (int y = 0; y <= M; y++) {
                ta_amount least, beaten, d = 0, e = 0;
                while (d <= M && !cash_wins[n][d][y]) d++;
                while (e <= M && cash_wins[n][y][e]) e++;
                ok(ta_cash_least(g, &plain, n, y, &least));
                assert_int_equal(least, d > M ? TA_INF : d);
                ok(ta_cash_beaten(g, &plain, n, y, &beaten));
                assert_int_equal(beaten, e > M ? TA_INF : e);
            }
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

/* Whole periods left out, or not: for every m to 40 and larger ones, at all x that matter. */
TEST(test_periods) {
    rng r = rng_start(32);
    enum { X = 30000 };
    FREED uint64_t *t = malloc((X + 1) * sizeof *t);
    for (int round = 0; round < (short_run() ? 40 : 400); round++) {
        ta_amount members[8];
        int32_t a[8];
        size_t count = random_set(&r, members, round % 4 == 0 ? 300 : round % 4 == 1 ? 40 : 15);
        for (size_t j = 0; j < count; j++) a[j] = (int32_t)members[j];
        CLEARED(cash_excess) s = excess_of(&ta_default_allocator, a, count);
        int m = round < 41 ? round : (int)rng_between(&r, 0, round % 2 ? 299 : 11999);
        one_by_one(a, count, m, X, t);
        for (int i = 0; i < 60; i++) {
            int x = i == 0 ? X : (int)rng_between(&r, 0, i % 2 ? X - 1 : 3 * m + 399) % X;
            ok(cash_excess_make(&s, &plain, m, x));
            for (int back = 0; back <= x && back <= a[count - 1]; back++)
                assert_int_equal(cash_excess_least(&s, back), t[x - back]);
        }
    }
}

/* {1, L}: Theorem 5.7 is proved for all n. */
TEST(test_large) {
    rng r = rng_start(33);
    for (ta_amount even = 2; even <= 16; even += 2) {
        ta_amount a[] = { 1, even };
        ta_cash_theorem theorem;
        MADE(ta_cash, g, ta_cash_create(NULL, &plain, a, 2, 0, 0, &g));
        ok(ta_cash_closed_form(g, &plain, &theorem, NULL));
        assert_true(theorem.proved);
        for (int i = 0; i < 2000; i++) {
            ta_amount n = rng_between(&r, 0, TA_MAX - 1) >> rng_between(&r, 0, 49), d, least;
            ta_amount e = (ta_amount)((double)n * (double)rng_between(&r, 0, 1000) / 1000);
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
    }
}

/* ---- Ways to fail ---- */

static const int32_t wide[] = { 65521, 70001 };
static const ta_amount FAR = 3000000;

static uint64_t asked_again(cash_excess *s) {
    ok(cash_excess_make(s, &plain, 7, FAR));
    return cash_excess_least(s, 0);
}

TEST(test_faults) {
    CLEARED(cash_excess) whole = excess_of(&ta_default_allocator, wide, 2);
    uint64_t answer = asked_again(&whole);
    EACH_REFUSAL(o, 5) {
        CLEARED(cash_excess) s = excess_of(&o.allocator, wide, 2);
        assert_refused(&o, cash_excess_make(&s, &plain, 7, FAR));
        o.left = -1;
        assert_int_equal(asked_again(&s), answer);
    }
    EACH_STOP(p, 3) {
        CLEARED(cash_excess) s = excess_of(&ta_default_allocator, wide, 2);
        assert_stopped(&p, cash_excess_make(&s, &p.call, 7, FAR));
        assert_int_equal(asked_again(&s), answer);
    }
}

/* Few steps: then what a rich or a poor purse decides is answered, and nothing else. */
TEST(test_theory) {
    rng r = rng_start(34);
    long decided = 0, open = 0;
    for (int round = 0; round < 40; round++) {
        ta_amount members[8];
        size_t count = random_set(&r, members, 12);
        OWN(ta_cash) *exact = NULL, *few = NULL;
        ok(ta_cash_create(NULL, &plain, members, count, 0, 0, &exact));
        ok(ta_cash_create(NULL, &plain, members, count, 1, 0, &few));
        few->excess.most = 10;
        for (int i = 0; i < 500; i++) {
            ta_amount n = rng_between(&r, 0, 199), d = rng_between(&r, 0, n + 1),
                      e = rng_between(&r, 0, n + 1), won[2][64];
            int first[2];
            size_t found[2];
            ta_cash_class c;
            ok(ta_cash_winner(exact, &plain, n, d, e, &first[0]));
            ok(ta_cash_classify(exact, &plain, n, d, e, &c));
            ta_status s = ta_cash_winner(few, &plain, n, d, e, &first[1]);
            if (s) {
                refused(TA_ELIMIT, "known to be rich or poor", s);
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
    }
    print_message("%ld decided, %ld open\n", decided, open);
    assert_true(decided > 1000 && open > 100);
}

/* One question makes no rows, as many as rows cost make them, and the answers are the same. */
TEST(test_rows) {
    const ta_amount a[] = { 1, 3, 4 }, n = 5000;
    OWN(ta_cash) *g = NULL, *none = NULL;
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
}

RUN_TESTS
