/*
** outcome.c - sums of heaps in normal play, and the heaps that are P-positions.
**
** The nim value of a sum is the exclusive or of the nim values of its heaps (Sprague,
** Grundy). A position is a P-position exactly if this is 0. A move in heap i wins exactly
** if it replaces that heap by heaps of value g(i) ^ sum. So winning moves are the options of
** that value, and no other options are listed. With a proved period, P-positions repeat.
*/
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "kind.h"

ta_status ta_heap_sum_value(ta_heap *game, ta_call *call, const ta_amount *heaps, size_t count,
                            ta_amount *value) {
    ta_amount sum = 0, one;
    for (size_t i = 0; i < count; i++) {
        ta_status s = ta_heap_nim_value(game, call, heaps[i], &one);
        if (s) return s;
        sum ^= one;
    }
    *value = sum;
    return TA_OK;
}

ta_status ta_heap_outcome(ta_heap *game, ta_call *call, const ta_amount *heaps, size_t count,
                          ta_outcome *outcome) {
    ta_amount sum;
    ta_status s = ta_heap_sum_value(game, call, heaps, count, &sum);
    if (!s) *outcome = sum ? TA_N : TA_P;
    return s;
}

typedef struct moving {
    ta_heap_move_visitor visit;
    void *ctx;
    size_t heap;
} moving;

static ta_status visit_option(void *ctx, ta_call *call, const ta_amount *left, size_t count) {
    const moving *m = ctx;
    return m->visit(m->ctx, call, m->heap, left, count);
}

ta_status ta_heap_winning_moves(ta_heap *game, ta_call *call, const ta_amount *heaps, size_t count,
                                ta_heap_move_visitor visit, void *ctx) {
    ta_amount sum, value;
    moving m = { visit, ctx, 0 };
    ta_status s = ta_heap_sum_value(game, call, heaps, count, &sum);
    for (; !s && sum && m.heap < count; m.heap++) {
        s = ta_heap_nim_value(game, call, heaps[m.heap], &value);
        if (!s)
            s = ta_heap_options_of_value(game, call, heaps[m.heap], value ^ sum, visit_option, &m);
    }
    return s;
}

/* Visit the P-positions from 0 to last. */
static ta_status visit_zeros(ta_heap *game, ta_call *call, ta_amount last, ta_heap_size_visitor visit,
                             void *ctx) {
    ta_amount value;
    ta_status s = TA_OK;
    for (ta_amount n = 0; n <= last && !s; n++) {
        s = ta_heap_nim_value(game, call, n, &value);
        if (!s && value == 0) s = visit(ctx, call, n);
        if (!s) s = ta_poll(call, 1, (double)n, (double)last);
    }
    return s;
}

typedef struct zeros {
    const ta_allocator *allocator;
    ta_amount from, *heap;
    size_t count, cap;
} zeros;

static ta_status keep_zero(void *ctx, ta_call *call, ta_amount n) {
    zeros *z = ctx;
    (void)call;
    if (n < z->from) return TA_OK;
    ta_status s = ta_reserve(z->allocator, (void **)&z->heap, &z->cap, z->count + 1, sizeof *z->heap);
    if (!s) z->heap[z->count++] = n;
    return s;
}

/* Visit the P-positions of a game with a proved period. Past the first period they repeat; if the
** saltus is not 0 there are none. */
static ta_status repeat_zeros(ta_heap *game, ta_call *call, const ta_period *p, ta_amount limit,
                              ta_heap_size_visitor visit, void *ctx) {
    ta_amount last = p->preperiod + p->period - 1;
    zeros z = { &game->allocator, p->preperiod, NULL, 0, 0 };
    ta_status s = visit_zeros(game, call, last, visit, ctx);
    if (!s && p->saltus == 0) s = visit_zeros(game, call, last, keep_zero, &z);
    for (ta_amount past = p->period; !s && z.count && past <= limit - z.heap[0]; past += p->period)
        for (size_t i = 0; i < z.count && z.heap[i] <= limit - past && !s; i++) {
            s = visit(ctx, call, z.heap[i] + past);
            if (!s) s = ta_poll(call, 1, (double)past, (double)limit);
        }
    ta_free(z.allocator, z.heap, z.cap, sizeof *z.heap);
    return s;
}

ta_status ta_heap_p_positions(ta_heap *game, ta_call *call, ta_amount limit,
                              ta_heap_size_visitor visit, void *ctx) {
    double need = (double)limit + 1, have = ta_memory_available();
    ta_period p;
    if (!ta_heap_proved(game, &p) && need > have) return ta_fail_memory(call, "the sequence", need, have);
    ta_status s = ta_heap_extend(game, call, limit);
    if (s) return s;
    if (ta_heap_proved(game, &p) && p.preperiod + p.period <= limit)
        return repeat_zeros(game, call, &p, limit, visit, ctx);
    return visit_zeros(game, call, limit, visit, ctx);
}
