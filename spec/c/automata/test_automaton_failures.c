/*
** test_automaton_failures.c - automata when memory is refused, limits are reached, or the host
** stops; numbers of any length; learning; shortest words; tables.
*/
#include "automata.h"

OWNS(ta_learner, ta_learner_destroy)

static const int64_t fibonacci[2] = { 1, 1 }, fibonacci_first[2] = { 1, 2 };
static const int64_t two[1] = { 2 }, one[1] = { 1 };

/* ---- A run through everything ---- */

static ta_status parity(void *ctx, ta_call *call, const int64_t *x, int *in) {
    *in = (x[0] ^ x[1]) % 3 == 0;
    return TA_OK;
}

/* One guess. */
static ta_status learn(const ta_numeration *n, ta_call *call, unsigned tracks, ta_member member,
                       void *ctx, uint32_t side, const int64_t *examples, size_t count,
                       uint32_t states, ta_automaton **learned) {
    OWN(ta_learner) *l = NULL;
    ta_status st = ta_learner_create(n, call, tracks, side, &l);
    if (!st) st = ta_learner_guess(l, call, member, ctx, examples, count, states, learned);
    return st;
}

static ta_status run(const ta_allocator *allocator, ta_call *call,
                     const ta_automaton_limits *limits, int zeckendorf) {
    static const uint8_t tracks[3] = { 0, 1, 2 };
    static const uint8_t nine[9] = { 0, 1, 2, 3, 4, 5, 6, 7, 8 };
    static const int64_t a[3] = { 1, -1, -1 }, b[3] = { 2, -3, 1 }, examples[2] = { 50, 3 };
    static const int64_t ones[9] = { 1, 1, 1, 1, 1, 1, 1, 1, 1 };
    OWN(ta_numeration) *n = NULL;
    ta_automaton *x = NULL, *y = NULL, *both = NULL, *some = NULL, *none = NULL, *turned = NULL;
    ta_automaton *learned = NULL, *wide = NULL, *joined = NULL, *narrow = NULL;
    uint8_t to[TA_TRACKS] = { 2, 0, 1 }, word[64 * TA_TRACKS];
    size_t length = 0, count = 0;
    ta_status st =
        ta_numeration_create(allocator, call, zeckendorf ? 2 : 1, zeckendorf ? fibonacci : two,
                             zeckendorf ? fibonacci_first : one, limits, &n);
    if (!st) st = ta_automaton_linear(n, call, 3, tracks, a, TA_EQUAL, 1, &x);
    if (!st) st = ta_automaton_linear(n, call, 3, tracks, b, TA_AT_MOST, 4, &y);
    if (!st) st = ta_automaton_combine(call, x, y, TA_OR, &both);
    if (!st) st = ta_automaton_exists(call, both, 2, &some);
    if (!st) st = ta_automaton_not(call, both, &none);
    const ta_automaton *parts[3] = { x, some, y };
    if (!st) st = ta_automaton_join(call, 2, parts, 1, parts + 2, 1, &joined);
    const ta_join joins[3] = { { 1, 1, parts, parts + 1, 2 },
                               { 1, 1, parts + 2, parts, 1 },
                               { 2, 0, parts, NULL, 7 } };
    int any;
    if (!st) st = ta_automaton_any(n, call, 1, parts, 1, parts + 2, 3, joins, &any);
    if (!st && !zeckendorf) st = ta_automaton_linear(n, call, 9, nine, ones, TA_EQUAL, 1, &wide);
    if (!st && wide) st = ta_automaton_exists(call, wide, 1, &narrow); /* on diagrams */
    if (!st) st = ta_automaton_rename(call, none, to, &turned);
    if (!st) st = ta_automaton_shortest(call, turned, word, &length);
    if (!st) st = ta_numeration_write(n, call, "123456789", 9, word, &count);
    if (!st) st = learn(n, call, 2, parity, NULL, 4, examples, 1, 50, &learned);
    if (st == TA_ELIMIT && limits == NULL) st = TA_OK; /* the learned sets may be too large */
    DESTROY(x, y, both, some, none, turned, learned, wide, narrow, joined);
    return st;
}

TEST(test_refused_memory) {
    for (int zeckendorf = 0; zeckendorf <= 1; zeckendorf++)
        SOME_REFUSALS(o, 300, 40, 23) {
            assert_refused(&o, run(&o.allocator, &plain, NULL, zeckendorf));
        }
}

TEST(test_limits) {
    ta_automaton_limits few = { 12, 0 }, small = { 0, 3000 };
    refused(TA_ELIMIT, "more than 12 states", run(NULL, &plain, &few, 1));
    refused(TA_ELIMIT, "needs more than", run(NULL, &plain, &small, 1));
}

