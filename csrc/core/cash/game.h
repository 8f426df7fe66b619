/*
** game.h - a game of NIM with Cash. Its fields are grouped by the file that fills them.
** Each file depends only on those above it in this list:
**
**   thresholds  f, the amounts that make a purse rich, from n = 0 on
**   staircase   rows s_n(e): every state to n, exactly
**   excess      one state, however large its numbers
**   linear      f for all n, with a certificate; cash-periodicity
**   theory      f, W and Theorems 2.4 and 3.7 for any n
**   closed_form the solution set X of A's family, proved or not
**   cash        the public queries
**
** Each has a header, which includes no header of a later file.
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
    cash_staircases staircases; /* they read and extend rich */
    cash_excess excess;
    double paid; /* excess.steps when rows were last computed, see cash.c */

    struct { /* linear.c */
        int found;
        ta_amount looked; /* the search found nothing up to here */
        ta_cash_asym form;
        int64_t *slope[2];
    } linear;

    struct { /* linear.c */
        int found;
        ta_cash_period form;
        int64_t *c[2];
    } period;

    struct {                     /* closed_form.c */
        int decided;             /* theorem is set; its family may be TA_CASH_NONE */
        ta_cash_theorem theorem; /* the closed form, and how far it is proved */
        ta_amount bad[3];        /* a state that the closed form gets wrong; bad[0] < 0: none */
        int64_t modulus, q;      /* of the solution set X */
        cash_step *rows;         /* X, one row a residue; NULL: no X */
    } closed;
};

static inline ta_amount cash_least_member(const ta_cash *g) {
    return g->a[0];
}
static inline ta_amount cash_most_member(const ta_cash *g) {
    return g->a[g->count - 1];
}

#endif
