/*
** graph.c - builds graphs of positions, and finds cycles.
**
** To find a cycle, nodes without incoming edges are removed repeatedly. Some nodes remain exactly
** if there is a cycle. Cost: linear in nodes and options.
*/
#include "graph.h"

#include <string.h>

#include "base/hash.h"
#include "base/status.h"
#include "store/store.h"

/* ---- Writing ---- */

void graph_clear(const ta_allocator *a, graph *g) {
    for (int p = 0; p < 2; p++) {
        ta_free(a, g->end[p], g->end_cap[p], sizeof *g->end[p]);
        ta_free(a, g->to[p], g->to_cap[p], sizeof *g->to[p]);
    }
    *g = (graph){ 0 };
}

static ta_status reserve(const ta_allocator *a, uint32_t **items, size_t *cap, size_t need) {
    void *block = *items;
    ta_status s = ta_reserve(a, &block, cap, need, sizeof **items);
    *items = block;
    return s;
}

ta_status graph_add(const ta_allocator *a, graph *g) {
    for (int p = 0; p < 2; p++) {
        ta_status s = reserve(a, &g->end[p], &g->end_cap[p], (size_t)g->nodes + 1);
        if (s) return s;
        g->end[p][g->nodes] = graph_from(g, p, g->nodes);
    }
    g->nodes++;
    return TA_OK;
}

ta_status graph_append(const ta_allocator *a, graph *g, int player, uint32_t to) {
    uint32_t *end = &g->end[player][g->nodes - 1];
    ta_status s = reserve(a, &g->to[player], &g->to_cap[player], (size_t)*end + 1);
    if (!s) g->to[player][(*end)++] = to;
    return s;
}

ta_status graph_too_large(ta_call *call) {
    return ta_fail(call, TA_ELIMIT, "a graph of more than %u positions", TA_LOOPY_MOST);
}

/* ---- Parts and wholes ---- */

#define NOWHERE UINT32_MAX

/* number[v]: the new number of a reached node v. queue: the reached nodes, in order. seen[w]: the
** last node and player that got the option w. */
typedef struct reach {
    const ta_allocator *a;
    const graph *g;
    uint32_t *number, *queue, *seen[2];
    uint32_t count;
} reach;

static ta_status reach_options(reach *r, uint32_t from, int player, graph *out) {
    uint32_t count;
    const uint32_t *option = graph_options(r->g, player, r->queue[from], &count);
    ta_status s = TA_OK;
    for (uint32_t i = 0; i < count && !s; i++) {
        uint32_t to = option[i];
        if (r->number[to] == NOWHERE) {
            r->number[to] = r->count;
            r->queue[r->count++] = to;
        }
        to = r->number[to];
        if (r->seen[player][to] == from + 1) continue;
        r->seen[player][to] = from + 1;
        s = graph_append(r->a, out, player, to);
    }
    return s;
}

ta_status graph_reach(const ta_allocator *a, const graph *g, uint32_t start, graph *reached) {
    graph out = { 0 };
    uint32_t *block = ta_alloc(a, (size_t)g->nodes * 4, sizeof *block);
    if (!block) return TA_ENOMEM;
    reach r = { a,
                g,
                block,
                block + g->nodes,
                { block + 2 * (size_t)g->nodes, block + 3 * (size_t)g->nodes },
                0 };
    for (uint32_t v = 0; v < g->nodes; v++) r.number[v] = NOWHERE;
    r.number[start] = 0;
    r.queue[r.count++] = start;
    ta_status s = TA_OK;
    for (uint32_t v = 0; v < r.count && !s; v++) {
        s = graph_add(a, &out);
        for (int p = 0; p < 2 && !s; p++) s = reach_options(&r, v, p, &out);
    }
    ta_free(a, block, (size_t)g->nodes * 4, sizeof *block);
    if (s) graph_clear(a, &out);
    else *reached = out;
    return s;
}