TEST(test_cancelled) {
    static const uint8_t tracks[4] = { 0, 1, 2, 3 };
    static const int64_t a[4] = { 17, -91, 33, -55 };
    OWN(ta_numeration) *n = numeration_of(2, fibonacci, fibonacci_first);
    EACH_STOP(p, 2) {
        OWN(ta_automaton) *x = NULL;
        if (p.trial > 5) p.left = -1;
        assert_stopped(&p, ta_automaton_linear(n, &p.call, 4, tracks, a, TA_EQUAL, 1, &x));
        assert_int_equal(!x, p.stopped);
    }
}

/* ---- Numbers ---- */

TEST(test_long_numbers) {
    static const int64_t pell[2] = { 2, 1 }, sixteen[1] = { 16 };
    ta_numeration *numerations[4] = { numeration_of(1, two, one),
                                      numeration_of(2, fibonacci, fibonacci_first),
                                      numeration_of(2, pell, fibonacci_first),
                                      numeration_of(1, sixteen, one) };
    rng r = rng_start(1403);
    for (int i = 0; i < 4; i++)
        for (size_t length = 1; length < 400; length = length * 2 + 1) {
            char decimal[512], back[4096];
            static uint8_t digit[4096];
            size_t count, again, room = sizeof back;
            for (size_t k = 0; k < length; k++)
                decimal[k] = (char)('0' + rng_between(&r, k == 0, 9));
            decimal[length] = '\0';
            const ta_numeration *n = numerations[i];
            ok(ta_numeration_write(n, &plain, decimal, length, NULL, &count));
            assert_true(count < sizeof digit);
            ok(ta_numeration_write(n, &plain, decimal, length, digit, &again));
            assert_int_equal(count, again);
            assert_true(digit[0] > 0);
            uint32_t state = 0;
            for (size_t k = 0; k < count; k++) {
                uint8_t letter[TA_TRACKS] = { digit[k] };
                state = ta_automaton_next(ta_numeration_words(n), state, letter);
            }
            assert_true(ta_automaton_accepts_at(ta_numeration_words(n), state));
            ok(ta_numeration_read(n, &plain, digit, count, NULL, &again));
            assert_true(again <= sizeof back);
            ok(ta_numeration_read(n, &plain, digit, count, back, &room));
            assert_string_equal(back, decimal);
        }
    size_t count;
    refused(TA_EINVAL, "character 3",
            ta_numeration_write(numerations[0], &plain, "12x", 3, NULL, &count));
    refused(TA_EINVAL, "", ta_numeration_write(numerations[0], &plain, "", 0, NULL, &count));
    for (int i = 0; i < 4; i++) ta_numeration_destroy(numerations[i]);
}

TEST(test_bad_numerations) {
    static const struct {
        unsigned order;
        int64_t c[2], first[2];
        const char *message;
    } bad[] = {
        { 0, { 1 }, { 1 }, "1 to 16 coefficients" },
        { 1, { 0 }, { 1 }, "start with 1 and grow" },
        { 2, { 2, 0 }, { 1, 2 }, "one too many" },
        { 1, { 2 }, { 2 }, "start with 1 and grow" },
        { 1, { 1 }, { 1 }, "grow" },
        { 2, { 1, 1 }, { 1, 1 }, "grow" },
        { 1, { 17 }, { 1 }, "digits 0 to 15" },
        { 1, { 4097 }, { 1 }, "is 4096 at most" },
        { 2, { -4000, 97 }, { 1, 2 }, "coefficient 2" },
        { 1, { INT64_MIN }, { 1 }, "coefficient 1" },
        { 2, { 16, 16 }, { 1, 17 }, "digits 0 to 15" },
        { 2, { -1, 1 }, { 1, 2 }, "grow" },
        { 2, { 3, -3 }, { 1, 2 }, "grow; number 3" },
        { 2, { 1, 1 }, { 1, ((int64_t)1 << 61) + 1 }, "at most 2^61" },
        { 2, { 1, 1 }, { INT64_MAX, 1 }, "at most 2^61" },
        { 1, { 2 }, { INT64_MIN }, "start with 1 and grow" },
    };
    EACH(b, bad) {
        ta_numeration *n = NULL;
        refused(TA_EINVAL, b->message,
                ta_numeration_create(NULL, &plain, b->order, b->c, b->first, NULL, &n));
        assert_null(n);
    }
}

