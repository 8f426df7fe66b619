/*
** exists.c - projects tracks away ("there is a number on this track"), on diagrams: the subset
** construction.
**
** A state of the new automaton is the set of states that the old one may be in, for any digits on
** the projected tracks. It accepts if one of them does. The projected number may be longer than
** those that are read. So the start set contains all states reached by leading zeros on the
** remaining tracks with any digits on the others. Unions are computed on diagrams whose leaves are
** sets, once for each pair of diagrams.
*/
#include <string.h>

#include "automata_int.h"
#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"

typedef struct projection {
    ta_maker m;
    const ta_automaton *a;
    uint32_t gone;
    ta_keys sets;     /* every set met, reachable or not: ascending lists */
    ta_nodes unions;  /* leaves are sets */
    ta_pairs united;  /* union of two diagrams */
    ta_pairs reduced; /* by diagram of a: the same without the projected tracks */
    uint32_t *list;
    size_t list_cap;
} projection;

static ta_status room(projection *p, ta_call *call, size_t need) {
    return ta_budget_reserve(&p->m.budget, call, (void **)&p->list, &p->list_cap, need,
                             sizeof *p->list);
}

/* The union of two sets, as a leaf. */
static ta_status merge(projection *p, ta_call *call, uint32_t x, uint32_t y, uint32_t *leaf) {
    size_t nx, ny, i = 0, j = 0, n = 0;
    ta_keys_list(&p->sets, x & ~LEAF, &nx);
    ta_keys_list(&p->sets, y & ~LEAF, &ny);
    ta_status st = room(p, call, nx + ny);
    if (st) return st;
    const uint32_t *a = ta_keys_list(&p->sets, x & ~LEAF, &nx);
    const uint32_t *b = ta_keys_list(&p->sets, y & ~LEAF, &ny);
    while (i < nx || j < ny) {
        uint32_t next = j == ny || (i < nx && a[i] <= b[j]) ? a[i] : b[j];
        i += i < nx && a[i] == next;
        j += j < ny && b[j] == next;
        p->list[n++] = next;
    }
    st = ta_keys_id(&p->sets, &p->m.budget, call, p->list, n, leaf);
    *leaf |= LEAF;
    return st;
}

static ta_status unite(projection *p, ta_call *call, uint32_t x, uint32_t y, uint32_t *node) {
    if (x == y) {
        *node = x;
        return TA_OK;
    }
    if (x > y) return unite(p, call, y, x, node);
    if (ta_pairs_get(&p->united, x, y, node)) return TA_OK;
    ta_status st;
    if (x & y & LEAF) {
        st = merge(p, call, x, y, node);
    } else {
        unsigned tx = ta_nodes_track(&p->unions, x), ty = ta_nodes_track(&p->unions, y);
        unsigned t = tx < ty ? tx : ty;
        uint32_t child[TA_DIGITS_MOST];
        st = ta_poll(call, 4, (double)p->m.made, 0);
        for (unsigned d = 0; !st && d < p->unions.digits; d++)
            st = unite(p, call, ta_nodes_child(&p->unions, x, t, d),
                       ta_nodes_child(&p->unions, y, t, d), &child[d]);
        if (!st) st = ta_nodes_make(&p->unions, &p->m.budget, call, t, child, node);
    }
    return st ? st : ta_pairs_put(&p->united, &p->m.budget, call, x, y, *node);
}

/* A diagram of a without the projected tracks. Its leaves are sets of states. */
static ta_status reduce(projection *p, ta_call *call, uint32_t node, uint32_t *result) {
    ta_budget *budget = &p->m.budget;
    if (ta_pairs_get(&p->reduced, node, 0, result)) return TA_OK;
    ta_status st = TA_OK;
    if (node & LEAF) {
        uint32_t state = node & ~LEAF;
        st = ta_keys_id(&p->sets, budget, call, &state, 1, result);
        *result |= LEAF;
    } else {
        uint32_t child[TA_DIGITS_MOST];
        unsigned digits = p->unions.digits, track = p->a->nodes.track[node];
        for (unsigned d = 0; !st && d < digits; d++)
            st = reduce(p, call, p->a->nodes.child[(size_t)node * digits + d], &child[d]);
        if (!st && !(p->gone >> track & 1))
            st = ta_nodes_make(&p->unions, budget, call, track, child, result);
        else
            for (unsigned d = 1; !st && d < digits; d++)
                st = unite(p, call, child[0], child[d], &child[0]), *result = child[0];
    }
    return st ? st : ta_pairs_put(&p->reduced, budget, call, node, 0, *result);
}

