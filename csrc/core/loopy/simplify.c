/*
** simplify.c - simplest forms.
**
** Stoppers (Siegel, chapter VI). A Left option l of v is reversible through a Right option r of l
** with r <= v. It is bypassed: the Left options of r replace it, and may be reversible in turn.
** This ends, since such a chain is alternating play. Then dominated options are removed. No step
** changes the value of a node, so one order relation serves a whole round. A round may make new
** options reversible; rounds end when one changes nothing. Equal stoppers without reversible and
** dominated options have equal options. So they are bisimilar, and label.c makes them the same
** graph.
**
** Sides. In G+ Left wins infinite play, and the same steps may change a value: a player who always
** postpones the better move may postpone it for ever. So a step is tried, and kept only if every
** node keeps its value, which order.c decides. All steps of a round are tried at once, and smaller
** parts if that fails. Here a reversible option may be bypassed through v itself, and is then just
** removed. Rounds end when the graph is a stopper, or when several give no smaller graph.
*/
#include <string.h>

#include "base/poll.h"
#include "graph.h"

typedef struct simplify {
    const ta_allocator *a;
    ta_call *call;
    graph *g;
    relation geq;
    uint32_t *list, *mark; /* options of the current node; the nodes visited in this `epoch` */
    uint32_t count, epoch;
    graph wish;       /* the simplified options to try */
    uint8_t *granted; /* by 2 v + player: use the options of `wish` */
    uint32_t *same;   /* of each node: the node that replaces it */
} simplify;

static void simplify_end(simplify *s) {
    size_t n = s->g->nodes;
    ta_free(s->a, s->list, n, sizeof *s->list);
    ta_free(s->a, s->mark, n, sizeof *s->mark);
    ta_free(s->a, s->granted, 2 * n, 1);
    ta_free(s->a, s->same, n, sizeof *s->same);
    graph_clear(s->a, &s->wish);
    relation_clear(s->a, &s->geq);
}

static ta_status simplify_begin(simplify *s, int stoppers) {
    size_t n = s->g->nodes;
    s->list = ta_alloc(s->a, n, sizeof *s->list);
    s->mark = ta_alloc(s->a, n, sizeof *s->mark);
    s->granted = ta_alloc(s->a, 2 * n, 1);
    s->same = ta_alloc(s->a, n, sizeof *s->same);
    if (!s->list || !s->mark || !s->granted || !s->same) return TA_ENOMEM;
    return graph_geq(s->a, s->call, s->g, s->g, stoppers, &s->geq);
}

/* ---- The options of one node ---- */

/* Is x at least as good for the player as y? */
static int as_good(const simplify *s, int player, uint32_t x, uint32_t y) {
    return player == TA_LEFT ? relation_has(&s->geq, x, y) : relation_has(&s->geq, y, x);
}

static void list_options(simplify *s, int player, uint32_t v) {
    uint32_t count;
    const uint32_t *option = graph_options(s->g, player, v, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (s->mark[option[i]] == s->epoch) continue;
        s->mark[option[i]] = s->epoch;
        s->list[s->count++] = option[i];
    }
}

#define GONE UINT32_MAX

/* The options of a node to bypass if reversible, or to remove if dominated: all, none, or the one
** with this index in the list. */
#define ALL UINT32_MAX
#define NONE (UINT32_MAX - 1)

/* The reply through which the player's option x of v is reversible, or GONE. */
static uint32_t reply(const simplify *s, int player, uint32_t v, uint32_t x) {
    uint32_t count;
    const uint32_t *option = graph_options(s->g, 1 - player, x, &count);
    for (uint32_t i = 0; i < count; i++)
        if (as_good(s, player, v, option[i])) return option[i];
    return GONE;
}

static int is_dominated(const simplify *s, int player, uint32_t i) {
    uint32_t x = s->list[i];
    for (uint32_t j = 0; j < s->count; j++) {
        uint32_t y = s->list[j];
        if (j != i && y != GONE && as_good(s, player, y, x) && (y < x || !as_good(s, player, x, y)))
            return 1;
    }
    return 0;
}

static int chosen(uint32_t which, uint32_t i) {
    return which == ALL || which == i;
}

