/*
** pair_lookup.c - tests whether one value v is the value of a pair of heaps with m counters in all.
**
** A stretch of heaps is read upwards, and their partners downwards. The least of all
** g(a) xor g(m - a) xor v is 0 exactly if some pair has value v. The loop has no early exit, so
** compilers vectorize it, and the result is tested after each stretch. A comparison costs about
** a thirtieth of a mark, so proving that no pair has the value is cheap.
*/
#include "base/vector.h"
#include "pair_lookup.h"

#define STRETCH 512 /* pairs compared between tests of the result */
#define BLOCK 8192  /* pairs compared between polls */
#define LANES 32    /* one-byte values compared in about the time of one mark */

/* The least of x[i] ^ y[-i] ^ v, for each width. */
#define LEAST_OF(type)                                                         \
    static inline __attribute__((always_inline))                               \
    type least_of_##type(const type *x, const type *y, size_t count, type v) { \
        type least = (type)-1;                                                 \
        for (size_t i = 0; i < count; i++) {                                   \
            type t = (type)(x[i] ^ *(y - i) ^ v);                              \
            least = t < least ? t : least;                                     \
        }                                                                      \
        return least;                                                          \
    }
LEAST_OF(uint8_t)
LEAST_OF(uint16_t)
LEAST_OF(uint32_t)

/* The start of the first stretch with a pair of value v, among the pairs (a, m - a) from `a` to
** `end`; `end` if there is none. */
static inline __attribute__((always_inline)) size_t
stretch_with(const void *g, uint32_t width, size_t m, size_t a, size_t end, uint32_t v) {
    for (size_t step; a < end; a += step) {
        const uint8_t *g1 = g;
        const uint16_t *g2 = g;
        const uint32_t *g4 = g;
        step = end - a < STRETCH ? end - a : STRETCH;
        uint32_t least = width == 1   ? least_of_uint8_t(g1 + a, g1 + m - a, step, (uint8_t)v)
                         : width == 2 ? least_of_uint16_t(g2 + a, g2 + m - a, step, (uint16_t)v)
                                      : least_of_uint32_t(g4 + a, g4 + m - a, step, v);
        if (least == 0) return a;
    }
    return end;
}

static size_t with_portable(const ta_nim_values *g, size_t m, size_t a, size_t end, uint32_t v) {
    if (g->width == 1) return stretch_with(g->data, 1, m, a, end, v);
    if (g->width == 2) return stretch_with(g->data, 2, m, a, end, v);
    return stretch_with(g->data, 4, m, a, end, v);
}

#if TA_VECTOR_X86
__attribute__((target("avx2"))) static size_t with_avx2(const ta_nim_values *g, size_t m, size_t a,
                                                        size_t end, uint32_t v) {
    if (g->width == 1) return stretch_with(g->data, 1, m, a, end, v);
    if (g->width == 2) return stretch_with(g->data, 2, m, a, end, v);
    return stretch_with(g->data, 4, m, a, end, v);
}
#endif

static size_t stretch_from(const ta_heap *h, size_t m, size_t a, size_t end, uint32_t v) {
#if TA_VECTOR_X86
    if (!h->settings.portable && ta_vector_best() >= TA_VECTOR_AVX2)
        return with_avx2(&h->g, m, a, end, v);
#endif
    return with_portable(&h->g, m, a, end, v);
}

ta_status heap_seek(const ta_heap *h, const heap_digits *code, ta_call *call, uint32_t v,
                    double *work, size_t *at) {
    size_t n = h->g.count;
    *at = 0;
    if (v > h->g.largest && ta_nim_values_width(v) > h->g.width) return TA_OK;
    for (size_t k = 0; k < code->count && k < n && !*at; k++) {
        if (!(code->digits[k] & 4)) continue;
        size_t m = n - k, end = heap_digits_half(code, m) + 1;
        for (size_t a = 1, last; a < end && !*at; a = last) {
            last = end - a < BLOCK ? end : a + BLOCK;
            size_t found = stretch_from(h, m, a, last, v);
            *work += (double)((found - a + STRETCH) * h->g.width) / LANES;
            ta_status s = heap_poll(h, call, BLOCK / 256, n);
            if (s) return s;
            if (found == last) continue;
            while ((ta_nim_values_at(&h->g, found) ^ ta_nim_values_at(&h->g, m - found)) != v)
                found++;
            *at = found;
        }
    }
    return TA_OK;
}
