/*
** bits.c - sets of nim values, translated by xor with v. The upper bits of v permute the words;
** each of its lower six bits exchanges blocks of bits inside each word.
*/
#include "bits.h"

#include "base/vector.h"

static const uint64_t low[6] = { 0x5555555555555555u, 0x3333333333333333u, 0x0f0f0f0f0f0f0f0fu,
                                 0x00ff00ff00ff00ffu, 0x0000ffff0000ffffu, 0x00000000ffffffffu };

/* The members of a word, each xor 1 << j. */
static inline uint64_t exchanged(uint64_t x, int j) {
    return (x & low[j]) << (1 << j) | (x >> (1 << j) & low[j]);
}

void heap_or_translated(uint64_t *to, const uint64_t *from, size_t words, uint32_t v) {
    for (size_t w = 0; w < words; w++) {
        uint64_t x = from[w];
        for (int j = 0; j < 6; j++)
            if (v >> j & 1) x = exchanged(x, j);
        to[w ^ (v >> 6)] |= x;
    }
}

/* to[w ^ u] |= from[w]. The upper bits of u permute blocks of four words, and its lower two bits
** the words of a block. */
static inline __attribute__((always_inline)) void or_placed(uint64_t *restrict to,
                                                            const uint64_t *restrict from,
                                                            size_t words, size_t upper, int lower) {
    for (size_t w = 0; w < words; w += 4)
        for (int i = 0; i < 4; i++) to[(w ^ upper) + i] |= from[w + (size_t)(i ^ lower)];
}

static void gather_portable(uint64_t *rows, const uint64_t *from, size_t words, uint32_t v) {
    uint64_t *to = rows + (v & 63) * words;
    size_t u = v >> 6, upper = u & ~(size_t)3;
    if (words < 4) {
        for (size_t w = 0; w < words; w++) to[w ^ u] |= from[w];
        return;
    }
    switch (u & 3) {
    case 0: or_placed(to, from, words, upper, 0); break;
    case 1: or_placed(to, from, words, upper, 1); break;
    case 2: or_placed(to, from, words, upper, 2); break;
    default: or_placed(to, from, words, upper, 3); break;
    }
}

#if TA_VECTOR_X86
#include <immintrin.h>

/* The same, with each block in a register. */
#define OR_PLACED(places)                                                                         \
    for (size_t w = 0; w < words; w += 4) {                                                       \
        __m256i *at = (__m256i *)(void *)(to + (w ^ upper));                                      \
        __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)(from + w));                \
        _mm256_storeu_si256(at, _mm256_or_si256(_mm256_loadu_si256(at), places));                 \
    }

__attribute__((target("avx2"))) static void gather_avx2(uint64_t *rows, const uint64_t *from,
                                                        size_t words, uint32_t v) {
    uint64_t *to = rows + (v & 63) * words;
    size_t u = v >> 6, upper = u & ~(size_t)3;
    if (words < 4) {
        gather_portable(rows, from, words, v);
        return;
    }
    switch (u & 3) {
    case 0: OR_PLACED(x) break;
    case 1: OR_PLACED(_mm256_permute4x64_epi64(x, 0xb1)) break;
    case 2: OR_PLACED(_mm256_permute4x64_epi64(x, 0x4e)) break;
    default: OR_PLACED(_mm256_permute4x64_epi64(x, 0x1b)) break;
    }
}
#endif

heap_gatherer heap_gather_by(int portable) {
#if TA_VECTOR_X86
    if (!portable && ta_vector_best() >= TA_VECTOR_AVX2) return gather_avx2;
#endif
    (void)portable;
    return gather_portable;
}

void heap_gathered(uint64_t *to, uint64_t *rows, size_t words) {
    for (int j = 0; j < 6; j++) /* rows v and v + 2^j into row v, for v a multiple of 2^(j + 1) */
        for (size_t v = 0; v < 64; v += (size_t)2 << j) {
            uint64_t *one = rows + v * words, *other = one + ((size_t)words << j);
            for (size_t w = 0; w < words; w++) one[w] |= exchanged(other[w], j);
        }
    heap_or(to, rows, words);
}

void heap_or(uint64_t *to, const uint64_t *from, size_t words) {
    for (size_t w = 0; w < words; w++) to[w] |= from[w];
}
