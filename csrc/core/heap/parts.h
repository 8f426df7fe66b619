/*
** parts.h - visits the options of a heap by a code.
*/
#ifndef TA_HEAP_PARTS_H
#define TA_HEAP_PARTS_H

#include "kind.h"
#include "notation.h"

/* Visit every option of heap n by a code. ELIMIT past HEAP_VISITS_MOST; polls. */
ta_status heap_notation_visit(ta_heap *h, ta_call *call, const heap_notation *code, ta_amount n,
                              ta_heap_visitor visit, void *ctx);

#endif
