/*
** growing.c - codes by which a move may add counters. They have several digits before the point;
** the last of these adds none, the one before it adds one, and so on.
**
** Let j heaps have n + k counters in all. They are all smaller than n if j > k + 1, or for
** unequal heaps if j (j - 1) / 2 > k. Otherwise, for every n that has such options, one of them
** leaves a heap of n counters or more. That heap has such an option again, so play from n can go
** on for ever. Equal heaps are as large as n for a few n only. So the code alone gives the size
** from which play can go on for ever. Play from smaller heaps is bounded: if it does not end, it
** returns to a heap, which script.c detects.
*/
#include "base/mem.h"
#include "parts.h"
#include "script.h"
#include "wide.h"

typedef struct growing {
    heap_notation code;
    ta_heap *h;
} growing;

static void release(void *ctx, const ta_allocator *a) {
    growing *x = ctx;
    heap_notation_clear(&x->code, a);
    ta_free(a, x, 1, sizeof *x);
}

static ta_status emit(void *ctx, ta_call *call, const ta_amount *heaps, size_t count) {
    return ta_heap_emit(ctx, call, heaps, count);
}

static ta_status rule(void *ctx, ta_call *call, ta_amount n, ta_heap_sink *sink) {
    growing *x = ctx;
    return heap_notation_visit(x->h, call, &x->code, n, emit, sink);
}

/* The least n from which j heaps of n + k counters can always include one of n counters or more.
** TA_INF if there is none. */
static ta_amount grows_from(ta_amount j, ta_amount k, heap_how how) {
    ta_amount from = how == HEAP_UNEQUAL ? j * (j + 1) / 2 - k : j - k + (how == HEAP_SOME_UNEQUAL);
    if (how == HEAP_EQUAL || (how == HEAP_UNEQUAL ? j * (j - 1) / 2 > k : j > k + 1)) return TA_INF;
    return from < 1 ? 1 : from;
}

static ta_amount endless_from(const heap_notation *code) {
    ta_amount least = TA_INF;
    for (size_t i = 0; i < code->added; i++)
        for (ta_amount j = 1; j <= HEAP_LISTED_MOST; j++)
            for (int how = 0; how < HEAP_HOWS; how++) {
                if (!heap_allows(&code->rows[i], (size_t)j, (heap_how)how)) continue;
                ta_amount from = grows_from(j, (ta_amount)(code->added - i), (heap_how)how);
                if (from < least) least = from;
            }
    return least;
}

ta_status heap_of_growing(const ta_allocator *allocator, heap_notation *code,
                          const ta_heap_settings *settings, const char *text, ta_heap **out) {
    growing *x = ta_alloc(allocator, 1, sizeof *x);
    if (!x) {
        heap_notation_clear(code, allocator);
        return TA_ENOMEM;
    }
    x->code = *code;
    heap_script script = { rule, x, release, 1, endless_from(code) };
    ta_status s = heap_of_script(allocator, &script, settings, text, out);
    if (!s) x->h = *out;
    return s;
}
