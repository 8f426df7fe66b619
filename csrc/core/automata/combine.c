/*
** combine.c - and, or, xor, less, not: automata run side by side, only the pairs that are met.
**
** A pair of states accepts by a truth table of what each accepts. Words that are not numbers are
** accepted by neither, and stay so as f(0, 0) = 0: on tracks of one alone the other says nothing,
** so each is first held to numbers there (a set on track 0 is, on tracks 0 and 1, the set of the
** words whose track 1 is a number, too). "Not" is "all numbers, less the set".
*/
#include "automata_int.h"
#include "base/check.h"
#include "base/poll.h"
#include "base/status.h"

typedef struct pairing {
    ta_maker m;
    const ta_nodes *a, *b;
} pairing;

static ta_status meet(pairing *p, ta_call *call, uint32_t x, uint32_t y, uint32_t *node) {
    if (x & y & LEAF) {
        uint32_t states[2] = { x & ~LEAF, y & ~LEAF };
        return ta_maker_leaf(&p->m, call, states, 2, node);
    }
    if (ta_pairs_get(&p->m.memo, x, y, node)) return TA_OK;
    unsigned tx = ta_nodes_track(p->a, x), ty = ta_nodes_track(p->b, y), t = tx < ty ? tx : ty;
    uint32_t child[TA_DIGITS_MOST];
    ta_status st = ta_poll(call, 4, (double)p->m.made, 0);
    for (unsigned d = 0; !st && d < p->a->digits; d++)
        st = meet(p, call, ta_nodes_child(p->a, x, t, d), ta_nodes_child(p->b, y, t, d), &child[d]);
    if (!st) st = ta_nodes_make(&p->m.nodes, &p->m.budget, call, t, child, node);
    return st ? st : ta_pairs_put(&p->m.memo, &p->m.budget, call, x, y, *node);
}

static ta_status pair_states(pairing *p, ta_call *call, const ta_automaton *a,
                             const ta_automaton *b, unsigned truth) {
    uint32_t node, start[2] = { 0, 0 };
    ta_maker *m = &p->m;
    ta_status st = ta_maker_leaf(m, call, start, 2, &node);
    while (!st && m->made < m->keys.count) {
        size_t two;
        const uint32_t *list = ta_keys_list(&m->keys, m->made, &two);
        uint32_t x = list[0], y = list[1];
        unsigned row = 2u * a->accepts[x] + b->accepts[y];
        st = meet(p, call, a->root[x], b->root[y], &node);
        if (!st) st = ta_maker_state(m, call, node, (int)(truth >> row & 1));
    }
    return st;
}

/* As they are: words that are not numbers are the caller's matter. */
static ta_status side_by_side(ta_call *call, const ta_automaton *a, const ta_automaton *b,
                              unsigned truth, ta_automaton **automaton) {
    pairing p;
    ta_maker_begin(&p.m, call, a->numeration);
    p.a = &a->nodes;
    p.b = &b->nodes;
    ta_status st = pair_states(&p, call, a, b, truth);
    if (!st) st = ta_maker_finish(&p.m, call, 0, a->tracks | b->tracks, automaton);
    ta_maker_clear(&p.m);
    return st;
}

/* Is every word a number? */
static int plain(const ta_numeration *n) {
    return n->order == 1;
}

ta_status ta_automaton_all(const ta_numeration *numeration, ta_call *call, uint32_t tracks,
                           ta_automaton **automaton) {
    ta_automaton *all = NULL;
    ta_maker m;
    uint32_t leaf;
    ta_maker_begin(&m, call, numeration);
    ta_status st = ta_maker_leaf(&m, call, NULL, 0, &leaf);
    if (!st) st = ta_maker_state(&m, call, leaf, 1);
    if (!st) st = ta_maker_finish(&m, call, 0, plain(numeration) ? tracks : 0, &all);
    ta_maker_clear(&m);
    for (uint8_t t = 0; !st && !plain(numeration) && t < TA_TRACKS; t++) {
        if (!(tracks >> t & 1)) continue;
        ta_automaton *word = NULL, *more = NULL;
        uint8_t to[TA_TRACKS] = { t };
        st = ta_automaton_rename(call, numeration->words, to, &word);
        if (!st) st = side_by_side(call, all, word, TA_AND, &more);
        ta_automaton_destroy(word);
        if (st) break;
        ta_automaton_destroy(all);
        all = more;
    }
    if (st) ta_automaton_destroy(all);
    else *automaton = all;
    return st;
}

/* a on more tracks. */
static ta_status widen(ta_call *call, const ta_automaton *a, uint32_t tracks,
                       ta_automaton **wide) {
    uint32_t more = tracks & ~a->tracks;
    if (!more) return ta_automaton_copy(call, a, wide);
    ta_automaton *all = NULL;
    ta_status st = ta_automaton_all(a->numeration, call, more, &all);
    if (!st) st = side_by_side(call, a, all, TA_AND, wide);
    ta_automaton_destroy(all);
    return st;
}

ta_status ta_automaton_combine(ta_call *call, const ta_automaton *a, const ta_automaton *b,
                               unsigned truth, ta_automaton **automaton) {
    ta_require(a->numeration == b->numeration && !(truth & 1) && truth < 16);
    if (truth == TA_AND || plain(a->numeration) || a->tracks == b->tracks)
        return side_by_side(call, a, b, truth, automaton);
    ta_automaton *x = NULL, *y = NULL;
    ta_status st = widen(call, a, b->tracks, &x);
    if (!st) st = widen(call, b, a->tracks, &y);
    if (!st) st = side_by_side(call, x, y, truth, automaton);
    ta_automaton_destroy(x);
    ta_automaton_destroy(y);
    return st;
}

ta_status ta_automaton_not(ta_call *call, const ta_automaton *a, ta_automaton **automaton) {
    ta_automaton *all = NULL;
    ta_status st = ta_automaton_all(a->numeration, call, a->tracks, &all);
    if (!st) st = side_by_side(call, all, a, TA_LESS, automaton);
    ta_automaton_destroy(all);
    return st;
}
