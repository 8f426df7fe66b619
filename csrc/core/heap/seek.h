/*
** seek.h - is v the value of two heaps that an option of heap g.count leaves?
*/
#ifndef TA_HEAP_SEEK_H
#define TA_HEAP_SEEK_H

#include "digits.h"
#include "kind.h"

/* *at: near which heap a pair was found, or 0. The pairs looked at are added to *work. */
ta_status heap_seek(const ta_heap *h, const heap_digits *code, ta_call *call, uint32_t v,
                    double *work, size_t *at);

#endif
