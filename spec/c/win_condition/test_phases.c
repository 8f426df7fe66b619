/*
** test_phases.c - phases along the excess: T_m(x) of every phase against its recurrence step by step, winners against
** the cube by definition, false certificates, and every failure.
*/
#include "plain.h"

#include "naive_cash.h"
#include "takeaway/phases.h"

OWNS(ta_phases, ta_phases_destroy)

static const ta_phases_limits usual = TA_PHASES_LIMITS;

static rng r;

static ta_phases *found(const ta_amount *a, size_t count) {
    ta_phases *p = NULL;
    ok(ta_phases_find(NULL, &plain, a, count, &usual, &p));
    return p;
}

static ta_phases *again(const ta_phases *p) {
    ta_phases *q = NULL;
    size_t length = ta_phases_text(p, NULL, 0);
    char *text = malloc(length + 1), *other = malloc(length + 1);
    assert_int_equal(ta_phases_text(p, text, length + 1), length);
    ok(ta_phases_load(NULL, &plain, text, length, &q));
    assert_int_equal(ta_phases_text(q, other, length + 1), length);
    assert_string_equal(text, other);
    free(text);
    free(other);
    return q;
}

enum { TO = 6000 };
static int64_t t[TO + 1];

/* T_m(x), one by one. */
static void recurrence(const ta_amount *a, size_t count, int64_t m) {
    for (int64_t x = 0; x <= TO; x++) {
        int64_t most = 0;
        for (size_t j = 0; j < count; j++)
            if (a[j] <= x && t[x - a[j]] > most) most = t[x - a[j]];
        t[x] = x + m + 1 - most;
    }
}

/* All that the class of m says of it, to TO. */
static void hold(ta_phases *p, const ta_amount *a, size_t count, ta_amount m, long *seen) {
    ta_phases_class c;
    recurrence(a, count, m);
    ok(ta_phases_class_of(p, &plain, m, &c));
    assert_int_equal(c.from + c.modulus * c.k, m);
    for (size_t i = 0; i < (size_t)c.phases; i++) {
        ta_phase f;
        ok(ta_phases_phase(p, &plain, m, i, &f));
        assert_int_equal(f.times == TA_INF, i + 1 == (size_t)c.phases);
        ta_amount last = f.times == TA_INF ? TO : f.times + f.times_k * c.k;
        for (ta_amount n = 0; n <= last; n++)
            for (ta_amount j = 0; j < f.period; j++) {
                ta_amount x = f.from + f.from_k * c.k + n * f.period + j;
                if (x > TO) break;
                assert_int_equal(t[x], f.least[j] + f.least_k[j] * c.k + f.rise[j] * n);
                *seen += 1;
            }
    }
    for (int i = 0; i < 30;
         i++) { /* where m > 0, n = x and both purses at most n; else n = d + e or more */
        ta_amount x = rng_between(&r, 0, i < 10 ? 39 : TO - 1), d = rng_between(&r, 0, x),
                  e = x + m - d;
        int mover = -1;
        if (e > x && m > 0) continue;
        ok(ta_phases_winner(p, &plain, m ? x : x + rng_between(&r, 0, 4), d, e, &mover));
        assert_int_equal(mover, d >= t[x]);
    }
}

TEST(test_recurrence) {
    long seen = 0;
    r = rng_start(41);
    for (int round = 0; round < 150; round++) {
        ta_amount a[6];
        int holds = 0;
        size_t count = random_members(&r, a, 6, round % 3 ? 12 : 30);
        OWN(ta_phases) *p = found(a, count), *q = again(p);
        ta_phases_info info;
        ok(ta_phases_check(p, &plain, &holds));
        assert_int_equal(holds, 1);
        ta_phases_info_of(q, &info);
        assert_int_equal(info.checked, 0);
        for (ta_amount m = 0; m < 12; m++) hold(q, a, count, m, &seen);
        for (int i = 0; i < 12; i++)
            hold(q, a, count, rng_between(&r, 0, 3 * (info.from + info.modulus) - 1), &seen);
        ta_phases_info_of(q, &info);
        assert_int_equal(info.checked, 1);
    }
    print_message("%ld values of phases\n", seen);
    assert_true(seen > 1000000);
}

enum { N = 24 };

/* (n; d, e) for all n, d, e <= N, by the rules. */
TEST(test_definition) {
    r = rng_start(42);
    for (int round = 0; round < 40; round++) {
        ta_amount a[6];
        size_t count = random_members(&r, a, 6, round % 3 ? 9 : 30);
        OWN(ta_phases) *p = found(a, count);
        naive_cash(a, count, N);
        for (int n = 0; n <= N; n++)
            for (int d = 0; d <= N; d++)
                for (int e = 0; e <= N; e++) {
                    int mover = -1;
                    ok(ta_phases_winner(p, &plain, n, d, e, &mover));
                    assert_int_equal(mover, cash_wins[n][d][e]);
                }
    }
}

