/*
** ahead.c - sets of pairs of the heaps to come, by several threads.
**
** Once heaps 0 .. n - 1 are known, a pair a, m - a of m < n + AHEAD counters with a >= AHEAD has its
** other heap below n, too: so of AHEAD sets P2(m) all but their first pairs are made at once, each
** by one thread, and what heaps of fewer counters add is put in when a set is asked for
** (pairs.c, dense.c): AHEAD pairs in place of m / 2. The same with P3(m) and the sets P2(m - c),
** AHEAD <= c < n; a triple with a larger heap has two below AHEAD. A set is a union: in what order it is made does not matter.
*/
#include <string.h>

#include "base/mem.h"
#include "code.h"

#define AHEAD HEAP_AHEAD
#define BLOCK 8 /* heaps */

void heap_ahead_clear(ta_heap *h) {
    heap_ahead *x = &heap_code_of(h)->ahead;
    ta_free(&h->allocator, x->bits, x->size, sizeof *x->bits);
    ta_free(&h->allocator, x->marks, x->marks_size, 1);
    ta_free(&h->allocator, x->rows, x->rows_size, sizeof *x->rows);
    memset(x, 0, sizeof *x);
}

/* ---- Making ---- */

static ta_status make_sets(void *ctx, ta_call *call, size_t block, unsigned thread) {
    ta_heap *h = ctx;
    heap_code *code = heap_code_of(h);
    heap_ahead *x = &code->ahead;
    for (size_t i = block * BLOCK; i < (block + 1) * BLOCK; i++) {
        size_t m = x->from + i;
        uint64_t *pairs = x->bits + i * x->words, *triples = pairs + AHEAD * x->words;
        heap_pairs_between(h, m, AHEAD, heap_digits_half(&code->digits, m), pairs, x->words,
                           x->marks + (size_t)thread * 64 * x->words);
        ta_status s = heap_poll(h, call, (uint32_t)(m / 64) + 1, m);
        if (!s && code->digits.most == 3)
            s = heap_triples_between(h, call, m, AHEAD, m - 2 < x->from ? m - 2 : x->from - 1,
                                     triples, x->words,
                                     x->rows + (size_t)thread * 64 * x->words);
        if (s) return s;
    }
    return TA_OK;
}

static ta_status make_room(ta_heap *h, unsigned threads) {
    heap_code *code = heap_code_of(h);
    heap_ahead *x = &code->ahead;
    int triples = code->digits.most == 3;
    size_t size = (triples ? 2 : 1) * AHEAD * x->words, marks = threads * 64 * x->words;
    if (x->size == size && x->marks_size == marks && x->rows_size == (triples ? marks : 0)) return TA_OK;
    ta_free(&h->allocator, x->bits, x->size, sizeof *x->bits);
    ta_free(&h->allocator, x->marks, x->marks_size, 1);
    ta_free(&h->allocator, x->rows, x->rows_size, sizeof *x->rows);
    x->bits = ta_alloc(&h->allocator, size, sizeof *x->bits);
    x->marks = ta_alloc(&h->allocator, marks, 1);
    x->size = x->bits ? size : 0;
    x->marks_size = x->marks ? marks : 0;
    x->rows = triples ? ta_alloc(&h->allocator, marks, sizeof *x->rows) : NULL;
    x->rows_size = x->rows ? marks : 0;
    return x->bits && x->marks && (x->rows || !triples) ? TA_OK : TA_ENOMEM;
}

/* So long does one thread take for the heaps to count - 1. */
static double seconds(const ta_heap *h, size_t count) {
    const heap_code *code = heap_code_of(h);
    double n = (double)h->g.count, to = (double)count, pairs = (to * to - n * n) / 4;
    double words = code->digits.most == 3 ? (double)code->dense.sets[0].words : 0;
    return pairs * (9e-10 / heap_pairs_speed(h) + 1e-9 * words);
}

int heap_ahead_pays(const ta_heap *h, const ta_call *call, size_t count) {
    const heap_code *code = heap_code_of(h);
    size_t n = h->g.count;
    if (n < 4 * AHEAD || count - n < AHEAD / 2 || code->digits.most < 2) return 0;
    if (code->ahead.count && n < code->ahead.from + code->ahead.count) return 0;
    return code->ahead.threads > 1 || ta_threads(call, seconds(h, count)) > 1;
}

ta_status heap_ahead_make(ta_heap *h, ta_call *call, size_t count) {
    heap_code *code = heap_code_of(h);
    heap_ahead *x = &code->ahead;
    ta_status s = TA_OK;
    if (!x->threads) {
        s = ta_team_open(&x->team, &h->allocator, call, ta_threads(call, seconds(h, count)));
        if (s) return s;
        x->threads = x->team.threads;
    }
    s = heap_dense_ready(h, call);
    if (s) return s;
    x->count = 0;
    x->from = h->g.count;
    x->words = code->dense.sets[0].words;
    s = make_room(h, x->threads);
    if (!s) s = ta_team_run(&x->team, AHEAD / BLOCK, make_sets, h);
    if (!s) x->count = AHEAD;
    return s;
}

void heap_ahead_end(ta_heap *h) {
    heap_ahead *x = &heap_code_of(h)->ahead;
    if (x->threads) ta_team_close(&x->team);
    x->threads = 0;
}

const char *heap_ahead_check(const ta_heap *h) {
    const heap_ahead *x = &heap_code_of(h)->ahead;
    if (!x->count) return NULL;
    if (x->from > h->g.count) return "ahead: sets of heaps not known";
    if (x->count != AHEAD || x->size < AHEAD * x->words) return "ahead: more sets than room";
    return NULL;
}
