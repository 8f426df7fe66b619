/*
** explore.c - the graph of the reachable tuples of states when several automata read a word side by
** side. A branch ends when a set can no longer accept the word, or a complement can no longer
** refuse it.
**
** With few letters and states a tuple is one word (packed_product.c). Else it is a list of states, and all
** diagrams are followed at once, track by track. A branch ends when one of them is dead.
*/
#include <string.h>

#include "automata_int.h"
#include "base/poll.h"

/* ---- By lanes ---- */

static ta_status lanes_on(ta_graph *g, ta_call *call, ta_lanes *s, ta_met *met,
                          const uint8_t stays[TA_LANE_LETTERS], uint32_t most) {
    uint64_t tuple = met->tuple[g->states];
    size_t first = g->edges;
    ta_status st = TA_OK;
    for (uint64_t alive = ta_lanes_alive(s, tuple); alive; alive &= alive - 1) {
        unsigned letter = (unsigned)__builtin_ctzll(alive);
        uint32_t id;
        st = ta_met_id(met, &g->budget, call, ta_lanes_next(s, tuple, letter), &id);
        if (!st && g->tracks) st = ta_graph_edge(g, call, stays[letter], id);
        if (st || (most && met->count > most)) return st;
    }
    st = ta_poll(call, 16 + (uint32_t)(g->edges - first) / 8, (double)g->states, 0);
    return st ? st : ta_graph_state(g, call, ta_lanes_accept(s, tuple));
}

/* A graph without tracks is done when it accepts. */
static int is_done(const ta_graph *g, uint32_t met) {
    return g->states == met || (g->tracks == 0 && g->accepting);
}

static ta_status by_lanes(ta_graph *g, ta_call *call, size_t count, const ta_part *p,
                          uint32_t tracks, uint32_t most, int *too_many) {
    ta_lanes s;
    ta_met met = { NULL, 0, NULL, 0, 0 };
    uint8_t stays[TA_LANE_LETTERS];
    uint32_t id;
    ta_lanes_letters(g->numeration->digits, tracks, g->tracks, stays);
    ta_status st = ta_lanes_begin(&s, g->numeration, &g->budget, call, count, p, tracks);
    if (st) return st;
    st = ta_met_id(&met, &g->budget, call, 0, &id);
    while (!st && !*too_many && !is_done(g, met.count)) {
        st = lanes_on(g, call, &s, &met, stays, most);
        *too_many = most && met.count > most;
    }
    ta_met_clear(&met, &g->budget);
    ta_lanes_clear(&s);
    return st;
}

/* ---- By diagrams ---- */

typedef struct explorer {
    ta_graph *g;
    const ta_part *p;
    size_t count;
    uint32_t gone;
    unsigned tracks;
    uint8_t track[TA_TRACKS];
    uint8_t readers[TA_TRACKS]; /* of track[i]: the number of parts that read it, and which */
    uint8_t reader[TA_TRACKS][TA_JOIN_MOST];
    uint32_t dead[TA_JOIN_MOST]; /* of each part: its dead state */
    uint32_t node[TA_JOIN_MOST]; /* the rest of each part's diagram */
    ta_keys tuples;
    uint32_t most; /* tuples; 0: no limit */
} explorer;

static int are_too_many(const explorer *x) {
    return x->most && x->tuples.count > x->most;
}

static ta_status meet(explorer *x, ta_call *call, uint32_t letter) {
    uint32_t tuple[TA_JOIN_MOST], id;
    for (size_t i = 0; i < x->count; i++) tuple[i] = x->node[i] & ~LEAF;
    ta_status st = ta_keys_id(&x->tuples, &x->g->budget, call, tuple, x->count, &id);
    if (!st) st = ta_budget_states(&x->g->budget, call, x->tuples.count);
    return st || !x->g->tracks ? st : ta_graph_edge(x->g, call, letter, id);
}

/* Continue after `level` tracks have been read. */
static ta_status spread(explorer *x, ta_call *call, unsigned level, uint32_t letter) {
    if (level == x->tracks) return meet(x, call, letter);
    unsigned t = x->track[level], digits = x->g->numeration->digits, count = 0;
    uint8_t reads[TA_JOIN_MOST];
    const uint32_t *child[TA_JOIN_MOST];
    uint32_t before[TA_JOIN_MOST];
    for (unsigned r = 0; r < x->readers[level]; r++) {
        uint8_t i = x->reader[level][r];
        const ta_nodes *nodes = &x->p[i].a->nodes;
        if (ta_nodes_track(nodes, x->node[i]) != t) continue;
        before[count] = x->node[i];
        child[count] = nodes->child + (size_t)x->node[i] * digits;
        reads[count++] = i;
    }
    int gone = (int)(x->gone >> t & 1);
    if (gone && !count) return spread(x, call, level + 1, letter);
    ta_status st = TA_OK;
    for (unsigned d = 0; !st && d < digits && !are_too_many(x); d++) {
        unsigned r = 0;
        for (; r < count && child[r][d] != x->dead[reads[r]]; r++) x->node[reads[r]] = child[r][d];
        if (r == count) st = spread(x, call, level + 1, gone ? letter : letter * digits + d);
    }
    for (unsigned r = 0; r < count; r++) x->node[reads[r]] = before[r];
    return st;
}

static ta_status next_tuple(explorer *x, ta_call *call) {
    size_t count;
    const uint32_t *tuple = ta_keys_list(&x->tuples, x->g->states, &count);
    int accepts = 1, alive = 1;
    for (size_t i = 0; i < count; i++) {
        accepts &= x->p[i].a->accepts[tuple[i]] ^ x->p[i].missed;
        x->node[i] = x->p[i].a->root[tuple[i]];
        alive &= x->node[i] != x->dead[i];
    }
    ta_status st = alive ? spread(x, call, 0, 0) : TA_OK;
    if (!st) st = ta_poll(call, 16, (double)x->g->states, 0);
    return st ? st : ta_graph_state(x->g, call, accepts);
}

static ta_status by_diagrams(ta_graph *g, ta_call *call, size_t count, const ta_part *p,
                             uint32_t tracks, uint32_t gone, uint32_t most, int *too_many) {
    explorer x;
    memset(&x, 0, sizeof x);
    x.g = g;
    x.p = p;
    x.count = count;
    x.gone = gone;
    x.most = most;
    for (uint8_t t = 0; t < TA_TRACKS; t++) {
        if (!(tracks >> t & 1)) continue;
        for (uint8_t i = 0; i < count; i++)
            if (p[i].a->tracks >> t & 1) x.reader[x.tracks][x.readers[x.tracks]++] = i;
        x.track[x.tracks++] = t;
    }
    for (size_t i = 0; i < count; i++) x.dead[i] = ta_part_dead(&p[i]);
    uint32_t start[TA_JOIN_MOST] = { 0 }, id;
    ta_status st = ta_keys_id(&x.tuples, &g->budget, call, start, count, &id);
    while (!st && !*too_many && !is_done(g, x.tuples.count)) {
        st = next_tuple(&x, call);
        *too_many = are_too_many(&x);
    }
    ta_keys_clear(&x.tuples, &g->budget);
    return st;
}

ta_status ta_explore(ta_graph *g, ta_call *call, size_t count, const ta_part *p, uint32_t tracks,
                     uint32_t gone, uint32_t most, int *too_many) {
    if (ta_lanes_fit(g->numeration, count, p, tracks))
        return by_lanes(g, call, count, p, tracks, most, too_many);
    return by_diagrams(g, call, count, p, tracks, gone, most, too_many);
}