/* Weights that grow as far as they fit, and no sums of the coefficients that show it: 2 - 2 - 1 is below 0; at the
** period, 1, no coefficient. */
TEST(test_unseen_growth) {
    static const struct {
        unsigned order;
        int64_t c[6], first[6];
    } unseen[] = {
        { 3, { 2, -2, 2 }, { 1, 2, 4 } },
        { 4, { 0, 3, 1, -1 }, { 1, 2, 3, 4 } },
    };
    EACH(u, unseen) {
        ta_numeration *n = NULL;
        refused(TA_EUNSUPPORTED, "no proof that the weights of this recurrence grow for ever",
                ta_numeration_create(NULL, &plain, u->order, u->c, u->first, NULL, &n));
        assert_null(n);
    }
}

/* ---- Words, tables, learning ---- */

/* The shortest word of x = c is the word of c. */
TEST(test_shortest) {
    OWN(ta_numeration) *n = numeration_of(1, two, one);
    static const uint8_t track[1] = { 5 };
    for (int64_t c = -1; c < 70; c++) {
        OWN(ta_automaton) *x = linear(n, 1, track, one, TA_EQUAL, c);
        uint8_t word[16 * TA_TRACKS];
        size_t length;
        ok(ta_automaton_shortest(&plain, x, word, &length));
        assert_int_equal(ta_automaton_is_empty(x), c < 0);
        if (c < 0) {
            assert_true(length == SIZE_MAX);
        } else {
            int64_t value = 0;
            for (size_t i = 0; i < length; i++) value = 2 * value + word[i * TA_TRACKS + 5];
            assert_int_equal(value, c);
            assert_true(length == 0 || word[5] == 1);
        }
    }
}

TEST(test_tables) {
    static const uint32_t even[] = { 0, 1, 0, 1 }, zeros[] = { 1, 0, 1, 1 }, out[] = { 0, 2, 0, 1 };
    static const uint8_t accepting[] = { 1, 0 };
    static const uint8_t track[1] = { 0 };
    OWN(ta_numeration) *n = numeration_of(1, two, one);
    OWN(ta_automaton) *x = NULL, *y = NULL;
    ok(ta_automaton_from_table(n, &plain, 1, 2, even, accepting, &x));
    static const uint8_t both[2] = { 0, 1 };
    static const int64_t a[2] = { 1, -2 };
    OWN(ta_automaton) *half = linear(n, 2, both, a, TA_EQUAL, 0);
    ok(ta_automaton_exists(&plain, half, 2, &y));
    assert_true(ta_automaton_equal(x, y)); /* even numbers */
    OWN(ta_automaton) *z = linear(n, 1, track, one, TA_AT_MOST, 3);
    assert_false(ta_automaton_equal(x, z));
    ta_automaton *bad = NULL;
    refused(TA_EINVAL, "leading zeros",
            ta_automaton_from_table(n, &plain, 1, 2, zeros, accepting, &bad));
    refused(TA_EINVAL, "state 2, of 2",
            ta_automaton_from_table(n, &plain, 1, 2, out, accepting, &bad));
    assert_null(bad);
}

typedef struct target {
    const ta_automaton *set;
    int64_t most; /* the teacher gives no larger numbers */
    int asked;
} target;

static ta_status told(void *ctx, ta_call *call, const int64_t *x, int *in) {
    target *t = ctx;
    t->asked++;
    if (x[0] > t->most || x[1] > t->most) {
        *in = TA_UNKNOWN;
        return TA_OK;
    }
    uint32_t state = 0;
    for (int i = 40; i >= 0; i--) {
        uint8_t digit[TA_TRACKS] = { (uint8_t)(x[0] >> i & 1), (uint8_t)(x[1] >> i & 1) };
        state = ta_automaton_next(t->set, state, digit);
    }
    *in = ta_automaton_accepts_at(t->set, state);
    return TA_OK;
}

static ta_status even(void *ctx, ta_call *call, const int64_t *x, int *in) {
    *in = x[0] % 2 == 0;
    return TA_OK;
}

/* Zeckendorf's words have more than 62 letters from 1.06 * 10^13 on, those of slow recurrences sooner: such an
** example is not known. */
TEST(test_long_examples) {
    static const int64_t slow[16] = { 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 };
    static const int64_t slow_first[16] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 };
    static const int64_t large[5] = { 1000, 1000000000, 10000000000000, 100000000000000,
                                      TA_MAX - 1 };
    for (int which = 0; which < 2; which++) {
        OWN(ta_numeration) *n = which ? numeration_of(16, slow, slow_first)
                                      : numeration_of(2, fibonacci, fibonacci_first);
        for (int i = 0; i < 5; i++) {
            int64_t examples[2] = { large[i], large[i] + 1 };
            OWN(ta_automaton) *learned = NULL;
            ta_status st = learn(n, &plain, 1, even, NULL, 8, examples, 2, 40, &learned);
            assert_true(st == TA_OK || st == TA_ELIMIT || st == TA_ERANGE);
        }
    }
}

