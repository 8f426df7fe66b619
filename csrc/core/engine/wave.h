/*
** wave.h - rows of a box by several threads, one behind the other.
**
** Some rows in the order of ids, each with what its positions name (rows.h), in a few pieces where that is cut: that of
** Wythoff's game where both numbers are equal. A row is gone through in tiles, from left to right:
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
#include "solver_int.h"

#define WAVE_ROWS 256    /* at most */
#define WAVE_CELLS 65536 /* the same */
#define WAVE_LEAST 48    /* shorter rows are not worth a wait each */
#define WAVE_PIECES 1024 /* at most, of all rows */

typedef struct ta_wave_piece {
    ta_row row;
    int64_t at, n; /* positions at to at + n - 1 of the row; it calls them 0 to n - 1 */
} ta_wave_piece;

typedef struct ta_wave {
    ta_wave_piece *piece; /* `pieces` of them, those of row r from first[r] on, with `items` in all */
    size_t pieces, first[WAVE_ROWS + 1], items;
    size_t count, most;  /* rows; there may be so many */
    int64_t n;           /* positions of each */
    int64_t lead, tile;
    atomic_size_t *done; /* positions of each that are gone through */
    double at, total;    /* for the host's poll */
    ta_team team;
    int open;            /* is there a team? */
    /* Positions from..to - 1 of a row, in one of its pieces and by one of the threads; *ended: the row goes no further. */
    ta_status (*run)(void *ctx, ta_call *call, size_t row, ta_wave_piece *piece, int64_t from,
                     int64_t to, unsigned thread, int *ended);
    void *ctx;
} ta_wave;

/* Room and a team of so many threads, to be closed whatever it gives. ENOMEM. */
ta_status ta_wave_open(ta_wave *w, const ta_allocator *a, ta_call *call, unsigned threads);
void ta_wave_close(ta_wave *w, const ta_allocator *a);

void ta_wave_begin(ta_wave *w, int64_t n); /* no rows */

/* The rule is asked for the row of w->n positions from `at` on, whose first one has the id `id`, and for those after it that
** name the same, `stride` apart and at most *rows. *rows: how many are added; 0 where it cannot be told, or is not ordered.
** ENOMEM. */
ta_status ta_wave_ask(ta_wave *w, ta_solver *s, ta_call *call, const ta_row_box *box, int64_t *at,
                      int64_t id, int64_t stride, int64_t *rows);
/* A row of w->n positions that is one piece, w->piece[0], read already. */
int ta_wave_single(ta_wave *w, int64_t id);

/* Is it worth it? Of rows that look far ahead only one is at work at a time. */
int ta_wave_worth(const ta_wave *w);

/* Tile from..to - 1 of a row, in one of the threads. */
ta_status ta_wave_tile(ta_wave *w, ta_call *call, size_t row, int64_t from, int64_t to,
                       unsigned thread, int *ended);

/* All tiles. What it fails with is what the lowest row does, or the host. */
ta_status ta_wave_run(ta_wave *w);

#endif
