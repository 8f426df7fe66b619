/*
** packed_product.c - a product of automata with few letters and states. The letters of all tracks are the
** bits of one word, and a tuple of states is packed in another.
**
** Each automaton has a lane. Two things are computed for a state when it is first met. These are
** the letters of all tracks that keep it alive, and the successor for each letter of its own
** tracks. The live letters of a tuple are then the "and" of one word a lane. A successor tuple is
** assembled from the lanes, without following the diagrams for every tuple.
*/
#include <string.h>

#include "automata_int.h"
#include "base/hash.h"
#include "base/mem.h"

static unsigned bits_for(uint32_t states) {
    unsigned bits = 0;
    while (bits < 32 && (states - 1) >> bits) bits++;
    return bits;
}

static unsigned letters_of(unsigned digits, uint32_t tracks) {
    unsigned letters = 1;
    for (; tracks && letters <= TA_LANE_LETTERS; tracks &= tracks - 1) letters *= digits;
    return letters;
}

int ta_lanes_fit(const ta_numeration *n, size_t count, const ta_part *p, uint32_t tracks) {
    unsigned bits = 0;
    if (count > TA_JOIN_MOST) return 0;
    for (size_t i = 0; i < count; i++) bits += bits_for(p[i].a->states);
    return bits <= 64 && letters_of(n->digits, tracks) <= TA_LANE_LETTERS;
}

uint32_t ta_part_dead(const ta_part *p) {
    for (uint32_t q = 0; q < p->a->states; q++)
        if (p->a->accepts[q] == p->missed && p->a->root[q] == (LEAF | q)) return LEAF | q;
    return ID_MOST;
}

unsigned ta_lanes_letters(unsigned digits, uint32_t tracks, uint32_t some,
                          uint8_t name[TA_LANE_LETTERS]) {
    unsigned all = 1, letters = 1;
    name[0] = 0;
    for (uint32_t rest = tracks; rest; rest &= rest - 1, all *= digits) {
        unsigned reads = (some & rest & (~rest + 1)) != 0, more = reads ? digits : 1;
        for (unsigned i = all * digits; i-- > 0;)
            name[i] = (uint8_t)(name[i / digits] * more + (reads ? i % digits : 0));
        letters *= more;
    }
    return letters;
}

ta_status ta_lanes_begin(ta_lanes *s, const ta_numeration *n, ta_budget *budget, ta_call *call,
                         size_t count, const ta_part *p, uint32_t tracks) {
    size_t states = 0, moves = 0, bytes;
    unsigned shift = 0, letters = letters_of(n->digits, tracks);
    s->budget = budget;
    s->count = count;
    s->all = UINT64_MAX >> (64 - letters);
    for (size_t i = 0; i < count; i++) {
        ta_lane *l = &s->lane[i];
        memset(l, 0, sizeof *l);
        l->a = p[i].a;
        l->missed = p[i].missed;
        l->dead = ta_part_dead(&p[i]);
        l->letters = ta_lanes_letters(n->digits, tracks, l->a->tracks, l->own);
        for (unsigned k = 0; k < letters; k++) l->with[l->own[k]] |= (uint64_t)1 << k;
        unsigned bits = bits_for(l->a->states);
        l->shift = bits ? shift : 0;
        l->mask = UINT64_MAX >> 1 >> (63 - bits);
        shift += bits;
        states += l->a->states;
        moves += (size_t)l->a->states * l->letters;
    }
    bytes = s->bytes = sizeof(uint64_t) + states * sizeof(uint64_t) + moves * sizeof(uint32_t);
    ta_status st = ta_budget_take(budget, call, (double)bytes);
    s->alive = st ? NULL : ta_alloc(budget->allocator, bytes, 1);
    if (!st && !s->alive) budget->bytes -= (double)bytes;
    if (!s->alive) return st ? st : TA_ENOMEM;
    uint32_t *next = (uint32_t *)(void *)(s->alive + states);
    uint64_t *alive = s->alive;
    for (size_t i = 0; i < count; i++) {
        ta_lane *l = &s->lane[i];
        l->alive = alive;
        l->next = next;
        alive += l->a->states;
        next += (size_t)l->a->states * l->letters;
    }
    return TA_OK;
}

void ta_lanes_clear(ta_lanes *s) {
    if (!s->alive) return;
    ta_free(s->budget->allocator, s->alive, s->bytes, 1);
    s->budget->bytes -= (double)s->bytes;
    s->alive = NULL;
}

