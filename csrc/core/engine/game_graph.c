/*
** game_graph.c - gathers the graph below a position, breadth first, with one rule call for each vertex
** and mover.
**
** The column Q_SEEN holds the number of each vertex met, plus one. The map may renumber its ids
** whenever a rule has emitted options. So vertices stay in its live list, which is rewritten, and
** options become vertices before the next rule call. Cost: 16 bytes a vertex and 4 an edge, the
** same again for `pred`, and the map's own memory.
*/
#include "game_graph.h"

#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"

static double held(const ta_reach *g) {
    double bytes = (double)g->vertex_cap * sizeof *g->vertex +
                   (double)(g->edge_cap + g->list_cap) * sizeof *g->edge;
    if (g->into) bytes += (double)g->count * sizeof *g->into + (double)g->edges * sizeof *g->pred;
    return bytes;
}

static ta_status allow(const ta_reach *g, ta_call *call, double more) {
    return ta_posmap_allow(&g->solver->map, call, held(g) + more);
}

ta_status ta_reach_alloc(ta_reach *g, ta_call *call, void **block, size_t count, size_t size) {
    ta_status st = allow(g, call, (double)count * (double)size);
    if (st) return st;
    *block = ta_alloc(&g->solver->allocator, count ? count : 1, size);
    return *block ? TA_OK : TA_ENOMEM;
}

static ta_status reserve(ta_reach *g, ta_call *call, void **block, size_t *cap, size_t need,
                         size_t size) {
    if (need <= *cap) return TA_OK;
    ta_status st = allow(g, call, 2.0 * (double)need * (double)size);
    return st ? st : ta_reserve(&g->solver->allocator, block, cap, need, size);
}

/* ---- Vertices ---- */

static ta_status add_vertex(ta_reach *g, ta_call *call, uint32_t entry, uint32_t cell) {
    ta_posmap *m = &g->solver->map;
    ta_assert(m->live_count == g->base + g->count);
    if (g->count >= TA_ID_MOST)
        return ta_fail(call, TA_ELIMIT, "2^31 positions are gathered; no more can be");
    ta_status st = ta_posmap_live_grow(m, call, 1);
    if (!st)
        st = reserve(g, call, (void **)&g->vertex, &g->vertex_cap, g->count + 1, sizeof *g->vertex);
    if (st) return st;
    m->live[m->live_count++] = entry;
    g->vertex[g->count++] = (ta_vertex){ 0, 0, cell };
    return TA_OK;
}

static size_t cell_of(const ta_column *c, uint32_t id, unsigned player) {
    return (size_t)id * c->players + (c->players > 1 ? player : 0);
}

/* The vertex of (id, player), new or not. */
static ta_status vertex_of(ta_reach *g, ta_call *call, uint32_t id, unsigned player, uint32_t *v) {
    ta_posmap *m = &g->solver->map;
    ta_column *seen = &m->column[Q_SEEN];
    size_t cell = cell_of(seen, id, player);
    *v = ta_column_get(seen, cell) - 1;
    if (*v != UINT32_MAX) return TA_OK;
    *v = g->count;
    ta_status st = ta_posmap_widen(m, call, Q_SEEN, g->count + 1);
    if (!st)
        st =
            add_vertex(g, call, id | (uint32_t)player << 31, ta_column_get(&m->column[g->q], cell));
    if (st) return st;
    ta_column_put(seen, cell, g->count);
    seen->known++;
    return TA_OK;
}

/* ---- Options ---- */

static ta_status add_edges(ta_reach *g, ta_call *call, uint32_t v, size_t count) {
    ta_status st =
        reserve(g, call, (void **)&g->edge, &g->edge_cap, g->edges + count, sizeof *g->edge);
    if (st) return st;
    if (count) memcpy(g->edge + g->edges, g->list, count * sizeof *g->edge);
    g->vertex[v].first = g->edges;
    g->vertex[v].degree = (uint32_t)count;
    g->edges += count;
    return TA_OK;
}

