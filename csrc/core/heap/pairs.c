/*
** pairs.c - the set of g(a) xor g(b) over a + b = m, a, b >= 1; some codes require a and b to
** differ.
**
** A reversed copy of g makes the partners contiguous. Vectors compute 32 exclusive ors at a
** time, for values below 64. A shuffle turns the low three bits of each into one bit of a byte.
** The high bits choose the register that collects it, one for every eight values.
** The portable path marks bytes and gives the same set. Both take O(m / 2) pairs.
*/
#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "base/vector.h"
#include "bits.h"
#include "pairs.h"

#if TA_VECTOR_X86
#include <immintrin.h>
#endif

static int has_vectors(const ta_heap *h) {
    return !h->settings.portable && ta_vector_best() >= TA_VECTOR_AVX2;
}

double heap_pairs_speed(const ta_heap *h) {
    if (!has_vectors(h) || h->g.largest >= 64) return 1;
    return h->g.largest < 16 ? 14 : h->g.largest < 32 ? 8 : 4;
}

#if TA_VECTOR_X86

/* The or of the 32 bytes of a register. */
__attribute__((target("avx2"))) static uint64_t fold(__m256i v) {
    __m128i x = _mm_or_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    x = _mm_or_si128(x, _mm_srli_si128(x, 8));
    uint64_t w = (uint64_t)_mm_cvtsi128_si64(x);
    w |= w >> 32;
    w |= w >> 16;
    return (w | w >> 8) & 0xff;
}

/* The set of x[i] xor y[i], i < count, a multiple of 32. All values are below 16 * groups. */
__attribute__((target("avx2"))) static inline __attribute__((always_inline)) uint64_t
xor_set(const uint8_t *x, const uint8_t *y, size_t count, int groups) {
    const __m256i low = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0));
    const __m256i high = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, -128));
    const __m256i nibble = _mm256_set1_epi8(15), upper = _mm256_set1_epi8(48);
    __m256i acc[8];
    for (int i = 0; i < 2 * groups; i++) acc[i] = _mm256_setzero_si256();
    for (size_t i = 0; i < count; i += 32) {
        __m256i v = _mm256_xor_si256(_mm256_loadu_si256((const __m256i *)(const void *)(x + i)),
                                     _mm256_loadu_si256((const __m256i *)(const void *)(y + i)));
        __m256i at = groups == 1 ? v : _mm256_and_si256(v, nibble);
        __m256i l = _mm256_shuffle_epi8(low, at), h = _mm256_shuffle_epi8(high, at);
        if (groups == 1) {
            acc[0] = _mm256_or_si256(acc[0], l);
            acc[1] = _mm256_or_si256(acc[1], h);
            continue;
        }
        __m256i group = _mm256_and_si256(v, upper);
        for (int k = 0; k < groups; k++) {
            __m256i is = _mm256_cmpeq_epi8(group, _mm256_set1_epi8((char)(16 * k)));
            acc[2 * k] = _mm256_or_si256(acc[2 * k], _mm256_and_si256(is, l));
            acc[2 * k + 1] = _mm256_or_si256(acc[2 * k + 1], _mm256_and_si256(is, h));
        }
    }
    uint64_t set = 0;
    for (int i = 0; i < 2 * groups; i++) set |= fold(acc[i]) << (8 * i);
    return set;
}

__attribute__((target("avx2"))) static uint64_t xor_set_16(const uint8_t *x, const uint8_t *y,
                                                           size_t count) {
    return xor_set(x, y, count, 1);
}

__attribute__((target("avx2"))) static uint64_t xor_set_32(const uint8_t *x, const uint8_t *y,
                                                           size_t count) {
    return xor_set(x, y, count, 2);
}

__attribute__((target("avx2"))) static uint64_t xor_set_64(const uint8_t *x, const uint8_t *y,
                                                           size_t count) {
    return xor_set(x, y, count, 4);
}

/* Extend the reversed copy to all of g. Its last byte is g(0). */
static ta_status extend_mirror(heap_pairs *p) {
    const ta_heap *h = p->h;
    size_t count = h->g.count;
    if (count > p->mirror_cap) {
        size_t cap = 2 * count < 256 ? 256 : 2 * count;
        uint8_t *mirror = ta_alloc(&h->allocator, cap, 1);
        if (!mirror) return TA_ENOMEM;
        ta_free(&h->allocator, p->mirror, p->mirror_cap, 1);
        p->mirror = mirror;
        p->mirror_cap = cap;
        p->mirror_count = 0;
    }
    for (; p->mirror_count < count; p->mirror_count++)
        p->mirror[p->mirror_cap - 1 - p->mirror_count] =
            ((const uint8_t *)h->g.data)[p->mirror_count];
    return TA_OK;
}

#endif

