/*
** arithmetic.c - the rules of sums, mates and differences.
**
** G + H has the options G' + H and G + H'. The mate of 0 is *1. The mate of another game has the
** mates of its options as options.
**
** G - H is the X with X + H = G. There is at most one, since G + X = H + X implies G = H (ONAG,
** chapter 12). Let X be one, all three canonical. The options of G are options X' + H and X + H' of
** the sum, and each option of the sum that is not an option of G has G as an option.
** (1) If some G' = X + H', then X = G' - H'.
** (2) Otherwise each G' is some X' + H, so X' = G' - H is an option of X. Each X + H' has the
**     option G. It is no X + H'', since H'' is not H. So it is X' + H', and X' = G - H' is an
**     option of X.
**     For each other X', X' + H has an option G. This is X' + H', since X'' + H = G would make
**     X = X'' a follower of X. So X' = G - H' again, and X = {all G' - H, all G - H'}.
** Both cases use differences of games born earlier. So the rule tries (2), then (1) for all G' and
** H' whose nim values allow it. This finds X or proves that there is none. Each candidate X is
** checked by its sum.
*/
#include "base/poll.h"
#include "misere_int.h"

/* ---- Sums, mates ---- */

/* Append operation(x, other) for all options x of g to v->work. */
static ta_status each(ta_miseres *v, ta_call *call, uint32_t operation, ta_misere g,
                      ta_misere other) {
    ta_misere found;
    ta_ids *options = &v->options[0];
    ta_status s = ta_misere_fetch(v, call, g, options);
    for (size_t i = 0; i < options->count && !s; i++) {
        s = ta_misere_ask(v, call, operation, options->at[i], other, &found);
        if (!s) s = ta_ids_push(&v->store, call, &v->work, found);
    }
    return s;
}

ta_status ta_misere_sum_rule(ta_miseres *v, ta_call *call, ta_misere a, ta_misere b,
                             ta_misere *result) {
    v->work.count = 0;
    ta_status s = each(v, call, MISERE_SUM, a, b);
    if (!s) s = each(v, call, MISERE_SUM, b, a);
    return s || v->missing ? s : ta_misere_form(v, call, result);
}

ta_status ta_misere_mate_rule(ta_miseres *v, ta_call *call, ta_misere a, ta_misere b,
                              ta_misere *result) {
    v->work.count = 0;
    *result = 1;
    if (a == TA_MISERE_ZERO) return TA_OK;
    ta_status s = each(v, call, MISERE_MATE, a, b);
    return s || v->missing ? s : ta_misere_form(v, call, result);
}

/* ---- Differences ---- */

/* Is X + h = g? */
static ta_status try_sum(ta_miseres *v, ta_call *call, ta_misere x, ta_misere g, ta_misere h,
                         ta_misere *result) {
    ta_misere sum;
    ta_status s = ta_misere_ask(v, call, MISERE_SUM, x, h, &sum);
    if (!s && sum == g) *result = x;
    return s;
}

/* Append the differences of (2) to v->work, until one is unknown or does not exist. */
static ta_status all_there(ta_miseres *v, ta_call *call, ta_misere g, ta_misere h, int *there) {
    ta_status s = ta_misere_fetch(v, call, g, &v->options[0]);
    if (!s) s = ta_misere_fetch(v, call, h, &v->options[1]);
    size_t first = v->options[0].count, count = first + v->options[1].count;
    v->work.count = 0;
    *there = 0;
    for (size_t i = 0; i < count && !s; i++) {
        ta_misere x;
        s = i < first ? ta_misere_ask(v, call, MISERE_MINUS, v->options[0].at[i], h, &x)
                      : ta_misere_ask(v, call, MISERE_MINUS, g, v->options[1].at[i - first], &x);
        if (s || x == TA_NO_MISERE) return s;
        s = ta_ids_push(&v->store, call, &v->work, x);
    }
    *there = !s;
    return s;
}

/* Case (1), for all pairs at once; v->options are those of g and h. */
static ta_status from_pairs(ta_miseres *v, ta_call *call, ta_misere g, ta_misere h,
                            ta_misere *result) {
    ta_amount value = ta_misere_nim_value(v, g) ^ ta_misere_nim_value(v, h);
    const ta_ids *of_g = &v->options[0], *of_h = &v->options[1];
    for (size_t i = 0; i < of_g->count; i++) {
        ta_status polled = ta_store_poll(&v->store, call, (uint32_t)(of_h->count & 0xffff));
        if (polled) return polled;
        ta_amount rest = value ^ ta_misere_nim_value(v, of_g->at[i]);
        for (size_t j = 0; j < of_h->count; j++) {
            ta_misere x;
            if (ta_misere_nim_value(v, of_h->at[j]) != rest) continue;
            ta_status s = ta_misere_ask(v, call, MISERE_MINUS, of_g->at[i], of_h->at[j], &x);
            if (!s && x != TA_NO_MISERE) s = try_sum(v, call, x, g, h, result);
            if (s || *result != TA_NO_MISERE) return s;
        }
    }
    return TA_OK;
}

ta_status ta_misere_minus_rule(ta_miseres *v, ta_call *call, ta_misere g, ta_misere h,
                               ta_misere *result) {
    int there;
    ta_misere x;
    *result = TA_NO_MISERE;
    ta_status s = all_there(v, call, g, h, &there);
    if (s || v->missing) return s;
    if (there) {
        s = ta_misere_form(v, call, &x);
        if (!s) s = try_sum(v, call, x, g, h, result);
        if (s || v->missing || *result != TA_NO_MISERE) return s;
    }
    return from_pairs(v, call, g, h, result);
}
