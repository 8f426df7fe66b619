/*
** heap_sparse.c - take-and-break sequences (at most two heaps left) through rare values.
**
** Heap n is in the class parity(g(n) & mask), or that plus n. In a good choice nearly all
** heaps are in one class, the common one, and two common heaps never make an option of
** common class: parities add, so this holds for the plain class when common is odd, and
** for the class with n when every digit that breaks has one parity k and common is k + 1.
** So all options of common class come from takes and from pairs with a rare heap: mark
** these, and c, the first unmarked value of common class, bounds g(n). Only a smaller
** unmarked value of rare class could be less: scan all pairs, in chunks, until those are
** marked too. Exact whatever the mask: a bad one costs time. (After the
** sparse spaces of Winning Ways, chapter 4; masks weighed by a Walsh-Hadamard transform.)
*/
#include "heap_int.h"

#define CHUNK 128

void heap_sparse_clear(ta_heap *h) {
    ta_free(&h->allocator, h->sparse.rare, h->sparse.rare_cap, sizeof *h->sparse.rare);
    memset(&h->sparse, 0, sizeof h->sparse);
}

static inline int class_of(const heap_sparse *p, uint32_t v, size_t n) {
    return __builtin_parity(v & p->mask) ^ (p->position & (int)(n & 1));
}

