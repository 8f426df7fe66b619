/*
** label.c - the canonical numbering of a graph, with bisimilar nodes merged.
**
** Nodes get ranks, at first all the same. In a round, nodes are sorted by their rank and the sets
** of ranks of their options, and nodes equal in both get the same new rank. Rounds end when the
** number of ranks does not grow. Then nodes of one rank have options of the same ranks. So they
** have the same lines of play, and are equal in every sense. A rank does not depend on the old
** numbers. The new numbers are assigned from the start node on, in the order of ranks.
** Cost: rounds (at most the number of nodes) times sorting.
*/
#include <string.h>

#include "base/poll.h"
#include "graph.h"

typedef struct label {
    const graph *g;
    uint32_t *rank, *next; /* of nodes */
    uint32_t *order, *spare;
    uint32_t *set[2]; /* ranks of options, at the indices of to[p], sorted without repeats */
    uint32_t *size[2];
} label;

static void sort_ranks(uint32_t *rank, uint32_t count) {
    for (uint32_t gap = count / 2; gap > 0; gap /= 2)
        for (uint32_t i = gap; i < count; i++) {
            uint32_t x = rank[i], j = i;
            for (; j >= gap && rank[j - gap] > x; j -= gap) rank[j] = rank[j - gap];
            rank[j] = x;
        }
}

static void look(label *l, uint32_t v) {
    for (int p = 0; p < 2; p++) {
        uint32_t count, size = 0;
        const uint32_t *option = graph_options(l->g, p, v, &count);
        uint32_t *set = l->set[p] + graph_from(l->g, p, v);
        for (uint32_t i = 0; i < count; i++) set[i] = l->rank[option[i]];
        sort_ranks(set, count);
        for (uint32_t i = 0; i < count; i++)
            if (!size || set[size - 1] != set[i]) set[size++] = set[i];
        l->size[p][v] = size;
    }
}

/* Compare u and v by rank and by the ranks of their options: -1, 0, 1. */
static int compare(const label *l, uint32_t u, uint32_t v) {
    if (l->rank[u] != l->rank[v]) return l->rank[u] < l->rank[v] ? -1 : 1;
    for (int p = 0; p < 2; p++) {
        uint32_t count = l->size[p][u];
        if (count != l->size[p][v]) return count < l->size[p][v] ? -1 : 1;
        const uint32_t *a = l->set[p] + graph_from(l->g, p, u),
                       *b = l->set[p] + graph_from(l->g, p, v);
        for (uint32_t i = 0; i < count; i++)
            if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    }
    return 0;
}

/* Merge sort of `order`: stable, and O(n log n). */
static void sort_nodes(label *l) {
    uint32_t n = l->g->nodes;
    for (uint32_t width = 1; width < n; width *= 2) {
        for (uint32_t from = 0; from < n; from += 2 * width) {
            uint32_t i = from, mid = from + width < n ? from + width : n, j = mid,
                     end = mid + width < n ? mid + width : n;
            for (uint32_t k = from; k < end; k++)
                l->spare[k] = j >= end || (i < mid && compare(l, l->order[i], l->order[j]) <= 0)
                                  ? l->order[i++]
                                  : l->order[j++];
        }
        uint32_t *sorted = l->spare;
        l->spare = l->order;
        l->order = sorted;
    }
}

/* Run one round. Return the number of ranks after it. */
static uint32_t round_of(label *l) {
    for (uint32_t v = 0; v < l->g->nodes; v++) look(l, v);
    sort_nodes(l);
    uint32_t ranks = 0;
    for (uint32_t i = 0; i < l->g->nodes; i++) {
        ranks += i > 0 && compare(l, l->order[i - 1], l->order[i]) != 0;
        l->next[l->order[i]] = ranks;
    }
    memcpy(l->rank, l->next, l->g->nodes * sizeof *l->rank);
    return ranks + 1;
}

/* Write the graph of ranks: the options of node r are the ranks of its nodes' options. */
static ta_status write_ranks(const ta_allocator *a, const label *l, graph *out) {
    ta_status s = TA_OK;
    for (uint32_t i = 0; i < l->g->nodes && !s; i++) {
        uint32_t v = l->order[i];
        if (i && l->rank[l->order[i - 1]] == l->rank[v]) continue;
        s = graph_add(a, out);
        for (int p = 0; p < 2 && !s; p++) {
            const uint32_t *set = l->set[p] + graph_from(l->g, p, v);
            for (uint32_t k = 0; k < l->size[p][v] && !s; k++) s = graph_append(a, out, p, set[k]);
        }
    }
    return s;
}

static ta_status refine(const ta_allocator *a, ta_call *call, label *l, graph *out) {
    ta_status s = TA_OK;
    uint32_t n = l->g->nodes, edges = graph_edges(l->g, 0) + graph_edges(l->g, 1);
    for (uint32_t v = 0; v < n; v++) l->order[v] = v;
    for (uint32_t before = 0, ranks = 1; ranks > before && !s;) {
        before = ranks;
        ranks = round_of(l);
        s = ta_poll(call, 8 * n + edges, 0, 0);
        if (ranks == 1) break;
    }
    if (s) return s;
    for (uint32_t v = 0; v < n; v++) look(l, v); /* with the last ranks */
    return write_ranks(a, l, out);
}

ta_status graph_label(const ta_allocator *a, ta_call *call, graph *g) {
    size_t n = g->nodes, left = graph_edges(g, 0), items = 6 * n + left + graph_edges(g, 1);
    uint32_t *block = ta_alloc(a, items, sizeof *block);
    if (!block) return TA_ENOMEM;
    label l = { g,
                block,
                block + n,
                block + 2 * n,
                block + 3 * n,
                { block + 6 * n, block + 6 * n + left },
                { block + 4 * n, block + 5 * n } };
    graph ranks = { 0 }, out = { 0 };
    ta_status s = refine(a, call, &l, &ranks);
    if (!s) s = graph_reach(a, &ranks, l.rank[0], &out);
    ta_free(a, block, items, sizeof *block);
    graph_clear(a, &ranks);
    if (s) return s;
    graph_clear(a, g);
    *g = out;
    return TA_OK;
}
