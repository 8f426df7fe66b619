/*
** admissible.c - the words of digits that are numbers in a numeration of weights U: the greedy words,
** whose every tail of n digits is worth less than U(n).
**
** A prefix leaves conditions on the n digits to come. Each is "worth less than form(n)", for the n
** of one class (prefix_values.c). At the start, and before each digit, there is the condition "less than
** U(n)". A digit d turns "less than form" into "less than form - d U", one letter later. A
** condition is dropped if another one of its class is never above it. A class ends if one of its
** conditions is never above 0. Both happen only where proved. The remaining finite set of
** conditions is the state. The set is finite for every recurrence of a Parry number.
*/
#include <string.h>

#include "automata_int.h"
#include "base/check.h"
#include "base/status.h"

#define CONDITIONS_MOST 64

typedef struct conditions {
    int64_t v[CONDITIONS_MOST][TA_ORDER_MOST];
    size_t count;
} conditions;

/* Is form - less never above 0, for all n of a class? */
static int at_most(const ta_numeration *n, const int64_t *form, const int64_t *less,
                   unsigned class) {
    if (form[class] == TA_FORM_LOW || less[class] == TA_FORM_HIGH) return 1;
    if (form[class] == TA_FORM_HIGH || less[class] == TA_FORM_LOW) return 0;
    ta_form f = { { 0 }, 0, 0, 0 };
    for (unsigned j = class; j < n->order; j += n->period) {
        ta_int128 x = (ta_int128)form[j] - less[j];
        if (x >= TA_FORM_HIGH || x <= TA_FORM_LOW) return 0; /* not decided */
        f.v[j] = (int64_t)x;
    }
    return ta_weights_never_above(n, &f, class);
}

/* Add the condition of one class to the sorted list. 0: too many. */
static int add(const ta_numeration *n, conditions *s, const int64_t *all, unsigned class) {
    int64_t v[TA_ORDER_MOST] = { 0 };
    if (at_most(n, n->weight, all, class)) return 1; /* implied by "less than U(n)" */
    for (unsigned j = 0; j < n->order; j++) v[j] = TA_FORM_HIGH;
    for (unsigned j = class; j < n->order; j += n->period) v[j] = all[j];
    for (size_t i = 0; i < s->count; i++)
        if (at_most(n, s->v[i], v, class)) return 1;
    size_t left = 0;
    for (size_t i = 0; i < s->count; i++)
        if (s->v[i][class] == TA_FORM_HIGH || !at_most(n, v, s->v[i], class))
            memcpy(s->v[left++], s->v[i], sizeof s->v[i]);
    s->count = left;
    if (s->count == CONDITIONS_MOST) return 0;
    size_t at = s->count++;
    for (; at > 0 && memcmp(s->v[at - 1], v, sizeof s->v[0]) > 0; at--)
        memcpy(s->v[at], s->v[at - 1], sizeof s->v[0]);
    memcpy(s->v[at], v, sizeof s->v[0]);
    return 1;
}

/* Add to `to` what the condition v becomes after digit d, in each class. 0: there are too many
** conditions, or a form passes 2^62. */
static int follow(const ta_numeration *n, int64_t *v, unsigned d, conditions *to) {
    static const int64_t zero[TA_ORDER_MOST] = { 0 };
    if (!ta_weights_shift(n, v) || !ta_weights_add(n, v, -(int64_t)d)) return 0;
    for (unsigned class = 0; class < n->period; class++) {
        if (at_most(n, v, zero, class)) ta_weights_decide(n, v, class, TA_FORM_LOW);
        if (!add(n, to, v, class)) return 0;
    }
    return 1;
}

/* Compute what the conditions become after digit d. 1: done; 0: no word continues; -1:
** there are too many, or a form passes 2^62. */
static int after(const ta_numeration *n, const conditions *from, unsigned d, conditions *to) {
    int64_t v[TA_ORDER_MOST] = { 0 };
    memcpy(v, n->weight, n->order * sizeof *v); /* first the condition "less than U(n)" */
    to->count = 0;
    if (!follow(n, v, d, to)) return -1;
    for (size_t i = 0; i < from->count; i++) {
        memcpy(v, from->v[i], sizeof v);
        if (!follow(n, v, d, to)) return -1;
    }
    unsigned ended = 0;
    for (size_t i = 0; i < to->count; i++)
        for (unsigned j = 0; j < n->period; j++) ended += to->v[i][j] == TA_FORM_LOW;
    return ended < n->period;
}

static ta_status leaf(ta_maker *m, ta_call *call, int goes_on, const conditions *s,
                      uint32_t *node) {
    static const uint32_t none = 0;
    if (!goes_on) return ta_maker_leaf(m, call, &none, 1, node); /* odd number of words: dead
                                                                 ** state */
    return ta_maker_leaf(m, call, (const uint32_t *)(const void *)s->v,
                         s->count * sizeof s->v[0] / sizeof(uint32_t), node);
}

static ta_status next(ta_maker *m, ta_call *call, const ta_numeration *n) {
    conditions from, to;
    size_t words;
    const uint32_t *list = ta_keys_list(&m->keys, m->made, &words);
    if (words == 1) return ta_maker_state(m, call, LEAF | m->made, 0);
    from.count = words * sizeof *list / sizeof from.v[0];
    if (words) memcpy(from.v, list, words * sizeof *list);
    int accepts = 1;
    for (size_t i = 0; i < from.count; i++) accepts &= from.v[i][0] > 0;
    uint32_t child[TA_DIGITS_MOST], node;
    ta_status st = TA_OK;
    for (unsigned d = 0; !st && d < n->digits; d++) {
        int goes_on = after(n, &from, d, &to);
        if (goes_on < 0)
            return ta_fail(call, TA_ELIMIT, "the greedy words of this recurrence are not found to "
                                            "be those of an automaton");
        st = leaf(m, call, goes_on, &to, &child[d]);
    }
    if (!st) st = ta_nodes_make(&m->nodes, &m->budget, call, 0, child, &node);
    return st ? st : ta_maker_state(m, call, node, accepts);
}

ta_status ta_numeration_greedy(ta_numeration *n, ta_call *call, ta_automaton **automaton) {
    ta_maker m;
    uint32_t start;
    ta_maker_begin(&m, call, n);
    ta_status st = ta_maker_leaf(&m, call, NULL, 0, &start);
    while (!st && m.made < m.keys.count) st = next(&m, call, n);
    if (!st) st = ta_maker_finish(&m, call, 0, 1, automaton);
    ta_maker_clear(&m);
    return st;
}