/* The parity of all k whose digit breaks; -1 when they differ, -2 when none does. */
static int breaking_parity(const heap_code *code) {
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

/* Take the best mask by `counts`, transformed: class 0 less class 1 of each mask. */
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

ta_status heap_sparse_choose(ta_heap *h, ta_call *call) {
    heap_sparse *p = &h->sparse;
    int parity = breaking_parity(&h->code);
    size_t size = 1, from = h->g.count / 2;
    p->chosen_at = h->g.count;
    p->usable = 0;
    if (h->code.tail || h->code.most != 2 || parity == -2 || h->g.largest >= 65536) return TA_OK;
    while (size <= h->g.largest) size *= 2;
    int32_t *counts = ta_alloc(&h->allocator, 2 * size, sizeof *counts), *placed = counts + size;
    if (!counts) return TA_ENOMEM;
    for (size_t n = from; n < h->g.count; n++) {
        uint32_t v = ta_values_at(&h->g, n);
        counts[v]++;
        placed[v] += n & 1 ? -1 : 1;
    }
    transform(counts, size);
    transform(placed, size);
    uint32_t mask, mask_placed;
    int32_t gain = best_mask(counts, size, 1, &mask), gain_placed = INT32_MIN;
    if (parity >= 0) gain_placed = best_mask(placed, size, !parity, &mask_placed);
    p->position = gain_placed > gain;
    p->mask = p->position ? mask_placed : mask;
    p->common = p->position ? !parity : 1;
    if (p->position) gain = gain_placed;
    p->usable = (double)gain > 0.5 * (double)(h->g.count - from); /* at most a quarter is rare */
    p->rare_count = 0;
    p->sorted_to = 1; /* an empty heap is not one of a pair */
    p->work = p->heaps = 0;
    ta_free(&h->allocator, counts, 2 * size, sizeof *counts);
    return ta_poll(call, (uint32_t)from, (double)h->g.count, 0);
}

static ta_status sort_heaps(ta_heap *h) {
    heap_sparse *p = &h->sparse;
    for (; p->sorted_to < h->g.count; p->sorted_to++) {
        if (class_of(p, ta_values_at(&h->g, p->sorted_to), p->sorted_to) == p->common) continue;
        ta_status s = ta_reserve(&h->allocator, (void **)&p->rare, &p->rare_cap,
                                 p->rare_count + 1, sizeof *p->rare);
        if (s) return s;
        p->rare[p->rare_count++] = (uint32_t)p->sorted_to;
    }
    return TA_OK;
}

/* One instance for each width: `at` is a load. */
static inline __attribute__((always_inline)) uint32_t at(const void *g, size_t n, uint32_t width) {
    if (width == 1) return ((const uint8_t *)g)[n];
    if (width == 2) return ((const uint16_t *)g)[n];
    return ((const uint32_t *)g)[n];
}

static inline __attribute__((always_inline)) void
mark_rare(const void *g, uint32_t width, const heap_sparse *p, size_t m, uint8_t *marks) {
    for (size_t i = 0; i < p->rare_count && p->rare[i] < m; i++) {
        size_t r = p->rare[i];
        marks[at(g, r, width) ^ at(g, m - r, width)] = 1;
    }
}

/* Mark takes, and all pairs with a rare heap. */
static void mark_known(ta_heap *h, uint8_t *marks) {
    const heap_code *code = &h->code;
    size_t n = h->g.count;
    const void *g = h->g.data;
    for (size_t k = 0; k < code->count && k <= n; k++) {
        int digit = code->digits[k];
        if (digit & 2 && n > k) marks[ta_values_at(&h->g, n - k)] = 1;
        if (digit & 1 && n == k && n > 0) marks[0] = 1;
        if (!(digit & 4)) continue;
        if (h->g.width == 1) mark_rare(g, 1, &h->sparse, n - k, marks);
        else if (h->g.width == 2) mark_rare(g, 2, &h->sparse, n - k, marks);
        else mark_rare(g, 4, &h->sparse, n - k, marks);
        h->sparse.work += (double)h->sparse.rare_count;
    }
}

static inline __attribute__((always_inline)) void
mark_chunk(const void *g, uint32_t width, size_t m, size_t a, size_t end, uint8_t *marks) {
    for (; a < end; a++) marks[at(g, a, width) ^ at(g, m - a, width)] = 1;
}

/* The first unmarked value, at most c, after looking at all pairs it takes to know. */
static ta_status settle(ta_heap *h, ta_call *call, uint32_t c, uint8_t *marks, uint32_t *value) {
    const heap_code *code = &h->code;
    size_t n = h->g.count;
    uint32_t first = 0;
    while (first < c && marks[first]) first++;
    for (size_t k = 0; k < code->count && k < n && first < c; k++) {
        if (!(code->digits[k] & 4)) continue;
        size_t m = n - k;
        for (size_t a = 1; a <= m / 2 && first < c; a += CHUNK) {
            size_t end = a + CHUNK < m / 2 + 1 ? a + CHUNK : m / 2 + 1;
            if (h->g.width == 1) mark_chunk(h->g.data, 1, m, a, end, marks);
            else if (h->g.width == 2) mark_chunk(h->g.data, 2, m, a, end, marks);
            else mark_chunk(h->g.data, 4, m, a, end, marks);
            h->sparse.work += CHUNK;
            while (first < c && marks[first]) first++;
            ta_status s = ta_poll(call, CHUNK / 8, (double)n, 0);
            if (s) return s;
        }
    }
    *value = first;
    return TA_OK;
}

ta_status heap_sparse_value(ta_heap *h, ta_call *call, uint32_t *value) {
    heap_breaker *b = &h->breaker;
    size_t n = h->g.count, size = 2;
    ta_status s = sort_heaps(h);
    if (s) return s;
    while (size <= 2 * (size_t)h->g.largest) size *= 2; /* xors are below size / 2 ... */
    size *= 2;                                         /* ... and both classes above them */
    s = ta_reserve(&h->allocator, (void **)&b->marks, &b->marks_cap, size, 1);
    if (s) return s;
    memset(b->marks, 0, size);
    mark_known(h, b->marks);
    uint32_t c = 0;
    while (c < size && (b->marks[c] || class_of(&h->sparse, c, n) != h->sparse.common)) c++;
    ta_assert(c < size || h->sparse.mask == 0);
    s = settle(h, call, c, b->marks, value);
    if (!s) h->sparse.heaps++;
    return s;
}
