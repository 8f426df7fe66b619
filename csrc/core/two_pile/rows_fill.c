/*
** rows_fill.c - computes all rows up to a last one, by one thread or several.
**
** A cell (a, b) depends on earlier cells of line b and of column a. A tile is a band of rows and a
** range of columns. It can be computed when two tiles are done: that of the previous band with the
** same columns, and the one to its left.
**
**      columns ->   0 .. 511  512 .. 1023  ...
**      rows 0..31      1          2         3     one thread
**      rows 32..63     2          3         4     another, one tile behind
**
** A band is a block of the team's; done[band] counts its columns. A tile's columns stay in the
** thread's cache. So a scan by one thread takes 0.7 of the time of row by row. With several
** threads, a column moves between processors once in 32 rows. The state that a row carries from
** tile to tile belongs to the thread. Line b becomes column b at the end of row b, in the tile that
** reads it next, or one later. Each cell is computed by the same function, in the same order of its
** line and its column, as in ta_rows_next. So the values are the same.
**
** On a stop request, a band that has begun runs to its end. The bands before it have begun too, and
** do the same. So the finished rows are all rows below some row and no others, as between two calls
** of ta_rows_next, and the next call continues there. A band takes milliseconds, or a tenth of a
** second with long scans. The rows are lost only if memory runs out in the middle of a row.
*/
#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"
#include "rows_int.h"

#define BAND 32     /* rows */
#define COLUMNS 512 /* of a tile */

typedef struct filling {
    ta_rows *rows;
    const ta_rows_sink *sink;
    uint32_t first, last; /* rows */
    size_t bands;
    atomic_size_t *done; /* finished columns of each band; SIZE_MAX: all */
    ta_row_line *lines;  /* BAND a thread */
    ta_pool *pools;      /* one a thread */
    atomic_int lost;     /* a row ended in the middle */
    unsigned threads;
    double total;    /* cells */
    double finished; /* cells before the call and by the calling thread, for the host's poll */
} filling;

static uint32_t columns_of(const ta_rows *r, uint32_t b) {
    return (b < r->width ? b : r->width) + 1;
}

/* Cells before row b. */
static double cells_to(const ta_rows *r, double b) {
    double triangle = b < (double)r->width + 1 ? b : (double)r->width + 1;
    return triangle * (triangle + 1) / 2 + (b - triangle) * ((double)r->width + 1);
}

static ta_status fill_stretch(filling *f, ta_call *call, ta_row_line *line, ta_pool *pool,
                              uint32_t b, uint32_t from, uint32_t to) {
    uint32_t known[COLUMNS], out[COLUMNS];
    ta_stretch x = { b, from, to, known, 0, out };
    x.given = f->sink->known(f->sink->ctx, b, from, to - from, known);
    if (f->rows->method == TA_ROWS_STACK) {
        ta_status s = ta_rows_stack_stretch(f->rows, call, line, pool, &x);
        if (s) {
            atomic_store(&f->lost, 1);
            return s;
        }
    } else {
        ta_rows_scan_stretch(f->rows, line, &x);
    }
    if ((b - f->first) % BAND == BAND - 1 || b == f->last)
        memcpy(f->rows->row + from, out, (to - from) * sizeof *out);
    f->sink->store(f->sink->ctx, b, from, to - from, out);
    return TA_OK;
}

/* Wait for the previous band up to column `to`. On a stop request, only if this band has begun. */
static ta_status await(filling *f, ta_call *call, size_t band, uint32_t from, uint32_t to,
                       double now, ta_status *told) {
    ta_status s;
    while (band > 0 && (s = ta_await(call, &f->done[band - 1], to, now, f->total)) != TA_OK) {
        *told = s;
        if (from == 0 || atomic_load(&f->lost)) return s;
    }
    return TA_OK;
}