/* Make the sum of the parts list[from..to) a vertex, with the parts as edges. */
static ta_status link_sum(ta_reach *g, ta_call *call, size_t from, size_t to, uint32_t *v) {
    *v = g->count;
    ta_status st = add_vertex(g, call, NO_PARTS, 0);
    if (!st)
        st = reserve(g, call, (void **)&g->edge, &g->edge_cap, g->edges + (to - from),
                     sizeof *g->edge);
    if (st) return st;
    g->vertex[*v].first = g->edges;
    for (size_t i = from; i < to; i++) {
        uint32_t id = g->list[i] & TA_ID_MASK, part;
        if (id == NO_PARTS) continue;
        st = vertex_of(g, call, id, TA_LEFT, &part);
        if (st) return st;
        g->edge[g->edges++] = part;
        g->vertex[*v].degree++;
    }
    return TA_OK;
}

/* Are all parts list[from..to) known and finite? */
static int finite(const ta_reach *g, size_t from, size_t to) {
    const ta_column *c = &g->solver->map.column[g->q];
    for (size_t i = from; i < to; i++) {
        uint32_t id = g->list[i] & TA_ID_MASK;
        if (id != NO_PARTS && ta_column_get(c, id) < VALUE) return 0;
    }
    return 1;
}

/* Turn the `count` entries in `list`, options for the other player, into the edges of v. */
static ta_status link_options(ta_reach *g, ta_call *call, uint32_t v, unsigned other,
                              size_t count) {
    size_t kept = 0;
    for (size_t from = 0, to; from < count; from = to) {
        uint32_t option;
        for (to = from + 1; !(g->list[to - 1] & LAST);) to++;
        if (g->vertex[v].cell == DRAWN && !finite(g, from, to)) continue;
        uint32_t id = g->list[from] & TA_ID_MASK;
        ta_status st = to - from > 1 || id == NO_PARTS ? link_sum(g, call, from, to, &option)
                                                       : vertex_of(g, call, id, other, &option);
        if (st) return st;
        g->list[kept++] = option;
    }
    return add_edges(g, call, v, kept);
}

static ta_status expand(ta_reach *g, ta_call *call, uint32_t v) {
    ta_solver *s = g->solver;
    ta_posmap *m = &s->map;
    size_t end = g->base + g->count;
    uint32_t entry = m->live[g->base + v];
    unsigned player = entry >> 31;
    int64_t room[TA_COMPONENTS];
    ta_position p;
    ta_posmap_position(m, entry & TA_ID_MASK, room, &p);
    ta_status st = ta_solver_tick(s, call, Q_SEEN);
    if (!st) st = ta_solver_over(s, call, &p, (ta_player)player, &g->vertex[v].cell);
    if (st || (g->vertex[v].cell && g->q != Q_NIM)) return st;
    st = ta_solver_expand(s, call, Q_SEEN, &p, (ta_player)player);
    if (st) return st;
    size_t count = m->live_count - end;
    st = reserve(g, call, (void **)&g->list, &g->list_cap, count, sizeof *g->list);
    if (!st) st = ta_poll(call, (uint32_t)(count & 0xffff), (double)g->count, 0);
    if (st) return st;
    if (count) memcpy(g->list, m->live + end, count * sizeof *g->list);
    m->live_count = end;
    unsigned other = m->column[Q_SEEN].players > 1 ? player ^ 1u : 0;
    return link_options(g, call, v, other, count);
}

ta_status ta_reach_gather(ta_reach *g, ta_call *call, ta_solver *s, question q, size_t count,
                          ta_player player) {
    memset(g, 0, sizeof *g);
    g->solver = s;
    g->q = q;
    g->base = s->map.live_count = count;
    int players = ta_solver_players(s, q);
    if (s->map.column[Q_SEEN].players != players) ta_posmap_drop(&s->map, Q_SEEN);
    ta_status st = ta_posmap_open(&s->map, call, Q_SEEN, players);
    for (size_t i = 0; !st && i < count; i++) {
        uint32_t id = s->map.live[i] & TA_ID_MASK, v;
        if (id != NO_PARTS) st = vertex_of(g, call, id, players > 1 ? player : TA_LEFT, &v);
    }
    uint32_t level = g->count; /* vertices from here on are one move further away */
    size_t moves = 0;
    for (uint32_t v = 0; !st && v < g->count; v++) {
        uint32_t cell = g->vertex[v].cell;
        if (v == level) {
            level = g->count;
            moves++;
        }
        if (ta_reach_is_sum(g, v) || cell >= VALUE || (cell == DRAWN && q != Q_NIM)) continue;
        st = ta_solver_deep(s, call, moves);
        if (!st) st = expand(g, call, v);
    }
    return st;
}

