/*
** prefix_values.c - forms in the weights: the worth of a prefix of a word, as a sequence form(n) for n
** digits to come, n >= 0. It obeys the recurrence of U from n = order on; v stores form(0), ...,
** form(order - 1).
**
** Lags whose coefficient is not 0 are multiples of n->period. So the n of one remainder, a class,
** have a sequence of their own. A form that is decided for a class, whatever digits follow, is
** TA_FORM_LOW or TA_FORM_HIGH there. The number of digits left is not known before the word ends,
** and a word impossible for one remainder may continue for another. (Integer bases, Zeckendorf: one
** class. Ostrowski's numerations: as many as the continued fraction's period.)
**
** Computed terms prove a statement for all n of a class. A run is as many consecutive terms of the
** class as the largest lag spans. If all coefficients are >= 0 (their sum is >= 1), and a run is at
** least K >= 0 throughout, so are all later terms. If some coefficients are negative, let d be the
** period, and let the sums c(d) - 1, c(d) + c(2d) - 1, ... all be >= 0. If a run is at least K >= 0
** and does not decrease, the same holds for all later terms. Proof: the next term w(n) minus w(n-d)
** is (c(d) - 1) w(n-d) + c(2d) w(n-2d) + .... By summation by parts this combines the above sums
** with w(n-d) - w(n-2d), w(n-2d) - w(n-3d), ..., and the last w, all >= 0. If no such run appears
** while the weights fit, nothing is proved, and the answer says so.
*/
#include "automata_int.h"
#include "base/amount.h"

#define FORM_MOST ((int64_t)1 << 62)
#define TERM_MOST ((ta_int128)1 << 110) /* the recurrence of such terms does not overflow */

/* ---- The recurrence ---- */

int ta_weights_begin(ta_numeration *n) {
    int64_t sum = -1;
    int fits = 1;
    n->last = n->period = 0;
    n->mixed = 0;
    for (unsigned lag = 1; lag <= n->order; lag++) {
        int64_t c = n->c[lag - 1];
        if (!c) continue;
        n->last = lag;
        n->period = (unsigned)ta_gcd(lag, n->period);
        n->mixed |= c < 0;
        sum += c;
        fits &= sum >= 0;
    }
    return n->last > 0 && (!n->mixed || (fits && n->c[n->period - 1]));
}

/* ---- Forms ---- */

static int decided(int64_t v) {
    return v == TA_FORM_LOW || v == TA_FORM_HIGH;
}

void ta_weights_decide(const ta_numeration *n, int64_t *v, unsigned class, int64_t as) {
    for (unsigned at = class; at < n->order; at += n->period) v[at] = as;
}

int ta_weights_shift(const ta_numeration *n, int64_t *v) {
    unsigned m = n->order;
    ta_int128 next = 0;
    int64_t before = v[m - n->period]; /* same class as the new term */
    for (unsigned i = n->period; i <= n->last && !decided(before); i += n->period)
        next += (ta_int128)n->c[i - 1] * v[m - i];
    if (next > FORM_MOST || next < -FORM_MOST) return 0;
    for (unsigned at = 0; at + 1 < m; at++) v[at] = v[at + 1];
    v[m - 1] = decided(before) ? before : (int64_t)next;
    return 1;
}

int ta_weights_add(const ta_numeration *n, int64_t *v, int64_t digit) {
    for (unsigned at = 0; at < n->order; at++) {
        if (decided(v[at])) continue;
        ta_int128 x = v[at] + (ta_int128)digit * n->weight[at];
        if (x > FORM_MOST || x < -FORM_MOST) return 0;
        v[at] = (int64_t)x;
    }
    return 1;
}

/* ---- All n ---- */

/* The last terms of a class, as many as the recurrence needs. */
typedef struct terms {
    const ta_numeration *n;
    const ta_form *f;
    size_t at; /* n of the last one */
    ta_int128 term[TA_ORDER_MOST];
} terms;

static ta_int128 *term_at(terms *t, size_t at) {
    return &t->term[at / t->n->period % TA_ORDER_MOST];
}

/* The term at t->at; 0: too large. */
static int step(terms *t) {
    const ta_numeration *n = t->n;
    ta_int128 s = 0;
    if (t->at < n->order) s = t->f->v[t->at];
    else
        for (unsigned i = n->period; i <= n->last; i += n->period)
            s += n->c[i - 1] * *term_at(t, t->at - i);
    *term_at(t, t->at) = s;
    return s < TERM_MOST && s > -TERM_MOST;
}

/* Compares the possible values of a form at n, over all digits left, with the bound. */
typedef enum place { BETWEEN, ABOVE, BELOW, TOUCHING } place;

