/*
** script.c - heap games whose options the host names.
**
** Values are found on demand, depth first on an explicit stack. A heap's options are
** gathered by one call of the rule; the unknown heaps among them are solved smallest
** first, so that a rule naming all smaller heaps keeps two heaps on the stack, not n.
** Then g(n) is the mex of the xors. Every option's heaps are below n: play ends. In games that
** grow they need not be; a heap that is met again while it is being solved can come back, and play
** from it need not end.
** Options are kept for winning moves and misere play while they fit in 64 MiB.
**
** work: one stretch a frame,  [ count h1 h2 ... | count h1 ... | ... ][ heaps, sorted ]
*/
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "movefn/memo.h"
#include "script.h"

#define KEEP_MOST ((size_t)8 << 20) /* amounts */
#define OPTIONS_MOST 10000000

typedef struct frame {
    ta_amount n, options;
    size_t from, heaps, next, end; /* in work: options, sorted heaps from `heaps` */
} frame;

typedef struct script {
    heap_script script;
    ta_memo begun;    /* of games that grow: n + 1 -> 1 + its frame, the last one it had */
    ta_memo values;   /* n + 1 -> g(n) + 1 */
    ta_memo kept;     /* n + 1 -> 1 + where its options start in the arena */
    ta_amount solved; /* heaps in `values` */
    ta_amount *arena; /* of a heap: options; of each option: heaps, and which */
    size_t arena_count, arena_cap;
    ta_amount *work; /* of heaps being solved */
    size_t work_count, work_cap;
    frame *frames;
    size_t frame_count, frame_cap;
    uint8_t *marks; /* scratch of the mex */
    size_t marks_cap;
} script;

struct ta_heap_sink {
    ta_heap *h;
    ta_amount n;
    ta_amount options;
    ta_status status; /* the first failure, whatever the rule makes of it */
};

static void clear(ta_heap *h) {
    script *x = h->data;
    const ta_allocator *a = &h->allocator;
    if (!x->script.rule) return;
    if (x->script.release) x->script.release(x->script.ctx, a);
    ta_memo_clear(&x->begun);
    ta_memo_clear(&x->values);
    ta_memo_clear(&x->kept);
    ta_free(a, x->arena, x->arena_cap, sizeof *x->arena);
    ta_free(a, x->work, x->work_cap, sizeof *x->work);
    ta_free(a, x->frames, x->frame_cap, sizeof *x->frames);
    ta_free(a, x->marks, x->marks_cap, 1);
}

static ta_status fail(ta_heap_sink *sink, ta_status s) {
    if (!sink->status) sink->status = s;
    return s;
}

ta_status ta_heap_emit(ta_heap_sink *sink, ta_call *call, const ta_amount *heaps, size_t count) {
    script *x = sink->h->data;
    if (sink->status) return sink->status;
    if (sink->n == 0) /* sums drop empty heaps: a move in one would be lost */
        return fail(sink, ta_fail(call, TA_EBADRULE, "%s: heap 0: an empty heap has no options",
                                  sink->h->text));
    for (size_t i = 0; i < count; i++)
        if (heaps[i] < 0 || (heaps[i] >= sink->n && !x->script.grows))
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
    if (ta_reserve(&sink->h->allocator, (void **)&x->work, &x->work_cap, x->work_count + count + 1,
                   sizeof *x->work))
        return fail(sink, TA_ENOMEM);
    ta_amount *option = x->work + x->work_count;
    size_t held = 0;
    for (size_t i = 0; i < count; i++)
        if (heaps[i] > 0) option[++held] = heaps[i];
    option[0] = (ta_amount)held;
    x->work_count += held + 1;
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
    script *x = h->data;
    size_t from = x->work_count;
    char first = ta_hush(call);
    ta_status s = ta_unhush(call, first, x->script.rule(x->script.ctx, call, n, &sink));
    if (sink.status) s = sink.status;
    if (!s && h->goal) s = ta_poll(call, 64, (double)h->g.count, (double)h->goal);
    else if (!s) s = ta_poll(call, 64, (double)x->solved, 0);
    if (s) x->work_count = from;
    else *options = sink.options;
    return s;
}

/* Keep the options in work[from..] for later, if there is room. */
static ta_status keep(ta_heap *h, ta_amount n, ta_amount options, size_t from) {
    script *x = h->data;
    size_t count = x->work_count - from;
    if (x->arena_count + count + 1 > KEEP_MOST || ta_memo_get(&x->kept, n + 1)) return TA_OK;
    ta_status s = ta_reserve(&h->allocator, (void **)&x->arena, &x->arena_cap,
                             x->arena_count + count + 1, sizeof *x->arena);
    if (!s) s = ta_memo_put(&x->kept, n + 1, (ta_amount)x->arena_count + 1);
    if (s) return s;
    x->arena[x->arena_count] = options;
    if (count) memcpy(x->arena + x->arena_count + 1, x->work + from, count * sizeof *x->arena);
    x->arena_count += count + 1;
    return TA_OK;
}

