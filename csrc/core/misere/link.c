/*
** link.c - games that tell two games apart, and games that link two (ONAG, chapter 12; Siegel, V.3).
**
** X tells A from B when A + X is a P-position and B + X is not. X links A and B when both are.
** G with its mate is a P-position: a move in one is answered by the same in the other.
**
** Linked: if A = B' there is no link, for from B + X there is the move to A + X. Otherwise, with
** X = {what tells A' from B, what tells B' from A; all A', B'}, a move from A + X to A' + X is
** answered in X to what tells A' from B, one to A + (what tells A' from B) by that A', and
** A + (what tells B' from A) is no P-position: so A + X is a P-position, and so is B + X. For 0 and
** 0, which leave X without options, *1 does.
**
** To tell A from B, not equal: the mate of A, if B with it is an N-position, as where A = B'. What
** links A with a B' to which it can be linked. The mate of B where B = A', and what links B with an A',
** are T with B + T a P-position and A + T none; then {T, the mates of all A'} tells A from B: a move to
** A + mate is answered by A' + mate, one to A' + X by the same, A + T is none, and from B + X there is
** the move to B + T. Where none of these is to be had, each A' is an option of B or has the option B, and
** each B' likewise: by the theorem on canonical forms (intern.c) one of A, B is 0, an N-position, and the
** other a P-position. It is A, for of 0 the mate tells: B + *1 has the move to B. So 0 tells A from B.
*/
#include "misere_int.h"

/* {T, mates of the options of a}: from what tells b from a to what tells a from b. */
static ta_status reverse(ta_miseres *v, ta_call *call, ta_misere a, ta_misere t,
                         ta_misere *result) {
    ta_ids *options = &v->options[0];
    v->work.count = 0;
    ta_status s = ta_ids_push(&v->store, call, &v->work, t);
    if (!s) s = ta_misere_fetch(v, call, a, options);
    for (size_t i = 0; i < options->count && !s; i++) {
        ta_misere mate;
        s = ta_misere_ask(v, call, MISERE_MATE, options->at[i], 0, &mate);
        if (!s) s = ta_ids_push(&v->store, call, &v->work, mate);
    }
    return s || v->missing ? s : ta_misere_form(v, call, result);
}

static int may_link(const ta_miseres *v, ta_misere a, ta_misere b) {
    return !ta_misere_has(v, a, b) && !ta_misere_has(v, b, a);
}

/* What links a with the first option of b that it can be linked to; *found 0 if there is none. */
static ta_status link_option(ta_miseres *v, ta_call *call, ta_misere a, ta_misere b, int *found,
                             ta_misere *t) {
    ta_ids *options = &v->options[0];
    ta_status s = ta_misere_fetch(v, call, b, options);
    *found = 0;
    for (size_t i = 0; i < options->count && !s && !*found; i++) {
        ta_misere x = options->at[i];
        *found = may_link(v, a, x);
        if (*found) s = ta_misere_ask(v, call, MISERE_LINK, a < x ? a : x, a < x ? x : a, t);
    }
    return s;
}

ta_status ta_misere_tell_rule(ta_miseres *v, ta_call *call, ta_misere a, ta_misere b,
                              ta_misere *result) {
    int found = 1, exchanged = 1;
    ta_misere t = TA_MISERE_ZERO, beside;
    ta_status s = ta_misere_ask(v, call, MISERE_MATE, a, 0, result);
    if (!s && !v->missing) s = ta_misere_ask(v, call, MISERE_SUM, *result, b, &beside);
    if (s || v->missing || ta_misere_outcome(v, beside) == TA_N) return s;
    if (ta_misere_has(v, a, b)) {
        s = ta_misere_ask(v, call, MISERE_MATE, b, 0, &t);
    } else {
        s = link_option(v, call, b, a, &found, &t);
        exchanged = found;
        if (!s && !found) s = link_option(v, call, a, b, &found, &t);
    }
    if (s || v->missing) return s;
    if (exchanged) return reverse(v, call, a, t, result);
    *result = t;
    return TA_OK;
}

/* Into v->work: what tells each option of a from b. */
static ta_status tell_each(ta_miseres *v, ta_call *call, ta_misere a, ta_misere b) {
    ta_ids *options = &v->options[0];
    ta_status s = ta_misere_fetch(v, call, a, options);
    for (size_t i = 0; i < options->count && !s; i++) {
        ta_misere t;
        s = ta_misere_ask(v, call, MISERE_TELL, options->at[i], b, &t);
        if (!s) s = ta_ids_push(&v->store, call, &v->work, t);
    }
    return s;
}

ta_status ta_misere_link_rule(ta_miseres *v, ta_call *call, ta_misere a, ta_misere b,
                              ta_misere *result) {
    *result = TA_NO_MISERE;
    if (!may_link(v, a, b)) return TA_OK;
    *result = 1;
    if (a == TA_MISERE_ZERO && b == TA_MISERE_ZERO) return TA_OK;
    v->work.count = 0;
    ta_status s = tell_each(v, call, a, b);
    if (!s) s = tell_each(v, call, b, a);
    return s || v->missing ? s : ta_misere_form(v, call, result);
}
