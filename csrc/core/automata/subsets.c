/*
** subsets.c - builds a graph edge by edge, and computes its minimal automaton. This automaton
** accepts the words that lead, along any path, from the first state to an accepting one.
**
** States that reach no accepting one are left out. If each letter leads to at most one state, the
** graph is an automaton. Else the states are sets, by the subset construction. Projected numbers
** may be longer than those that are read. So the start set contains all states that leading zeros
** reach. A table row has an entry for each letter (dense.c).
*/
#include <stdlib.h>
#include <string.h>

#include "automata_int.h"
#include "base/mem.h"
#include "base/poll.h"

void ta_graph_begin(ta_graph *g, ta_call *call, const ta_numeration *numeration, uint32_t tracks) {
    call->message[0] = '\0';
    memset(g, 0, sizeof *g);
    ta_budget_begin(&g->budget, numeration);
    g->numeration = numeration;
    g->tracks = tracks;
    g->letters = 1;
    for (; tracks; tracks &= tracks - 1) g->letters *= numeration->digits;
}

void ta_graph_clear(ta_graph *g) {
    const ta_allocator *a = g->budget.allocator;
    g->budget.bytes -= (double)(g->past_cap * sizeof *g->past + g->edge_cap * sizeof *g->edge) +
                       (double)g->accepts_cap;
    ta_free(a, g->past, g->past_cap, sizeof *g->past);
    ta_free(a, g->edge, g->edge_cap, sizeof *g->edge);
    ta_free(a, g->accepts, g->accepts_cap, 1);
    g->past = NULL;
    g->edge = NULL;
    g->accepts = NULL;
    g->past_cap = g->edge_cap = g->accepts_cap = 0;
}

ta_status ta_graph_edge(ta_graph *g, ta_call *call, uint32_t letter, uint32_t to) {
    ta_status st = ta_budget_reserve(&g->budget, call, (void **)&g->edge, &g->edge_cap,
                                     g->edges + 1, sizeof *g->edge);
    if (st) return st;
    g->edge[g->edges++] = (ta_edge){ letter, to };
    return TA_OK;
}

ta_status ta_graph_state(ta_graph *g, ta_call *call, int accepts) {
    ta_status st = ta_budget_reserve(&g->budget, call, (void **)&g->past, &g->past_cap,
                                     (size_t)g->states + 1, sizeof *g->past);
    if (!st)
        st = ta_budget_reserve(&g->budget, call, (void **)&g->accepts, &g->accepts_cap,
                               (size_t)g->states + 1, 1);
    if (st) return st;
    g->past[g->states] = g->edges;
    g->accepts[g->states++] = accepts != 0;
    g->accepting |= accepts;
    return TA_OK;
}

/* ---- Live states ---- */

/* Set live[q] to 1 if q reaches an accepting state, else to 0. The scratch `from` holds a word an
** edge, at and queue a word a state. */
static void mark_live(const ta_graph *g, uint32_t *live, uint32_t *at, uint32_t *queue,
                      uint32_t *from) {
    uint32_t n = g->states;
    for (size_t e = 0; e < g->edges; e++) at[g->edge[e].to + 1]++;
    for (uint32_t q = 0; q < n; q++) at[q + 1] += at[q];
    for (uint32_t q = 0; q < n; q++)
        for (size_t e = ta_graph_first(g, q); e < g->past[q]; e++) from[at[g->edge[e].to]++] = q;
    size_t count = 0; /* now the predecessors of q are from[at[q - 1] .. at[q]) */
    for (uint32_t q = 0; q < n; q++)
        if ((live[q] = g->accepts[q]) != 0) queue[count++] = q;
    for (size_t i = 0; i < count; i++)
        for (uint32_t e = queue[i] ? at[queue[i] - 1] : 0; e < at[queue[i]]; e++) {
            if (live[from[e]]) continue;
            live[from[e]] = 1;
            queue[count++] = from[e];
        }
}

/* Keep the live states, in their order, and the edges between them. The first state stays. */
ta_status ta_graph_keep_live(ta_graph *g, ta_call *call) {
    const ta_allocator *al = g->budget.allocator;
    size_t n = g->states, words = 3 * n + 1 + g->edges;
    ta_status st = ta_budget_take(&g->budget, call, (double)(words * sizeof(uint32_t)));
    if (st) return st;
    uint32_t *live = ta_alloc(al, words, sizeof *live);
    g->budget.bytes -= (double)(words * sizeof *live);
    if (!live) return TA_ENOMEM;
    mark_live(g, live, live + n, live + 2 * n + 1, live + 3 * n + 1);
    live[0] = 1;
    uint32_t *name = live + n, states = 0;
    for (size_t q = 0; q < n; q++) name[q] = states, states += live[q];
    size_t edges = 0, e = 0;
    for (size_t q = 0; q < n; q++) {
        for (; e < g->past[q]; e++)
            if (live[q] && live[g->edge[e].to])
                g->edge[edges++] = (ta_edge){ g->edge[e].letter, name[g->edge[e].to] };
        if (!live[q]) continue;
        g->past[name[q]] = edges;
        g->accepts[name[q]] = g->accepts[q];
    }
    ta_free(al, live, words, sizeof *live);
    g->states = states;
    g->edges = edges;
    return ta_poll(call, (uint32_t)(e / 8), states, 0);
}

