/*
** bits.h - sets of nim values as bits.
*/
#ifndef TA_HEAP_BITS_H
#define TA_HEAP_BITS_H

#include <stddef.h>
#include <stdint.h>

/* Add each member of `from`, xor v, to the set `to`. Both have `words` words, a power of two, and
** v is below 64 * words. */
void heap_or_translated(uint64_t *to, const uint64_t *from, size_t words, uint32_t v);

/*
** A union of many sets, each member of a set xor the set's v. The gatherer adds a set to one of 64
** rows, chosen by the low six bits of v; there only whole words change places. heap_gathered
** translates the rows once at the end, and destroys them. `rows` has 64 * words words, at first 0.
*/
typedef void (*heap_gatherer)(uint64_t *rows, const uint64_t *from, size_t words, uint32_t v);
heap_gatherer heap_gather_by(int portable);
void heap_gathered(uint64_t *to, uint64_t *rows, size_t words);

/* Add the set `from` of `words` words to `to`, which has at least as many. */
void heap_or(uint64_t *to, const uint64_t *from, size_t words);

#endif