/* Mark byte v of `marks` for each xor v. Each width is compiled apart. */
static inline __attribute__((always_inline)) void mark_pairs(const ta_nim_values *g, size_t m,
                                                             size_t from, size_t to, uint8_t *marks,
                                                             uint32_t width) {
    const uint8_t *g1 = g->data;
    const uint16_t *g2 = g->data;
    const uint32_t *g4 = g->data;
    for (size_t a = from; a <= to; a++) {
        if (width == 1) marks[g1[a] ^ g1[m - a]] = 1;
        else if (width == 2) marks[g2[a] ^ g2[m - a]] = 1;
        else marks[g4[a] ^ g4[m - a]] = 1;
    }
}

static void portable_pairs(const ta_heap *h, size_t m, size_t from, size_t to, uint64_t *bits,
                           size_t words, uint8_t *marks) {
    memset(marks, 0, 64 * words);
    if (h->g.width == 1) mark_pairs(&h->g, m, from, to, marks, 1);
    else if (h->g.width == 2) mark_pairs(&h->g, m, from, to, marks, 2);
    else mark_pairs(&h->g, m, from, to, marks, 4);
    for (size_t w = 0; w < words; w++) {
        uint64_t word = 0;
        for (size_t i = 0; i < 64; i++) word |= (uint64_t)marks[64 * w + i] << i;
        bits[w] = word;
    }
}

/* Is 0 the value of two unequal heaps? */
static int has_zero(const ta_heap *h, size_t m) {
    for (size_t a = (m - 1) / 2; a > 0; a--)
        if (ta_nim_values_at(&h->g, a) == ta_nim_values_at(&h->g, m - a)) return 1;
    return 0;
}

static int by_vectors(const ta_heap *h, size_t m) {
    return has_vectors(h) && h->g.largest < 64 && m >= 128;
}

ta_status heap_pairs_ready(heap_pairs *p) {
#if TA_VECTOR_X86
    if (has_vectors(p->h) && p->h->g.largest < 64) return extend_mirror(p);
#endif
    (void)p;
    return TA_OK;
}

void heap_pairs_between(const heap_pairs *p, size_t m, size_t from, size_t to, uint64_t *bits,
                        size_t words, uint8_t *marks) {
    const ta_heap *h = p->h;
    if (!by_vectors(h, m)) {
        portable_pairs(h, m, from, to, bits, words, marks);
        return;
    }
#if TA_VECTOR_X86
    /* the mirror holds the partners m-from, m-from-1, ... in this order. The last block may run
    ** past `to` and the middle; those are pairs of m counters too */
    const uint8_t *x = (const uint8_t *)h->g.data + from;
    const uint8_t *y = p->mirror + p->mirror_cap - 1 - m + from;
    size_t count = (to - from + 32) / 32 * 32;
    memset(bits, 0, words * sizeof *bits);
    bits[0] = h->g.largest < 16   ? xor_set_16(x, y, count)
              : h->g.largest < 32 ? xor_set_32(x, y, count)
                                  : xor_set_64(x, y, count);
#endif
}

ta_status heap_pairs_of(heap_pairs *p, ta_call *call, size_t m, uint64_t *bits, size_t words) {
    const ta_heap *h = p->h;
    ta_status s = heap_poll(h, call, (uint32_t)(m / 64) + 1, h->g.count);
    if (s) return s;
    ta_assert(m <= h->g.count && 64 * words > h->g.largest);
    const uint64_t *made = heap_made_set(&p->made, m, 2);
    size_t to = made ? HEAP_AHEAD - 1 : heap_digits_half(p->digits, m);
    s = by_vectors(h, m)
            ? heap_pairs_ready(p)
            : ta_reserve(&h->allocator, (void **)&p->marks, &p->marks_cap, 64 * words, 1);
    if (s) return s;
    heap_pairs_between(p, m, 1, to, bits, words, p->marks);
    if (made) heap_or(bits, made, p->made.words);
    /* a pair of equal heaps has value 0: it can have added no other value */
    if (p->digits->unequal && m % 2 == 0 && bits[0] & 1 && !has_zero(h, m)) bits[0] &= ~(uint64_t)1;
    return TA_OK;
}

void heap_pairs_clear(heap_pairs *p) {
    ta_free(&p->h->allocator, p->mirror, p->mirror_cap, 1);
    ta_free(&p->h->allocator, p->marks, p->marks_cap, 1);
}

const char *heap_pairs_check(const heap_pairs *p) {
    const ta_heap *h = p->h;
    if (p->mirror_count > p->mirror_cap || p->mirror_count > h->g.count)
        return "pairs: the mirror is longer than what it shows";
    for (size_t n = 0; n < p->mirror_count; n += ta_check_step(p->mirror_count))
        if (p->mirror[p->mirror_cap - 1 - n] != ta_nim_values_at(&h->g, n))
            return "pairs: the mirror shows another value";
    return NULL;
}
