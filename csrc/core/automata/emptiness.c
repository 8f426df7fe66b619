/*
** emptiness.c - is there a vector in all of some sets, in none of others, and in none of the results of
** some joins? The automaton of such a join is not built.
**
** Each join is explored only as far as its graph of tuples (explore.c). Then all graphs are
** followed at once beside the sets. A search point is a tuple of the sets' states and, for each
** graph, the set of states that the word may lead to. Only words that the sets may still accept are
** followed. The answer is yes at the first word that all sets accept and that leads to no accepting
** state of a graph. A point is not followed if another one has the same tuple and, in each graph, a
** subset of its states. From the smaller sets the graphs accept no more words (De Wulf, Doyen,
** Henzinger, Raskin, Antichains: a new algorithm for checking universality of finite automata,
** 2006).
**
** A join whose graph has too many tuples is computed as an automaton. With too many letters or
** sets, all joins are computed, and joined in turn.
*/
#include <string.h>

#include "automata_int.h"
#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"

#define GRAPHS_MOST 8
#define POINTS_MOST 2048 /* a new point is compared with those of its tuple */

typedef struct branch {
    ta_graph graph;
    ta_bits bits;
    uint8_t name[TA_LANE_LETTERS]; /* the graph's letter for each letter of all tracks */
} branch;

/* A point of the search. */
typedef struct point {
    uint32_t tuple; /* its id in `met` */
    uint32_t next;  /* an earlier point with the same tuple, plus one; 0: none */
    uint32_t less;  /* a later point has a subset of its states */
} point;

typedef struct search {
    const ta_numeration *n;
    ta_budget budget;
    ta_parts pool;
    branch branch[GRAPHS_MOST];
    size_t graphs;
    ta_lanes lanes;
    ta_met met;     /* ids of tuples */
    uint32_t *last; /* by tuple: its newest point, plus one */
    point *point;
    uint32_t *set; /* by point: `words` words, the sets of all graphs */
    size_t last_cap, point_cap, set_cap, points, words;
    int found;
} search;

/* ---- The joins ---- */

static ta_status miss(search *s, ta_automaton *made) {
    s->pool.p[s->pool.count++] = (ta_part){ made, made, 1 };
    return TA_OK;
}

/* The graph of a join, if it is small: *done. */
static ta_status explore(search *s, ta_call *call, ta_parts *pool, uint32_t gone, int *done) {
    uint32_t tracks = ta_parts_tracks(pool);
    int too_many = 0;
    if (s->graphs == GRAPHS_MOST || !(tracks & ~gone) || !ta_parts_hang_together(pool, gone))
        return TA_OK;
    ta_graph *g = &s->branch[s->graphs].graph;
    ta_graph_begin(g, call, s->n, tracks & ~gone);
    ta_status st =
        ta_explore(g, call, pool->count, pool->p, tracks, gone & tracks, TUPLES_MOST, &too_many);
    if (!st && !too_many) st = ta_graph_keep_live(g, call);
    if (!st && !too_many) st = ta_graph_merge(g, call);
    *done = !st && !too_many && ta_bits_fit(g);
    if (*done) s->graphs++;
    else ta_graph_clear(g);
    return st;
}

static ta_status prepare(search *s, ta_call *call, const ta_join *join) {
    ta_parts pool;
    ta_automaton *made;
    int done = 0;
    ta_require(join->count + join->missed > 0);
    ta_status st = ta_parts_begin(&pool, s->n, join->count, join->all, join->missed, join->none, 0);
    if (!st) st = ta_parts_add_words(&pool, s->n, call, ta_parts_tracks(&pool));
    if (!st) st = explore(s, call, &pool, join->tracks, &done);
    if (!st && !done) st = ta_parts_join(&pool, call, join->tracks, &made);
    if (!st && !done) st = miss(s, made);
    ta_parts_clear(&pool, s->n);
    return st;
}

static uint32_t tracks_of(const search *s) {
    uint32_t tracks = ta_parts_tracks(&s->pool);
    for (size_t i = 0; i < s->graphs; i++) tracks |= s->branch[i].graph.tracks;
    return tracks;
}

/* ---- All graphs at once ---- */

/* Has a point with this tuple a subset of these states? Points with a superset leave the list. */
static int is_settled(search *s, uint32_t tuple, const uint32_t *set) {
    for (uint32_t *at = &s->last[tuple]; *at;) {
        point *p = &s->point[*at - 1];
        const uint32_t *other = s->set + (*at - 1) * s->words;
        uint32_t here = 0, there = 0; /* elements in one set only */
        for (size_t w = 0; w < s->words && !(here && there); w++) {
            here |= set[w] & ~other[w];
            there |= other[w] & ~set[w];
        }
        if (!there) return 1;
        if (!here) p->less = 1;
        if (!here) *at = p->next;
        else at = &p->next;
    }
    return 0;
}

/* Allocate one more point, and the set of the next one. */
static ta_status room(search *s, ta_call *call) {
    size_t points = s->points + 64;
    ta_budget *b = &s->budget;
    ta_status st = ta_budget_reserve(b, call, (void **)&s->point, &s->point_cap, points,
                                     sizeof *s->point);
    if (!st)
        st = ta_budget_reserve(b, call, (void **)&s->set, &s->set_cap, points * s->words,
                               sizeof *s->set);
    size_t tuples = s->met.count, before = s->last_cap;
    if (!st)
        st = ta_budget_reserve(b, call, (void **)&s->last, &s->last_cap, tuples + 64,
                               sizeof *s->last);
    if (!st) memset(s->last + before, 0, (s->last_cap - before) * sizeof *s->last);
    return st ? st : ta_budget_states(b, call, (int64_t)s->points + 1);
}

