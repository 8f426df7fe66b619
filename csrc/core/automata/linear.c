/*
** linear.c - a(1) x(1) + ... + a(k) x(k) = constant, or <= constant, as an automaton.
**
** A state is the worth of the digits read, a form in the weights (prefix_values.c). A letter adds the sum
** of a(i) times the digits. So all letters with one sum lead to one state, and a state's diagram
** has one node for each track and sum.
**
** A form is decided if it can no longer reach the constant, however many digits follow. If it is
** decided for all lengths, it becomes the state that refuses everything (for <= also: accepts
** everything). This happens only where proved. In an integer base, and for recurrences whose
** largest root is a Pisot number, the undecided states are finitely many.
**
** For <=, the number of remaining digits alone decides most of these states, whatever the digits.
** Example: "x < 1000000" after 123. Such states are identified by that set of lengths. Otherwise
** the number of states would grow with the constant.
*/
#include <string.h>

#include "automata_int.h"
#include "base/check.h"
#include "base/poll.h"
#include "base/status.h"

typedef struct condition {
    ta_maker m;
    size_t count;
    uint8_t track[TA_TRACKS];
    int64_t a[TA_TRACKS];
    ta_relation relation;
    ta_form form; /* of the state under construction, before a digit is added */
} condition;

/* The words of a state are of one of three kinds. One word is REFUSED or ACCEPTED. An even number
** of words is a form, 2 words a component. With an odd number from 3 on, only the number of digits
** left decides. The first word is a mask of the classes that refuse all great lengths. The others
** are a bit set of the lengths with the opposite answer. */
enum { REFUSED = 0, ACCEPTED = 1, PLACES = TA_WEIGHTS_MOST / 32 };

/* The state that only the number of digits left decides: `refuse` is the mask of classes, `bits`
** the set of lengths with the opposite answer. */
static ta_status settled(condition *c, ta_call *call, uint32_t refuse, const uint32_t bits[PLACES], uint32_t *node) {
    uint32_t words[1 + PLACES] = { refuse };
    size_t count = PLACES;
    while (count > 0 && !bits[count - 1]) count--;
    if (count == 0 && (refuse == 0 || refuse == ((uint32_t)1 << c->m.numeration->period) - 1)) {
        words[0] = refuse ? REFUSED : ACCEPTED;
    } else {
        count += count == 0 ? 2 : count % 2;
        memcpy(words + 1, bits, count * sizeof *bits);
    }
    return ta_maker_leaf(&c->m, call, words, 1 + count, node);
}

/* Build the next state, one that only the number of digits left decides. A letter reads one. */
static ta_status next_settled(condition *c, ta_call *call, const uint32_t *words, size_t count) {
    unsigned period = c->m.numeration->period;
    uint32_t bits[PLACES] = { 0 }, node, refuse = words[0];
    int refuses = (int)((words[1] ^ refuse) & 1);
    for (size_t i = 1; i < count; i++)
        bits[i - 1] = words[i] >> 1 | (i + 1 < count ? words[i + 1] << 31 : 0);
    ta_status st = settled(c, call, refuse >> 1 | (refuse & 1) << (period - 1), bits, &node);
    return st ? st : ta_maker_state(&c->m, call, node, !refuses);
}

/* Does the number of digits left decide this form? */
static int is_settled(const condition *c, const ta_form *f, uint32_t *refuse, uint32_t bits[PLACES]) {
    const ta_numeration *n = c->m.numeration;
    *refuse = 0;
    for (unsigned class = 0; class < n->period; class++) {
        ta_forever known = ta_weights_settled(n, f, class, bits);
        if (known == TA_SOMETIMES) return 0;
        *refuse |= (uint32_t)(known == TA_ALWAYS_ABOVE) << class;
    }
    return 1;
}

/* The decision for all lengths of a class: TA_FORM_LOW (for <= true, for = false), TA_FORM_HIGH
** (false), or 0: undecided. */
static int64_t decision(const condition *c, const ta_form *f, unsigned class) {
    ta_forever known = ta_weights_forever(c->m.numeration, f, class);
    if (known == TA_ALWAYS_BELOW) return TA_FORM_LOW;
    if (c->relation == TA_AT_MOST)
        return known == TA_NEVER_ABOVE ? TA_FORM_LOW : known == TA_ALWAYS_ABOVE ? TA_FORM_HIGH : 0;
    return known == TA_ALWAYS_ABOVE || known == TA_NEVER_EQUAL ? TA_FORM_LOW : 0;
}

static ta_status too_far(ta_call *call) {
    return ta_fail(call, TA_ELIMIT, "the numeration is no automaton's for this condition: what "
                                    "is carried passes 2^62");
}

