/*
** wavefront.c - solves slabs of a box by several threads (wavefront.h).
**
** A tile is short enough to give each thread four tiles of a slab, so that no thread waits for a
** slab's end. It is not so short that waits dominate, and fits the cache. The last thread starts
** behind the first by one tile and one lead for each other thread. That distance must fit within a
** slab, or only one thread works at a time.
*/
#include "wavefront.h"

#include <stddef.h>
#include <string.h>

#include "base/mem.h"

#define PLACES_LEAST 48 /* shorter slabs are not worth a wait for each */
#define SLAB_GOOD 1024  /* longer slabs are no better */
#define TILE_LEAST 16
#define TILE_MOST 4096
#define PIECES_MOST 16384 /* of a slab */
#define ITEMS_MOST 262144
#define SHORT 7 /* positions: ta_program_row describes such short runs only on request */

ta_status ta_wave_open(ta_wave *w, const ta_allocator *a, ta_team *team, int64_t most, int64_t grain) {
    w->grain = grain;
    w->least = 1;
    w->top = TA_COMPONENTS;
    w->most = most;
    w->team = team;
    w->rows_cap = team->threads; /* fewer may be started */
    w->rows = ta_alloc(a, w->rows_cap, sizeof *w->rows);
    w->done = ta_alloc(a, WAVE_SLABS, sizeof *w->done);
    return w->rows && w->done ? TA_OK : TA_ENOMEM;
}

void ta_wave_close(ta_wave *w, const ta_allocator *a) {
    for (size_t k = 0; w->rows && k < w->rows_cap; k++) {
        ta_free(a, w->rows[k].piece, w->piece_cap, sizeof *w->rows[k].piece);
        ta_free(a, w->rows[k].item, w->item_cap, sizeof *w->rows[k].item);
        ta_free(a, w->rows[k].room, w->room_cap, 1);
    }
    ta_free(a, w->rows, w->rows_cap, sizeof *w->rows);
    ta_free(a, w->done, WAVE_SLABS, sizeof *w->done);
    memset(w, 0, sizeof *w);
}

/* Enlarge one array in all threads' rows to `need` items. On failure all keep their old array. */
static ta_status wider(ta_wave *w, const ta_allocator *a, size_t offset, size_t *cap, size_t need, size_t size) {
    if (need <= *cap) return TA_OK;
    void *made[TA_THREADS];
    size_t k = 0;
    while (k < w->rows_cap && (made[k] = ta_alloc(a, need, size))) k++;
    int all = k == w->rows_cap;
    for (size_t i = 0; i < k; i++) {
        void **block = (void **)(void *)((char *)&w->rows[i] + offset);
        ta_free(a, all ? *block : made[i], all ? *cap : need, size);
        if (all) *block = made[i];
    }
    if (all) *cap = need;
    return all ? TA_OK : TA_ENOMEM;
}

/* ---- Which slabs ---- */

/* The width of the box in coordinate i, without the halo. */
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

/* The number of slabs from here on, or a number above `most`. */
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

/* Choose the smallest slabs that are good, else the largest ones possible. w->level 0: none. */
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
            if (l < w->least || cells < PLACES_LEAST * w->grain) continue;
        }
        w->level = l;
        w->cells = cells;
        w->n = n + b->spare;
        if (threads == 1 || cells >= SLAB_GOOD * w->grain) break;
    }
}

/* Does a better slab, of one more coordinate, begin here? */
static int better(const ta_wave *w, const ta_wave_box *b, const int64_t *at, unsigned threads) {
    size_t level = w->level + 1;
    return threads > 1 && w->cells < SLAB_GOOD * w->grain && level < b->ids.size && level <= w->top &&
           starts(b, level, at) && slabs_left(b, level, at, threads) >= threads;
}

/* The least number of last coordinates with which slabs are worth several threads. */
static size_t least_shared(const ta_wave *w, const ta_wave_box *b) {
    int64_t cells = 1, enough = PLACES_LEAST * w->grain;
    size_t l = 0;
    while (++l < b->ids.size)
        if (__builtin_mul_overflow(cells, width(b, b->ids.size - l), &cells) || (l >= w->least && cells >= enough)) break;
    return l;
}

