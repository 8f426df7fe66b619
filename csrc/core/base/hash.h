/*
** hash.h - the mixer of all hash tables.
**
** Each step is invertible, so different words have different hashes. Two multiplications, each with
** the high half folded down, carry every bit of the word into every bit of the hash. So any bits of
** it may choose a slot. For several words: ta_hash(ta_hash(a) ^ b), in order.
*/
#ifndef TA_HASH_H
#define TA_HASH_H

#include <stdint.h>

static inline uint64_t ta_hash(uint64_t word) {
    word ^= word >> 32;
    word *= 0x9e3779b97f4a7c15u;
    word ^= word >> 29;
    word *= 0xbf58476d1ce4e5b9u;
    return word ^ word >> 32;
}

#endif
