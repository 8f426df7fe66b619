/*
** fill.h - the cells of rows of the staircases, by several threads.
*/
#ifndef TA_CASH_FILL_H
#define TA_CASH_FILL_H

#include "base/parallel.h"
#include "thresholds.h"

typedef struct cash_row {
    void *cells;       /* s_n(e) of from <= e < tail, where from = max(0, head - max A) */
    uint32_t head;     /* h of staircase.h */
    uint32_t tail;     /* f^II(n), at least head */
    uint32_t end;      /* s_n(e) for e >= tail; CASH_NEVER: no d wins */
    uint32_t together; /* rows from this one on in one piece of memory; 0: not its first */
} cash_row;

#define CASH_NEVER UINT32_MAX

/* The rows of a game, and the form of their cells. */
typedef struct cash_rows {
    const cash_thresholds *rich; /* f, for every row that is filled */
    cash_row *rows;              /* rows[n] */
    int wide;                    /* cells of 32 bits, else of 16 */
    int portable;                /* do not use the vector paths (for tests) */
} cash_rows;

/* The first e whose cell is held: later rows read cells from max A dollars below the head on. */
static inline size_t cash_row_from(const cash_thresholds *rich, const cash_row *row) {
    uint32_t most = (uint32_t)rich->a[rich->count - 1];
    return row->head > most ? row->head - most : 0;
}

#define CASH_PHASE 2048 /* most rows of one cash_fill */
#define CASH_BAND_LEAST 16
#define CASH_BAND_MOST 128

/*
** How many rows one thread makes together, a band, where `count` are made: an eighth of its share. A
** thread that waits for another one may be a band ahead of it, a millisecond where rows are long, so it
** has something to do while the system gives the other's processor away.
*/
static inline size_t cash_band(size_t count, unsigned threads) {
    size_t band = count / (8 * threads);
    if (band > CASH_BAND_MOST) return CASH_BAND_MOST;
    return band < CASH_BAND_LEAST ? CASH_BAND_LEAST : band;
}

/*
** Fill the cells of `count` rows from row `first` on, at most CASH_PHASE, in bands of `band` rows,
** at most CASH_BAND_MOST. Memory for the cells is there, and all rows before are known as far as
** max A reaches. `high` is the last row asked for in all, for progress. `done` has room for `count`.
** *made: how many, from the first, are complete: all, or, where the call fails, those of some bands.
*/
ta_status cash_fill(const cash_rows *rows, ta_team *team, ta_amount first, size_t count,
                    size_t band, ta_amount high, atomic_size_t *done, size_t *made);

/* How many threads for the rows from `first` to `high`, of a set of `members`. */
unsigned cash_fill_threads(const ta_call *call, size_t members, ta_amount first, ta_amount high);

#endif
