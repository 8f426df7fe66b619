/*
** naive_loopy.c - the rules and the definition of naive_loopy.h.
*/
#include "naive_loopy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- As rules ---- */

void spell(const graph *g, int v, int64_t room[8], ta_position *p) {
    *p = (ta_position){ room, NULL, 1 };
    room[0] = v;
    if (g->spell == 1) { /* interned, and too long to pack */
        for (int i = 0; i < 8; i++) room[i] = ((int64_t)v + 1) << (7 * i);
        p->count = 8;
    } else if (g->spell == 2) { /* text */
        p->component = NULL;
        p->text = (char *)room;
        p->count = (size_t)snprintf((char *)room, 60, v % 2 ? "%d" : "the position %d", v);
    }
}

static int vertex(const graph *g, const ta_position *p) {
    if (g->spell == 2) return atoi(p->text + strcspn(p->text, "0123456789"));
    return (int)p->component[0] - (g->spell == 1);
}

static ta_status options(void *ctx, ta_call *call, ta_player player, const ta_position *p,
                         ta_sink *sink) {
    const graph *g = ctx;
    char text[80] = "";
    ta_position q = *p;
    if (p->text) memcpy(text, p->text, p->count), q.text = text;
    int v = vertex(g, &q);
    for (int w = 0; w < g->n; w++) {
        if (!(g->moves[g->partizan ? player : 0][v] >> w & 1)) continue;
        int64_t room[8];
        spell(g, w, room, &q);
        if (g->second[v][w] >= 0) {
            room[1] = g->second[v][w];
            q.count = 2;
        }
        ta_status st = ta_sink_emit(sink, call, &q);
        if (st) return st;
    }
    return TA_OK;
}

static ta_status parts(void *ctx, ta_call *call, const ta_position *p, ta_sink *sink) {
    (void)ctx;
    ta_status st = TA_OK;
    for (size_t i = 0; !st && i < p->count; i++)
        st = ta_sink_emit_integers(sink, call, p->component + i, 1);
    return st;
}

static ta_status terminal(void *ctx, ta_call *call, const ta_position *p, ta_terminal *over) {
    const graph *g = ctx;
    char text[80] = "";
    ta_position q = *p;
    (void)call;
    if (p->text) memcpy(text, p->text, p->count), q.text = text;
    *over = g->over[vertex(g, &q)];
    return TA_OK;
}

ta_solver *solver_of(graph *g, const ta_allocator *a, int with) {
    ta_ruleset r = { g, g->partizan, options, NULL, NULL, NULL, NULL, NULL, NULL, NULL };
    if (with & 1) r.terminal = terminal;
    if (with & 2) r.parts = parts;
    ta_call call = TA_CALL_INIT;
    ta_solver *s = NULL;
    ta_status st = ta_solver_create(a, &call, &r, &s);
    if (st != TA_OK && (!a || st != TA_ENOMEM)) abort();
    return s;
}

/* ---- The definition: play of one vertex, a second one or none, and a nim heap ---- */

/* Who wins at once, or -1. */
static int ended(const graph *g, int u, int with, int player) {
    ta_terminal t = with & 1 && u != NO_VERTEX ? g->over[u] : TA_GOES_ON;
    if (t == TA_GOES_ON) return -1;
    if (t == TA_DRAWN) return TA_DRAW;
    return t == TA_MOVER_WINS || t == (player ? TA_RIGHT_WINS : TA_LEFT_WINS) ? TA_WIN : TA_LOSS;
}

/* One option of a state is taken into account, as it was decided in less than k moves. */
static void see(const truth *t, int k, int option, int *lost, int *won, int *any) {
    int known = t->moves[option] >= 0 && t->moves[option] < k;
    *any = 1;
    if (known && t->result[option] == TA_LOSS) *lost = 1;
    if (!known || t->result[option] != TA_WIN) *won = 0;
}

static int decide(const graph *g, const truth *t, int k, int u, int v, int heap, int player,
                  int with, int misere) {
    int lost = 0, won = 1, any = 0, side = g->partizan ? player : 0;
    int at_once = ended(g, u, with, player);
    if (at_once >= 0) return at_once;
    for (int w = 0; w < g->n; w++) {
        if (u != NO_VERTEX && g->moves[side][u] >> w & 1) {
            int second = g->second[u][w];
            if (second < 0) see(t, k, state_of(w, v, heap, !player), &lost, &won, &any);
            else see(t, k, state_of(w, second, heap, !player), &lost, &won, &any);
        }
        if (v != NO_VERTEX && g->moves[side ^ g->negative][v] >> w & 1)
            see(t, k, state_of(u, w, heap, !player), &lost, &won, &any);
    }
    for (int h = 0; h < heap; h++) see(t, k, state_of(u, v, h, !player), &lost, &won, &any);
    if (!any) return misere ? TA_WIN : TA_LOSS;
    return lost ? TA_WIN : won ? TA_LOSS : TA_DRAW;
}

void define(const graph *g, truth *t, int two, int heaps, int with, int misere) {
    for (int k = -1, changed = 1; changed; k++) {
        changed = k < 0;
        for (int u = 0; u < g->n; u++)
            for (int v = two ? 0 : NO_VERTEX; v <= NO_VERTEX; v = v + 1 == g->n ? NO_VERTEX : v + 1)
                for (int i = state_of(u, v, 0, 0); i < state_of(u, v, heaps, 0); i++) {
                    if (k < 0) t->result[i] = TA_DRAW, t->moves[i] = -1;
                    if (k < 0 || t->result[i] != TA_DRAW) continue;
                    t->result[i] = decide(g, t, k, u, v, i / 2 % HEAPS, i % 2, with, misere);
                    if (t->result[i] == TA_DRAW) continue;
                    t->moves[i] = k;
                    changed = 1;
                }
    }
}
