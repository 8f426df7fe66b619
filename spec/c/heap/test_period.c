/*
** test_period.c - repetition at the end of a sequence: the table of reaches, starts, observed
** periods, and when the bounds of the kinds prove a period, each against exhaustive search.
*/
#include "plain.h"

#include "base/mem.h"
#include "heap/kind.h"
#include "heap/period.h"
#include "heaps.h"

#define MOST 64

/* A sequence of `width` bytes a value over an array. */
static ta_nim_values sequence(void *data, size_t count, uint32_t width) {
    ta_nim_values v = { .allocator = &ta_default_allocator, .data = data };
    v.cap = v.count = count;
    v.width = width;
    for (size_t i = 0; i < count; i++)
        if (ta_nim_values_at(&v, i) > v.largest) v.largest = ta_nim_values_at(&v, i);
    return v;
}

/* ---- By trying all ---- */

static int64_t value(const ta_nim_values *g, size_t n) {
    return ta_nim_values_at(g, n);
}

/* The least e with g(n + p) = g(n) + s for e <= n < count - p, s as the end has it. */
static size_t start_of(const ta_nim_values *g, size_t p, int64_t *saltus) {
    size_t e = g->count - p;
    *saltus = value(g, g->count - 1) - value(g, g->count - 1 - p);
    while (e > 0 && value(g, e - 1 + p) == value(g, e - 1) + *saltus) e--;
    return e;
}

static void check_reaches(const ta_nim_values *g) {
    uint32_t reach[MOST];
    ok(ta_period_reaches(g, &plain, reach));
    for (size_t p = 1; p + 1 < g->count; p++) {
        int64_t saltus;
        size_t same = 0, last = g->count - 2; /* differences d(0..last) */
        while (same + p <= last && value(g, last - same + 1) - value(g, last - same) ==
                                       value(g, last - same - p + 1) - value(g, last - same - p))
            same++;
        assert_int_equal(reach[p], same);
        assert_int_equal(ta_period_start(g->count, p, reach[p]), start_of(g, p, &saltus));
    }
}

/* ---- Reaches ---- */

/* Every sequence of `count` values below `letters`. */
static void for_all(unsigned letters, size_t count, void (*check)(const ta_nim_values *)) {
    uint8_t data[16] = { 0 };
    for (;;) {
        ta_nim_values g = sequence(data, count, 1);
        check(&g);
        size_t i = 0;
        while (i < count && ++data[i] == letters) data[i++] = 0;
        if (i == count) return;
    }
}

TEST(test_reaches_of_all_small_sequences) {
    for (size_t count = 2; count <= 13; count++) for_all(2, count, check_reaches);
    for (size_t count = 2; count <= 8; count++) for_all(3, count, check_reaches);
    for (size_t count = 2; count <= 6; count++) for_all(5, count, check_reaches);
}

/* Wide values too, and falls: differences are taken modulo 2^32. */
TEST(test_reaches_of_random_sequences) {
    rng r = rng_start(20261129);
    for (int round = 0; round < 3000; round++) {
        uint8_t one[MOST];
        uint16_t two[MOST];
        uint32_t four[MOST];
        size_t count = 2 + rng_next(&r) % (MOST - 2), p = 1 + rng_next(&r) % 9;
        uint32_t most = round % 2 ? 2 : UINT32_MAX, rise = (uint32_t)(rng_next(&r) % 3);
        for (size_t i = 0; i < count; i++) {
            int free = i < p || rng_next(&r) % 32 == 0;
            four[i] = free ? (uint32_t)(rng_next(&r) % most) : four[i - p] + rise;
            one[i] = (uint8_t)four[i];
            two[i] = (uint16_t)four[i];
        }
        ta_nim_values narrow = sequence(one, count, 1), middle = sequence(two, count, 2);
        check_reaches(&narrow);
        check_reaches(&middle);
        if (most == 2) {
            ta_nim_values wide = sequence(four, count, 4);
            check_reaches(&wide);
        }
    }
}

/* ---- Observing ---- */

static const heap_kind no_theorem = { .size = 1 };

