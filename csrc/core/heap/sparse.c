/*
** sparse.c - take-and-break sequences (at most two heaps left) through rare values.
**
** Heap n is in the class parity(g(n) & mask), or that plus n modulo 2. With a good mask nearly
** all heaps are in one class, the common one, and no pair of common heaps has a value of common
** class. Parities add, so this holds for the plain class if common is 1. For the class with n it
** holds if all digits that break have indexes k of one parity and common is k + 1 modulo 2.
**
** So all option values of common class come from takes (options of at most one heap) and from
** pairs with a rare heap. Mark these. The first unmarked value c of common class bounds g(n), and
** only an unmarked value of rare class can be smaller. Scan pairs in chunks, which marks nearly
** all of those values. Then pair_lookup.c tests each that is left. In a long sequence, first try
** the pairs likely to have value v: pairs of the heaps found for v before, then the latest heaps
** of value y xor v for frequent values y. The values are exact with any mask; a bad mask costs
** time. (After the sparse spaces of Winning Ways, chapter 4. A Walsh-Hadamard transform rates the
** masks.)
*/
#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "pair_lookup.h"
#include "sparse.h"

#define CHUNK 128
#define TRIES 2048    /* likely pairs tried for one value */
#define WITNESSES 16  /* stored for one value */
#define PATIENCE 24   /* chunks scanned before single values are sought; 1 more for each 8 values */
#define FAR (1 << 22) /* likely pairs are tried first above this many heaps */

void heap_sparse_clear(heap_sparse *p) {
    const ta_allocator *a = &p->h->allocator;
    ta_free(a, p->rare, p->rare_cap, sizeof *p->rare);
    ta_free(a, p->before, p->before_cap, sizeof *p->before);
    ta_free(a, p->last, p->last_cap, sizeof *p->last);
    ta_free(a, p->often, p->often_cap, sizeof *p->often);
    ta_free(a, p->witness, p->witness_cap, sizeof *p->witness);
    ta_free(a, p->frequent, p->frequent_cap, sizeof *p->frequent);
    ta_free(a, p->marks, p->marks_cap, 1);
}

/* The common parity of all k whose digit breaks; -1 if they differ, -2 if no digit breaks. */
static int breaking_parity(const heap_digits *code) {
    int parity = -2;
    for (size_t k = 0; k < code->count; k++) {
        if (!(code->digits[k] & 4)) continue;
        if (parity == -2) parity = (int)(k & 1);
        else if (parity != (int)(k & 1)) return -1;
    }
    return parity;
}

static void transform(int32_t *x, size_t size) {
    for (size_t half = 1; half < size; half *= 2)
        for (size_t i = 0; i < size; i += 2 * half)
            for (size_t j = i; j < i + half; j++) {
                int32_t a = x[j], b = x[j + half];
                x[j] = a + b;
                x[j + half] = a - b;
            }
}

/* The mask with most heaps in the common class. The transformed `counts` hold, for each mask, the
** heaps of class 0 minus those of class 1. */
static int32_t best_mask(const int32_t *counts, size_t size, int common, uint32_t *mask) {
    int32_t best = INT32_MIN;
    for (size_t m = 0; m < size; m++) {
        int32_t gain = common ? -counts[m] : counts[m];
        if (gain <= best) continue;
        best = gain;
        *mask = (uint32_t)m;
    }
    return best;
}

/* Extend the chain of heaps of each value to all known heaps. */
static ta_status chain_heaps(heap_sparse *p) {
    const ta_heap *h = p->h;
    const ta_allocator *a = &h->allocator;
    size_t values = (size_t)h->g.largest + 1, old_last = p->last_cap, old_often = p->often_cap;
    ta_status s = ta_reserve(a, (void **)&p->before, &p->before_cap, h->g.count, sizeof *p->before);
    if (!s) s = ta_reserve(a, (void **)&p->last, &p->last_cap, values, sizeof *p->last);
    if (p->last_cap > old_last)
        memset(p->last + old_last, 0, (p->last_cap - old_last) * sizeof *p->last);
    if (!s) s = ta_reserve(a, (void **)&p->often, &p->often_cap, values, sizeof *p->often);
    if (p->often_cap > old_often)
        memset(p->often + old_often, 0, (p->often_cap - old_often) * sizeof *p->often);
    if (s) return s;
    for (size_t n = p->chained_to ? p->chained_to : 1; n < h->g.count; n++) {
        uint32_t v = ta_nim_values_at(&h->g, n);
        p->before[n] = p->last[v];
        p->last[v] = (uint32_t)n;
        p->often[v]++;
    }
    p->chained_to = h->g.count;
    return TA_OK;
}

