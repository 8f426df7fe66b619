/*
** minimise.c - the least automaton of a set: states that no word tells apart become one.
**
** Blocks of states are refined (Moore): two states stay together when they were, and their
** diagrams lead to the same blocks for every letter. With the leaves named by blocks, and equal
** nodes one, that is: when the numbers of their diagrams are the same. When no block is split
** the blocks are the classes of Myhill and Nerode. They are then numbered in the order in which
** they are met from the start, breadth first and by digits; what is not met is left out. So equal
** sets have equal automata, node by node.
** Cost: the nodes, times the letters needed to tell the last two states apart.
*/
#include <string.h>

#include "automata_int.h"
#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"

/* A diagram of `from` copied into `to`, leaf q becoming name[q]. */
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

/* One round: name[q] becomes the block of q for one letter more; how many there are. */
static ta_status refine(ta_maker *m, ta_call *call, ta_nodes *scratch, ta_pairs *blocks,
                        const uint32_t *old, uint32_t *name, uint32_t *count) {
    ta_status st = TA_OK;
    ta_nodes_empty(scratch);
    ta_pairs_empty(&m->memo);
    ta_pairs_empty(blocks);
    *count = 0;
    for (uint32_t q = 0; !st && q < m->made; q++) {
        uint32_t root;
        st = copy(m, call, &m->nodes, scratch, old, m->root[q], &root);
        if (st || ta_pairs_get(blocks, old[q], root, &name[q])) continue;
        name[q] = (*count)++;
        st = ta_pairs_put(blocks, &m->budget, call, old[q], root, name[q]);
    }
    return st;
}

/* ---- The blocks in order ---- */

typedef struct numbering {
    ta_maker *m;
    const uint32_t *block;
    uint32_t *number; /* of a block, plus one; 0: not met */
    uint32_t *queue;  /* a state of each block, by number */
    uint32_t count;
} numbering;

/* Number the blocks of the leaves in order. */
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

/* The blocks: in *block, which has room for all states, as `spare`; which are swapped. */
static ta_status find_blocks(ta_maker *m, ta_call *call, uint32_t **block, uint32_t **spare) {
    ta_nodes scratch = { .digits = m->nodes.digits };
    ta_pairs blocks = { NULL, NULL, 0, 0 };
    uint32_t count = 0, before = 0;
    ta_status st = TA_OK;
    for (uint32_t q = 0; q < m->made; q++) (*block)[q] = m->accepts[q];
    do {
        before = count;
        st = refine(m, call, &scratch, &blocks, *block, *spare, &count);
        uint32_t *swap = *block;
        *block = *spare;
        *spare = swap;
    } while (!st && count != before);
    ta_nodes_clear(&scratch, &m->budget);
    ta_pairs_clear(&blocks, &m->budget);
    return st;
}

ta_status ta_maker_minimise(ta_maker *m, ta_call *call, uint32_t start, uint32_t tracks,
                            ta_automaton **automaton) {
    const ta_allocator *al = m->budget.allocator;
    size_t room = m->made;
    ta_status st = ta_budget_take(&m->budget, call, 4.0 * (double)room * sizeof(uint32_t));
    if (st) return st;
    uint32_t *block = ta_alloc(al, room, sizeof *block), *spare = ta_alloc(al, room, sizeof *spare);
    uint32_t *number = ta_alloc(al, room, sizeof *number), *queue = ta_alloc(al, room, sizeof *queue);
    ta_automaton *a = ta_alloc(al, 1, sizeof *a);
    if (a) {
        a->allocator = *al;
        a->numeration = m->numeration;
        a->tracks = tracks;
        a->nodes.digits = m->nodes.digits;
    }
    if (!block || !spare || !number || !queue || !a) st = TA_ENOMEM;
    if (!st) st = find_blocks(m, call, &block, &spare);
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
