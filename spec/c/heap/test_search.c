/*
** test_search.c - the search for values of codes, against a test of every member and every pair. Sets of
** values moved by an exclusive or, 64 heaps at once by each vector, a value searched among all pairs.
*/
#include "plain.h"

#include "heap/bits.h"
#include "heap/take_and_break.h"
#include "heap/pair_lookup.h"
#include "heaps.h"

/* ---- Sets of nim values moved by an exclusive or ---- */

enum { WORDS = 64, SETS = 40 };

static int has(const uint64_t *set, uint32_t v) {
    return (int)(set[v >> 6] >> (v & 63) & 1);
}

static void random_set(rng *r, uint64_t *set, size_t words) {
    for (size_t w = 0; w < words; w++) { /* few members, or many, or none */
        set[w] = rng_next(r) & rng_next(r) & rng_next(r);
        if (rng_between(r, 0, 2) == 0) set[w] = 0;
    }
}

TEST(test_unions) {
    rng r = rng_start(20267);
    static uint64_t set[SETS][WORDS], rows[64 * WORDS], to[WORDS], one[WORDS];
    static char expected[64 * WORDS];
    for (int turn = 0; turn < (short_run() ? 60 : 600); turn++) {
        size_t words = (size_t)1 << (unsigned)rng_between(&r, 0, 6),
               sets = (size_t)rng_between(&r, 1, SETS);
        heap_gatherer gather = heap_gather_by(turn % 2);
        random_set(&r, to, words);
        memcpy(one, to, sizeof one);
        memset(rows, 0, 64 * words * sizeof *rows);
        for (uint32_t v = 0; v < 64 * words; v++) expected[v] = (char)has(to, v);
        for (size_t k = 0; k < sets; k++) {
            uint32_t by = (uint32_t)rng_between(&r, 0, 64 * (int64_t)words - 1);
            random_set(&r, set[k], words);
            for (uint32_t v = 0; v < 64 * words; v++) expected[v ^ by] |= (char)has(set[k], v);
            gather(rows, set[k], words, by);
            heap_or_translated(one, set[k], words, by);
        }
        heap_gathered(to, rows, words);
        for (uint32_t v = 0; v < 64 * words; v++) {
            assert_int_equal(has(to, v), expected[v]);
            assert_int_equal(has(one, v), expected[v]);
        }
    }
}

enum { HEAPS = 4096 };

/* ---- 64 heaps at once ---- */

static uint32_t draw(rng *r, uint32_t below) {
    return (uint32_t)rng_between(r, 0, (int64_t)below - 1);
}

static uint64_t hits_of(const uint16_t *g, size_t m, const uint32_t *list, size_t from,
                        size_t count, const uint16_t *target) {
    uint64_t found = 0;
    for (size_t j = 0; j < HEAP_BLOCK_LANES; j++)
        for (size_t i = from; i < from + count; i++) {
            size_t r = list ? list[i] : i;
            if ((g[r] ^ g[m + j - r]) == target[j]) found |= (uint64_t)1 << j;
        }
    return found;
}

TEST(test_every_vector_compares) {
    static uint16_t g[HEAPS];
    static uint32_t list[HEAPS];
    uint16_t target[HEAP_BLOCK_LANES];
    rng r = rng_start(20240607);
    for (int round = 0; round < 300; round++) {
        uint32_t most = round % 3 == 0 ? 4 : round % 3 == 1 ? 300 : 4096;
        for (size_t i = 0; i < HEAPS; i++) g[i] = (uint16_t)draw(&r, most);
        for (size_t j = 0; j < HEAP_BLOCK_LANES; j++)
            target[j] = draw(&r, 8) ? (uint16_t)draw(&r, most) : UINT16_MAX;
        for (size_t i = 0; i < HEAPS; i++) list[i] = HEAP_BLOCK_LANES + draw(&r, 2000);
        size_t count = draw(&r, 80), from = HEAP_BLOCK_LANES + draw(&r, 1000),
               m = 2500 + draw(&r, 1000);
        uint64_t listed = hits_of(g, m, list, from, count, target);
        uint64_t unlisted = hits_of(g, m, NULL, from, count, target);
        for (int v = TA_VECTOR_PORTABLE; v <= (int)ta_vector_best(); v++) {
            ta_vector vector = (ta_vector)v;
            assert_true(heap_block_hits(vector, g, m, list, from, count, target) == listed);
            assert_true(heap_block_hits(vector, g, m, NULL, from, count, target) == unlisted);
        }
    }
}

