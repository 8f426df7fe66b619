/*
** numeration.c - a numeration: its weights, its digits, and the words that are numbers.
**
** The digit of U(n) in a greedy word is at most (U(n+1) - 1) / U(n). If m U(n) >= U(n+1) for all n,
** proved as in prefix_values.c, the digits are 0 .. m - 1. That U grows for ever is proved there too.
*/
#include <string.h>

#include "automata_int.h"
#include "base/check.h"
#include "base/mem.h"
#include "base/status.h"

#define WEIGHT_MOST ((int64_t)1 << 61)

/* The next weight by the recurrence; 0: beyond WEIGHT_MOST. */
static int extend(const ta_numeration *n, int64_t *next) {
    ta_int128 sum = 0;
    for (unsigned i = 0; i < n->order; i++)
        sum += (ta_int128)n->c[i] * n->weight[n->weights - 1 - i];
    *next = (int64_t)sum; /* if it fits */
    return sum <= WEIGHT_MOST;
}

/* Compute U(0), U(1), ... as far as they fit. EINVAL unless they grow, EUNSUPPORTED if too many
** fit. Without negative coefficients a weight is at least twice that 16 before it, so few fit. */
static ta_status weigh(ta_numeration *n, ta_call *call) {
    for (;;) {
        int64_t next = n->weights < n->order ? n->first[n->weights] : 0;
        if (next > WEIGHT_MOST)
            return ta_fail(call, TA_EINVAL, "weight number %zu is %lld; those given are at most 2^61",
                           n->weights, (long long)next);
        if (n->weights >= n->order && !extend(n, &next)) return TA_OK;
        if (n->weights ? next <= n->weight[n->weights - 1] : next != 1)
            return ta_fail(call, TA_EINVAL, "weights start with 1 and grow; number %zu is %lld",
                           n->weights, (long long)next);
        if (n->weights == TA_WEIGHTS_MOST)
            return ta_fail(call, TA_EUNSUPPORTED, "the weights of this recurrence grow too slowly: %u are below 2^61",
                           TA_WEIGHTS_MOST);
        ta_status st = ta_reserve(&n->allocator, (void **)&n->weight, &n->weight_cap,
                                  n->weights + 1, sizeof *n->weight);
        if (st) return st;
        n->weight[n->weights++] = next;
    }
}

/* The form U(n+1) - m U(n), with bound 0. 0: too large. */
static int next_less(const ta_numeration *n, unsigned m, ta_form *f) {
    memset(f, 0, sizeof *f);
    memcpy(f->v, n->weight, n->order * sizeof *f->v);
    return ta_weights_shift(n, f->v) && ta_weights_add(n, f->v, -(int64_t)m);
}

/* Is m U(n) >= U(n+1) for all n? */
static int enough(const ta_numeration *n, unsigned m) {
    ta_form f;
    if (!next_less(n, m, &f)) return 0;
    for (unsigned class = 0; class < n->period; class++)
        if (!ta_weights_never_above(n, &f, class)) return 0;
    return 1;
}

/* Do the weights grow for ever? */
static int grows(ta_numeration *n) {
    ta_form f;
    if (!ta_weights_begin(n) || !next_less(n, 1, &f)) return 0;
    for (unsigned class = 0; class < n->period; class++)
        if (ta_weights_forever(n, &f, class) != TA_ALWAYS_ABOVE) return 0;
    return 1;
}

static ta_status find_digits(ta_numeration *n, ta_call *call) {
    if (!grows(n))
        return ta_fail(call, TA_EUNSUPPORTED,
                       "no proof that the weights of this recurrence grow for ever: no sums of its coefficients "
                       "show it, or the weights are too large");
    for (n->digits = 2; n->digits <= TA_DIGITS_MOST; n->digits++)
        if (enough(n, n->digits)) return TA_OK;
    return ta_fail(call, TA_EINVAL, "a numeration has digits 0 to %d at most", TA_DIGITS_MOST - 1);
}

/* The last given weight as computed by the recurrence without its last coefficient. */
static ta_int128 last_by_the_others(unsigned order, const int64_t *c, const int64_t *first) {
    ta_int128 sum = 0;
    for (unsigned i = 0; i + 1 < order; i++) sum += (ta_int128)c[i] * first[order - 2 - i];
    return sum;
}

ta_status ta_numeration_create(const ta_allocator *allocator, ta_call *call, unsigned order,
                               const int64_t *c, const int64_t *first,
                               const ta_automaton_limits *limits, ta_numeration **numeration) {
    allocator = ta_allocator_or_default(allocator);
    if (order < 1 || order > TA_ORDER_MOST)
        return ta_fail(call, TA_EINVAL, "a recurrence has 1 to %d coefficients", TA_ORDER_MOST);
    int64_t sum = 0;
    for (unsigned i = 0; i < order; i++) {
        if (c[i] >= -TA_COEFFICIENTS_MOST && c[i] <= TA_COEFFICIENTS_MOST)
            sum += c[i] < 0 ? -c[i] : c[i];
        else sum = TA_COEFFICIENTS_MOST + 1;
        if (sum > TA_COEFFICIENTS_MOST)
            return ta_fail(call, TA_EINVAL,
                           "coefficient %u of the recurrence is %lld; without their signs their sum is %d at most",
                           i + 1, (long long)c[i], TA_COEFFICIENTS_MOST);
    }
    if (c[order - 1] == 0 && first[order - 1] == last_by_the_others(order, c, first))
        return ta_fail(call, TA_EINVAL,
                       "the recurrence holds from weight number %u on: its last coefficient, 0, is "
                       "one too many",
                       order - 1);
    ta_numeration *n = ta_alloc(allocator, 1, sizeof *n);
    if (!n) return TA_ENOMEM;
    n->allocator = *allocator;
    if (limits) n->limits = *limits;
    n->order = order;
    memcpy(n->c, c, order * sizeof *c);
    memcpy(n->first, first, order * sizeof *first);
    ta_status st = weigh(n, call);
    if (!st) st = find_digits(n, call);
    if (!st) st = ta_numeration_greedy(n, call, &n->words);
    if (st) ta_numeration_destroy(n);
    else *numeration = n;
    return st;
}

void ta_numeration_destroy(ta_numeration *n) {
    if (!n) return;
    ta_automaton_destroy(n->words);
    ta_free(&n->allocator, n->weight, n->weight_cap, sizeof *n->weight);
    ta_allocator a = n->allocator;
    ta_free(&a, n, 1, sizeof *n);
}

unsigned ta_numeration_digits(const ta_numeration *n) {
    return n->digits;
}

const ta_automaton *ta_numeration_words(const ta_numeration *n) {
    return n->words;
}
