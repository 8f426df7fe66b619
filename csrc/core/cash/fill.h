/*
** fill.h - the cells of rows of the staircases, by several threads.
*/
#ifndef TA_CASH_FILL_H
#define TA_CASH_FILL_H

#include "base/parallel.h"
#include "staircase.h"

#define CASH_BAND 16              /* rows that one thread makes together */
#define CASH_PHASE (64 * CASH_BAND) /* most rows of one cash_fill */

/*
** Fill the cells of rows s->known, ... , `count` of them, at most CASH_PHASE, whose s->rows are
** there; `high` is the last one asked for in all, for progress. `done` has room for `count`. *made:
** how many, from the first, are complete: all, or, where the call fails, those of some bands.
*/
ta_status cash_fill(const cash_staircases *s, ta_team *team, size_t count, ta_amount high,
                    atomic_size_t *done, size_t *made);

/* How many threads for the rows from `known` to `high`. f is known to `known`. */
unsigned cash_fill_threads(const cash_staircases *s, const ta_call *call, ta_amount high);

#endif
