/*
** test_one_pile.c - one pile with memory against its definition: every position by
** recursion over all moves, for random f, nondecreasing or not; and a failing allocator.
*/
#include "plain.h"

#include "one_pile/one_pile_int.h"

OWNS(ta_one_pile, ta_one_pile_destroy)

#define N 60

/* ---- The definition ---- */

typedef struct definition {
    ta_amount f[N + 1];
    int wins[N + 1][N + 1]; /* (n, x) is N */
    uint32_t value[N + 1][N + 1];
} definition;

static ta_one_pile *game_of(ta_movefn *f, int misere) {
    ta_one_pile *g = NULL;
    ok(ta_one_pile_create(NULL, f, misere, 0, 0, &g));
    return g;
}

static int clip(ta_amount x, int n) {
    return x > n ? n : (int)x;
}

static void define(definition *d) {
    for (int n = 0; n <= N; n++)
        for (int x = 0; x <= N; x++) {
            unsigned char seen[N + 2] = { 0 };
            d->wins[n][x] = 0;
            for (int k = 1; k <= x && k <= n; k++) {
                int rest = n - k, bound = clip(d->f[k], rest);
                d->wins[n][x] |= !d->wins[rest][bound];
                seen[d->value[rest][bound]] = 1;
            }
            d->value[n][x] = 0;
            while (seen[d->value[n][x]]) d->value[n][x]++;
        }
}

typedef struct list {
    ta_amount items[N + 2];
    int count;
} list;

static ta_status collect(void *ctx, ta_call *call, ta_amount amount) {
    list *l = ctx;
    assert_true(l->count <= N + 1);
    l->items[l->count++] = amount;
    return TA_OK;
}

static int definition_wins_by(const definition *d, int n, int k) {
    return !d->wins[n - k][clip(d->f[k], n - k)];
}

static void check_moves(ta_one_pile *g, const definition *d, int n, int x) {
    list moves = { { 0 }, 0 };
    int expected = 0;
    ok(ta_one_pile_winning_moves(g, &plain, n, x, collect, &moves));
    for (int k = 1; k <= n && k <= x; k++)
        if (definition_wins_by(d, n, k)) {
            assert_true(expected < moves.count);
            assert_int_equal(moves.items[expected++], k);
        }
    assert_int_equal(moves.count, expected);
}

/* Everything about (n, x), x = 0..N, for n <= N. */
static void check_game(const definition *d, ta_movefn *f) {
    OWN(ta_one_pile) *g = game_of(f, 0);
    ta_amount least, value, table[N + 1];
    ta_outcome who;
    ok(ta_one_pile_least_moves(g, &plain, N, table));
    ta_one_pile_destroy(g);
    ok(ta_one_pile_create(NULL, f, 0, 0, 0, &g));
    for (int n = 0; n <= N; n++) {
        int x = 0;
        while (x <= N && !d->wins[n][x]) x++;
        ok(ta_one_pile_least_move(g, &plain, n, &least));
        if (n == 0) assert_true(least == TA_INF);
        else assert_int_equal(least, x);
        assert_true(table[n] == least);
        for (x = 0; x <= N; x++) {
            ok(ta_one_pile_outcome(g, &plain, n, x, &who));
            assert_int_equal(who, d->wins[n][x] ? TA_N : TA_P);
            ok(ta_one_pile_nim_value(g, &plain, n, x, &value));
            assert_int_equal(value, d->value[n][x]);
            if (x % 7 == 0 || x == n) check_moves(g, d, n, x);
        }
    }
    list sizes = { { 0 }, 0 };
    ta_finite finite;
    int overflow, expected = 0;
    ok(ta_one_pile_losing_sizes(g, &plain, N, collect, &sizes, &finite, &overflow));
    for (int n = 1; n <= N; n++)
        if (!d->wins[n][n - 1]) assert_int_equal(sizes.items[expected++], n);
    assert_int_equal(sizes.count, expected);
}

