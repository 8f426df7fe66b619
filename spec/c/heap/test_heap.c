/*
** test_heap.c - heap games against their definition: values by mex over all options,
** periods by comparison.
*/
#include "plain.h"

#include "heap/take_and_break.h"
#include "heaps.h"

#define MOST 3000

/* ---- The definition ---- */

/* Digit k of a code, the tail unrolled by walking it. */
static int digit_at(const char *code, size_t k) {
    const char *open = strchr(code, '['), *end = open ? open : code + strlen(code);
    char c;
    if (k == 0) c = code[0];
    else if (code + 1 + k < end) c = code[1 + k];
    else if (!open) return 0;
    else {
        size_t r = (size_t)(strchr(open, ']') - open) - 1;
        c = open[1 + (k - (size_t)(open - code - 1)) % r];
    }
    return c <= '9' ? c - '0' : c - 'A' + 10;
}

static void define_code(const char *code, size_t to, uint32_t *g) {
    static unsigned char seen[1 << 16];
    for (size_t n = 0; n <= to; n++) {
        memset(seen, 0, sizeof seen);
        for (size_t k = 0; k <= n; k++) {
            int d = digit_at(code, k);
            size_t m = n - k;
            if (d & 1 && m == 0 && k > 0) seen[0] = 1;
            if (d & 2 && m > 0 && k > 0) seen[g[m]] = 1;
            for (size_t a = 1; d & 4 && a < m; a++) seen[g[a] ^ g[m - a]] = 1;
            for (size_t a = 1; d & 8 && a < m; a++)
                for (size_t b = 1; a + b < m; b++) seen[g[a] ^ g[b] ^ g[m - a - b]] = 1;
        }
        g[n] = 0;
        while (seen[g[n]]) g[n]++;
    }
}

static uint32_t *define_set(const ta_amount *set, size_t count, int all_but, size_t to) {
    uint32_t *g = calloc(to + 1, sizeof *g);
    FREED unsigned char *in = calloc(to + 1, 1), *seen = calloc(to + 2, 1);
    for (size_t i = 0; i < count; i++)
        if ((size_t)set[i] <= to) in[set[i]] = 1;
    for (size_t n = 0; n <= to; n++) {
        memset(seen, 0, to + 2);
        for (size_t k = 1; k <= n; k++)
            if (in[k] != all_but) seen[g[n - k]] = 1;
        while (seen[g[n]]) g[n]++;
    }
    return g;
}

static ta_heap *octal(const char *code, int portable) {
    return portable ? portable_heap_of(code) : heap_of(code);
}

static void check_values(ta_heap *h, const uint32_t *g, size_t to, const char *name) {
    ok(ta_heap_extend(h, &plain, (ta_amount)to));
    int width = ta_heap_width(h, (ta_amount)to);
    FREED uint64_t *out = calloc(to + 1, sizeof *out);
    ok(ta_heap_fill(h, &plain, (ta_amount)to, 8, out));
    for (size_t n = 0; n <= to; n++) {
        ta_amount value;
        ok(ta_heap_nim_value(h, &plain, (ta_amount)n, &value));
        if (value != g[n] || out[n] != g[n]) {
            printf("%s: heap %zu: %lld, filled %llu, by definition %u\n", name, n, (long long)value,
                   (unsigned long long)out[n], g[n]);
            fail();
        }
        assert_true(width >= 4 || g[n] < 1u << 8 * width);
    }
}

static const char *const codes[] = {
    "0.104",    "0.106",      "0.324",   "0.207", /* sparse by parity of n */
    "0.77",     "0.07",       "0.137",   "0.17",    "0.6",    "0.156",   "0.165", "0.356",
    "0.16",     "0.56",       "0.376",   "0.354",   "0.007",  "0.36",    "0.04",  "0.4",
    "4.0",      "4.3",        "4.007",   "0.333",   "0.1",    "0.2",     "0.0",   "0.21",
    "0.165401", "0.[3]",      "0.3[03]", "0.[03]",  "0.0[3]", "0.30[3]", "0.[7]", "0.[4]",
    "0.3[37]",  "0.1[21]",    "0.5[46]", "4.[03]",  "0.26",   "0.644",   "0.51",  "4.12",
    "0.77777",  "0.00000007", "0.61[2]", "0.37[1]",
};

