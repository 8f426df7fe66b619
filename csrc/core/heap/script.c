/*
** script.c - heap games by a rule of the host.
**
** Values are computed on demand, depth first on an explicit stack. One call of the rule collects
** a heap's options. Unknown heaps among them are solved smallest first. So a rule that leaves all
** smaller heaps keeps two heaps on the stack, not n. Then g(n) is the mex of the xors. Every
** option leaves heaps below n, so play ends. Not so in games whose heaps grow: if a heap is met
** again while it is being solved, play from it need not end.
** Options are kept for winning moves and misere play while they fit in 64 MiB.
**
** `work` has one stretch a frame: [ record | record | ... ][ heaps, sorted ]; see records.h
*/
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "movefn/memo.h"
#include "records.h"
#include "script.h"

#define KEEP_MOST ((size_t)8 << 20) /* amounts */
#define OPTIONS_MOST 10000000

typedef struct frame {
    ta_amount n, options;
    size_t from, heaps, next, end; /* in work: records from `from`, sorted heaps from `heaps` */
} frame;

typedef struct script {
    heap_script script;
    ta_memo begun;    /* if heaps grow: n + 1 -> 1 + the last frame of heap n */
    ta_memo values;   /* n + 1 -> g(n) + 1, for heaps beyond `first` */
    ta_memo kept;     /* n + 1 -> 1 + where its options start in the arena */
    uint32_t *first;  /* g of heaps 1 to first_count - 1; first[0] = 0 */
    size_t first_count, first_cap;
    ta_amount solved; /* the number of heaps with known values */
    ta_amount *arena; /* for each heap kept: the number of options, then their records */
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
    size_t from;      /* where the first option is in work */
    ta_status status; /* the first failure, even if the rule ignores it */
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
    ta_free(a, x->first, x->first_cap, sizeof *x->first);
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
    if (sink->n == 0) /* a sum drops its empty heaps, and with them their moves */
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

/* ---- Options as records ---- */

ta_status heap_emit_records(ta_heap_sink *sink, const ta_amount *words, size_t used, int *fit) {
    script *x = sink->h->data;
    *fit = 0;
    for (size_t at = 0; at < used; at += words_of(words + at)) {
        const ta_amount *record = words + at;
        size_t size = size_of(record);
        if (size < 1 || size > TA_COMPONENTS || options_of(record) > OPTIONS_MOST - sink->options)
            return TA_OK;
        for (size_t j = 0; j < size; j++)
            if (!are_below(heaps_at(record, j), sink->n)) return TA_OK;
        sink->options += options_of(record);
    }
    if (ta_reserve(&sink->h->allocator, (void **)&x->work, &x->work_cap, x->work_count + used,
                   sizeof *x->work))
        return fail(sink, TA_ENOMEM);
    for (size_t at = 0; at < used; at += words_of(words + at)) {
        const ta_amount *record = words + at;
        ta_amount *to = x->work + x->work_count;
        if (record[0] > 0) {
            to[0] = (ta_amount)turn_of(record, 0, to + 1);
        } else {
            memcpy(to, record, words_of(record) * sizeof *to);
        }
        x->work_count += words_of(to);
    }
    *fit = 1;
    return TA_OK;
}

void heap_emit_again(ta_heap_sink *sink) {
    script *x = sink->h->data;
    x->work_count = sink->from;
    sink->options = 0;
    sink->status = TA_OK;
}

/* ---- Values ---- */

static int ascending(const void *a, const void *b) {
    ta_amount x = *(const ta_amount *)a, y = *(const ta_amount *)b;
    return (x > y) - (x < y);
}

/* Poll between two heaps, after `steps` steps and work on `options` options. */
static ta_status ask_host(const ta_heap *h, ta_call *call, uint32_t steps, ta_amount options) {
    const script *x = h->data;
    steps += (uint32_t)(options >> 4);
    return h->goal ? heap_poll(h, call, steps, h->g.count)
                   : ta_poll(call, steps, (double)x->solved, 0);
}

/* Call the rule for n and append its options to work. On failure nothing is appended. */
static ta_status gather(ta_heap *h, ta_call *call, ta_amount n, ta_amount *options) {
    script *x = h->data;
    size_t from = x->work_count;
    ta_heap_sink sink = { h, n, 0, from, TA_OK };
    char first = ta_hush(call);
    ta_status s = ta_unhush(call, first, x->script.rule(x->script.ctx, call, n, &sink));
    if (sink.status) s = sink.status;
    if (!s) s = ask_host(h, call, 64, sink.options);
    if (s) x->work_count = from;
    else *options = sink.options;
    return s;
}

/* Keep the options in work[from..] for later calls, if they fit. */
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

/* Fail if `heap`, left by an option of n, is n or is on the stack: play need not end then. */
static ta_status check_loop(const ta_heap *h, ta_call *call, ta_amount n, ta_amount heap) {
    const script *x = h->data;
    ta_amount at = ta_memo_get(&x->begun, heap + 1);
    int waits = at > 0 && (size_t)at <= x->frame_count && x->frames[at - 1].n == heap;
    if (!waits && heap != n) return TA_OK;
    return ta_fail(call, TA_ELOOPY, "%s: heap %lld: play need not end: a heap of %lld comes back",
                   h->text, (long long)n, (long long)heap);
}

/* g(n) + 1, or 0 if it is not known. */
static ta_amount known(const script *x, ta_amount n) {
    if (n > 0 && (uint64_t)n < x->first_count) return (ta_amount)x->first[n] + 1;
    return ta_memo_get(&x->values, n + 1);
}

static ta_status append(ta_heap *h, ta_amount value) {
    script *x = h->data;
    size_t at = x->first_count ? x->first_count : 1;
    ta_status s = ta_reserve(&h->allocator, (void **)&x->first, &x->first_cap, at + 1, sizeof *x->first);
    if (s) return s;
    x->first[0] = 0;
    x->first[at] = (uint32_t)value; /* at most the number of options of the heap */
    x->first_count = at + 1;
    return TA_OK;
}

/* Store g(n). */
static ta_status learn(ta_heap *h, ta_amount n, ta_amount value) {
    script *x = h->data;
    ta_amount next = x->first_count ? (ta_amount)x->first_count : 1;
    ta_status s = n == next ? append(h, value) : ta_memo_put(&x->values, n + 1, value + 1);
    if (s) return s;
    x->solved++;
    while (n == next && !s && (value = ta_memo_get(&x->values, (ta_amount)x->first_count + 1)))
        s = append(h, value - 1);
    return s == TA_ENOMEM ? TA_OK : s; /* the value stays in `values` */
}

/* Append the heaps with unknown values to work. */
static ta_status list_unknown(ta_heap *h, ta_call *call, ta_amount n, heap_steps p) {
    script *x = h->data;
    if ((uint64_t)largest_of(p) < x->first_count) return TA_OK;
    ta_status s = ta_reserve(&h->allocator, (void **)&x->work, &x->work_cap,
                             x->work_count + (size_t)p.turns + 1, sizeof *x->work);
    for (ta_amount i = 0; !s && i <= p.turns; i++) {
        ta_amount heap = p.c + i * p.d;
        if (heap == 0 || known(x, heap)) continue;
        s = x->script.grows ? check_loop(h, call, n, heap) : TA_OK;
        x->work[x->work_count++] = heap;
    }
    return s;
}

/* Push a frame for n: its options, then their unknown heaps, sorted. The limit `check` counts
** heaps on the stack too, since a chain of heaps solves none before its end. */
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
    f.heaps = f.next = x->work_count;
    for (size_t i = f.from; !s && i < f.heaps; i += words_of(x->work + i))
        for (size_t j = 0; !s && j < size_of(x->work + i); j++)
            s = list_unknown(h, call, n, heaps_at(x->work + i, j));
    if (s) {
        x->work_count = f.from;
        return s;
    }
    f.end = x->work_count;
    if (f.end > f.heaps) qsort(x->work + f.heaps, f.end - f.heaps, sizeof *x->work, ascending);
    x->frames[x->frame_count++] = f;
    return TA_OK;
}

