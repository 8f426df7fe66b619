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

/*
** The union of many sets, each member of a set xor its v. Sets whose v has the same six low bits go into one of 64 rows, where
** only words change places; the rows are translated once, at the end, which changes them. `rows` has 64 * words words, at first 0.
*/
typedef void (*heap_gatherer)(uint64_t *rows, const uint64_t *from, size_t words, uint32_t v);
heap_gatherer heap_gather_by(int portable);
void heap_gathered(uint64_t *to, uint64_t *rows, size_t words);

/* Or the set `from` of `words` words into `to`, which has as many or more. */
void heap_or(uint64_t *to, const uint64_t *from, size_t words);

#endif
