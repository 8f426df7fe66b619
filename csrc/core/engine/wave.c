/*
** wave.c - slabs of a box by several threads (wave.h).
**
** A tile is as long as leaves each thread four of a slab, so that none waits for a slab's end; but not shorter than what
** a wait costs, and not longer than the cache holds. The last thread begins as many tiles and leads behind the first as there are
** others: that must be within a slab, or only one is at work at a time.
*/
#include "wave.h"

#include <string.h>

#include "base/mem.h"

#define PLACES_LEAST 48 /* shorter slabs are not worth a wait each; */
#define SLAB_GOOD 1024  /* longer ones than this are no better */
#define TILE_LEAST 16
#define TILE_MOST 4096
#define PIECES_MOST 16384
#define ITEMS_MOST 262144 /* memory, where each row names thousands */
#define SHORT 7           /* positions: ta_program_row tells so few only where it is asked for so few */

ta_status ta_wave_open(ta_wave *w, const ta_allocator *a, ta_team *team, int64_t most) {
    w->least = 1;
    w->top = TA_COMPONENTS;
    w->most = most;
    w->team = team;
    w->done = ta_alloc(a, WAVE_SLABS, sizeof *w->done);
    return w->done ? TA_OK : TA_ENOMEM;
}

void ta_wave_close(ta_wave *w, const ta_allocator *a) {
    for (size_t k = 0; k < w->piece_cap; k++) ta_row_clear(&w->piece[k].row, a);
    ta_free(a, w->piece, w->piece_cap, sizeof *w->piece);
    ta_free(a, w->done, WAVE_SLABS, sizeof *w->done);
    memset(w, 0, sizeof *w);
}

/* ---- Which slabs ---- */

/* Without the columns that are spare. */
static int64_t width(const ta_wave_box *b, size_t i) {
    return b->to[i] - b->from[i] + 1;
}

int ta_wave_further(const ta_wave_box *b, size_t level, int64_t *at, int64_t slabs) {
    for (size_t i = b->ids.size - level; i-- > 0;) {
        int64_t n = at[i] - b->from[i] + slabs;
        at[i] = b->from[i] + n % width(b, i);
        slabs = n / width(b, i);
        if (slabs == 0) return 1;
    }
    return 0;
}

/* How many slabs there are from here on, or a number above `most`. */
static int64_t slabs_left(const ta_wave_box *b, size_t level, const int64_t *at, int64_t most) {
    int64_t left = 1, unit = 1;
    for (size_t i = b->ids.size - level; i-- > 0 && left <= most;) {
        left += unit * (b->to[i] - at[i] < most ? b->to[i] - at[i] : most);
        unit = unit * width(b, i) > most ? most : unit * width(b, i);
    }
    return left;
}

static int starts(const ta_wave_box *b, size_t level, const int64_t *at) {
    for (size_t i = b->ids.size - level; i < b->ids.size; i++)
        if (at[i] != b->from[i]) return 0;
    return 1;
}

/* Slabs of the fewest coordinates that are good, else of the most that there are; w->level is 0: of none. */
static void choose(ta_wave *w, const ta_wave_box *b, const int64_t *at, unsigned threads) {
    int64_t cells = 1, n = 1;
    w->level = 0;
    for (size_t l = 1; l < b->ids.size && l <= w->top && starts(b, l, at); l++) {
        size_t i = b->ids.size - l;
        if (__builtin_mul_overflow(cells, width(b, i), &cells)) break;
        n += (int64_t)b->ids.stride[i] * (width(b, i) - 1);
        if (cells > w->most / threads) break;
        if (threads > 1) {
            int64_t left = slabs_left(b, l, at, threads);
            if (left < 2 || (w->level && left < threads)) break;
            if (l < w->least || cells < PLACES_LEAST) continue;
        }
        w->level = l;
        w->cells = cells;
        w->n = n + b->spare;
        if (threads == 1 || cells >= SLAB_GOOD) break;
    }
}