TEST(test_random_f) {
    rng r = rng_start(4242);
    static definition d;
    for (int i = 0; i < 300; i++) {
        ta_amount last = 1;
        int spread = 1 + (int)(rng_next(&r) % 20);
        for (int k = 1; k <= N; k++) {
            if (i % 2)
                last +=
                    (ta_amount)(rng_next(&r) % 8 == 0 ? rng_next(&r) % spread : rng_next(&r) % 2);
            else last = 1 + (ta_amount)(rng_next(&r) % (k + spread));
            d.f[k] = i % 10 == 0 && k > 40 && i % 2 ? TA_INF : last;
        }
        OWN(ta_movefn) *f = NULL;
        ok(ta_movefn_list(NULL, &plain, d.f + 1, N, NULL, &f));
        define(&d);
        check_game(&d, f);
    }
}

/* The forms of docs/theory/take-away.md, and others. */
static const char *const forms[] = {
    "k",           "2k",         "3k",         "4k",          "5k",   "floor(3k/2)", "ceil(3k/2)",
    "2k-1",        "k+1",        "k+2",        "k+3",         "0k+1", "0k+4",        "0k+9",
    "ceil(k/2)",   "2*isqrt(k)", "isqrt(k)+2", "k^2",         "2^k",  "min(k, 10)",  "lowbit(k)",
    "popcount(k)", "1+mod(k,5)", "max(1,7-k)", "floor(7k/2)", "2k+1", "log2(k)+1",
};

TEST(test_forms) {
    static definition d;
    for (size_t i = 0; i < COUNT(forms); i++) {
        OWN(ta_movefn) *f = parse_f(forms[i]);
        ok(ta_movefn_tabulate(f, &plain, 1, N, d.f + 1));
        define(&d);
        check_game(&d, f);
    }
}

/* The stack, the recursion and H agree far out. */
TEST(test_stack_scan_and_terms_agree) {
    static ta_amount stack[20001];
    for (size_t i = 0; i < 14; i++) {
        OWN(ta_movefn) *f = parse_f(forms[i]);
        OWN(ta_one_pile) *g = game_of(f, 0), *fresh = game_of(f, 0);
        for (ta_amount to = 1; to <= 20000; to = 3 * to + 7) /* in steps */
            ok(ta_one_pile_least_moves(g, &plain, to, stack));
        ok(ta_one_pile_least_moves(g, &plain, 20000, stack));
        for (ta_amount n = 1; n <= 20000; n += 1 + n / 50) {
            ta_amount least, limit, x = 1;
            ok(ta_one_pile_least_move(fresh, &plain, n, &least));
            assert_int_equal(least, stack[n]);
            for (; x < n; x++) { /* by definition, from the values before */
                ok(ta_movefn_value(f, &plain, x, &limit));
                if (limit < stack[n - x]) break;
            }
            assert_int_equal(x, stack[n]);
        }
    }
}

static int wins[N + 1][N + 1]; /* the first player at (n, x) */

/* In misere play a player who cannot move wins. */
static void define_wins(ta_movefn *f, int misere) {
    for (int n = 0; n <= N; n++)
        for (int x = 0; x <= N; x++) {
            ta_amount limit;
            wins[n][x] = misere && (n == 0 || x == 0);
            for (int k = 1; k <= n && k <= x; k++) {
                ok(ta_movefn_value(f, &plain, k, &limit));
                wins[n][x] |= !wins[n - k][clip(limit, N)];
            }
        }
}