/* Append to `out` the options of `player` at v that remain. */
static ta_status wish_options(simplify *s, int player, uint32_t v, uint32_t bypass, uint32_t drop,
                              graph *out) {
    s->epoch++;
    s->count = 0;
    list_options(s, player, v);
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t r = chosen(bypass, i) ? reply(s, player, v, s->list[i]) : GONE;
        if (r == GONE) continue;
        s->list[i] = GONE;
        list_options(s, player, r);
    }
    ta_status status = ta_poll(s->call, s->count * s->count + 1, 0, 0);
    for (uint32_t i = 0; i < s->count && !status; i++)
        if (s->list[i] != GONE && !(chosen(drop, i) && is_dominated(s, player, i)))
            status = graph_append(s->a, out, player, s->list[i]);
    return status;
}

static ta_status wish_all(simplify *s) {
    ta_status status = TA_OK;
    for (uint32_t v = 0; v < s->g->nodes && !status; v++) {
        status = graph_add(s->a, &s->wish);
        for (int p = 0; p < 2 && !status; p++) status = wish_options(s, p, v, ALL, ALL, &s->wish);
    }
    return status;
}

/* ---- Stoppers ---- */

static ta_status replace(simplify *s, const graph *by) {
    graph reached = { 0 };
    ta_status status = graph_reach(s->a, by, 0, &reached);
    if (status) return status;
    simplify_end(s);
    graph_clear(s->a, s->g);
    *s->g = reached;
    *s = (simplify){ .a = s->a, .call = s->call, .g = s->g };
    return graph_label(s->a, s->call, s->g);
}

static ta_status simplify_stopper(const ta_allocator *a, ta_call *call, graph *g) {
    ta_status status = TA_OK;
    for (int changed = 1; changed && !status;) {
        simplify s = { .a = a, .call = call, .g = g };
        status = simplify_begin(&s, 1);
        if (!status) status = wish_all(&s);
        changed = !status && !graph_same(&s.wish, g);
        if (changed) status = replace(&s, &s.wish);
        simplify_end(&s);
    }
    return status;
}

/* ---- Sides ---- */

/* Write the graph with the options of `wish` wherever `granted`. */
static ta_status grant(simplify *s, graph *out) {
    ta_status status = TA_OK;
    for (uint32_t v = 0; v < s->g->nodes && !status; v++) {
        status = graph_add(s->a, out);
        for (int p = 0; p < 2 && !status; p++) {
            uint32_t count;
            const uint32_t *option =
                graph_options(s->granted[2 * v + (uint32_t)p] ? &s->wish : s->g, p, v, &count);
            for (uint32_t i = 0; i < count && !status; i++)
                status = graph_append(s->a, out, p, s->same[option[i]]);
        }
    }
    return status;
}

static ta_status above(simplify *s, const graph *g, const graph *h, int *all) {
    relation geq = { 0 };
    ta_status status = graph_geq(s->a, s->call, g, h, 0, &geq);
    for (uint32_t v = 0; v < s->g->nodes && !status; v++) *all &= relation_has(&geq, v, v);
    relation_clear(s->a, &geq);
    return status;
}

/* Does every node keep its value with the granted options? */
static ta_status is_equal(simplify *s, int *equal) {
    graph granted = { 0 };
    *equal = 1;
    ta_status status = grant(s, &granted);
    if (!status) status = above(s, &granted, s->g, equal);
    if (!status && *equal) status = above(s, s->g, &granted, equal);
    graph_clear(s->a, &granted);
    return status;
}

static int is_wish(const simplify *s, uint32_t item) {
    uint32_t had, count;
    const uint32_t *before = graph_options(s->g, (int)(item % 2), item / 2, &had);
    const uint32_t *after = graph_options(&s->wish, (int)(item % 2), item / 2, &count);
    return had != count || (had && memcmp(before, after, had * sizeof *before) != 0);
}

static ta_status try_range(simplify *s, uint32_t from, uint32_t to) {
    int equal, some = 0;
    for (uint32_t i = from; i < to; i++) some |= s->granted[i] = (uint8_t)is_wish(s, i);
    if (!some) return TA_OK;
    ta_status status = is_equal(s, &equal);
    if (status || equal) return status;
    memset(s->granted + from, 0, to - from);
    if (to - from == 1) return TA_OK;
    uint32_t mid = from + (to - from) / 2;
    status = try_range(s, from, mid);
    return status ? status : try_range(s, mid, to);
}

