/*
** test_hash.c - the mixer: no two words collide, and neighbours spread over all slots.
*/
#include "base/hash.h"
#include "testing.h"

/* Undo ta_hash, step by step. */
static uint64_t inverse(uint64_t odd) {
    uint64_t x = odd; /* right to 3 bits; each step doubles them */
    for (int i = 0; i < 5; i++) x *= 2 - odd * x;
    return x;
}

static uint64_t undone(uint64_t h) {
    h ^= h >> 32;
    h *= inverse(0xbf58476d1ce4e5b9u);
    h ^= h >> 29 ^ h >> 58;
    h *= inverse(0x9e3779b97f4a7c15u);
    return h ^ h >> 32;
}

TEST(test_words_do_not_meet) {
    rng r = rng_start(11);
    for (int i = 0; i < 100000; i++) {
        uint64_t word = rng_next(&r);
        word >>= rng_between(&r, 0, 63);
        assert_true(undone(ta_hash(word)) == word);
    }
}

/* 2^16 words at a distance, into 2^10 slots by any ten bits: 64 each, give or take. */
TEST(test_neighbours_spread) {
    enum { SLOTS = 1 << 10, WORDS = 1 << 16 };
    static unsigned met[SLOTS];
    for (int distance = 0; distance < 48; distance++) {
        for (int shift = 0; shift <= 48; shift += 16) {
            memset(met, 0, sizeof met);
            for (uint64_t i = 0; i < WORDS; i++)
                met[ta_hash(i << distance) >> shift & (SLOTS - 1)]++;
            for (size_t s = 0; s < SLOTS; s++) assert_in_range(met[s], 20, 120);
        }
    }
}

/* A changed bit of the word changes about half of the hash. */
TEST(test_every_bit_matters) {
    rng r = rng_start(12);
    for (int bit = 0; bit < 64; bit++) {
        double changed = 0;
        for (int i = 0; i < 1000; i++) {
            uint64_t word = rng_next(&r);
            changed += __builtin_popcountll(ta_hash(word) ^ ta_hash(word ^ (uint64_t)1 << bit));
        }
        assert_in_range((uint64_t)(changed / 1000), 24, 40);
    }
}

RUN_TESTS
