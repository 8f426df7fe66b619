/*
** misere.c - misere nim values of sums of heaps, by the solver of the engine.
**
** In misere play the values of the summands do not determine a sum. So a position is a whole sum:
** its heaps, sorted, without empty ones. A sum without moves has misere nim value 1. It gets one
** extra move, to a position without moves. Then misere nim values are ordinary nim values, the mex
** over the options, and the solver computes them.
**
** A position of the solver is up to 64 heaps as integers, {0} for the empty sum. More heaps are a
** string: each heap has 7 bits a byte, the lowest first, and the top bit is set if more follow.
** {-1} is the position after the extra move. Only one of several equal heaps is moved in. Options
** are emitted in reverse, those with fewest counters first. So the solver meets small sums before
** large ones, and its stack stays short.
*/
#include <string.h>

#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "kind.h"

struct heap_misere {
    ta_solver *solver;
    ta_amount *heaps; /* of the current position, ascending */
    size_t count, heaps_cap;
    ta_amount *gathered; /* the options of one heap; each is its heaps, then their number */
    size_t gathered_count, gathered_cap;
    size_t options, most; /* options of the current sum; the most heaps that one move leaves */
    int64_t most_held;    /* the limit of sums; 0: settings.positions is the only limit */
    int64_t met;          /* the number of sums met when options were last computed */
    ta_amount *option;    /* the sum being written, ascending */
    size_t option_cap;
    char *text;
    size_t text_cap;
};

#define BYTES_MOST 9 /* of a heap: 63 bits */

static const ta_amount none = 0, after = -1;
static const ta_position empty_sum = { &none, NULL, 1 }, after_the_end = { &after, NULL, 1 };

static int is_after_the_end(const ta_position *position) {
    return position->component && position->component[0] == after;
}

/* Read the heaps of a position into x->heaps. */
static ta_status read_heaps(ta_heap *h, const ta_position *position) {
    heap_misere *x = h->misere;
    ta_status s = ta_reserve(&h->allocator, (void **)&x->heaps, &x->heaps_cap, position->count,
                             sizeof *x->heaps);
    if (s) return s;
    x->count = 0;
    if (position->component) {
        if (position->component[0] == none) return TA_OK;
        memcpy(x->heaps, position->component, position->count * sizeof *x->heaps);
        x->count = position->count;
        return TA_OK;
    }
    for (size_t i = 0; i < position->count; i++) {
        ta_amount heap = position->text[i] & 127;
        for (unsigned shift = 7; position->text[i] & 128; shift += 7)
            heap |= (ta_amount)(position->text[++i] & 127) << shift;
        x->heaps[x->count++] = heap;
    }
    return TA_OK;
}

/* Insert `heap` into the `count` sorted heaps of `option`. */
static void insert(ta_amount *option, size_t count, ta_amount heap) {
    for (; count > 0 && option[count - 1] > heap; count--) option[count] = option[count - 1];
    option[count] = heap;
}

/* Reserve memory to write a sum of `count` heaps. */
static ta_status make_room(ta_heap *h, size_t count) {
    heap_misere *x = h->misere;
    ta_status s = ta_reserve(&h->allocator, (void **)&x->option, &x->option_cap, count + 1,
                             sizeof *x->option);
    return s ? s
             : ta_reserve(&h->allocator, (void **)&x->text, &x->text_cap, BYTES_MOST * count + 1,
                          sizeof *x->text);
}

/* The position of x->option[0..count), valid until the next call. */
static ta_position write_heaps(heap_misere *x, size_t count) {
    if (count == 0) return empty_sum;
    if (count <= TA_COMPONENTS) return (ta_position){ x->option, NULL, count };
    char *to = x->text;
    for (size_t i = 0; i < count; i++) {
        ta_amount heap = x->option[i];
        for (; heap > 127; heap >>= 7) *to++ = (char)((heap & 127) | 128);
        *to++ = (char)heap;
    }
    return (ta_position){ NULL, x->text, (size_t)(to - x->text) };
}

static ta_status gather(void *ctx, ta_call *call, const ta_amount *heaps, size_t count) {
    ta_heap *h = ctx;
    heap_misere *x = h->misere;
    if (++x->options > TA_OPTIONS_MOST)
        return ta_fail(call, TA_ELIMIT, "%s: misere play: more than %d options of one sum of heaps",
                       h->text, TA_OPTIONS_MOST);
    ta_status s = ta_reserve(&h->allocator, (void **)&x->gathered, &x->gathered_cap,
                             x->gathered_count + count + 1, sizeof *x->gathered);
    if (!s) s = ta_poll(call, 1, (double)x->met, 0);
    if (s) return s;
    if (count > x->most) x->most = count;
    for (size_t i = 0; i < count; i++) x->gathered[x->gathered_count++] = heaps[i];
    x->gathered[x->gathered_count++] = (ta_amount)count;
    return TA_OK;
}

