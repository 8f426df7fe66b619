/*
** takeaway/limits.h - outcomes of games whose last number limits the next move, in a box.
**
** A position is p(0), ..., p(m-1) and a limit x. Each move has a parameter k >= 0 (k = 0 if it has
** none), linear guards in p and k, and linear targets for p. The limit after it depends only on k.
** The move is legal if x is at least some c k + d with c >= 0. So a larger limit allows more moves
** and changes none. The limits at which the mover loses are an interval, stored as one pair of
** numbers. A game without a limit is one whose moves need 0 and leave 0; there x = 0. Cost: a few
** instructions for each k up to the first that wins, for each move of each p.
*/
#ifndef TAKEAWAY_LIMITS_H
#define TAKEAWAY_LIMITS_H

#include "takeaway/automaton.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TA_LIMITS_NUMBERS 8

/* A row is m + 2 integers: row[0] p(0) + ... + row[m-1] p(m-1) + row[m] k + row[m+1]. Integers of
** rows and needs are within 2^30. */
typedef struct ta_limit_move {
    size_t guards;
    const int64_t *guard;  /* that many rows, each >= 0 if the move is legal */
    const int64_t *target; /* m rows: p after it */
    int64_t needs[2];      /* x >= needs[0] k + needs[1], needs[0] >= 0 */
    const int64_t *next;   /* the limit after it, by k = 0 .. nexts - 1 */
    size_t nexts;
} ta_limit_move;

typedef struct ta_limited ta_limited;

/*
** All p with p(i) below side[i] >= 1. In misere play a player who cannot move wins, for whatever
** reason. EUNSUPPORTED is for these cases:
**   a move leads out of the box, or to a p that does not precede its own (p(0) counts most);
**   k may be as large as nexts;
**   a limit in `next`, or the need of a move with k below nexts, is not below 2^32 - 1;
**   some limit in `next` and some needs[1] are both below 0.
** Also ENOMEM; ELIMIT if the box does not fit in memory; those of call->poll.
*/
TA_API ta_status ta_limits_create(const ta_allocator *allocator, ta_call *call, size_t numbers,
                                  const int64_t *side, const ta_limit_move *move, size_t moves,
                                  int misere, ta_limited **limits);
TA_API void ta_limits_destroy(ta_limited *limits);

/* Is (p, x) a P-position? 0 or 1; -1 outside the box. */
TA_API int ta_limits_lost(const ta_limited *limits, const int64_t *p, int64_t x);

/* The least limit with which a move wins at p, -1 outside the box, TA_INF if none does. */
TA_API ta_amount ta_limits_least(const ta_limited *limits, const int64_t *p);

/* How many numbers p has. */
TA_API size_t ta_limits_numbers(const ta_limited *limits);

/*
** The same position by position, for a box that would be too large. A query keeps the positions it
** solves for later ones. Positions that differ in the order of interchangeable numbers (moves map
** to moves) are kept once.
*/
typedef struct ta_limit_search ta_limit_search;

/* Failures are those of ta_limits_create, but what the moves do is checked only as they are met.
** The kept positions take at most `bytes` (0: no bound); when these are full, all are forgotten. */
TA_API ta_status ta_limit_search_create(const ta_allocator *allocator, ta_call *call,
                                        size_t numbers, const ta_limit_move *move, size_t moves,
                                        int misere, double bytes, ta_limit_search **search);
TA_API void ta_limit_search_destroy(ta_limit_search *search);

/* *lost = 1 if (p, x), p and x >= 0, is a P-position, else 0. It is -1 if the answer takes more
** than `steps` steps, whose results are kept. It is also -1 at numbers of 2^31 or limits of 2^32 -
** 1, or if k is as large as nexts. EUNSUPPORTED: a move leads below 0, or to a position that does
** not precede its own. ENOMEM; those of call->poll. Cost: a step is a move tried, or a position
** begun. */
TA_API ta_status ta_limit_search_lost(ta_limit_search *search, ta_call *call, const int64_t *p,
                                      int64_t x, int64_t steps, int *lost);

/* A set that may be that of the P-positions, on the tracks 0 .. m, the last one x (without a
** limit: 0 .. m-1). Moves into it are tried first. Answers are right whatever the set is; a good
** set gives them sooner. Borrowed until there is another; NULL: none. */
TA_API void ta_limit_search_lead(ta_limit_search *search, const ta_automaton *guess);

/* The first number that is interchangeable with number i: i itself if none before it is. */
TA_API size_t ta_limit_search_kin(const ta_limit_search *search, size_t i);

/* How many numbers p has. */
TA_API size_t ta_limit_search_numbers(const ta_limit_search *search);

#ifdef __cplusplus
}
#endif

#endif
