/*
** sweep_int.h - shared by sweep.c, sweep_halo.c, sweep_sample.c and sweep_wavefront.c.
*/
#ifndef TA_SWEEP_INT_H
#define TA_SWEEP_INT_H

#include <string.h>

#include "samples.h"
#include "solver_int.h"
#include "wavefront.h"

typedef struct sweep {
    ta_solver *s;
    question q;
    ta_cells fold;
    ta_marks marks; /* of this position; the search has its own */
    int64_t *at;    /* the current position */
    size_t size;    /* its components */
    int placed;     /* the position is in the box; 0 after a search, to look it up again */
    uint32_t id;    /* its id there */
    ta_row row;     /* options of this position and of those after it */
    int rows;       /* use rows */
    int wait, miss; /* back-off: positions to skip before the next query; last skip */
    int64_t ahead;  /* the row's options also hold for this many later rows, */
    uint32_t ticks; /* unless the host was called since call->ticks had this value */
    ta_samples samples;
    /* halo: positions beyond a row's end that options name (sweep_halo.c) */
    int64_t spare; /* its width in positions */
    int looks;     /* attempts to measure it; LOOKS of sweep_halo.c: measured, or given up */
    int spoilt;    /* consecutive rows whose halo could not be filled */
    ta_row beyond;
    /* several threads (sweep_wavefront.c) */
    ta_team team;
    struct wave_thread *thread;   /* one for each thread; NULL: the team is not open */
    int open;                     /* team.threads and wave are set */
    ta_wave wave;
    double began, next;           /* start time in seconds; no wave before this position */
    int64_t idle, vain;           /* back-off: rows to skip; last skip */
} sweep;

static inline int sweep_misere(const sweep *w) {
    return w->q == Q_WINS_MISERE || w->q == Q_REMOTE_MISERE;
}

/* Solve slabs from w->at on by several threads, if that is worth it. *went: a wave was run. Then
** w->at is the last solved position if *solved, else the first unsolved one. */
ta_status ta_sweep_wave(sweep *w, ta_call *call, const int64_t *from, const int64_t *to, int *went,
                        int *solved);
void ta_sweep_wave_clear(sweep *w);

/* w->at is the last position of a row: fill the row's halo as far as known cells allow. */
ta_status ta_sweep_spare(sweep *w, ta_call *call, const int64_t *from, const int64_t *to);
void ta_sweep_spare_clear(sweep *w);

/* Check some of the positions from number `first` to w->at against the rule. EBADRULE. */
ta_status ta_sweep_sample(sweep *w, ta_call *call, const int64_t *from, const int64_t *to, uint64_t first);

/* The number of positions before w->at. */
uint64_t ta_sweep_number(const sweep *w, const int64_t *from, const int64_t *to);

#endif
