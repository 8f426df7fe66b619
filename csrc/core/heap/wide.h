/*
** wide.h - codes with more than a byte a digit: the kinds of game that play them.
*/
#ifndef TA_HEAP_WIDE_H
#define TA_HEAP_WIDE_H

#include "kind.h"
#include "notation.h"

/* wide.c: nothing is added. The game owns the code, whether it is made or not. */
ta_status heap_of_wide(const ta_allocator *allocator, heap_notation *code,
                       const ta_heap_settings *settings, const char *text, ta_heap **out);

/* growing.c: a move may add counters. Likewise. */
ta_status heap_of_growing(const ta_allocator *allocator, heap_notation *code,
                          const ta_heap_settings *settings, const char *text, ta_heap **out);

#endif
