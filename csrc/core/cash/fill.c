/*
** fill.c - computes the cells of rows, by several threads.
**
** Row n reads row n - a up to e = d - a to compute t_n(d), which gives its own cells e < t_n(d).
** In the long run staircases rise as far as they extend. So a row can follow the one before at
** some distance, from the head to the tail; no row waits for a whole row. One thread computes a
** band of rows: a stretch of d in each row, then the next stretch:
**
**      d ->          h .. h + tile   ... + 2 tile  ...
**      rows of one band   1              2          3     one thread
**      of the next        2              3          4     another, at least a stretch behind
**
** A band is a block of the team; done[row] counts the known cells of the row. A thread waits for
** rows of earlier bands. Within its band a row advances as far as it can, and catches up in a later
** stretch. After the last stretch, the first incomplete row lacks nothing before it, so each pass
** completes at least that row. A stretch of a row stays in the cache of its thread until later rows
** use it. Each cell is the same minimum of the same cells in any order, so the values are too.
**
** On a request to stop, a band that has begun is completed. All bands before it have begun too and
** are completed as well. So whole bands remain, and the next call continues there. A band takes
** milliseconds; with 10^6 stones 50.
*/
#include "fill.h"

#include "base/check.h"
#include "base/poll.h"
#include "step.h"

#define TILE_LEAST 64
#define TILE_MOST 4096
#define COMPLETE SIZE_MAX

typedef struct filling {
    const cash_rows *s;
    ta_amount first;     /* row */
    size_t count;        /* of rows */
    size_t band;         /* rows */
    double total;        /* of the progress */
    atomic_size_t *done; /* of each row: cells below this e are known; COMPLETE: all are */
    int alone;           /* one thread */
    atomic_size_t begun; /* the number of bands begun; they begin in order */
} filling;

typedef struct cursor { /* the progress of a row */
    ta_amount n;
    size_t d, e;
} cursor;

static void put(const cash_rows *s, const cash_row *row, size_t e, size_t end,
                uint32_t value) {
    size_t from = cash_row_from(s->rich, row);
    for (; e < end; e++)
        if (s->wide) ((uint32_t *)row->cells)[e - from] = value;
        else ((uint16_t *)row->cells)[e - from] = (uint16_t)value;
}

/* Write the cells of the head that later rows read. Return the cursor at the first other cell. */
static cursor begin_row(const cash_rows *s, ta_amount n) {
    const cash_row *row = &s->rows[n];
    size_t a1 = (size_t)s->rich->a[0];
    for (size_t e = cash_row_from(s->rich, row), to; e < row->head; e = to) {
        to = (e / a1 + 1) * a1; /* r(e); the head is a multiple of a1 */
        put(s, row, e, to, (uint32_t)to);
    }
    return (cursor){ n, row->head, row->head };
}

/* Wait for e cells of row i, even after a request to stop: rows of earlier bands are completed. */
static void await(const filling *f, ta_call *call, size_t i, size_t e, double now,
                  ta_status *told) {
    ta_status s;
    while ((s = ta_await(call, &f->done[i], e, now, f->total)) != TA_OK) *told = s;
}