/* Set `wish` to the present options, with only one item simplified. */
static ta_status wish_one(simplify *s, uint32_t item, uint32_t bypass, uint32_t drop) {
    graph_clear(s->a, &s->wish);
    ta_status status = TA_OK;
    for (uint32_t v = 0; v < s->g->nodes && !status; v++) {
        status = graph_add(s->a, &s->wish);
        for (int p = 0; p < 2 && !status; p++) {
            if (2 * v + (uint32_t)p == item) {
                status = wish_options(s, p, v, bypass, drop, &s->wish);
                continue;
            }
            uint32_t count;
            const uint32_t *option = graph_options(s->g, p, v, &count);
            for (uint32_t i = 0; i < count && !status; i++)
                status = graph_append(s->a, &s->wish, p, option[i]);
        }
    }
    return status;
}

/* If no wish could be granted as a whole, try single steps, one option bypassed or removed, until
** one is granted. */
static ta_status try_singly(simplify *s, int *granted) {
    ta_status status = TA_OK;
    *granted = 0;
    for (uint32_t item = 0; item < 2 * s->g->nodes && !status && !*granted; item++) {
        uint32_t degree = graph_degree(s->g, (int)(item % 2), item / 2);
        for (uint32_t k = 0; k < 2 * degree && !status && !*granted; k++) {
            status = k < degree ? wish_one(s, item, NONE, k) : wish_one(s, item, k - degree, NONE);
            if (!status) status = try_range(s, item, item + 1);
            *granted = s->granted[item];
        }
    }
    return status;
}

/* Choose the first of equal nodes to stand for them. */
static int find_same(simplify *s) {
    int some = 0;
    for (uint32_t v = 0; v < s->g->nodes; v++) {
        s->same[v] = v;
        for (uint32_t u = 0; u < v && s->same[v] == v; u++)
            if (relation_has(&s->geq, u, v) && relation_has(&s->geq, v, u)) s->same[v] = u;
        some |= s->same[v] != v;
    }
    return some;
}

/* Merge equal nodes if no value changes: all at once, or one after the other. */
static ta_status try_same(simplify *s) {
    int equal;
    if (!find_same(s)) return TA_OK;
    ta_status status = is_equal(s, &equal);
    if (status || equal) return status;
    for (uint32_t v = 0; v < s->g->nodes; v++) s->same[v] = v;
    for (uint32_t u = 0; u < s->g->nodes && !status; u++)
        for (uint32_t v = 0; v < s->g->nodes && !status; v++) {
            if (u == v || s->same[u] != u || s->same[v] != v || !relation_has(&s->geq, u, v) ||
                !relation_has(&s->geq, v, u))
                continue;
            size_t bytes = s->g->nodes * sizeof *s->same;
            memcpy(s->list, s->same, bytes);
            for (uint32_t w = 0; w < s->g->nodes; w++) /* u replaces v */
                if (s->same[w] == v) s->same[w] = u;
            status = is_equal(s, &equal);
            if (!status && !equal) memcpy(s->same, s->list, bytes);
        }
    return status;
}

static int any(const uint8_t *flag, size_t count) {
    return memchr(flag, 1, count) != NULL;
}

/* Run one round. The new graph has the same values, and is usually smaller. */
static ta_status round_of(const ta_allocator *a, ta_call *call, graph *g) {
    simplify s = { .a = a, .call = call, .g = g };
    graph granted = { 0 };
    int some;
    ta_status status = simplify_begin(&s, 0);
    for (uint32_t v = 0; v < g->nodes && !status; v++) s.same[v] = v;
    if (!status) status = wish_all(&s);
    if (!status) status = try_range(&s, 0, 2 * g->nodes);
    if (!status && !any(s.granted, 2 * (size_t)g->nodes)) status = try_singly(&s, &some);
    if (!status) status = try_same(&s);
    if (!status) status = grant(&s, &granted);
    if (!status) status = replace(&s, &granted);
    graph_clear(a, &granted);
    simplify_end(&s);
    return status;
}

static uint64_t size_of(const graph *g) {
    return (uint64_t)g->nodes << 32 | (graph_edges(g, 0) + graph_edges(g, 1));
}

#define PATIENCE 4 /* consecutive rounds that may give no smaller graph */

ta_status graph_simplify(const ta_allocator *a, ta_call *call, graph *g, int *stopper) {
    int alternating = 0, idle = 0;
    ta_status s = graph_label(a, call, g);
    for (uint64_t best = UINT64_MAX; !s && idle < PATIENCE;) {
        s = graph_has(a, g, CYCLES_ALTERNATING, &alternating);
        if (s || !alternating) break;
        idle = size_of(g) < best ? 0 : idle + 1;
        if (!idle) best = size_of(g);
        s = round_of(a, call, g);
    }
    if (!s && !alternating) s = simplify_stopper(a, call, g);
    if (!s) *stopper = !alternating;
    return s;
}