/* Purses without end, and the largest numbers that there are: plain Nim with {1, 2}. */
TEST(test_large) {
    const ta_amount a[] = { 1, 2 };
    OWN(ta_phases) *p = found(a, 2);
    for (ta_amount n = TA_MAX - 6; n <= TA_MAX; n++) {
        int mover = -1;
        ok(ta_phases_winner(p, &plain, n, TA_INF, TA_INF, &mover));
        assert_int_equal(mover, n % 3 != 0);
        /* section 6 of docs/win-conditions.md: against e < 2 (n // 3) dollars e + 1 are enough, and no fewer */
        for (ta_amount d = n / 2 - 1; d <= n / 2 + 1; d++) {
            ok(ta_phases_winner(p, &plain, n, d, n / 2, &mover));
            assert_int_equal(mover, d > n / 2);
        }
    }
}

/* ---- Certificates that lie, or are none ---- */

/* {1, 2}: m = 20 + k comes next. */
#define FIVE "64 2\n64 2\n64 2\n64 2\n64 2\n"
#define FIRST_20 "takeaway phases 1\nset 1 2\nfirst 20\n" FIVE FIVE FIVE FIVE

TEST(test_refused) {
    static const struct {
        const char *text, *message;
        ta_status status;
    } table[] = {
        { "", "line 1: expected \"takeaway phases\"", TA_EIO },
        { "takeaway phases 2\n", "version 2", TA_EUNSUPPORTED },
        { "takeaway phases 1\nset\n64 2\n", "line 2: expected a member", TA_EIO },
        { "takeaway phases 1\nset 1 1\n64 2\n", "line 2: expected an integer from 2", TA_EIO },
        { "takeaway phases 1\nset 1 1000001\n64 2\n",
          "line 2 of the certificate: a number over 1000000", TA_ELIMIT },
        { "takeaway phases 1\nset 1\n64 2", "line 3: expected a space or the end of the line",
          TA_EIO },
        { "takeaway phases 1\nset 1\n64\n", "line 3: expected a space", TA_EIO },
        { "takeaway phases 1\nset 1\n64 2 3\n", "line 3: expected a space", TA_EIO },
        { "takeaway phases 1\nset 1\n064 2\n", "line 3: expected an integer", TA_EIO },
        { "takeaway phases 1\nset 1\n64 0\n", "line 3: expected an integer from 1", TA_EIO },
        { "takeaway phases 1\nset 1\n64 2\n64 2\n", "line 4: expected nothing more", TA_EIO },
        { "takeaway phases 1\nset 1\nsplit 1\n64 2\n", "line 3: expected an integer from 2",
          TA_EIO },
        { "takeaway phases 1\nset 1\nsplit 2\n64 2\n", "line 5: expected an integer", TA_EIO },
        { "takeaway phases 1\nset 1\nfirst 1\nsplit 2\n", "line 4: expected values and a period",
          TA_EIO },
        { "takeaway phases 1\nset 1\nfirst 1\n64 2 1 1 64 2\n64 2\n",
          "line 4 of the certificate: a number over 0", TA_ELIMIT },
        { "takeaway phases 1\nset 1\nsplit 1048576\nsplit 1048577\n",
          "line 4 of the certificate: m beyond 2^40", TA_ELIMIT },
        { "takeaway phases 1\nset 1\n16777217 2\n", "a number over 16777216", TA_ELIMIT },
        { "takeaway phases 1\nset 1\n64 2\n", NULL, TA_OK },
        { "takeaway phases 1\nset 1\n7 2\n", NULL, TA_OK },
        { "takeaway phases 1\nset 1\n6 2\n", "(P) too few values", TA_OK },
        { "takeaway phases 1\nset 1\n64 3\n", "(P) the period does not show", TA_OK },
        { "takeaway phases 1\nset 1\n64 2 100 7 64 2\n", NULL,
          TA_OK }, /* an endless phase may be cut in two */
        { "takeaway phases 1\nset 1 2\n64 2\n", "(V) no move's value is the largest for all k",
          TA_OK },
        { "takeaway phases 1\nset 1 2\nfirst 1\n64 3\n64 3\n",
          "m = 0 + 0 k: (P) the period does not show", TA_OK },
        { FIRST_20 "64 3 0 1 64 2\n", NULL, TA_OK },
        { FIRST_20 "64 3 1 1 64 2\n", "m = 20 + 1 k: (P) a phase does not last so long", TA_OK },
        { FIRST_20 "64 3 0 2 64 2\n", "m = 20 + 1 k: (P) a phase does not last so long", TA_OK },
        { FIRST_20 "64 3\n", "(P) the last phase comes to an end", TA_OK },
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        OWN(ta_phases) *p = NULL;
        int holds = -1, mover = -1;
        ta_status s = ta_phases_load(NULL, &plain, table[i].text, strlen(table[i].text), &p);
        assert_int_equal(s, table[i].status);
        if (s == TA_OK) {
            ok(ta_phases_check(p, &plain, &holds));
            if (holds != (table[i].message == NULL))
                fail_msg("%s: holds %d %s", table[i].text, holds, plain.message);
            assert_int_equal(ta_phases_winner(p, &plain, 3, 1, 1, &mover),
                             holds ? TA_OK : TA_EUNSUPPORTED);
        }
        if (table[i].message && !strstr(plain.message, table[i].message))
            fail_msg("%s: %s", table[i].text, plain.message);
    }
}

