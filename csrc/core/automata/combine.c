/*
** combine.c - "or" and "xor" by the product of two automata; "and", "less" and "not" by conjunction.c; the
** set of all vectors.
**
** Neither automaton accepts words that are not numbers, and the truth table, 0 where both are 0,
** keeps it so. But on tracks of only one automaton the other accepts any word. So each automaton is
** first restricted to numbers on the other's tracks. (A set on track 0 becomes, on tracks 0 and 1,
** the set of its words whose track 1 is a number too.)
*/
#include "automata_int.h"
#include "base/check.h"

/* Is every word a number? */
static int plain(const ta_numeration *n) {
    return n->order == 1;
}

/* The set of all vectors on these tracks: the complement of the empty set. */
ta_status ta_automaton_all(const ta_numeration *numeration, ta_call *call, uint32_t tracks,
                           ta_automaton **automaton) {
    ta_automaton *words;
    ta_status st = ta_automaton_words(numeration, call, tracks, &words);
    if (st) return st;
    if (plain(numeration)) {
        *automaton = words;
        return TA_OK;
    }
    words->accepts[0] = 0;
    st = ta_automaton_not(call, words, automaton);
    ta_automaton_destroy(words);
    return st;
}

/* Extend a to more tracks. */
static ta_status widen(ta_call *call, const ta_automaton *a, uint32_t tracks, ta_automaton **wide) {
    uint32_t more = tracks & ~a->tracks;
    ta_automaton *all = NULL;
    ta_status st = ta_automaton_all(a->numeration, call, more, &all);
    const ta_automaton *both[2] = { a, all };
    if (!st) st = ta_automaton_join(call, 2, both, 0, NULL, 0, wide);
    ta_automaton_destroy(all);
    return st;
}

ta_status ta_automaton_combine(ta_call *call, const ta_automaton *a, const ta_automaton *b,
                               unsigned truth, ta_automaton **automaton) {
    ta_require(a->numeration == b->numeration && !(truth & 1) && truth < 16);
    const ta_automaton *both[2] = { a, b };
    if (truth == TA_AND) return ta_automaton_join(call, 2, both, 0, NULL, 0, automaton);
    if (truth == TA_LESS) return ta_automaton_join(call, 1, &a, 1, &b, 0, automaton);
    if (plain(a->numeration) || a->tracks == b->tracks)
        return ta_side_by_side(call, a, b, truth, automaton);
    ta_automaton *x = NULL, *y = NULL;
    ta_status st = widen(call, a, b->tracks, &x);
    if (!st) st = widen(call, b, a->tracks, &y);
    if (!st) st = ta_side_by_side(call, x, y, truth, automaton);
    ta_automaton_destroy(x);
    ta_automaton_destroy(y);
    return st;
}

/* If every word is a number, the complement has the same states with acceptance inverted. */
ta_status ta_automaton_not(ta_call *call, const ta_automaton *a, ta_automaton **automaton) {
    if (!plain(a->numeration)) return ta_automaton_join(call, 0, NULL, 1, &a, 0, automaton);
    ta_status st = ta_automaton_copy(call, a, automaton);
    for (uint32_t q = 0; !st && q < a->states; q++) (*automaton)->accepts[q] ^= 1;
    return st;
}