ta_status graph_negative(const ta_allocator *a, const graph *g, graph *negative) {
    graph out = { 0 };
    ta_status s = TA_OK;
    for (uint32_t v = 0; v < g->nodes && !s; v++) {
        s = graph_add(a, &out);
        for (int p = 0; p < 2 && !s; p++) {
            uint32_t count;
            const uint32_t *option = graph_options(g, 1 - p, v, &count);
            for (uint32_t i = 0; i < count && !s; i++) s = graph_append(a, &out, p, option[i]);
        }
    }
    if (s) graph_clear(a, &out);
    else *negative = out;
    return s;
}

/* ---- Sums ---- */

/* The pairs of nodes reached, in order. They are interned, so each has one number. */
typedef struct pairs {
    ta_store store;
    uint64_t *pair;
} pairs;

static uint32_t hash_of(const void *t, size_t n) {
    return (uint32_t)ta_hash(((const pairs *)t)->pair[n]);
}

static int is_pair(const void *t, size_t n, const void *pair) {
    return ((const pairs *)t)->pair[n] == *(const uint64_t *)pair;
}

static const ta_store_kind pairs_kind = {
    "pair", "pairs", "pairs", 1, SIZE_MAX, sizeof(uint64_t), hash_of,
};

static ta_status number(pairs *t, ta_call *call, uint32_t u, uint32_t v, uint32_t *n) {
    const uint64_t pair = (uint64_t)u << 32 | v;
    ta_store *store = &t->store;
    ta_status s = ta_store_extend(store, call, (void **)&t->pair, 1);
    if (s) return s;
    const uint32_t hash = (uint32_t)ta_hash(pair);
    uint32_t slot = store->slots.at[ta_slots_find(&store->slots, hash, is_pair, t, &pair)];
    if (!slot) {
        if (store->count == TA_LOOPY_MOST) return graph_too_large(call);
        t->pair[store->count] = pair;
        slot = (uint32_t)ta_store_add(store, hash) + 1;
    }
    *n = slot - 1;
    return TA_OK;
}

static ta_status sum_options(pairs *t, ta_call *call, const graph *g, const graph *h, uint64_t pair,
                             int player, graph *out) {
    uint32_t u = (uint32_t)(pair >> 32), v = (uint32_t)pair, count, n;
    const uint32_t *option = graph_options(g, player, u, &count);
    ta_status s = TA_OK;
    for (uint32_t i = 0; i < count && !s; i++) {
        s = number(t, call, option[i], v, &n);
        if (!s) s = graph_append(&t->store.allocator, out, player, n);
    }
    option = graph_options(h, player, v, &count);
    for (uint32_t i = 0; i < count && !s; i++) {
        s = number(t, call, u, option[i], &n);
        if (!s) s = graph_append(&t->store.allocator, out, player, n);
    }
    return s;
}

ta_status graph_sum(const ta_allocator *a, ta_call *call, const graph *g, const graph *h,
                    graph *sum) {
    graph out = { 0 }, once = { 0 };
    pairs t = { .pair = NULL };
    uint32_t n;
    ta_store_init(&t.store, &pairs_kind, a, 0, 0, SIZE_MAX / 4);
    ta_status s = number(&t, call, 0, 0, &n);
    for (uint32_t v = 0; v < t.store.count && !s; v++) {
        s = graph_add(a, &out);
        for (int p = 0; p < 2 && !s; p++) s = sum_options(&t, call, g, h, t.pair[v], p, &out);
    }
    ta_store_end(&t.store, (void **)&t.pair);
    if (!s) s = graph_reach(a, &out, 0, &once); /* removes repeated options */
    graph_clear(a, &out);
    if (!s) *sum = once;
    return s;
}

/* ---- Queries ---- */

