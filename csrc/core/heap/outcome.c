/*
** outcome.c - sums of heaps in normal play, and the heaps that are P-positions.
**
** The nim value of a sum is the exclusive or of the nim values of its heaps (Sprague,
** Grundy), and a position is P exactly when it is 0. A move in heap i wins exactly when it
** leaves a position of value g(i) ^ sum in place of that heap: options are asked for by that
** value, never listed whole.
*/
#include "base/mem.h"
#include "base/poll.h"
#include "takeaway/heap.h"

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

ta_status ta_heap_p_positions(ta_heap *game, ta_call *call, ta_amount limit,
                              ta_heap_size_visitor visit, void *ctx) {
    ta_amount value;
    ta_period known;
    double need = ta_heap_proved(game, &known) ? 0 : (double)limit + 1, have = ta_memory_available();
    if (need > have) return ta_fail_memory(call, "the sequence", need, have);
    ta_status s = ta_heap_extend(game, call, limit);
    for (ta_amount n = 0; n <= limit && !s; n++) {
        s = ta_heap_nim_value(game, call, n, &value);
        if (!s && value == 0) s = visit(ctx, call, n);
        if (!s) s = ta_poll(call, 1, (double)n, (double)limit);
    }
    return s;
}