/* Sort the values seen, most frequent first. Insertion is enough for so few. */
static ta_status rank_values(heap_sparse *p) {
    const ta_heap *h = p->h;
    ta_status s = chain_heaps(p);
    if (!s)
        s = ta_reserve(&h->allocator, (void **)&p->frequent, &p->frequent_cap,
                       (size_t)h->g.largest + 1, sizeof *p->frequent);
    if (s) return s;
    p->frequent_count = 0;
    for (uint32_t v = 0; v <= h->g.largest; v++) {
        size_t i = p->frequent_count;
        if (p->often[v] == 0) continue;
        for (; i > 0 && p->often[p->frequent[i - 1]] < p->often[v]; i--)
            p->frequent[i] = p->frequent[i - 1];
        p->frequent[i] = v;
        p->frequent_count++;
    }
    return TA_OK;
}

ta_status heap_sparse_choose(heap_sparse *p, ta_call *call) {
    const ta_heap *h = p->h;
    const heap_digits *code = p->digits;
    int parity = breaking_parity(code);
    size_t size = 1, from = 1; /* all heaps count: each rare one is scanned for every later heap */
    p->chosen_at = h->g.count;
    p->usable = 0;
    if (code->tail || code->most != 2 || parity == -2 || h->g.largest >= 4096) return TA_OK;
    ta_status s = rank_values(p);
    if (s) return s;
    while (size <= h->g.largest) size *= 2;
    int32_t *counts = ta_alloc(&h->allocator, 2 * size, sizeof *counts), *placed = counts + size;
    if (!counts) return TA_ENOMEM;
    for (size_t n = from; n < h->g.count; n++) {
        uint32_t v = ta_nim_values_at(&h->g, n);
        counts[v]++;
        placed[v] += n & 1 ? -1 : 1;
    }
    transform(counts, size);
    transform(placed, size);
    uint32_t mask = 0, mask_placed = 0;
    int32_t gain = best_mask(counts, size, 1, &mask), gain_placed = INT32_MIN;
    if (parity >= 0) gain_placed = best_mask(placed, size, !parity, &mask_placed);
    p->position = gain_placed > gain;
    p->mask = p->position ? mask_placed : mask;
    p->common = p->position ? !parity : 1;
    if (p->position) gain = gain_placed;
    p->usable = (double)gain > 0.5 * (double)(h->g.count - from); /* at most a quarter is rare */
    p->rare_count = 0;
    p->sorted_to = 1; /* pairs have no empty heap */
    p->work = p->heaps = 0;
    ta_free(&h->allocator, counts, 2 * size, sizeof *counts);
    return heap_poll(h, call, (uint32_t)from, h->g.count);
}

ta_status heap_sparse_sort(heap_sparse *p) {
    const ta_heap *h = p->h;
    for (; p->sorted_to < h->g.count; p->sorted_to++) {
        if (heap_sparse_class(p, ta_nim_values_at(&h->g, p->sorted_to), p->sorted_to) == p->common)
            continue;
        ta_status s = ta_reserve(&h->allocator, (void **)&p->rare, &p->rare_cap, p->rare_count + 1,
                                 sizeof *p->rare);
        if (s) return s;
        p->rare[p->rare_count++] = (uint32_t)p->sorted_to;
    }
    return TA_OK;
}

/* A plain load, since each width is compiled apart. */
static inline __attribute__((always_inline)) uint32_t at(const void *g, size_t n, uint32_t width) {
    if (width == 1) return ((const uint8_t *)g)[n];
    if (width == 2) return ((const uint16_t *)g)[n];
    return ((const uint32_t *)g)[n];
}

static inline __attribute__((always_inline)) void mark_rare(const void *g, uint32_t width,
                                                            const heap_sparse *p, size_t i,
                                                            size_t end, size_t m, uint8_t *marks) {
    for (; i < end && p->rare[i] < m; i++) {
        size_t r = p->rare[i];
        marks[at(g, r, width) ^ at(g, m - r, width)] = 1;
    }
}

static void mark_pairs(const heap_sparse *p, size_t from, size_t end, size_t m, uint8_t *marks) {
    const ta_heap *h = p->h;
    if (h->g.width == 1) mark_rare(h->g.data, 1, p, from, end, m, marks);
    else if (h->g.width == 2) mark_rare(h->g.data, 2, p, from, end, m, marks);
    else mark_rare(h->g.data, 4, p, from, end, m, marks);
}

