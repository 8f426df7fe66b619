/*
** bits.h - sets of nim values as bits.
*/
#ifndef TA_HEAP_BITS_H
#define TA_HEAP_BITS_H

#include <stddef.h>
#include <stdint.h>

/* Or the set `from`, each member xor v, into `to`; both of `words` words, a power of two, and v
** below 64 * words. */
void heap_or_translated(uint64_t *to, const uint64_t *from, size_t words, uint32_t v);

/* Or the set `from` of `words` words into `to`, which has as many or more. */
void heap_or(uint64_t *to, const uint64_t *from, size_t words);

#endif
