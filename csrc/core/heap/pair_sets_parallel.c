/*
** pair_sets_parallel.c - precompute sets of pairs for the next heaps, by several threads.
**
** Let heaps 0 .. n - 1 be known, and m < n + AHEAD. A pair a, m - a with AHEAD <= a <= m / 2 has
** both heaps below n. So AHEAD sets P2(m) are computed at once, one thread a set, except for their
** pairs with a heap below AHEAD. pairs.c and dense.c add those pairs when a set is needed: AHEAD
** pairs instead of m / 2. P3(m) is computed likewise from P2(m - c), AHEAD <= c < n. A triple
** with a heap of n or more counters has its other two below AHEAD. The order does not matter,
** since each set is a union.
*/
#include <string.h>

#include "base/mem.h"
#include "pair_sets_parallel.h"

#define AHEAD HEAP_AHEAD
#define BLOCK 8 /* heaps */

static heap_made *made_of(const heap_ahead *x) {
    return &x->dense->pairs->made;
}

void heap_ahead_clear(heap_ahead *x) {
    const ta_allocator *a = &x->h->allocator;
    ta_free(a, made_of(x)->bits, x->size, sizeof(uint64_t));
    ta_free(a, x->marks, x->marks_size, 1);
    ta_free(a, x->rows, x->rows_size, sizeof *x->rows);
}

/* ---- Making ---- */

static ta_status make_sets(void *ctx, ta_call *call, size_t block, unsigned thread) {
    const heap_ahead *x = ctx;
    const heap_made *made = made_of(x);
    size_t words = made->words, mine = (size_t)thread * 64 * words;
    for (size_t i = block * BLOCK; i < (block + 1) * BLOCK; i++) {
        size_t m = made->from + i;
        uint64_t *pairs = made->bits + i * words, *triples = pairs + AHEAD * words;
        heap_pairs_between(x->dense->pairs, m, AHEAD, heap_digits_half(x->digits, m), pairs, words,
                           x->marks + mine);
        ta_status s = heap_poll(x->h, call, (uint32_t)(m / 64) + 1, m);
        if (!s && x->digits->most == 3)
            s = heap_triples_between(x->dense, call, m, AHEAD,
                                     m - 2 < made->from ? m - 2 : made->from - 1, triples, words,
                                     x->rows + mine);
        if (s) return s;
    }
    return TA_OK;
}

static ta_status make_room(heap_ahead *x) {
    const ta_allocator *a = &x->h->allocator;
    heap_made *made = made_of(x);
    int triples = x->digits->most == 3;
    size_t size = (triples ? 2 : 1) * AHEAD * made->words, marks = x->threads * 64 * made->words;
    if (x->size == size && x->marks_size == marks && x->rows_size == (triples ? marks : 0))
        return TA_OK;
    heap_ahead_clear(x);
    made->bits = ta_alloc(a, size, sizeof *made->bits);
    x->marks = ta_alloc(a, marks, 1);
    x->size = made->bits ? size : 0;
    x->marks_size = x->marks ? marks : 0;
    x->rows = triples ? ta_alloc(a, marks, sizeof *x->rows) : NULL;
    x->rows_size = x->rows ? marks : 0;
    return made->bits && x->marks && (x->rows || !triples) ? TA_OK : TA_ENOMEM;
}

/* The estimated time of one thread for the heaps up to count - 1. */
static double seconds(const heap_ahead *x, size_t count) {
    double n = (double)x->h->g.count, to = (double)count, pairs = (to * to - n * n) / 4;
    double words = x->digits->most == 3 ? (double)x->dense->sets[0].words : 0;
    return pairs * (9e-10 / heap_pairs_speed(x->h) + 1e-9 * words);
}

int heap_ahead_pays(const heap_ahead *x, const ta_call *call, size_t count) {
    const heap_made *made = made_of(x);
    size_t n = x->h->g.count;
    if (n < 4 * AHEAD || count - n < AHEAD / 2 || x->digits->most < 2) return 0;
    if (made->count && n < made->from + made->count) return 0;
    return x->threads > 1 || ta_threads(call, seconds(x, count)) > 1;
}

ta_status heap_ahead_make(heap_ahead *x, ta_call *call, size_t count) {
    heap_made *made = made_of(x);
    ta_status s = TA_OK;
    if (!x->threads) {
        s = ta_team_open(&x->team, &x->h->allocator, call, ta_threads(call, seconds(x, count)));
        if (s) return s;
        x->threads = x->team.threads;
    }
    s = heap_dense_ready(x->dense, call);
    if (s) return s;
    made->count = 0;
    made->from = x->h->g.count;
    made->words = x->dense->sets[0].words;
    s = make_room(x);
    if (!s) s = ta_team_run(&x->team, AHEAD / BLOCK, make_sets, x);
    if (!s) made->count = AHEAD;
    return s;
}

void heap_ahead_end(heap_ahead *x) {
    if (x->threads) ta_team_close(&x->team);
    x->threads = 0;
}

const char *heap_ahead_check(const heap_ahead *x) {
    const heap_made *made = made_of(x);
    if (!made->count) return NULL;
    if (made->from > x->h->g.count) return "ahead: sets of heaps not known";
    if (made->count != AHEAD || x->size < AHEAD * made->words)
        return "ahead: more sets than room";
    return NULL;
}