static ta_status leaf(condition *c, ta_call *call, int64_t sum, uint32_t *node) {
    const ta_numeration *n = c->m.numeration;
    ta_form f = c->form;
    if (!ta_weights_add(n, f.v, sum)) return too_far(call);
    unsigned low = 0, high = 0;
    for (unsigned class = 0; class < n->period; class++) {
        int64_t as = decision(c, &f, class);
        if (as) ta_weights_decide(n, f.v, class, as);
        low += as == TA_FORM_LOW;
        high += as == TA_FORM_HIGH;
    }
    uint32_t words[2 * TA_ORDER_MOST] = { REFUSED }, refuse, bits[PLACES] = { 0 };
    if (c->relation == TA_AT_MOST && is_settled(c, &f, &refuse, bits)) return settled(c, call, refuse, bits, node);
    size_t count = 1;
    if (low < n->period && high < n->period) {
        count = 2 * n->order;
        memcpy(words, f.v, count * sizeof *words);
    }
    return ta_maker_leaf(&c->m, call, words, count, node);
}

/* The diagram of the tracks from `at` on, after digits with the given sum. */
static ta_status letters(condition *c, ta_call *call, size_t at, int64_t sum, uint32_t *node) {
    if (at == c->count) return leaf(c, call, sum, node);
    uint64_t key = (uint64_t)sum << 5 | (at - 1) % 32; /* |sum| < 2^50 */
    uint32_t high = (uint32_t)(key >> 32), low = (uint32_t)key;
    if (at > 0 && ta_pairs_get(&c->m.memo, high, low, node)) return TA_OK;
    uint32_t child[TA_DIGITS_MOST];
    ta_status st = ta_poll(call, 16, (double)c->m.made, 0);
    for (unsigned d = 0; !st && d < c->m.nodes.digits; d++)
        st = letters(c, call, at + 1, sum + c->a[at] * d, &child[d]);
    if (!st) st = ta_nodes_make(&c->m.nodes, &c->m.budget, call, c->track[at], child, node);
    if (!st && at > 0) st = ta_pairs_put(&c->m.memo, &c->m.budget, call, high, low, *node);
    return st;
}

static ta_status next(condition *c, ta_call *call) {
    ta_maker *m = &c->m;
    const ta_numeration *n = m->numeration;
    size_t count;
    const uint32_t *list = ta_keys_list(&m->keys, m->made, &count);
    if (count == 1) return ta_maker_state(m, call, LEAF | m->made, list[0] == ACCEPTED);
    if (count % 2) return next_settled(c, call, list, count);
    memcpy(c->form.v, list, count * sizeof *list);
    int64_t value = c->form.v[0];
    int accepts = value != TA_FORM_HIGH && value <= c->form.bound;
    if (c->relation == TA_EQUAL) accepts = value != TA_FORM_LOW && value == c->form.bound;
    if (!ta_weights_shift(n, c->form.v)) return too_far(call);
    uint32_t node;
    ta_pairs_empty(&m->memo);
    ta_status st = letters(c, call, 0, 0, &node);
    return st ? st : ta_maker_state(m, call, node, accepts);
}

/* Sort the tracks. */
static void sort(condition *c) {
    for (size_t i = 1; i < c->count; i++)
        for (size_t j = i; j > 0 && c->track[j] < c->track[j - 1]; j--) {
            uint8_t track = c->track[j];
            int64_t a = c->a[j];
            c->track[j] = c->track[j - 1];
            c->a[j] = c->a[j - 1];
            c->track[j - 1] = track;
            c->a[j - 1] = a;
        }
}

/* Restrict the set to vectors of numbers. */
static ta_status numbers_only(ta_call *call, ta_automaton **automaton) {
    ta_automaton *all = NULL, *words = *automaton;
    ta_status st = ta_automaton_all(words->numeration, call, words->tracks, &all);
    if (!st) st = ta_automaton_combine(call, words, all, TA_AND, automaton);
    ta_automaton_destroy(all);
    ta_automaton_destroy(words);
    return st;
}

ta_status ta_automaton_linear(const ta_numeration *numeration, ta_call *call, size_t count,
                              const uint8_t *track, const int64_t *a, ta_relation relation,
                              int64_t constant, ta_automaton **automaton) {
    condition c;
    memset(&c, 0, sizeof c);
    ta_maker_begin(&c.m, call, numeration);
    ta_require(count <= TA_TRACKS);
    c.count = count;
    c.relation = relation;
    c.form.bound = constant;
    uint32_t tracks = 0, start;
    for (size_t i = 0; i < count; i++) {
        ta_require(track[i] < TA_TRACKS && !(tracks >> track[i] & 1));
        ta_require(a[i] <= (int64_t)1 << 40 && a[i] >= -((int64_t)1 << 40));
        tracks |= (uint32_t)1 << track[i];
        c.track[i] = track[i];
        c.a[i] = a[i];
        if (a[i] > 0) c.form.plus += a[i];
        else c.form.minus -= a[i];
    }
    sort(&c);
    uint32_t zero[2 * TA_ORDER_MOST] = { 0 };
    ta_status st = ta_maker_leaf(&c.m, call, zero, 2 * numeration->order, &start);
    while (!st && c.m.made < c.m.keys.count) st = next(&c, call);
    ta_automaton *words = NULL;
    if (!st) st = ta_maker_finish(&c.m, call, 0, tracks, &words);
    ta_maker_clear(&c.m);
    if (!st && numeration->order > 1) st = numbers_only(call, &words);
    if (!st) *automaton = words;
    return st;
}
