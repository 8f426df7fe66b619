/*
** script.c - heap games whose options the host names.
**
** Values are found on demand, depth first on an explicit stack. A heap's options are
** gathered by one call of the rule; the unknown heaps among them are solved smallest
** first, so that a rule naming all smaller heaps keeps two heaps on the stack, not n.
** Then g(n) is the mex of the xors. Every option's heaps are below n: play ends.
** Options are kept for winning moves and misere play while they fit in 64 MiB.
**
** work: one stretch a frame,  [ count h1 h2 ... | count h1 ... | ... ][ heaps, sorted ]
*/
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "heap_int.h"

#define KEEP_MOST ((size_t)8 << 20) /* amounts */
#define OPTIONS_MOST 10000000

struct ta_heap_sink {
    ta_heap *h;
    ta_amount n;
    ta_amount options;
    ta_status status; /* the first failure, whatever the rule makes of it */
};

typedef struct frame {
    ta_amount n, options;
    size_t from, heaps, next, end; /* in work: options, sorted heaps from `heaps` */
} frame;

void heap_script_clear(ta_heap *h) {
    heap_script *x = &h->script;
    const ta_allocator *a = &h->allocator;
    if (!x->rule) return;
    ta_memo_clear(&x->values);
    ta_memo_clear(&x->kept);
    ta_free(a, x->arena, x->arena_cap, sizeof *x->arena);
    ta_free(a, x->work.items, x->work.cap, sizeof *x->work.items);
    ta_free(a, x->frames.items, x->frames.cap, sizeof(frame));
}

static ta_status fail(ta_heap_sink *sink, ta_status s) {
    if (!sink->status) sink->status = s;
    return s;
}

ta_status ta_heap_emit(ta_heap_sink *sink, ta_call *call, const ta_amount *heaps, size_t count) {
    heap_script *x = &sink->h->script;
    if (sink->status) return sink->status;
    for (size_t i = 0; i < count; i++)
        if (heaps[i] < 0 || heaps[i] >= sink->n)
            return fail(
                sink,
                ta_fail(call, TA_EBADRULE,
                        "%s: heap %lld: an option leaves a heap of %lld; it must be from 0 to %lld",
                        sink->h->text, (long long)sink->n, (long long)heaps[i],
                        (long long)(sink->n - 1)));
    if (sink->options >= OPTIONS_MOST)
        return fail(sink,
                    ta_fail(call, TA_ELIMIT, "%s: heap %lld: the rule names more than %d options",
                            sink->h->text, (long long)sink->n, OPTIONS_MOST));
    if (ta_reserve(&sink->h->allocator, (void **)&x->work.items, &x->work.cap,
                   x->work.count + count + 1, sizeof *x->work.items))
        return fail(sink, TA_ENOMEM);
    ta_amount *option = x->work.items + x->work.count;
    size_t held = 0;
    for (size_t i = 0; i < count; i++)
        if (heaps[i] > 0) option[++held] = heaps[i];
    option[0] = (ta_amount)held;
    x->work.count += held + 1;
    sink->options++;
    return TA_OK;
}

static int ascending(const void *a, const void *b) {
    ta_amount x = *(const ta_amount *)a, y = *(const ta_amount *)b;
    return (x > y) - (x < y);
}

/* Call the rule for n; its options go to the end of work. Nothing is left there on failure. */
static ta_status gather(ta_heap *h, ta_call *call, ta_amount n, ta_amount *options) {
    ta_heap_sink sink = { h, n, 0, TA_OK };
    size_t from = h->script.work.count;
    char first = ta_hush(call);
    ta_status s = ta_unhush(call, first, h->script.rule(h->script.ctx, call, n, &sink));
    if (sink.status) s = sink.status;
    if (!s && h->goal) s = ta_poll(call, 64, (double)h->g.count, (double)h->goal);
    else if (!s) s = ta_poll(call, 64, (double)h->script.solved, 0);
    if (s) h->script.work.count = from;
    else *options = sink.options;
    return s;
}

/* Keep the options in work[from..] for later, if there is room. */
static ta_status keep(ta_heap *h, ta_amount n, ta_amount options, size_t from) {
    heap_script *x = &h->script;
    size_t count = x->work.count - from;
    if (x->arena_count + count + 1 > KEEP_MOST || ta_memo_get(&x->kept, n + 1)) return TA_OK;
    ta_status s = ta_reserve(&h->allocator, (void **)&x->arena, &x->arena_cap,
                             x->arena_count + count + 1, sizeof *x->arena);
    if (!s) s = ta_memo_put(&x->kept, n + 1, (ta_amount)x->arena_count + 1);
    if (s) return s;
    x->arena[x->arena_count] = options;
    if (count)
        memcpy(x->arena + x->arena_count + 1, x->work.items + from, count * sizeof *x->arena);
    x->arena_count += count + 1;
    return TA_OK;
}