/* Does a slab of one coordinate more begin here, which is better? */
static int better(const ta_wave *w, const ta_wave_box *b, const int64_t *at, unsigned threads) {
    size_t level = w->level + 1;
    return threads > 1 && w->cells < SLAB_GOOD && level < b->ids.size && level <= w->top &&
           starts(b, level, at) && slabs_left(b, level, at, threads) >= threads;
}

/* ---- Rows ---- */

static int64_t id_of(const ta_wave_box *b, const int64_t *at) {
    int64_t id = 0;
    for (size_t i = 0; i < b->ids.size; i++)
        id += (at[i] - b->ids.lo[i]) * (int64_t)b->ids.stride[i];
    return id;
}

static ta_status piece_room(ta_wave *w, const ta_allocator *a, size_t count) {
    size_t had = w->piece_cap;
    if (count <= had) return TA_OK;
    ta_status st = ta_reserve(a, (void **)&w->piece, &w->piece_cap, count, sizeof *w->piece);
    if (!st) memset(w->piece + had, 0, (w->piece_cap - had) * sizeof *w->piece);
    return st;
}

/* May options lie so far ahead? Where not, slabs of more coordinates may do. */
static int near(ta_wave *w, int64_t lead, unsigned threads) {
    if (threads == 1) return 1;
    if (lead > w->n / (2 * (int64_t)threads)) {
        if (w->count < 2) w->least = w->level + 1;
        return 0;
    }
    if (lead > w->lead) w->lead = lead;
    return 1;
}

/* The records of a row's positions from `col` on, of which there are `left`; so few are told only where it is asked for so few. */
static int64_t records(ta_solver *s, ta_call *call, const ta_position *p, int64_t left, int64_t *rows,
                       const int64_t **words, size_t *used) {
    int64_t n = s->row_rule(s->rules.ctx, call, p, left, rows, words, used);
    return n > 0 || left <= SHORT ? n : s->row_rule(s->rules.ctx, call, p, SHORT, rows, words, used);
}

/* The pieces of a row behind the last one, up to *pieces; 0: they cannot be told. They hold for *rows rows. */
static ta_status ask(ta_wave *w, ta_solver *s, ta_call *call, const ta_wave_box *b, int64_t *at,
                     unsigned threads, int64_t *rows, size_t *pieces) {
    size_t last = b->ids.size - 1, k = w->pieces, most = k + 8 + (size_t)width(b, last) / 16;
    ta_row_box m = b->ids;
    const ta_position p = { at, NULL, b->ids.size };
    int64_t id = id_of(b, at), inner = width(b, last), wide = inner + b->spare;
    ta_status st = TA_OK;
    int fit = 1;
    for (int64_t col = 0; !st && fit && col < wide; col += w->piece[k++].n) {
        const int64_t *words;
        size_t used;
        int64_t held = *rows;
        st = piece_room(w, &s->allocator, k + 1);
        if (st) break;
        ta_wave_piece *x = &w->piece[k];
        at[last] = m.first = b->from[last] + col;
        x->id = id + col;
        x->spare = col >= inner;
        x->n = k < most ? records(s, call, &p, (x->spare ? wide : inner) - col, &held, &words, &used) : 0;
        fit = x->n > 0;
        if (fit) st = ta_row_read(&x->row, &s->allocator, &m, x->n, &held, words, used, &fit);
        if (st || !fit) break;
        if (held < *rows) *rows = held;
        fit = ta_row_ordered(&x->row, x->id, x->n) &&
              near(w, ta_row_lead(&m, at, words, used, x->n, held, w->level), threads);
        w->items += x->row.count;
    }
    int told = fit || at[last] > b->to[last]; /* what is spare goes as far as it does */
    at[last] = b->from[last];
    *pieces = told ? k : 0;
    return st;
}

/* The last `count` pieces again, a row on. *fit: are they ordered? */
static ta_status again(ta_wave *w, const ta_allocator *a, size_t count, int64_t up, int *fit) {
    ta_status st = piece_room(w, a, w->pieces + count);
    for (size_t k = w->pieces; !st && *fit && k < w->pieces + count; k++) {
        ta_wave_piece *x = &w->piece[k];
        st = ta_row_copy(&x->row, &x[-(ptrdiff_t)count].row, a);
        if (st) break;
        ta_row_next(&x->row);
        x->id = x[-(ptrdiff_t)count].id + up;
        x->n = x[-(ptrdiff_t)count].n;
        x->spare = x[-(ptrdiff_t)count].spare;
        *fit = ta_row_ordered(&x->row, x->id, x->n);
        w->items += x->row.count;
    }
    return st;
}

