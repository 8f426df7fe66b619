/*
** retrograde.c - outcomes and remoteness when play need not end, backwards from its ends.
**
** It starts at positions without options and at those decided before. A position is won once some
** option is lost, and lost once all are won. A position that is never decided is drawn: some option
** is undecided and none is lost. So each player can stay among undecided positions and cannot do
** better. Positions are processed in the order of their remoteness. There are two queues: positions
** decided before, sorted, and those found here, which come in order. So the first lost option is
** the quickest win, and the last won one the longest delay. Each edge is visited once: O(edges). K.
** Thompson 1986 (chess).
*/
#include <stdlib.h>

#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"
#include "game_graph.h"

typedef struct decided {
    ta_reach *g;
    uint32_t *list; /* first the positions known at the start, then those found */
    size_t known, found;
} decided;

static uint32_t moves_of(const ta_reach *g, uint32_t v) {
    return (g->vertex[v].cell - VALUE) >> 1;
}

static int ascending(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static ta_status sort_known(decided *d, ta_call *call) {
    int sorted = 1;
    for (size_t i = 1; i < d->known && sorted; i++)
        sorted = moves_of(d->g, d->list[i - 1]) <= moves_of(d->g, d->list[i]);
    if (sorted) return TA_OK;
    uint64_t *key;
    ta_status st = ta_reach_alloc(d->g, call, (void **)&key, d->known, sizeof *key);
    if (st) return st;
    for (size_t i = 0; i < d->known; i++)
        key[i] = (uint64_t)moves_of(d->g, d->list[i]) << 32 | d->list[i];
    qsort(key, d->known, sizeof *key, ascending);
    for (size_t i = 0; i < d->known; i++) d->list[i] = (uint32_t)key[i];
    ta_free(&d->g->solver->allocator, key, d->known, sizeof *key);
    return TA_OK;
}

static ta_status spread(decided *d, ta_call *call) {
    ta_reach *g = d->g;
    uint32_t more = g->q == Q_REMOTE || g->q == Q_REMOTE_MISERE ? 2 : 0; /* one move */
    size_t known = 0, next = d->known;
    while (known < d->known || next < d->found) {
        uint32_t u;
        if (next == d->found) u = d->list[known++];
        else if (known == d->known) u = d->list[next++];
        else
            u = moves_of(g, d->list[known]) <= moves_of(g, d->list[next]) ? d->list[known++]
                                                                          : d->list[next++];
        uint32_t value = g->vertex[u].cell - VALUE, won = value & 1;
        uint32_t preds = (uint32_t)((g->into[u + 1] - g->into[u]) & 0xffff);
        ta_status st = ta_poll(call, 1 + preds, (double)g->count, 0);
        if (st) return st;
        for (size_t i = g->into[u]; i < g->into[u + 1]; i++) {
            ta_vertex *v = &g->vertex[g->pred[i]];
            if (v->cell || (won && --v->degree > 0)) continue;
            v->cell = VALUE + (value ^ won) + more + !won;
            d->list[d->found++] = g->pred[i];
        }
    }
    ta_assert(d->found <= g->count);
    return TA_OK;
}

static ta_status decide(ta_reach *g, ta_call *call) {
    decided d = { g, NULL, 0, 0 };
    uint32_t stuck = VALUE + (g->q == Q_WINS_MISERE || g->q == Q_REMOTE_MISERE);
    ta_status st = ta_reach_alloc(g, call, (void **)&d.list, g->count, sizeof *d.list);
    if (st) return st;
    for (uint32_t v = 0; v < g->count; v++) {
        ta_vertex *x = &g->vertex[v];
        if (x->cell == 0 && x->degree == 0) x->cell = stuck;
        if (x->cell >= VALUE) d.list[d.known++] = v;
    }
    d.found = d.known;
    st = sort_known(&d, call);
    if (!st) st = spread(&d, call);
    for (uint32_t v = 0; !st && v < g->count; v++)
        if (g->vertex[v].cell == 0) g->vertex[v].cell = DRAWN;
    ta_free(&g->solver->allocator, d.list, g->count ? g->count : 1, sizeof *d.list);
    return st;
}

ta_status ta_solver_retrograde(ta_solver *s, ta_call *call, question q, size_t count,
                               ta_player player) {
    ta_reach g;
    ta_status st = ta_reach_gather(&g, call, s, q, count, player);
    if (!st) st = ta_reach_turn(&g, call);
    if (!st) st = q == Q_NIM ? ta_reach_label(&g, call) : decide(&g, call);
    if (!st) st = ta_reach_store(&g, call);
    ta_reach_clear(&g);
    return st;
}
