/*
** pair_lookup.h - tests whether an option of heap g.count leaves two heaps with nim value v.
*/
#ifndef TA_HEAP_PAIR_LOOKUP_H
#define TA_HEAP_PAIR_LOOKUP_H

#include "digits.h"
#include "kind.h"

/* *at: a heap of a pair of value v, or 0 if there is none. The number of pairs compared, in units
** of one random access, is added to *work. */
ta_status heap_seek(const ta_heap *h, const heap_digits *code, ta_call *call, uint32_t v,
                    double *work, size_t *at);

#endif