/* Advance row at->n to t_n(to - 1), or as far as the rows of its own band allow. */
static void go_on(const filling *f, ta_call *call, cursor *at, size_t band, size_t to, double now,
                  ta_status *told) {
    const cash_rows *s = f->s;
    const cash_row *row = &s->rows[at->n];
    cash_source sources[TA_CASH_MEMBERS];
    size_t count = 0, from = cash_row_from(s->rich, row), begun = at->d;
    size_t last = (size_t)s->rich->f[0][at->n]; /* t_n is constant from here on */
    if (to > last) to = last;
    for (; count < s->rich->count && s->rich->a[count] <= at->n; count++) {
        size_t a = (size_t)s->rich->a[count];
        ta_amount m = at->n - (ta_amount)a;
        const cash_row *x = &s->rows[m];
        sources[count] = (cash_source){ x->cells, a, cash_row_from(s->rich, x), x->tail, x->end };
        if (m < f->first) continue;
        size_t i = (size_t)(m - f->first);
        if (i >= band * f->band) { /* of its own band */
            size_t known = atomic_load_explicit(&f->done[i], memory_order_relaxed);
            if (known != COMPLETE && known + a < to) to = known + a;
        } else if (to > a) {
            await(f, call, i, to - a, now, told);
        }
    }
    if (at->d < to) {
        if (s->wide)
            at->e = cash_step32(row->cells, from, row->tail, sources, count, at->d, to, at->e,
                                s->portable);
        else
            at->e = cash_step16(row->cells, from, row->tail, sources, count, at->d, to, at->e,
                                s->portable);
        at->d = to;
    }
    if (at->d >= last) {
        put(s, row, at->e, row->tail, (uint32_t)last);
        at->e = row->tail;
    }
    size_t done = at->e == row->tail ? COMPLETE : at->e;
    atomic_store_explicit(&f->done[at->n - f->first], done, memory_order_release);
    if (!*told)
        *told = ta_poll(call, (uint32_t)((at->d - begun) * count / 16) + 1, now, f->total);
}

static size_t tile_of(const filling *f, const cash_row *row) {
    size_t tile = (row->tail - row->head) / 8;
    if (f->alone || tile > TILE_MOST) return TILE_MOST;
    return tile < TILE_LEAST ? TILE_LEAST : tile;
}

static ta_status fill_band(void *ctx, ta_call *call, size_t band, unsigned thread) {
    filling *f = ctx;
    const cash_rows *s = f->s;
    (void)thread;
    cursor at[CASH_BAND_MOST];
    size_t before = band * f->band;
    size_t left = f->count - before < f->band ? f->count - before : f->band;
    ta_amount first = f->first + (ta_amount)before;
    size_t tile = tile_of(f, &s->rows[first + (ta_amount)left - 1]);
    double now = (double)first * (double)first;
    ta_status told = ta_await(call, &f->begun, band, now, f->total); /* a request to stop */
    if (told) return told;
    atomic_store_explicit(&f->begun, band + 1, memory_order_release);
    for (size_t i = 0; i < left; i++) at[i] = begin_row(s, first + (ta_amount)i);
    for (size_t to = s->rows[first].head + tile; left > 0; to += tile) {
        size_t still = 0;
        for (size_t i = 0; i < left; i++) {
            go_on(f, call, &at[i], band, to, now, &told);
            if (at[i].e < s->rows[at[i].n].tail) at[still++] = at[i];
        }
        left = still;
    }
    return told;
}

ta_status cash_fill(const cash_rows *rows, ta_team *team, ta_amount first, size_t count,
                    size_t band, ta_amount high, atomic_size_t *done, size_t *made) {
    double total = (double)high * (double)high;
    filling f = { rows, first, count, band, total, done, team->threads == 1, 0 };
    ta_assert(band <= CASH_BAND_MOST);
    for (size_t i = 0; i < count; i++) atomic_init(&done[i], 0);
    ta_status status = ta_team_run(team, (count + band - 1) / band, fill_band, &f);
    *made = 0;
    while (*made < count && atomic_load(&done[*made]) == COMPLETE) ++*made;
    return status;
}

unsigned cash_fill_threads(const ta_call *call, size_t members, ta_amount first, ta_amount high) {
    if (high - first < 2 * CASH_BAND_LEAST) return 1;
    size_t rows = high - first < CASH_PHASE ? (size_t)(high - first) : CASH_PHASE;
    unsigned most = (unsigned)(rows / CASH_BAND_LEAST);
    /* at most n / 2 d a row */
    double cells = ((double)high * (double)high - (double)first * (double)first) / 4;
    unsigned threads = ta_threads(call, cells * (5e-10 + 1e-10 * (double)members));
    return threads < most ? threads : most;
}
