/*
** answers.h - answers of 1, 2, 4, 8 or 16 bits, one after another without gaps: of 1 to 8 bits the first
** in the lowest bits of a byte, of 16 bits the low byte first, on every machine.
**
** Rows of single bits are read 64 at once: who owns them has TA_ANSWERS_PAD bytes behind the last.
*/
#ifndef TA_ANSWERS_H
#define TA_ANSWERS_H

#include <stdint.h>
#include <string.h>

#define TA_ANSWERS_PAD 64

static inline uint32_t ta_answer_get(const uint8_t *data, unsigned bits, uint64_t i) {
    if (bits == 16) return (uint32_t)data[2 * i] | (uint32_t)data[2 * i + 1] << 8;
    return data[i * bits >> 3] >> (i * bits & 7) & ((1u << bits) - 1);
}

static inline void ta_answer_put(uint8_t *data, unsigned bits, uint64_t i, uint32_t value) {
    if (bits == 16) {
        data[2 * i] = (uint8_t)value;
        data[2 * i + 1] = (uint8_t)(value >> 8);
        return;
    }
    unsigned shift = i * bits & 7, mask = (1u << bits) - 1;
    uint8_t *at = &data[i * bits >> 3];
    *at = (uint8_t)((*at & ~(mask << shift)) | value << shift);
}

/* Eight bytes as a word whose lowest bit is the first. */
static inline uint64_t ta_bits_load(const uint8_t *at) {
    uint64_t x;
    memcpy(&x, at, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    x = __builtin_bswap64(x);
#endif
    return x;
}

/* to[0..words) |= the bits from `bit` on. */
static inline void ta_bits_or(uint64_t *to, size_t words, const uint8_t *data, uint64_t bit) {
    const uint8_t *from = data + (bit >> 3);
    unsigned s = bit & 7;
    for (size_t w = 0; w < words; w++)
        to[w] |= ta_bits_load(from + 8 * w) >> s | ta_bits_load(from + 8 * w + 8) << 1 << (63 - s);
}

/* The same of bits that are words already, of which there is one more behind the last. */
static inline void ta_words_or(uint64_t *to, size_t words, const uint64_t *from, size_t bit) {
    unsigned s = bit & 63;
    from += bit >> 6;
    for (size_t w = 0; w < words; w++) to[w] |= from[w] >> s | from[w + 1] << 1 << (63 - s);
}

/* Write the first `count` bits of these words from `bit` on. */
static inline void ta_bits_write(uint8_t *data, uint64_t bit, const uint64_t *words, size_t count) {
    size_t i = 0;
    for (; i < count && ((bit + i) & 7); i++)
        ta_answer_put(data, 1, bit + i, words[i >> 6] >> (i & 63) & 1);
    for (; i + 8 <= count; i += 8) {
        unsigned s = i & 63;
        uint64_t x = words[i >> 6] >> s;
        if (s > 56) x |= words[(i >> 6) + 1] << (64 - s);
        data[(bit + i) >> 3] = (uint8_t)x;
    }
    for (; i < count; i++) ta_answer_put(data, 1, bit + i, words[i >> 6] >> (i & 63) & 1);
}

#endif