/* ---- Rows ---- */

typedef struct rows {
    ta_graph *g;
    ta_keys sets;
    uint32_t *next;
    uint8_t *accepts;
    size_t next_cap, accepts_cap;
    uint32_t states;
    uint32_t *past;  /* by letter: the end of its targets in `to` */
    uint32_t *stamp; /* of a state: the turn that last listed it */
    uint32_t *to;
    size_t to_cap;
    uint32_t turn;
} rows;

static ta_status room(rows *r, ta_call *call) {
    ta_budget *b = &r->g->budget;
    ta_status st = ta_budget_reserve(b, call, (void **)&r->next, &r->next_cap,
                                     ((size_t)r->states + 1) * r->g->letters, sizeof *r->next);
    return st ? st
              : ta_budget_reserve(b, call, (void **)&r->accepts, &r->accepts_cap,
                                  (size_t)r->states + 1, 1);
}

/* Table rows of a graph that is an automaton. Missing edges lead to one more state, the last. */
static ta_status plain_rows(rows *r, ta_call *call) {
    const ta_graph *g = r->g;
    ta_status st = TA_OK;
    for (uint32_t q = 0; !st && q <= g->states; q++) {
        if ((st = room(r, call))) break;
        uint32_t *row = r->next + (size_t)q * g->letters;
        for (uint32_t l = 0; l < g->letters; l++) row[l] = g->states;
        for (size_t e = ta_graph_first(g, q); q < g->states && e < g->past[q]; e++)
            row[g->edge[e].letter] = g->edge[e].to;
        r->accepts[r->states++] = q < g->states && g->accepts[q];
        st = ta_poll(call, g->letters, r->states, 0);
    }
    return st;
}

