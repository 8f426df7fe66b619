/*
** wide.c - kind: take and break by a code beyond dense.c: more than three heaps, or conditions on
** the sizes of heaps.
**
** S_j(m) is the set of values of m counters as j heaps that meet a condition. It is a table by m,
** and by j up to a top. The last set may stand for all larger numbers of heaps too. The value of
** an option of heap n is in some S_j(n - k), whose heaps are all smaller than n, hence known:
**
**   any            S_j(m) = union over c of S_{j-1}(m - c) xor g(c)
**   not all equal  the same, and j - 1 equal heaps together with another one
**   unequal        for c = 1, 2, ... S_j(m) gains S_{j-1}(m - c) xor g(c), with m descending,
**                  so that no c is used twice
**   equal          one option for each divisor of m: no table
**
** Cost: O(n j words) a heap, and the table is computed again when its size doubles. The proof of
** a period in take_and_break.c holds for any number of heaps. It serves finite codes without
** conditions.
*/
#include "wide.h"

#include <string.h>

#include "base/mem.h"
#include "bits.h"
#include "parts.h"

#define FIRST_HEAPS 64

typedef struct wide {
    heap_notation code;
    size_t top[HEAP_HOWS];         /* there are sets for 2 .. top heaps; no set if top < 2 */
    int more[HEAP_HOWS];           /* the last set is for top heaps and any larger number */
    size_t first[HEAP_HOWS], sets; /* the first set of each condition; the sets of each m */
    /* set s of m: `words` words from (m * sets + s) * words on, m < heaps; then the values found
    ** for the current heap; then rows for the gatherer of bits.h */
    uint64_t *bits;
    size_t heaps, words;
    size_t known; /* any, not all equal: the sets of all m < known are complete */
    size_t used;  /* unequal: the sets include all heaps below `used` */
} wide;

static wide *wide_of(const ta_heap *h) {
    return h->data;
}

static size_t items_of(const wide *w) {
    return (w->heaps * w->sets + 1 + 64) * w->words;
}

static uint64_t *set_at(const wide *w, int how, size_t m, size_t j) {
    return w->bits + (m * w->sets + w->first[how] + (j - 2)) * w->words;
}

static uint64_t *found_of(const wide *w) {
    return w->bits + w->heaps * w->sets * w->words;
}

static void clear(ta_heap *h) {
    wide *w = h->data;
    if (w->bits) ta_free(&h->allocator, w->bits, items_of(w), sizeof *w->bits);
    heap_notation_clear(&w->code, &h->allocator);
}

static void add(uint64_t *set, uint32_t v) {
    set[v >> 6] |= (uint64_t)1 << (v & 63);
}

/* The value of j heaps of p counters each. */
static uint32_t equal_value(const ta_heap *h, size_t p, size_t j) {
    return j % 2 ? ta_nim_values_at(&h->g, p) : 0;
}

/* ---- The table ---- */

/* Make the table large enough for n counters and all xors of known values. A table that grows
** starts empty again. */
static ta_status fit(ta_heap *h, ta_call *call, size_t n) {
    wide *w = wide_of(h), larger = *w;
    if (!larger.heaps) larger.heaps = FIRST_HEAPS, larger.words = 1;
    while (larger.heaps <= n) larger.heaps *= 2;
    while (64 * larger.words <= h->g.largest) larger.words *= 2;
    if (w->bits && larger.heaps == w->heaps && larger.words == w->words) return TA_OK;
    double need = ((double)larger.heaps * (double)larger.sets + 65) * (double)larger.words * 8,
           have = ta_memory_available();
    if (h->settings.memory > 0 && (double)h->settings.memory < have)
        have = (double)h->settings.memory;
    if (need > have) return ta_fail_memory(call, "the sets of values of heaps", need, have);
    larger.bits = ta_alloc(&h->allocator, items_of(&larger), sizeof *larger.bits);
    if (!larger.bits) return TA_ENOMEM;
    if (w->bits) ta_free(&h->allocator, w->bits, items_of(w), sizeof *w->bits);
    larger.known = larger.used = 1;
    *w = larger;
    return TA_OK;
}

/* Add to `set` the value of q equal heaps of `rest` counters in all and one heap of c, of another
** size. q is j - 1, or with `more` any number from j - 1 on. */
static void add_all_but_one_equal(const ta_heap *h, uint64_t *set, size_t rest, size_t c, size_t j,
                                  int more) {
    uint32_t v = ta_nim_values_at(&h->g, c);
    for (size_t q = j - 1; q <= (more ? rest : j - 1) && q <= rest; q++)
        if (rest % q == 0 && rest / q != c) add(set, equal_value(h, rest / q, q) ^ v);
}