/* Mark the values of a run of one or two heaps, all of them in `first`. */
static void mark_run(const uint32_t *g, const heap_steps *p, size_t size, uint8_t *marks, size_t marked) {
    const uint32_t *a = g + p[0].c, *b = g + p[size - 1].c;
    ptrdiff_t step = (ptrdiff_t)p[0].d, other = (ptrdiff_t)p[size - 1].d;
    for (ptrdiff_t i = 0; i <= (ptrdiff_t)p[0].turns; i++) {
        size_t v = size == 1 ? a[i * step] : a[i * step] ^ b[i * other];
        if (v < marked) marks[v] = 1;
    }
}

/* Mark the values below `marked` of the options of a record. */
static void mark(const script *x, const ta_amount *record, uint8_t *marks, size_t marked) {
    size_t size = size_of(record);
    heap_steps p[2];
    for (size_t j = 0; j < size && j < 2; j++) p[j] = heaps_at(record, j);
    if ((record[0] == -1 || record[0] == -2) && (uint64_t)largest_of(p[0]) < x->first_count &&
        (uint64_t)largest_of(p[size - 1]) < x->first_count) {
        mark_run(x->first, p, size, marks, marked);
        return;
    }
    for (ta_amount i = 0; i < options_of(record); i++) {
        ta_amount v = 0;
        for (size_t j = 0; j < size; j++) {
            heap_steps q = j < 2 ? p[j] : heaps_at(record, j);
            ta_amount heap = q.c + i * q.d;
            if (heap) v ^= known(x, heap) - 1;
        }
        if ((uint64_t)v < marked) marks[v] = 1;
    }
}

