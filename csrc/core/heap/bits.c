/*
** bits.c - sets of nim values, moved by an exclusive or: words change places by the upper bits of
** v, and inside of a word halves, quarters, ... do by the lower ones.
*/
#include "bits.h"

void heap_or_translated(uint64_t *to, const uint64_t *from, size_t words, uint32_t v) {
    static const uint64_t low[6] = {
        0x5555555555555555u, 0x3333333333333333u, 0x0f0f0f0f0f0f0f0fu,
        0x00ff00ff00ff00ffu, 0x0000ffff0000ffffu, 0x00000000ffffffffu
    };
    for (size_t w = 0; w < words; w++) {
        uint64_t x = from[w];
        for (int j = 0; j < 6; j++)
            if (v >> j & 1) x = (x & low[j]) << (1 << j) | (x >> (1 << j) & low[j]);
        to[w ^ (v >> 6)] |= x;
    }
}

void heap_or(uint64_t *to, const uint64_t *from, size_t words) {
    for (size_t w = 0; w < words; w++) to[w] |= from[w];
}