/* Add the point of a tuple and the set stored after all points, unless a known point covers it.
** Sets s->found if it is an answer. */
static ta_status meet(search *s, ta_call *call, uint64_t tuple) {
    uint32_t id, covered = 0, *set = s->set + s->points * s->words;
    ta_status st = ta_met_id(&s->met, &s->budget, call, tuple, &id);
    if (st || is_settled(s, id, set)) return st;
    const uint32_t *of = set;
    for (size_t i = 0; i < s->graphs; of += s->branch[i++].bits.words)
        covered |= (uint32_t)ta_bits_accept(&s->branch[i].bits, of);
    s->found = !covered && ta_lanes_accept(&s->lanes, tuple);
    s->point[s->points] = (point){ id, s->last[id], 0 };
    s->last[id] = (uint32_t)++s->points;
    return room(s, call);
}

static ta_status begin(search *s, ta_call *call, uint32_t tracks) {
    ta_status st = ta_lanes_begin(&s->lanes, s->n, &s->budget, call, s->pool.count, s->pool.p,
                                  tracks);
    for (size_t i = 0; !st && i < s->graphs; i++) {
        branch *b = &s->branch[i];
        ta_lanes_letters(s->n->digits, tracks, b->graph.tracks, b->name);
        st = ta_bits_begin(&b->bits, &b->graph, &s->budget, call);
        s->words += b->bits.words;
    }
    if (!st) st = room(s, call);
    uint32_t *to = s->set;
    for (size_t i = 0; !st && i < s->graphs; to += s->branch[i++].bits.words)
        memcpy(to, s->branch[i].bits.start, s->branch[i].bits.words * sizeof *to);
    return st ? st : meet(s, call, 0);
}

/* Follow a point by all letters. */
static ta_status follow(search *s, ta_call *call, size_t at) {
    uint64_t tuple = s->met.tuple[s->point[at].tuple], alive = ta_lanes_alive(&s->lanes, tuple);
    const uint32_t *of = s->set + at * s->words;
    ta_status st = ta_poll(call, 16, (double)at, 0);
    for (size_t i = 0; !st && alive && i < s->graphs; of += s->branch[i++].bits.words)
        st = ta_bits_step(&s->branch[i].bits, call, of);
    for (; !st && !s->found && alive; alive &= alive - 1) {
        unsigned letter = (unsigned)__builtin_ctzll(alive);
        uint32_t *to = s->set + s->points * s->words;
        for (size_t i = 0; i < s->graphs; i++) {
            const ta_bits *b = &s->branch[i].bits;
            const uint32_t *from = b->row + (size_t)s->branch[i].name[letter] * b->words;
            for (uint32_t w = 0; w < b->words; w++) *to++ = from[w];
        }
        st = meet(s, call, ta_lanes_next(&s->lanes, tuple, letter));
    }
    return st;
}

/* *done: the search ended before there were too many points. */
static ta_status at_once(search *s, ta_call *call, uint32_t tracks, int *done) {
    ta_budget *b = &s->budget;
    ta_status st = begin(s, call, tracks);
    size_t at = 0;
    for (; !st && !s->found && at < s->points && s->points <= POINTS_MOST; at++)
        if (!s->point[at].less) st = follow(s, call, at);
    *done = s->found || at == s->points;
    for (size_t i = 0; i < s->graphs; i++) ta_bits_clear(&s->branch[i].bits);
    b->bytes -= (double)(s->last_cap * sizeof *s->last + s->point_cap * sizeof *s->point +
                         s->set_cap * sizeof *s->set);
    ta_free(b->allocator, s->last, s->last_cap, sizeof *s->last);
    ta_free(b->allocator, s->point, s->point_cap, sizeof *s->point);
    ta_free(b->allocator, s->set, s->set_cap, sizeof *s->set);
    ta_met_clear(&s->met, b);
    ta_lanes_clear(&s->lanes);
    return st;
}

/* ---- One automaton after another ---- */

static ta_status by_automata(search *s, ta_call *call, uint32_t tracks) {
    ta_automaton *made;
    ta_status st = TA_OK;
    while (!st && s->graphs) {
        st = ta_graph_finish(&s->branch[s->graphs - 1].graph, call, 1, &made);
        ta_graph_clear(&s->branch[--s->graphs].graph);
        if (!st) st = miss(s, made);
    }
    if (!st) st = ta_parts_join(&s->pool, call, tracks, &made);
    if (st) return st;
    s->found = !ta_automaton_is_empty(made);
    ta_automaton_destroy(made);
    return TA_OK;
}

ta_status ta_automaton_any(const ta_numeration *n, ta_call *call, size_t count,
                           const ta_automaton *const *all, size_t missed,
                           const ta_automaton *const *none, size_t joins, const ta_join *join,
                           int *any) {
    search s;
    int done = 0;
    ta_require(count + missed + joins > 0);
    call->message[0] = '\0';
    memset(&s, 0, sizeof s);
    s.n = n;
    ta_budget_begin(&s.budget, n);
    ta_status st = ta_parts_begin(&s.pool, n, count, all, missed, none, joins);
    for (size_t i = 0; !st && i < joins; i++) st = prepare(&s, call, &join[i]);
    uint32_t tracks = st ? 0 : tracks_of(&s);
    if (!st) st = ta_parts_add_words(&s.pool, n, call, tracks);
    if (!st && s.graphs && ta_lanes_fit(n, s.pool.count, s.pool.p, tracks))
        st = at_once(&s, call, tracks, &done);
    if (!st && !done) st = by_automata(&s, call, tracks);
    for (size_t i = 0; i < s.graphs; i++) ta_graph_clear(&s.branch[i].graph);
    ta_parts_clear(&s.pool, n);
    if (!st) *any = s.found;
    return st;
}
