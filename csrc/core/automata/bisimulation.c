/*
** bisimulation.c - merges bisimilar states of a graph: both accept or neither does, and with each letter
** they lead to the same states after merging. Every word then leads to an accepting state from both
** or from neither (bisimulation: Park 1981). So sets of states become smaller.
**
** Blocks of states are split, all at once, by hashes of their edges, until their number stays. Two
** different states may have one hash. So the end result is checked: all states of a block must be
** bisimilar. If they are not, or if the rounds do not suffice, nothing is merged.
*/
#include <string.h>

#include "automata_int.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/poll.h"

#define ROUNDS 16
#define CELLS ((size_t)1 << 16)

typedef struct merging {
    ta_graph *g;
    uint32_t *block, *first; /* of a state; the first state of a block */
    uint32_t *slot;          /* by hash: block + 1 */
    uint32_t *seen;          /* by letter and block: the turn that last met it */
    uint64_t *hash;          /* of a block */
    size_t slots;
    uint32_t blocks, turn;
} merging;

/* Is this edge of the current state the first one with its letter and block? */
static int is_new(merging *m, const ta_edge *e) {
    uint32_t *seen = &m->seen[(size_t)m->block[e->to] * m->g->letters + e->letter];
    if (*seen == m->turn) return 0;
    *seen = m->turn;
    return 1;
}

static uint64_t hash_of(merging *m, uint32_t q) {
    const ta_edge *edge = m->g->edge;
    uint64_t sum = m->block[q];
    m->turn++;
    for (size_t e = ta_graph_first(m->g, q); e < m->g->past[q]; e++)
        if (is_new(m, &edge[e]))
            sum += ta_hash((uint64_t)m->block[edge[e].to] << 32 | (edge[e].letter + 1));
    return ta_hash(sum);
}

/* The block of a hash in this round, new or not. */
static uint32_t block_of(merging *m, uint64_t hash, uint32_t q) {
    size_t i = (size_t)hash & (m->slots - 1);
    while (m->slot[i] && m->hash[m->slot[i] - 1] != hash) i = (i + 1) & (m->slots - 1);
    if (!m->slot[i]) {
        m->hash[m->blocks] = hash;
        m->first[m->blocks] = q;
        m->slot[i] = ++m->blocks;
    }
    return m->slot[i] - 1;
}

/* Split all blocks. `next` holds a word for each state. */
static void split(merging *m, uint32_t *next) {
    memset(m->slot, 0, m->slots * sizeof *m->slot);
    m->blocks = 0;
    for (uint32_t q = 0; q < m->g->states; q++) next[q] = block_of(m, hash_of(m, q), q);
    memcpy(m->block, next, m->g->states * sizeof *next);
}

static uint32_t count_new(merging *m, uint32_t q) {
    uint32_t count = 0;
    for (size_t e = ta_graph_first(m->g, q); e < m->g->past[q]; e++)
        count += (uint32_t)is_new(m, &m->g->edge[e]);
    return count;
}

/* Do both accept or neither, and lead, with each letter, to the same blocks? */
static int alike(merging *m, uint32_t a, uint32_t b) {
    if (m->g->accepts[a] != m->g->accepts[b]) return 0;
    m->turn++;
    uint32_t count = count_new(m, a);
    if (count_new(m, b)) return 0;
    m->turn++;
    return count_new(m, b) == count;
}

static int are_right(merging *m) {
    for (uint32_t q = 0; q < m->g->states; q++)
        if (m->first[m->block[q]] != q && !alike(m, m->first[m->block[q]], q)) return 0;
    return 1;
}

/* Turn blocks into states, numbered in the order of their first states. */
static void rebuild(merging *m) {
    ta_graph *g = m->g;
    size_t edges = 0, e = 0;
    for (uint32_t q = 0, b = 0; q < g->states; q++) {
        if (m->first[m->block[q]] != q) {
            e = g->past[q];
            continue;
        }
        m->turn++;
        for (; e < g->past[q]; e++)
            if (is_new(m, &g->edge[e]))
                g->edge[edges++] = (ta_edge){ g->edge[e].letter, m->block[g->edge[e].to] };
        g->past[b] = edges;
        g->accepts[b++] = g->accepts[q];
    }
    g->states = m->blocks;
    g->edges = edges;
}

ta_status ta_graph_merge(ta_graph *g, ta_call *call) {
    merging m = { .g = g, .slots = 16 };
    size_t n = g->states, cells = n * g->letters;
    if (cells > CELLS || n < 2) return TA_OK;
    while (m.slots < 2 * n) m.slots *= 2;
    size_t words = 5 * n + m.slots + cells;
    ta_status st = ta_budget_take(&g->budget, call, (double)(words * sizeof(uint32_t)));
    if (st) return st;
    uint64_t *room = ta_alloc(g->budget.allocator, words, sizeof(uint32_t));
    uint32_t rounds = 0, before = 0;
    if (room) {
        m.hash = room;
        m.block = (uint32_t *)(void *)(room + n);
        m.first = m.block + n;
        m.slot = m.first + 2 * n;
        m.seen = m.slot + m.slots;
        for (uint32_t q = 0; q < n; q++) m.block[q] = g->accepts[q];
        for (; rounds < ROUNDS && (rounds == 0 || m.blocks > before) && m.blocks < n; rounds++) {
            before = m.blocks;
            split(&m, m.first + n);
        }
        if (m.blocks == before && m.blocks < n && are_right(&m)) rebuild(&m);
    }
    ta_free(g->budget.allocator, room, words, sizeof(uint32_t));
    g->budget.bytes -= (double)(words * sizeof(uint32_t));
    return room ? ta_poll(call, rounds * (1 + (uint32_t)(g->edges / 4)), g->states, 0) : TA_ENOMEM;
}
