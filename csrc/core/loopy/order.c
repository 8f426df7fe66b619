/*
** order.c - the order of the positions of two graphs: g+ >= h+, for all pairs at once.
**
** g+ >= h+ iff Left, playing second, survives in g - h. She loses play that ends with her to move.
** She also loses infinite play with finitely many moves in g and infinitely many in h. (Siegel,
** chapter VI: in a sum of fixed loopy games, a player wins infinite play if she wins it in every
** component where it is infinite. Left wins infinite play in g, Right in -h; in both it is drawn.)
** The states are (u, v, mover): Left moves u to u^L or v to v^R, Right u to u^R or v to v^L.
**
** First, states lost in finitely many moves are removed, from the ends of play backwards. This is
** linear in the number of moves between states. In stoppers, infinite play is infinite in both
** graphs, so no other state is lost. Otherwise Left must be able to force, from each kept state, a
** move in g to a kept state, or the end of play. A round removes the states that
** cannot force the next such move. Rounds end when none is removed (a greatest fixed point around a
** least one). u is constant between two moves in g, so a round goes row by row.
*/
#include <string.h>

#include "base/poll.h"
#include "base/status.h"
#include "graph.h"

typedef struct order {
    const ta_allocator *a;
    ta_call *call;
    const graph *g, *h;
    graph from_g, from_h; /* their predecessors */
    size_t states;        /* twice the pairs; a state is 2 (u nodes(h) + v) + mover */
    uint8_t *lost;        /* by state */
    uint32_t *left;       /* by pair: the number of Left's moves not known to lose */
    uint32_t *stack;
    size_t cap, top;
    uint8_t *sure; /* by 2 v + mover, of one row: Left can force the next move in g */
    uint32_t *wait, *row;
} order;

static void order_end(order *o) {
    size_t columns = o->h->nodes;
    graph_clear(o->a, &o->from_g);
    graph_clear(o->a, &o->from_h);
    ta_free(o->a, o->lost, o->states, 1);
    ta_free(o->a, o->left, o->states / 2, sizeof *o->left);
    ta_free(o->a, o->stack, o->cap, sizeof *o->stack);
    ta_free(o->a, o->sure, 2 * columns, 1);
    ta_free(o->a, o->wait, columns, sizeof *o->wait);
    ta_free(o->a, o->row, 2 * columns, sizeof *o->row);
}

static ta_status order_begin(order *o) {
    size_t pairs = (size_t)o->g->nodes * o->h->nodes, columns = o->h->nodes;
    if (pairs > 1 << 20) { /* a query of free memory costs more than a few comparisons */
        double need = (double)pairs * 16, have = ta_memory_available() / 2;
        if (need > have)
            return ta_fail_memory(o->call, "comparing the positions of loopy games", need, have);
    }
    ta_status s = graph_reverse(o->a, o->g, &o->from_g);
    if (!s) s = graph_reverse(o->a, o->h, &o->from_h);
    if (s) return s;
    o->states = 2 * pairs;
    o->lost = ta_alloc(o->a, o->states, 1);
    o->left = ta_alloc(o->a, pairs, sizeof *o->left);
    o->sure = ta_alloc(o->a, 2 * columns, 1);
    o->wait = ta_alloc(o->a, columns, sizeof *o->wait);
    o->row = ta_alloc(o->a, 2 * columns, sizeof *o->row);
    return o->lost && o->left && o->sure && o->wait && o->row ? TA_OK : TA_ENOMEM;
}

static size_t state_of(const order *o, uint32_t u, uint32_t v, int player) {
    return 2 * ((size_t)u * o->h->nodes + v) + (size_t)player;
}

/* ---- States lost in finitely many moves ---- */

static ta_status lose(order *o, size_t state) {
    if (o->lost[state]) return TA_OK;
    o->lost[state] = 1;
    void *block = o->stack;
    ta_status s = ta_reserve(o->a, &block, &o->cap, o->top + 1, sizeof *o->stack);
    o->stack = block;
    if (!s) o->stack[o->top++] = (uint32_t)state;
    return s;
}

/* Record that `player` has a move from (u, v) to a lost state. If Right has one, (u, v) is lost;
** Left has one good move less. */
static ta_status leads_to_loss(order *o, uint32_t u, uint32_t v, int player) {
    size_t state = state_of(o, u, v, player);
    if (player == TA_LEFT && --o->left[state / 2]) return TA_OK;
    return lose(o, state);
}

static ta_status go_back(order *o, size_t state) {
    uint32_t u = (uint32_t)(state / 2 / o->h->nodes), v = (uint32_t)(state / 2 % o->h->nodes);
    int mover = 1 - (int)(state % 2); /* the player who moved to it */
    uint32_t count;
    const uint32_t *from = graph_options(&o->from_g, mover, u, &count);
    ta_status s = ta_poll(o->call, count + 8, 0, 0);
    for (uint32_t i = 0; i < count && !s; i++) s = leads_to_loss(o, from[i], v, mover);
    from = graph_options(&o->from_h, 1 - mover, v, &count);
    for (uint32_t i = 0; i < count && !s; i++) s = leads_to_loss(o, u, from[i], mover);
    return s;
}

