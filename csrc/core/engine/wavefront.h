/*
** wavefront.h - a wavefront: several threads solve consecutive slabs of a box, each one behind the
** other.
**
** The positions of a slab differ only in the last coordinates: the last one (a row), the last two
** (a plane), and so on. A thread solves a slab in the order of ids, in tiles. A tile is a run of
** places, such as columns of a row or rows of a plane. A place is an id counted from the slab's
** first one.
**
**      places ->      0 .. 63  64 .. 127  ...
**      a slab            1         2        3     one thread
**      the next one      2         3        4     another, one tile behind
**
** Why it is right: an option lies before these slabs, in an earlier one of them, or at a lower
** place of the same one. ta_row_ordered checks this for each piece. No option lies more than `lead`
** places higher in its slab than its position in its own. A tile up to place c begins when the
** previous slab is done up to c + lead. That slab in turn began when the one before it was done so
** far. So all cells that a tile reads are written, and no thread writes them. If places are read in
** words of 64 (the grain), the wait covers whole words and two more; concurrent writes lie behind
** those.
**
** The thread that solves a slab queries its rows, into its own memory. So the queries run in
** parallel too, if the rule's reader is shared. The first slab is queried in advance. The distance
** its options reach and its memory decide whether slabs are worth it.
**
** A slab has the fewest last coordinates that keep `lead` short. Example: if the last coordinate is
** a limit on the next move, an option may lie anywhere in an earlier row. In an earlier plane it
** lies in the same row or before it.
*/
#ifndef TA_WAVEFRONT_H
#define TA_WAVEFRONT_H

#include "base/parallel.h"
#include "option_runs.h"
#include "solver_int.h"

#define WAVE_SLABS 1024  /* at most in a phase */
#define WAVE_CELLS 1048576 /* positions that are worth a phase of the team */

/* Neighbours in a row with one list of options: ids id .. id + n - 1, from place `at` on. */
typedef struct ta_wave_piece {
    ta_row row; /* its items are in ta_wave_rows.item */
    int64_t id, at, n, told;
    int spare; /* beyond the row's end: the first unsolvable one of `told` positions ends it (n) */
} ta_wave_piece;

/* The slab that a thread solves. */
typedef struct ta_wave_rows {
    ta_wave_piece *piece;
    ta_row_item *item;
    size_t pieces, items;
    void *room;    /* memory of the rule's reader */
    size_t slab;   /* the slab of these rows */
    int64_t held;  /* they hold for this many slabs, shifted by a row each; 0: none */
    int64_t lead;
    char apart[TA_APART];
} ta_wave_rows;

/* Why a slab cannot be solved. UNTOLD: the rule describes no rows. FAR: options reach too far.
** ROOM: its rows exceed the allocated memory; MANY: also the most that may be allocated. */
typedef enum ta_wave_why { WAVE_GOES, WAVE_UNTOLD, WAVE_FAR, WAVE_ROOM, WAVE_MANY } ta_wave_why;

/* A slab's progress, alone in its cache lines. */
typedef struct ta_wave_done {
    atomic_size_t done;
    int64_t reached; /* solved up to this place; n: all of it */
    char apart[TA_APART - 16];
} ta_wave_done;

/* The box from..to to solve, whose ids are sums (option_runs.h). In each row also solve as much as
** possible of a halo of `spare` positions; those may stay unknown. */
typedef struct ta_wave_box {
    const int64_t *from, *to;
    ta_row_box ids;
    int64_t spare;
} ta_wave_box;

typedef struct ta_wave {
    ta_wave_rows *rows; /* one for each possible thread, with these capacities: */
    size_t rows_cap, piece_cap, item_cap, room_cap;
    ta_row_reader reader;
    ta_wave_box box;
    int64_t from[TA_COMPONENTS]; /* where slab 0 begins */
    size_t count;                 /* number of slabs */
    atomic_size_t refused;        /* first slab that must not be solved */
    /* Last coordinates of a slab: `level`. With fewer than `least` the lead is too long; with more
    ** than `top` the rows are too many. */
    size_t level, least, top;
    int64_t n, cells, most;       /* of a slab: places, positions; of a phase: most positions */
    int64_t grain;                /* places: tiles are multiples of it */
    unsigned threads;             /* the slabs were collected for this many */
    int64_t tile;
    ta_wave_done *done; /* one for each slab */
    double at, total;   /* for the host's poll */
    ta_team *team;
    int (*open)(void *ctx, int64_t id); /* must the slab with this first id be solved? NULL: yes */
    /* Solve positions from..to - 1 of a piece, in one of the threads. *done: those before it are
    ** solved. If it is less than `to` the slab ends there. */
    ta_status (*run)(void *ctx, ta_call *call, size_t slab, ta_wave_piece *piece, int64_t from,
                     int64_t to, unsigned thread, int64_t *done);
    void *ctx;
} ta_wave;

/* Allocate for `most` positions at a time. Call ta_wave_close whatever it returns. ENOMEM. */
ta_status ta_wave_open(ta_wave *w, const ta_allocator *a, ta_team *team, int64_t most, int64_t grain);
void ta_wave_close(ta_wave *w, const ta_allocator *a);

/*
** Collect slabs from `at` on. The rule can describe the first one, and its options are ordered.
** With several threads, w->count is 0 if slabs are not worth it. With one thread, slabs are rows.
** ENOMEM.
*/
ta_status ta_wave_collect(ta_wave *w, ta_solver *s, ta_call *call, const ta_wave_box *box,
                          const int64_t *at, unsigned threads);

/* Collect one slab: a piece of a row from `at` on, of at most `most` positions; or none. ENOMEM. */
ta_status ta_wave_one(ta_wave *w, ta_solver *s, ta_call *call, const ta_wave_box *box, int64_t *at,
                      int64_t most);

/* Solve all tiles. Then w->count excludes the first slab that the rule cannot describe or whose
** options reach too far, and those behind it. On failure, return the status of the lowest failed
** slab, or of the host. ta_wave_alone uses one thread, slab by slab, and stops at the first slab
** that cannot continue. */
ta_status ta_wave_run(ta_wave *w);
ta_status ta_wave_alone(ta_wave *w, ta_call *call);

/* Move `at` from a slab of `level` last coordinates to the one `slabs` later; 0: there is none. */
int ta_wave_further(const ta_wave_box *box, size_t level, int64_t *at, int64_t slabs);

#endif