/* Heaps from 17,000 on in blocks, with the mask that is chosen and with others, good or bad; and
** the same alone. Without vectors there are no blocks. */
TEST(test_blocks_are_exact) {
    static const char *const codes[] = { "0.007", "0.06", "0.0407", "0.4407" };
    const size_t from = 17000, to = short_run() ? 17400 : 19000;
    if (ta_vector_best() < TA_VECTOR_AVX2) return;
    rng r = rng_start(20240608);
    EACH(code, codes) {
        OWN(ta_heap) *alone = portable_heap_of(*code);
        ok(ta_heap_extend(alone, &plain, (ta_amount)to));
        for (int round = 0; round < 3; round++) {
            OWN(ta_heap) *h = heap_of(*code);
            ok(ta_heap_extend(h, &plain, (ta_amount)from));
            ok(ta_nim_values_reserve(&h->g, &plain, to + 1, 0));
            ok(ta_nim_values_widen(&h->g, 2));
            ok(heap_sparse_choose(&heap_code_of(h)->sparse, &plain));
            heap_sparse *p = &heap_code_of(h)->sparse;
            heap_block *block = &heap_code_of(h)->block;
            if (round > 0) p->position = 0, p->common = 1, p->mask = 1 + draw(&r, h->g.largest);
            ok(heap_sparse_sort(p));
            int blocks = 0;
            for (; heap_block_pays(block, to + 1); blocks++) ok(heap_block_values(block, &plain));
            assert_true(blocks > 5 || (round == 0 && p->rare_count < 2048));
            for (size_t n = from; n < h->g.count; n++)
                if (ta_nim_values_at(&h->g, n) != ta_nim_values_at(&alone->g, n))
                    fail_msg("%s, mask %x: heap %zu is %u in a block, %u alone", *code, p->mask, n,
                             ta_nim_values_at(&h->g, n), ta_nim_values_at(&alone->g, n));
            assert_null(ta_heap_check(h));
        }
    }
}

/* ---- A value sought among all pairs of heaps ---- */

/* The first pair of v that an option of heap g.count leaves, as its smaller heap; 0 for none. */
static size_t look(const ta_heap *h, uint32_t v) {
    const heap_digits *code = &heap_code_of(h)->digits;
    for (size_t k = 0; k < code->count; k++)
        for (size_t a = 1, m = h->g.count - k; code->digits[k] & 4 && a <= m / 2; a++)
            if ((ta_nim_values_at(&h->g, a) ^ ta_nim_values_at(&h->g, m - a)) == v) return a;
    return 0;
}

static ta_status seek(const ta_heap *h, uint32_t v, size_t *at) {
    double work = 0;
    return heap_seek(h, &heap_code_of(h)->digits, &plain, v, &work, at);
}

TEST(test_every_value_is_sought) {
    static const char *const codes[] = { "0.007", "0.077", "0.354", "0.0007" };
    static const size_t sizes[] = { 4, 513, 1025, 2900, 20000 };
    EACH(code, codes)
        for (int portable = 0; portable <= 1; portable++) {
            OWN(ta_heap) *h = portable ? portable_heap_of(*code) : heap_of(*code);
            for (size_t k = 0; k < (short_run() ? 4u : 5u); k++) {
                ok(ta_heap_extend(h, &plain, (ta_amount)sizes[k]));
                for (uint32_t v = 0; v <= h->g.largest + 600; v += 1 + v / 64) {
                    size_t at = SIZE_MAX;
                    ok(seek(h, v, &at));
                    if (at != look(h, v))
                        fail_msg("%s, %zu heaps, portable %d, width %u: value %u at %zu, not %zu",
                                 *code, h->g.count, portable, h->g.width, v, at, look(h, v));
                }
            }
            for (uint32_t width = 2; width <= 4; width *= 2) {
                ok(ta_nim_values_widen(&h->g, width));
                for (uint32_t v = 0; v <= h->g.largest + 600; v += 7) {
                    size_t at = SIZE_MAX;
                    ok(seek(h, v, &at));
                    assert_int_equal(at, look(h, v));
                }
            }
        }
}

/* 0.007, of which no period is known: its values to 131,072 have this sum, found by pairs alone. */
TEST(test_far_values) {
    if (short_run()) return;
    OWN(ta_heap) *h = heap_of("0.007");
    ok(ta_heap_extend(h, &plain, 131072));
    assert_true(heap_code_of(h)->sparse.rare_count > 10000);
    uint64_t sum = 0;
    for (size_t n = 0; n < h->g.count; n++)
        sum = (sum * 1000003 + ta_nim_values_at(&h->g, n)) % 1000000007;
    assert_int_equal(sum, 253088027);
}

RUN_TESTS
