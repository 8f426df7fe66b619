/*
** automata.h - numerations and automata in tests.
*/
#ifndef AUTOMATA_H
#define AUTOMATA_H

#include "takeaway/automaton.h"
#include "takeaway/limits.h"
#include "plain.h"

OWNS(ta_numeration, ta_numeration_destroy)
OWNS(ta_automaton, ta_automaton_destroy)
OWNS(ta_limited, ta_limits_destroy)
OWNS(ta_limit_search, ta_limit_search_destroy)

static inline ta_numeration *numeration_of(unsigned order, const int64_t *c, const int64_t *first) {
    ta_call call = TA_CALL_INIT;
    ta_numeration *n = NULL;
    assert_ok(ta_numeration_create(NULL, &call, order, c, first, NULL, &n));
    return n;
}

/* a[0] track[0] + a[1] track[1] + ... relation c. */
static inline ta_automaton *linear(const ta_numeration *n, unsigned count, const uint8_t *track,
                                   const int64_t *a, ta_relation relation, int64_t c) {
    ta_call call = TA_CALL_INIT;
    ta_automaton *made = NULL;
    assert_ok(ta_automaton_linear(n, &call, count, track, a, relation, c, &made));
    return made;
}

static inline ta_automaton *combine(const ta_automaton *x, const ta_automaton *y, unsigned truth) {
    ta_call call = TA_CALL_INIT;
    ta_automaton *made = NULL;
    assert_ok(ta_automaton_combine(&call, x, y, truth, &made));
    return made;
}

/* A random condition on two of the tracks 0, 1, ..., `tracks` - 1. */
typedef struct condition {
    uint8_t track[2];
    int64_t a[2], c;
    ta_relation relation;
} condition;

static inline condition random_condition(rng *r, int64_t tracks) {
    condition x;
    for (int i = 0; i < 2; i++) x.a[i] = rng_between(r, -3, 3);
    x.c = rng_between(r, -6, 6);
    x.relation = rng_between(r, 0, 2) ? TA_AT_MOST : TA_EQUAL;
    x.track[0] = (uint8_t)rng_between(r, 0, tracks - 1);
    x.track[1] = (uint8_t)((x.track[0] + rng_between(r, 1, tracks - 1)) % tracks);
    return x;
}

static inline ta_automaton *meets(const ta_numeration *n, const condition *x) {
    return linear(n, 2, x->track, x->a, x->relation, x->c);
}

static inline void destroy_all(ta_automaton **a, size_t count) {
    for (size_t i = 0; i < count; i++) ta_automaton_destroy(a[i]);
}

#define AUTOMATA(...) ((ta_automaton *[]){ __VA_ARGS__ })
#define DESTROY(...) destroy_all(AUTOMATA(__VA_ARGS__), COUNT(AUTOMATA(__VA_ARGS__)))

/* One pile, k: 1 <= k <= x, k <= n -> n - k, and the limit by `next`. */
static inline ta_limit_move pile_move(const int64_t *next, size_t nexts) {
    static const int64_t guard[2 * 3] = { 0, 1, -1, 1, -1, 0 }, target[3] = { 1, -1, 0 };
    return (ta_limit_move){ 2, guard, target, { 1, 0 }, next, nexts };
}

static inline ta_status pile(ta_call *call, int64_t side, const ta_limit_move *move,
                             ta_limited **l) {
    return ta_limits_create(NULL, call, 1, &side, move, 1, 0, l);
}

#endif
