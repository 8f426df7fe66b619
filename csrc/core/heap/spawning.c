/*
** spawning.c - kind: coin-turning games as games of heaps. A coin showing heads at position n is a
** heap of n counters. Turning it together with others leaves the heap of each other coin, whether
** it showed heads or tails. Two equal heaps cancel, as two turns of a coin do (Lenstra; Winning
** Ways, chapter 14).
**
** B_j is the set of values of j coins before n. It grows with each position: B_j gains
** B_{j-1} xor g(n). The last set may stand for all larger j. With a span, or with the first coin
** of the row, these sets are computed again for each n. Symmetrical coins are chosen as pairs of
** positions. Consecutive and equally spaced coins have few choices. Cost: at most
** O(positions j words) a heap; for symmetrical coins as much for each first position.
*/
#include <string.h>

#include "base/mem.h"
#include "base/status.h"
#include "bits.h"
#include "turning.h"

/* The values of choices of 0 .. top items, a set for each number. Set `top` includes larger
** numbers too. */
typedef struct choices {
    uint64_t *bits; /* (top + 1) * words */
    size_t top;
} choices;

typedef struct spawning {
    turning code;
    choices *sets; /* of each term */
    size_t set_count;
    uint64_t *found;
    size_t words; /* of each set */
    size_t done;  /* the sets that grow include all positions below `done` */
} spawning;

static spawning *spawning_of(const ta_heap *h) {
    return h->data;
}

static void clear_sets(ta_heap *h) {
    spawning *x = h->data;
    for (size_t i = 0; i < x->set_count && x->sets; i++) {
        ta_free(&h->allocator, x->sets[i].bits, (x->sets[i].top + 1) * x->words, sizeof(uint64_t));
        x->sets[i].bits = NULL;
    }
    ta_free(&h->allocator, x->found, x->words, sizeof *x->found);
    x->found = NULL;
}

static void clear(ta_heap *h) {
    spawning *x = h->data;
    clear_sets(h);
    ta_free(&h->allocator, x->sets, x->set_count, sizeof *x->sets);
}

/* The largest number of items with a set of its own, for n positions. The last set may include
** choices of more items. */
static size_t top_of(const turning_term *t, size_t n) {
    size_t most = t->most < TURNING_UNBOUNDED ? t->most : t->least;
    if (most > n) most = n;
    return most + 1; /* an upper bound: the first coin or pairs need fewer */
}

static int grows(const turning_term *t) {
    return t->shape == TURNING_ANY && !t->first && t->span == TURNING_UNBOUNDED;
}

/* Make the sets large enough for heap n. Sets that grow start empty again. */
static ta_status fit(ta_heap *h, ta_call *call, size_t n) {
    spawning *x = spawning_of(h);
    size_t words = x->words ? x->words : 1, need = 1;
    int same = x->found != NULL;
    while (64 * words <= h->g.largest) words *= 2;
    for (size_t i = 0; i < x->set_count; i++) {
        need += top_of(&x->code.terms[i], 2 * n) + 1;
        if (x->sets[i].top < top_of(&x->code.terms[i], n)) same = 0;
    }
    if (same && words == x->words) return TA_OK;
    double bytes = (double)need * (double)words * 8, have = ta_memory_available();
    if (h->settings.memory > 0 && (double)h->settings.memory < have)
        have = (double)h->settings.memory;
    if (bytes > have) return ta_fail_memory(call, "the sets of values of coins", bytes, have);
    if (words > (size_t)1 << 25)
        return ta_fail(call, TA_ELIMIT, "%s: heap %zu: values of smaller ones are past 2^31",
                       h->text, n);
    clear_sets(h);
    x->words = words;
    x->done = 1;
    x->found = ta_alloc(&h->allocator, words, sizeof *x->found);
    for (size_t i = 0; i < x->set_count && x->found; i++) {
        choices *c = &x->sets[i];
        c->top = top_of(&x->code.terms[i], 2 * n);
        c->bits = ta_alloc(&h->allocator, (c->top + 1) * words, sizeof *c->bits);
        if (!c->bits) break;
        c->bits[0] = 1;
    }
    for (size_t i = 0; i < x->set_count; i++)
        if (!x->sets[i].bits) {
            clear_sets(h);
            return TA_ENOMEM;
        }
    return x->found ? TA_OK : TA_ENOMEM;
}