TEST(test_codes_are_the_definition) {
    static uint32_t g[MOST + 1];
    for (size_t i = 0; i < COUNT(codes); i++)
        for (int portable = 0; portable < 2; portable++) {
            size_t to = i < 16 ? 2200 : 500;
            define_code(codes[i], to, g);
            OWN(ta_heap) *h = octal(codes[i], portable);
            check_values(h, g, to, codes[i]);
        }
}

TEST(test_three_heaps_are_the_definition) {
    static const char *const three[] = { "0.8",    "0.F",  "8.0",     "C.3",  "0.3B", "0.[8]",
                                         "0.0[F]", "0.88", "0.C3[A]", "0.F7", "8.8" };
    static uint32_t g[MOST + 1];
    for (size_t i = 0; i < COUNT(three); i++) {
        define_code(three[i], 160, g);
        OWN(ta_heap) *h = octal(three[i], 0);
        check_values(h, g, 160, three[i]);
    }
}

TEST(test_random_codes_are_the_definition) {
    static uint32_t g[MOST + 1];
    rng r = rng_start(20240229);
    for (int i = 0; i < 150; i++) {
        char code[24] = "0.";
        size_t digits = 1 + rng_next(&r) % 5,
               tail = rng_next(&r) % 4 == 0 ? 1 + rng_next(&r) % 3 : 0;
        size_t at = 2;
        code[0] = rng_next(&r) % 4 == 0 ? '4' : '0';
        for (size_t k = 0; k < digits; k++) code[at++] = (char)('0' + rng_next(&r) % 8);
        if (tail) {
            code[at++] = '[';
            for (size_t k = 0; k < tail; k++) code[at++] = (char)('0' + rng_next(&r) % 8);
            code[at++] = ']';
        }
        code[at] = '\0';
        define_code(code, 260, g);
        OWN(ta_heap) *h = octal(code, i & 1);
        check_values(h, g, 260, code);
    }
}

/* One of `first`, then at most `most` of `digits`. */
static void random_code(rng *r, char code[16], size_t most, const char *first, const char *digits) {
    size_t count = 1 + rng_next(r) % most;
    memset(code, 0, 16);
    code[0] = first[rng_next(r) % strlen(first)];
    code[1] = '.';
    for (size_t k = 0; k < count; k++) code[2 + k] = digits[rng_next(r) % strlen(digits)];
}

/* Is a period proved from this number of heaps? Then it holds to `to`, and from no heap before the preperiod. */
static int proof_holds(const char *code, ta_amount from, const uint32_t *g, size_t to) {
    OWN(ta_heap) *h = heap_of(code);
    ta_period p;
    if (ta_heap_periodicity(h, &plain, from, &p) != TA_OK || !p.proved) return 0;
    for (size_t n = (size_t)p.preperiod; n + (size_t)p.period <= to; n++)
        if (g[n + (size_t)p.period] != g[n] + p.saltus)
            fail_msg("%s: from %lld heaps: period %lld from %lld is not one at %zu", code,
                     (long long)from, (long long)p.period, (long long)p.preperiod, n);
    if (p.preperiod > 0)
        assert_true(g[p.preperiod - 1 + p.period] != g[p.preperiod - 1] + p.saltus);
    return 1;
}

/* Far past the heaps that it was proved from. */
TEST(test_proved_periods_hold) {
    static uint32_t g[MOST + 1];
    rng r = rng_start(7331);
    int proved = 0;
    for (int i = 0; i < 400; i++) {
        char code[16];
        int three = i % 4 == 0;
        size_t to = three ? 90 : 600;
        random_code(&r, code, 3, three ? "048C" : "04", three ? "0123456789ABCDEF" : "01234567");
        define_code(code, to, g);
        proved += proof_holds(code, (ta_amount)to / 3, g, to);
    }
    assert_true(proved > 100);
}

