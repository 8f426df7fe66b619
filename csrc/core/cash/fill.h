/*
** fill.h - computes the cells of rows of the staircases, by several threads.
*/
#ifndef TA_CASH_FILL_H
#define TA_CASH_FILL_H

#include "base/parallel.h"
#include "thresholds.h"

typedef struct cash_row {
    void *cells;       /* s_n(e) of from <= e < tail, where from = max(0, head - max A) */
    uint32_t head;     /* h of staircase.h */
    uint32_t tail;     /* f^II(n), at least head */
    uint32_t end;      /* s_n(e) for e >= tail; CASH_NEVER: no d wins there */
    uint32_t together; /* the rows of the block of memory that begins here; 0: none does */
} cash_row;

#define CASH_NEVER UINT32_MAX

/* The rows of a game, and the width of their cells. */
typedef struct cash_rows {
    const cash_thresholds *rich; /* f, for every row that is filled */
    cash_row *rows;              /* rows[n] */
    int wide;                    /* cells of 32 bits, else of 16 */
    int portable;                /* do not use the vector paths (for tests) */
} cash_rows;

/* The first e whose cell is held. Later rows read cells from e = head - max A on. */
static inline size_t cash_row_from(const cash_thresholds *rich, const cash_row *row) {
    uint32_t most = (uint32_t)rich->a[rich->count - 1];
    return row->head > most ? row->head - most : 0;
}

#define CASH_PHASE 2048 /* the most rows of one cash_fill */
#define CASH_BAND_LEAST 16
#define CASH_BAND_MOST 128

/*
** The number of rows in a band, which one thread computes together: an eighth of its share of
** `count`. A thread may be a band ahead of the one it waits for, a millisecond with long rows. So
** it has work while the system runs something else on the other's processor.
*/
static inline size_t cash_band(size_t count, unsigned threads) {
    size_t band = count / (8 * threads);
    if (band > CASH_BAND_MOST) return CASH_BAND_MOST;
    return band < CASH_BAND_LEAST ? CASH_BAND_LEAST : band;
}

/*
** Compute the cells of `count` rows from row `first` on, at most CASH_PHASE, in bands of `band`
** rows, at most CASH_BAND_MOST. The caller has allocated the cells, and the max A rows before are
** known. `high` is the last row wanted in all, for progress. `done` has `count` items.
** *made: the number of complete rows from the first on. It is `count`, or after a failure the rows
** of some bands.
*/
ta_status cash_fill(const cash_rows *rows, ta_team *team, ta_amount first, size_t count,
                    size_t band, ta_amount high, atomic_size_t *done, size_t *made);

/* The number of threads for the rows from `first` to `high`, of a set of `members` members. */
unsigned cash_fill_threads(const ta_call *call, size_t members, ta_amount first, ta_amount high);

#endif
