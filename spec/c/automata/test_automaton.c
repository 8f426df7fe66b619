/*
** test_automaton.c - automata against their sets: every vector of a box, in
** numerations of all kinds, random conditions and random formulas.
*/
#include "automata.h"

/* Of the last one, in three classes, words alone: states of random conditions are those of three automata at once. */
enum { WORDS = COUNT(recurrences), RECURRENCES = WORDS - 1, LONGEST = 80 };

/* The greedy word of a number, by the definition, in a field of LONGEST digits. */
static void greedy(const recurrence *r, int64_t number, uint8_t word[LONGEST]) {
    int64_t weight[LONGEST];
    int most = 0;
    for (int i = 0; i < LONGEST; i++) {
        weight[i] = i < (int)r->order ? r->first[i] : 0;
        for (int j = 0; i >= (int)r->order && j < (int)r->order; j++)
            weight[i] += r->c[j] * weight[i - 1 - j];
        most = i;
        if (weight[i] > number) break;
    }
    memset(word, 0, LONGEST);
    for (int i = most; i >= 0; i--)
        for (; number >= weight[i]; number -= weight[i]) word[LONGEST - 1 - i]++;
}

static int accepts(const ta_automaton *a, const recurrence *r, const int64_t *x, unsigned tracks) {
    uint8_t word[TA_TRACKS][LONGEST], digit[TA_TRACKS] = { 0 };
    uint32_t state = 0;
    for (unsigned t = 0; t < tracks; t++) greedy(r, x[t], word[t]);
    for (int i = 0; i < LONGEST; i++) {
        for (unsigned t = 0; t < tracks; t++) digit[t] = word[t][i];
        state = ta_automaton_next(a, state, digit);
    }
    return ta_automaton_accepts_at(a, state);
}

/* ---- Which words are numbers ---- */

/* All words of up to `length` digits: accepted iff the greedy word of what they are worth. */
TEST(test_words) {
    for (int i = 0; i < WORDS; i++) {
        const recurrence *r = &recurrences[i];
        OWN(ta_numeration) *n = numeration(r);
        const ta_automaton *a = ta_numeration_words(n);
        unsigned digits = ta_numeration_digits(n);
        int length = digits == 2 ? 14 : digits == 3 ? 9 : digits < 6 ? 6 : 4;
        int64_t weight[16] = { 0 }, words = 1;
        for (int k = 0; k < length; k++) {
            weight[k] = k < (int)r->order ? r->first[k] : 0;
            for (int j = 0; k >= (int)r->order && j < (int)r->order; j++)
                weight[k] += r->c[j] * weight[k - 1 - j];
            words *= digits;
        }
        for (int64_t w = 0; w < words; w++) {
            uint8_t word[LONGEST] = { 0 }, right[LONGEST], digit[TA_TRACKS] = { 0 };
            int64_t number = 0, rest = w;
            uint32_t state = 0;
            for (int k = 0; k < length; k++, rest /= digits) {
                word[LONGEST - 1 - k] = (uint8_t)(rest % digits);
                number += rest % digits * weight[k];
            }
            for (int k = 0; k < LONGEST; k++) {
                digit[0] = word[k];
                state = ta_automaton_next(a, state, digit);
            }
            greedy(r, number, right);
            if (ta_automaton_accepts_at(a, state) != !memcmp(word, right, LONGEST))
                fail_msg("%s: the word number %d of %d digits", r->name, (int)w, length);
        }
    }
}

/* ---- Linear conditions ---- */