/* Play from n need not end if `heap`, an option's, is n or waits for it. */
static ta_status check_loop(const ta_heap *h, ta_call *call, ta_amount n, ta_amount heap) {
    const script *x = h->data;
    ta_amount at = ta_memo_get(&x->begun, heap + 1);
    int waits = at > 0 && (size_t)at <= x->frame_count && x->frames[at - 1].n == heap;
    if (!waits && heap != n) return TA_OK;
    return ta_fail(call, TA_ELOOPY, "%s: heap %lld: play need not end: a heap of %lld comes back",
                   h->text, (long long)n, (long long)heap);
}

/* A new frame for n: its options, and their heaps sorted after them. Heaps that wait count as well: a
** chain down from a heap far away solves none before its end. */
static ta_status push(ta_heap *h, ta_call *call, ta_amount n) {
    script *x = h->data;
    frame f = { n, 0, x->work_count, 0, 0, 0 };
    if (n > h->settings.check && x->solved + (ta_amount)x->frame_count >= h->settings.check)
        return ta_fail(call, TA_ELIMIT,
                       "%s: more than check = %lld heaps below this one; %lld are solved", h->text,
                       (long long)h->settings.check, (long long)x->solved);
    if (x->script.grows && n >= x->script.endless_from)
        return ta_fail(call, TA_ELOOPY, "%s: heap %lld: play need not end: heaps can grow for ever",
                       h->text, (long long)n);
    ta_status s = ta_reserve(&h->allocator, (void **)&x->frames, &x->frame_cap, x->frame_count + 1,
                             sizeof *x->frames);
    if (!s && x->script.grows) s = ta_memo_put(&x->begun, n + 1, (ta_amount)x->frame_count + 1);
    if (!s) s = gather(h, call, n, &f.options);
    if (!s) s = keep(h, n, f.options, f.from);
    if (!s) {
        f.heaps = f.next = x->work_count;
        s = ta_reserve(&h->allocator, (void **)&x->work, &x->work_cap, 2 * f.heaps - f.from,
                       sizeof *x->work);
    }
    for (size_t i = f.from; !s && i < f.heaps; i += 1 + (size_t)x->work[i])
        for (ta_amount j = 1; j <= x->work[i] && !s; j++) {
            ta_amount heap = x->work[i + (size_t)j];
            if (ta_memo_get(&x->values, heap + 1)) continue;
            s = x->script.grows ? check_loop(h, call, n, heap) : TA_OK;
            x->work[x->work_count++] = heap;
        }
    if (s) {
        x->work_count = f.from;
        return s;
    }
    f.end = x->work_count;
    if (f.end > f.heaps) qsort(x->work + f.heaps, f.end - f.heaps, sizeof *x->work, ascending);
    x->frames[x->frame_count++] = f;
    return TA_OK;
}

/* All heaps of the frame's options are known: its value. */
static ta_status solve(ta_heap *h, const frame *f) {
    script *x = h->data;
    size_t size = (size_t)f->options + 1;
    ta_status s = ta_reserve(&h->allocator, (void **)&x->marks, &x->marks_cap, size, 1);
    if (s) return s;
    memset(x->marks, 0, size);
    for (size_t i = f->from; i < f->heaps; i += 1 + (size_t)x->work[i]) {
        ta_amount v = 0;
        for (ta_amount j = 1; j <= x->work[i]; j++)
            v ^= ta_memo_get(&x->values, x->work[i + (size_t)j] + 1) - 1;
        if ((uint64_t)v < size) x->marks[v] = 1;
    }
    ta_amount mex = 0;
    while (x->marks[mex]) mex++; /* there are size - 1 options */
    s = ta_memo_put(&x->values, f->n + 1, mex + 1);
    if (!s) x->solved++;
    return s;
}

static ta_status value_of(ta_heap *h, ta_call *call, ta_amount n, ta_amount *value) {
    script *x = h->data;
    size_t base = x->frame_count, work = x->work_count;
    ta_status s = ta_memo_get(&x->values, n + 1) ? TA_OK : push(h, call, n);
    while (!s && x->frame_count > base) {
        frame *top = x->frames + x->frame_count - 1;
        while (top->next < top->end && ta_memo_get(&x->values, x->work[top->next] + 1)) top->next++;
        if (top->next < top->end) {
            s = push(h, call, x->work[top->next]);
            continue;
        }
        s = solve(h, top);
        x->work_count = top->from;
        x->frame_count--;
    }
    x->frame_count = base;
    x->work_count = work;
    if (!s) *value = ta_memo_get(&x->values, n + 1) - 1;
    return s;
}

static ta_status grow(ta_heap *h, ta_call *call, size_t count) {
    while (h->g.count < count) {
        ta_amount value;
        ta_status s = value_of(h, call, (ta_amount)h->g.count, &value);
        if (!s) s = ta_nim_values_append(&h->g, (uint32_t)value);
        if (!s) s = ta_poll(call, 16, (double)h->g.count, (double)h->goal);
        if (s) return s;
    }
    return TA_OK;
}

