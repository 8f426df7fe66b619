/*
** game.h - a game of NIM with Cash, its fields grouped by the file that fills them, in
** the order in which the files stand on each other:
**
**   thresholds  f, who is rich, from n = 0 on
**   staircase   rows s_n(e): every state to n, exactly
**   excess      one state, however large its numbers
**   linear      f for all n, with a certificate; cash-periodicity
**   theory      f, W and Theorems 2.4 and 3.7 for any n
**   closed_form the solution set X of A's family, proved or not
**   cash        the public questions
**
** Each has a header, which includes no header of a file that stands on it.
*/
#ifndef TA_CASH_GAME_H
#define TA_CASH_GAME_H

#include "excess.h"
#include "staircase.h"
#include "takeaway/cash.h"

/* Row x < alpha + q floor((y + beta) / q) of a solution set, clipped at 0. */
typedef struct cash_step {
    int64_t alpha, beta;
} cash_step;

struct ta_cash {
    ta_allocator alloc;
    int32_t a[TA_CASH_MEMBERS]; /* A, ascending */
    size_t count;

    cash_thresholds rich;
    cash_staircases staircases; /* which stand on rich */
    cash_excess excess;
    double paid; /* steps of excess that rows have been made for */

    struct { /* linear.c */
        int found;
        ta_amount looked; /* this far in vain */
        ta_cash_asym form;
        int64_t *slope[2];
    } linear;

    struct { /* linear.c */
        int found;
        ta_cash_period form;
        int64_t *c[2];
    } period;

    struct {                     /* closed_form.c */
        int decided;             /* theorem.family may be TA_CASH_NONE */
        ta_cash_theorem theorem; /* its standing */
        ta_amount bad[3];        /* a state where it is wrong; bad[0] < 0: none */
        int64_t modulus, q;      /* of X */
        cash_step *rows;         /* X, one a residue; NULL: none */
    } closed;
};

static inline ta_amount cash_least_member(const ta_cash *g) {
    return g->a[0];
}
static inline ta_amount cash_most_member(const ta_cash *g) {
    return g->a[g->count - 1];
}

#endif