static void check_linear(const recurrence *r, const ta_numeration *n, rng *random) {
    uint8_t track[3];
    int64_t a[3], x[3] = { 0 }, c = rng_between(random, -20, 20);
    unsigned count = (unsigned)rng_between(random, 1, 3);
    ta_relation relation = rng_between(random, 0, 1) ? TA_EQUAL : TA_AT_MOST;
    unsigned turn = (unsigned)rng_between(random, 0, 2);
    for (unsigned i = 0; i < count; i++) {
        track[i] = (uint8_t)((i + turn) % count);
        a[i] = rng_between(random, -4, 4);
    }
    OWN(ta_automaton) *s = linear(n, count, track, a, relation, c);
    int64_t side = count == 1 ? 300 : count == 2 ? 40 : 14, cells = 1;
    for (unsigned i = 0; i < count; i++) cells *= side;
    for (int64_t cell = 0; cell < cells + 50; cell++) {
        int64_t rest = cell, sum = 0;
        for (unsigned i = 0; i < count; i++, rest /= side)
            x[i] = cell < cells ? rest % side : rng_between(random, 0, 1 << 30);
        if (cell >= cells && a[0]) { /* near the border, where it can be */
            for (unsigned i = 1; i < count; i++) sum += a[i] * x[track[i]];
            int64_t root = (c - sum) / a[0];
            x[track[0]] = root < 0 ? 0 : root;
        }
        sum = 0;
        for (unsigned i = 0; i < count; i++) sum += a[i] * x[track[i]];
        int right = relation == TA_EQUAL ? sum == c : sum <= c;
        if (accepts(s, r, x, count) != right)
            fail_msg("%s: %lld %lld %lld of %u, constant %lld, relation %d at %lld %lld %lld",
                     r->name, (long long)a[0], (long long)a[1], (long long)a[2], count,
                     (long long)c, relation, (long long)x[0], (long long)x[1], (long long)x[2]);
    }
}

/* A check for each numeration, repeated. */
static void each(uint64_t seed, int times,
                 void (*check)(const recurrence *r, const ta_numeration *n, rng *random)) {
    rng random = rng_start(seed);
    for (int i = 0; i < RECURRENCES; i++) {
        OWN(ta_numeration) *n = numeration(&recurrences[i]);
        for (int k = 0; k < times; k++) check(&recurrences[i], n, &random);
    }
}

TEST(test_linear) {
    each(1401, short_run() ? 3 : 12, check_linear);
}

/* ---- Formulas ---- */

enum { VARIABLES = 4, SIDE = 9 };

/* A set of vectors, as an automaton and as all its members with numbers below SIDE. */
typedef struct set {
    ta_automaton *a;
    uint8_t in[SIDE * SIDE * SIDE * SIDE];
} set;

static void vector(int cell, int64_t x[VARIABLES]) {
    for (int i = 0; i < VARIABLES; i++, cell /= SIDE) x[i] = cell % SIDE;
}

static int cells(void) {
    return SIDE * SIDE * SIDE * SIDE;
}

static void agree(const set *s, const recurrence *r, const char *what) {
    for (int cell = 0; cell < cells(); cell++) {
        int64_t x[VARIABLES];
        vector(cell, x);
        if (accepts(s->a, r, x, VARIABLES) != s->in[cell])
            fail_msg("%s, %s: wrong at %d %d %d %d", r->name, what, (int)x[0], (int)x[1], (int)x[2],
                     (int)x[3]);
    }
}

static void atom(set *s, const ta_numeration *n, rng *random) {
    const condition c = random_condition(random, VARIABLES);
    s->a = meets(n, &c);
    for (int cell = 0; cell < cells(); cell++) {
        int64_t x[VARIABLES];
        vector(cell, x);
        int64_t sum = c.a[0] * x[c.track[0]] + c.a[1] * x[c.track[1]];
        s->in[cell] = c.relation == TA_EQUAL ? sum == c.c : sum <= c.c;
    }
}

static void replace(set *s, ta_automaton *a) {
    ta_automaton_destroy(s->a);
    s->a = a;
}

/* "There is a number on track t below SIDE": the same in the box. */
static void exists(set *s, const ta_numeration *n, unsigned t) {
    static uint8_t before[SIDE * SIDE * SIDE * SIDE];
    uint8_t track[1] = { (uint8_t)t };
    int64_t one[1] = { 1 };
    ta_automaton *small = linear(n, 1, track, one, TA_AT_MOST, SIDE - 1), *gone = NULL;
    ta_automaton *both = combine(small, s->a, TA_AND);
    ok(ta_automaton_exists(&plain, both, (uint32_t)1 << t, &gone));
    assert_false(ta_automaton_tracks(gone) >> t & 1);
    DESTROY(small, both);
    replace(s, gone);
    memcpy(before, s->in, sizeof before);
    int step = 1;
    for (unsigned i = 0; i < t; i++) step *= SIDE;
    for (int cell = 0; cell < cells(); cell++) {
        int base = cell - cell / step % SIDE * step;
        s->in[cell] = 0;
        for (int k = 0; k < SIDE; k++) s->in[cell] |= before[base + k * step];
    }
}