/* From few heaps too: the bounds are sharp there, and false as often printed. */
TEST(test_proofs_from_few_heaps_hold) {
    static uint32_t g[MOST + 1];
    rng r = rng_start(555);
    int proved = 0;
    for (int i = 0; i < 300; i++) {
        char code[16];
        int three = i % 3 == 0;
        size_t to = three ? 60 : 200;
        random_code(&r, code, 4, three ? "0048" : "004",
                    three ? "0001234567013489ABCDEF" : "000123456701");
        define_code(code, to, g);
        for (ta_amount from = 1; from < 40; from++) proved += proof_holds(code, from, g, to);
    }
    assert_true(proved > 100);
}

/* ---- Subtraction ---- */

/* The least preperiod, then period, that g shows to its end, by trying all. */
static void search_period(const uint32_t *g, size_t to, size_t *e, size_t *p) {
    *e = to;
    for (size_t q = 1; q <= to / 3; q++) {
        size_t from = to - q + 1;
        while (from > 0 && g[from - 1 + q] == g[from - 1]) from--;
        if (from < *e && to - from >= 2 * q + 20) *e = from, *p = q;
    }
}

TEST(test_subtraction_sets) {
    const size_t to = 400;
    for (unsigned bits = 1; bits < 512; bits++) {
        ta_amount set[9];
        size_t count = 0;
        for (int k = 0; k < 9; k++)
            if (bits >> k & 1) set[count++] = k + 1;
        FREED uint32_t *g = define_set(set, count, 0, to);
        ta_period p;
        size_t e, q = 0;
        MADE(ta_heap, h, ta_heap_subtraction(NULL, &plain, set, count, 0, NULL, &h));
        ok(ta_heap_periodicity(h, &plain, 200, &p));
        search_period(g, to, &e, &q);
        assert_true(p.proved && p.saltus == 0);
        assert_int_equal(p.preperiod, e);
        assert_int_equal(p.period, q);
        check_values(h, g, to, ta_heap_text(h));
    }
}

TEST(test_large_sets) {
    rng r = rng_start(99);
    for (int i = 0; i < 60; i++) {
        ta_amount set[200];
        size_t count = 1 + rng_next(&r) % (i % 2 ? 200 : 80);
        for (size_t k = 0; k < count; k++) set[k] = 1 + (ta_amount)(rng_next(&r) % 400);
        for (int all_but = 0; all_but < 2; all_but++) {
            FREED uint32_t *g = define_set(set, count, all_but, 1500);
            MADE(ta_heap, h, ta_heap_subtraction(NULL, &plain, set, count, all_but, NULL, &h));
            check_values(h, g, 1500, ta_heap_text(h));
        }
    }
}

TEST(test_all_but_sets) {
    const size_t to = 700;
    for (unsigned bits = 0; bits < 256; bits++) {
        ta_amount set[8];
        size_t count = 0;
        for (int k = 0; k < 8; k++)
            if (bits >> k & 1) set[count++] = k + 1;
        FREED uint32_t *g = define_set(set, count, 1, to);
        ta_period p;
        MADE(ta_heap, h, ta_heap_subtraction(NULL, &plain, set, count, 1, NULL, &h));
        ok(ta_heap_periodicity(h, &plain, 400, &p));
        assert_true(p.proved && p.saltus > 0);
        for (size_t n = (size_t)p.preperiod; n + (size_t)p.period <= to; n++)
            assert_int_equal(g[n + (size_t)p.period], g[n] + p.saltus);
        if (p.preperiod > 0) /* least */
            assert_true(g[p.preperiod - 1 + p.period] != g[p.preperiod - 1] + p.saltus);
        for (size_t q = 1; q < (size_t)p.period; q++) { /* no smaller period in the later half */
            size_t n = to / 2;
            uint32_t rise = g[n + q] - g[n];
            while (n + q <= to && g[n + q] == g[n] + rise) n++;
            assert_true(n + q <= to);
        }
        check_values(h, g, to, ta_heap_text(h));
    }
}

/* Far out stubborn values are looked for one by one: against the sets of pairs. */
TEST(test_sparse_is_dense_far_out) {
    size_t to = short_run() ? 9000 : 20000;
    OWN(ta_heap) *sparse = octal("0.376", 0), *dense = octal("0.376", 0);
    ok(ta_heap_extend(sparse, &plain, (ta_amount)to));
    assert_true(heap_code_of(sparse)->sparse.usable);
    ok(ta_nim_values_reserve(&dense->g, &plain, to + 1, 0));
    for (size_t n = 0; n <= to; n++) {
        uint32_t value;
        ok(heap_dense_value(&heap_code_of(dense)->dense, &plain, &value));
        ok(ta_nim_values_append(&dense->g, value));
        assert_int_equal(ta_nim_values_at(&sparse->g, n), value);
    }
}

