/*
** wave.c - rows of a box by several threads (wave.h).
**
** A tile is as long as leaves each thread two of a row, so that none waits for a row's end; but not shorter than what
** a wait costs, and not longer than the cache holds.
*/
#include "wave.h"

#include <string.h>

#include "base/mem.h"

#define TILE_LEAST 16
#define TILE_MOST 1024
#define ITEMS_MOST 65536 /* of all rows: memory, where each names thousands */

ta_status ta_wave_open(ta_wave *w, const ta_allocator *a, ta_call *call, unsigned threads) {
    w->row = ta_alloc(a, WAVE_ROWS, sizeof *w->row);
    w->done = ta_alloc(a, WAVE_ROWS, sizeof *w->done);
    if (!w->row || !w->done) return TA_ENOMEM;
    ta_status st = ta_team_open(&w->team, a, call, threads);
    w->open = !st;
    return st;
}

void ta_wave_close(ta_wave *w, const ta_allocator *a) {
    if (w->open) ta_team_close(&w->team);
    for (size_t k = 0; w->row && k < WAVE_ROWS; k++) ta_row_clear(&w->row[k], a);
    ta_free(a, w->row, WAVE_ROWS, sizeof *w->row);
    ta_free(a, w->done, WAVE_ROWS, sizeof *w->done);
    memset(w, 0, sizeof *w);
}

void ta_wave_begin(ta_wave *w, int64_t n) {
    w->count = w->items = 0;
    w->n = n;
    w->lead = 0;
    w->most = (size_t)(n < 1 ? 0 : WAVE_CELLS / n < WAVE_ROWS ? WAVE_CELLS / n : WAVE_ROWS);
    w->tile = n / (2 * (int64_t)w->team.threads) + 1;
    if (w->tile < TILE_LEAST) w->tile = TILE_LEAST;
    if (w->tile > TILE_MOST) w->tile = TILE_MOST;
}

ta_status ta_wave_add(ta_wave *w, const ta_allocator *a, int64_t id, int64_t stride,
                      int64_t *rows) {
    int64_t asked = *rows;
    for (*rows = 0; *rows < asked && w->count < w->most && w->items < ITEMS_MOST; ++*rows) {
        ta_row *row = &w->row[w->count];
        ta_status st = *rows ? ta_row_copy(row, row - 1, a) : TA_OK;
        if (st) return st;
        if (*rows) ta_row_next(row);
        if (!ta_row_ordered(row, id + *rows * stride, w->n)) return TA_OK;
        if (row->lead > w->lead) w->lead = row->lead;
        w->items += row->count;
        w->count++;
    }
    return TA_OK;
}

int ta_wave_worth(const ta_wave *w) {
    return w->count > 1 && w->lead <= w->n / 4;
}

/* A row that has ended waits on with the others, so that the next one never looks at what is still being written. */
static ta_status run_row(void *ctx, ta_call *call, size_t block, unsigned thread) {
    ta_wave *w = ctx;
    ta_status st = TA_OK;
    int ended = 0;
    for (int64_t from = 0, to; from < w->n; from = to) {
        to = w->n - from < w->tile ? w->n : from + w->tile;
        size_t need = (size_t)(w->n - to < w->lead ? w->n : to + w->lead);
        if (block > 0) st = ta_await(call, &w->done[block - 1], need, w->at, w->total);
        if (!st && !ended) st = w->run(w->ctx, call, block, from, to, thread, &ended);
        if (st) return st;
        atomic_store_explicit(&w->done[block], (size_t)to, memory_order_release);
    }
    return TA_OK;
}

ta_status ta_wave_run(ta_wave *w) {
    for (size_t k = 0; k < w->count; k++) atomic_init(&w->done[k], 0);
    return ta_team_run(&w->team, w->count, run_row, w);
}
