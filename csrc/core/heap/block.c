/*
** block.c - 64 heaps of a take-and-break sequence at once, through rare values.
**
** In sparse.c most of the work is to mark the pairs of every rare heap, and many of them give
** values that are marked already. Here only some pairs are marked. The few unmarked values of a
** heap, its suspects, are searched for by comparison. One heap r pairs with 64 consecutive heaps
** m - r, ..., m - r + 63. So one vector is compared with 64 suspects, one of each heap of the
** block. A heap whose suspect is found continues with its next suspect, at any point of the scan.
** The scan for suspects of common class cycles through the rare heaps. The first suspect not
** found in a full cycle is in no pair with a rare heap, hence in no pair at all. Nearly all
** smaller suspects of rare class are found in a few thousand pairs; pair_lookup.c tests the rest.
**
** Pairs with a heap below 64 come last, one heap at a time, since the other heap may be in the
** block. So do takes, the options of at most one heap. These can only add values. If they add the
** bound itself, which is rare, sparse.c computes that heap. So the values are exact whatever is
** marked.
*/
#include <string.h>

#include "base/mem.h"
#include "block.h"
#include "pair_lookup.h"

#define LANES HEAP_BLOCK_LANES
#define ROOM HEAP_BLOCK_ROOM
#define GROUP HEAP_BLOCK_GROUP
#define RARE_MARKS 8192     /* rare heaps marked before suspects are compared; at most half */
#define MARKS 8192          /* any heaps marked likewise, for values of rare class */
#define CHUNK 32            /* heaps compared between tests of the result */
#define FAR_ENOUGH 65536    /* heaps compared before pair_lookup.c tests a value of rare class */
#define FEW 6               /* the scan stops when this many lanes are left */
#define RARE_ENOUGH 2048    /* a block needs this many rare heaps */
#define NO_VALUE UINT16_MAX /* above every value if a mask is chosen */

#if TA_VECTOR_X86
#include <immintrin.h>

__attribute__((target("avx2"))) static uint64_t hits_avx2(const uint16_t *g, size_t m,
                                                          const uint32_t *list, size_t from,
                                                          size_t count, const uint16_t *target) {
    __m256i t[4], found[4];
    for (int v = 0; v < 4; v++) {
        t[v] = _mm256_loadu_si256((const __m256i *)(const void *)target + v);
        found[v] = _mm256_setzero_si256();
    }
    for (size_t i = from; i < from + count; i++) {
        size_t r = list ? list[i] : i;
        const __m256i *x = (const __m256i *)(const void *)(g + m - r);
        const __m256i b = _mm256_set1_epi16((short)g[r]);
        for (int v = 0; v < 4; v++) {
            __m256i pair = _mm256_xor_si256(_mm256_loadu_si256(x + v), b);
            found[v] = _mm256_or_si256(found[v], _mm256_cmpeq_epi16(pair, t[v]));
        }
    }
    /* packs interleaves the halves of its operands; the permutation restores their order */
    __m256i low = _mm256_permute4x64_epi64(_mm256_packs_epi16(found[0], found[1]), 0xd8);
    __m256i high = _mm256_permute4x64_epi64(_mm256_packs_epi16(found[2], found[3]), 0xd8);
    return (uint32_t)_mm256_movemask_epi8(low) | (uint64_t)(uint32_t)_mm256_movemask_epi8(high)
                                                     << 32;
}

/* A lane has a hit if the least xor of its pair values and its target is 0. */
__attribute__((target("avx512f,avx512bw"))) static uint64_t hits_avx512(const uint16_t *g, size_t m,
                                                                        const uint32_t *list,
                                                                        size_t from, size_t count,
                                                                        const uint16_t *target) {
    const __m512i t0 = _mm512_loadu_si512(target), t1 = _mm512_loadu_si512(target + 32);
    __m512i least0 = _mm512_set1_epi16(-1), least1 = least0;
    for (size_t i = from; i < from + count; i++) {
        size_t r = list ? list[i] : i;
        const uint16_t *x = g + m - r;
        const __m512i b = _mm512_set1_epi16((short)g[r]);
        least0 =
            _mm512_min_epu16(least0, _mm512_ternarylogic_epi32(_mm512_loadu_si512(x), b, t0, 0x96));
        least1 = _mm512_min_epu16(
            least1, _mm512_ternarylogic_epi32(_mm512_loadu_si512(x + 32), b, t1, 0x96));
    }
    return (uint64_t)_mm512_testn_epi16_mask(least0, least0) |
           (uint64_t)_mm512_testn_epi16_mask(least1, least1) << 32;
}
#endif

