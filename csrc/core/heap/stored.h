/*
** stored.h - nim values of heaps 0, 1, ... in packed form (base/answers.h), in memory that may be
** a mapped file.
*/
#ifndef TA_HEAP_STORED_H
#define TA_HEAP_STORED_H

#include "takeaway/heap.h"

typedef struct ta_storing {
    uint8_t *data;  /* all values, plus TA_ANSWERS_PAD bytes; aligned to 2 bytes if bits = 16 */
    unsigned bits;  /* of a value: 1, 2, 4, 8 or 16 */
    uint64_t count; /* heaps 0..count-1 */
    /* Called from time to time, at the end, and before a failure: the data holds the values of
    ** all heaps below `place`. */
    ta_status (*reached)(void *ctx, ta_call *call, uint64_t place);
    void *ctx;
    uint64_t *refused; /* OPTIONAL. Set to the value that needs more bits, if there is one */
} ta_storing;

/*
** Compute the values of heaps from..count-1 into the data, which holds those before. `game` itself
** does not change.
**
** A subtraction game holds a number of values in memory that depends on its largest member (2^20
** or more), and can compute any number of values. Other games read all their values again. They
** read them in the data if values have 8 bits, or have 16 bits and have come to need them; else in
** memory of their own. If a period is proved on the way, the rest follows from it.
**
** Errors. ELIMIT: a value that needs more bits, named with its heap; more than 2^32 heaps of a game
** that reads all its values; memory. EUNSUPPORTED: games by rule, codes by which heaps grow.
** ENOMEM. Failures of `reached` and of the poll.
*/
ta_status ta_heap_store(const ta_heap *game, ta_call *call, const ta_storing *s, uint64_t from);

/*
** Copy the values of heaps 0..count-1 from the data into a game. It stops early if they prove a
** period, and reads at most the first 2^32. Errors: ELIMIT (memory; more than 2^32 values that
** prove no period), EUNSUPPORTED as for ta_heap_store, ENOMEM, failures of the poll.
*/
ta_status ta_heap_recall(ta_heap *game, ta_call *call, const uint8_t *data, unsigned bits,
                         uint64_t count);

#endif
