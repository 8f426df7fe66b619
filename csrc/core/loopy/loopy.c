/*
** loopy.c - loopy values: the two sides of a game, each simplified, and their operations.
**
** (G+H)+ is G+ + H+, since Left wins all infinite play in both. G- is -((-G)+), so order.c and
** simplify.c handle onsides only.
*/
#include "loopy_int.h"

#include "base/check.h"
#include "base/status.h"

/* ---- Creation ---- */

void ta_loopy_destroy(ta_loopy *g) {
    if (!g) return;
    ta_allocator a = g->allocator;
    for (int side = 0; side < 2; side++) graph_clear(&a, &g->graph[side]);
    ta_free(&a, g, 1, sizeof *g);
}

static ta_status negate(const ta_allocator *a, graph *g) {
    graph negative = { 0 };
    ta_status s = graph_negative(a, g, &negative);
    if (s) return s;
    graph_clear(a, g);
    *g = negative;
    return TA_OK;
}

/* A value of simplified graphs, which it owns from now on; `stopper` marks the stoppers. */
static ta_status own(const ta_allocator *a, graph *on, graph *off, const int stopper[2],
                     ta_loopy **value) {
    ta_loopy *g = ta_alloc(a, 1, sizeof *g);
    int cycles = 1, cycles_of_two = 1;
    if (!g) return TA_ENOMEM;
    g->single = !off || (stopper[0] && stopper[1] && graph_same(on, off));
    ta_status s = TA_OK;
    if (g->single) {
        s = graph_has(a, on, CYCLES_ANY, &cycles);
        if (!s) s = graph_has(a, on, CYCLES_LONG, &cycles_of_two);
    }
    if (s) {
        ta_free(a, g, 1, sizeof *g);
        return s;
    }
    g->allocator = *a;
    g->loopfree = !cycles;
    g->plumtree = !cycles_of_two;
    g->graph[TA_ONSIDE] = *on;
    *on = (graph){ 0 };
    g->stopper[TA_ONSIDE] = (uint8_t)stopper[TA_ONSIDE];
    if (!g->single) {
        g->graph[TA_OFFSIDE] = *off;
        *off = (graph){ 0 };
        g->stopper[TA_OFFSIDE] = (uint8_t)stopper[TA_OFFSIDE];
    }
    *value = g;
    return TA_OK;
}

/* The offside is the negative of an onside. */
static ta_status simplify_offside(const ta_allocator *a, ta_call *call, graph *g, int *stopper) {
    ta_status s = negate(a, g);
    if (!s) s = graph_simplify(a, call, g, stopper);
    if (!s) s = negate(a, g);
    return s ? s : graph_label(a, call, g);
}

ta_status loopy_from_graphs(const ta_allocator *a, ta_call *call, graph *on, graph *off,
                            ta_loopy **value) {
    int alternating = 1, stopper[2] = { 0, 0 };
    graph twin = { 0 };
    ta_status s = TA_OK;
    if (!off) s = graph_has(a, on, CYCLES_ALTERNATING, &alternating);
    if (!s && !off && alternating) {
        s = graph_reach(a, on, 0, &twin);
        off = &twin;
    }
    if (!s) s = graph_simplify(a, call, on, &stopper[TA_ONSIDE]);
    if (!s && off) s = simplify_offside(a, call, off, &stopper[TA_OFFSIDE]);
    if (!s) s = own(a, on, off, stopper, value);
    graph_clear(a, &twin);
    return s;
}

ta_status ta_loopy_from_value(const ta_allocator *allocator, ta_call *call, ta_values *values,
                              ta_value value, ta_loopy **loopy) {
    const ta_allocator *a = ta_allocator_or_default(allocator);
    const int stopper[2] = { 1, 1 };
    graph g = { 0 };
    ta_status s = loopy_value_graph(a, call, values, value, &g);
    if (!s) s = graph_label(a, call, &g);
    if (!s) s = own(a, &g, NULL, stopper, loopy);
    graph_clear(a, &g);
    return s;
}

/* ---- Values from values ---- */

ta_status ta_loopy_negative(const ta_loopy *g, ta_call *call, ta_loopy **negative) {
    const ta_allocator *a = &g->allocator;
    graph side[2] = { { 0 }, { 0 } };
    int stopper[2] = { loopy_side_stops(g, TA_OFFSIDE), loopy_side_stops(g, TA_ONSIDE) };
    ta_status s = TA_OK;
    for (int i = 0; i < 2 - g->single && !s; i++) {
        s = graph_negative(a, loopy_graph(g, i ? TA_ONSIDE : TA_OFFSIDE), &side[i]);
        if (!s) s = graph_label(a, call, &side[i]);
    }
    if (!s) s = own(a, &side[0], g->single ? NULL : &side[1], stopper, negative);
    for (int i = 0; i < 2; i++) graph_clear(a, &side[i]);
    return s;
}

