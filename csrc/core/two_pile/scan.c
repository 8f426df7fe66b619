/*
** scan.c - portable, AVX2 and AVX-512 forms of the scan of scan.h.
**
** With m = max(u, v) unsigned, f < m in a lane iff the saturated difference
** m - f is not zero (16 bits), or iff max(m, f) is not f (32 bits).
*/
#include "scan.h"

#if TA_VECTOR_X86
#include <immintrin.h>
#endif

static size_t portable16(const uint16_t *f, const uint16_t *u, const uint16_t *v, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (f[i] < u[i] || f[i] < v[i]) return i;
    return n;
}

static size_t portable32(const uint32_t *f, const uint32_t *u, const uint32_t *v, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (f[i] < u[i] || f[i] < v[i]) return i;
    return n;
}

#if TA_VECTOR_X86

__attribute__((target("avx2"))) static __m256i load256(const void *p) {
    return _mm256_loadu_si256((const __m256i *)p);
}

__attribute__((target("avx2"))) static size_t avx2_16(const uint16_t *f, const uint16_t *u,
                                                      const uint16_t *v, size_t n) {
    const __m256i zero = _mm256_setzero_si256();
    size_t i = 0;
    for (; i + 16 <= n; i += 16) {
        __m256i m = _mm256_max_epu16(load256(u + i), load256(v + i));
        __m256i none = _mm256_cmpeq_epi16(_mm256_subs_epu16(m, load256(f + i)), zero);
        unsigned hits = ~(unsigned)_mm256_movemask_epi8(none);
        if (hits) return i + (size_t)__builtin_ctz(hits) / 2;
    }
    return i + portable16(f + i, u + i, v + i, n - i);
}

__attribute__((target("avx2"))) static size_t avx2_32(const uint32_t *f, const uint32_t *u,
                                                      const uint32_t *v, size_t n) {
    size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        __m256i x = load256(f + i), m = _mm256_max_epu32(load256(u + i), load256(v + i));
        __m256i none = _mm256_cmpeq_epi32(_mm256_max_epu32(m, x), x);
        unsigned hits = ~(unsigned)_mm256_movemask_epi8(none);
        if (hits) return i + (size_t)__builtin_ctz(hits) / 4;
    }
    return i + portable32(f + i, u + i, v + i, n - i);
}

__attribute__((target("avx512f,avx512bw"))) static size_t
avx512_16(const uint16_t *f, const uint16_t *u, const uint16_t *v, size_t n) {
    size_t i = 0;
    for (; i + 32 <= n; i += 32) {
        __m512i m = _mm512_max_epu16(_mm512_loadu_si512(u + i), _mm512_loadu_si512(v + i));
        __mmask32 hits = _mm512_cmplt_epu16_mask(_mm512_loadu_si512(f + i), m);
        if (hits) return i + (size_t)__builtin_ctz(hits);
    }
    return i + portable16(f + i, u + i, v + i, n - i);
}

__attribute__((target("avx512f"))) static size_t avx512_32(const uint32_t *f, const uint32_t *u,
                                                           const uint32_t *v, size_t n) {
    size_t i = 0;
    for (; i + 16 <= n; i += 16) {
        __m512i m = _mm512_max_epu32(_mm512_loadu_si512(u + i), _mm512_loadu_si512(v + i));
        __mmask16 hits = _mm512_cmplt_epu32_mask(_mm512_loadu_si512(f + i), m);
        if (hits) return i + (size_t)__builtin_ctz((unsigned)hits);
    }
    return i + portable32(f + i, u + i, v + i, n - i);
}

#endif

ta_scan16 ta_scan16_for(ta_vector vector) {
#if TA_VECTOR_X86
    if (vector == TA_VECTOR_AVX512) return avx512_16;
    if (vector == TA_VECTOR_AVX2) return avx2_16;
#endif
    (void)vector;
    return portable16;
}

ta_scan32 ta_scan32_for(ta_vector vector) {
#if TA_VECTOR_X86
    if (vector == TA_VECTOR_AVX512) return avx512_32;
    if (vector == TA_VECTOR_AVX2) return avx2_32;
#endif
    (void)vector;
    return portable32;
}
