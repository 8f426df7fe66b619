/*
** test_cash.c - staircases against the byte cube by definition, in both cell
** widths and both vector paths, and every failure of the allocator.
*/
#include "testing.h"

#include "cash/closed_form.h"
#include "cash/sound.h"

enum { N = 40 };
static uint8_t cube[N + 1][N + 1][N + 1];

/* (1.12) over all n, d, e <= N. */
static void by_definition(const ta_amount *a, size_t count) {
    for (int n = 0; n <= N; n++)
        for (int d = 0; d <= N; d++)
            for (int e = 0; e <= N; e++) {
                cube[n][d][e] = 0;
                for (size_t j = 0; j < count; j++)
                    if (a[j] <= n && a[j] <= d && !cube[n - a[j]][e][d - a[j]]) cube[n][d][e] = 1;
            }
}

static void same_as_cube(ta_cash *g, ta_call *call) {
    for (ta_amount n = 0; n <= N; n++)
        for (ta_amount d = 0; d <= N; d++) {
            ta_amount beaten;
            ok(ta_cash_beaten(g, call, n, d, &beaten));
            for (ta_amount e = 0; e <= N; e++) {
                int first;
                ok(ta_cash_winner(g, call, n, d, e, &first));
                assert_int_equal(first, cube[n][d][e]);
                assert_int_equal(e < beaten, cube[n][d][e]);
            }
        }
}

/* How many (n; d, e) with all of them at most m the mover wins. */
static void same_counts(ta_cash *g, ta_call *call) {
    for (int m = 0; m <= N; m += 4) {
        ta_amount count, want = 0;
        for (int n = 0; n <= m; n++)
            for (int d = 0; d <= m; d++)
                for (int e = 0; e <= m; e++) want += cube[n][d][e];
        ok(ta_cash_count(g, call, m, &count));
        assert_int_equal(count, want);
    }
}