TEST(test_misere_is_normal_of_one_less) {
    EACH(form, forms) {
        OWN(ta_movefn) *f = parse_f(*form);
        OWN(ta_one_pile) *normal = game_of(f, 0), *misere = game_of(f, 1);
        define_wins(f, 1);
        for (int n = 0; n <= N; n++) {
            ta_amount a, b;
            ta_outcome who;
            for (int x = n > 0; x <= N; x++) {
                ok(ta_one_pile_outcome(misere, &plain, n, x, &who));
                assert_int_equal(who, wins[n][x] ? TA_N : TA_P);
            }
            if (n == 0) continue;
            ok(ta_one_pile_least_move(misere, &plain, n, &a));
            ok(ta_one_pile_least_move(normal, &plain, n - 1, &b));
            assert_true(a == b);
        }
    }
}

/* Openings of every kind, normal and misere, against the definition: outcome and losing sizes. */
TEST(test_openings) {
    static const ta_amount openings[] = { -1, -2, -5, 1, 3, 100 };
    EACH(form, forms)
        for (int o = 0; o < 12; o++) {
            ta_amount opening = openings[o / 2];
            OWN(ta_movefn) *f = parse_f(*form);
            OWN(ta_one_pile) *g = game_of(f, o % 2);
            refused(TA_EINVAL, "", ta_one_pile_opening(g, &plain, 0));
            ok(ta_one_pile_opening(g, &plain, opening));
            assert_true(ta_one_pile_first_move(g) == opening);
            list lost = { { 0 }, 0 }, found = { { 0 }, 0 };
            define_wins(f, o % 2);
            for (int n = 0; n <= N; n++) {
                ta_amount x = opening > 0 ? opening : n + opening;
                x = x < 0 ? 0 : x > n ? n : x;
                ta_outcome who;
                ok(ta_one_pile_outcome(g, &plain, n, TA_OPENING, &who));
                assert_int_equal(who, wins[n][x] ? TA_N : TA_P);
                if (n > 0 && !wins[n][x]) ok(collect(&lost, &plain, n));
            }
            ta_finite finite;
            int overflow;
            ok(ta_one_pile_losing_sizes(g, &plain, N, collect, &found, &finite, &overflow));
            assert_int_equal(found.count, lost.count);
            for (int k = 0; k < lost.count; k++) assert_true(found.items[k] == lost.items[k]);
        }
}

static ta_status whole_life(oom *o, ta_movefn *f) {
    OWN(ta_one_pile) *g = NULL;
    ta_amount value, table[301];
    list found = { { 0 }, 0 };
    ta_finite finite;
    int overflow;
    const ta_threshold *row;
    size_t count;
    ta_status s = ta_one_pile_create(&o->allocator, f, 0, 0, 0, &g);
    if (!s) s = ta_one_pile_least_move(g, &plain, 50, &value);
    if (!s) s = ta_one_pile_winning_moves(g, &plain, 40, TA_INF, collect, &found);
    if (!s) s = ta_one_pile_least_moves(g, &plain, 300, table);
    found.count = 0;
    if (!s) s = ta_one_pile_losing_sizes(g, &plain, 60, collect, &found, &finite, &overflow);
    found.count = 0;
    if (!s) s = ta_one_pile_representation(g, &plain, 55, collect, &found);
    if (!s) s = ta_one_pile_nim_row(g, &plain, 90, &row, &count);
    if (s && g) {
        o->left = -1;
        ok(ta_one_pile_nim_value(g, &plain, 10, 8, &value));
        ok(ta_one_pile_least_moves(g, &plain, 300, table));
    }
    return s;
}

static const char *const some[] = { "2k", "1+mod(k,5)" };

TEST(test_every_failure_of_the_allocator) {
    EACH(text, some) {
        OWN(ta_movefn) *f = parse_f(*text);
        EACH_REFUSAL(o, 5) {
            assert_refused(&o, whole_life(&o, f));
        }
    }
}

