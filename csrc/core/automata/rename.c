/*
** rename.c - renames tracks. If their order stays, the automaton is copied with other names. Else
** the order of the tracks in the diagrams changes, or two tracks become one, and each diagram is
** rebuilt from its leaves. Different states stay different unless two tracks become one.
*/
#include <string.h>

#include "automata_int.h"
#include "base/mem.h"
#include "base/poll.h"

typedef struct renaming {
    ta_maker m;
    const ta_automaton *a;
    const uint8_t *to;
    ta_keys choices; /* arguments of earlier calls of `choose` */
    ta_pairs chosen; /* their results, by id */
} renaming;

/* The diagram that continues as child[d] if `track` has digit d. Children may read any tracks. */
static ta_status choose(renaming *r, ta_call *call, unsigned track, const uint32_t *child,
                        uint32_t *node) {
    ta_nodes *n = &r->m.nodes;
    unsigned digits = n->digits, top = track;
    uint32_t key[TA_DIGITS_MOST + 1], number;
    for (unsigned d = 0; d < digits; d++) {
        unsigned t = ta_nodes_track(n, child[d]);
        if (t < top) top = t;
        key[d] = child[d];
    }
    key[digits] = track;
    ta_status st = ta_poll(call, 4, (double)r->m.made, 0);
    if (!st) st = ta_keys_id(&r->choices, &r->m.budget, call, key, digits + 1, &number);
    if (st || ta_pairs_get(&r->chosen, number, 0, node)) return st;
    uint32_t branch[TA_DIGITS_MOST];
    for (unsigned e = 0; !st && e < digits; e++) {
        uint32_t after[TA_DIGITS_MOST]; /* the children, once `top` has digit e */
        for (unsigned d = 0; d < digits; d++) after[d] = ta_nodes_child(n, child[d], top, e);
        if (top == track) branch[e] = after[e];
        else st = choose(r, call, track, after, &branch[e]);
    }
    if (!st) st = ta_nodes_make(n, &r->m.budget, call, top, branch, node);
    return st ? st : ta_pairs_put(&r->chosen, &r->m.budget, call, number, 0, *node);
}

static ta_status rename_node(renaming *r, ta_call *call, uint32_t node, uint32_t *result) {
    if (node & LEAF) {
        *result = node; /* states keep their numbers */
        return TA_OK;
    }
    if (ta_pairs_get(&r->m.memo, node, 0, result)) return TA_OK;
    const ta_nodes *from = &r->a->nodes;
    uint32_t child[TA_DIGITS_MOST];
    ta_status st = TA_OK;
    for (unsigned d = 0; !st && d < from->digits; d++)
        st = rename_node(r, call, from->child[(size_t)node * from->digits + d], &child[d]);
    if (!st) st = choose(r, call, r->to[from->track[node]], child, result);
    return st ? st : ta_pairs_put(&r->m.memo, &r->m.budget, call, node, 0, *result);
}

/* ---- Copies ---- */

static void *copy_of(const ta_allocator *al, const void *from, size_t count, size_t size) {
    void *to = ta_alloc(al, count, size);
    if (to && count) memcpy(to, from, count * size);
    return to;
}

/* A copy with renamed tracks, in the same order. */
static ta_status relabel(ta_call *call, const ta_automaton *a, const uint8_t *to, uint32_t tracks,
                         ta_automaton **automaton) {
    const ta_allocator *al = &a->allocator;
    size_t nodes = a->nodes.count, children = nodes * a->nodes.digits;
    ta_budget budget;
    ta_budget_begin(&budget, a->numeration);
    ta_status st = ta_budget_take(&budget, call,
                                  (double)(a->states * (sizeof *a->root + 1) + nodes +
                                           children * sizeof *a->nodes.child));
    if (st) return st;
    ta_automaton *b = ta_alloc(al, 1, sizeof *b);
    if (!b) return TA_ENOMEM;
    *b = (ta_automaton){ .allocator = *al, .numeration = a->numeration, .tracks = tracks };
    b->nodes.digits = a->nodes.digits;
    b->states = a->states;
    b->root = copy_of(al, a->root, a->states, sizeof *a->root);
    if (b->root) b->states_cap = a->states;
    b->accepts = copy_of(al, a->accepts, a->states, 1);
    if (b->accepts) b->accepts_cap = a->states;
    b->nodes.track = copy_of(al, a->nodes.track, nodes, 1);
    if (b->nodes.track) b->nodes.track_cap = nodes;
    b->nodes.child = copy_of(al, a->nodes.child, children, sizeof *a->nodes.child);
    if (b->nodes.child) b->nodes.child_cap = children;
    if (!b->root || !b->accepts || (nodes && (!b->nodes.track || !b->nodes.child))) {
        ta_automaton_destroy(b);
        return TA_ENOMEM;
    }
    b->nodes.count = (uint32_t)nodes;
    for (size_t i = 0; i < nodes; i++) b->nodes.track[i] = to[b->nodes.track[i]];
    *automaton = b;
    return TA_OK;
}

ta_status ta_automaton_rename(ta_call *call, const ta_automaton *a, const uint8_t to[TA_TRACKS],
                              ta_automaton **automaton) {
    uint32_t tracks = 0;
    int ascending = 1, apart = 1;
    for (unsigned t = 0; t < TA_TRACKS; t++) {
        if (!(a->tracks >> t & 1)) continue;
        ascending &= tracks >> to[t] == 0;
        apart &= !(tracks >> to[t] & 1);
        tracks |= (uint32_t)1 << to[t];
    }
    if (ascending) {
        call->message[0] = '\0';
        return relabel(call, a, to, tracks, automaton);
    }
    renaming r;
    memset(&r, 0, sizeof r);
    ta_maker_begin(&r.m, call, a->numeration);
    r.m.least = apart;
    r.a = a;
    r.to = to;
    ta_status st = TA_OK;
    for (uint32_t q = 0; !st && q < a->states; q++) {
        uint32_t root;
        st = rename_node(&r, call, a->root[q], &root);
        if (!st) st = ta_maker_state(&r.m, call, root, a->accepts[q]);
    }
    ta_keys_clear(&r.choices, &r.m.budget);
    ta_pairs_clear(&r.chosen, &r.m.budget);
    if (!st) st = ta_maker_finish(&r.m, call, 0, tracks, automaton);
    ta_maker_clear(&r.m);
    return st;
}

ta_status ta_automaton_copy(ta_call *call, const ta_automaton *a, ta_automaton **automaton) {
    uint8_t same[TA_TRACKS];
    for (uint8_t t = 0; t < TA_TRACKS; t++) same[t] = t;
    return ta_automaton_rename(call, a, same, automaton);
}
