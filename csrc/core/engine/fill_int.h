/*
** fill_int.h - shared by fill*.c.
*/
#ifndef TA_FILL_INT_H
#define TA_FILL_INT_H

#include "base/answers.h"
#include "base/parallel.h"
#include "fill.h"
#include "option_runs.h"
#include "samples.h"
#include "solver_int.h"
#include "wavefront.h"

#define FILL_ROW_LEAST 8 /* positions of a row */

/* A set of numbers: v is in it if at[v] == stamp. */
typedef struct fill_seen {
    uint32_t *at, stamp;
    char apart[TA_APART];
} fill_seen;

typedef struct fill {
    ta_solver *s;
    const ta_filling *f;
    uint64_t count, place;
    size_t stride[TA_COMPONENTS];
    int64_t at[TA_COMPONENTS]; /* the position at `place` */
    ta_sink options;
    int misere;
    fill_seen seen;
    size_t seen_cap;
    /* batches of slabs (fill_rows.c) */
    int by_rows;
    ta_samples samples;
    int wait, miss; /* back-off: positions to skip before the next row query; last skip */
    ta_team team;
    ta_wave wave;
    int64_t first, base, room; /* places: start of the rows, of the batch; most of a batch */
    uint64_t until;            /* no answer from w->place to here is known */
    /* nim values (fill_values.c) */
    uint16_t *value;
    size_t value_cap;
    fill_seen *marks; /* one for each thread */
    /* single bits (fill_bits.c) */
    struct fill_bits *bits;
} fill;

/* Allocate memory and start threads. Call ta_fill_rows_clear whatever it returns. ENOMEM. */
ta_status ta_fill_rows_room(fill *w, ta_call *call);
void ta_fill_rows_clear(fill *w);

/* Solve a batch from w->place on, and move w->place behind its finished slabs. *went: there are
** some. */
ta_status ta_fill_rows(fill *w, ta_call *call, int *went);

/* A kind of answer. `room` allocates memory (w->room places) and opens the wave. `ready` prepares
** the collected batch. `run` solves part of a piece (ta_wave.run). `write` copies the answers of
** the first `slabs` of the batch's `had` slabs to the file. */
typedef struct fill_kind {
    ta_status (*room)(fill *w);
    void (*clear)(fill *w);
    ta_status (*ready)(fill *w);
    void (*write)(fill *w, size_t slabs, size_t had);
    ta_status (*run)(void *ctx, ta_call *call, size_t slab, ta_wave_piece *piece, int64_t from, int64_t to,
                     unsigned thread, int64_t *done);
} fill_kind;

extern const fill_kind ta_fill_values, ta_fill_bits;

/* Exponential back-off: after a row query that did not fit, skip 1, 3, 7, then 15 positions. */
static inline void fill_backoff(fill *w, int fit) {
    w->miss = fit ? 0 : w->miss < 15 ? 2 * w->miss + 1 : 15;
    w->wait = w->miss;
}

/* The least number not in the set. */
static inline uint32_t fill_mex(const fill_seen *s, size_t cap) {
    uint32_t v = 0;
    while (v < cap && s->at[v] == s->stamp) v++;
    return v;
}

static inline void fill_forget(fill_seen *s, size_t cap) {
    if (++s->stamp == 0) {
        memset(s->at, 0, cap * sizeof *s->at);
        s->stamp = 1;
    }
}

#endif