/* Compute S_j(m) of heaps of any sizes, or not all equal. */
static void make_set(ta_heap *h, int how, size_t m, size_t j) {
    const wide *w = wide_of(h);
    int last = w->more[how] && j == w->top[how];
    int gathers = j > 2 || last;
    uint64_t *set = set_at(w, how, m, j), *rows = found_of(w) + w->words;
    heap_gatherer gather = heap_gather_by(h->settings.portable);
    if (gathers) memset(rows, 0, 64 * w->words * sizeof *rows);
    for (size_t c = 1; c < m; c++) {
        uint32_t v = ta_nim_values_at(&h->g, c);
        if (j > 2) gather(rows, set_at(w, how, m - c, j - 1), w->words, v);
        else if (how == HEAP_ANY) add(set, ta_nim_values_at(&h->g, m - c) ^ v);
        if (last) gather(rows, set_at(w, how, m - c, j), w->words, v);
        if (how == HEAP_SOME_UNEQUAL) add_all_but_one_equal(h, set, m - c, c, j, last);
    }
    if (gathers) heap_gathered(set, rows, w->words);
}

/* Add heap c to the sets of unequal heaps. */
static ta_status use_heap(ta_heap *h, ta_call *call, size_t c) {
    const wide *w = wide_of(h);
    size_t top = w->top[HEAP_UNEQUAL];
    uint32_t v = ta_nim_values_at(&h->g, c);
    for (size_t m = w->heaps - 1; m > c; m--)
        for (size_t j = top; j >= 2; j--) {
            uint64_t *set = set_at(w, HEAP_UNEQUAL, m, j);
            if (j > 2) heap_or_translated(set, set_at(w, HEAP_UNEQUAL, m - c, j - 1), w->words, v);
            else if (m - c < c) add(set, ta_nim_values_at(&h->g, m - c) ^ v);
            if (j == top && w->more[HEAP_UNEQUAL])
                heap_or_translated(set, set_at(w, HEAP_UNEQUAL, m - c, j), w->words, v);
        }
    return heap_poll(h, call, (uint32_t)(w->heaps * top), h->g.count);
}

/* Compute the sets that heap n needs. Polls come between heaps only, so an interrupt leaves no
** heap half done. */
static ta_status catch_up(ta_heap *h, ta_call *call, size_t n) {
    wide *w = wide_of(h);
    ta_status s = fit(h, call, n);
    for (; !s && w->known <= n; w->known++) {
        for (int how = HEAP_ANY; how <= HEAP_SOME_UNEQUAL; how++)
            for (size_t j = 2; j <= w->top[how]; j++) make_set(h, how, w->known, j);
        s = heap_poll(h, call, (uint32_t)(w->known * w->sets), h->g.count);
    }
    while (!s && w->top[HEAP_UNEQUAL] >= 2 && w->used < n) {
        s = use_heap(h, call, w->used);
        w->used++;
    }
    return s;
}

/* ---- One value ---- */

/* Add the values of the options that leave m counters as the digit allows. */
static void add_row(ta_heap *h, const heap_allowed *row, size_t m) {
    const wide *w = wide_of(h);
    uint64_t *found = found_of(w);
    if (m == 0 && heap_allows(row, 0, HEAP_ANY)) add(found, 0);
    if (m == 0) return;
    if (heap_allows(row, 1, HEAP_ANY)) add(found, ta_nim_values_at(&h->g, m));
    for (int how = HEAP_ANY; how < HEAP_EQUAL; how++)
        for (size_t j = 2; j <= w->top[how]; j++) {
            if (!heap_allows(row, j, (heap_how)how)) continue;
            const uint64_t *set = set_at(w, how, m, j);
            for (size_t i = 0; i < w->words; i++) found[i] |= set[i];
        }
    for (size_t p = 1; p * p <= m; p++) {
        if (m % p) continue;
        if (m / p > 1 && heap_allows(row, m / p, HEAP_EQUAL)) add(found, equal_value(h, p, m / p));
        if (p > 1 && heap_allows(row, p, HEAP_EQUAL)) add(found, equal_value(h, m / p, p));
    }
}