/* ---- Rows ---- */

static int64_t id_of(const ta_wave_box *b, const int64_t *at) {
    int64_t id = 0;
    for (size_t i = 0; i < b->ids.size; i++)
        id += (at[i] - b->ids.lo[i]) * (int64_t)b->ids.stride[i];
    return id;
}

/* Lists are read into memory allocated before; this allocator refuses more. */
static void *none(void *ctx, void *block, size_t old, size_t size) {
    (void)ctx, (void)block, (void)old, (void)size;
    return NULL;
}

static const ta_allocator no_more = { none, NULL };

/* Query the records of `left` positions of a row from p on. If that fails, try SHORT positions. */
static int64_t records(const ta_wave *w, const ta_wave_rows *r, ta_call *call, const ta_position *p,
                       int64_t left, int64_t *rows, const int64_t **words, size_t *used) {
    const ta_row_reader *x = &w->reader;
    int64_t n = x->read(x->of, r->room, call, p, left, rows, words, used);
    return n > 0 || left <= SHORT ? n : x->read(x->of, r->room, call, p, SHORT, rows, words, used);
}

/* The next piece, with an empty list. */
static ta_wave_piece *piece_of(const ta_wave *w, ta_wave_rows *r) {
    if (r->pieces == w->piece_cap) return NULL;
    ta_wave_piece *x = &r->piece[r->pieces];
    x->row.item = r->item + r->items;
    x->row.cap = w->item_cap - r->items;
    return x;
}

static void add(ta_wave_rows *r, ta_wave_piece *x) {
    r->pieces++;
    r->items += x->row.count;
}

/* Is the lead short enough for the threads to overlap? */
static int near(const ta_wave *w, int64_t lead) {
    return w->threads == 1 || lead <= w->n / (2 * (int64_t)w->threads);
}

/* Append the pieces of the row at `at`. Lower *rows to the number of rows for which they hold. */
static ta_wave_why ask(const ta_wave *w, ta_wave_rows *r, ta_call *call, int64_t *at, int64_t *rows) {
    const ta_wave_box *b = &w->box;
    size_t last = b->ids.size - 1, most = r->pieces + 8 + (size_t)width(b, last) / 16;
    ta_row_box m = b->ids;
    const ta_position p = { at, NULL, b->ids.size };
    int64_t id = id_of(b, at), inner = width(b, last), wide = inner + b->spare, col = 0;
    int64_t base = r->pieces > 0 ? r->piece[0].id : id;
    ta_wave_why why = WAVE_GOES;
    while (!why && col < wide) {
        const int64_t *words;
        size_t used;
        int64_t held = *rows;
        int fit = 0;
        ta_wave_piece *x = piece_of(w, r);
        if (!x) why = WAVE_ROOM;
        if (why || r->pieces == most) break;
        at[last] = m.first = b->from[last] + col;
        x->id = id + col;
        x->at = x->id - base;
        x->spare = col >= inner;
        x->n = x->told = records(w, r, call, &p, (x->spare ? wide : inner) - col, &held, &words, &used);
        if (x->n == 0) break;
        if (ta_row_read(&x->row, &no_more, &m, x->n, &held, words, used, &fit)) why = WAVE_ROOM;
        if (!fit || !ta_row_ordered(&x->row, x->id, x->n)) break;
        int64_t lead = ta_row_lead(&m, at, words, used, x->n, held, w->level);
        if (!near(w, lead)) {
            if (!x->spare) why = WAVE_FAR;
            break;
        }
        if (lead > r->lead) r->lead = lead;
        if (held < *rows) *rows = held;
        col += x->n;
        add(r, x);
    }
    at[last] = b->from[last];
    return why ? why : col < inner ? WAVE_UNTOLD : WAVE_GOES; /* the halo is best effort */
}

/* Move a piece to the next row: ids grow by `up`. 0: an option has no smaller id. */
static int next(ta_wave_piece *x, int64_t up) {
    ta_row_next(&x->row);
    x->id += up;
    x->n = x->told;
    return ta_row_ordered(&x->row, x->id, x->n);
}

