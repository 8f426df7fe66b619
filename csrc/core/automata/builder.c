/*
** builder.c - the builder of automata. A state is a list of words (a pair of states, a set of states,
** a form). It gets a number when it is first met, and its diagram when it is built.
**
**     ta_maker_begin; ta_maker_leaf for the start;
**     while (m.made < m.keys.count) { the diagram of number m.made; ta_maker_state }
**     ta_maker_finish; ta_maker_clear in any case
*/
#include <string.h>

#include "automata_int.h"
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"

void ta_maker_begin(ta_maker *m, ta_call *call, const ta_numeration *numeration) {
    call->message[0] = '\0';
    memset(m, 0, sizeof *m);
    m->numeration = numeration;
    m->nodes.digits = numeration->digits;
    ta_budget_begin(&m->budget, numeration);
}

void ta_maker_clear(ta_maker *m) {
    const ta_allocator *a = m->budget.allocator;
    ta_keys_clear(&m->keys, &m->budget);
    ta_nodes_clear(&m->nodes, &m->budget);
    ta_pairs_clear(&m->memo, &m->budget);
    ta_free(a, m->root, m->root_cap, sizeof *m->root);
    ta_free(a, m->accepts, m->accepts_cap, sizeof *m->accepts);
    m->root = NULL;
    m->accepts = NULL;
    m->root_cap = m->accepts_cap = 0;
}

ta_status ta_maker_leaf(ta_maker *m, ta_call *call, const uint32_t *words, size_t count,
                        uint32_t *leaf) {
    uint32_t id;
    ta_status st = ta_keys_id(&m->keys, &m->budget, call, words, count, &id);
    if (st) return st;
    *leaf = LEAF | id;
    return ta_budget_states(&m->budget, call, m->keys.count);
}

ta_status ta_maker_state(ta_maker *m, ta_call *call, uint32_t root, int accepts) {
    ta_status st = ta_budget_reserve(&m->budget, call, (void **)&m->root, &m->root_cap,
                                     (size_t)m->made + 1, sizeof *m->root);
    if (!st)
        st = ta_budget_reserve(&m->budget, call, (void **)&m->accepts, &m->accepts_cap,
                               (size_t)m->made + 1, sizeof *m->accepts);
    if (st) return st;
    m->root[m->made] = root;
    m->accepts[m->made++] = accepts != 0;
    return ta_poll(call, 64, (double)m->made, 0);
}

ta_status ta_maker_finish(ta_maker *m, ta_call *call, uint32_t start, uint32_t tracks,
                          ta_automaton **automaton) {
    ta_keys_clear(&m->keys, &m->budget);
    ta_pairs_clear(&m->memo, &m->budget);
    return ta_maker_minimise(m, call, start, tracks, automaton);
}
