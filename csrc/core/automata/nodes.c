/*
** nodes.c - reduced decision diagrams: equal nodes are shared, and no node has equal children only.
** So two diagrams in one table are the same function of the digits iff their numbers are equal.
*/
#include <string.h>

#include "automata_int.h"
#include "base/check.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/status.h"

static uint64_t hash_of(unsigned track, const uint32_t *child, unsigned digits) {
    uint64_t h = track;
    for (unsigned d = 0; d < digits; d++) h = ta_hash(h ^ child[d]) + d;
    return ta_hash(h);
}

static const uint32_t *children(const ta_nodes *n, uint32_t node) {
    return n->child + (size_t)node * n->digits;
}

static size_t slot_of(const ta_nodes *n, unsigned track, const uint32_t *child) {
    size_t i = (size_t)hash_of(track, child, n->digits) & (n->slot_cap - 1);
    for (; n->slot[i]; i = (i + 1) & (n->slot_cap - 1)) {
        uint32_t node = n->slot[i] - 1;
        if (n->track[node] == track &&
            memcmp(children(n, node), child, n->digits * sizeof *child) == 0)
            break;
    }
    return i;
}

static ta_status grow(ta_nodes *n, ta_budget *budget, ta_call *call) {
    size_t cap = n->slot_cap ? n->slot_cap * 2 : 64, old = n->slot_cap;
    ta_status st = ta_budget_take(budget, call, (double)(cap * sizeof *n->slot));
    if (st) return st;
    uint32_t *slot = ta_alloc(budget->allocator, cap, sizeof *slot);
    budget->bytes -= (double)((slot ? old : cap) * sizeof *n->slot);
    if (!slot) return TA_ENOMEM;
    ta_free(budget->allocator, n->slot, old, sizeof *n->slot);
    n->slot = slot;
    n->slot_cap = cap;
    for (uint32_t node = 0; node < n->count; node++) {
        size_t i = (size_t)hash_of(n->track[node], children(n, node), n->digits) & (cap - 1);
        while (slot[i]) i = (i + 1) & (cap - 1);
        slot[i] = node + 1;
    }
    return TA_OK;
}

ta_status ta_nodes_make(ta_nodes *n, ta_budget *budget, ta_call *call, unsigned track,
                        const uint32_t *child, uint32_t *node) {
    unsigned d = 1;
    while (d < n->digits && child[d] == child[0]) d++;
    if (d == n->digits) {
        *node = child[0];
        return TA_OK;
    }
    for (d = 0; d < n->digits; d++) ta_assert(ta_nodes_track(n, child[d]) > track);
    if (n->slot_cap) {
        size_t i = slot_of(n, track, child);
        if (n->slot[i]) {
            *node = n->slot[i] - 1;
            return TA_OK;
        }
    }
    if (n->count >= ID_MOST) return ta_fail(call, TA_ELIMIT, "an automaton of 2^31 nodes");
    ta_status st = TA_OK;
    if (2 * ((size_t)n->count + 1) > n->slot_cap) st = grow(n, budget, call);
    if (!st)
        st = ta_budget_reserve(budget, call, (void **)&n->track, &n->track_cap,
                               (size_t)n->count + 1, sizeof *n->track);
    if (!st)
        st = ta_budget_reserve(budget, call, (void **)&n->child, &n->child_cap,
                               ((size_t)n->count + 1) * n->digits, sizeof *n->child);
    if (st) return st;
    n->slot[slot_of(n, track, child)] = n->count + 1;
    n->track[n->count] = (uint8_t)track;
    memcpy(n->child + (size_t)n->count * n->digits, child, n->digits * sizeof *child);
    *node = n->count++;
    return TA_OK;
}

void ta_nodes_clear(ta_nodes *n, ta_budget *budget) {
    const ta_allocator *a = budget->allocator;
    budget->bytes -= (double)(n->track_cap + n->child_cap * sizeof *n->child +
                              n->slot_cap * sizeof *n->slot);
    ta_free(a, n->track, n->track_cap, sizeof *n->track);
    ta_free(a, n->child, n->child_cap, sizeof *n->child);
    ta_free(a, n->slot, n->slot_cap, sizeof *n->slot);
    unsigned digits = n->digits;
    memset(n, 0, sizeof *n);
    n->digits = digits;
}