static void add(uint64_t *set, uint32_t v) {
    set[v >> 6] |= (uint64_t)1 << (v & 63);
}

/* ---- Choosing ---- */

static void choose_none(choices *c, size_t words) {
    memset(c->bits, 0, (c->top + 1) * words * sizeof *c->bits);
    c->bits[0] = 1;
}

/* One more item may be chosen, of value v. */
static void choose_or_not(choices *c, size_t words, uint32_t v) {
    uint64_t *last = c->bits + c->top * words;
    /* in place: afterwards the last set has x ^ v for each x in it */
    for (size_t w = 0; w < words; w++) {
        size_t other = w ^ (v >> 6);
        if (other < w) continue;
        uint64_t a[2] = { 0, 0 }, b = last[w], d = last[other];
        heap_or_translated(a, &b, 1, v & 63);
        heap_or_translated(a + 1, &d, 1, v & 63);
        last[other] |= a[0];
        last[w] |= a[1];
    }
    for (size_t j = c->top; j > 0; j--)
        heap_or_translated(c->bits + j * words, c->bits + (j - 1) * words, words, v);
}

/* Poll after choose_or_not for heap n, which visits all sets. */
static ta_status poll_choice(const ta_heap *h, ta_call *call, const choices *c, size_t n) {
    size_t steps = (c->top + 1) * spawning_of(h)->words;
    return heap_poll(h, call, steps < 65536 ? (uint32_t)steps : 65536, n);
}

/* Add the values of all choices of `least` to `most` items, xor v, to the values found. */
static void find_chosen(const ta_heap *h, const choices *c, size_t least, size_t most, uint32_t v) {
    const spawning *x = spawning_of(h);
    for (size_t j = least; j <= most && j <= c->top; j++)
        heap_or_translated(x->found, c->bits + j * x->words, x->words, v);
}

/* ---- The coins turned with coin n ---- */

static ta_status find_free(ta_heap *h, ta_call *call, const turning_term *t, choices *c, size_t n) {
    ta_status s = TA_OK;
    const spawning *x = spawning_of(h);
    size_t low = n > t->span ? n - t->span + 1 : 1, fixed = t->first ? 1 : 0;
    if (t->first && (low > 1 || n == 1 || t->most < 2)) return TA_OK;
    if (!grows(t)) {
        choose_none(c, x->words);
        for (size_t i = low + fixed; i < n && !s; i++) {
            choose_or_not(c, x->words, ta_nim_values_at(&h->g, i));
            s = poll_choice(h, call, c, n);
        }
    }
    if (s) return s;
    size_t others = 1 + fixed;
    find_chosen(h, c, t->least > others ? t->least - others : 0, t->most - others,
                fixed ? ta_nim_values_at(&h->g, 1) : 0);
    return TA_OK;
}

static void find_consecutive(ta_heap *h, const turning_term *t, size_t n) {
    uint32_t v = 0;
    for (size_t coins = 1; coins <= n && coins <= t->most && coins <= t->span; coins++) {
        if (coins > 1) v ^= ta_nim_values_at(&h->g, n - coins + 1);
        if (coins >= t->least && (!t->first || coins == n)) add(spawning_of(h)->found, v);
    }
}

static void find_spaced(ta_heap *h, const turning_term *t, size_t n) {
    if (t->least == 1 && (!t->first || n == 1)) add(spawning_of(h)->found, 0);
    for (size_t step = 1; step < n; step++) {
        uint32_t v = 0;
        size_t at = n, coins = 1;
        while (at > step && coins < t->most && n - at + step < t->span) {
            at -= step;
            v ^= ta_nim_values_at(&h->g, at);
            if (++coins >= t->least && (!t->first || at == 1)) add(spawning_of(h)->found, v);
        }
    }
}

