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
#define PIECES_MOST 8 /* of a row */
#define ITEMS_MOST 65536 /* of all rows: memory, where each names thousands */

ta_status ta_wave_open(ta_wave *w, const ta_allocator *a, ta_call *call, unsigned threads) {
    w->piece = ta_alloc(a, WAVE_PIECES, sizeof *w->piece);
    w->done = ta_alloc(a, WAVE_ROWS, sizeof *w->done);
    if (!w->piece || !w->done) return TA_ENOMEM;
    ta_status st = ta_team_open(&w->team, a, call, threads);
    w->open = !st;
    return st;
}

void ta_wave_close(ta_wave *w, const ta_allocator *a) {
    if (w->open) ta_team_close(&w->team);
    for (size_t k = 0; w->piece && k < WAVE_PIECES; k++) ta_row_clear(&w->piece[k].row, a);
    ta_free(a, w->piece, WAVE_PIECES, sizeof *w->piece);
    ta_free(a, w->done, WAVE_ROWS, sizeof *w->done);
    memset(w, 0, sizeof *w);
}

void ta_wave_begin(ta_wave *w, int64_t n) {
    w->count = w->items = w->pieces = w->first[0] = 0;
    w->n = n;
    w->lead = 0;
    w->most = (size_t)(n < 1 ? 0 : WAVE_CELLS / n < WAVE_ROWS ? WAVE_CELLS / n : WAVE_ROWS);
    w->tile = n / (2 * (int64_t)w->team.threads) + 1;
    if (w->tile < TILE_LEAST) w->tile = TILE_LEAST;
    if (w->tile > TILE_MOST) w->tile = TILE_MOST;
}

/* The pieces behind the last row are one: 1, if they are ordered. */
static int add(ta_wave *w, size_t pieces, int64_t id) {
    size_t items = 0;
    for (size_t k = w->pieces; k < pieces; k++) {
        const ta_wave_piece *x = &w->piece[k];
        if (!ta_row_ordered(&x->row, id + x->at, x->n)) return 0;
        items += x->row.count;
    }
    for (size_t k = w->pieces; k < pieces; k++)
        if (w->piece[k].row.lead > w->lead) w->lead = w->piece[k].row.lead;
    w->items += items;
    w->pieces = pieces;
    w->first[++w->count] = pieces;
    return 1;
}

int ta_wave_single(ta_wave *w, int64_t id) {
    w->piece[0].at = 0;
    w->piece[0].n = w->n;
    return add(w, 1, id);
}

/* A row's pieces behind the last row: *pieces, 0: they cannot be told. *rows: one where there are several. */
static ta_status ask(ta_wave *w, ta_solver *s, ta_call *call, const ta_row_box *box, int64_t *at,
                     int64_t *rows, size_t *pieces) {
    ta_row_box m = *box;
    int64_t *last = &at[box->size - 1], from = *last;
    ta_position p = { at, NULL, box->size };
    ta_status st = TA_OK;
    size_t k = w->pieces;
    int boxed = 1;
    for (int64_t col = 0, n; !st && boxed && col < w->n; col += n, k++) {
        const int64_t *words;
        size_t used;
        ta_wave_piece *x = &w->piece[k];
        *last = m.first = from + col;
        n = 0;
        if (k < WAVE_PIECES && k < w->pieces + PIECES_MOST)
            n = s->row_rule(s->rules.ctx, call, &p, w->n - col, rows, &words, &used);
        boxed = n > 0;
        if (n < w->n) *rows = 1;
        if (boxed) st = ta_row_read(&x->row, &s->allocator, &m, n, rows, words, used, &boxed);
        if (!st && boxed) x->at = col, x->n = n;
    }
    *last = from;
    *pieces = boxed ? k : 0;
    return st;
}

ta_status ta_wave_ask(ta_wave *w, ta_solver *s, ta_call *call, const ta_row_box *box, int64_t *at,
                      int64_t id, int64_t stride, int64_t *rows) {
    size_t pieces;
    int64_t asked = *rows;
    ta_status st = ask(w, s, call, box, at, &asked, &pieces);
    *rows = 0;
    if (st || !pieces || !add(w, pieces, id)) return st;
    for (*rows = 1; *rows < asked; ++*rows) {
        ta_wave_piece *x = &w->piece[w->pieces];
        if (w->count >= w->most || w->pieces >= WAVE_PIECES || w->items >= ITEMS_MOST) break;
        st = ta_row_copy(&x->row, &x[-1].row, &s->allocator);
        if (st) return st;
        ta_row_next(&x->row);
        x->at = 0;
        x->n = w->n;
        if (!add(w, w->pieces + 1, id + *rows * stride)) break;
    }
    return TA_OK;
}

int ta_wave_worth(const ta_wave *w) {
    return w->count > 1 && w->lead <= w->n / 4;
}

ta_status ta_wave_tile(ta_wave *w, ta_call *call, size_t row, int64_t from, int64_t to,
                       unsigned thread, int *ended) {
    ta_status st = TA_OK;
    for (size_t k = w->first[row]; !st && !*ended && k < w->first[row + 1]; k++) {
        ta_wave_piece *x = &w->piece[k];
        int64_t lo = from < x->at ? x->at : from, hi = to < x->at + x->n ? to : x->at + x->n;
        if (lo < hi) st = w->run(w->ctx, call, row, x, lo, hi, thread, ended);
    }
    return st;
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
        if (!st && !ended) st = ta_wave_tile(w, call, block, from, to, thread, &ended);
        if (st) return st;
        atomic_store_explicit(&w->done[block], (size_t)to, memory_order_release);
    }
    return TA_OK;
}

ta_status ta_wave_run(ta_wave *w) {
    for (size_t k = 0; k < w->count; k++) atomic_init(&w->done[k], 0);
    return ta_team_run(&w->team, w->count, run_row, w);
}