/* The number of rare heaps smaller than n. */
static size_t rare_below(const heap_sparse *p, size_t n) {
    size_t low = 0, high = p->rare_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (p->rare[middle] < n) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* Mark takes, and all pairs with a rare heap. */
static void mark_known(heap_sparse *p, uint8_t *marks) {
    const ta_heap *h = p->h;
    const heap_digits *code = p->digits;
    size_t n = h->g.count;
    for (size_t k = 0; k < code->count && k <= n; k++) {
        int digit = code->digits[k];
        if (digit & 2 && n > k) marks[ta_nim_values_at(&h->g, n - k)] = 1;
        if (digit & 1 && n == k && n > 0) marks[0] = 1;
        if (!(digit & 4)) continue;
        if (code->unequal) { /* all pairs but that of two equal heaps */
            mark_pairs(p, 0, rare_below(p, (n - k + 1) / 2), n - k, marks);
            mark_pairs(p, rare_below(p, (n - k) / 2 + 1), p->rare_count, n - k, marks);
        } else {
            mark_pairs(p, 0, p->rare_count, n - k, marks);
        }
        p->work += (double)p->rare_count;
    }
}

static inline __attribute__((always_inline)) void
mark_chunk(const void *g, uint32_t width, size_t m, size_t a, size_t end, uint8_t *marks) {
    for (; a < end; a++) marks[at(g, a, width) ^ at(g, m - a, width)] = 1;
}

/* Store heap `at` as one of a pair of value v. */
static ta_status remember(heap_sparse *p, uint32_t v, size_t at) {
    const ta_heap *h = p->h;
    size_t old = p->witness_cap, need = ((size_t)v + 1) * WITNESSES;
    ta_status s =
        ta_reserve(&h->allocator, (void **)&p->witness, &p->witness_cap, need, sizeof *p->witness);
    if (s) return s;
    if (p->witness_cap > old)
        memset(p->witness + old, 0, (p->witness_cap - old) * sizeof *p->witness);
    p->witness[(size_t)v * WITNESSES + p->turn++ % WITNESSES] = (uint32_t)at;
    return TA_OK;
}

static int is_remembered(heap_sparse *p, size_t m, uint32_t v) {
    const ta_heap *h = p->h;
    size_t from = (size_t)v * WITNESSES;
    for (size_t i = from; i < from + WITNESSES && i < p->witness_cap; i++) {
        size_t at = p->witness[i];
        p->work++;
        if (at > 0 && at < m && heap_digits_pairs(p->digits, at, m) &&
            (ta_nim_values_at(&h->g, at) ^ ta_nim_values_at(&h->g, m - at)) == v)
            return 1;
    }
    return 0;
}

/* Does one of the likely pairs of m counters have value v? */
static int is_likely(heap_sparse *p, size_t m, uint32_t v) {
    const ta_heap *h = p->h;
    int tries = TRIES;
    if (is_remembered(p, m, v)) return 1;
    for (size_t i = 0; i < p->frequent_count && tries > 0; i++) {
        uint32_t y = p->frequent[i], x = y ^ v;
        if (x > h->g.largest) continue;
        size_t at = p->last[x];
        for (int j = 0; j < TRIES / 16 && at > 0; j++, at = p->before[at]) {
            if (at >= m || !heap_digits_pairs(p->digits, at, m)) continue;
            tries--;
            p->work++;
            if (ta_nim_values_at(&h->g, m - at) == y) return 1;
        }
    }
    return 0;
}

/* Mark the values below c that a likely pair has. */
static void mark_likely(heap_sparse *p, uint32_t c, uint8_t *marks) {
    const ta_heap *h = p->h;
    const heap_digits *code = p->digits;
    for (uint32_t v = 0; v < c; v++)
        for (size_t k = 0; k < code->count && k < h->g.count && !marks[v]; k++)
            if (code->digits[k] & 4) marks[v] = (uint8_t)is_likely(p, h->g.count - k, v);
}

/* The first value from v to c that no pair has. Each is sought among all pairs, and marked if
** found. */
static ta_status seek_from(heap_sparse *p, ta_call *call, uint32_t v, uint32_t c, uint8_t *marks,
                           uint32_t *first) {
    const ta_heap *h = p->h;
    ta_status s = TA_OK;
    if (h->g.count > FAR) mark_likely(p, c, marks);
    for (size_t at = 1; !s && at > 0;) {
        while (v < c && marks[v]) v++;
        if (v == c) break;
        s = heap_seek(h, p->digits, call, v, &p->work, &at);
        if (!s && at > 0 && h->g.count > FAR) s = remember(p, v, at);
        marks[v] = at > 0;
    }
    *first = v;
    return s;
}

/* The first value that no option has, at most c. Pairs are scanned until it is certain. */
static ta_status settle(heap_sparse *p, ta_call *call, uint32_t c, uint8_t *marks, uint32_t *value) {
    const ta_heap *h = p->h;
    const heap_digits *code = p->digits;
    size_t n = h->g.count;
    uint32_t first = 0;
    int chunks = 0, sought = 0, patience = PATIENCE + (int)(h->g.largest / 8);
    while (first < c && marks[first]) first++;
    for (size_t k = 0; k < code->count && k < n && first < c && !sought; k++) {
        if (!(code->digits[k] & 4)) continue;
        size_t m = n - k, half = heap_digits_half(code, m);
        for (size_t a = 1; a <= half && first < c && !sought; a += CHUNK) {
            size_t end = a + CHUNK < half + 1 ? a + CHUNK : half + 1;
            if (h->g.width == 1) mark_chunk(h->g.data, 1, m, a, end, marks);
            else if (h->g.width == 2) mark_chunk(h->g.data, 2, m, a, end, marks);
            else mark_chunk(h->g.data, 4, m, a, end, marks);
            p->work += CHUNK;
            ta_status s = TA_OK;
            while (first < c && marks[first]) first++;
            sought = ++chunks == patience && first < c;
            if (sought) s = seek_from(p, call, first, c, marks, &first);
            if (!s) s = heap_poll(h, call, CHUNK / 8, n);
            if (s) return s;
        }
    }
    *value = first;
    return TA_OK;
}

ta_status heap_sparse_value(heap_sparse *p, ta_call *call, uint32_t *value) {
    const ta_heap *h = p->h;
    size_t n = h->g.count, size = 2;
    ta_status s = heap_sparse_sort(p);
    if (!s) s = chain_heaps(p);
    if (s) return s;
    while (size <= 2 * (size_t)h->g.largest) size *= 2; /* xors are below size / 2 ... */
    size *= 2;                                          /* ... and both classes above them */
    s = ta_reserve(&h->allocator, (void **)&p->marks, &p->marks_cap, size, 1);
    if (s) return s;
    memset(p->marks, 0, size);
    mark_known(p, p->marks);
    uint32_t c = 0;
    while (c < size && (p->marks[c] || heap_sparse_class(p, c, n) != p->common)) c++;
    ta_assert(c < size || p->mask == 0); /* half the values above the xors are common */
    s = settle(p, call, c, p->marks, value);
    if (!s) p->heaps++;
    return s;
}

/* ---- Check ---- */

/* The rare heaps ascend, are below sorted_to, and are not common. */
static const char *check_rare(const heap_sparse *p) {
    const ta_heap *h = p->h;
    if (p->sorted_to > h->g.count) return "sparse: heaps sorted that are not known";
    for (size_t i = 0; i < p->rare_count; i += ta_check_step(p->rare_count)) {
        size_t r = p->rare[i];
        if (r == 0 || r >= p->sorted_to || (i > 0 && p->rare[i - 1] >= r))
            return "sparse: rare heaps out of order";
        if (heap_sparse_class(p, ta_nim_values_at(&h->g, r), r) == p->common)
            return "sparse: a common heap among the rare";
    }
    return NULL;
}

/* Each chain descends through heaps of one value. */
static const char *check_chains(const heap_sparse *p) {
    const ta_heap *h = p->h;
    if (p->chained_to > h->g.count || p->chained_to > p->before_cap)
        return "sparse: heaps chained that are not known";
    for (size_t n = 1; n < p->chained_to; n += ta_check_step(p->chained_to)) {
        uint32_t v = ta_nim_values_at(&h->g, n), before = p->before[n];
        if (before >= n || (before > 0 && ta_nim_values_at(&h->g, before) != v))
            return "sparse: a chain through another value";
        if (v >= p->last_cap || v >= p->often_cap || p->last[v] < n || p->often[v] == 0)
            return "sparse: a heap that is on no chain";
    }
    return NULL;
}

const char *heap_sparse_check(const heap_sparse *p) {
    const ta_heap *h = p->h;
    if (p->chosen_at > h->g.count) return "sparse: a mask from the future";
    for (size_t i = 0; i < p->witness_cap; i += ta_check_step(p->witness_cap))
        if (p->witness[i] > h->g.count) return "sparse: a witness that is not known";
    for (size_t i = 0; i < p->frequent_count; i += ta_check_step(p->frequent_count))
        if (p->frequent[i] > h->g.largest || p->often[p->frequent[i]] == 0)
            return "sparse: a frequent value that never was";
    const char *broken = check_rare(p);
    return broken ? broken : check_chains(p);
}