ta_status ta_loopy_sum(const ta_loopy *g, const ta_loopy *h, ta_call *call, ta_loopy **sum) {
    const ta_allocator *a = &g->allocator;
    graph side[2] = { { 0 }, { 0 } };
    int one = g->single && h->single;
    ta_status s = TA_OK;
    for (int i = 0; i < 2 - one && !s; i++)
        s = graph_sum(a, call, loopy_graph(g, (ta_side)i), loopy_graph(h, (ta_side)i), &side[i]);
    if (!s) s = loopy_from_graphs(a, call, &side[0], one ? NULL : &side[1], sum);
    for (int i = 0; i < 2; i++) graph_clear(a, &side[i]);
    return s;
}

/* ---- Order ---- */

/* Is g+ >= h+? */
static ta_status onside_geq(const ta_allocator *a, ta_call *call, const graph *g, const graph *h,
                            int stoppers, int *geq) {
    relation r = { 0 };
    ta_status s = graph_geq(a, call, g, h, stoppers, &r);
    if (!s) *geq = relation_has(&r, 0, 0);
    relation_clear(a, &r);
    return s;
}

/* Is g- >= h-, that is -h+ >= -g+? */
static ta_status offside_geq(const ta_allocator *a, ta_call *call, const graph *g, const graph *h,
                             int stoppers, int *geq) {
    graph minus_g = { 0 }, minus_h = { 0 };
    ta_status s = graph_negative(a, g, &minus_g);
    if (!s) s = graph_negative(a, h, &minus_h);
    if (!s) s = onside_geq(a, call, &minus_h, &minus_g, stoppers, geq);
    graph_clear(a, &minus_g);
    graph_clear(a, &minus_h);
    return s;
}

ta_status ta_loopy_geq(const ta_loopy *g, const ta_loopy *h, ta_call *call, int *geq) {
    const ta_allocator *a = &g->allocator;
    int on, off = 1, stops[2];
    for (int i = 0; i < 2; i++)
        stops[i] = loopy_side_stops(g, (ta_side)i) && loopy_side_stops(h, (ta_side)i);
    ta_status s = onside_geq(a, call, loopy_graph(g, TA_ONSIDE), loopy_graph(h, TA_ONSIDE),
                             stops[TA_ONSIDE], &on);
    if (!s && on && !(g->single && h->single))
        s = offside_geq(a, call, loopy_graph(g, TA_OFFSIDE), loopy_graph(h, TA_OFFSIDE),
                        stops[TA_OFFSIDE], &off);
    if (!s) *geq = on && off;
    return s;
}

/* In G- Left wins only play that ends. So Left can win playing second iff G- >= 0, and playing
** first iff not G- <= 0. Likewise for Right with G+. */
ta_status ta_loopy_outcome(const ta_loopy *g, ta_call *call, ta_outcome *outcome) {
    static const ta_outcome by_winners[3][3] = { { TA_L, TA_N, TA_LD },
                                                 { TA_P, TA_R, TA_RD },
                                                 { TA_DL, TA_DR, TA_D } };
    const ta_allocator *a = &g->allocator;
    const graph *on = loopy_graph(g, TA_ONSIDE), *off = loopy_graph(g, TA_OFFSIDE);
    graph zero = { 0 };
    int on_geq, on_leq, off_geq, off_leq;
    ta_status s = graph_add(a, &zero);
    if (!s) s = onside_geq(a, call, on, &zero, 0, &on_geq);
    if (!s) s = onside_geq(a, call, &zero, on, 0, &on_leq);
    if (!s) s = offside_geq(a, call, off, &zero, 0, &off_geq);
    if (!s) s = offside_geq(a, call, &zero, off, 0, &off_leq);
    graph_clear(a, &zero);
    if (s) return s;
    int left_starts = !off_leq ? 0 : on_leq ? 1 : 2, right_starts = !on_geq ? 1 : off_geq ? 0 : 2;
    *outcome = by_winners[left_starts][right_starts];
    return TA_OK;
}

ta_status ta_loopy_sides(const ta_loopy *g, const ta_loopy *h, ta_call *call, ta_loopy **value) {
    const ta_allocator *a = &g->allocator;
    const graph *on = loopy_graph(g, TA_ONSIDE), *off = loopy_graph(h, TA_OFFSIDE);
    int stopper[2] = { loopy_side_stops(g, TA_ONSIDE), loopy_side_stops(h, TA_OFFSIDE) }, geq;
    graph side[2] = { { 0 }, { 0 } };
    /* in g+ - h- = g+ + (-h)+ Left wins all infinite play, as if both were stoppers */
    ta_status s = onside_geq(a, call, on, off, 1, &geq);
    if (s) return s;
    if (!geq) return ta_fail(call, TA_EUNSUPPORTED, "the onside is not at least the offside");
    s = graph_reach(a, on, 0, &side[0]);
    if (!s) s = graph_reach(a, off, 0, &side[1]);
    for (int i = 0; i < 2 && !s; i++) s = graph_label(a, call, &side[i]);
    if (!s) s = own(a, &side[0], &side[1], stopper, value);
    for (int i = 0; i < 2; i++) graph_clear(a, &side[i]);
    return s;
}

/* ---- Parts ---- */

