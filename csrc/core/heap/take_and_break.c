/*
** take_and_break.c - take and break by code: bit j of digit k allows taking k and leaving j heaps.
**
** Values come from sets of pairs (dense.h) or through rare values (sparse.h), whichever was
** cheaper lately. Several threads compute many sets of pairs at once (pair_sets_parallel.h). With
** many rare values, a block of heaps is computed at once (block.h). A code of digits 0 and 3 is a
** subtraction game, and with a tail of 3s an all-but game. Such a code makes a game of that kind.
**
** The period of a finite code (Guy and Smith 1956, with care at e = 0). Let g(n+p) = g(n) for
** e <= n < N - p. Let t be the most heaps an option leaves, k the index of the largest digit, and
** e' = max(e, 1). If N - p >= t e' + (t-1) p + k, the period p holds for all n >= e. Proof: take n
** past that bound. An option of n + p leaves at most t heaps, with at least n + p - k counters in
** all. So its largest heap has at least e' + p counters, and can lose p with the same nim value.
** Conversely, a heap of an option of n can gain p. (With e = 0 an empty heap could not gain:
** an option that leaves no heap has none to become one of p counters.)
*/
#include "take_and_break.h"

#include <string.h>

#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "set.h"
#include "wide.h"

/* Each strategy borrows the sequence, the digits, and the states of the strategies it uses. */
static void lend(ta_heap *h) {
    heap_code *x = h->data;
    const heap_digits *digits = &x->digits;
    x->pairs.h = x->dense.h = x->ahead.h = x->sparse.h = x->block.h = h;
    x->pairs.digits = x->dense.digits = x->ahead.digits = digits;
    x->sparse.digits = x->block.digits = digits;
    x->dense.pairs = &x->pairs;
    x->ahead.dense = &x->dense;
    x->block.sparse = &x->sparse;
}

static void clear(ta_heap *h) {
    heap_code *x = h->data;
    lend(h); /* creation may have failed before its own call */
    heap_ahead_clear(&x->ahead);
    heap_dense_clear(&x->dense);
    heap_pairs_clear(&x->pairs);
    heap_block_clear(&x->block);
    heap_sparse_clear(&x->sparse);
    heap_digits_clear(&x->digits, &h->allocator);
}

/* Use the strategy that was cheaper lately. Choose a new mask when n has doubled. */
static ta_status grow_values(ta_heap *h, ta_call *call, size_t count) {
    heap_code *x = h->data;
    heap_sparse *p = &x->sparse;
    while (h->g.count < count) {
        size_t n = h->g.count;
        uint32_t value;
        ta_status s = TA_OK;
        if (n >= 512 && n >= 2 * p->chosen_at) s = heap_sparse_choose(p, call);
        if (s) return s;
        double dense = (double)n / 2 / heap_pairs_speed(h);
        int sparse = p->usable && !heap_made_set(&x->pairs.made, n, 2) && /* a made set is used */
                     (p->heaps < 64 || p->work / p->heaps < dense);
        if (sparse && heap_block_pays(&x->block, count)) {
            s = heap_block_values(&x->block, call);
        } else {
            if (!sparse && heap_ahead_pays(&x->ahead, call, count))
                s = heap_ahead_make(&x->ahead, call, count);
            if (!s)
                s = sparse ? heap_sparse_value(p, call, &value)
                           : heap_dense_value(&x->dense, call, &value);
            if (!s) s = ta_nim_values_append(&h->g, value);
        }
        if (!s) s = heap_poll(h, call, 64 + (uint32_t)(sparse ? p->rare_count : 0), n);
        if (s) return s;
        if (p->heaps >= 1024) p->work /= 2, p->heaps /= 2;
    }
    return TA_OK;
}

static ta_status grow(ta_heap *h, ta_call *call, size_t count) {
    ta_status s = grow_values(h, call, count);
    heap_ahead_end(&heap_code_of(h)->ahead);
    return s;
}

static ta_status visit_all(ta_heap *h, ta_call *call, ta_amount n, ta_heap_visitor visit,
                           void *ctx) {
    const heap_digits *code = &heap_code_of(h)->digits;
    ta_amount left = HEAP_VISITS_MOST,
              last = code->tail || n < (ta_amount)code->count ? n : (ta_amount)code->count - 1;
    ta_status s = TA_OK;
    for (ta_amount k = 0; k <= last && !s; k++) {
        int digit = heap_digit(code, (size_t)k);
        ta_amount m = n - k;
        if (digit & 1 && m == 0 && k > 0) s = heap_visit_one(0, call, visit, ctx);
        if (!s && digit & 2 && m > 0 && k > 0) s = heap_visit_one(m, call, visit, ctx);
        ta_amount half = (ta_amount)heap_digits_half(code, (size_t)m);
        for (ta_amount a = 1; !s && digit & 4 && a <= half; a++) {
            const ta_amount two[2] = { a, m - a };
            s = --left < 0 ? heap_too_many(h, call, n) : visit(ctx, call, two, 2);
        }
        for (ta_amount a = 1; !s && digit & 8 && 3 * a <= m; a++)
            for (ta_amount b = a; !s && b <= m - a - b; b++) {
                const ta_amount three[3] = { a, b, m - a - b };
                s = --left < 0 ? heap_too_many(h, call, n) : visit(ctx, call, three, 3);
            }
        if (!s && --left < 0) s = heap_too_many(h, call, n);
        if (!s) s = ta_poll(call, 4, (double)k, (double)last);
    }
    return s;
}