TEST(test_definition) {
    unsigned seed = getenv("SEED") ? (unsigned)atoi(getenv("SEED")) : 20240;
    print_message("seed %u\n", seed);
    srand(seed);
    for (int round = 0; round < 60; round++) {
        ta_amount a[8];
        size_t count = 1 + (size_t)(rand() % 8);
        for (size_t j = 0; j < count; j++) a[j] = 1 + rand() % (round % 3 ? 12 : 45);
        by_definition(a, count);
        for (int path = 0; path < 4; path++) {
            ta_cash *g;
            ok(ta_cash_create(NULL, &plain, a, count, 0, 0, &g));
            g->staircases.portable = path & 1;
            g->staircases.wide = path >> 1;
            same_as_cube(g, &plain);
            if (path == 0) same_counts(g, &plain);
            ta_cash_destroy(g);
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

/* One narrow game asked past 65534 becomes wide; A = {1} has a closed form. */
TEST(test_wide) {
    if (getenv("TAKEAWAY_SHORT")) return;
    ta_amount one[] = { 1 };
    ta_cash *g;
    int first;
    ok(ta_cash_create(NULL, &plain, one, 1, 66000, 4e6, &g));
    ok(ta_cash_solve(g, &plain, 500));
    assert_false(g->staircases.wide);
    ok(ta_cash_solve(g, &plain, 65537));
    ok(ta_cash_winner(g, &plain, 65537, 32769, TA_INF, &first));
    assert_true(first);
    assert_true(g->staircases.wide);
    ok(ta_cash_winner(g, &plain, 65537, 32768, TA_INF, &first));
    assert_false(first);
    ta_cash_destroy(g);
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
    ta_cash *g;
    ta_cash_asym asym;
    ok(ta_cash_create(NULL, &plain, a, 3, 0, 0, &g));
    assert_null(ta_cash_check(g));
    ok(ta_cash_solve(g, &plain, 40));
    ok(ta_cash_asymptotics(g, &plain, 0, &asym));
    assert_null(ta_cash_check(g));
    cash_row *row = &g->staircases.rows[40];
    uint32_t head = row->head, tail = row->tail, end = row->end;
    assert_true(head > 0 && head < tail && tail < 40 && end != CASH_NEVER);
    for (uint32_t e = head; e < tail; e++) {
        uint16_t *cell = (uint16_t *)row->cells + (e - cash_row_from(&g->staircases, row));
        uint16_t was = *cell;
        *cell = (uint16_t)(was - 1);
        assert_non_null(ta_cash_check(g));
        *cell = was;
    }
    row->end = end - 1;
    assert_non_null(ta_cash_check(g));
    row->end = end;
    row->tail = tail - 1;
    assert_non_null(ta_cash_check(g));
    row->tail = tail;
    g->rich.wins[0] ^= 1;
    assert_non_null(ta_cash_check(g));
    g->rich.wins[0] ^= 1;
    ta_amount known = g->rich.known;
    g->rich.known = 41; /* all of them are looked at */
    for (int n = 1; n <= 40; n++) {
        int exact = !g->rich.wins[n];
        g->rich.f[exact][n]--;
        assert_non_null(ta_cash_check(g));
        g->rich.f[exact][n]++;
    }
    g->rich.known = known;
    g->linear.slope[0][1]++;
    assert_non_null(ta_cash_check(g));
    g->linear.slope[0][1]--;
    assert_null(ta_cash_check(g));
    ta_cash_destroy(g);
}

/* ---- A failing allocator ---- */

typedef struct budget {
    long left;
    long blocks; /* not freed */
} budget;

static void *failing(void *ctx, void *block, size_t old, size_t size) {
    budget *b = ctx;
    (void)old;
    if (size == 0) {
        if (block) b->blocks--;
        free(block);
        return NULL;
    }
    if (b->left-- <= 0) return NULL;
    void *fresh = realloc(block, size);
    if (fresh && !block) b->blocks++;
    return fresh;
}

static ta_status everything(ta_cash *g, ta_call *call) {
    int first;
    ta_cash_period period;
    ta_cash_theorem theorem;
    ta_cash_class class;
    ta_status s = ta_cash_winner(g, call, 30, 16, 15, &first);
    if (s == TA_OK) s = ta_cash_periodicity(g, call, 0, &period);
    if (s == TA_OK) s = ta_cash_closed_form(g, call, &theorem, NULL);
    if (s == TA_OK)
        s = ta_cash_classify(g, call, (ta_amount)1 << 60, (ta_amount)1 << 59, 7, &class);
    if (s == TA_OK) assert_true(theorem.proved);
    return s;
}

TEST(test_memory) {
    ta_amount a[] = { 1, 4 };
    long k = 0;
    ta_status s = TA_ENOMEM;
    for (; s != TA_OK; k++) {
        budget b = { k, 0 };
        ta_allocator failing_allocator = { failing, &b };
        ta_cash *g = NULL;
        s = ta_cash_create(&failing_allocator, &plain, a, 2, 0, 0, &g);
        if (s == TA_OK) {
            s = everything(g, &plain);
            if (s) {
                assert_int_equal(s, TA_ENOMEM);
                b.left = 1000000; /* and it is usable afterwards */
                ok(everything(g, &plain));
                s = TA_ENOMEM;
            }
        }
        ta_cash_destroy(g);
        assert_int_equal(b.blocks, 0);
    }
    assert_true(k > 15);
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
            for (int64_t y = 0, i2 = ((i - g->a[j]) % m + m) % m; y < 90; y++) {
                size_t at = (size_t)(i % p) * g->count + j;
                int64_t n = from + ((i2 - from) % m + m) % m, rest = y - g->period.c[1][at],
                        bound = g->period.c[0][at];
                if (rest < 0 && g->rich.wins[n]) bound = 0;
                for (int64_t k = 0; rest >= 0 && threshold(g, i2, k) <= rest; k++) bound++;
                if (bound < 0) bound = 0;
                if (j == 0 ? bound != threshold(g, i, y) : bound > threshold(g, i, y)) return 0;
            }
    return 1;
}

static uint64_t drawn = 1;

static int64_t draw(int64_t low, int64_t high) {
    drawn = drawn * 6364136223846793005u + 1442695040888963407u;
    return low + (int64_t)(drawn >> 33) % (high - low + 1);
}

/* X of the families, X with some of its numbers changed, and X at random, which often fails late: a solution set or not,
** as by the definition. */
TEST(test_solution) {
    static const struct {
        ta_amount a[4];
        size_t count;
    } sets[] = { { { 1, 2 }, 2 },    { { 1, 4 }, 2 },    { { 1, 6 }, 2 },    { { 1, 3, 4 }, 3 },
                 { { 1, 5, 6 }, 3 }, { { 1, 4, 5 }, 3 }, { { 1, 2, 3 }, 3 }, { { 2, 3, 4 }, 3 } };
    int good = 0, bad = 0;
    for (size_t k = 0; k < COUNT(sets); k++) {
        ta_cash_theorem theorem;
        ta_cash *g;
        int is;
        ok(ta_cash_create(NULL, &plain, sets[k].a, sets[k].count, 0, 0, &g));
        ok(ta_cash_closed_form(g, &plain, &theorem, NULL));
        if (!g->closed.rows) {
            ta_cash_destroy(g);
            continue;
        }
        cash_step kept[16];
        int64_t m = g->closed.modulus, q = g->closed.q;
        assert_in_range(m, 1, 16);
        memcpy(kept, g->closed.rows, (size_t)m * sizeof *kept);
        for (int trial = 0; trial < 4000; trial++) {
            memcpy(g->closed.rows, kept, (size_t)m * sizeof *kept);
            g->closed.q = trial % 4 == 3 ? draw(1, 5) : q;
            for (int64_t i = 0; i < m && trial > 0; i++) {
                cash_step *row = &g->closed.rows[i];
                if (trial % 4 == 1 && draw(0, m) == 0) row->alpha += draw(-1, 1);
                if (trial % 4 < 3 && draw(0, trial % 4 == 0 ? 1 : m) == 0) row->beta += draw(-1, 1);
                if (trial % 4 == 3) *row = (cash_step){ draw(-1, 3), draw(-2, 2) };
            }
            ok(cash_is_solution(g, &plain, &is));
            assert_int_equal(is, solves(g));
            good += is;
            bad += !is;
        }
        ta_cash_destroy(g);
    }
    assert_true(good > 8 && bad > 1000);
}

RUN_TESTS
