/*
** weights.c - forms in the weights: v stands for the sequence form(n) = v[0] U(n) + ... +
** v[order-1] U(n+order-1), n >= 0, which obeys the recurrence of U. A prefix of a word is such a
** form: what it is worth when n digits are left.
**
** What holds for all n is decided by what holds for the n that are computed: the coefficients c
** of the recurrence are >= 0 and their sum is >= 1, so when `order` terms in a row are all
** at least K >= 0, so are all that follow; and the same for the negative. Where no such row is
** seen while the weights fit, the answer is "not seen", and nobody builds on it.
*/
#include "automata_int.h"

#define FORM_MOST ((int64_t)1 << 60)

static ta_int128 form_at(const ta_numeration *n, const int64_t *v, size_t at) {
    ta_int128 sum = 0;
    for (unsigned j = 0; j < n->order; j++) sum += (ta_int128)v[j] * n->weight[at + j];
    return sum;
}

ta_int128 ta_weights_value(const ta_numeration *n, const int64_t *v) {
    return form_at(n, v, 0);
}

int ta_weights_shift(const ta_numeration *n, int64_t *v) {
    int64_t top = v[n->order - 1];
    for (unsigned j = n->order - 1; j > 0; j--) v[j] = v[j - 1];
    v[0] = 0;
    for (unsigned j = 0; j < n->order; j++) {
        ta_int128 x = v[j] + (ta_int128)n->c[n->order - 1 - j] * top;
        if (x > FORM_MOST || x < -FORM_MOST) return 0;
        v[j] = (int64_t)x;
    }
    return 1;
}

/* Where the n-th values of a form lie; each digit that is left may add to it. */
typedef enum place { BETWEEN, ABOVE, BELOW, TOUCHING } place;

static place place_at(const ta_numeration *n, const ta_form *f, size_t at) {
    ta_int128 s = form_at(n, f->v, at), most = n->weight[at] - 1;
    if (s - f->minus * most > f->bound) return ABOVE;
    ta_int128 high = s + f->plus * most;
    return high < f->bound ? BELOW : high == f->bound ? TOUCHING : BETWEEN;
}

/* Does a row of terms like the one at `at` hold it above (below) the bound for ever? The terms
** of s - minus U, which obeys the recurrence, are compared with what they must be at least. */
static int rests_above(const ta_numeration *n, const ta_form *f, size_t at) {
    ta_int128 need = (ta_int128)f->bound - f->minus + 1;
    return form_at(n, f->v, at) - f->minus * (ta_int128)n->weight[at] >= (need > 0 ? need : 0);
}

static int rests_below(const ta_numeration *n, const ta_form *f, size_t at, int strictly) {
    ta_int128 need = strictly - (ta_int128)f->bound - f->plus;
    return -(form_at(n, f->v, at) + f->plus * (ta_int128)n->weight[at]) >= (need > 0 ? need : 0);
}

ta_forever ta_weights_forever(const ta_numeration *n, const ta_form *f) {
    unsigned above = 0, below = 0, under = 0; /* in a row; under: below, or touching */
    int all_above = 1, all_under = 1, apart = 1;
    for (size_t at = 0; at + n->order <= n->weights; at++) {
        place p = place_at(n, f, at);
        all_above &= p == ABOVE;
        all_under &= p == BELOW || p == TOUCHING;
        apart &= p == ABOVE || p == BELOW;
        if (!all_above && !all_under && !apart) return TA_SOMETIMES;
        above = rests_above(n, f, at) ? above + 1 : 0;
        below = rests_below(n, f, at, 1) ? below + 1 : 0;
        under = rests_below(n, f, at, 0) ? under + 1 : 0;
        if (above >= n->order && all_above) return TA_ALWAYS_ABOVE;
        if (below >= n->order && all_under && apart) return TA_ALWAYS_BELOW;
        if (under >= n->order && all_under && !apart) return TA_NEVER_ABOVE;
        if ((above >= n->order || below >= n->order) && apart && !all_under) return TA_NEVER_EQUAL;
    }
    return all_under && under >= n->order ? TA_NEVER_ABOVE : TA_SOMETIMES;
}
