/*
** terms.c - the terms of H, the losing sizes of openings.
**
** Theorem (Epp and Ferguson 1980; Zieve 1996), f nondecreasing: H_1 = 1, and while
** f(H_j) >= H_j, H_{j+1} = H_j + H_l with l the least index with f(H_l) >= H_j; where f(H_j) <
** H_j, H ends at H_j. l never falls, so two pointers make H in one evaluation a term.
** L(n) is the last term of n's greedy representation.
*/
#include "base/amount.h"
#include "base/mem.h"
#include "base/poll.h"
#include "one_pile_int.h"

static ta_status append_term(ta_one_pile *g, ta_call *call, ta_amount term) {
    if (g->term_count == g->term_cap && g->term_cap >= 65536) {
        double need = 2 * (double)g->term_cap * sizeof term, have = one_pile_memory(g);
        if (need > have) return ta_fail_memory(call, "the list of losing sizes", need, have);
    }
    ta_status s =
        ta_reserve(&g->allocator, (void **)&g->terms, &g->term_cap, g->term_count + 1, sizeof term);
    if (!s) g->terms[g->term_count++] = term;
    return s;
}

ta_status one_pile_terms(ta_one_pile *g, ta_call *call, ta_amount n) {
    ta_status s = g->term_count ? TA_OK : append_term(g, call, 1);
    while (!s && !g->ended && g->terms[g->term_count - 1] <= n) {
        ta_amount last = g->terms[g->term_count - 1], limit;
        s = ta_movefn_value(g->f, call, last, &limit);
        if (s) return s;
        if (limit < last) {
            g->ended = 1;
            break;
        }
        for (;; g->lag++) {
            s = ta_movefn_value(g->f, call, g->terms[g->lag], &limit);
            if (s) return s;
            if (limit >= last) break;
        }
        ta_amount next = ta_add(last, g->terms[g->lag]);
        if (next == TA_INF) g->ended = 2;
        else s = append_term(g, call, next);
        if (!s) s = ta_poll(call, 8, (double)next, (double)n);
    }
    return s;
}

size_t one_pile_largest_term(const ta_one_pile *g, ta_amount n) {
    size_t low = 0, high = g->term_count; /* terms[low] <= n < terms[high] */
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (g->terms[middle] <= n) low = middle;
        else high = middle;
    }
    return low;
}
