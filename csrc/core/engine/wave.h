/*
** wave.h - slabs of a box by several threads, one behind the other.
**
** A slab is what differs in the last coordinates alone: in the last one (a row), the last two (a plane), and so on.
** It is gone through in the order of ids, in tiles: runs of its places, columns of a row or rows of a plane. A place is
** an id, counted from the slab's first one.
**
**      places ->      0 .. 63  64 .. 127  ...
**      a slab            1         2        3     one thread
**      the next one      2         3        4     another, one tile behind
**
** Why it is right: an option lies before these slabs, or in one of them that comes earlier, or at a lower place of
** the same one (ta_row_ordered is asked of each piece); and none lies more than `lead` places higher in its slab than its
** position in its own. A tile up to place c begins when the slab before is done up to c + lead, which in turn
** began when the one before that was: so all that it looks up is there, and nobody writes it. Where places are read in words of 64 (the
** grain), whole words are there, and two more: what is written meanwhile lies behind them.
**
** The thread that goes through a slab asks for its rows, each into memory of its own: so asking is shared, too, where the rule's
** reader is. What tells
** whether slabs are worth it is asked of the first one before: how far its options lie ahead, and how much room it takes.
**
** So many of the last coordinates make a slab as let `lead` be short: where the last one is a limit on the next move, an
** option may lie anywhere in an earlier row, but in an earlier plane in the same row, or before it.
*/
#ifndef TA_WAVE_H
#define TA_WAVE_H

#include "base/parallel.h"
#include "rows.h"
#include "solver_int.h"

#define WAVE_SLABS 1024  /* at most */
#define WAVE_CELLS 1048576 /* positions that are worth a phase of the team */

/* Neighbours in a row that are named together: id, id + 1, ..., `n` of them, from place `at` of the slab on. */
typedef struct ta_wave_piece {
    ta_row row; /* its items are ta_wave_rows' */
    int64_t id, at, n, told;
    int spare; /* is it beyond the row's end? Then what cannot be told of the `told` positions is left out */
} ta_wave_piece;

/* The slab that a thread goes through. */
typedef struct ta_wave_rows {
    ta_wave_piece *piece;
    ta_row_item *item;
    size_t pieces, items;
    void *room;    /* of the rule's reader */
    size_t slab;   /* these are of this slab, */
    int64_t held;  /* and hold for so many, itself among them, a row on each; 0: nothing is here */
    int64_t lead;
    char apart[TA_APART];
} ta_wave_rows;

/* Why a slab is not gone through: it cannot be told; options lie too far ahead; there is no room for its rows; or are too many. */
typedef enum ta_wave_why { WAVE_GOES, WAVE_UNTOLD, WAVE_FAR, WAVE_ROOM, WAVE_MANY } ta_wave_why;

/* How far a slab is; of another thread's nothing is near. */
typedef struct ta_wave_done {
    atomic_size_t done;
    int64_t reached; /* up to this place it was solved; n: all of it */
    char apart[TA_APART - 16];
} ta_wave_done;

/* What is solved: from..to in a box whose ids are sums (rows.h); and in each row so many positions behind it as can be,
** which need not be. */
typedef struct ta_wave_box {
    const int64_t *from, *to;
    ta_row_box ids;
    int64_t spare;
} ta_wave_box;

typedef struct ta_wave {
    ta_wave_rows *rows; /* one a thread that there may be, with room for so much: */
    size_t rows_cap, piece_cap, item_cap, room_cap;
    ta_row_reader reader;
    ta_wave_box box;
    int64_t from[TA_COMPONENTS]; /* where slab 0 begins */
    size_t count;                 /* slabs */
    atomic_size_t refused;        /* none from here on */
    size_t level, least, top;     /* of so many coordinates: of fewer the lead was too long, of more are too many rows */
    int64_t n, cells, most;       /* places of each; positions of each; positions of all, at most */
    int64_t grain;                /* tiles are multiples of so many places, which cost about as much as one */
    unsigned threads;             /* they were collected for */
    int64_t tile;
    ta_wave_done *done; /* of each slab */
    double at, total;   /* for the host's poll */
    ta_team *team;
    int (*open)(void *ctx, int64_t id); /* NULL, or of a slab's first id: is it to be solved? */
    /* Positions from..to - 1 of a piece, by one of the threads; *done: those before are. Where it is less than `to` the slab
    ** goes no further. */
    ta_status (*run)(void *ctx, ta_call *call, size_t slab, ta_wave_piece *piece, int64_t from,
                     int64_t to, unsigned thread, int64_t *done);
    void *ctx;
} ta_wave;

/* Room for so many positions at a time by a team, to be closed whatever it gives. ENOMEM. */
ta_status ta_wave_open(ta_wave *w, const ta_allocator *a, ta_team *team, int64_t most, int64_t grain);
void ta_wave_close(ta_wave *w, const ta_allocator *a);

/*
** Slabs from `at` on, the first of which can be told and is ordered. By several threads none where it is not
** worth it: w->count is 0 then. By one: rows. ENOMEM.
*/
ta_status ta_wave_collect(ta_wave *w, ta_solver *s, ta_call *call, const ta_wave_box *box,
                          const int64_t *at, unsigned threads);

/* A slab that is one piece of a row, from `at` on, of at most so many positions; or none. ENOMEM. */
ta_status ta_wave_one(ta_wave *w, ta_solver *s, ta_call *call, const ta_wave_box *box, int64_t *at,
                      int64_t most);

/* All tiles; w->count is then without the first slab that cannot be told, or lies too far ahead, and those behind it (of which
** some may be gone through). What it fails with is what the lowest slab does, or the host. By one thread, slab by slab, up to the
** first that goes no further. */
ta_status ta_wave_run(ta_wave *w);
ta_status ta_wave_alone(ta_wave *w, ta_call *call);

/* From a slab of the last `level` coordinates to the one that comes `slabs` later; 0: there is none. */
int ta_wave_further(const ta_wave_box *box, size_t level, int64_t *at, int64_t slabs);

#endif