static ta_status find_losses(order *o) {
    ta_status s = TA_OK;
    for (uint32_t u = 0; u < o->g->nodes && !s; u++)
        for (uint32_t v = 0; v < o->h->nodes && !s; v++) {
            size_t state = state_of(o, u, v, TA_LEFT);
            o->left[state / 2] = graph_degree(o->g, TA_LEFT, u) + graph_degree(o->h, TA_RIGHT, v);
            if (!o->left[state / 2]) s = lose(o, state);
        }
    while (o->top && !s) s = go_back(o, o->stack[--o->top]);
    return s;
}

/* ---- Infinite play ---- */

/* Does some move of `player` in g from (u, v) lead to a state that is kept (`kept` 1) or lost
** (0)? */
static int some_move(const order *o, uint32_t u, uint32_t v, int player, int kept) {
    uint32_t count;
    const uint32_t *option = graph_options(o->g, player, u, &count);
    for (uint32_t i = 0; i < count; i++)
        if (o->lost[state_of(o, option[i], v, 1 - player)] != kept) return 1;
    return 0;
}

static uint32_t be_sure(order *o, uint32_t v, int player, uint32_t top) {
    if (o->sure[2 * v + (uint32_t)player]) return top;
    o->sure[2 * v + (uint32_t)player] = 1;
    o->row[top++] = 2 * v + (uint32_t)player;
    return top;
}

/* Find the states of row u from which Left can force a move in g or the end of play. Mark the
** others as lost. */
static ta_status row_round(order *o, uint32_t u, int *changed) {
    uint32_t columns = o->h->nodes, top = 0, steps = 0;
    memset(o->sure, 0, 2 * (size_t)columns);
    for (uint32_t v = 0; v < columns; v++) {
        size_t state = state_of(o, u, v, TA_LEFT);
        o->wait[v] = graph_degree(o->h, TA_LEFT, v); /* Right's moves in -h */
        if (!o->lost[state] && some_move(o, u, v, TA_LEFT, 1)) top = be_sure(o, v, TA_LEFT, top);
        if (!o->lost[state + 1] && some_move(o, u, v, TA_RIGHT, 0)) o->wait[v] = UINT32_MAX;
        else if (!o->lost[state + 1] && !o->wait[v]) top = be_sure(o, v, TA_RIGHT, top);
    }
    while (top) {
        uint32_t at = o->row[--top], v = at / 2, count;
        int mover = 1 - (int)(at % 2);
        const uint32_t *from = graph_options(&o->from_h, 1 - mover, v, &count);
        steps += count + 1;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t w = from[i];
            if (o->lost[state_of(o, u, w, mover)]) continue;
            if (mover == TA_LEFT) top = be_sure(o, w, TA_LEFT, top);
            else if (o->wait[w] != UINT32_MAX && --o->wait[w] == 0)
                top = be_sure(o, w, TA_RIGHT, top);
        }
    }
    for (uint32_t x = 0; x < 2 * columns; x++) {
        size_t state = state_of(o, u, x / 2, (int)(x % 2));
        if (o->lost[state] || o->sure[x]) continue;
        o->lost[state] = 1;
        *changed = 1;
    }
    return ta_poll(o->call, steps + 4 * columns, 0, 0);
}

static ta_status find_idle_play(order *o) {
    ta_status s = TA_OK;
    for (int changed = 1; changed && !s;) {
        changed = 0;
        for (uint32_t u = 0; u < o->g->nodes && !s; u++) s = row_round(o, u, &changed);
    }
    return s;
}

/* ---- The relation ---- */

void relation_clear(const ta_allocator *a, relation *r) {
    ta_free(a, r->bits, r->rows * r->words, sizeof *r->bits);
    *r = (relation){ 0 };
}

ta_status graph_geq(const ta_allocator *a, ta_call *call, const graph *g, const graph *h,
                    int stoppers, relation *geq) {
    order o = { .a = a, .call = call, .g = g, .h = h };
    relation r = { NULL, g->nodes, ((size_t)h->nodes + 63) / 64 };
    ta_status s = order_begin(&o);
    if (!s) s = find_losses(&o);
    if (!s && !stoppers) s = find_idle_play(&o);
    if (!s) {
        r.bits = ta_alloc(a, r.rows * r.words, sizeof *r.bits);
        if (!r.bits) s = TA_ENOMEM;
    }
    for (uint32_t u = 0; u < g->nodes && !s; u++)
        for (uint32_t v = 0; v < h->nodes; v++)
            if (!o.lost[state_of(&o, u, v, TA_RIGHT)])
                r.bits[u * r.words + v / 64] |= (uint64_t)1 << (v % 64);
    order_end(&o);
    if (!s) *geq = r;
    return s;
}