static void check_formula(const recurrence *r, const ta_numeration *n, rng *random) {
    static set s, t;
    char what[64] = "";
    atom(&s, n, random);
    for (int k = 0; k < 7; k++) {
        ta_automaton *made = NULL;
        int op = (int)rng_between(random, 0, 6);
        snprintf(what + strlen(what), 3, "%d ", op);
        if (op < 4) {
            static const unsigned truths[] = { TA_AND, TA_OR, TA_XOR, TA_LESS };
            atom(&t, n, random);
            replace(&s, combine(s.a, t.a, truths[op]));
            for (int i = 0; i < cells(); i++) s.in[i] = truths[op] >> (2 * s.in[i] + t.in[i]) & 1;
            ta_automaton_destroy(t.a);
        } else if (op == 4) {
            ok(ta_automaton_not(&plain, s.a, &made));
            replace(&s, made);
            for (int i = 0; i < cells(); i++) s.in[i] = !s.in[i];
        } else if (op == 5) {
            exists(&s, n, (unsigned)rng_between(random, 0, VARIABLES - 1));
        } else { /* tracks turned round */
            uint8_t to[TA_TRACKS] = { 0 };
            static uint8_t before[sizeof s.in];
            unsigned turn = (unsigned)rng_between(random, 1, 3);
            for (unsigned i = 0; i < VARIABLES; i++) to[i] = (uint8_t)((i + turn) % VARIABLES);
            if (rng_between(random, 0, 1)) to[1] = to[0]; /* two become one */
            ok(ta_automaton_rename(&plain, s.a, to, &made));
            replace(&s, made);
            memcpy(before, s.in, sizeof before);
            for (int i = 0; i < cells(); i++) {
                int64_t x[VARIABLES];
                vector(i, x);
                int at = 0;
                for (int j = VARIABLES - 1; j >= 0; j--) at = at * SIDE + (int)x[to[j]];
                s.in[i] = before[at];
            }
        }
        agree(&s, r, what);
    }
    ta_automaton_destroy(s.a);
}

TEST(test_formulas) {
    each(1402, short_run() ? 1 : 3, check_formula);
}

/* ---- Joins ---- */

enum { PARTS = 6 };

/* The cells that are in all parts and in none of the missed; for numbers below SIDE on the tracks
** that are gone. */
static void join_cells(const set *part, size_t count, size_t missed, uint32_t gone, uint8_t *in) {
    memset(in, 0, sizeof part->in);
    for (int cell = 0; cell < cells(); cell++) {
        int holds = 1, base = cell, step = 1;
        for (size_t i = 0; i < count + missed; i++) holds &= part[i].in[cell] == (i < count);
        for (int i = 0; i < VARIABLES; i++, step *= SIDE)
            if (gone >> i & 1) base -= cell / step % SIDE * step;
        in[base] |= (uint8_t)holds;
    }
    for (int cell = cells(); cell-- > 0;) { /* the others as that with zeros where they are gone */
        int base = cell, step = 1;
        for (int i = 0; i < VARIABLES; i++, step *= SIDE)
            if (gone >> i & 1) base -= cell / step % SIDE * step;
        in[cell] = in[base];
    }
}

static void check_join(const recurrence *r, const ta_numeration *n, rng *random) {
    static set part[PARTS + VARIABLES], made;
    const ta_automaton *list[PARTS + VARIABLES];
    char what[64];
    size_t all = (size_t)rng_between(random, 1, PARTS), missed = (size_t)rng_between(random, 0, 3);
    uint32_t gone = (uint32_t)rng_between(random, 0, 15), named = 0;
    if (missed > all) missed = all;
    size_t count = all - missed;
    for (size_t i = 0; i < all; i++) atom(&part[i], n, random);
    for (uint8_t t = 0; t < VARIABLES; t++) { /* what is gone is below SIDE */
        int64_t one[1] = { 1 };
        if (!(gone >> t & 1)) continue;
        memmove(part + count + 1, part + count, missed * sizeof *part);
        part[count].a = linear(n, 1, &t, one, TA_AT_MOST, SIDE - 1);
        memset(part[count++].in, 1, sizeof part->in);
    }
    for (size_t i = 0; i < count + missed; i++) {
        list[i] = part[i].a;
        named |= ta_automaton_tracks(list[i]);
    }
    snprintf(what, sizeof what, "%zu sets, %zu missed, gone %u", count, missed, gone);
    ok(ta_automaton_join(&plain, count, list, missed, list + count, gone, &made.a));
    assert_int_equal(ta_automaton_tracks(made.a), named & ~gone);
    join_cells(part, count, missed, gone, made.in);
    agree(&made, r, what);
    ta_automaton *again = NULL, *same = NULL; /* it is the least, as each of the others is */
    ok(ta_automaton_not(&plain, made.a, &again));
    ok(ta_automaton_not(&plain, again, &same));
    assert_true(ta_automaton_equal(made.a, same));
    DESTROY(again, same, made.a);
    for (size_t i = 0; i < count + missed; i++) ta_automaton_destroy(part[i].a);
}