/* Three periods that fill at least the later half and do not fall, the least period first. */
static void check_observed(const ta_nim_values *g) {
    ta_heap h = { .allocator = ta_default_allocator, .kind = &no_theorem, .g = *g };
    ta_period p = { 0 };
    int found, expected = 0;
    int64_t saltus = 0;
    size_t e = 0, q = 1, N = g->count;
    for (; q <= N / 3 && !expected; q++) {
        e = start_of(g, q, &saltus);
        expected = saltus >= 0 && e <= N / 2 && N - e >= 3 * q;
    }
    ok(heap_find_period(&h, &plain, 0, &p, &found));
    assert_false(found); /* no proof without a theorem */
    ok(heap_find_period(&h, &plain, 1, &p, &found));
    assert_int_equal(found, expected);
    assert_true(h.look_at > N);
    if (!found) return;
    assert_int_equal(p.period, q - 1);
    assert_int_equal(p.preperiod, e);
    assert_int_equal(p.saltus, saltus);
    assert_int_equal(p.proved, 0);
    assert_int_equal(p.heaps, N - 1);
}

TEST(test_what_is_observed) {
    for (size_t count = 2; count <= 12; count++) for_all(2, count, check_observed);
    for (size_t count = 2; count <= 8; count++) for_all(3, count, check_observed);
    uint8_t one[1] = { 0 };
    for (size_t count = 0; count < 2; count++) { /* nothing repeats in one value */
        ta_heap h = { .allocator = ta_default_allocator, .kind = &no_theorem };
        ta_period p;
        int found = 1;
        h.g = sequence(one, count, 1);
        ok(heap_find_period(&h, &plain, 1, &p, &found));
        assert_false(found);
    }
}

/* ---- Proofs ---- */

/* The least p whose repetition within 0..N-1 is as long as the theorem requires; 0 for none. */
static size_t proved_by(const ta_nim_values *g, size_t N, int code, size_t t, size_t k, size_t *e) {
    ta_nim_values start = *g;
    start.count = N;
    for (size_t p = 1; p + 1 < N; p++) {
        int64_t saltus;
        *e = start_of(&start, p, &saltus);
        size_t from = *e > 1 ? *e : 1;
        if (saltus != 0) continue;
        if (code ? N - p >= t * from + (t - 1) * p + k : N - p >= *e + k) return p;
    }
    return 0;
}

/* With each limit alone: the game looks for a proof once, at the end, below 64 heaps. */
static void check_proofs(ta_heap *(*make)(const void *), const void *what, int code, size_t t,
                         size_t k, int *proved, int *from_the_start) {
    OWN(ta_heap) *whole = make(what);
    ok(ta_heap_extend(whole, &plain, 62));
    for (size_t N = 2; N < 64; N++) {
        size_t e, p = proved_by(&whole->g, N, code, t, k, &e);
        OWN(ta_heap) *h = make(what);
        ta_period found = { 0 };
        ta_status s = ta_heap_periodicity(h, &plain, (ta_amount)N - 1, &found);
        assert_int_equal(s == TA_OK && found.proved, p > 0);
        if (p > 0) {
            assert_int_equal(found.period, p);
            assert_int_equal(found.preperiod, e);
            *from_the_start += e == 0;
            ++*proved;
        }
    }
}

static ta_heap *make_code(const void *code) {
    return heap_of(code);
}

/* Guy and Smith: N - p >= t e' + (t - 1) p + k, not one heap sooner, e' = 1 where e = 0. */
TEST(test_the_bound_for_codes_is_sharp) {
    int proved = 0, from_the_start = 0;
    for (int a = 0; a < 16; a++)
        for (int b = 1; b < 16; b++)
            for (int first = 0; first < 2; first++) {
                char code[8];
                snprintf(code, sizeof code, "%c.%X%X", "04"[first], a, b);
                int bits = a | b | 4 * first;
                if (!(bits & ~3) && a != 1 && a != 2 && b != 1 && b != 2) continue; /* a set */
                check_proofs(make_code, code, 1,
                             bits & 8   ? 3
                             : bits & 4 ? 2
                                        : 1,
                             2, &proved, &from_the_start);
            }
    assert_true(proved > 1000 && from_the_start > 100);
}

typedef struct members {
    ta_amount k[3];
    size_t count;
} members;

static ta_heap *make_set(const void *set) {
    const members *m = set;
    ta_heap *h;
    ok(ta_heap_subtraction(NULL, &plain, m->k, m->count, 0, NULL, &h));
    return h;
}

/* A window of max S values that comes again, not one heap sooner. */
TEST(test_the_window_of_sets_is_sharp) {
    int proved = 0, from_the_start = 0;
    for (ta_amount a = 1; a <= 6; a++)
        for (ta_amount b = a; b <= 8; b++)
            for (ta_amount c = b; c <= 9; c++) {
                members m = { { a, b, c }, 3 };
                check_proofs(make_set, &m, 0, 1, (size_t)c, &proved, &from_the_start);
            }
    assert_true(proved > 1000 && from_the_start > 100);
}

RUN_TESTS