/* Append copies of the last `count` pieces, one row later. */
static ta_wave_why again(const ta_wave *w, ta_wave_rows *r, size_t count, int64_t up) {
    for (size_t k = 0; k < count; k++) {
        ta_wave_piece *x = piece_of(w, r);
        if (!x) return WAVE_ROOM;
        const ta_wave_piece *old = x - count;
        x->id = old->id;
        x->at = old->at + up;
        x->told = old->told;
        x->spare = old->spare;
        if (ta_row_copy(&x->row, &old->row, &no_more)) return WAVE_ROOM;
        if (!next(x, up)) return WAVE_UNTOLD;
        add(r, x);
    }
    return WAVE_GOES;
}

/* Move the pieces of this thread's last slab forward by `rows` rows. */
static ta_wave_why later(ta_wave_rows *r, int64_t rows, int64_t up) {
    for (; rows > 0; rows--) {
        r->held--;
        for (size_t k = 0; k < r->pieces; k++)
            if (!next(&r->piece[k], up)) return r->held = 0, WAVE_UNTOLD;
    }
    return WAVE_GOES;
}

/* Query the rows of a slab. */
static ta_wave_why gather(const ta_wave *w, ta_wave_rows *r, ta_call *call, size_t slab) {
    if (r->held > 0 && slab == r->slab) return WAVE_GOES; /* queried before */
    const ta_wave_box *b = &w->box;
    size_t last = b->ids.size - 1;
    int64_t at[TA_COMPONENTS], each = w->cells / width(b, last), rows = 0;
    int64_t up = (int64_t)b->ids.stride[last - 1], held = 1;
    ta_wave_why why = WAVE_GOES;
    memcpy(at, w->from, b->ids.size * sizeof *at);
    ta_wave_further(b, w->level, at, (int64_t)slab);
    if (w->open && !w->open(w->ctx, id_of(b, at))) return WAVE_UNTOLD;
    if (r->held > 0 && w->level == 1 && slab > r->slab && (int64_t)(slab - r->slab) < r->held) {
        why = later(r, (int64_t)(slab - r->slab), up);
        r->slab = slab;
        return why;
    }
    r->pieces = r->items = 0;
    r->lead = 0;
    while (!why && rows < each) {
        size_t first = r->pieces;
        held = b->to[last - 1] - at[last - 1] + 1;
        why = ask(w, r, call, at, &held);
        size_t count = r->pieces - first;
        if (!why) rows++;
        int64_t u = 1;
        for (; !why && u < held && rows < each; u++, rows++) why = again(w, r, count, up);
        if (!why && rows < each) ta_wave_further(b, 1, at, u);
    }
    r->slab = slab;
    r->held = w->level == 1 ? held : 1;
    return why;
}

/* ---- Collecting ---- */

/* Set w->count: how many slabs of w->level from `at` on are worth a phase. With only one slab
** before better ones, w->level becomes 0. */
static void plan(ta_wave *w, const int64_t *at) {
    const ta_wave_box *b = &w->box;
    int64_t pos[TA_COMPONENTS];
    unsigned threads = w->threads;
    size_t shared = threads < w->team->threads ? least_shared(w, b) : b->ids.size;
    memcpy(pos, at, b->ids.size * sizeof *pos);
    for (w->count = 0; w->level > 0;) {
        int64_t n = (int64_t)++w->count;
        if (n == WAVE_SLABS || (n + 1) * w->cells > w->most ||
            (n * w->cells >= WAVE_CELLS * w->grain && n % threads == 0) || !ta_wave_further(b, w->level, pos, 1))
            break;
        if (better(w, b, pos, threads)) {
            if (n < 2) w->level = w->count = 0; /* only one slab before a better one */
            break;
        }
        /* with one thread: stop where several threads can go on */
        if (shared < b->ids.size && starts(b, shared, pos)) break;
    }
    if (threads > 1 && w->count < 2) w->count = 0;
}

