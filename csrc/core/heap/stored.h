/*
** stored.h - nim values of heaps 0, 1, ... as packed answers (base/answers.h), in memory that may
** be a mapped file.
*/
#ifndef TA_HEAP_STORED_H
#define TA_HEAP_STORED_H

#include "takeaway/heap.h"

typedef struct ta_storing {
    uint8_t *data;  /* for all values, and TA_ANSWERS_PAD bytes; of 16 bits on a boundary of 2 */
    unsigned bits;  /* of a value: 1, 2, 4, 8 or 16 */
    uint64_t count; /* heaps 0..count-1 */
    /* Told from time to time, at the end, and before a failure: the values of all heaps below
    ** `place` are there. */
    ta_status (*reached)(void *ctx, ta_call *call, uint64_t place);
    void *ctx;
    uint64_t *refused; /* OPTIONAL. The value that takes more bits, where one does */
} ta_storing;

/*
** Compute the values of heaps from..count-1 into the data; those before are there. The game learns
** nothing by it.
**
** A subtraction game keeps only as many values as its largest member says in memory (at least
** 2^20), and any number can be computed. Of other games all are read again: a game whose values
** take 8 bits, or 16 and came to need them, reads them in the data, else in memory of its own.
** Where a period is proved on the way the rest follows from it.
**
** Errors: ELIMIT (a value of more bits, named with its heap; more than 2^32 heaps of a game that
** reads all; memory), EUNSUPPORTED (games by rule, codes by which heaps grow), ENOMEM, what
** `reached` and the poll say.
*/
ta_status ta_heap_store(const ta_heap *game, ta_call *call, const ta_storing *s, uint64_t from);

/*
** Let a game know the values of heaps 0..count-1 that are in the data, copied, or fewer where they
** prove a period: the first 2^32 are read at most. Errors: ELIMIT (memory; more than 2^32, and no
** period is proved by those), EUNSUPPORTED as for ta_heap_store, ENOMEM, what the poll says.
*/
ta_status ta_heap_recall(ta_heap *game, ta_call *call, const uint8_t *data, unsigned bits,
                         uint64_t count);

#endif