TEST(test_growing_in_steps_is_growing_at_once) {
    static const char *const some[] = { "0.16", "0.77", "0.[7]", "0.8", "0.007" };
    for (size_t i = 0; i < 5; i++) {
        size_t to = i == 3 ? 150 : 1500;
        OWN(ta_heap) *once = octal(some[i], 0), *steps = octal(some[i], 1);
        FREED uint32_t *g = calloc(to + 1, sizeof *g);
        ok(ta_heap_extend(once, &plain, (ta_amount)to));
        ok(ta_heap_fill(once, &plain, (ta_amount)to, 4, g));
        for (size_t n = 0; n <= to; n += 1 + n % 7) {
            ta_amount value;
            ok(ta_heap_nim_value(steps, &plain, (ta_amount)n, &value));
            assert_int_equal(value, g[n]);
        }
    }
}

/* ---- Cancelling ---- */

/* One poll at a time. */
TEST(test_cancel_keeps_what_is_solved) {
    static const char *const some[] = { "0.16", "0.007", "0.[7]", "0.8", "s1-2" };
    EACH(code, some) {
        ta_amount to = code == some + 3 ? 400 : code == some + 4 ? 9000 : 3000;
        OWN(ta_heap) *h = heap_of(*code), *whole = heap_of(*code);
        size_t before = 0;
        int cancels = -1;
        for (polled p = { .stopped = 1 }; p.stopped; cancels++) {
            polled_start(&p, 1);
            assert_stopped(&p, ta_heap_extend(h, &p.call, to));
            assert_true(h->g.count >= before);
            before = h->g.count;
        }
        assert_true(cancels > 0);
        ok(ta_heap_extend(whole, &plain, to));
        for (ta_amount n = 0; n <= to; n++)
            assert_int_equal(value_of_heap(h, n), value_of_heap(whole, n));
    }
}

/* Buffers larger than the caches, at every alignment: beyond what is known each value is the
** one a period before. */
TEST(test_long_stretches_repeat) {
    enum { BYTES = 20000000 };
    const ta_amount members[] = { 1, 2, 5 };
    FREED unsigned char *buffer = malloc(BYTES + 16);
    assert_non_null(buffer);
    for (int game = 0; game < 2; game++)
        for (int width = 1; width <= 8; width *= 2)
            for (int offset = 0; offset < 16; offset += game ? 8 : width) {
                OWN(ta_heap) *h = NULL;
                ta_period p;
                ta_amount to = BYTES / 2 / width - 1 - offset, value = 0;
                if (game) ok(ta_heap_octal(NULL, &plain, "0.156", 5, NULL, &h));
                else ok(ta_heap_subtraction(NULL, &plain, members, 3, 0, NULL, &h));
                ok(ta_heap_periodicity(h, &plain, 20000, &p));
                assert_int_equal(p.saltus, 0);
                unsigned char *out = buffer + offset, *end = out + (to + 1) * width;
                *end = 77;
                ok(ta_heap_extend(h, &plain, to));
                ok(ta_heap_fill(h, &plain, to, width, out));
                assert_int_equal(*end, 77);
                for (ta_amount n = 0; n < p.preperiod + p.period; n++) {
                    ta_amount got = 0;
                    const int one = 1; /* whose first byte is 1 where the least one comes first */
                    size_t skip = *(const char *)&one ? 0 : sizeof got - (size_t)width;
                    memcpy((char *)&got + skip, out + n * width, (size_t)width);
                    ok(ta_heap_nim_value(h, &plain, n, &value));
                    assert_int_equal(got, value);
                }
                size_t from = (size_t)((p.preperiod + p.period) * width);
                size_t back = (size_t)(p.period * width);
                assert_memory_equal(out + from, out + from - back, (size_t)(end - out) - from);
            }
}

RUN_TESTS