static int full(const ta_wave *w, unsigned threads) {
    int64_t count = (int64_t)w->count;
    return count == WAVE_SLABS || (count + 1) * w->cells > w->most ||
           (count * w->cells >= WAVE_CELLS && count % threads == 0);
}

/* A row, whose pieces end with this one: its place in its slab, which has `each` rows, and *rows already. */
static void take(ta_wave *w, size_t pieces, int64_t each, int64_t *rows) {
    if ((*rows)++ == 0) w->base[w->count] = w->piece[w->pieces].id;
    for (; w->pieces < pieces; w->pieces++)
        w->piece[w->pieces].at = w->piece[w->pieces].id - w->base[w->count];
    if (*rows < each) return;
    *rows = 0;
    w->first[++w->count] = w->pieces;
}

/* The row at `at`, and those after it that name the same; *on: to be gone on with, and `at` is the next one. */
static ta_status add(ta_wave *w, ta_solver *s, ta_call *call, const ta_wave_box *b, int64_t *at,
                     unsigned threads, int64_t *rows, int *on) {
    size_t last = b->ids.size - 1, pieces, count;
    int64_t each = w->cells / width(b, last), up = (int64_t)b->ids.stride[last - 1];
    int64_t held = b->to[last - 1] - at[last - 1] + 1, u = 0;
    ta_status st = ask(w, s, call, b, at, threads, &held, &pieces);
    *on = pieces > 0;
    count = pieces - w->pieces;
    while (!st && *on) {
        take(w, pieces, each, rows);
        *on = !(*rows == 0 && full(w, threads));
        if (w->pieces >= PIECES_MOST || w->items >= ITEMS_MOST) {
            if (w->count < threads) w->top = w->level - 1; /* such slabs are too many rows */
            *on = 0;
        }
        if (++u == held || !*on) break;
        st = again(w, &s->allocator, count, up, on);
        pieces = w->pieces + count;
    }
    *on = !st && *on && ta_wave_further(b, 1, at, u);
    return st;
}

/* Slabs of w->level from `at` on. */
static ta_status gather(ta_wave *w, ta_solver *s, ta_call *call, const ta_wave_box *b,
                        const int64_t *at, unsigned threads, int (*open)(void *ctx, int64_t id)) {
    int64_t pos[TA_COMPONENTS], rows = 0;
    ta_status st = TA_OK;
    int on = w->level > 0;
    w->threads = threads;
    memcpy(pos, at, b->ids.size * sizeof *pos);
    w->count = w->pieces = w->items = 0;
    w->lead = 0;
    while (!st && on) {
        if (open && !open(w->ctx, id_of(b, pos))) break;
        st = add(w, s, call, b, pos, threads, &rows, &on);
        if (on && better(w, b, pos, threads)) {
            if (w->count < 2) w->level = 0; /* only one is left before it */
            break;
        }
        /* by one thread: up to where several may go on */
        if (threads < w->team->threads && w->least < b->ids.size && starts(b, w->least, pos))
            break;
    }
    w->pieces = w->first[w->count];
    return st;
}

ta_status ta_wave_collect(ta_wave *w, ta_solver *s, ta_call *call, const ta_wave_box *b,
                          const int64_t *at, unsigned threads, int (*open)(void *ctx, int64_t id)) {
    ta_status st = TA_OK;
    size_t last = b->ids.size - 1, least = 0, top = 0;
    if (w->least > last && threads > 1) w->least = 1;
    while (!st && (least != w->least || top != w->top)) {
        least = w->least;
        top = w->top;
        choose(w, b, at, threads);
        st = gather(w, s, call, b, at, threads, open);
        if (threads > 1 && w->count < 2) w->count = 0;
        if (w->count > 0) break;
    }
    int64_t tile = w->n / (4 * (int64_t)threads) + 1;
    w->tile = tile < TILE_LEAST ? TILE_LEAST : tile > TILE_MOST ? TILE_MOST : tile;
    return st;
}