uint64_t heap_block_hits(ta_vector vector, const uint16_t *g, size_t m, const uint32_t *list,
                         size_t from, size_t count, const uint16_t *target) {
#if TA_VECTOR_X86
    if (vector == TA_VECTOR_AVX512) return hits_avx512(g, m, list, from, count, target);
    if (vector == TA_VECTOR_AVX2) return hits_avx2(g, m, list, from, count, target);
#else
    (void)vector;
#endif
    uint64_t found = 0;
    for (size_t i = from; i < from + count; i++) {
        size_t r = list ? list[i] : i;
        for (size_t j = 0; j < LANES; j++)
            found |= (uint64_t)((g[r] ^ g[m - r + j]) == target[j]) << j;
    }
    return found;
}

int heap_block_pays(const heap_block *x, size_t count) {
    const ta_heap *h = x->h;
    const heap_sparse *p = x->sparse;
    if (x->digits->unequal) return 0; /* a block compares equal heaps too */
    return TA_VECTOR_X86 && !h->settings.portable && ta_vector_best() >= TA_VECTOR_AVX2 &&
           h->g.width == 2 && h->g.largest < HEAP_BLOCK_VALUES && p->rare_count >= RARE_ENOUGH &&
           p->mask != 0 && h->g.count >= 2 * (MARKS + LANES) && count - h->g.count >= LANES;
}

/* ---- Suspects ---- */

/* Mark the values of the pairs of some heaps r, in the rows of GROUP heaps. The first heap has m
** counters to divide. One vector holds the xors; each sets a byte in a row of its own. */
#if TA_VECTOR_X86
__attribute__((target("avx2")))
#endif
static void
mark_pairs(heap_lanes *b, const uint16_t *g, size_t m, const uint32_t *list, size_t from,
           size_t count) {
    for (size_t i = from; i < from + count; i++) {
        size_t r = list ? list[i] : i;
        uint16_t pairs[GROUP];
#if TA_VECTOR_X86
        const __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)(g + m - r));
        _mm256_storeu_si256((__m256i *)(void *)pairs,
                            _mm256_xor_si256(x, _mm256_set1_epi16((short)g[r])));
#else
        for (size_t j = 0; j < GROUP; j++) pairs[j] = g[m - r + j] ^ g[r];
#endif
#pragma GCC unroll 16
        for (size_t j = 0; j < GROUP; j++) b->marks[j][pairs[j]] = 1;
    }
}

/* Mark takes, and some pairs, for GROUP heaps from heap n on. They leave `known` heaps only. */
static void mark_some(const heap_block *x, size_t n, size_t known) {
    const heap_digits *code = x->digits;
    heap_lanes *b = x->lanes;
    const uint16_t *g = x->h->g.data;
    const uint32_t *rare = x->sparse->rare + x->rare_from;
    for (size_t k = 0; k < code->count; k++) {
        size_t count = (x->sparse->rare_count - x->rare_from) / 2;
        for (size_t j = 0; code->digits[k] & 2 && j < GROUP && n + j - k < known; j++)
            b->marks[j][g[n + j - k]] = 1;
        if (!(code->digits[k] & 4)) continue;
        if (count > RARE_MARKS) count = RARE_MARKS;
        while (count > 0 && rare[count - 1] + LANES > known - k) count--;
        mark_pairs(b, g, n - k, rare, 0, count);
        mark_pairs(b, g, n - k, NULL, LANES, MARKS);
    }
}

/* List the values not marked for heap n, by class, ascending, as far as the lists have space. */
static void list_suspects(const heap_sparse *p, heap_lanes *b, size_t lane, size_t n, size_t row) {
    const uint8_t *marks = b->marks[lane % GROUP];
    const uint32_t mask = p->mask;
    const int flip = heap_sparse_class(p, 0, n) != p->common;
    uint32_t count[2] = { 0, 0 };
    for (size_t at = 0; at < row && count[0] < ROOM; at += 8) {
        uint64_t word; /* eight marks at once, since most are set */
        memcpy(&word, marks + at, sizeof word);
        if (word == 0x0101010101010101u) continue;
        for (size_t v = at; v < at + 8 && v < row; v++) {
            int rare = __builtin_parity((uint32_t)v & mask) ^ flip;
            if (!marks[v] && count[rare] < ROOM)
                b->suspects[rare][lane][count[rare]++] = (uint16_t)v;
        }
    }
    for (int rare = 0; rare < 2; rare++) b->count[rare][lane] = count[rare];
    b->last_rare[lane] = count[1] ? b->suspects[1][lane][count[1] - 1] : 0;
}

