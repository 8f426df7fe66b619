/*
** link.c - games that distinguish two games, and games that link two (ONAG, chapter 12; Siegel,
** V.3).
**
** X distinguishes A from B if A + X is a P-position and B + X is not. X links A and B if both are.
** G plus its mate is a P-position: each move in one is answered by the same move in the other.
** Write D(A, B) for a game that distinguishes A from B.
**
** Links. If A = B' there is none, since B + X has the move to A + X. Otherwise let
** X = {D(A', B), D(B', A); all A', B'}. A move from A + X to A' + X is answered in X to D(A', B). A
** move to A + D(A', B) is answered by that A'. A + D(B', A) is no P-position. So A + X is a
** P-position, and so is B + X. For 0 and 0, which leave X without options, *1 is a link.
**
** D(A, B) for A not equal to B, by the first case that applies:
**   - the mate of A, if B plus this mate is an N-position, as when A = B';
**   - {T, the mates of all A'}, where B + T is a P-position and A + T is not. T is the mate of B if
**     B = A', or a link of B and some A'. A move to A + mate is answered by A' + mate, and a move
**     to A' + X in the same way. A + T is no P-position, and B + X has the move to B + T;
**   - a link of A and some B', if there is one;
**   - 0. In this case each A' is an option of B or has the option B, and each B' likewise. By the
**     theorem on canonical forms (intern.c) one of A, B is 0, an N-position, and the other is a
**     P-position. A is the P-position, since for A = 0 its mate applies: B + *1 has the move to B.
*/
#include "misere_int.h"

/* {t, mates of the options of a}: from a D(b, a) to a D(a, b). */
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

/* Link a with the first option of b that allows a link; *found = 0 if none does. */
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

/* Append D(x, b) for each option x of a to v->work. */
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
