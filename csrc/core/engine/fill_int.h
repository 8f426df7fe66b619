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
#include "wave.h"

#define FILL_CELLS 65536 /* of a batch of rows */
#define FILL_ROW_LEAST 8 /* positions of a row */

/* Options of an item that the words of a row do not hold: numbers i from `first` on. */
typedef struct fill_rest {
    int64_t first, count;
} fill_rest;

/* Numbers seen: at[v] == stamp. */
typedef struct fill_seen {
    uint32_t *at, stamp;
    char apart[TA_APART];
} fill_seen;

typedef struct fill {
    ta_solver *s;
    const ta_filling *f;
    uint64_t count, place;
    size_t stride[TA_COMPONENTS];
    int64_t at[TA_COMPONENTS]; /* the position of `place` */
    ta_sink options;
    int misere;
    fill_seen seen;
    size_t seen_cap;
    /* the batch: `rows` rows of n places each, from `base` on */
    int by_rows;
    int wait,
        miss;   /* positions to let pass before rows are asked for again, and their last number */
    ta_row row; /* what they name */
    int64_t n, rows, base, free; /* positions t < free of a row have no options */
    size_t words;                /* of a row, and one more */
    uint64_t *won, *lost;        /* single bits: does an option lose? does the mover? */
    fill_rest *rest;             /* an item each, for each thread */
    int64_t *next;               /* the same: options of a growing one before here are looked at */
    size_t item_cap, rest_cap;
    ta_team team;
    atomic_size_t done; /* rows of the batch that are done */
    /* the batch of nim values */
    uint16_t *value;
    ta_wave wave;
    size_t value_cap;
    fill_seen *marks; /* one a thread */
} fill;

/* The room and the threads that rows need; to be cleared whatever it gives. ENOMEM. */
ta_status ta_fill_rows_room(fill *w, ta_call *call);
void ta_fill_rows_clear(fill *w);

/* Solve a batch of rows from w->place on, which goes to their end. *went: was it any? */
ta_status ta_fill_rows(fill *w, ta_call *call, int *went);

/* The same for nim values. */
ta_status ta_fill_values_room(fill *w);
void ta_fill_values_clear(fill *w);
ta_status ta_fill_values(fill *w, ta_call *call, int *went);

/* Rows were asked for: where in vain, some positions are let pass. */
static inline void fill_told(fill *w, int fit) {
    w->miss = fit ? 0 : w->miss < 15 ? 2 * w->miss + 1 : 15;
    w->wait = w->miss;
}

/* The least number not seen. */
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