/* Memory for the rows of each thread, as much as earlier slabs needed. */
static ta_status room_for(ta_wave *w, const ta_allocator *a, size_t pieces, size_t items) {
    const ta_row_reader *x = &w->reader;
    ta_status st = wider(w, a, offsetof(ta_wave_rows, piece), &w->piece_cap, pieces, sizeof(ta_wave_piece));
    if (!st) st = wider(w, a, offsetof(ta_wave_rows, item), &w->item_cap, items, sizeof(ta_row_item));
    if (!st) st = wider(w, a, offsetof(ta_wave_rows, room), &w->room_cap, x->bytes, 1);
    for (size_t k = 0; !st && k < w->rows_cap; k++) {
        w->rows[k].held = 0;
        x->ready(x->of, w->rows[k].room);
    }
    return st;
}

/* Query the first slab in this thread. Double the memory until it is enough. */
static ta_status first(ta_wave *w, const ta_allocator *a, ta_call *call, ta_wave_why *why) {
    ta_status st = room_for(w, a, 64, 256);
    while (!st && (*why = gather(w, &w->rows[0], call, 0)) == WAVE_ROOM) {
        int many = w->piece_cap >= PIECES_MOST || w->item_cap >= ITEMS_MOST;
        if (many) return *why = WAVE_MANY, TA_OK;
        st = room_for(w, a, 2 * w->piece_cap, 2 * w->item_cap);
    }
    return st;
}

ta_status ta_wave_collect(ta_wave *w, ta_solver *s, ta_call *call, const ta_wave_box *b,
                          const int64_t *at, unsigned threads) {
    ta_status st = TA_OK;
    size_t last = b->ids.size - 1, least = 0, top = 0;
    if (w->least > last && threads > 1) w->least = 1;
    w->box = *b;
    w->count = w->level = 0;
    w->threads = threads;
    memcpy(w->from, at, b->ids.size * sizeof *at);
    if (!s->row_rule(s->rules.ctx, call, b->ids.size, &w->reader)) return TA_OK;
    s->row_version = w->reader.version;
    while (!st && (least != w->least || top != w->top)) {
        ta_wave_why why = WAVE_GOES;
        least = w->least;
        top = w->top;
        choose(w, b, at, threads);
        plan(w, at);
        if (w->count == 0) break;
        st = first(w, &s->allocator, call, &why);
        if (why == WAVE_FAR) w->least = w->level + 1;
        if (why == WAVE_MANY) w->top = w->level - 1;
        if (why) w->count = 0;
    }
    int64_t tile = w->n / w->grain / (4 * (int64_t)threads) + 1;
    w->tile = w->grain * (tile < TILE_LEAST ? TILE_LEAST : tile > TILE_MOST ? TILE_MOST : tile);
    return st;
}

ta_status ta_wave_one(ta_wave *w, ta_solver *s, ta_call *call, const ta_wave_box *b, int64_t *at,
                      int64_t most) {
    const ta_position p = { at, NULL, b->ids.size };
    const int64_t *words;
    size_t used;
    int64_t rows = 1;
    int fit = 0;
    ta_row_box m = b->ids;
    ta_wave_rows *r = &w->rows[0];
    w->count = 0;
    w->threads = 1;
    if (!s->row_rule(s->rules.ctx, call, b->ids.size, &w->reader)) return TA_OK;
    s->row_version = w->reader.version;
    int64_t n = w->reader.read(w->reader.of, w->reader.room, call, &p, most, &rows, &words, &used);
    if (n == 0) return TA_OK;
    ta_status st = room_for(w, &s->allocator, 1, used / 4 + 1);
    if (st) return st;
    r->pieces = r->items = 0;
    r->lead = 0;
    ta_wave_piece *x = piece_of(w, r);
    m.first = at[b->ids.size - 1];
    x->at = x->spare = 0;
    x->id = id_of(b, at);
    x->n = x->told = w->n = w->cells = n;
    st = ta_row_read(&x->row, &no_more, &m, n, &rows, words, used, &fit);
    if (st || !fit || !ta_row_ordered(&x->row, x->id, n)) return st;
    add(r, x);
    r->slab = 0;
    r->held = 1;
    w->level = 1;
    w->tile = n;
    w->count = 1;
    return TA_OK;
}

/* ---- All of them ---- */

