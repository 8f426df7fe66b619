/*
** dense.c - take-and-break sequences for any code, through sets of nim values.
**
** P2(m) is the set of values of m counters as two heaps, P3(m) as three:
**   P3(m) = union over c of P2(m - c) xor g(c).
** An option of heap n by digit k is in {0} (bit 0, k = n), {g(n-k)}, P2(n-k), P3(n-k).
** Each P2(m) is computed once and held while a digit can still ask for it; P3 needs
** all P2. A repeating tail of length r asks for the union of these sets over all m in a
** class modulo r: the unions only grow, so each m is absorbed once, and the mex starts
** where a union is already full. O(n / 2) pairs a heap, plus O(n) words with P3.
*/
#include <string.h>

#include "base/mem.h"
#include "base/poll.h"
#include "heap_int.h"

void heap_break_clear(ta_heap *h) {
    heap_breaker *b = &h->breaker;
    const ta_allocator *a = &h->allocator;
    for (int i = 0; i < 2; i++) {
        ta_free(a, b->sets[i].bits, b->sets[i].slots * b->sets[i].words, sizeof(uint64_t));
        ta_free(a, b->sets[i].held, b->sets[i].slots, sizeof(size_t));
    }
    for (size_t i = 0; i < b->union_count; i++)
        ta_free(a, b->unions[i].bits, b->unions[i].words, sizeof(uint64_t));
    ta_free(a, b->unions, b->union_count, sizeof *b->unions);
    ta_free(a, b->mirror, b->mirror_cap, 1);
    ta_free(a, b->marks, b->marks_cap, 1);
    ta_free(a, b->found, b->found_words, sizeof *b->found);
    memset(b, 0, sizeof *b);
}

/* Lay `sets` out anew for `slots` slots of `words` words; what is held stays. Slots never
** become fewer, and a slot keeps its index while the number of slots is the ring's own. */
static ta_status resize_sets(const ta_allocator *a, heap_sets *sets, size_t slots, size_t words) {
    if (slots == sets->slots && words == sets->words) return TA_OK;
    uint64_t *bits = ta_alloc(a, slots * words, sizeof *bits);
    size_t *held = ta_alloc(a, slots, sizeof *held);
    if (!bits || !held) {
        ta_free(a, bits, slots * words, sizeof *bits);
        ta_free(a, held, slots, sizeof *held);
        return TA_ENOMEM;
    }
    for (size_t i = 0; i < sets->slots; i++) {
        if (!sets->held[i]) continue;
        size_t to = (sets->held[i] - 1) % slots;
        memcpy(bits + to * words, sets->bits + i * sets->words, sets->words * sizeof *bits);
        held[to] = sets->held[i];
    }
    ta_free(a, sets->bits, sets->slots * sets->words, sizeof *bits);
    ta_free(a, sets->held, sets->slots, sizeof *held);
    sets->bits = bits;
    sets->held = held;
    sets->slots = slots;
    sets->words = words;
    return TA_OK;
}

/* Words for every xor of values held, slots for every set that can be asked for. */
static ta_status fit(ta_heap *h, ta_call *call) {
    heap_breaker *b = &h->breaker;
    size_t words = b->sets[0].words ? b->sets[0].words : 1;
    while (64 * words <= h->g.largest) words *= 2;
    size_t ring = h->code.count - h->code.tail + 2, slots = b->sets[0].slots;
    if (h->code.most < 3) slots = ring;
    else if (slots <= h->g.count) slots = slots ? 2 * slots : 1024;
    if (slots == b->sets[0].slots && words == b->sets[0].words) return TA_OK;
    double need = (double)slots * (double)words * 8, have = ta_memory_available();
    if (h->settings.memory > 0 && (double)h->settings.memory < have) have = (double)h->settings.memory;
    if (need > have) return ta_fail_memory(call, "the sets of pairs of heaps", need, have);
    ta_status s = resize_sets(&h->allocator, &b->sets[1], ring, words);
    return s ? s : resize_sets(&h->allocator, &b->sets[0], slots, words);
}

/* Or the set `from`, each member xor v, into `to`. */
static void or_translated(uint64_t *to, const uint64_t *from, size_t words, uint32_t v) {
    static const uint64_t low[6] = {
        0x5555555555555555u, 0x3333333333333333u, 0x0f0f0f0f0f0f0f0fu,
        0x00ff00ff00ff00ffu, 0x0000ffff0000ffffu, 0x00000000ffffffffu
    };
    for (size_t w = 0; w < words; w++) {
        uint64_t x = from[w];
        for (int j = 0; j < 6; j++)
            if (v >> j & 1) x = (x & low[j]) << (1 << j) | (x >> (1 << j) & low[j]);
        to[w ^ (v >> 6)] |= x;
    }
}

static ta_status set_of(ta_heap *h, ta_call *call, size_t m, int heaps, const uint64_t **bits);

static ta_status triples_of(ta_heap *h, ta_call *call, size_t m, uint64_t *bits, size_t words) {
    memset(bits, 0, words * sizeof *bits);
    for (size_t c = 1; c + 2 <= m; c++) {
        const uint64_t *pairs;
        ta_status s = set_of(h, call, m - c, 2, &pairs);
        if (!s) s = ta_poll(call, (uint32_t)words, (double)h->g.count, (double)h->goal);
        if (s) return s;
        or_translated(bits, pairs, words, ta_nim_values_at(&h->g, c));
    }
    return TA_OK;
}