/* Emit the sum in which heap `moved` is replaced by `heaps`. */
static ta_status emit(heap_misere *x, ta_call *call, size_t moved, const ta_amount *heaps,
                      size_t count, ta_sink *sink) {
    size_t kept = 0;
    for (size_t i = 0; i < x->count; i++)
        if (i != moved) x->option[kept++] = x->heaps[i];
    for (size_t i = 0; i < count; i++) insert(x->option, kept++, heaps[i]);
    ta_position position = write_heaps(x, kept);
    ta_status s = ta_poll(call, 8, (double)x->met, 0);
    return s ? s : ta_sink_emit(sink, call, &position);
}

static int64_t held(const heap_misere *x) {
    ta_statistics t;
    ta_solver_statistics(x->solver, &t);
    return t.numbered - 1; /* the position after the extra move is no sum */
}

/* `positions` and the limit of the call bound the number of sums met. */
static ta_status check_limit(const ta_heap *h, ta_call *call) {
    int64_t met = h->misere->met = held(h->misere), room = h->misere->most_held;
    if (met > h->settings.positions)
        return ta_fail(call, TA_ELIMIT, "%s: misere play: more than positions = %lld sums of heaps",
                       h->text, (long long)h->settings.positions);
    if (room && met > room)
        return ta_fail(call, TA_ELIMIT, "%s: misere play: more sums of heaps than the room of %lld",
                       h->text, (long long)room);
    return TA_OK;
}

static ta_status options(void *ctx, ta_call *call, ta_player player, const ta_position *position,
                         ta_sink *sink) {
    ta_heap *h = ctx;
    heap_misere *x = h->misere;
    (void)player;
    ta_status s = check_limit(h, call);
    if (s || is_after_the_end(position)) return s;
    s = read_heaps(h, position);
    x->options = x->most = 0;
    for (size_t i = x->count; i-- > 0 && !s;) {
        if (i + 1 < x->count && x->heaps[i] == x->heaps[i + 1]) continue;
        x->gathered_count = 0;
        s = h->kind->visit(h, call, x->heaps[i], gather, h);
        if (!s) s = make_room(h, x->count + x->most);
        for (size_t end = x->gathered_count; end > 0 && !s;) {
            size_t count = (size_t)x->gathered[--end];
            end -= count;
            s = emit(x, call, i, x->gathered + end, count, sink);
        }
    }
    return s || x->options > 0 ? s : ta_sink_emit(sink, call, &after_the_end);
}

/* ---- Creation and values ---- */

static ta_status make(ta_heap *h, ta_call *call) {
    if (h->misere) return TA_OK;
    h->misere = ta_alloc(&h->allocator, 1, sizeof *h->misere);
    if (!h->misere) return TA_ENOMEM;
    const ta_ruleset rules = { .ctx = h, .options = options };
    ta_status s = ta_solver_create(&h->allocator, call, &rules, &h->misere->solver);
    if (s) heap_misere_clear(h);
    return s;
}

void heap_misere_clear(ta_heap *h) {
    heap_misere *x = h->misere;
    const ta_allocator *a = &h->allocator;
    if (!x) return;
    ta_solver_destroy(x->solver);
    ta_free(a, x->heaps, x->heaps_cap, sizeof *x->heaps);
    ta_free(a, x->gathered, x->gathered_cap, sizeof *x->gathered);
    ta_free(a, x->option, x->option_cap, sizeof *x->option);
    ta_free(a, x->text, x->text_cap, sizeof *x->text);
    ta_free(a, x, 1, sizeof *x);
    h->misere = NULL;
}

ta_status ta_heap_misere_nim_value_within(ta_heap *h, ta_call *call, ta_amount room,
                                          const ta_amount *heaps, size_t count, ta_amount *value) {
    if (room < 0) return ta_fail(call, TA_EINVAL, "room: at least 0");
    for (size_t i = 0; i < count; i++)
        if (heaps[i] < 0 || heaps[i] > TA_MAX)
            return ta_fail(call, TA_EINVAL, "a heap is from 0 to 2^62");
    ta_status s = make(h, call);
    for (size_t i = 0; i < count && !s && h->kind->ends; i++) s = h->kind->ends(h, call, heaps[i]);
    if (s) return s;
    heap_misere *x = h->misere;
    size_t kept = 0;
    s = make_room(h, count);
    if (s) return s;
    for (size_t i = 0; i < count; i++)
        if (heaps[i] > 0) insert(x->option, kept++, heaps[i]);
    ta_position position = write_heaps(x, kept);
    x->most_held = room == 0 ? 0 : held(x) + (room < TA_MAX ? room : TA_MAX);
    return heap_checked(h, ta_solver_nim_value(x->solver, call, &position, value));
}

ta_status ta_heap_misere_nim_value(ta_heap *h, ta_call *call, const ta_amount *heaps, size_t count,
                                   ta_amount *value) {
    return ta_heap_misere_nim_value_within(h, call, 0, heaps, count, value);
}
