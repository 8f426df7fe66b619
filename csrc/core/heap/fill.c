/*
** fill.c - many nim values into a buffer: known values are copied, and the rest follows
** from the proved period, g(n) = g(n - p) + s.
**
** Without a saltus, a block of some periods that fits in the cache is copied repeatedly. A
** buffer larger than the caches is written past them, because an ordinary store first reads
** its cache line from memory, which is half the traffic.
*/
#include <string.h>

#include "base/check.h"
#include "base/poll.h"
#include "kind.h"

#ifdef __SSE2__
#include <emmintrin.h>
#define STREAMS 1
#else
#define STREAMS 0
#endif

#define BLOCK 16384            /* bytes copied at once: they fit in the first cache */
#define SOURCE_MOST (1 << 18)  /* bytes of a source that fits in the second cache */
#define STREAM_LEAST (1 << 23) /* bytes worth writing past the caches */

static void copy_known(const ta_heap *h, size_t count, int width, void *out) {
    if (h->g.width == (uint32_t)width) {
        memcpy(out, h->g.data, count * (size_t)width);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t v = ta_nim_values_at(&h->g, i);
        if (width == 1) ((uint8_t *)out)[i] = (uint8_t)v;
        else if (width == 2) ((uint16_t *)out)[i] = (uint16_t)v;
        else if (width == 4) ((uint32_t *)out)[i] = v;
        else ((uint64_t *)out)[i] = v;
    }
}

/* Copy out[i - unit .. i) onwards while a whole unit fits, and advance i. `unit` is a multiple
** of the period and of 64 values; out[i] is aligned to 16 bytes. */
static ta_status stream(ta_call *call, char *out, size_t size, size_t unit, size_t total,
                        size_t *i) {
#ifdef __SSE2__
    const char *source = out + (*i - unit) * size;
    ta_status s = TA_OK;
    while (!s && total - *i >= unit) {
        char *to = out + *i * size;
        for (size_t b = 0; b < unit * size; b += 64)
            for (size_t q = b; q < b + 64; q += 16)
                _mm_stream_si128((__m128i *)(void *)(to + q),
                                 _mm_loadu_si128((const __m128i *)(const void *)(source + q)));
        *i += unit;
        s = ta_poll(call, (uint32_t)(unit / 64) + 1, (double)*i, (double)total);
    }
    _mm_sfence();
    return s;
#else
    (void)call, (void)out, (void)size, (void)unit, (void)total, (void)i;
    return TA_OK;
#endif
}

/* Fill out[i..total) with the values from e on, repeated with period p. */
static ta_status fill_periodic(ta_call *call, char *out, size_t size, size_t e, size_t p, size_t i,
                               size_t total) {
    size_t stretch = p, unit = 64 * p;
    ta_status s = TA_OK;
    while (unit * size < BLOCK) unit *= 2;
    while (!s && i < total) {
        size_t most = (i - e) / p * p, step = stretch; /* most: whole periods written so far */
        size_t off = (uintptr_t)(out + i * size) % 16;
        if (STREAMS && off % size == 0 && most >= unit && unit * size <= SOURCE_MOST &&
            (total - i) * size >= STREAM_LEAST) {
            if (off == 0) {
                s = stream(call, out, size, unit, total, &i);
                continue;
            }
            step = (16 - off) / size < stretch ? (16 - off) / size : stretch;
        } else {
            while (2 * stretch <= most && stretch * size < BLOCK) stretch *= 2;
            step = total - i < stretch ? total - i : stretch;
        }
        memcpy(out + i * size, out + (i - stretch) * size, step * size);
        i += step;
        s = ta_poll(call, (uint32_t)(step / 64) + 1, (double)i, (double)total);
    }
    return s;
}

/* out[i] = out[i - p] + s, for each type. */
#define FILL_RISING(type) \
    for (size_t end = i + step; i < end; i++) ((type *)out)[i] = (type)(((type *)out)[i - p] + s)

static ta_status fill(const ta_heap *h, ta_call *call, ta_amount to, int width, void *out) {
    size_t total = (size_t)to + 1;
    size_t i = total < h->g.count ? total : h->g.count;
    copy_known(h, i, width, out);
    if (i == total) return TA_OK;
    ta_assert(h->proof.proved);
    size_t p = (size_t)h->proof.period;
    uint64_t s = (uint64_t)h->proof.saltus;
    if (s == 0)
        return fill_periodic(call, out, (size_t)width, (size_t)h->proof.preperiod, p, i, total);
    while (i < total) {
        size_t step = total - i < 65536 ? total - i : 65536;
        if (width == 1) {
            FILL_RISING(uint8_t);
        } else if (width == 2) {
            FILL_RISING(uint16_t);
        } else if (width == 4) {
            FILL_RISING(uint32_t);
        } else {
            FILL_RISING(uint64_t);
        }
        ta_status polled = ta_poll(call, (uint32_t)(step / 64) + 1, (double)i, (double)total);
        if (polled) return polled;
    }
    return TA_OK;
}

ta_status ta_heap_fill(const ta_heap *h, ta_call *call, ta_amount to, int width, void *out) {
    ta_require(to >= 0 && width >= ta_heap_width(h, to));
    return heap_checked(h, fill(h, call, to, width, out));
}
