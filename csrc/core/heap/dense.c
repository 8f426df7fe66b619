/*
** dense.c - take-and-break sequences for any code of byte digits, through sets of nim values.
**
** P2(m) is the set of values of m counters as two heaps, P3(m) as three:
**   P3(m) = union over c of P2(m - c) xor g(c).
** An option of heap n by digit k is in {0} (bit 0, k = n), {g(n-k)}, P2(n-k), P3(n-k).
** Each P2(m) is computed once and held while a digit can still use it. P3 needs all P2.
** A repeating tail of length r uses the union of these sets over all m in a class modulo r.
** These unions only grow, so each m is added once. The mex starts at the first value
** missing from a union. Cost: O(n / 2) pairs a heap, plus O(n) words with P3.
*/
#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "bits.h"
#include "dense.h"

void heap_dense_clear(heap_dense *d) {
    const ta_allocator *a = &d->h->allocator;
    for (int i = 0; i < 2; i++) {
        ta_free(a, d->sets[i].bits, d->sets[i].slots * d->sets[i].words, sizeof(uint64_t));
        ta_free(a, d->sets[i].held, d->sets[i].slots, sizeof(size_t));
    }
    for (size_t i = 0; i < d->union_count; i++)
        ta_free(a, d->unions[i].bits, d->unions[i].words, sizeof(uint64_t));
    ta_free(a, d->unions, d->union_count, sizeof *d->unions);
    ta_free(a, d->found, d->found_words, sizeof *d->found);
    ta_free(a, d->rows, 64 * d->row_words, sizeof *d->rows);
}

/* Resize `sets` to `slots` slots of `words` words, and keep the sets held. The number of slots
** never falls. The set of m counters is in slot m modulo `slots`. */
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

/* Enough words for every xor of known values, and a slot for every set that may be needed. */
static ta_status fit(heap_dense *d, ta_call *call) {
    const ta_heap *h = d->h;
    const heap_digits *code = d->digits;
    size_t words = d->sets[0].words ? d->sets[0].words : 1;
    while (64 * words <= h->g.largest) words *= 2;
    size_t ring = code->count - code->tail + 2, slots = d->sets[0].slots;
    if (code->most < 3) slots = ring;
    else
        while (slots <= h->g.count) slots = slots ? 2 * slots : 1024;
    if (slots == d->sets[0].slots && words == d->sets[0].words) return TA_OK;
    double need = (double)slots * (double)words * 8, have = ta_memory_available();
    if (h->settings.memory > 0 && (double)h->settings.memory < have)
        have = (double)h->settings.memory;
    if (need > have) return ta_fail_memory(call, "the sets of pairs of heaps", need, have);
    if (code->most == 3 && d->row_words < words) {
        uint64_t *rows = ta_alloc(&h->allocator, 64 * words, sizeof *rows);
        if (!rows) return TA_ENOMEM;
        ta_free(&h->allocator, d->rows, 64 * d->row_words, sizeof *rows);
        d->rows = rows;
        d->row_words = words;
    }
    ta_status s = resize_sets(&h->allocator, &d->sets[1], ring, words);
    return s ? s : resize_sets(&h->allocator, &d->sets[0], slots, words);
}

static ta_status set_of(heap_dense *d, ta_call *call, size_t m, int heaps, const uint64_t **bits);

ta_status heap_triples_between(const heap_dense *d, ta_call *call, size_t m, size_t from, size_t to,
                               uint64_t *bits, size_t words, uint64_t *rows) {
    const ta_heap *h = d->h;
    const heap_sets *sets = &d->sets[0];
    memset(bits, 0, words * sizeof *bits);
    heap_gatherer gather = heap_gather_by(h->settings.portable);
    memset(rows, 0, 64 * words * sizeof *rows);
    for (size_t c = from, end; c <= to; c = end) {
        end = to - c < 64 ? to + 1 : c + 64;
        ta_status s = heap_poll(h, call, (uint32_t)(words * (end - c)), h->g.count);
        if (s) return s;
        for (size_t i = c; i < end; i++) { /* the slot of m - i is m - i: there are enough */
            ta_assert(sets->held[m - i] == m - i + 1);
            gather(rows, sets->bits + (m - i) * words, words, ta_nim_values_at(&h->g, i));
        }
    }
    heap_gathered(bits, rows, words);
    return TA_OK;
}

