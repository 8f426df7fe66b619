/*
** loop.c - finds a shortest loop for the message.
**
** The cycle on the stack may be thousands of moves long. This file gathers the positions on it, the
** queried one and those reachable from them, breadth first, up to MOST positions with their moves.
** A breadth-first search from each gives the shortest cycle among them. Movers alternate if the
** question distinguishes them.
*/
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "solver_int.h"

#define MOST 2000         /* positions gathered */
#define MOVES_MOST 100000 /* moves gathered */

typedef struct vertex {
    uint32_t id;
    uint32_t player;
    size_t first, end; /* its moves in `move` */
} vertex;

typedef struct graph {
    ta_solver *s; /* a new solver of the same rules: its ids do not change */
    int players;
    int both; /* moves of both players from every position */
    vertex *v;
    size_t count;
    uint32_t *move;
    size_t moves, move_cap;
    uint32_t *parent, *queue;
    uint32_t *best;
    size_t best_length; /* in moves; 0: none yet */
} graph;

/* The vertex of (id, player), added if there is room; else MOST. */
static uint32_t vertex_of(graph *g, uint32_t id, uint32_t player) {
    for (size_t i = 0; i < g->count; i++)
        if (g->v[i].id == id && g->v[i].player == player) return (uint32_t)i;
    if (g->count == MOST) return MOST;
    g->v[g->count].id = id;
    g->v[g->count].player = player;
    g->v[g->count].first = g->v[g->count].end = 0;
    return (uint32_t)g->count++;
}

static ta_status gather_moves(graph *g, ta_call *call, size_t at) {
    ta_posmap *m = &g->s->map;
    uint32_t player = g->v[at].player;
    g->v[at].first = g->v[at].end = g->moves;
    for (uint32_t mover = g->both ? 0 : player; mover <= (g->both ? 1u : player); mover++) {
        int64_t room[TA_COMPONENTS];
        ta_position p;
        ta_posmap_position(m, g->v[at].id, room, &p);
        m->live_count = 0;
        ta_status st = ta_poll(call, 64, 0, 0);
        if (!st) st = ta_solver_expand(g->s, call, Q_SEEN, &p, (ta_player)mover);
        if (!st)
            st = ta_reserve(&g->s->allocator, (void **)&g->move, &g->move_cap,
                            g->moves + m->live_count, sizeof *g->move);
        if (st) return st;
        for (size_t i = 0; i < m->live_count; i++) {
            uint32_t id = m->live[i] & TA_ID_MASK;
            if (id == NO_PARTS) continue;
            uint32_t to = vertex_of(g, id, g->players == 2 ? player ^ 1u : 0);
            if (to < MOST) g->move[g->moves++] = to;
        }
    }
    g->v[at].end = g->moves;
    return TA_OK;
}

/* The shortest way from `start` back to itself, if shorter than the best known. */
static void search_from(graph *g, uint32_t start) {
    size_t head = 0, tail = 0, level_end, length = 0;
    for (size_t i = 0; i < g->count; i++) g->parent[i] = UINT32_MAX;
    g->queue[tail++] = start;
    level_end = tail;
    for (; head < tail; head++) {
        if (head == level_end) {
            length++;
            level_end = tail;
            if (g->best_length && length + 1 >= g->best_length) return;
        }
        uint32_t at = g->queue[head];
        for (size_t i = g->v[at].first; i < g->v[at].end; i++) {
            uint32_t to = g->move[i];
            if (to == start) {
                g->best_length = length + 1;
                for (size_t k = length + 1; k-- > 0; at = g->parent[at]) g->best[k] = at;
                return;
            }
            if (g->parent[to] != UINT32_MAX) continue;
            g->parent[to] = at;
            g->queue[tail++] = to;
        }
    }
}

static void write_cycle(graph *g, ta_call *call) {
    char text[TA_MESSAGE_SIZE] = "";
    size_t used = 0;
    for (size_t k = 0; k <= g->best_length; k++) {
        char one[100];
        int64_t room[TA_COMPONENTS];
        ta_position p;
        ta_posmap_position(&g->s->map, g->v[g->best[k == g->best_length ? 0 : k]].id, room, &p);
        ta_sink_text(&g->s->rules, one, sizeof one, &p);
        if (used + strlen(one) > sizeof text - 120) {
            snprintf(text + used, sizeof text - used, " -> ... (%zu moves in all)", g->best_length);
            break;
        }
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", k ? " -> " : "", one);
    }
    ta_fail(call, TA_ELOOPY, "play need not end: %s", text);
}

static ta_status shortest(graph *g, ta_call *call, const ta_solver *s, size_t from) {
    for (size_t i = from; i <= s->depth; i++) { /* the cycle, then the queried position */
        size_t f = i < s->depth ? i : 0;
        int64_t room[TA_COMPONENTS];
        ta_position p;
        ta_posmap_position(&s->map, s->map.live[s->frames[f].first] & TA_ID_MASK, room, &p);
        uint32_t id;
        ta_status st = ta_posmap_id(&g->s->map, call, &p, &id);
        if (st) return st;
        vertex_of(g, id, g->players == 2 ? s->frames[f].player : 0);
        if (g->count == MOST) break;
    }
    for (size_t at = 0; at < g->count && g->moves < MOVES_MOST; at++) {
        ta_status st = gather_moves(g, call, at);
        if (st) return st;
    }
    for (uint32_t at = 0; at < g->count; at++) search_from(g, at);
    if (g->best_length) write_cycle(g, call);
    else /* the shortest cycle was not gathered */
        ta_fail(call, TA_ELOOPY, "play need not end: a cycle of %zu positions was found",
                s->depth - from);
    return TA_OK;
}

ta_status ta_solver_report_loop(ta_solver *s, ta_call *call, question q, size_t from) {
    const ta_allocator *a = &s->allocator;
    graph g;
    memset(&g, 0, sizeof g);
    g.players = ta_solver_players(s, q);
    g.both = q == Q_ORDER && s->rules.partizan;
    ta_status st = ta_solver_create(a, call, &s->rules, &g.s);
    if (st) return st;
    g.s->map.plain = 1;
    g.v = ta_alloc(a, MOST, sizeof *g.v);
    g.parent = ta_alloc(a, MOST, sizeof *g.parent);
    g.queue = ta_alloc(a, MOST, sizeof *g.queue);
    g.best = ta_alloc(a, MOST, sizeof *g.best);
    st = g.v && g.parent && g.queue && g.best ? shortest(&g, call, s, from) : TA_ENOMEM;
    ta_free(a, g.best, MOST, sizeof *g.best);
    ta_free(a, g.queue, MOST, sizeof *g.queue);
    ta_free(a, g.parent, MOST, sizeof *g.parent);
    ta_free(a, g.move, g.move_cap, sizeof *g.move);
    ta_free(a, g.v, MOST, sizeof *g.v);
    ta_solver_destroy(g.s);
    return st ? st : TA_ELOOPY;
}