static ta_status fill_band(void *ctx, ta_call *call, size_t band, unsigned thread) {
    filling *f = ctx;
    ta_rows *r = f->rows;
    ta_row_line *lines = f->lines + (size_t)thread * BAND;
    uint32_t first = f->first + (uint32_t)band * BAND;
    uint32_t last = f->last - first < BAND ? f->last : first + BAND - 1;
    uint32_t columns = columns_of(r, last);
    double at = cells_to(r, first), cells = cells_to(r, (double)last + 1) - at;
    ta_status told = TA_OK; /* status of a stop request */
    for (uint32_t b = first; b <= last; b++)
        if (r->method == TA_ROWS_STACK) ta_rows_stack_begin(&lines[b - first]);
        else ta_rows_scan_begin(r, &lines[b - first], b);
    for (uint32_t from = 0, to; from < columns; from = to) {
        to = columns - from < COLUMNS ? columns : from + COLUMNS;
        double now = at + cells * from / columns;
        double sure = from > 0 || thread > 0 ? now : f->finished; /* valid after a stop too */
        ta_status s = await(f, call, band, from, to, sure, &told);
        for (uint32_t b = first; !s && b <= last; b++) {
            uint32_t end = columns_of(r, b) < to ? columns_of(r, b) : to;
            if (end <= from) continue;
            s = fill_stretch(f, call, &lines[b - first], &f->pools[thread], b, from, end);
            if (!s && !told) told = ta_poll(call, end - from, now, f->total);
        }
        if (s) return s;
        atomic_store_explicit(&f->done[band], to, memory_order_release);
    }
    atomic_store_explicit(&f->done[band], SIZE_MAX, memory_order_release);
    if (thread == 0) f->finished = at + cells;
    return told;
}

/* Allocate the scan's lines for the threads. */
static ta_status make_lines(filling *f) {
    ta_rows *r = f->rows;
    ta_status s = TA_OK;
    for (uint32_t b = f->first; !s && b <= f->last && b <= r->width; b++)
        s = ta_rows_scan_line(r, b);
    for (size_t i = 0; !s && f->last > r->width && i < (size_t)f->threads * BAND; i++)
        s = ta_rows_scan_current(r, &f->lines[i]);
    return s;
}

static ta_status fill(filling *f, ta_team *team) {
    ta_rows *r = f->rows;
    ta_status s = r->method == TA_ROWS_SCAN ? make_lines(f) : TA_OK;
    for (size_t band = 0; band < f->bands; band++) atomic_init(&f->done[band], 0);
    if (!s) s = ta_team_run(team, f->bands, fill_band, f);
    for (size_t i = 0; r->method == TA_ROWS_SCAN && i < (size_t)f->threads * BAND; i++)
        ta_rows_scan_clear_current(r, &f->lines[i]);
    size_t band = 0;
    while (band < f->bands && atomic_load(&f->done[band]) == SIZE_MAX) band++;
    if (band < f->bands) r->next = f->first + (uint32_t)band * BAND;
    else r->next = f->last + 1;
    r->lost = atomic_load(&f->lost);
    ta_sound(r->lost ? NULL : ta_rows_check(r));
    return s;
}

ta_status ta_rows_fill(ta_rows *r, ta_call *call, unsigned threads, uint32_t last,
                       const ta_rows_sink *sink) {
    const ta_allocator *a = &r->allocator;
    if (r->next > last) return TA_OK;
    filling f = { .rows = r, .sink = sink, .first = r->next, .last = last };
    f.bands = ((size_t)last - r->next) / BAND + 1;
    if (threads > f.bands) threads = (unsigned)f.bands;
    f.total = cells_to(r, (double)last + 1);
    f.finished = cells_to(r, r->next);
    ta_team team;
    ta_status s = ta_team_open(&team, a, call, threads);
    if (s) return s;
    f.threads = team.threads;
    f.done = ta_alloc(a, f.bands, sizeof *f.done);
    f.lines = ta_alloc(a, (size_t)f.threads * BAND, sizeof *f.lines);
    f.pools = ta_alloc(a, f.threads, sizeof *f.pools);
    s = f.done && f.lines && f.pools ? TA_OK : TA_ENOMEM;
    if (!s) {
        f.pools[0] = r->pool;
        s = fill(&f, &team);
        r->pool = f.pools[0];
    }
    ta_team_close(&team);
    ta_free(a, f.done, f.bands, sizeof *f.done);
    ta_free(a, f.lines, (size_t)f.threads * BAND, sizeof *f.lines);
    ta_free(a, f.pools, f.threads, sizeof *f.pools);
    return s;
}

unsigned ta_rows_threads(const ta_rows *r, const ta_call *call, uint32_t last) {
    double cells = last < r->next ? 0 : cells_to(r, (double)last + 1) - cells_to(r, r->next);
    double seconds = cells * (r->method == TA_ROWS_STACK ? 4e-9 : 2e-8);
    return last - r->next < 2 * BAND || last < r->next ? 1 : ta_threads(call, seconds);
}
