/*
** wide.h - games by codes whose digits need more than a byte.
*/
#ifndef TA_HEAP_WIDE_H
#define TA_HEAP_WIDE_H

#include "kind.h"
#include "notation.h"

/* wide.c: no move adds counters. This function owns the code, even if it fails. */
ta_status heap_of_wide(const ta_allocator *allocator, heap_notation *code,
                       const ta_heap_settings *settings, const char *text, ta_heap **out);

/* growing.c: a move may add counters. It owns the code likewise. */
ta_status heap_of_growing(const ta_allocator *allocator, heap_notation *code,
                          const ta_heap_settings *settings, const char *text, ta_heap **out);

#endif