/* Visit `options` options; `items` may move while a visitor runs: it is read through. */
static ta_status visit_items(ta_amount *const *items, size_t at, ta_amount options, ta_call *call,
                             ta_heap_visitor visit, void *ctx) {
    for (; options > 0; options--) {
        size_t count = (size_t)(*items)[at];
        ta_status s = visit(ctx, call, *items + at + 1, count);
        if (s) return s;
        at += count + 1;
    }
    return TA_OK;
}

static ta_status visit_options(ta_heap *h, ta_call *call, ta_amount n, ta_heap_visitor visit,
                               void *ctx) {
    script *x = h->data;
    ta_amount kept = ta_memo_get(&x->kept, n + 1), options;
    if (kept) return visit_items(&x->arena, (size_t)kept, x->arena[kept - 1], call, visit, ctx);
    size_t from = x->work_count;
    ta_status s = gather(h, call, n, &options);
    if (!s) s = keep(h, n, options, from);
    if (!s) s = visit_items(&x->work, from, options, call, visit, ctx);
    x->work_count = from;
    return s;
}

/* ---- Check ---- */

/* The options of heap n, kept at `at`: their mex is g(n), where all are known. */
static const char *check_kept(const script *x, ta_amount n, size_t at) {
    ta_amount options = x->arena[at++], mex = 0, own = ta_memo_get(&x->values, n + 1);
    uint64_t seen[4] = { 0 }; /* values below 256 */
    for (ta_amount i = 0; i < options; i++) {
        if (at >= x->arena_count) return "script: kept options run over the end";
        ta_amount count = x->arena[at++], v = 0;
        if (count < 0 || (size_t)count > x->arena_count - at)
            return "script: a kept option runs over the end";
        for (ta_amount j = 0; j < count; j++) {
            ta_amount heap = x->arena[at++], value = ta_memo_get(&x->values, heap + 1);
            if (heap < 1 || (heap >= n && !x->script.grows))
                return "script: an option kept leaves no smaller heap";
            if (!value) return own ? "script: a value from options not known" : NULL;
            v ^= value - 1;
        }
        if (v < 256) seen[v >> 6] |= (uint64_t)1 << (v & 63);
    }
    while (mex < 256 && seen[mex >> 6] >> (mex & 63) & 1) mex++;
    return own && own != mex + 1 && mex < 256 ? "script: a value that is not the mex" : NULL;
}

static const char *check(const ta_heap *h) {
    const script *x = h->data;
    const char *broken = NULL;
    if (x->arena_count > x->arena_cap || x->work_count > x->work_cap ||
        x->frame_count > x->frame_cap)
        return "script: more is held than there is room for";
    if ((size_t)x->solved < h->g.count) return "script: a sequence longer than what is solved";
    for (size_t n = 0, looks = 0; n < h->g.count && looks < 1024 && !broken;) {
        ta_amount place = ta_memo_get(&x->kept, (ta_amount)n + 1);
        if (ta_memo_get(&x->values, (ta_amount)n + 1) != ta_nim_values_at(&h->g, n) + (ta_amount)1)
            return "script: the sequence has another value";
        if (place < 0 || (size_t)place > x->arena_count) return "script: options kept nowhere";
        if (place) broken = check_kept(x, (ta_amount)n, (size_t)place - 1);
        looks += place ? (size_t)x->arena[place - 1] + 1 : 1;
        n += ta_check_step(h->g.count);
    }
    for (size_t i = 0; i < x->frame_count && !broken; i += ta_check_step(x->frame_count))
        if (x->frames[i].from > x->frames[i].heaps || x->frames[i].end > x->work_count)
            broken = "script: a frame beyond the work";
    return broken;
}

static const heap_kind scripted = {
    .size = sizeof(script),
    .clear = clear,
    .grow = grow,
    .visit = visit_options,
    .value = value_of,
    .check = check,
};

static ta_status ends(ta_heap *h, ta_call *call, ta_amount n) {
    ta_amount value;
    return value_of(h, call, n, &value);
}

/* The same where heaps may grow. */
static const heap_kind growing = {
    .size = sizeof(script),
    .clear = clear,
    .grow = grow,
    .visit = visit_options,
    .value = value_of,
    .ends = ends,
    .check = check,
};

ta_status heap_of_script(const ta_allocator *allocator, const heap_script *made,
                         const ta_heap_settings *settings, const char *text, ta_heap **out) {
    ta_status s =
        heap_make(allocator, made->grows ? &growing : &scripted, settings, text, strlen(text), out);
    if (s) {
        if (made->release) made->release(made->ctx, ta_allocator_or_default(allocator));
        return s;
    }
    script *x = (*out)->data;
    x->script = *made;
    ta_memo_init(&x->begun, &(*out)->allocator);
    ta_memo_init(&x->values, &(*out)->allocator);
    ta_memo_init(&x->kept, &(*out)->allocator);
    return TA_OK;
}

ta_status ta_heap_scripted(const ta_allocator *allocator, ta_call *call, ta_heap_rule rule,
                           void *ctx, const char *name, const ta_heap_settings *settings,
                           ta_heap **game) {
    const heap_script made = { .rule = rule, .ctx = ctx };
    (void)call;
    return heap_of_script(allocator, &made, settings, name, game);
}