static int ascending(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Sort a list, and remove repeats. Returns the new length. */
static size_t set_of(rows *r, uint32_t *list, size_t count) {
    size_t n = 0;
    r->turn++;
    for (size_t i = 0; i < count; i++) {
        uint32_t q = list[i];
        if (r->stamp[q] == r->turn) continue;
        r->stamp[q] = r->turn;
        list[n++] = q;
    }
    if (n > 16) qsort(list, n, sizeof *list, ascending);
    for (size_t i = 1; n <= 16 && i < n; i++) {
        uint32_t q = list[i];
        size_t k = i;
        for (; k > 0 && list[k - 1] > q; k--) list[k] = list[k - 1];
        list[k] = q;
    }
    return n;
}

/* The successors of the set, by letter, in r->to. */
static ta_status gather(rows *r, ta_call *call, uint32_t set) {
    const ta_graph *g = r->g;
    size_t count, edges = 0;
    const uint32_t *list = ta_keys_list(&r->sets, set, &count);
    memset(r->past, 0, g->letters * sizeof *r->past);
    for (size_t i = 0; i < count; i++) {
        for (size_t e = ta_graph_first(g, list[i]); e < g->past[list[i]]; e++)
            r->past[g->edge[e].letter]++;
        edges += g->past[list[i]] - ta_graph_first(g, list[i]);
    }
    ta_status st = ta_budget_reserve(&r->g->budget, call, (void **)&r->to, &r->to_cap, edges + 1,
                                     sizeof *r->to);
    if (st) return st;
    for (uint32_t l = 0, sum = 0; l < g->letters; l++) sum += r->past[l], r->past[l] = sum;
    for (size_t i = 0; i < count; i++)
        for (size_t e = ta_graph_first(g, list[i]); e < g->past[list[i]]; e++)
            r->to[--r->past[g->edge[e].letter]] = g->edge[e].to;
    for (uint32_t l = 0; l + 1 < g->letters; l++) r->past[l] = r->past[l + 1];
    r->past[g->letters - 1] = (uint32_t)edges;
    return ta_poll(call, 16 + (uint32_t)edges, r->states, 0);
}

static ta_status next_set(rows *r, ta_call *call) {
    const ta_graph *g = r->g;
    size_t count;
    uint8_t accepts = 0;
    ta_status st = room(r, call);
    if (!st) st = gather(r, call, r->states);
    if (st) return st;
    const uint32_t *list = ta_keys_list(&r->sets, r->states, &count);
    for (size_t i = 0; i < count; i++) accepts |= g->accepts[list[i]];
    r->accepts[r->states] = accepts;
    for (uint32_t l = 0; !st && l < g->letters; l++) {
        uint32_t from = l ? r->past[l - 1] : 0;
        size_t n = set_of(r, r->to + from, r->past[l] - from);
        st = ta_keys_id(&r->sets, &r->g->budget, call, r->to + from, n,
                        &r->next[(size_t)r->states * g->letters + l]);
    }
    r->states++;
    return st ? st : ta_budget_states(&r->g->budget, call, r->sets.count);
}

/* The start set: the first state, and those that zeros reach. */
static ta_status first_set(rows *r, ta_call *call) {
    const ta_graph *g = r->g;
    uint32_t id;
    size_t n = 0;
    ta_status st = ta_budget_reserve(&r->g->budget, call, (void **)&r->to, &r->to_cap, g->states,
                                     sizeof *r->to);
    if (st) return st;
    r->to[n++] = 0;
    r->stamp[0] = r->turn = 1;
    for (size_t i = 0; i < n; i++)
        for (size_t e = ta_graph_first(g, r->to[i]); e < g->past[r->to[i]]; e++) {
            uint32_t to = g->edge[e].to;
            if (g->edge[e].letter || r->stamp[to]) continue;
            r->to[n++] = to;
            r->stamp[to] = 1;
        }
    n = set_of(r, r->to, n);
    return ta_keys_id(&r->sets, &r->g->budget, call, r->to, n, &id);
}

static ta_status set_rows(rows *r, ta_call *call) {
    const ta_graph *g = r->g;
    const ta_allocator *al = g->budget.allocator;
    r->stamp = ta_alloc(al, g->states, sizeof *r->stamp);
    r->past = ta_alloc(al, g->letters, sizeof *r->past);
    ta_status st = r->stamp && r->past ? first_set(r, call) : TA_ENOMEM;
    while (!st && r->states < r->sets.count) st = next_set(r, call);
    ta_free(al, r->stamp, g->states, sizeof *r->stamp);
    ta_free(al, r->past, g->letters, sizeof *r->past);
    return st;
}

static ta_status next_bits(rows *r, ta_call *call, ta_bits *b) {
    ta_status st = room(r, call);
    if (st) return st;
    size_t words;
    const uint32_t *set = ta_keys_list(&r->sets, r->states, &words);
    r->accepts[r->states] = (uint8_t)ta_bits_accept(b, set);
    st = ta_bits_step(b, call, set);
    for (uint32_t l = 0; !st && l < r->g->letters; l++)
        st = ta_keys_id(&r->sets, &r->g->budget, call, b->row + (size_t)l * words, words,
                        &r->next[(size_t)r->states * r->g->letters + l]);
    r->states++;
    return st ? st : ta_budget_states(&r->g->budget, call, r->sets.count);
}

/* The table of set_rows, with sets as bits. */
static ta_status bit_rows(rows *r, ta_call *call) {
    ta_bits b;
    uint32_t id;
    ta_status st = ta_bits_begin(&b, r->g, &r->g->budget, call);
    if (st) return st;
    st = ta_keys_id(&r->sets, &r->g->budget, call, b.start, b.words, &id);
    while (!st && r->states < r->sets.count) st = next_bits(r, call, &b);
    ta_bits_clear(&b);
    return st;
}

ta_status ta_graph_finish(ta_graph *g, ta_call *call, int gone, ta_automaton **automaton) {
    const ta_allocator *al = g->budget.allocator;
    if (g->tracks == 0) {
        uint32_t next = 0;
        uint8_t accepts = (uint8_t)g->accepting;
        return ta_dense_least(&g->budget, call, g->numeration, 0, 1, &next, &accepts, automaton);
    }
    rows r = { .g = g };
    ta_status st = ta_graph_keep_live(g, call);
    if (!st && gone) st = ta_graph_merge(g, call);
    if (!st && !gone) st = plain_rows(&r, call);
    else if (!st) st = ta_bits_fit(g) ? bit_rows(&r, call) : set_rows(&r, call);
    ta_keys_clear(&r.sets, &g->budget);
    ta_graph_clear(g);
    if (!st)
        st = ta_dense_least(&g->budget, call, g->numeration, g->tracks, r.states, r.next, r.accepts,
                            automaton);
    ta_free(al, r.next, r.next_cap, sizeof *r.next);
    ta_free(al, r.accepts, r.accepts_cap, 1);
    ta_free(al, r.to, r.to_cap, sizeof *r.to);
    return st;
}
