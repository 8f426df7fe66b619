/*
** fill_int.h - for fill.c and fill_rows.c alone.
*/
#ifndef TA_FILL_INT_H
#define TA_FILL_INT_H

#include "base/answers.h"
#include "base/parallel.h"
#include "fill.h"
#include "rows.h"
#include "solver_int.h"

#define FILL_CELLS 65536 /* of a batch of rows */

/* Options of an item that the words of a row do not hold: numbers i from `first` on. */
typedef struct fill_rest {
    int64_t first, count;
} fill_rest;

typedef struct fill {
    ta_solver *s;
    const ta_filling *f;
    uint64_t count, place;
    size_t stride[TA_COMPONENTS];
    int64_t at[TA_COMPONENTS]; /* the position of `place` */
    ta_sink options;
    int misere;
    /* numbers seen: seen[v] == stamp */
    uint32_t *seen, stamp;
    size_t seen_cap;
    /* the batch: `rows` rows of n places each, from `base` on */
    int by_rows;
    int wait,
        miss;   /* positions to let pass before rows are asked for again, and their last number */
    ta_row row; /* what they name */
    int64_t n, rows, base, free; /* positions t < free of a row have no options */
    size_t words;                /* of a row, and one more */
    uint64_t *won, *lost;        /* single bits: does an option lose? does the mover? */
    uint16_t *value;             /* nim values */
    fill_rest *rest;             /* an item each, for each thread */
    int64_t *next;               /* the same: options of a growing one before here are looked at */
    size_t item_cap, rest_cap;
    ta_team team;
    atomic_size_t done; /* rows of the batch that are done */
} fill;

/* The room and the threads that rows need; to be cleared whatever it gives. ENOMEM. */
ta_status ta_fill_rows_room(fill *w, ta_call *call);
void ta_fill_rows_clear(fill *w);

/* Solve a batch of rows from w->place on, which goes to their end. *went: was it any? */
ta_status ta_fill_rows(fill *w, ta_call *call, int *went);

/* The least number not seen. */
static inline uint32_t fill_mex(const fill *w) {
    uint32_t v = 0;
    while (v < w->seen_cap && w->seen[v] == w->stamp) v++;
    return v;
}

static inline void fill_forget(fill *w) {
    if (++w->stamp == 0) {
        memset(w->seen, 0, w->seen_cap * sizeof *w->seen);
        w->stamp = 1;
    }
}

#endif