/* Convert a diagram of unions to one of the new automaton, and queue its leaves as states. */
static ta_status want(projection *p, ta_call *call, uint32_t node, uint32_t *result) {
    ta_maker *m = &p->m;
    if (ta_pairs_get(&m->memo, node, 0, result)) return TA_OK;
    ta_status st = TA_OK;
    if (node & LEAF) {
        uint32_t set = node & ~LEAF;
        st = ta_maker_leaf(m, call, &set, 1, result);
    } else {
        uint32_t child[TA_DIGITS_MOST];
        unsigned digits = p->unions.digits;
        for (unsigned d = 0; !st && d < digits; d++)
            st = want(p, call, p->unions.child[(size_t)node * digits + d], &child[d]);
        if (!st)
            st = ta_nodes_make(&m->nodes, &m->budget, call, p->unions.track[node], child, result);
    }
    return st ? st : ta_pairs_put(&m->memo, &m->budget, call, node, 0, *result);
}

/* Mark the states that a letter of zeros on the remaining tracks may lead to, and list new ones. */
static void zeros(const projection *p, uint32_t node, uint8_t *seen, uint32_t *list, size_t *n) {
    const ta_nodes *nodes = &p->a->nodes;
    if (node & LEAF) {
        uint32_t q = node & ~LEAF;
        if (!seen[q]) list[(*n)++] = q;
        seen[q] = 1;
        return;
    }
    unsigned most = p->gone >> nodes->track[node] & 1 ? nodes->digits : 1;
    for (unsigned d = 0; d < most; d++)
        zeros(p, nodes->child[(size_t)node * nodes->digits + d], seen, list, n);
}

/* The start set. */
static ta_status begin(projection *p, ta_call *call, uint32_t *set) {
    const ta_automaton *a = p->a;
    size_t n = 0;
    ta_status st = room(p, call, a->states);
    if (st) return st;
    uint8_t *seen = ta_alloc(p->m.budget.allocator, a->states, 1);
    if (!seen) return TA_ENOMEM;
    seen[0] = 1;
    p->list[n++] = 0;
    for (size_t i = 0; i < n; i++) zeros(p, a->root[p->list[i]], seen, p->list, &n);
    n = 0;
    for (uint32_t q = 0; q < a->states; q++)
        if (seen[q]) p->list[n++] = q;
    ta_free(p->m.budget.allocator, seen, a->states, 1);
    return ta_keys_id(&p->sets, &p->m.budget, call, p->list, n, set);
}

/* Build the next state from its set. */
static ta_status next(projection *p, ta_call *call) {
    ta_maker *m = &p->m;
    size_t one, n;
    uint32_t set = *ta_keys_list(&m->keys, m->made, &one), node = 0, more;
    int accepts = 0;
    ta_keys_list(&p->sets, set, &n);
    ta_status st = TA_OK;
    for (size_t i = 0; !st && i < n; i++) {
        uint32_t q = ta_keys_list(&p->sets, set, &n)[i]; /* the lists may have moved */
        accepts |= p->a->accepts[q];
        st = reduce(p, call, p->a->root[q], &more);
        if (!st && i > 0) st = unite(p, call, node, more, &node);
        else node = more;
    }
    if (!st) st = want(p, call, node, &node);
    return st ? st : ta_maker_state(m, call, node, accepts);
}

static void clear(projection *p) {
    ta_budget *b = &p->m.budget;
    ta_keys_clear(&p->sets, b);
    ta_nodes_clear(&p->unions, b);
    ta_pairs_clear(&p->united, b);
    ta_pairs_clear(&p->reduced, b);
    b->bytes -= (double)(p->list_cap * sizeof *p->list);
    ta_free(b->allocator, p->list, p->list_cap, sizeof *p->list);
    p->list = NULL;
    p->list_cap = 0;
}

ta_status ta_exists_on_diagrams(ta_call *call, const ta_automaton *a, uint32_t tracks,
                                ta_automaton **automaton) {
    projection p;
    memset(&p, 0, sizeof p);
    ta_maker_begin(&p.m, call, a->numeration);
    p.a = a;
    p.gone = tracks;
    p.unions.digits = a->nodes.digits;
    uint32_t set, leaf;
    ta_status st = begin(&p, call, &set);
    if (!st) st = ta_maker_leaf(&p.m, call, &set, 1, &leaf);
    while (!st && p.m.made < p.m.keys.count) st = next(&p, call);
    clear(&p);
    if (!st) st = ta_maker_finish(&p.m, call, 0, a->tracks & ~tracks, automaton);
    ta_maker_clear(&p.m);
    return st;
}