/* A new frame for n: its options, and their heaps sorted after them. */
static ta_status push(ta_heap *h, ta_call *call, ta_amount n) {
    heap_script *x = &h->script;
    frame f = { n, 0, x->work.count, 0, 0, 0 };
    if (x->solved >= h->settings.check && n > h->settings.check)
        return ta_fail(call, TA_ELIMIT,
                       "%s: more than check = %lld heaps below this one; %lld are solved", h->text,
                       (long long)h->settings.check, (long long)x->solved);
    ta_status s = ta_reserve(&h->allocator, &x->frames.items, &x->frames.cap, x->frames.count + 1,
                             sizeof(frame));
    if (!s) s = gather(h, call, n, &f.options);
    if (!s) s = keep(h, n, f.options, f.from);
    if (!s) {
        f.heaps = f.next = x->work.count;
        s = ta_reserve(&h->allocator, (void **)&x->work.items, &x->work.cap, 2 * f.heaps - f.from,
                       sizeof *x->work.items);
    }
    if (s) {
        x->work.count = f.from;
        return s;
    }
    for (size_t i = f.from; i < f.heaps; i += 1 + (size_t)x->work.items[i])
        for (ta_amount j = 1; j <= x->work.items[i]; j++) {
            ta_amount heap = x->work.items[i + (size_t)j];
            if (!ta_memo_get(&x->values, heap + 1)) x->work.items[x->work.count++] = heap;
        }
    f.end = x->work.count;
    if (f.end > f.heaps)
        qsort(x->work.items + f.heaps, f.end - f.heaps, sizeof *x->work.items, ascending);
    ((frame *)x->frames.items)[x->frames.count++] = f;
    return TA_OK;
}

/* All heaps of the frame's options are known: its value. */
static ta_status solve(ta_heap *h, const frame *f) {
    heap_script *x = &h->script;
    heap_breaker *b = &h->breaker;
    size_t size = (size_t)f->options + 1;
    ta_status s = ta_reserve(&h->allocator, (void **)&b->marks, &b->marks_cap, size, 1);
    if (s) return s;
    memset(b->marks, 0, size);
    for (size_t i = f->from; i < f->heaps; i += 1 + (size_t)x->work.items[i]) {
        ta_amount v = 0;
        for (ta_amount j = 1; j <= x->work.items[i]; j++)
            v ^= ta_memo_get(&x->values, x->work.items[i + (size_t)j] + 1) - 1;
        if ((uint64_t)v < size) b->marks[v] = 1;
    }
    ta_amount mex = 0;
    while (b->marks[mex]) mex++; /* there are size - 1 options */
    s = ta_memo_put(&x->values, f->n + 1, mex + 1);
    if (!s) x->solved++;
    return s;
}

ta_status heap_script_value(ta_heap *h, ta_call *call, ta_amount n, ta_amount *value) {
    heap_script *x = &h->script;
    size_t base = x->frames.count, work = x->work.count;
    ta_status s = ta_memo_get(&x->values, n + 1) ? TA_OK : push(h, call, n);
    while (!s && x->frames.count > base) {
        frame *top = (frame *)x->frames.items + x->frames.count - 1;
        while (top->next < top->end && ta_memo_get(&x->values, x->work.items[top->next] + 1))
            top->next++;
        if (top->next < top->end) {
            s = push(h, call, x->work.items[top->next]);
            continue;
        }
        s = solve(h, top);
        x->work.count = top->from;
        x->frames.count--;
    }
    x->frames.count = base;
    x->work.count = work;
    if (!s) *value = ta_memo_get(&x->values, n + 1) - 1;
    return s;
}

ta_status heap_grow_script(ta_heap *h, ta_call *call, size_t count) {
    while (h->g.count < count) {
        ta_amount value;
        ta_status s = heap_script_value(h, call, (ta_amount)h->g.count, &value);
        if (!s) s = ta_nim_values_append(&h->g, (uint32_t)value);
        if (!s) s = ta_poll(call, 16, (double)h->g.count, (double)h->goal);
        if (s) return s;
    }
    return TA_OK;
}

/* Visit `options` options; `items` may move while a visitor runs: it is read through. */
static ta_status visit_all(ta_amount *const *items, size_t at, ta_amount options, ta_call *call,
                           ta_heap_visitor visit, void *ctx) {
    for (; options > 0; options--) {
        size_t count = (size_t)(*items)[at];
        ta_status s = visit(ctx, call, *items + at + 1, count);
        if (s) return s;
        at += count + 1;
    }
    return TA_OK;
}

ta_status heap_script_visit(ta_heap *h, ta_call *call, ta_amount n, ta_heap_visitor visit,
                            void *ctx) {
    heap_script *x = &h->script;
    ta_amount kept = ta_memo_get(&x->kept, n + 1), options;
    if (kept) return visit_all(&x->arena, (size_t)kept, x->arena[kept - 1], call, visit, ctx);
    size_t from = x->work.count;
    ta_status s = gather(h, call, n, &options);
    if (!s) s = keep(h, n, options, from);
    if (!s) s = visit_all(&x->work.items, from, options, call, visit, ctx);
    x->work.count = from;
    return s;
}