/* Compute P2 of all counters below m; triples keep them all. */
static ta_status hold_pairs(heap_dense *d, ta_call *call, size_t m) {
    const uint64_t *pairs;
    for (; d->pairs_to < m; d->pairs_to++) {
        ta_status s = d->pairs_to < 2 ? TA_OK : set_of(d, call, d->pairs_to, 2, &pairs);
        if (s) return s;
    }
    return TA_OK;
}

static ta_status triples_of(heap_dense *d, ta_call *call, size_t m, uint64_t *bits, size_t words) {
    const heap_made *made = &d->pairs->made;
    const uint64_t *ahead = heap_made_set(made, m, 3);
    size_t to = m < 3 ? 0 : ahead ? HEAP_AHEAD - 1 : m - 2;
    ta_status s = hold_pairs(d, call, m);
    if (!s) s = heap_triples_between(d, call, m, 1, to, bits, words, d->rows);
    if (!s && ahead) heap_or(bits, ahead, made->words);
    return s;
}

/* P2(m) or P3(m) for `heaps` 2 or 3. It is valid until its slot is needed for another m. */
static ta_status set_of(heap_dense *d, ta_call *call, size_t m, int heaps, const uint64_t **bits) {
    heap_sets *sets = &d->sets[heaps - 2];
    size_t slot = m % sets->slots;
    uint64_t *at = sets->bits + slot * sets->words;
    if (sets->held[slot] != m + 1) {
        sets->held[slot] = 0;
        ta_status s = heaps == 2 ? heap_pairs_of(d->pairs, call, m, at, sets->words)
                                 : triples_of(d, call, m, at, sets->words);
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

/* Add the sets of m counters left as 1, 2 or 3 heaps to the unions of their class. */
static ta_status absorb(heap_dense *d, ta_call *call, size_t m, size_t words) {
    const ta_heap *h = d->h;
    const heap_digits *code = d->digits;
    if (m == 0) return TA_OK;
    for (int heaps = 1; heaps <= code->most; heaps++) {
        heap_union *u = &d->unions[(size_t)(heaps - 1) * code->tail + m % code->tail];
        ta_status s = widen_union(&h->allocator, u, words);
        if (s) return s;
        if (heaps == 1) {
            uint32_t v = ta_nim_values_at(&h->g, m);
            u->bits[v >> 6] |= (uint64_t)1 << (v & 63);
        } else {
            const uint64_t *bits;
            s = set_of(d, call, m, heaps, &bits);
            if (s) return s;
            for (size_t w = 0; w < words; w++) u->bits[w] |= bits[w];
        }
        while (u->full < 64 * u->words && u->bits[u->full >> 6] >> (u->full & 63) & 1) u->full++;
    }
    return TA_OK;
}

static ta_status absorb_to(heap_dense *d, ta_call *call, size_t count, size_t words) {
    const ta_heap *h = d->h;
    const heap_digits *code = d->digits;
    if (!d->unions) {
        size_t needed = (size_t)(code->most > 0 ? code->most : 1) * code->tail;
        d->unions = ta_alloc(&h->allocator, needed, sizeof *d->unions);
        if (!d->unions) return TA_ENOMEM;
        d->union_count = needed;
    }
    while (d->absorbed < count) {
        ta_status s = absorb(d, call, d->absorbed, words);
        if (s) return s;
        d->absorbed++;
    }
    return TA_OK;
}

/* Add the values that the tail's digits give heap n to `found`. All values below *full occur. */
static void add_tail(heap_dense *d, size_t n, size_t *full) {
    const heap_digits *code = d->digits;
    size_t base = code->count - code->tail;
    for (size_t j = 0; j < code->tail && base + j <= n; j++) {
        int digit = code->digits[base + j];
        size_t class = (n - base - j) % code->tail;
        for (int heaps = 1; heaps <= 3; heaps++) {
            if (!(digit >> heaps & 1)) continue;
            const heap_union *u = &d->unions[(size_t)(heaps - 1) * code->tail + class];
            if (u->full > *full) *full = u->full;
            for (size_t w = u->full >> 6; w < u->words; w++) d->found[w] |= u->bits[w];
        }
    }
}

/* ---- One value ---- */

static ta_status add_digit(heap_dense *d, ta_call *call, size_t n, size_t k) {
    const ta_heap *h = d->h;
    const heap_digits *code = d->digits;
    int digit = code->digits[k];
    if (n > k && digit & 2) {
        uint32_t v = ta_nim_values_at(&h->g, n - k);
        d->found[v >> 6] |= (uint64_t)1 << (v & 63);
    }
    for (int heaps = 2; heaps <= 3; heaps++) {
        const uint64_t *bits;
        if (!(digit >> heaps & 1) || n < k + (size_t)heaps) continue;
        ta_status s = set_of(d, call, n - k, heaps, &bits);
        if (s) return s;
        for (size_t w = 0; w < d->sets[0].words; w++) d->found[w] |= bits[w];
    }
    return TA_OK;
}

ta_status heap_dense_ready(heap_dense *d, ta_call *call) {
    ta_status s = fit(d, call);
    if (!s && d->digits->most == 3) s = hold_pairs(d, call, d->h->g.count + 1);
    return s ? s : heap_pairs_ready(d->pairs);
}

ta_status heap_dense_value(heap_dense *d, ta_call *call, uint32_t *value) {
    const ta_heap *h = d->h;
    const heap_digits *code = d->digits;
    size_t n = h->g.count, base = code->count - code->tail, full = 0;
    ta_status s = fit(d, call);
    if (s) return s;
    size_t words = d->sets[0].words;
    if (d->found_words < words) {
        uint64_t *found = ta_alloc(&h->allocator, words, sizeof *found);
        if (!found) return TA_ENOMEM;
        ta_free(&h->allocator, d->found, d->found_words, sizeof *found);
        d->found = found;
        d->found_words = words;
    }
    memset(d->found, 0, words * sizeof *d->found);
    for (size_t k = 0; k < base && k <= n && !s; k++)
        if (code->digits[k]) s = add_digit(d, call, n, k);
    if (!s && code->tail && n >= base) {
        s = absorb_to(d, call, n - base + 1, words);
        if (!s) add_tail(d, n, &full);
    }
    if (s) return s;
    if (n > 0 && heap_digit(code, n) & 1) d->found[0] |= 1;
    size_t w = full >> 6;
    uint64_t word = w < words ? d->found[w] | (((uint64_t)1 << (full & 63)) - 1) : 0;
    while (w < words && word == UINT64_MAX) word = ++w < words ? d->found[w] : 0;
    *value = (uint32_t)(64 * w + (w < words ? (size_t)__builtin_ctzll(~word) : 0));
    if (full > *value) *value = (uint32_t)full;
    return TA_OK;
}

/* ---- Check ---- */

/* Does the set in the slot contain the values of its first 64 pairs? */
static int has_pairs(const heap_dense *d, const heap_sets *sets, size_t slot) {
    const ta_heap *h = d->h;
    size_t m = sets->held[slot] - 1;
    const uint64_t *bits = sets->bits + slot * sets->words;
    for (size_t a = 1; a <= heap_digits_half(d->digits, m) && a <= 64; a++) {
        uint32_t v = ta_nim_values_at(&h->g, a) ^ ta_nim_values_at(&h->g, m - a);
        if (v >= 64 * sets->words || !(bits[v >> 6] >> (v & 63) & 1)) return 0;
    }
    return 1;
}

static const char *check_sets(const heap_dense *d, int heaps) {
    const ta_heap *h = d->h;
    const heap_sets *sets = &d->sets[heaps - 2];
    size_t step = sets->slots > 16 ? 16 * ta_check_step(sets->slots) : 1; /* 64 pairs a slot */
    for (size_t slot = h->g.count % step; slot < sets->slots; slot += step) {
        if (!sets->held[slot]) continue;
        if (sets->held[slot] - 1 > h->g.count) return "dense: a set of heaps not known";
        if ((sets->held[slot] - 1) % sets->slots != slot) return "dense: a set in another's slot";
        if (heaps == 2 && !has_pairs(d, sets, slot)) return "dense: a pair is not in its set";
    }
    return NULL;
}

const char *heap_dense_check(const heap_dense *d) {
    const char *broken = check_sets(d, 2);
    if (!broken) broken = check_sets(d, 3);
    if (!broken && d->absorbed > d->h->g.count) broken = "dense: unions of heaps not known";
    for (size_t i = 0; !broken && i < d->union_count; i += ta_check_step(d->union_count)) {
        const heap_union *u = &d->unions[i];
        if (u->full > 64 * u->words) return "dense: a union too full";
        for (size_t v = 0; v < u->full; v += ta_check_step(u->full))
            if (!(u->bits[v >> 6] >> (v & 63) & 1)) broken = "dense: a full union with a gap";
    }
    return broken;
}