ta_status ta_wave_one(ta_wave *w, ta_solver *s, ta_call *call, const ta_wave_box *b, int64_t *at,
                      int64_t most) {
    size_t last = b->ids.size - 1, used;
    const ta_position p = { at, NULL, b->ids.size };
    const int64_t *words;
    ta_row_box m = b->ids;
    int64_t rows = 1;
    int fit;
    ta_status st = piece_room(w, &s->allocator, 1);
    w->count = 0;
    w->threads = 1;
    if (st) return st;
    ta_wave_piece *x = &w->piece[0];
    m.first = at[last];
    x->at = x->spare = 0;
    x->id = w->base[0] = id_of(b, at);
    x->n = w->n = w->cells = s->row_rule(s->rules.ctx, call, &p, most, &rows, &words, &used);
    fit = x->n > 0;
    if (fit) st = ta_row_read(&x->row, &s->allocator, &m, x->n, &rows, words, used, &fit);
    w->count = w->first[1] = !st && fit && ta_row_ordered(&x->row, x->id, x->n);
    return st;
}

/* ---- All of them ---- */

/* Places from..to - 1 of a slab, in pieces from *k on. 0: it ends there. */
static ta_status tile(ta_wave *w, ta_call *call, size_t slab, size_t *k, int64_t from, int64_t to,
                      unsigned thread, int *ended) {
    ta_status st = TA_OK;
    for (; !st && !*ended && *k < w->first[slab + 1]; ++*k) {
        ta_wave_piece *x = &w->piece[*k];
        int64_t lo = from < x->at ? 0 : from - x->at, hi = to < x->at + x->n ? to - x->at : x->n;
        int64_t done = lo;
        if (lo < hi) st = w->run(w->ctx, call, slab, x, lo, hi, thread, &done);
        if (x->spare && done < hi) x->n = hi = done;
        *ended = lo < hi && done < hi;
        if (*ended) w->reached[slab] = x->at + done;
        if (x->at + x->n > to) break; /* there is more of it */
    }
    return st;
}

/* A slab that has ended waits on with the others, so that the next one never looks at what is still being written. */
static ta_status run_slab(void *ctx, ta_call *call, size_t slab, unsigned thread) {
    ta_wave *w = ctx;
    ta_status st = TA_OK;
    size_t piece = w->first[slab];
    int ended = 0;
    w->reached[slab] = 0;
    for (int64_t from = 0, to; from < w->n; from = to) {
        to = w->n - from < w->tile ? w->n : from + w->tile;
        size_t need = (size_t)(w->n - to < w->lead ? w->n : to + w->lead);
        if (slab > 0) st = ta_await(call, &w->done[slab - 1], need, w->at, w->total);
        if (!st && !ended) st = tile(w, call, slab, &piece, from, to, thread, &ended);
        if (st) return st;
        if (!ended) w->reached[slab] = to;
        atomic_store_explicit(&w->done[slab], (size_t)to, memory_order_release);
    }
    if (thread == 0 && w->idle) {
        w->idle = 0;
        w->meanwhile(w->ctx);
    }
    return TA_OK;
}

ta_status ta_wave_run(ta_wave *w) {
    for (size_t k = 0; k < w->count; k++) atomic_init(&w->done[k], 0);
    w->idle = w->meanwhile != NULL;
    return ta_team_run(w->team, w->count, run_slab, w);
}

ta_status ta_wave_alone(ta_wave *w, ta_call *call) {
    ta_status st = TA_OK;
    int ended = 0;
    for (size_t slab = 0; slab < w->count; slab++) w->reached[slab] = 0;
    for (size_t slab = 0; !st && !ended && slab < w->count; slab++) {
        size_t piece = w->first[slab];
        st = tile(w, call, slab, &piece, 0, w->n, 0, &ended);
        if (!st && !ended) w->reached[slab] = w->n;
    }
    return st;
}