/* P2(m) or P3(m), `heaps` 2 or 3; held until its slot is wanted for another m. */
static ta_status set_of(ta_heap *h, ta_call *call, size_t m, int heaps, const uint64_t **bits) {
    heap_sets *sets = &h->breaker.sets[heaps - 2];
    size_t slot = m % sets->slots;
    uint64_t *at = sets->bits + slot * sets->words;
    if (sets->held[slot] != m + 1) {
        sets->held[slot] = 0;
        ta_status s = heaps == 2 ? heap_pairs_of(h, call, m, at, sets->words)
                                 : triples_of(h, call, m, at, sets->words);
        if (s) return s;
        sets->held[slot] = m + 1;
    }
    *bits = at;
    return TA_OK;
}

/* ---- The repeating tail ---- */

static ta_status widen_union(const ta_allocator *a, heap_union *u, size_t words) {
    if (words <= u->words) return TA_OK;
    uint64_t *bits = u->words ? ta_realloc(a, u->bits, u->words, words, sizeof *bits)
                              : ta_alloc(a, words, sizeof *bits);
    if (!bits) return TA_ENOMEM;
    memset(bits + u->words, 0, (words - u->words) * sizeof *bits);
    u->bits = bits;
    u->words = words;
    return TA_OK;
}

/* Put m counters, left as 1, 2 or 3 heaps, into their unions. */
static ta_status absorb(ta_heap *h, ta_call *call, size_t m, size_t words) {
    heap_breaker *b = &h->breaker;
    if (m == 0) return TA_OK;
    for (int heaps = 1; heaps <= h->code.most; heaps++) {
        heap_union *u = &b->unions[(size_t)(heaps - 1) * h->code.tail + m % h->code.tail];
        ta_status s = widen_union(&h->allocator, u, words);
        if (s) return s;
        if (heaps == 1) {
            uint32_t v = ta_nim_values_at(&h->g, m);
            u->bits[v >> 6] |= (uint64_t)1 << (v & 63);
        } else {
            const uint64_t *bits;
            s = set_of(h, call, m, heaps, &bits);
            if (s) return s;
            for (size_t w = 0; w < words; w++) u->bits[w] |= bits[w];
        }
        while (u->full < 64 * u->words && u->bits[u->full >> 6] >> (u->full & 63) & 1) u->full++;
    }
    return TA_OK;
}

static ta_status absorb_to(ta_heap *h, ta_call *call, size_t count, size_t words) {
    heap_breaker *b = &h->breaker;
    if (!b->unions) {
        size_t needed = (size_t)(h->code.most > 0 ? h->code.most : 1) * h->code.tail;
        b->unions = ta_alloc(&h->allocator, needed, sizeof *b->unions);
        if (!b->unions) return TA_ENOMEM;
        b->union_count = needed;
    }
    while (b->absorbed < count) {
        ta_status s = absorb(h, call, b->absorbed, words);
        if (s) return s;
        b->absorbed++;
    }
    return TA_OK;
}

/* Or into `found` what the tail's digits give heap n; *full as in heap_union. */
static void add_tail(ta_heap *h, size_t n, size_t *full) {
    heap_breaker *b = &h->breaker;
    size_t base = h->code.count - h->code.tail;
    for (size_t j = 0; j < h->code.tail && base + j <= n; j++) {
        int digit = h->code.digits[base + j];
        size_t class = (n - base - j) % h->code.tail;
        for (int heaps = 1; heaps <= 3; heaps++) {
            if (!(digit >> heaps & 1)) continue;
            const heap_union *u = &b->unions[(size_t)(heaps - 1) * h->code.tail + class];
            if (u->full > *full) *full = u->full;
            for (size_t w = u->full >> 6; w < u->words; w++) b->found[w] |= u->bits[w];
        }
    }
}

/* ---- One value ---- */

static ta_status add_digit(ta_heap *h, ta_call *call, size_t n, size_t k) {
    heap_breaker *b = &h->breaker;
    int digit = h->code.digits[k];
    if (n > k && digit & 2) {
        uint32_t v = ta_nim_values_at(&h->g, n - k);
        b->found[v >> 6] |= (uint64_t)1 << (v & 63);
    }
    for (int heaps = 2; heaps <= 3; heaps++) {
        const uint64_t *bits;
        if (!(digit >> heaps & 1) || n < k + (size_t)heaps) continue;
        ta_status s = set_of(h, call, n - k, heaps, &bits);
        if (s) return s;
        for (size_t w = 0; w < b->sets[0].words; w++) b->found[w] |= bits[w];
    }
    return TA_OK;
}

ta_status heap_break_value(ta_heap *h, ta_call *call, uint32_t *value) {
    heap_breaker *b = &h->breaker;
    size_t n = h->g.count, base = h->code.count - h->code.tail, full = 0;
    ta_status s = fit(h, call);
    if (s) return s;
    size_t words = b->sets[0].words;
    if (b->found_words < words) {
        uint64_t *found = ta_alloc(&h->allocator, words, sizeof *found);
        if (!found) return TA_ENOMEM;
        ta_free(&h->allocator, b->found, b->found_words, sizeof *found);
        b->found = found;
        b->found_words = words;
    }
    memset(b->found, 0, words * sizeof *b->found);
    for (size_t k = 0; k < base && k <= n && !s; k++)
        if (h->code.digits[k]) s = add_digit(h, call, n, k);
    if (!s && h->code.tail && n >= base) {
        s = absorb_to(h, call, n - base + 1, words);
        if (!s) add_tail(h, n, &full);
    }
    if (s) return s;
    if (n > 0 && heap_code_digit(&h->code, n) & 1) b->found[0] |= 1;
    size_t w = full >> 6;
    uint64_t word = w < words ? b->found[w] | (((uint64_t)1 << (full & 63)) - 1) : 0;
    while (w < words && word == UINT64_MAX) word = ++w < words ? b->found[w] : 0;
    *value = (uint32_t)(64 * w + (w < words ? (size_t)__builtin_ctzll(~word) : 0));
    if (full > *value) *value = (uint32_t)full;
    return TA_OK;
}