TEST(test_joins) {
    each(1403, short_run() ? 2 : 5, check_join);
}

/* x - y = 101 z = 103 w: more pairs of states than are met at once, so that z and w, which one more
** set names together, are taken away one after the other. */
TEST(test_many_tuples) {
    static const uint8_t track[3][3] = { { 0, 1, 2 }, { 0, 1, 3 }, { 2, 3 } };
    static const int64_t a[3][3] = { { 1, -1, -101 }, { 1, -1, -103 }, { -1, -1 } };
    static const int64_t together[3] = { 1, -1, -101 * 103 };
    OWN(ta_numeration) *n = numeration(&recurrences[0]);
    ta_automaton *list[3], *both = NULL, *right = NULL;
    for (unsigned i = 0; i < 3; i++)
        list[i] = linear(n, i < 2 ? 3 : 2, track[i], a[i], i < 2 ? TA_EQUAL : TA_AT_MOST, 0);
    const ta_automaton *parts[3] = { list[0], list[1], list[2] };
    ok(ta_automaton_join(&plain, 3, parts, 0, NULL, 12, &both));
    ta_automaton *multiple = linear(n, 3, track[0], together, TA_EQUAL, 0);
    ok(ta_automaton_exists(&plain, multiple, 4, &right));
    assert_true(ta_automaton_equal(both, right));
    DESTROY(list[0], list[1], list[2], both, multiple, right);
}

/* ---- Sizes ---- */

/* Six tracks: diagrams, not a table of 2^6 letters a state. */
TEST(test_six_tracks) {
    static const uint8_t track[6] = { 0, 1, 2, 3, 4, 5 };
    static const int64_t a[6] = { 1, 2, 3, -1, -5, -7 };
    for (int i = 0; i < 2; i++) {
        OWN(ta_numeration) *n = numeration(&recurrences[i]);
        OWN(ta_automaton) *s = linear(n, 6, track, a, TA_EQUAL, 1), *some = NULL, *all = NULL;
        uint32_t states = ta_automaton_states(s), letters = i ? 729 : 64;
        assert_true(states > 12 && states < 24);
        assert_true(ta_automaton_nodes(s) < states * letters / 4);
        ok(ta_automaton_exists(&plain, s, 1, &some)); /* a number to add */
        assert_true(ta_automaton_nodes(some) < states * letters / 4);
        ok(ta_automaton_exists(&plain, some, 62, &all));
        assert_int_equal(ta_automaton_states(all), 1);
        assert_false(ta_automaton_is_empty(all));
    }
}

/* 1000 x = 999 y + 1, of some 2,000 states, and one x: not all of them are gone through. */
TEST(test_few_pairs) {
    static const uint8_t track[2] = { 0, 1 };
    static const int64_t a[2] = { 1000, -999 }, two[1] = { 2 }, one[1] = { 1 };
    ta_automaton *either = NULL;
    ta_automaton_limits limits = { 2010, 0 };
    MADE(ta_numeration, n, ta_numeration_create(NULL, &plain, 1, two, one, &limits, &n));
    OWN(ta_automaton) *line = linear(n, 2, track, a, TA_EQUAL, 1);
    OWN(ta_automaton) *number = linear(n, 1, track, one, TA_EQUAL, 998002);
    OWN(ta_automaton) *both = combine(line, number, TA_AND);
    assert_true(ta_automaton_states(line) > 1990);
    assert_true(ta_automaton_states(both) <= 23);
    refused(TA_ELIMIT, "", ta_automaton_combine(&plain, line, number, TA_OR, &either));
}

RUN_TESTS
