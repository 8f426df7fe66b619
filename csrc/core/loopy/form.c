/*
** form.c - builds games from nodes and moves, given in any order. A loopy value with different
** sides is one node, which has one graph in the onside of the game and another in its offside.
*/
#include "loopy_int.h"

#include "base/check.h"
#include "base/status.h"

#define OWN UINT32_MAX /* a node that may get options */

typedef struct move {
    uint32_t node, to;
    ta_player player;
} move;

struct ta_loopy_form {
    ta_allocator allocator;
    uint32_t *side[2]; /* of each node, for each side: the node that replaces it; OWN: none */
    size_t cap[2];
    uint32_t nodes;
    move *moves;
    size_t moves_cap, move_count;
};

ta_status ta_loopy_form_create(const ta_allocator *allocator, ta_call *call, ta_loopy_form **form) {
    (void)call;
    const ta_allocator *a = ta_allocator_or_default(allocator);
    ta_loopy_form *f = ta_alloc(a, 1, sizeof *f);
    if (!f) return TA_ENOMEM;
    f->allocator = *a;
    *form = f;
    return TA_OK;
}

void ta_loopy_form_destroy(ta_loopy_form *f) {
    if (!f) return;
    ta_allocator a = f->allocator;
    for (int side = 0; side < 2; side++)
        ta_free(&a, f->side[side], f->cap[side], sizeof *f->side[side]);
    ta_free(&a, f->moves, f->moves_cap, sizeof *f->moves);
    ta_free(&a, f, 1, sizeof *f);
}

static ta_status add(ta_loopy_form *f, ta_call *call, uint32_t on, uint32_t off, uint32_t *node) {
    if (f->nodes >= TA_LOOPY_MOST) return graph_too_large(call);
    for (int side = 0; side < 2; side++) {
        void *block = f->side[side];
        ta_status s = ta_reserve(&f->allocator, &block, &f->cap[side], (size_t)f->nodes + 1,
                                 sizeof *f->side[side]);
        f->side[side] = block;
        if (s) return s;
    }
    f->side[TA_ONSIDE][f->nodes] = on;
    f->side[TA_OFFSIDE][f->nodes] = off;
    *node = f->nodes++;
    return TA_OK;
}

static ta_status add_move(ta_loopy_form *f, uint32_t node, ta_player player, uint32_t to) {
    void *block = f->moves;
    ta_status s =
        ta_reserve(&f->allocator, &block, &f->moves_cap, f->move_count + 1, sizeof *f->moves);
    f->moves = block;
    if (!s) f->moves[f->move_count++] = (move){ node, to, player };
    return s;
}

ta_status ta_loopy_form_node(ta_loopy_form *f, ta_call *call, uint32_t *node) {
    return add(f, call, OWN, OWN, node);
}

ta_status ta_loopy_form_option(ta_loopy_form *f, ta_call *call, uint32_t node, ta_player player,
                               uint32_t to) {
    if (node >= f->nodes || to >= f->nodes || f->side[TA_ONSIDE][node] != OWN)
        return ta_fail(call, TA_EINVAL, "no such node");
    return add_move(f, node, player, to);
}

/* ---- Values ---- */

static ta_status add_graph(ta_loopy_form *f, ta_call *call, const graph *g, uint32_t *start) {
    uint32_t first = f->nodes, node;
    ta_status s = TA_OK;
    for (uint32_t v = 0; v < g->nodes && !s; v++) s = add(f, call, first + v, first + v, &node);
    for (uint32_t v = 0; v < g->nodes && !s; v++)
        for (int p = 0; p < 2 && !s; p++) {
            uint32_t count;
            const uint32_t *option = graph_options(g, p, v, &count);
            for (uint32_t i = 0; i < count && !s; i++)
                s = add_move(f, first + v, (ta_player)p, first + option[i]);
        }
    if (!s) *start = first;
    return s;
}

ta_status ta_loopy_form_loopy(ta_loopy_form *f, ta_call *call, const ta_loopy *value,
                              uint32_t *node) {
    uint32_t on, off;
    ta_status s = add_graph(f, call, loopy_graph(value, TA_ONSIDE), &on);
    if (!s && value->single) *node = on;
    if (s || value->single) return s;
    s = add_graph(f, call, loopy_graph(value, TA_OFFSIDE), &off);
    return s ? s : add(f, call, on, off, node);
}

ta_status ta_loopy_form_value(ta_loopy_form *f, ta_call *call, ta_values *values, ta_value value,
                              uint32_t *node) {
    graph g = { 0 };
    ta_status s = loopy_value_graph(&f->allocator, call, values, value, &g);
    if (!s) s = add_graph(f, call, &g, node);
    graph_clear(&f->allocator, &g);
    return s;
}

/* ---- The whole ---- */

/* The node that stands for `node` in a side. */
static uint32_t means(const ta_loopy_form *f, ta_side side, uint32_t node) {
    uint32_t other = f->side[side][node];
    return other == OWN ? node : other;
}

/* Write the moves in the order of nodes. Moves of one node and player keep their order. */
static ta_status write(const ta_loopy_form *f, ta_side side, const uint32_t *first,
                       const uint32_t *by_node, graph *out) {
    const ta_allocator *a = &f->allocator;
    ta_status s = TA_OK;
    for (uint32_t v = 0; v < f->nodes && !s; v++) {
        s = graph_add(a, out);
        for (uint32_t i = first[v]; i < first[v + 1] && !s; i++) {
            const move *m = &f->moves[by_node[i]];
            s = graph_append(a, out, (int)m->player, means(f, side, m->to));
        }
    }
    return s;
}

static ta_status side_graph(const ta_loopy_form *f, ta_side side, uint32_t start, graph *g) {
    const ta_allocator *a = &f->allocator;
    size_t items = (size_t)f->nodes + 1 + f->move_count;
    graph all = { 0 };
    uint32_t *first = ta_alloc(a, items, sizeof *first);
    if (!first) return TA_ENOMEM;
    uint32_t *by_node = first + f->nodes + 1;
    for (size_t i = 0; i < f->move_count; i++) first[f->moves[i].node]++;
    for (uint32_t v = 1; v <= f->nodes; v++) first[v] += first[v - 1];
    for (size_t i = f->move_count; i-- > 0;) by_node[--first[f->moves[i].node]] = (uint32_t)i;
    ta_status s = write(f, side, first, by_node, &all);
    if (!s) s = graph_reach(a, &all, means(f, side, start), g);
    ta_free(a, first, items, sizeof *first);
    graph_clear(a, &all);
    return s;
}

static int has_sides(const ta_loopy_form *f) {
    for (uint32_t v = 0; v < f->nodes; v++)
        if (f->side[TA_ONSIDE][v] != f->side[TA_OFFSIDE][v]) return 1;
    return 0;
}

ta_status ta_loopy_form_simplify(ta_loopy_form *f, ta_call *call, uint32_t start,
                                 ta_loopy **value) {
    graph on = { 0 }, off = { 0 };
    if (start >= f->nodes) return ta_fail(call, TA_EINVAL, "no such node");
    int two = has_sides(f);
    ta_status s = side_graph(f, TA_ONSIDE, start, &on);
    if (!s && two) s = side_graph(f, TA_OFFSIDE, start, &off);
    if (!s) s = loopy_from_graphs(&f->allocator, call, &on, two ? &off : NULL, value);
    graph_clear(&f->allocator, &on);
    graph_clear(&f->allocator, &off);
    return s;
}
