/*
** combine.c - and, or, xor, less, not: automata run side by side, only the pairs that are met.
** Where one of the two stays where it is for ever, and that settles the result (nothing more is in
** a, for "and"), the other is followed no further.
**
** A pair of states accepts by a truth table of what each accepts. Words that are not numbers are
** accepted by neither, and stay so as f(0, 0) = 0: on tracks of one alone the other says nothing,
** so each is first held to numbers there (a set on track 0 is, on tracks 0 and 1, the set of the
** words whose track 1 is a number, too). "And" is join.c's; "not" is "all numbers, and not the set".
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

/* Does the diagram lead to a state that is never left, with all letters? */
static int stays(const ta_automaton *a, uint32_t node) {
    return (node & LEAF) && a->root[node & ~LEAF] == node;
}

/* Is the result settled, whatever follows? */
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

/* Is every word a number? */
static int plain(const ta_numeration *n) {
    return n->order == 1;
}

/* All words. */
static ta_status everything(const ta_numeration *numeration, ta_call *call, uint32_t tracks,
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

ta_status ta_automaton_all(const ta_numeration *numeration, ta_call *call, uint32_t tracks,
                           ta_automaton **automaton) {
    if (plain(numeration) || !tracks) return everything(numeration, call, tracks, automaton);
    ta_automaton *word[TA_TRACKS] = { NULL };
    const ta_automaton *words[TA_TRACKS];
    size_t count = 0;
    ta_status st = TA_OK;
    for (uint8_t t = 0; !st && t < TA_TRACKS; t++) {
        if (!(tracks >> t & 1)) continue;
        uint8_t to[TA_TRACKS] = { t };
        st = ta_automaton_rename(call, numeration->words, to, &word[count]);
        words[count] = word[count];
        count += !st;
    }
    if (!st) st = ta_automaton_join(call, count, words, 0, automaton);
    while (count) ta_automaton_destroy(word[--count]);
    return st;
}

/* a on more tracks. */
static ta_status widen(ta_call *call, const ta_automaton *a, uint32_t tracks, ta_automaton **wide) {
    uint32_t more = tracks & ~a->tracks;
    if (!more) return ta_automaton_copy(call, a, wide);
    ta_automaton *all = NULL;
    ta_status st = ta_automaton_all(a->numeration, call, more, &all);
    if (!st) st = ta_side_by_side(call, a, all, TA_AND, wide);
    ta_automaton_destroy(all);
    return st;
}

ta_status ta_automaton_combine(ta_call *call, const ta_automaton *a, const ta_automaton *b,
                               unsigned truth, ta_automaton **automaton) {
    ta_require(a->numeration == b->numeration && !(truth & 1) && truth < 16);
    if (truth == TA_AND) {
        const ta_automaton *both[2] = { a, b };
        return ta_automaton_join(call, 2, both, 0, automaton);
    }
    if (plain(a->numeration) || a->tracks == b->tracks)
        return ta_side_by_side(call, a, b, truth, automaton);
    ta_automaton *x = NULL, *y = NULL;
    ta_status st = widen(call, a, b->tracks, &x);
    if (!st) st = widen(call, b, a->tracks, &y);
    if (!st) st = ta_side_by_side(call, x, y, truth, automaton);
    ta_automaton_destroy(x);
    ta_automaton_destroy(y);
    return st;
}

/* Turned round, the least automaton is that of the other words; those that are no numbers go. */
ta_status ta_automaton_not(ta_call *call, const ta_automaton *a, ta_automaton **automaton) {
    ta_automaton *others = NULL, *all = NULL;
    ta_status st = ta_automaton_copy(call, a, &others);
    if (st) return st;
    for (uint32_t q = 0; q < others->states; q++) others->accepts[q] ^= 1;
    if (plain(a->numeration)) {
        *automaton = others;
        return TA_OK;
    }
    st = ta_automaton_all(a->numeration, call, a->tracks, &all);
    const ta_automaton *both[2] = { others, all };
    if (!st) st = ta_automaton_join(call, 2, both, 0, automaton);
    ta_automaton_destroy(others);
    ta_automaton_destroy(all);
    return st;
}
