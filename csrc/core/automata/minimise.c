/*
** minimise.c - the minimal automaton of a set: merges states that no word distinguishes.
**
** States and the rests of their diagrams are one graph, in which each step reads one digit. Its
** blocks are refined (refine.c) until all elements of a block lead to the same blocks. Then the
** states of one block are those that no word distinguishes: the classes of Myhill and Nerode. They
** are numbered in the order of their discovery from the start, breadth first and by digits.
** Unreachable states are left out. So equal sets have equal automata, node by node. Cost: n log n.
** Here n is the elements times the digits. There are at most (nodes + states) (tracks + 1)
** elements. This method was compared with rounds that rename all diagrams by blocks until none is
** split (Moore). Those took 1.1 times as long on the proofs of bench/long/theorems.lua, whose
** products have hundreds of states. They took 2 times as long on n mod 10007, and 4 times on a
** linear condition of 64,000 states in Zeckendorf's numeration.
*/
#include <string.h>

#include "automata_int.h"
#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"

/* Copy a diagram of `from` into `to`; leaf q becomes name[q]. */
static ta_status copy(ta_maker *m, ta_call *call, const ta_nodes *from, ta_nodes *to,
                      const uint32_t *name, uint32_t node, uint32_t *result) {
    if (node & LEAF) {
        *result = LEAF | name[node & ~LEAF];
        return TA_OK;
    }
    if (ta_pairs_get(&m->memo, node, 0, result)) return TA_OK;
    uint32_t child[TA_DIGITS_MOST];
    ta_status st = ta_poll(call, 4, (double)m->made, 0);
    for (unsigned d = 0; !st && d < from->digits; d++)
        st = copy(m, call, from, to, name, from->child[(size_t)node * from->digits + d], &child[d]);
    if (!st) st = ta_nodes_make(to, &m->budget, call, from->track[node], child, result);
    return st ? st : ta_pairs_put(&m->memo, &m->budget, call, node, 0, *result);
}

/* ---- States and diagrams as one graph ---- */

/* Elements are the states, and the rests of diagrams after a number of tracks. A diagram that does
** not read the next track is one element before that track and another one after it. */
typedef struct graph {
    ta_maker *m;
    uint8_t track[TA_TRACKS]; /* tracks that are read */
    unsigned tracks;
    uint32_t *node; /* of elements after the states */
    uint8_t *level; /* tracks read before it */
    uint32_t *next; /* of elements, by digit */
    uint32_t count;
    size_t node_cap, level_cap, next_cap;
} graph;

static void find_tracks(graph *g) {
    const ta_nodes *nodes = &g->m->nodes;
    uint32_t mask = 0;
    for (uint32_t i = 0; i < nodes->count; i++) mask |= (uint32_t)1 << nodes->track[i];
    for (uint8_t t = 0; t < TA_TRACKS; t++)
        if (mask >> t & 1) g->track[g->tracks++] = t;
    if (!mask) g->tracks = 1; /* no diagram reads this track */
}

static ta_status element(graph *g, ta_call *call, uint32_t node, unsigned level, uint32_t *id) {
    ta_maker *m = g->m;
    if (level == g->tracks) {
        *id = node & ~LEAF;
        return TA_OK;
    }
    if (ta_pairs_get(&m->memo, node, level, id)) return TA_OK;
    size_t at = g->count - m->made;
    if (g->count >= ID_MOST) return ta_fail(call, TA_ELIMIT, "an automaton of 2^31 nodes");
    ta_status st = ta_budget_reserve(&m->budget, call, (void **)&g->node, &g->node_cap, at + 1,
                                     sizeof *g->node);
    if (!st) st = ta_budget_reserve(&m->budget, call, (void **)&g->level, &g->level_cap, at + 1, 1);
    if (st) return st;
    g->node[at] = node;
    g->level[at] = (uint8_t)level;
    *id = g->count++;
    return ta_pairs_put(&m->memo, &m->budget, call, node, level, *id);
}

static ta_status find_elements(graph *g, ta_call *call) {
    ta_maker *m = g->m;
    unsigned digits = m->nodes.digits;
    ta_status st = TA_OK;
    g->count = m->made;
    find_tracks(g);
    for (uint32_t i = 0; !st && i < g->count; i++) {
        int is_state = i < m->made;
        uint32_t node = is_state ? m->root[i] : g->node[i - m->made];
        unsigned level = is_state ? 0 : g->level[i - m->made];
        st = ta_budget_reserve(&m->budget, call, (void **)&g->next, &g->next_cap,
                               ((size_t)i + 1) * digits, sizeof *g->next);
        for (unsigned d = 0; !st && d < digits; d++) {
            uint32_t child = ta_nodes_child(&m->nodes, node, g->track[level], d);
            st = element(g, call, child, level + 1, &g->next[(size_t)i * digits + d]);
        }
        if (!st) st = ta_poll(call, digits, (double)m->made, 0);
    }
    return st;
}

/* The initial partition: accepting states, other states, and the rests of diagrams by level. */
static uint32_t begin_blocks(const graph *g, uint32_t *block) {
    uint32_t name[TA_TRACKS + 1] = { 0 }, count = 0; /* of a class: its block plus one; 0: none */
    for (uint32_t i = 0; i < g->count; i++) {
        unsigned of = i < g->m->made ? g->m->accepts[i] : 1u + g->level[i - g->m->made];
        if (!name[of]) name[of] = ++count;
        block[i] = name[of] - 1;
    }
    return count;
}