/* Reset a few cells one by one; if there are many, drop the column. */
void ta_reach_clear(ta_reach *g) {
    const ta_allocator *a = &g->solver->allocator;
    ta_posmap *m = &g->solver->map;
    ta_column *seen = &m->column[Q_SEEN];
    if (seen->known * 8 > seen->cells) ta_posmap_drop(m, Q_SEEN);
    else if (seen->players) {
        for (uint32_t v = 0; v < g->count; v++) {
            uint32_t entry = m->live[g->base + v];
            if ((entry & TA_ID_MASK) == NO_PARTS) continue;
            ta_column_put(seen, cell_of(seen, entry & TA_ID_MASK, entry >> 31), 0);
        }
        seen->known = 0;
    }
    m->live_count = g->base;
    ta_free(a, g->vertex, g->vertex_cap, sizeof *g->vertex);
    ta_free(a, g->edge, g->edge_cap, sizeof *g->edge);
    ta_free(a, g->list, g->list_cap, sizeof *g->list);
    ta_free(a, g->into, (size_t)g->count + 1, sizeof *g->into);
    ta_free(a, g->pred, g->edges ? g->edges : 1, sizeof *g->pred);
}

/* ---- Reversed edges ---- */

ta_status ta_reach_turn(ta_reach *g, ta_call *call) {
    ta_status st =
        ta_reach_alloc(g, call, (void **)&g->into, (size_t)g->count + 1, sizeof *g->into);
    if (!st) st = ta_reach_alloc(g, call, (void **)&g->pred, g->edges, sizeof *g->pred);
    if (st) return st;
    for (size_t e = 0; e < g->edges; e++) g->into[g->edge[e] + 1]++;
    for (uint32_t v = 0; v < g->count; v++) g->into[v + 1] += g->into[v];
    /* Fill from the ends: into[v + 1] goes down to the start of v + 1, which is into[v]. */
    for (uint32_t v = g->count; v-- > 0;) {
        const ta_vertex *x = &g->vertex[v];
        st = ta_poll(call, x->degree & 0xffff, (double)g->count, 0);
        if (st) return st;
        for (size_t i = 0; i < x->degree; i++) g->pred[--g->into[g->edge[x->first + i] + 1]] = v;
    }
    memmove(g->into, g->into + 1, g->count * sizeof *g->into);
    g->into[g->count] = g->edges;
    return TA_OK;
}

/* ---- Storing the cells ---- */

ta_status ta_reach_store(ta_reach *g, ta_call *call) {
    ta_posmap *m = &g->solver->map;
    uint32_t most = 0;
    for (uint32_t v = 0; v < g->count; v++)
        if (g->vertex[v].cell > most && !ta_reach_is_sum(g, v)) most = g->vertex[v].cell;
    ta_status st = ta_posmap_widen(m, call, g->q, most);
    if (st) return st;
    ta_column *c = &m->column[g->q];
    for (uint32_t v = 0; v < g->count; v++) {
        uint32_t entry = m->live[g->base + v];
        if ((entry & TA_ID_MASK) == NO_PARTS) continue;
        size_t cell = cell_of(c, entry & TA_ID_MASK, entry >> 31);
        c->known += ta_column_get(c, cell) == 0;
        ta_column_put(c, cell, g->vertex[v].cell);
        if (g->vertex[v].cell == DRAWN) g->solver->drawn[g->q] = 1;
    }
    return TA_OK;
}