/* ---- Comparing ---- */

/* Make the next suspect of the class the target of lane j, or NO_VALUE. */
static void next_suspect(heap_lanes *b, int rare, size_t j, size_t now) {
    uint32_t at = b->at[j];
    uint16_t v = at < b->count[rare][j] ? b->suspects[rare][j][at] : NO_VALUE;
    if (rare && v > b->bound[j]) v = NO_VALUE;
    b->target[j] = v;
    b->begun[j] = now;
}

static uint64_t start(heap_lanes *b, int rare) {
    uint64_t live = 0;
    for (size_t j = 0; j < LANES; j++) {
        b->at[j] = 0;
        next_suspect(b, rare, j, 0);
        live |= (uint64_t)(b->target[j] != NO_VALUE) << j;
    }
    return live;
}

/* Give the lanes of `found` their next targets. Return those that have none left. */
static uint64_t go_on(heap_lanes *b, int rare, uint64_t found, size_t now) {
    uint64_t done = 0;
    for (; found; found &= found - 1) {
        size_t j = (size_t)__builtin_ctzll(found);
        b->at[j]++;
        next_suspect(b, rare, j, now);
        done |= (uint64_t)(b->target[j] == NO_VALUE) << j;
    }
    return done;
}

/* The lanes that have searched for their target in `steps` chunks or more. */
static uint64_t weary(const heap_lanes *b, uint64_t live, size_t now, size_t steps) {
    uint64_t lanes = 0;
    for (; live; live &= live - 1) {
        size_t j = (size_t)__builtin_ctzll(live);
        lanes |= (uint64_t)(now - b->begun[j] >= steps) << j;
    }
    return lanes;
}

/* Set the bound of each lane: its first suspect of common class in no pair with a rare heap. */
static ta_status bound_all(heap_block *x, ta_call *call) {
    const ta_heap *h = x->h;
    heap_sparse *p = x->sparse;
    const heap_digits *code = x->digits;
    heap_lanes *b = x->lanes;
    const ta_vector vector = ta_vector_best();
    size_t n = h->g.count, now = 0, around = 0;
    uint64_t live = start(b, 0);
    for (size_t j = 0; j < LANES; j++) b->bound[j] = NO_VALUE;
    while (live) {
        size_t begun = now;
        for (size_t k = 0; k < code->count && live; k++) {
            if (!(code->digits[k] & 4)) continue;
            for (size_t i = x->rare_from, step; i < p->rare_count && p->rare[i] < n - k;
                 i += step) {
                step = p->rare_count - i < CHUNK ? p->rare_count - i : CHUNK;
                while (p->rare[i + step - 1] >= n - k) step--;
                uint64_t found =
                    heap_block_hits(vector, h->g.data, n - k, p->rare, i, step, b->target);
                now++;
                if (found) live &= ~go_on(b, 0, found, now);
                if (now % 16 || !around) continue;
                uint64_t absent = weary(b, live, now, around);
                live &= ~absent;
                for (; absent; absent &= absent - 1) {
                    size_t j = (size_t)__builtin_ctzll(absent);
                    b->bound[j] = b->target[j];
                    b->target[j] = NO_VALUE;
                }
                ta_status s = heap_poll(h, call, 16, n);
                if (s) return s;
            }
        }
        around = now - begun > around ? now - begun : around;
    }
    p->work += 2.0 * CHUNK * (double)now;
    return TA_OK;
}

/* Keep the targets of some lanes as suspects still to test. */
static void keep(heap_lanes *b, uint64_t lanes, size_t left[LANES]) {
    for (; lanes; lanes &= lanes - 1) {
        size_t j = (size_t)__builtin_ctzll(lanes);
        b->suspects[1][j][left[j]++] = b->target[j];
    }
}

