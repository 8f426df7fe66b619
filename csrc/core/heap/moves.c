/*
** moves.c - the options of a heap, and those with a given nim value.
**
** A sum of nim value x is won by a move in heap n to an option of value g(n) xor x. In an
** all-but game with a proved arithmetic period each residue has at most one heap of
** a given value, so they are found without walking all n options.
*/
#include <stdlib.h>

#include "base/poll.h"
#include "base/status.h"
#include "heap_int.h"

#define VISITS_MOST 100000000

/* Leave m counters in one heap, or none. */
static ta_status visit_one(ta_amount m, ta_call *call, ta_heap_visitor visit, void *ctx) {
    return visit(ctx, call, &m, m > 0);
}

static int in_set(const ta_heap *h, ta_amount k) {
    size_t low = 0, high = h->set_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (h->set[middle] < k) low = middle + 1;
        else high = middle;
    }
    return low < h->set_count && h->set[low] == k;
}

static ta_status too_many(const ta_heap *h, ta_call *call, ta_amount n) {
    return ta_fail(call, TA_ELIMIT, "%s: heap %lld has more than %d options to look at", h->text,
                   (long long)n, VISITS_MOST);
}

static ta_status visit_code(const ta_heap *h, ta_call *call, ta_amount n, ta_heap_visitor visit,
                            void *ctx) {
    const heap_code *code = &h->code;
    ta_amount left = VISITS_MOST,
              last = code->tail || n < (ta_amount)code->count ? n : (ta_amount)code->count - 1;
    ta_status s = TA_OK;
    for (ta_amount k = 0; k <= last && !s; k++) {
        int digit = heap_code_digit(code, (size_t)k);
        ta_amount m = n - k;
        if (digit & 1 && m == 0 && k > 0) s = visit_one(0, call, visit, ctx);
        if (!s && digit & 2 && m > 0 && k > 0) s = visit_one(m, call, visit, ctx);
        for (ta_amount a = 1; !s && digit & 4 && a <= m - a; a++) {
            const ta_amount two[2] = { a, m - a };
            s = --left < 0 ? too_many(h, call, n) : visit(ctx, call, two, 2);
        }
        for (ta_amount a = 1; !s && digit & 8 && 3 * a <= m; a++)
            for (ta_amount b = a; !s && b <= m - a - b; b++) {
                const ta_amount three[3] = { a, b, m - a - b };
                s = --left < 0 ? too_many(h, call, n) : visit(ctx, call, three, 3);
            }
        if (!s && --left < 0) s = too_many(h, call, n);
        if (!s) s = ta_poll(call, 4, (double)k, (double)last);
    }
    return s;
}

ta_status heap_visit(ta_heap *h, ta_call *call, ta_amount n, ta_heap_visitor visit, void *ctx) {
    ta_status s = TA_OK;
    if (h->kind == SCRIPT) return heap_script_visit(h, call, n, visit, ctx);
    if (h->kind == CODE) return visit_code(h, call, n, visit, ctx);
    if (h->kind == SUBTRACTION) {
        for (size_t i = 0; i < h->set_count && h->set[i] <= n && !s; i++)
            s = visit_one(n - h->set[i], call, visit, ctx);
        return s;
    }
    if (n > VISITS_MOST) return too_many(h, call, n);
    for (ta_amount k = 1; k <= n && !s; k++) {
        if (!in_set(h, k)) s = visit_one(n - k, call, visit, ctx);
        if (!s) s = ta_poll(call, 1, (double)k, (double)n);
    }
    return s;
}

typedef struct wanted {
    ta_heap *h;
    ta_amount value;
    ta_heap_visitor visit;
    void *ctx;
} wanted;

static ta_status visit_wanted(void *ctx, ta_call *call, const ta_amount *heaps, size_t count) {
    const wanted *w = ctx;
    ta_amount sum = 0, value;
    for (size_t i = 0; i < count; i++) {
        ta_status s = ta_heap_nim_value(w->h, call, heaps[i], &value);
        if (s) return s;
        sum ^= value;
    }
    ta_status s = ta_poll(call, 1, 0, 0);
    return s || sum != w->value ? s : w->visit(w->ctx, call, heaps, count);
}

/* All-but games with saltus s > 0: heaps of the value, before the period and one a residue. */
static ta_status visit_all_but(const wanted *w, ta_call *call, ta_amount n) {
    const ta_heap *h = w->h;
    const ta_period *p = &h->proof;
    ta_status s = TA_OK;
    for (ta_amount m = 0; m < p->preperiod + p->period && !s; m++) {
        ta_amount at = m, value = ta_nim_values_at(&h->g, (size_t)m);
        if (m >= p->preperiod && w->value >= value && (w->value - value) % p->saltus == 0) {
            ta_amount times = (w->value - value) / p->saltus;
            if (times > (TA_MAX - m) / p->period) continue;
            at = m + times * p->period;
            value = w->value;
        }
        if (value == w->value && at < n && !in_set(h, n - at))
            s = visit_one(at, call, w->visit, w->ctx);
        if (!s) s = ta_poll(call, 1, (double)m, 0);
    }
    return s;
}

ta_status ta_heap_options_of_value(ta_heap *h, ta_call *call, ta_amount n, ta_amount value,
                                   ta_heap_visitor visit, void *ctx) {
    ta_amount own;
    ta_status s = ta_heap_nim_value(h, call, n, &own);
    if (s) return s;
    wanted w = { h, value, visit, ctx };
    if (h->kind == ALL_BUT && h->proof.proved) return visit_all_but(&w, call, n);
    return heap_visit(h, call, n, visit_wanted, &w);
}
