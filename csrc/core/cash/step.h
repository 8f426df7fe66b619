/*
** step.h - computes cells of one row of the staircases from earlier rows, with 16 or 32 bits.
*/
#ifndef TA_CASH_STEP_H
#define TA_CASH_STEP_H

#include <stddef.h>
#include <stdint.h>

#define CASH_PAD 16       /* extra cells beyond a row's tail, which vector stores overwrite */
#define CASH_NARROW 65534 /* largest n whose rows fit in 16 bits */

/* Row n - a: s_{n-a}(e) is cells[e - from] for from <= e < tail, and `end` from there on. */
typedef struct cash_source {
    const void *cells;
    size_t a, from, tail;
    uint32_t end;
} cash_source;

/*
** Extend row n. Its cells below e are known: those that d - 1 dollars win. Afterwards the cells
** that `to` - 1 dollars win are known, at most `tail`. Returns their number. cells[0] is s_n(from).
** The `count` sources, with a <= n, are known where they are read: e >= from, e < `to` - a.
*/
size_t cash_step16(uint16_t *cells, size_t from, size_t tail, const cash_source *sources,
                   size_t count, size_t d, size_t to, size_t e, int portable);
size_t cash_step32(uint32_t *cells, size_t from, size_t tail, const cash_source *sources,
                   size_t count, size_t d, size_t to, size_t e, int portable);

#endif