/* Scan pairs for the suspects of rare class below each bound. Keep those not found soon. */
static ta_status clear_rare(heap_block *x, ta_call *call) {
    const ta_heap *h = x->h;
    heap_sparse *p = x->sparse;
    const heap_digits *code = x->digits;
    heap_lanes *b = x->lanes;
    const ta_vector vector = ta_vector_best();
    size_t n = h->g.count, now = 0, k = 0, a = LANES + MARKS, left[LANES] = { 0 };
    while (!(code->digits[k] & 4)) k++;
    size_t last = (n - k) / 2 - CHUNK;
    uint64_t live = 0;
    start(b, 1);
    for (size_t j = 0; j < LANES; j++) {
        if (b->bound[j] == NO_VALUE) b->target[j] = NO_VALUE;
        live |= (uint64_t)(b->target[j] != NO_VALUE) << j;
    }
    while (__builtin_popcountll(live) > FEW) {
        uint64_t found =
            live & heap_block_hits(vector, h->g.data, n - k, NULL, a, CHUNK, b->target);
        now++;
        a = a + CHUNK < last ? a + CHUNK : LANES;
        if (found) live &= ~go_on(b, 1, found, now);
        if (now % 64) continue;
        uint64_t leave = weary(b, live, now, FAR_ENOUGH / CHUNK);
        keep(b, leave, left);
        live &= ~go_on(b, 1, leave, now);
        ta_status s = heap_poll(h, call, 64, n);
        if (s) return s;
    }
    while (live) {
        keep(b, live, left);
        live &= ~go_on(b, 1, live, now);
    }
    for (size_t j = 0; j < LANES; j++) {
        /* a full list may lack suspects below the bound: then drop the bound */
        if (b->count[1][j] == ROOM && b->bound[j] > b->last_rare[j]) b->bound[j] = NO_VALUE;
        b->count[1][j] = (uint32_t)left[j];
    }
    p->work += 2.0 * CHUNK * (double)now;
    return TA_OK;
}

/* ---- Values ---- */

/* Mark the takes of heap h->g.count, and its pairs with a heap below LANES. */
static void mark_near(const heap_block *x, uint8_t *marks) {
    const ta_heap *h = x->h;
    const heap_digits *code = x->digits;
    const uint16_t *g = h->g.data;
    for (size_t k = 0; k < code->count; k++) {
        size_t m = h->g.count - k;
        if (code->digits[k] & 2 && k > 0) marks[g[m]] = 1;
        for (size_t a = 1; code->digits[k] & 4 && a < LANES; a++) marks[g[a] ^ g[m - a]] = 1;
    }
}

/* The value of heap h->g.count, which is lane j. */
static ta_status value_of(heap_block *x, ta_call *call, size_t j, size_t row, uint32_t *value) {
    const ta_heap *h = x->h;
    heap_sparse *p = x->sparse;
    const heap_lanes *b = x->lanes;
    ta_status s = TA_OK;
    uint32_t bound = b->bound[j];
    memset(p->marks, 0, row);
    mark_near(x, p->marks);
    if (bound == NO_VALUE || p->marks[bound]) return heap_sparse_value(p, call, value);
    for (uint32_t i = 0; i < b->count[1][j] && !s; i++) {
        size_t at = 1;
        uint32_t v = b->suspects[1][j][i];
        if (!p->marks[v]) s = heap_seek(h, x->digits, call, v, &p->work, &at);
        if (s || at) continue;
        bound = v;
        break;
    }
    *value = bound;
    p->heaps++;
    return s;
}

ta_status heap_block_values(heap_block *x, ta_call *call) {
    ta_heap *h = x->h;
    heap_sparse *p = x->sparse;
    size_t n = h->g.count, row = 1;
    while (row <= h->g.largest) row *= 2;
    if (!x->lanes) x->lanes = ta_alloc(&h->allocator, 1, sizeof *x->lanes);
    if (!x->lanes) return TA_ENOMEM;
    ta_status s = heap_sparse_sort(p);
    if (!s) s = ta_reserve(&h->allocator, (void **)&p->marks, &p->marks_cap, row, 1);
    if (s) return s;
    for (x->rare_from = 0; p->rare[x->rare_from] < LANES;) x->rare_from++;
    for (size_t group = 0; group < LANES; group += GROUP) {
        memset(x->lanes->marks, 0, sizeof x->lanes->marks);
        mark_some(x, n + group, n);
        for (size_t j = group; j < group + GROUP; j++) list_suspects(p, x->lanes, j, n + j, row);
    }
    p->work += LANES * (RARE_MARKS + MARKS) / 2;
    s = bound_all(x, call);
    if (!s) s = clear_rare(x, call);
    for (size_t j = 0; j < LANES && !s && h->g.largest < row && h->g.width == 2; j++) {
        uint32_t value;
        s = value_of(x, call, j, row, &value);
        if (!s) s = ta_nim_values_append(&h->g, value);
        if (!s) s = heap_poll(h, call, 64, h->g.count);
    }
    return s;
}

void heap_block_clear(heap_block *x) {
    ta_free(&x->h->allocator, x->lanes, 1, sizeof *x->lanes);
}
