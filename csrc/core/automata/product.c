/*
** product.c - the product of two automata on diagrams, restricted to reachable pairs. One automaton
** may stay in a state for ever, and decide the result (for "and": a accepts nothing more). Then the
** other is not followed further.
**
** A truth table combines the acceptance of both states. The caller handles words that are not
** numbers.
*/
#include "automata_int.h"
#include "base/check.h"
#include "base/poll.h"
#include "base/status.h"

typedef struct pairing {
    ta_maker m;
    const ta_automaton *a, *b;
    unsigned truth;
} pairing;

/* Does the diagram lead, for all letters, to a state that is never left? */
static int stays(const ta_automaton *a, uint32_t node) {
    return (node & LEAF) && a->root[node & ~LEAF] == node;
}

/* Is the result decided, whatever follows? */
static int settled(const pairing *p, uint32_t x, uint32_t y, uint32_t *result) {
    if (stays(p->a, x)) {
        unsigned row = p->truth >> 2 * p->a->accepts[x & ~LEAF] & 3;
        *result = row & 1;
        if (row == 0 || row == 3) return 1;
    }
    if (!stays(p->b, y)) return 0;
    unsigned column = p->truth >> p->b->accepts[y & ~LEAF] & 5;
    *result = column & 1;
    return column == 0 || column == 5;
}

static ta_status meet(pairing *p, ta_call *call, uint32_t x, uint32_t y, uint32_t *node) {
    uint32_t result;
    if (settled(p, x, y, &result)) return ta_maker_leaf(&p->m, call, &result, 1, node);
    if (x & y & LEAF) {
        uint32_t states[2] = { x & ~LEAF, y & ~LEAF };
        return ta_maker_leaf(&p->m, call, states, 2, node);
    }
    if (ta_pairs_get(&p->m.memo, x, y, node)) return TA_OK;
    const ta_nodes *a = &p->a->nodes, *b = &p->b->nodes;
    unsigned tx = ta_nodes_track(a, x), ty = ta_nodes_track(b, y), t = tx < ty ? tx : ty;
    uint32_t child[TA_DIGITS_MOST];
    ta_status st = ta_poll(call, 4, (double)p->m.made, 0);
    for (unsigned d = 0; !st && d < a->digits; d++)
        st = meet(p, call, ta_nodes_child(a, x, t, d), ta_nodes_child(b, y, t, d), &child[d]);
    if (!st) st = ta_nodes_make(&p->m.nodes, &p->m.budget, call, t, child, node);
    return st ? st : ta_pairs_put(&p->m.memo, &p->m.budget, call, x, y, *node);
}

static ta_status pair_states(pairing *p, ta_call *call) {
    uint32_t node, start[2] = { 0, 0 };
    ta_maker *m = &p->m;
    ta_status st = ta_maker_leaf(m, call, start, 2, &node);
    while (!st && m->made < m->keys.count) {
        size_t count;
        const uint32_t *list = ta_keys_list(&m->keys, m->made, &count);
        uint32_t x = list[0], y = count == 2 ? list[1] : 0;
        if (count == 1) {
            st = ta_maker_state(m, call, LEAF | m->made, (int)x);
            continue;
        }
        unsigned row = 2u * p->a->accepts[x] + p->b->accepts[y];
        st = meet(p, call, p->a->root[x], p->b->root[y], &node);
        if (!st) st = ta_maker_state(m, call, node, (int)(p->truth >> row & 1));
    }
    return st;
}

ta_status ta_side_by_side(ta_call *call, const ta_automaton *a, const ta_automaton *b,
                          unsigned truth, ta_automaton **automaton) {
    pairing p;
    ta_maker_begin(&p.m, call, a->numeration);
    p.a = a;
    p.b = b;
    p.truth = truth;
    ta_status st = pair_states(&p, call);
    if (!st) st = ta_maker_finish(&p.m, call, 0, a->tracks | b->tracks, automaton);
    ta_maker_clear(&p.m);
    return st;
}

ta_status ta_automaton_words(const ta_numeration *numeration, ta_call *call, uint32_t tracks,
                             ta_automaton **automaton) {
    ta_maker m;
    uint32_t leaf;
    ta_maker_begin(&m, call, numeration);
    ta_status st = ta_maker_leaf(&m, call, NULL, 0, &leaf);
    if (!st) st = ta_maker_state(&m, call, leaf, 1);
    if (!st) st = ta_maker_finish(&m, call, 0, tracks, automaton);
    ta_maker_clear(&m);
    return st;
}
