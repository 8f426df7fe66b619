/*
** fill.h - the cells of rows of the staircases, by several threads.
*/
#ifndef TA_CASH_FILL_H
#define TA_CASH_FILL_H

#include "base/parallel.h"
#include "staircase.h"

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
** Fill the cells of rows s->known, ... , `count` of them, at most CASH_PHASE, whose s->rows are
** there, in bands of `band`, at most CASH_BAND_MOST; `high` is the last one asked for in all, for
** progress. `done` has room for `count`. *made: how many, from the first, are complete: all, or,
** where the call fails, those of some bands.
*/
ta_status cash_fill(const cash_staircases *s, ta_team *team, size_t count, size_t band,
                    ta_amount high, atomic_size_t *done, size_t *made);

/* How many threads for the rows from `known` to `high`. f is known to `known`. */
unsigned cash_fill_threads(const cash_staircases *s, const ta_call *call, ta_amount high);

#endif