static void clear(graph *g) {
    ta_budget *b = &g->m->budget;
    b->bytes -=
        (double)(g->node_cap * sizeof *g->node + g->level_cap + g->next_cap * sizeof *g->next);
    ta_free(b->allocator, g->node, g->node_cap, sizeof *g->node);
    ta_free(b->allocator, g->level, g->level_cap, 1);
    ta_free(b->allocator, g->next, g->next_cap, sizeof *g->next);
}

/* Compute the block of each state. */
static ta_status find_blocks(ta_maker *m, ta_call *call, uint32_t *block) {
    for (uint32_t q = 0; m->least && q < m->made; q++) block[q] = q;
    if (m->least) return TA_OK;
    graph g = { .m = m };
    uint32_t *all = NULL, count = 0;
    size_t cap = 0;
    ta_pairs_empty(&m->memo);
    ta_status st = find_elements(&g, call);
    if (!st) st = ta_budget_reserve(&m->budget, call, (void **)&all, &cap, g.count, sizeof *all);
    if (!st) {
        count = begin_blocks(&g, all);
        st = ta_refine(&m->budget, call, g.count, m->nodes.digits, g.next, all, &count);
    }
    if (!st) { /* a block is named by its first state */
        uint32_t *first = g.next;
        memset(first, 0, count * sizeof *first);
        for (uint32_t q = 0; q < m->made; q++) {
            if (!first[all[q]]) first[all[q]] = q + 1;
            block[q] = first[all[q]] - 1;
        }
    }
    m->budget.bytes -= (double)(cap * sizeof *all);
    ta_free(m->budget.allocator, all, cap, sizeof *all);
    clear(&g);
    return st;
}

/* ---- The blocks in order ---- */

typedef struct numbering {
    ta_maker *m;
    const uint32_t *block;
    uint32_t *number; /* of a block, plus one; 0: not visited */
    uint32_t *queue;  /* a state of each block, by number */
    uint32_t count;
} numbering;

/* Number the blocks of a diagram's leaves in order. */
static ta_status meet(numbering *n, ta_call *call, uint32_t node) {
    ta_maker *m = n->m;
    if (node & LEAF) {
        uint32_t q = node & ~LEAF;
        if (n->number[n->block[q]]) return TA_OK;
        n->queue[n->count++] = q;
        n->number[n->block[q]] = n->count;
        return TA_OK;
    }
    uint32_t seen;
    if (ta_pairs_get(&m->memo, node, 0, &seen)) return TA_OK;
    ta_status st = ta_pairs_put(&m->memo, &m->budget, call, node, 0, 1);
    for (unsigned d = 0; !st && d < m->nodes.digits; d++)
        st = meet(n, call, m->nodes.child[(size_t)node * m->nodes.digits + d]);
    return st;
}

static ta_status build(numbering *n, ta_call *call, uint32_t *name, ta_automaton *a) {
    ta_maker *m = n->m;
    ta_status st = TA_OK;
    ta_pairs_empty(&m->memo);
    for (uint32_t i = 0; !st && i < n->count; i++) st = meet(n, call, m->root[n->queue[i]]);
    if (st) return st;
    for (uint32_t q = 0; q < m->made; q++) name[q] = n->number[n->block[q]] - 1;
    a->root = ta_alloc(&a->allocator, n->count, sizeof *a->root);
    a->accepts = ta_alloc(&a->allocator, n->count, sizeof *a->accepts);
    if (a->root) a->states_cap = n->count;
    if (a->accepts) a->accepts_cap = n->count;
    if (!a->root || !a->accepts) return TA_ENOMEM;
    a->states = n->count;
    ta_pairs_empty(&m->memo);
    for (uint32_t i = 0; !st && i < n->count; i++) {
        st = copy(m, call, &m->nodes, &a->nodes, name, m->root[n->queue[i]], &a->root[i]);
        a->accepts[i] = m->accepts[n->queue[i]];
    }
    return st;
}

ta_status ta_maker_minimise(ta_maker *m, ta_call *call, uint32_t start, uint32_t tracks,
                            ta_automaton **automaton) {
    const ta_allocator *al = m->budget.allocator;
    size_t room = m->made;
    ta_status st = ta_budget_take(&m->budget, call, 4.0 * (double)room * sizeof(uint32_t));
    if (st) return st;
    uint32_t *block = ta_alloc(al, room, sizeof *block), *spare = ta_alloc(al, room, sizeof *spare);
    uint32_t *number = ta_alloc(al, room, sizeof *number),
             *queue = ta_alloc(al, room, sizeof *queue);
    ta_automaton *a = ta_alloc(al, 1, sizeof *a);
    if (a) {
        a->allocator = *al;
        a->numeration = m->numeration;
        a->tracks = tracks;
        a->nodes.digits = m->nodes.digits;
    }
    if (!block || !spare || !number || !queue || !a) st = TA_ENOMEM;
    if (!st) st = find_blocks(m, call, block);
    if (!st) {
        numbering n = { m, block, number, queue, 0 };
        queue[n.count++] = start;
        number[block[start]] = 1;
        st = build(&n, call, spare, a);
    }
    ta_free(al, block, room, sizeof *block);
    ta_free(al, spare, room, sizeof *spare);
    ta_free(al, number, room, sizeof *number);
    ta_free(al, queue, room, sizeof *queue);
    m->budget.bytes -= 4.0 * (double)room * sizeof(uint32_t);
    if (st) ta_automaton_destroy(a);
    else *automaton = a;
    return st;
}