ta_status graph_reverse(const ta_allocator *a, const graph *g, graph *reverse) {
    graph out = { 0 };
    out.nodes = g->nodes;
    for (int p = 0; p < 2; p++) {
        uint32_t edges = graph_edges(g, p);
        out.end_cap[p] = g->nodes;
        out.to_cap[p] = edges ? edges : 1;
        out.end[p] = ta_alloc(a, out.end_cap[p], sizeof *out.end[p]);
        out.to[p] = ta_alloc(a, out.to_cap[p], sizeof *out.to[p]);
        if (!out.end[p] || !out.to[p]) {
            graph_clear(a, &out);
            return TA_ENOMEM;
        }
        uint32_t *end = out.end[p];
        for (uint32_t i = 0; i < edges; i++) end[g->to[p][i]]++;
        for (uint32_t v = 1; v < g->nodes; v++) end[v] += end[v - 1];
        for (uint32_t v = g->nodes; v-- > 0;) {
            uint32_t count;
            const uint32_t *option = graph_options(g, p, v, &count);
            for (uint32_t i = 0; i < count; i++) out.to[p][--end[option[i]]] = v;
        }
        /* end[v] holds where the predecessors of v begin: now set it to where they end */
        for (uint32_t v = 0; v + 1 < g->nodes; v++) end[v] = end[v + 1];
        if (g->nodes) end[g->nodes - 1] = edges;
    }
    *reverse = out;
    return TA_OK;
}

int graph_same(const graph *g, const graph *h) {
    if (g->nodes != h->nodes) return 0;
    if (!g->nodes) return 1;
    for (int p = 0; p < 2; p++) {
        uint32_t edges = graph_edges(g, p);
        if (memcmp(g->end[p], h->end[p], g->nodes * sizeof *g->end[p]) != 0) return 0;
        if (edges && memcmp(g->to[p], h->to[p], edges * sizeof *g->to[p]) != 0) return 0;
    }
    return 1;
}

/* Is the move from v to `to` in the graph that is searched for cycles? The nodes of that graph are
** those of g, or with alternating moves 2 node + mover. */
static int move_counts(graph_cycles kind, uint32_t v, uint32_t to) {
    return kind != CYCLES_LONG || v != to;
}

static void count_moves(const graph *g, graph_cycles kind, uint32_t v, int p, uint32_t *into) {
    uint32_t count;
    const uint32_t *option = graph_options(g, p, v, &count);
    for (uint32_t i = 0; i < count; i++)
        if (move_counts(kind, v, option[i]))
            into[kind == CYCLES_ALTERNATING ? 2 * option[i] + (uint32_t)(1 - p) : option[i]]++;
}

static uint32_t take_moves(const graph *g, graph_cycles kind, uint32_t v, int p, uint32_t *into,
                           uint32_t *stack, uint32_t top) {
    uint32_t count;
    const uint32_t *option = graph_options(g, p, v, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t to = kind == CYCLES_ALTERNATING ? 2 * option[i] + (uint32_t)(1 - p) : option[i];
        if (move_counts(kind, v, option[i]) && --into[to] == 0) stack[top++] = to;
    }
    return top;
}

ta_status graph_has(const ta_allocator *a, const graph *g, graph_cycles kind, int *has) {
    int turns = kind == CYCLES_ALTERNATING;
    uint32_t states = turns ? 2 * g->nodes : g->nodes, top = 0, taken = 0;
    uint32_t *into = ta_alloc(a, (size_t)states * 2, sizeof *into);
    if (!into) return TA_ENOMEM;
    uint32_t *stack = into + states;
    for (uint32_t v = 0; v < g->nodes; v++)
        for (int p = 0; p < 2; p++) count_moves(g, kind, v, p, into);
    for (uint32_t x = 0; x < states; x++)
        if (!into[x]) stack[top++] = x;
    for (; top; taken++) {
        uint32_t x = stack[--top];
        if (turns) {
            top = take_moves(g, kind, x / 2, (int)(x % 2), into, stack, top);
            continue;
        }
        for (int p = 0; p < 2; p++) top = take_moves(g, kind, x, p, into, stack, top);
    }
    ta_free(a, into, (size_t)states * 2, sizeof *into);
    *has = taken < states;
    return TA_OK;
}