/* Expand the diagram of a state track by track into its successors. */
static void fill(ta_lane *l, uint32_t q) {
    const ta_nodes *nodes = &l->a->nodes;
    uint32_t node[TA_LANE_LETTERS];
    unsigned digits = nodes->digits, all = 1;
    node[0] = l->a->root[q];
    for (uint32_t rest = l->a->tracks; rest; rest &= rest - 1, all *= digits) {
        unsigned track = (unsigned)__builtin_ctz(rest);
        for (unsigned i = all * digits; i-- > 0;)
            node[i] = ta_nodes_child(nodes, node[i / digits], track, i % digits);
    }
    uint64_t alive = 0;
    uint32_t *next = l->next + (size_t)q * l->letters;
    for (unsigned i = 0; i < all; i++) {
        next[i] = node[i] & ~LEAF;
        if (node[i] != l->dead) alive |= l->with[i];
    }
    l->alive[q] = alive;
}

uint64_t ta_lanes_alive(ta_lanes *s, uint64_t tuple) {
    uint64_t alive = s->all;
    for (size_t i = 0; i < s->count; i++) {
        ta_lane *l = &s->lane[i];
        uint32_t q = (uint32_t)(tuple >> l->shift & l->mask);
        if (!l->alive[q]) fill(l, q); /* or it has no live letter, and is computed again */
        alive &= l->alive[q];
    }
    return alive;
}

uint64_t ta_lanes_next(const ta_lanes *s, uint64_t tuple, unsigned letter) {
    uint64_t next = 0;
    for (size_t i = 0; i < s->count; i++) {
        const ta_lane *l = &s->lane[i];
        size_t q = (size_t)(tuple >> l->shift & l->mask);
        next |= (uint64_t)l->next[q * l->letters + l->own[letter]] << l->shift;
    }
    return next;
}

int ta_lanes_accept(const ta_lanes *s, uint64_t tuple) {
    int accepts = 1;
    for (size_t i = 0; i < s->count; i++) {
        const ta_lane *l = &s->lane[i];
        accepts &= l->a->accepts[tuple >> l->shift & l->mask] ^ l->missed;
    }
    return accepts;
}

/* ---- Ids of tuples ---- */

static size_t slot_of(const ta_met *m, uint64_t tuple) {
    size_t i = (size_t)ta_hash(tuple) & (m->slot_cap - 1);
    while (m->slot[i] && m->tuple[m->slot[i] - 1] != tuple) i = (i + 1) & (m->slot_cap - 1);
    return i;
}

static ta_status grow(ta_met *m, ta_budget *budget, ta_call *call) {
    size_t cap = m->slot_cap ? m->slot_cap * 4 : 128, old = m->slot_cap;
    ta_status st = ta_budget_take(budget, call, (double)(cap * sizeof *m->slot));
    if (st) return st;
    uint32_t *slot = ta_alloc(budget->allocator, cap, sizeof *slot);
    budget->bytes -= (double)((slot ? old : cap) * sizeof *m->slot);
    if (!slot) return TA_ENOMEM;
    ta_free(budget->allocator, m->slot, old, sizeof *m->slot);
    m->slot = slot;
    m->slot_cap = cap;
    for (uint32_t k = 0; k < m->count; k++) slot[slot_of(m, m->tuple[k])] = k + 1;
    return TA_OK;
}

ta_status ta_met_id(ta_met *m, ta_budget *budget, ta_call *call, uint64_t tuple, uint32_t *id) {
    ta_status st = m->slot_cap > 2 * ((size_t)m->count + 1) ? TA_OK : grow(m, budget, call);
    if (st) return st;
    size_t i = slot_of(m, tuple);
    if (m->slot[i]) {
        *id = m->slot[i] - 1;
        return TA_OK;
    }
    size_t need = m->count < 63 ? 64 : (size_t)m->count + 1;
    st = ta_budget_reserve(budget, call, (void **)&m->tuple, &m->cap, need, sizeof *m->tuple);
    if (!st) st = ta_budget_states(budget, call, (int64_t)m->count + 1);
    if (st) return st;
    m->tuple[m->count] = tuple;
    *id = m->count++;
    m->slot[i] = m->count;
    return TA_OK;
}

void ta_met_clear(ta_met *m, ta_budget *budget) {
    budget->bytes -= (double)(m->cap * sizeof *m->tuple + m->slot_cap * sizeof *m->slot);
    ta_free(budget->allocator, m->tuple, m->cap, sizeof *m->tuple);
    ta_free(budget->allocator, m->slot, m->slot_cap, sizeof *m->slot);
    memset(m, 0, sizeof *m);
}
