/*
** table.c - an automaton from a table of states and letters. It refuses words that are not numbers,
** whatever the table says. Leading zeros must not matter.
*/
#include "automata_int.h"
#include "base/status.h"

/* Do leading zeros matter? The automaton is minimal, so the start must lead to itself by a zero. */
static int zeros_matter(const ta_automaton *a) {
    uint8_t zero[TA_TRACKS] = { 0 };
    return ta_automaton_next(a, 0, zero) != 0;
}

ta_status ta_automaton_from_table(const ta_numeration *numeration, ta_call *call, unsigned tracks,
                                  uint32_t states, const uint32_t *next, const uint8_t *accepting,
                                  ta_automaton **automaton) {
    ta_maker m;
    ta_maker_begin(&m, call, numeration);
    uint32_t mask = tracks >= TA_TRACKS ? UINT32_MAX : ((uint32_t)1 << tracks) - 1;
    size_t row = 1;
    for (unsigned i = 0; i < tracks; i++) row *= numeration->digits;
    ta_status st = TA_OK;
    for (uint32_t q = 0; !st && q < states; q++) {
        for (size_t i = 0; !st && i < row; i++)
            if (next[q * row + i] >= states)
                st = ta_fail(call, TA_EINVAL, "state %u goes to state %u, of %u", q,
                             next[q * row + i], states);
        uint32_t root;
        if (!st)
            st = ta_nodes_letters(&m.nodes, &m.budget, call, mask, row, next + q * row, NULL, &root);
        if (!st) st = ta_maker_state(&m, call, root, accepting[q]);
    }
    ta_automaton *words = NULL, *all = NULL, *both = NULL;
    if (!st) st = ta_maker_finish(&m, call, 0, mask, &words);
    ta_maker_clear(&m);
    if (!st) st = ta_automaton_all(numeration, call, mask, &all);
    if (!st) st = ta_automaton_combine(call, words, all, TA_AND, &both);
    if (!st && zeros_matter(both))
        st = ta_fail(call, TA_EINVAL, "the automaton tells a number with leading zeros from the "
                                      "same without");
    ta_automaton_destroy(words);
    ta_automaton_destroy(all);
    if (st) ta_automaton_destroy(both);
    else *automaton = both;
    return st;
}
