/*
** test_bits.c - sets of nim values moved by an exclusive or, member by member: one, and the union of many, by each path.
*/
#include "testing.h"

#include "heap/bits.h"

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

RUN_TESTS