static size_t prove(const ta_heap *h, const heap_repeat *r) {
    const heap_digits *code = &heap_code_of(h)->digits;
    size_t t = code->most > 0 ? (size_t)code->most : 1, e = r->e > 1 ? r->e : 1;
    return r->s == 0 ? t * (e + r->p) + code->count - 1 : SIZE_MAX;
}

static ta_reach reach(const ta_heap *h) {
    const heap_digits *code = &heap_code_of(h)->digits;
    return (ta_reach){ (ta_amount)code->count - 1, code->most > 0 ? code->most : 1 };
}

static const char *check(const ta_heap *h) {
    const heap_code *x = heap_code_of(h);
    const heap_digits *code = &x->digits;
    if (code->count == 0 || code->tail >= code->count || code->most > 3)
        return "code: impossible digits";
    const char *broken = heap_pairs_check(&x->pairs);
    if (!broken) broken = heap_dense_check(&x->dense);
    if (!broken) broken = heap_ahead_check(&x->ahead);
    return broken ? broken : heap_sparse_check(&x->sparse);
}

static const heap_kind finite = {
    .size = sizeof(heap_code),
    .clear = clear,
    .grow = grow,
    .visit = visit_all,
    .prove = prove,
    .reach = reach,
    .check = check,
};

/* No theorem is known that proves a period with a repeating tail or with unequal heaps. */
static const heap_kind endless = {
    .size = sizeof(heap_code),
    .clear = clear,
    .grow = grow,
    .visit = visit_all,
    .check = check,
};

/* ---- Making ---- */

/* The kind of the code if it is a subtraction or all-but game, with its members; else NULL. */
static const heap_kind *recognise(const heap_digits *code, uint32_t members[HEAP_CODE_MOST],
                                  size_t *count) {
    size_t base = code->count - code->tail;
    *count = 0;
    if (code->digits[0]) return NULL;
    for (size_t k = 1; k < code->count; k++) {
        if (code->digits[k] != 3 && (code->digits[k] != 0 || k >= base)) return NULL;
        if (k < base && code->digits[k] == (code->tail ? 0 : 3)) members[(*count)++] = (uint32_t)k;
    }
    if (code->tail) return &heap_all_but;
    return *count > 0 ? &heap_subtraction : NULL;
}

static ta_status make_of_digits(const ta_allocator *allocator, const heap_notation *code,
                                const ta_heap_settings *settings, const char *text,
                                ta_heap **game) {
    uint32_t members[HEAP_CODE_MOST];
    heap_digits digits;
    size_t count;
    ta_status s = heap_digits_make(&digits, allocator, code);
    if (s) return s;
    const heap_kind *kind = recognise(&digits, members, &count);
    if (kind) {
        s = heap_of_set(allocator, kind, members, count, settings, text, game);
        heap_digits_clear(&digits, allocator);
        return s;
    }
    kind = digits.tail || digits.unequal ? &endless : &finite;
    s = heap_make(allocator, kind, settings, text, strlen(text), game);
    if (s) {
        heap_digits_clear(&digits, allocator);
        return s;
    }
    heap_code_of(*game)->digits = digits;
    lend(*game);
    return TA_OK;
}

ta_status ta_heap_octal(const ta_allocator *allocator, ta_call *call, const char *code,
                        size_t length, const ta_heap_settings *settings, ta_heap **game) {
    heap_notation notation;
    ta_heap *h;
    allocator = ta_allocator_or_default(allocator);
    ta_status s = heap_notation_read(&notation, allocator, call, code, length);
    if (s) return s;
    char normal[HEAP_CODE_MOST + 1], text[80] = "octal ";
    length = heap_notation_write(&notation, normal, sizeof normal);
    if (length >= sizeof normal) {
        heap_notation_clear(&notation, allocator);
        return ta_fail(call, TA_EINVAL, "code: in normal form it has %zu characters; at most %d",
                       length, HEAP_CODE_MOST);
    }
    memcpy(text + 6, normal, length < 60 ? length : 60);
    if (length > 60) memcpy(text + 66, "...", 3);
    if (heap_digits_can(&notation)) {
        s = make_of_digits(allocator, &notation, settings, text, &h);
        heap_notation_clear(&notation, allocator);
    } else if (notation.added) {
        s = heap_of_growing(allocator, &notation, settings, text, &h);
    } else {
        s = heap_of_wide(allocator, &notation, settings, text, &h);
    }
    if (!s) s = heap_keep_code(h, ta_heap_octal, normal, length);
    if (!s) *game = h;
    return s;
}