static ta_status next_value(ta_heap *h, ta_call *call) {
    const wide *w = wide_of(h);
    size_t n = h->g.count, last = w->code.tail || w->code.count > n ? n : w->code.count - 1, v = 0;
    ta_status s = catch_up(h, call, n);
    if (s) return s;
    uint64_t *found = found_of(w);
    memset(found, 0, w->words * sizeof *found);
    for (size_t k = 0; n > 0 && k <= last; k++) {
        const heap_allowed *row = heap_notation_row(&w->code, k);
        if (heap_allows_some(row)) add_row(h, row, n - k);
    }
    while (v < 64 * w->words && found[v >> 6] >> (v & 63) & 1) v++;
    s = ta_nim_values_append(&h->g, (uint32_t)v);
    return s ? s : heap_poll(h, call, 64 + (uint32_t)last, n);
}

static ta_status grow(ta_heap *h, ta_call *call, size_t count) {
    ta_status s = TA_OK;
    while (h->g.count < count && !s) s = next_value(h, call);
    return s;
}

static ta_status visit_all(ta_heap *h, ta_call *call, ta_amount n, ta_heap_visitor visit,
                           void *ctx) {
    return heap_notation_visit(h, call, &wide_of(h)->code, n, visit, ctx);
}

/* ---- The kinds ---- */

/* The bound of take_and_break.c, where t = top[HEAP_ANY] is the most heaps an option leaves. */
static size_t prove(const ta_heap *h, const heap_repeat *r) {
    const wide *w = wide_of(h);
    size_t t = w->top[HEAP_ANY] > 1 ? w->top[HEAP_ANY] : 1, e = r->e > 1 ? r->e : 1;
    return r->s == 0 ? t * (e + r->p) + w->code.count - 1 : SIZE_MAX;
}

/* The sets of two heaps contain the values of their pairs, for some m. */
static const char *check(const ta_heap *h) {
    const wide *w = wide_of(h);
    if (w->code.added || w->code.tail >= w->code.count) return "wide: an impossible code";
    if (w->known > h->g.count + 1 || w->used > h->g.count + 1)
        return "wide: sets of heaps that are not known";
    if (!w->bits || w->top[HEAP_ANY] < 2) return NULL;
    for (size_t m = 2; m < w->known; m += ta_check_step(w->known)) {
        const uint64_t *set = set_at(w, HEAP_ANY, m, 2);
        for (size_t a = 1; a <= m / 2 && a <= 64; a++) {
            uint32_t v = ta_nim_values_at(&h->g, a) ^ ta_nim_values_at(&h->g, m - a);
            if (v >= 64 * w->words || !(set[v >> 6] >> (v & 63) & 1))
                return "wide: a pair is not in its set";
        }
    }
    return NULL;
}

static const heap_kind finite = {
    .size = sizeof(wide),
    .clear = clear,
    .grow = grow,
    .visit = visit_all,
    .prove = prove,
    .check = check,
};

/* No theorem proves a period with a repeating tail, unbounded numbers of heaps or conditions. */
static const heap_kind endless = {
    .size = sizeof(wide),
    .clear = clear,
    .grow = grow,
    .visit = visit_all,
    .check = check,
};

/* Find the numbers of heaps that need sets under the condition `how`. */
static void find_top(wide *w, int how) {
    size_t listed = 1, from = 0;
    for (size_t i = 0; i < w->code.count; i++) {
        const heap_allowed *row = &w->code.rows[i];
        uint64_t left = row->left[how] & ~(uint64_t)3;
        if (left && 63 - (size_t)__builtin_clzll(left) > listed)
            listed = 63 - (size_t)__builtin_clzll(left);
        if (row->from && row->more == how && row->from > from) from = row->from;
    }
    w->more[how] = from > 0;
    w->top[how] = from > listed ? from : from > 0 ? listed + 1 : listed;
    w->first[how] = w->sets;
    if (w->top[how] >= 2 && how != HEAP_EQUAL) w->sets += w->top[how] - 1;
}

ta_status heap_of_wide(const ta_allocator *allocator, heap_notation *code,
                       const ta_heap_settings *settings, const char *text, ta_heap **out) {
    int provable = !code->tail;
    for (size_t i = 0; i < code->count; i++) {
        if (code->rows[i].from) provable = 0;
        for (int how = HEAP_SOME_UNEQUAL; how < HEAP_HOWS; how++)
            if (code->rows[i].left[how]) provable = 0;
    }
    ta_status s =
        heap_make(allocator, provable ? &finite : &endless, settings, text, strlen(text), out);
    if (s) {
        heap_notation_clear(code, allocator);
        return s;
    }
    wide *w = (*out)->data;
    w->code = *code;
    for (int how = 0; how < HEAP_HOWS; how++) find_top(w, how);
    return TA_OK;
}