static place place_at(terms *t) {
    const ta_form *f = t->f;
    ta_int128 s = *term_at(t, t->at), most = t->n->weight[t->at] - 1;
    if (s - f->minus * most > f->bound) return ABOVE;
    ta_int128 high = s + f->plus * most;
    return high < f->bound ? BELOW : high == f->bound ? TOUCHING : BETWEEN;
}

/* The margin to keep >= `need`: form - minus U, or -(form + plus U). Both obey the recurrence. */
static ta_int128 margin(terms *t, size_t at, int above) {
    ta_int128 s = *term_at(t, at), u = t->n->weight[at];
    return above ? s - t->f->minus * u : -(s + t->f->plus * u);
}

/* The length of the current run, ending at the last term. If it is long enough, all later margins
** are at least `need`. `row`: its length before. */
static unsigned rests(terms *t, int above, ta_int128 need, unsigned row) {
    ta_int128 w = margin(t, t->at, above);
    if (w < need || w < 0) return 0;
    if (t->n->mixed && row > 0 && w < margin(t, t->at - t->n->period, above)) return 1;
    return row + 1;
}

ta_forever ta_weights_forever(const ta_numeration *n, const ta_form *f, unsigned class) {
    if (f->v[class] == TA_FORM_LOW) return TA_ALWAYS_BELOW;
    if (f->v[class] == TA_FORM_HIGH) return TA_ALWAYS_ABOVE;
    terms t = { n, f, class, { 0 } };
    unsigned above = 0, below = 0, under = 0; /* run lengths; under: below or touching */
    unsigned long_row = n->last / n->period;
    int all_above = 1, all_under = 1, apart = 1, obeys = 0;
    ta_int128 over = (ta_int128)f->bound - f->minus + 1, least = -(ta_int128)f->bound - f->plus;
    for (; t.at < n->weights; t.at += n->period) {
        if (!step(&t)) return TA_SOMETIMES;
        place p = place_at(&t);
        all_above &= p == ABOVE;
        all_under &= p == BELOW || p == TOUCHING;
        apart &= p == ABOVE || p == BELOW;
        if (!all_above && !all_under && !apart) return TA_SOMETIMES;
        above = rests(&t, 1, over, above);
        below = rests(&t, 0, least + 1, below);
        under = rests(&t, 0, least, under);
        obeys = t.at + n->period >= n->order; /* the recurrence gives all later terms */
        if (!obeys) continue;
        if (above >= long_row && all_above) return TA_ALWAYS_ABOVE;
        if (below >= long_row && all_under && apart) return TA_ALWAYS_BELOW;
        if (under >= long_row && all_under && !apart) return TA_NEVER_ABOVE;
        if ((above >= long_row || below >= long_row) && apart && !all_under) return TA_NEVER_EQUAL;
    }
    return obeys && all_under && under >= long_row ? TA_NEVER_ABOVE : TA_SOMETIMES;
}

/* Toggle the bit of each n of this class before t->at whose answer in above[] is not `now`. */
static void turn(const terms *t, const uint32_t above[TA_WEIGHTS_MOST / 32], unsigned class, int now,
                 uint32_t bits[TA_WEIGHTS_MOST / 32]) {
    for (size_t at = class; at < t->at; at += t->n->period)
        bits[at / 32] ^= (uint32_t)((int)(above[at / 32] >> at % 32 & 1) != now) << at % 32;
}

ta_forever ta_weights_settled(const ta_numeration *n, const ta_form *f, unsigned class,
                              uint32_t bits[TA_WEIGHTS_MOST / 32]) {
    if (f->v[class] == TA_FORM_LOW) return TA_NEVER_ABOVE;
    if (f->v[class] == TA_FORM_HIGH) return TA_ALWAYS_ABOVE;
    terms t = { n, f, class, { 0 } };
    uint32_t is_above[TA_WEIGHTS_MOST / 32] = { 0 };
    unsigned above = 0, under = 0, long_row = n->last / n->period; /* run lengths */
    ta_int128 over = (ta_int128)f->bound - f->minus + 1, least = -(ta_int128)f->bound - f->plus;
    for (; t.at < n->weights && step(&t); t.at += n->period) {
        place p = place_at(&t);
        if (p == BETWEEN) return TA_SOMETIMES;
        is_above[t.at / 32] |= (uint32_t)(p == ABOVE) << t.at % 32;
        above = rests(&t, 1, over, above);
        under = rests(&t, 0, least, under);
        if (t.at + n->period < n->order || (above < long_row && under < long_row)) continue;
        turn(&t, is_above, class, p == ABOVE, bits);
        return p == ABOVE ? TA_ALWAYS_ABOVE : TA_NEVER_ABOVE;
    }
    return TA_SOMETIMES;
}

int ta_weights_never_above(const ta_numeration *n, const ta_form *f, unsigned class) {
    ta_forever known = ta_weights_forever(n, f, class);
    return known == TA_ALWAYS_BELOW || known == TA_NEVER_ABOVE;
}
