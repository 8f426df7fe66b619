/*
** step.h - cells of one row of the staircases from those of earlier ones, of 16 or of 32 bits.
*/
#ifndef TA_CASH_STEP_H
#define TA_CASH_STEP_H

#include <stddef.h>
#include <stdint.h>

#define CASH_PAD 16       /* cells that a row has beyond its tail, stored to in passing */
#define CASH_NARROW 65534 /* largest n whose rows fit in 16 bits */

/* Row n - a: s_{n-a}(e) is cells[e - from] for from <= e < tail, and `end` from there on. */
typedef struct cash_source {
    const void *cells;
    size_t a, from, tail;
    uint32_t end;
} cash_source;

/*
** Row n goes on: e cells of it are known, which d dollars and less win; so are then those which
** `to` - 1 dollars win, at most `tail`. Returns how many. cells[0] is s_n(from). The sources,
** `count` of them with a <= n, are known for all e they are asked: e >= from, e < `to` - a.
*/
size_t cash_step16(uint16_t *cells, size_t from, size_t tail, const cash_source *sources,
                   size_t count, size_t d, size_t to, size_t e, int portable);
size_t cash_step32(uint32_t *cells, size_t from, size_t tail, const cash_source *sources,
                   size_t count, size_t d, size_t to, size_t e, int portable);

#endif