/* For each first coin, choose pairs of positions, with or without the coin in the middle. */
static ta_status find_mirrored(ta_heap *h, ta_call *call, const turning_term *t, choices *c,
                               size_t n) {
    const spawning *x = spawning_of(h);
    if (t->least == 1 && (!t->first || n == 1)) add(x->found, 0);
    size_t low = n > t->span ? n - t->span + 1 : 1;
    for (; low < n && t->most >= 2 && !(t->first && low > 1); low++) {
        uint32_t first = ta_nim_values_at(&h->g, low);
        choose_none(c, x->words);
        ta_status s = poll_choice(h, call, c, n);
        for (size_t i = low + 1, j = n - 1; i < j && !s; i++, j--) {
            choose_or_not(c, x->words, ta_nim_values_at(&h->g, i) ^ ta_nim_values_at(&h->g, j));
            s = poll_choice(h, call, c, n);
        }
        if (s) return s;
        /* q pairs give 2 + 2 q coins, or 3 + 2 q with the middle */
        find_chosen(h, c, t->least > 2 ? (t->least - 1) / 2 : 0, (t->most - 2) / 2, first);
        if ((n - low) % 2 == 0 && t->most >= 3)
            find_chosen(h, c, t->least > 3 ? (t->least - 2) / 2 : 0, (t->most - 3) / 2,
                        first ^ ta_nim_values_at(&h->g, (low + n) / 2));
    }
    return TA_OK;
}

static ta_status find_term(ta_heap *h, ta_call *call, size_t i, size_t n) {
    const turning_term *t = &spawning_of(h)->code.terms[i];
    choices *c = &spawning_of(h)->sets[i];
    if (t->least > t->span) return TA_OK;
    switch (t->shape) {
    case TURNING_ROW: find_consecutive(h, t, n); return TA_OK;
    case TURNING_EQUAL: find_spaced(h, t, n); return TA_OK;
    case TURNING_MIRROR: return find_mirrored(h, call, t, c, n);
    default: break;
    }
    if (t->first && n == 1 && t->least == 1) add(spawning_of(h)->found, 0);
    return find_free(h, call, t, c, n);
}

static ta_status next_value(ta_heap *h, ta_call *call) {
    spawning *x = spawning_of(h);
    size_t n = h->g.count, v = 0;
    ta_status s = n > 0 ? fit(h, call, n) : TA_OK;
    for (; !s && n > 0 && x->done < n; x->done++) /* from 1 on if the sets start again */
        for (size_t i = 0; i < x->set_count; i++) {
            if (!grows(&x->code.terms[i])) continue;
            choose_or_not(&x->sets[i], x->words, ta_nim_values_at(&h->g, x->done));
            ta_status stop = poll_choice(h, call, &x->sets[i], n);
            if (stop) s = stop;
        }
    if (!s && n > 0) memset(x->found, 0, x->words * sizeof *x->found);
    for (size_t i = 0; i < x->set_count && !s && n > 0; i++) s = find_term(h, call, i, n);
    while (!s && n > 0 && v < 64 * x->words && x->found[v >> 6] >> (v & 63) & 1) v++;
    if (!s) s = ta_nim_values_append(&h->g, (uint32_t)v);
    return s ? s : heap_poll(h, call, 64 + (uint32_t)n, n);
}

static ta_status grow(ta_heap *h, ta_call *call, size_t count) {
    ta_status s = TA_OK;
    while (h->g.count < count && !s) s = next_value(h, call);
    return s;
}

static ta_status visit_all(ta_heap *h, ta_call *call, ta_amount n, ta_heap_visitor visit,
                           void *ctx) {
    return turning_visit(h, call, &spawning_of(h)->code, n, visit, ctx);
}

static const char *check(const ta_heap *h) {
    const spawning *x = spawning_of(h);
    if (x->set_count != x->code.count) return "spawning: sets of terms that are not there";
    if (x->found && x->done > h->g.count + 1) return "spawning: coins that are not known";
    return NULL;
}

static const heap_kind kind = {
    .size = sizeof(spawning),
    .clear = clear,
    .grow = grow,
    .visit = visit_all,
    .check = check,
};

ta_status ta_heap_spawning(const ta_allocator *allocator, ta_call *call, const char *code,
                           size_t length, const ta_heap_settings *settings, ta_heap **game) {
    turning read;
    ta_heap *h;
    ta_status s = turning_read(&read, call, code, length);
    if (s) return s;
    char text[80] = "spawning ";
    memcpy(text + 9, code, length < 60 ? length : 60);
    if (length > 60) memcpy(text + 69, "...", 3);
    s = heap_make(allocator, &kind, settings, text, strlen(text), &h);
    if (s) return s;
    spawning *x = h->data;
    x->code = read;
    x->sets = ta_alloc(&h->allocator, read.count, sizeof *x->sets);
    if (!x->sets) {
        ta_heap_destroy(h);
        return TA_ENOMEM;
    }
    x->set_count = read.count;
    s = heap_keep_code(h, ta_heap_spawning, code, length);
    if (!s) *game = h;
    return s;
}