/* Compute the value of the frame. All heaps of its options are known. */
static ta_status solve(ta_heap *h, const frame *f) {
    script *x = h->data;
    size_t size = (size_t)f->options + 1;
    ta_status s = ta_reserve(&h->allocator, (void **)&x->marks, &x->marks_cap, size, 1);
    if (s) return s;
    memset(x->marks, 0, size);
    for (size_t i = f->from; i < f->heaps; i += words_of(x->work + i))
        mark(x, x->work + i, x->marks, size);
    const uint8_t *free = memchr(x->marks, 0, size); /* size - 1 options leave one free */
    ta_amount mex = free - x->marks;
    return learn(h, f->n, mex);
}

static ta_status value_of(ta_heap *h, ta_call *call, ta_amount n, ta_amount *value) {
    script *x = h->data;
    size_t base = x->frame_count, work = x->work_count;
    ta_status s = known(x, n) ? TA_OK : push(h, call, n);
    while (!s && x->frame_count > base) {
        frame *top = x->frames + x->frame_count - 1;
        while (top->next < top->end && known(x, x->work[top->next])) top->next++;
        if (top->next < top->end) {
            s = push(h, call, x->work[top->next]);
            continue;
        }
        s = solve(h, top);
        if (!s) s = ask_host(h, call, 1, top->options);
        x->work_count = top->from;
        x->frame_count--;
    }
    x->frame_count = base;
    x->work_count = work;
    if (!s) *value = known(x, n) - 1;
    return s;
}

static ta_status grow(ta_heap *h, ta_call *call, size_t count) {
    while (h->g.count < count) {
        ta_amount value;
        ta_status s = value_of(h, call, (ta_amount)h->g.count, &value);
        if (!s) s = ta_nim_values_append(&h->g, (uint32_t)value);
        if (!s) s = heap_poll(h, call, 16, h->g.count);
        if (s) return s;
    }
    return TA_OK;
}

/* Visit `options` options. A visitor may reallocate *items, so it is read again each time. */
static ta_status visit_items(ta_amount *const *items, size_t at, ta_amount options, ta_call *call,
                             ta_heap_visitor visit, void *ctx) {
    for (ta_amount i = 0; options > 0; options--) {
        const ta_amount *record = *items + at;
        ta_amount room[TA_COMPONENTS];
        ta_status s = record[0] < 0 ? visit(ctx, call, room, turn_of(record, i, room))
                                    : visit(ctx, call, record + 1, (size_t)record[0]);
        if (s) return s;
        record = *items + at;
        if (++i < options_of(record)) continue;
        at += words_of(record);
        i = 0;
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

/* Check the options of heap n, kept at `at`: if all values are known, their mex is g(n). */
static const char *check_kept(const script *x, ta_amount n, size_t at) {
    ta_amount options = x->arena[at++], mex = 0, own = known(x, n);
    uint64_t seen[4] = { 0 }; /* values below 256 */
    for (ta_amount i = 0, turn = 0; i < options; i++) {
        const ta_amount *record = x->arena + at;
        if (at >= x->arena_count) return "script: kept options run over the end";
        if (record[0] < -TA_COMPONENTS || record[0] > (ta_amount)x->arena_count ||
            words_of(record) > x->arena_count - at)
            return "script: a kept option runs over the end";
        ta_amount v = 0;
        for (size_t j = 0; j < size_of(record); j++) {
            heap_steps p = heaps_at(record, j);
            ta_amount heap = p.c + turn * p.d, value = heap ? known(x, heap) : 1;
            if (heap < (record[0] > 0) || (heap >= n && !x->script.grows))
                return "script: an option kept leaves no smaller heap";
            if (!value) return own ? "script: a value from options not known" : NULL;
            v ^= value - 1;
        }
        if (v < 256) seen[v >> 6] |= (uint64_t)1 << (v & 63);
        if (++turn < options_of(record)) continue;
        turn = 0;
        at += words_of(record);
    }
    while (mex < 256 && seen[mex >> 6] >> (mex & 63) & 1) mex++;
    return own && own != mex + 1 && mex < 256 ? "script: a value that is not the mex" : NULL;
}

static const char *check(const ta_heap *h) {
    const script *x = h->data;
    const char *broken = NULL;
    if (x->arena_count > x->arena_cap || x->work_count > x->work_cap ||
        x->frame_count > x->frame_cap || x->first_count > x->first_cap)
        return "script: more is held than there is room for";
    if ((size_t)x->solved < h->g.count) return "script: a sequence longer than what is solved";
    for (size_t n = 0, looks = 0; n < h->g.count && looks < 1024 && !broken;) {
        ta_amount place = ta_memo_get(&x->kept, (ta_amount)n + 1);
        if (known(x, (ta_amount)n) != ta_nim_values_at(&h->g, n) + (ta_amount)1)
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

/* The kind of rules by which heaps may grow. */
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
