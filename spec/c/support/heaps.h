/*
** heaps.h - heap games by their text, and the checks that tests make of them.
**
** The text is a code, "0.77"; a subtraction set, "-1,2"; all numbers except a set, "x2,5"; coins in a row,
** "s1-3"; or "kayles", the game 0.77 by a rule of the host.
*/
#ifndef HEAPS_H
#define HEAPS_H

#include "takeaway/heap.h"
#include "testing.h"

OWNS(ta_heap, ta_heap_destroy)

ta_status make_heap(const ta_allocator *a, ta_call *call, const char *text,
                    const ta_heap_settings *settings, ta_heap **h);

/* A game; a code with the portable loops alone; a nim value. A failure ends the program with its message. */
ta_heap *heap_of(const char *text);
ta_heap *portable_heap_of(const char *code);
ta_amount value_of_heap(ta_heap *h, ta_amount n);

/* The rule of Kayles. Where ctx is not NULL, calls[n] counts the calls for heaps of n. */
ta_status kayles_rule(void *calls, ta_call *call, ta_amount n, ta_heap_sink *sink);

#endif
