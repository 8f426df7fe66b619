/*
** takeaway/sum.h - sums of positions of any rulesets, solved as one game.
**
** A sum is a multiset of terms: positions of games, as they are or negated (the players exchanged),
** with multiplicities. Components without moves are dropped; the order does not matter. A reduced
** sum is for normal outcomes only. It also replaces all impartial terms by their nim sum and
** cancels G minus G if play ends. A plain sum keeps the terms, and answers also for misere play and
** remoteness.
** Source: Conway 1976 (G - G = 0, outcome of G - H compares); Sprague-Grundy.
*/
#ifndef TAKEAWAY_SUM_H
#define TAKEAWAY_SUM_H

#include "takeaway/solver.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ta_sum ta_sum;

typedef struct ta_term {
    size_t game;  /* from ta_sum_add */
    int negative; /* players exchanged; no effect on an impartial game */
    ta_amount count;
    ta_position position;
} ta_term;

/* Errors: ENOMEM. */
TA_API ta_status ta_sum_create(const ta_allocator *allocator, ta_call *call, int reduced,
                               ta_sum **sum);
TA_API void ta_sum_destroy(ta_sum *sum);

/* A game whose positions may be terms; add it before the first query. Borrowed; its own table
** serves nim values. Errors: ENOMEM, EINVAL (too late). */
TA_API ta_status ta_sum_add(ta_sum *sum, ta_call *call, ta_solver *game, size_t *index);

TA_API void ta_sum_limit(ta_sum *sum, const ta_limits *limits);
TA_API void ta_sum_clear(ta_sum *sum); /* remove all solved sums; the games stay */
TA_API void ta_sum_statistics(const ta_sum *sum, ta_statistics *statistics);

/* N, P or D if all games are impartial, else any ta_outcome. Counts are 0..2^32-1. Errors: those
** of the solver; EINVAL (misere of a reduced sum), ERANGE (counts), EUNSUPPORTED (a game that is
** over by rule). */
TA_API ta_status ta_sum_outcome(ta_sum *sum, ta_call *call, const ta_term *terms, size_t count,
                                int misere, ta_outcome *outcome);

/* As ta_solver_remoteness, for plain sums only. */
TA_API ta_status ta_sum_remoteness(ta_sum *sum, ta_call *call, const ta_term *terms, size_t count,
                                   ta_player player, int misere, ta_amount *moves);

/* As ta_solver_followers; sums that differ in order or in dead components count once. */
TA_API ta_status ta_sum_followers(ta_sum *sum, ta_call *call, const ta_term *terms, size_t count,
                                  ta_amount *followers);

#ifdef __cplusplus
}
#endif

#endif
