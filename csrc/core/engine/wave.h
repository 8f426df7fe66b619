/*
** wave.h - rows of a box by several threads, one behind the other.
**
** Some rows in the order of ids, each with what its positions name (rows.h). A row is gone through in tiles, from left
** to right:
**
**      columns ->     0 .. 63  64 .. 127  ...
**      a row             1         2        3     one thread
**      the next one      2         3        4     another, one tile behind
**
** Why it is right: an option lies before these rows, or in one of them that comes earlier, or to the left in the same
** one (ta_row_ordered is asked of each); and no option lies more than `lead` columns to the right. A tile up to column
** c begins when the row before is done up to column c + lead, which in turn began when the one before that was: so all that
** it looks up is there, and nobody writes it.
*/
#ifndef TA_WAVE_H
#define TA_WAVE_H

#include "base/parallel.h"
#include "rows.h"

#define WAVE_ROWS 256    /* at most */
#define WAVE_CELLS 65536 /* the same */
#define WAVE_LEAST 48    /* shorter rows are not worth a wait each */

typedef struct ta_wave {
    ta_row *row;         /* WAVE_ROWS, `count` of them with `items` in all; there may be `most` */
    size_t count, items, most;
    int64_t n;           /* positions of each */
    int64_t lead, tile;
    atomic_size_t *done; /* positions of each that are gone through */
    double at, total;    /* for the host's poll */
    ta_team team;
    int open;            /* is there a team? */
    /* Positions from..to - 1 of a row, in one of the threads; *ended: the row goes no further. */
    ta_status (*run)(void *ctx, ta_call *call, size_t row, int64_t from, int64_t to,
                     unsigned thread, int *ended);
    void *ctx;
} ta_wave;

/* Room and a team of so many threads, to be closed whatever it gives. ENOMEM. */
ta_status ta_wave_open(ta_wave *w, const ta_allocator *a, ta_call *call, unsigned threads);
void ta_wave_close(ta_wave *w, const ta_allocator *a);

void ta_wave_begin(ta_wave *w, int64_t n); /* no rows */

/* Rows that share what they name are added: the first of them is w->row[w->count], read and with room for all; position
** 0 has the id `id`, and rows lie `stride` apart. *rows: how many are added, those that there is room for and that are
** ordered. ENOMEM. */
ta_status ta_wave_add(ta_wave *w, const ta_allocator *a, int64_t id, int64_t stride, int64_t *rows);

/* Is it worth it? Of rows that look far ahead only one is at work at a time. */
int ta_wave_worth(const ta_wave *w);

/* All tiles. What it fails with is what the lowest row does, or the host. */
ta_status ta_wave_run(ta_wave *w);

#endif