/* A number of the certificate changed: refused, or what it says is true. */
TEST(test_changed) {
    long refused = 0, held = 0, seen = 0;
    r = rng_start(43);
    for (int round = 0; round < 3000; round++) {
        static const ta_amount sets[][3] = {
            { 1, 2, 2 }, { 1, 3, 4 }, { 2, 5, 9 }, { 7, 8, 8 }, { 4, 6, 7 }
        };
        const ta_amount *a = sets[rng_between(&r, 0, 4)];
        char text[4000], changed[4000];
        OWN(ta_phases) *p = found(a, 3), *q = NULL;
        size_t length = ta_phases_text(p, text, sizeof text), at;
        int holds = 0;
        assert_true(length < sizeof text);
        char *body = strchr(strchr(text, '\n') + 1, '\n'); /* behind the set */
        do at = (size_t)(body - text) + (size_t)rng_between(&r, 0, text + length - body - 1);
        while (text[at] < '0' || text[at] > '9');
        while (text[at - 1] >= '0' && text[at - 1] <= '9') at--;
        char *end;
        long number = strtol(text + at, &end, 10), add[] = { -1, 1, 2, -6, 60 };
        number += add[rng_between(&r, 0, 4)];
        snprintf(changed, sizeof changed, "%.*s%ld%s", (int)at, text, number < 0 ? 0 : number, end);
        if (ta_phases_load(NULL, &plain, changed, strlen(changed), &q)) {
            refused++;
            continue;
        }
        ok(ta_phases_check(q, &plain, &holds));
        refused += !holds;
        held += holds;
        for (int i = 0; holds && i < 4; i++) hold(q, a, 3, rng_between(&r, 0, 199), &seen);
    }
    print_message("%ld refused, %ld true\n", refused, held);
    assert_true(refused > 500 && held > 500);
}

/* ---- Ways to fail ---- */

TEST(test_limits) {
    const ta_amount a[] = { 3, 5, 6, 10, 11 }, bad[] = { 3, 0 }, large[] = { 1000001 };
    ta_amount many[65];
    OWN(ta_phases) *p = NULL;
    ta_phases_limits limits = { 70, 1 << 20 };
    refused(TA_ELIMIT, "more classes than are allowed; the class m = ",
            ta_phases_find(NULL, &plain, a, 5, &limits, &p));
    limits.classes = 71;
    ok(ta_phases_find(NULL, &plain, a, 5, &limits, &p));
    ta_phases_destroy(p);
    limits.values = 200;
    p = NULL;
    refused(TA_ELIMIT, "no phase is seen in as many values as are allowed",
            ta_phases_find(NULL, &plain, a, 5, &limits, &p));
    refused(TA_EINVAL, "", ta_phases_find(NULL, &plain, a, 0, &usual, &p));
    refused(TA_EINVAL, "", ta_phases_find(NULL, &plain, bad, 2, &usual, &p));
    refused(TA_EUNSUPPORTED, "", ta_phases_find(NULL, &plain, large, 1, &usual, &p));
    for (ta_amount i = 0; i < 65; i++) many[i] = i + 1;
    refused(TA_EINVAL, "", ta_phases_find(NULL, &plain, many, 65, &usual, &p));
    ok(ta_phases_find(NULL, &plain, many, 64, &usual, &p));
}

/* Found, written, loaded, checked and queried, with one allocator and one poll. */
static ta_status everything(const ta_allocator *alloc, ta_call *call, int *mover) {
    static const ta_amount a[] = { 3, 5, 6, 10, 11 };
    char text[8000];
    OWN(ta_phases) *p = NULL, *q = NULL;
    ta_phases_class c;
    ta_phase f;
    int holds = 0;
    ta_status s = ta_phases_find(alloc, call, a, 5, &usual, &p);
    if (!s) s = ta_phases_load(alloc, call, text, ta_phases_text(p, text, sizeof text), &q);
    if (!s) s = ta_phases_check(q, call, &holds);
    if (!s) s = ta_phases_class_of(q, call, 1000000, &c);
    if (!s) s = ta_phases_phase(q, call, 1000000, (size_t)c.phases - 1, &f);
    if (!s) s = ta_phases_winner(q, call, 3000000, 2000000, 2000000, mover);
    assert_true(s || holds);
    return s;
}

TEST(test_faults) {
    int answer = -1, mover = -2;
    ok(everything(NULL, &plain, &answer));
    EACH_REFUSAL(o, 30) {
        assert_refused(&o, everything(&o.allocator, &plain, &mover));
    }
    assert_int_equal(mover, answer);
    mover = -2;
    EACH_STOP(p, 3) {
        assert_stopped(&p, everything(NULL, &p.call, &mover));
    }
    assert_int_equal(mover, answer);
}

RUN_TESTS
