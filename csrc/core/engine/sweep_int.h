/*
** sweep_int.h - for sweep.c, sweep_spare.c and sweep_wave.c alone.
*/
#ifndef TA_SWEEP_INT_H
#define TA_SWEEP_INT_H

#include <string.h>

#include "samples.h"
#include "solver_int.h"
#include "wave.h"

typedef struct sweep {
    ta_solver *s;
    question q;
    ta_cells fold;
    ta_marks marks; /* of this position: the search has its own */
    int64_t *at;    /* the position */
    size_t size;    /* of it */
    int placed;     /* is it in the box, */
    uint32_t id;    /* and where; looked up again when the search has been there */
    ta_row row;     /* of it and those after it */
    int rows;       /* are they asked for? Not for so many positions, */
    int wait, miss; /* and the last number of such */
    int64_t ahead;  /* what is read of this row holds for so many after it, */
    uint32_t ticks; /* unless the host is asked before: the call's were so many */
    ta_samples samples;
    /* what options name beyond a row's end (sweep_spare.c) */
    int64_t spare; /* so many positions */
    int looks;     /* how often it was asked for, and that is over; */
    int spoilt;    /* rows beyond whose end nothing could be told */
    ta_row beyond;
    /* by several threads (sweep_wave.c) */
    ta_team team;
    struct wave_thread *thread;   /* one each; NULL: it is not open */
    int open;                     /* are these? */
    ta_wave wave;
    double began, next;           /* seconds; positions before which nothing is tried */
    int64_t idle, vain;           /* rows to let pass, and their last number */
} sweep;

static inline int sweep_misere(const sweep *w) {
    return w->q == Q_WINS_MISERE || w->q == Q_REMOTE_MISERE;
}

/* Slabs from w->at on by several threads, where that is worth it. *went: was it any? *solved: w->at is the last position done
** then; else the first that is left. */
ta_status ta_sweep_wave(sweep *w, ta_call *call, const int64_t *from, const int64_t *to, int *went,
                        int *solved);
void ta_sweep_wave_clear(sweep *w);

/* w->at is the last one of a row: those behind it, where options lie there, are filled as far as they can be. */
ta_status ta_sweep_spare(sweep *w, ta_call *call, const int64_t *from, const int64_t *to);
void ta_sweep_spare_clear(sweep *w);

/* Of the positions first..the one at w->at, by number, some are asked of the rule. EBADRULE: an answer is another. */
ta_status ta_sweep_sample(sweep *w, ta_call *call, const int64_t *from, const int64_t *to, uint64_t first);

/* How many positions come before w->at. */
uint64_t ta_sweep_number(const sweep *w, const int64_t *from, const int64_t *to);

#endif
