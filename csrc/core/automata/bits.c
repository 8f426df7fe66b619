/*
** bits.c - sets of states of a graph as bits, for graphs with few states. The successor sets are
** computed edge by edge, without sorting.
*/
#include <string.h>

#include "automata_int.h"
#include "base/mem.h"
#include "base/poll.h"

int ta_bits_fit(const ta_graph *g) {
    return g->states <= TA_BITS_STATES;
}

static void put(uint32_t *set, uint32_t q) {
    set[q / 32] |= (uint32_t)1 << q % 32;
}

static int has(const uint32_t *set, uint32_t q) {
    return (int)(set[q / 32] >> q % 32 & 1);
}

ta_status ta_bits_begin(ta_bits *b, const ta_graph *g, ta_budget *budget, ta_call *call) {
    b->g = g;
    b->budget = budget;
    b->words = (g->states + 31) / 32;
    b->room = ((size_t)g->letters + 2) * b->words;
    ta_status st = ta_budget_take(budget, call, (double)(b->room * sizeof *b->row));
    b->row = st ? NULL : ta_alloc(budget->allocator, b->room, sizeof *b->row);
    if (!st && !b->row) budget->bytes -= (double)(b->room * sizeof *b->row);
    if (!b->row) return st ? st : TA_ENOMEM;
    b->accepts = b->row + (size_t)g->letters * b->words;
    b->start = b->accepts + b->words;
    for (uint32_t q = 0; q < g->states; q++)
        if (g->accepts[q]) put(b->accepts, q);
    put(b->start, 0);
    for (int more = 1; more;) { /* the states that zeros reach */
        more = 0;
        for (uint32_t q = 0; q < g->states; q++)
            for (size_t e = ta_graph_first(g, q); has(b->start, q) && e < g->past[q]; e++) {
                if (g->edge[e].letter || has(b->start, g->edge[e].to)) continue;
                put(b->start, g->edge[e].to);
                more = 1;
            }
    }
    return TA_OK;
}

void ta_bits_clear(ta_bits *b) {
    if (!b->row) return;
    ta_free(b->budget->allocator, b->row, b->room, sizeof *b->row);
    b->budget->bytes -= (double)(b->room * sizeof *b->row);
    b->row = NULL;
}

ta_status ta_bits_step(ta_bits *b, ta_call *call, const uint32_t *set) {
    const ta_graph *g = b->g;
    uint32_t steps = 16;
    memset(b->row, 0, (size_t)g->letters * b->words * sizeof *b->row);
    for (uint32_t w = 0; w < b->words; w++)
        for (uint32_t rest = set[w]; rest; rest &= rest - 1) {
            uint32_t q = 32 * w + (uint32_t)__builtin_ctz(rest);
            size_t first = ta_graph_first(g, q), past = g->past[q];
            steps += (uint32_t)(past - first);
            for (size_t e = first; e < past; e++)
                put(b->row + (size_t)g->edge[e].letter * b->words, g->edge[e].to);
        }
    return ta_poll(call, steps, 0, 0);
}

int ta_bits_accept(const ta_bits *b, const uint32_t *set) {
    uint32_t some = 0;
    for (uint32_t w = 0; w < b->words; w++) some |= set[w] & b->accepts[w];
    return some != 0;
}