/* Memory refused in the middle of a row: a repeated query gives the rows of an undisturbed game. */
TEST(test_rows_after_refused_memory) {
    enum { MOST = 60 };
    EACH(text, some) {
        OWN(ta_movefn) *f = parse_f(*text);
        OWN(ta_one_pile) *whole = game_of(f, 0);
        EACH_REFUSAL(o, 3) { /* from the first request after its making on */
            long left = o.left;
            const ta_threshold *row, *right;
            size_t count, expected;
            o.left = -1;
            MADE(ta_one_pile, g, ta_one_pile_create(&o.allocator, f, 0, 0, 0, &g));
            o.left = left;
            assert_refused(&o, ta_one_pile_nim_row(g, &plain, MOST, &row, &count));
            for (ta_amount n = 0; n <= MOST; n++) {
                ok(ta_one_pile_nim_row(whole, &plain, n, &right, &expected));
                ok(ta_one_pile_nim_row(g, &plain, n, &row, &count));
                assert_int_equal(count, expected);
                assert_memory_equal(row, right, count * sizeof *row);
            }
        }
    }
}

/* One poll at a time: rows go on from where they were stopped. */
TEST(test_cancelled_rows_go_on) {
    OWN(ta_movefn) *f = parse_f("1+mod(k,5)");
    OWN(ta_one_pile) *g = game_of(f, 0), *whole = game_of(f, 0);
    polled p = { .stopped = 1 };
    int cancels = -1;
    ta_amount a, b;
    for (; p.stopped; cancels++) {
        polled_start(&p, 1);
        assert_stopped(&p, ta_one_pile_nim_value(g, &p.call, 1500, TA_INF, &a));
    }
    assert_true(cancels > 0);
    ok(ta_one_pile_nim_value(whole, &plain, 1500, TA_INF, &b));
    assert_int_equal(a, b);
}

/* ---- The checker ---- */

/* A game with a table, terms and rows. */
static ta_one_pile *grown(ta_movefn **f, const char *text) {
    ta_one_pile *g;
    ta_amount least[101], value;
    list sizes = { { 0 }, 0 };
    ta_finite finite;
    int overflow;
    ok(ta_movefn_parse(NULL, &plain, text, strlen(text), f));
    ok(ta_one_pile_create(NULL, *f, 0, 0, 0, &g));
    assert_null(ta_one_pile_check(g));
    for (ta_amount to = 1; to <= 100; to += 1 + to / 2) {
        ok(ta_one_pile_least_moves(g, &plain, to, least));
        ok(ta_one_pile_nim_value(g, &plain, to, to, &value));
        assert_null(ta_one_pile_check(g));
    }
    ok(ta_one_pile_losing_sizes(g, &plain, 1000, collect, &sizes, &finite, &overflow));
    assert_null(ta_one_pile_check(g));
    return g;
}

/* Macro: it assigns to the field. */
#define breaks(field, wrong, message) assert_broken(ta_one_pile_check(g), field, wrong, message)

TEST(test_each_fault_is_found) {
    OWN(ta_movefn) *f = NULL;
    OWN(ta_one_pile) *g = grown(&f, "2k");
    assert_int_equal(g->least[4], 1);
    breaks(g->least[4], 2, "one pile: a ");
    breaks(g->least[4], 5, "a least move that is none");
    assert_true(g->stack_count > 2);
    breaks(g->stack[1], g->stack[0], "does not rise");
    breaks(g->stacked, g->stacked - 1, "not on top");
    one_pile_run *eight = &g->runs[2]; /* of Fibonacci */
    breaks(*eight, ((one_pile_run){ 9, 3, 9 }), "no sum of two");
    breaks(*eight, ((one_pile_run){ 9, 3, 10 }), "does not rise");
    breaks(g->lag, g->lag + 1, "adds none");
    breaks(g->thresholds[g->start[5] + 1].value, 0, "a row that does not rise");
    breaks(g->start[8], g->start[7], "without thresholds");
}

/* A decreasing f is tried move by move, without more stack. */
TEST(test_a_scanned_table_is_sound) {
    OWN(ta_movefn) *f = NULL;
    OWN(ta_one_pile) *g = grown(&f, "k % 3 + 1");
    assert_true(g->stacked < 10);
}

RUN_TESTS
