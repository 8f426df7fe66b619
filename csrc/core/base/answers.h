/*
** answers.h - packed answers of 1, 2, 4, 8 or 16 bits, without gaps. On every machine, with 1 to 8
** bits the first answer is in the lowest bits of a byte, and with 16 bits the low byte comes first.
**
** Single bits are read 64 at once, so the owner allocates TA_ANSWERS_PAD bytes after the last.
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

/* Eight bytes as a word; its lowest bit is the first. */
static inline uint64_t ta_bits_load(const uint8_t *at) {
    uint64_t x;
    memcpy(&x, at, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    x = __builtin_bswap64(x);
#endif
    return x;
}

static inline void ta_bits_store(uint8_t *at, uint64_t x) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    x = __builtin_bswap64(x);
#endif
    memcpy(at, &x, 8);
}

/* The 64 bits from `bit` on; 16 bytes are read. */
static inline uint64_t ta_bits_at(const uint8_t *data, uint64_t bit) {
    const uint8_t *from = data + (bit >> 3);
    unsigned s = bit & 7;
    return ta_bits_load(from) >> s | ta_bits_load(from + 8) << 1 << (63 - s);
}

/* to[0..words) |= the bits from `bit` on. */
static inline void ta_bits_or(uint64_t *to, size_t words, const uint8_t *data, uint64_t bit) {
    for (size_t w = 0; w < words; w++) to[w] |= ta_bits_at(data, bit + 64 * w);
}

/* data |= the first `count` bits of these words, from `bit` on. Later bits of data, and the last
** word's other bits, must be 0. Whole words and one byte are written. */
static inline void ta_bits_add(uint8_t *data, uint64_t bit, const uint64_t *words, size_t count) {
    uint8_t *to = data + (bit >> 3);
    unsigned s = bit & 7;
    uint64_t left = *to;
    for (size_t w = 0; w < (count + 63) / 64; w++, to += 8) {
        ta_bits_store(to, words[w] << s | left);
        left = words[w] >> 1 >> (63 - s);
    }
    *to = (uint8_t)left;
}

/* Copy `count` bits of `from`, from bit `at` on, to bit `bit` on. No other bits are written. */
static inline void ta_bits_copy(uint8_t *data, uint64_t bit, const uint8_t *from, uint64_t at, size_t count) {
    size_t i = 0;
    for (; i < count && ((bit + i) & 7); i++) ta_answer_put(data, 1, bit + i, ta_answer_get(from, 1, at + i));
    for (; i + 64 <= count; i += 64) ta_bits_store(data + ((bit + i) >> 3), ta_bits_at(from, at + i));
    for (; i < count; i++) ta_answer_put(data, 1, bit + i, ta_answer_get(from, 1, at + i));
}

/* Copy `count` answers of `from`, from index `at` on, to index `place` on. They have `from_bits`
** there and `bits`, at least as many, here. */
static inline void ta_answers_copy(uint8_t *data, unsigned bits, uint64_t place,
                                   const uint8_t *from, unsigned from_bits, uint64_t at,
                                   size_t count) {
    if (bits == from_bits) {
        ta_bits_copy(data, bits * place, from, bits * at, bits * count);
        return;
    }
    for (size_t i = 0; i < count; i++)
        ta_answer_put(data, bits, place + i, ta_answer_get(from, from_bits, at + i));
}

#endif
