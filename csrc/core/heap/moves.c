/*
** moves.c - the options of a heap: all of them, or those that have a given nim value.
**
** A sum of nim value x is won by a move in heap n to an option of value g(n) xor x.
*/
#include "base/poll.h"
#include "base/status.h"
#include "kind.h"

ta_status heap_too_many(const ta_heap *h, ta_call *call, ta_amount n) {
    return ta_fail(call, TA_ELIMIT, "%s: heap %lld has more than %d options to look at", h->text,
                   (long long)n, HEAP_VISITS_MOST);
}

ta_status ta_heap_options(ta_heap *h, ta_call *call, ta_amount n, ta_heap_visitor visit,
                          void *ctx) {
    if (n < 0 || n > TA_MAX) return ta_fail(call, TA_EINVAL, "a heap is from 0 to 2^62");
    return heap_checked(h, h->kind->visit(h, call, n, visit, ctx));
}

int ta_heap_reach(const ta_heap *h, ta_reach *reach) {
    if (!h->kind->reach) return 0;
    *reach = h->kind->reach(h);
    return 1;
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
        ta_status s = heap_value(w->h, call, heaps[i], &value);
        if (s) return s;
        sum ^= value;
    }
    ta_status s = ta_poll(call, 1, 0, 0);
    return s || sum != w->value ? s : w->visit(w->ctx, call, heaps, count);
}

ta_status ta_heap_options_of_value(ta_heap *h, ta_call *call, ta_amount n, ta_amount value,
                                   ta_heap_visitor visit, void *ctx) {
    ta_amount own;
    ta_status s = heap_value(h, call, n, &own);
    if (s) return s;
    if (h->kind->visit_value && h->proof.proved) {
        s = h->kind->visit_value(h, call, n, value, visit, ctx);
    } else {
        wanted w = { h, value, visit, ctx };
        s = h->kind->visit(h, call, n, visit_wanted, &w);
    }
    return heap_checked(h, s);
}