/* A set is learned from one mistake after another; what was learned stays, and after a failure the
** examples do. */
TEST(test_learner) {
    static const uint8_t track[2] = { 0, 1 };
    static const int64_t a[2] = { 3, -2 }, b[2] = { 1, -1 };
    OWN(ta_numeration) *n = numeration_of(1, two, one);
    OWN(ta_automaton) *guess = NULL, *x = linear(n, 2, track, a, TA_AT_MOST, 1000);
    OWN(ta_automaton) *y = linear(n, 2, track, b, TA_EQUAL, 333), *set = combine(x, y, TA_XOR);
    target t = { set, (int64_t)1 << 30, 0 };
    int64_t example[2] = { 0, 0 };
    int mistakes = 0, asked = 0;
    MADE(ta_learner, l, ta_learner_create(n, &plain, 2, 2, &l));
    for (;; mistakes++) {
        ta_automaton_destroy(guess);
        guess = NULL;
        ok(ta_learner_guess(l, &plain, told, &t, example, mistakes > 0, 0, &guess));
        uint8_t word[64 * TA_TRACKS];
        size_t length;
        OWN(ta_automaton) *differ = combine(guess, set, TA_XOR);
        ok(ta_automaton_shortest(&plain, differ, word, &length));
        if (length == SIZE_MAX) break;
        assert_true(mistakes < 100 && length < 62);
        example[0] = example[1] = 0;
        for (size_t i = 0; i < 2 * length; i++)
            example[i % 2] = 2 * example[i % 2] + word[i / 2 * TA_TRACKS + i % 2];
    }
    assert_true(ta_automaton_equal(set, guess) && mistakes > 0);
    ta_automaton_destroy(guess);
    guess = NULL;
    asked = t.asked;
    int64_t more[4] = { 1, 1, 500, 250 };
    ok(ta_learner_guess(l, &plain, told, &t, more, 2, 3, &guess));
    assert_true(t.asked - asked <
                asked / 10); /* the learned sets stay, whatever the limit is now */
    ta_automaton_destroy(guess);
    ta_learner_destroy(l);
    l = NULL;
    guess = NULL;
    ok(ta_learner_create(n, &plain, 2, 2, &l));
    refused(TA_ELIMIT, "", ta_learner_guess(l, &plain, told, &t, example, 1, 1, &guess));
    ok(ta_learner_guess(l, &plain, told, &t, NULL, 0, 0, &guess));
    int in, said;
    target guessed = { guess, t.most, 0 };
    told(&t, &plain, example, &in);
    told(&guessed, &plain, example, &said);
    assert_int_equal(in, said);
}

/* A random set is learned again, once the given numbers suffice. */
TEST(test_learning) {
    rng r = rng_start(1404);
    OWN(ta_numeration) *n = numeration_of(1, two, one);
    for (int i = 0; i < (short_run() ? 5 : 40); i++) {
        static const uint8_t track[2] = { 0, 1 };
        OWN(ta_automaton) *learned = NULL;
        int64_t a[2], b[2];
        for (int k = 0; k < 2; k++) a[k] = rng_between(&r, -3, 3);
        for (int k = 0; k < 2; k++) b[k] = rng_between(&r, -3, 3);
        OWN(ta_automaton) *x = linear(n, 2, track, a, TA_AT_MOST, rng_between(&r, -5, 5));
        OWN(ta_automaton) *y = linear(n, 2, track, b, TA_AT_MOST, rng_between(&r, -5, 5));
        OWN(ta_automaton) *set = combine(x, y, TA_XOR);
        target t = { set, (int64_t)1 << 30, 0 };
        ok(learn(n, &plain, 2, told, &t, 64, NULL, 0, 0, &learned));
        assert_true(ta_automaton_equal(set, learned));
        ta_automaton_destroy(learned);
        learned = NULL;
        t.most = 20; /* beyond it a guess that agrees with all given data */
        ta_status st = learn(n, &plain, 2, told, &t, 20, NULL, 0, 0, &learned);
        if (st) assert_int_equal(st, TA_ERANGE);
        else {
            target guess = { learned, 20, 0 };
            for (int64_t v = 0; v < 400; v++) {
                int64_t at[2] = { v % 20, v / 20 };
                int in, said;
                told(&t, &plain, at, &in);
                told(&guess, &plain, at, &said);
                assert_int_equal(in, said);
            }
        }
    }
}

RUN_TESTS