/* Solve places from..to - 1 of a slab, from piece *k on. *ended: the slab ends there. */
static ta_status tile(ta_wave *w, ta_call *call, size_t slab, const ta_wave_rows *r, size_t *k,
                      int64_t from, int64_t to, unsigned thread, int *ended) {
    ta_status st = TA_OK;
    for (; !st && !*ended && *k < r->pieces; ++*k) {
        ta_wave_piece *x = &r->piece[*k];
        int64_t lo = from < x->at ? 0 : from - x->at, hi = to < x->at + x->n ? to - x->at : x->n;
        int64_t done = lo;
        if (lo < hi) st = w->run(w->ctx, call, slab, x, lo, hi, thread, &done);
        if (x->spare && done < hi) x->n = hi = done;
        *ended = lo < hi && done < hi;
        if (*ended) w->done[slab].reached = x->at + done;
        if (x->at + x->n > to) break; /* the piece continues in the next tile */
    }
    return st;
}

/* Exclude this slab and all later ones. */
static void refuse(ta_wave *w, size_t slab) {
    size_t had = atomic_load(&w->refused);
    while (slab < had && !atomic_compare_exchange_weak(&w->refused, &had, slab)) {}
}

typedef struct asking {
    const ta_wave *w;
    ta_wave_rows *r;
    ta_call *call;
    size_t slab;
    ta_wave_why why;
} asking;

static ta_status gather_by_caller(void *ctx) {
    asking *x = ctx;
    x->why = gather(x->w, x->r, x->call, x->slab);
    return TA_OK;
}

/* Query the rows of a slab, in the calling thread unless the reader is shared. */
static ta_status gather_by(asking *x) {
    return x->w->reader.shared ? gather_by_caller(x) : ta_by_caller(x->call, gather_by_caller, x);
}

/* The place up to which the previous slab must be done before a tile up to place `to` starts. */
static size_t needed(const ta_wave *w, int64_t to, int64_t lead) {
    int64_t g = w->grain;
    if (w->n - to < lead) return (size_t)w->n;
    to += lead;
    if (g > 1) to = (to + g - 1) / g * g + 2 * g;
    return (size_t)(w->n < to ? w->n : to);
}

/* A slab that has ended still waits for its predecessor at each tile. So the next slab never reads
** cells that are still being written. */
static ta_status run_slab(void *ctx, ta_call *call, size_t slab, unsigned thread) {
    ta_wave *w = ctx;
    ta_wave_rows *r = &w->rows[thread];
    ta_wave_done *own = &w->done[slab];
    asking x = { w, r, call, slab, WAVE_UNTOLD };
    ta_status st = atomic_load(&w->refused) < slab ? TA_OK : gather_by(&x);
    if (st) return st;
    size_t piece = 0;
    int ended = x.why != WAVE_GOES;
    int64_t lead = ended ? 0 : r->lead;
    if (ended) refuse(w, slab);
    own->reached = 0;
    for (int64_t from = 0, to; from < w->n; from = to) {
        to = w->n - from < w->tile ? w->n : from + w->tile;
        if (slab > 0) st = ta_await(call, &w->done[slab - 1].done, needed(w, to, lead), w->at, w->total);
        if (!st && !ended) st = tile(w, call, slab, r, &piece, from, to, thread, &ended);
        if (st) return st;
        if (!ended) own->reached = to;
        atomic_store_explicit(&own->done, (size_t)to, memory_order_release);
    }
    return TA_OK;
}

ta_status ta_wave_run(ta_wave *w) {
    for (size_t k = 0; k < w->count; k++) atomic_init(&w->done[k].done, 0);
    atomic_init(&w->refused, w->count);
    ta_status st = ta_team_run(w->team, w->count, run_slab, w);
    w->count = atomic_load(&w->refused);
    return st;
}

ta_status ta_wave_alone(ta_wave *w, ta_call *call) {
    ta_status st = TA_OK;
    int ended = 0;
    for (size_t slab = 0; slab < w->count; slab++) w->done[slab].reached = 0;
    for (size_t slab = 0; !st && !ended && slab < w->count; slab++) {
        size_t piece = 0;
        if (gather(w, &w->rows[0], call, slab)) {
            w->count = slab;
            break;
        }
        st = tile(w, call, slab, &w->rows[0], &piece, 0, w->n, 0, &ended);
        if (!st && !ended) w->done[slab].reached = w->n;
    }
    return st;
}