static ta_status part(const ta_loopy *g, ta_call *call, ta_side side, uint32_t node,
                      ta_loopy **value) {
    const ta_allocator *a = &g->allocator;
    const int stopper[2] = { 1, 1 };
    graph out = { 0 };
    ta_status s = graph_reach(a, loopy_graph(g, side), node, &out);
    if (!s) s = graph_label(a, call, &out);
    if (!s) s = own(a, &out, NULL, stopper, value);
    graph_clear(a, &out);
    return s;
}

ta_status ta_loopy_side(const ta_loopy *g, ta_call *call, ta_side side, ta_loopy **value) {
    if (!loopy_side_stops(g, side))
        return ta_fail(call, TA_EUNSUPPORTED, "the %s is no stopper",
                       side == TA_ONSIDE ? "onside" : "offside");
    return part(g, call, side, 0, value);
}

ta_status ta_loopy_follower(const ta_loopy *g, ta_call *call, uint32_t node, ta_loopy **value) {
    if (!ta_loopy_is_stopper(g)) return ta_fail(call, TA_EUNSUPPORTED, "no stopper");
    if (node >= loopy_graph(g, TA_ONSIDE)->nodes) return ta_fail(call, TA_EINVAL, "no such node");
    return part(g, call, TA_ONSIDE, node, value);
}

/* ---- Queries ---- */

int ta_loopy_is_stopper(const ta_loopy *g) {
    return g->single && g->stopper[TA_ONSIDE];
}

int ta_loopy_is_stopper_sided(const ta_loopy *g) {
    return loopy_side_stops(g, TA_ONSIDE) && loopy_side_stops(g, TA_OFFSIDE);
}

int ta_loopy_is_loopfree(const ta_loopy *g) {
    return g->loopfree;
}

int ta_loopy_is_plumtree(const ta_loopy *g) {
    return g->plumtree;
}

uint32_t ta_loopy_nodes(const ta_loopy *g, ta_side side) {
    return loopy_graph(g, side)->nodes;
}

const uint32_t *ta_loopy_options(const ta_loopy *g, ta_side side, uint32_t node, ta_player player,
                                 size_t *count) {
    uint32_t n;
    const uint32_t *option = graph_options(loopy_graph(g, side), (int)player, node, &n);
    *count = n;
    return option;
}

int ta_loopy_same(const ta_loopy *g, const ta_loopy *h) {
    return g->single == h->single && graph_same(&g->graph[0], &h->graph[0]) &&
           graph_same(&g->graph[1], &h->graph[1]);
}

/* ---- Loopfree values ---- */

/* The values of nodes, computed from the ends of play upwards. */
typedef struct fold {
    const graph *g;
    graph from;       /* predecessors */
    ta_value *of;     /* by node */
    ta_value *option; /* of the current node, for both players */
    uint32_t *wait, *stack;
    uint32_t top;
} fold;

static ta_status fold_node(fold *f, ta_call *call, ta_values *values, uint32_t v) {
    uint32_t count[2], n = 0;
    for (int p = 0; p < 2; p++) {
        const uint32_t *option = graph_options(f->g, p, v, &count[p]);
        for (uint32_t i = 0; i < count[p]; i++) f->option[n++] = f->of[option[i]];
    }
    ta_status s = ta_value_from_options(values, call, f->option, count[TA_LEFT],
                                        f->option + count[TA_LEFT], count[TA_RIGHT], &f->of[v]);
    for (int p = 0; p < 2 && !s; p++) {
        const uint32_t *from = graph_options(&f->from, p, v, &n);
        for (uint32_t i = 0; i < n; i++)
            if (--f->wait[from[i]] == 0) f->stack[f->top++] = from[i];
    }
    return s;
}

ta_status ta_loopy_value(const ta_loopy *g, ta_call *call, ta_values *values, ta_value *value) {
    const ta_allocator *a = &g->allocator;
    const graph *all = loopy_graph(g, TA_ONSIDE);
    size_t n = all->nodes, edges = (size_t)graph_edges(all, 0) + graph_edges(all, 1) + 1;
    if (!g->loopfree) return ta_fail(call, TA_EUNSUPPORTED, "a loopy value");
    fold f = { .g = all };
    ta_status s = graph_reverse(a, all, &f.from);
    if (!s) {
        f.of = ta_alloc(a, n, sizeof *f.of);
        f.option = ta_alloc(a, edges, sizeof *f.option);
        f.wait = ta_alloc(a, n, sizeof *f.wait);
        f.stack = ta_alloc(a, n, sizeof *f.stack);
        if (!f.of || !f.option || !f.wait || !f.stack) s = TA_ENOMEM;
    }
    for (uint32_t v = 0; v < n && !s; v++) {
        f.wait[v] = graph_degree(all, 0, v) + graph_degree(all, 1, v);
        if (!f.wait[v]) f.stack[f.top++] = v;
    }
    while (f.top && !s) s = fold_node(&f, call, values, f.stack[--f.top]);
    if (!s) *value = f.of[0];
    graph_clear(a, &f.from);
    ta_free(a, f.of, n, sizeof *f.of);
    ta_free(a, f.option, edges, sizeof *f.option);
    ta_free(a, f.wait, n, sizeof *f.wait);
    ta_free(a, f.stack, n, sizeof *f.stack);
    return s;
}
