/*
** takeaway/limits.h - outcomes of games whose last number limits the next move, in a box.
**
** A position is p(0), ..., p(m-1) and a limit x. Each move has a parameter k >= 0 (one without a
** parameter has k = 0), linear guards in p and k, linear targets for p, and the limit after it
** depends on k alone; it may be made if x is at least some c k + d with c >= 0. So a larger limit
** allows more moves and changes none, and the limits at which the mover loses are an interval:
** one pair of numbers for all limits. A game without a limit is one whose moves need 0 and leave 0:
** it is lost with the limit 0, or won. Cost: a few instructions for each k up to the first that
** wins, of each move of each p.
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
    const int64_t *guard;  /* that many rows, each >= 0 where the move may be made */
    const int64_t *target; /* m rows: p after it */
    int64_t needs[2];      /* x >= needs[0] k + needs[1], needs[0] >= 0 */
    const int64_t *next;   /* the limit after it, by k = 0 .. nexts - 1 */
    size_t nexts;
} ta_limit_move;

typedef struct ta_limited ta_limited;

/*
** All p with p(i) below side[i] >= 1. In misere play who cannot move wins, whatever forbids it.
** EUNSUPPORTED where a move leads out of the box, or to a p that is not before its own (p(0)
** counting most), or k may be as large as nexts; where a limit in `next`, or what a move needs with a
** k below nexts, is not below 2^32 - 1; and where a limit is below 0, and some move needs that little.
** ENOMEM; ELIMIT where memory does not hold the box; those of call->poll.
*/
TA_API ta_status ta_limits_create(const ta_allocator *allocator, ta_call *call, size_t numbers,
                                  const int64_t *side, const ta_limit_move *move, size_t moves,
                                  int misere, ta_limited **limits);
TA_API void ta_limits_destroy(ta_limited *limits);

/* Is (p, x) a P-position? 0 or 1; -1 outside the box. */
TA_API int ta_limits_lost(const ta_limited *limits, const int64_t *p, int64_t x);

/* The least limit with which a move wins at p, -1 outside the box, TA_INF where none does. */
TA_API ta_amount ta_limits_least(const ta_limited *limits, const int64_t *p);

/* How many numbers p has. */
TA_API size_t ta_limits_numbers(const ta_limited *limits);

/*
** The same, asked position by position, where a box would be too large: what a question meets is
** worked out and kept for the next one. Of positions that differ in the order of numbers which may be
** exchanged (moves go over into moves), one is kept.
*/
typedef struct ta_limit_search ta_limit_search;

/* Failures as of ta_limits_create, but that what the moves do is seen as it is met. What is kept
** takes `bytes` at most (0: any number): when these are full it is forgotten. */
TA_API ta_status ta_limit_search_create(const ta_allocator *allocator, ta_call *call,
                                        size_t numbers, const ta_limit_move *move, size_t moves,
                                        int misere, double bytes, ta_limit_search **search);
TA_API void ta_limit_search_destroy(ta_limit_search *search);

/* Is (p, x) a P-position, p and x >= 0? *lost is 0 or 1; -1 where it is not found in so many
** steps (what they found is kept), where numbers of 2^31 or limits of 2^32 - 1 are met, or k is as large as
** nexts. EUNSUPPORTED where a move leads below 0 or to a position that is not before its own; ENOMEM; those of
** call->poll. Cost: a step is a move that is tried, or a position that is begun. */
TA_API ta_status ta_limit_search_lost(ta_limit_search *search, ta_call *call, const int64_t *p,
                                      int64_t x, int64_t steps, int *lost);

/* A set that is thought to be that of the P-positions, on the tracks 0 .. m, the last one x (without a
** limit: 0 .. m-1): moves into it are tried first. What is said is right whatever the set is; it is sooner
** found where the set is. Borrowed until there is another; NULL: none. */
TA_API void ta_limit_search_lead(ta_limit_search *search, const ta_automaton *guess);

/* The first of the numbers that number i may be exchanged with: i itself where there is none before. */
TA_API size_t ta_limit_search_kin(const ta_limit_search *search, size_t i);

/* How many numbers p has. */
TA_API size_t ta_limit_search_numbers(const ta_limit_search *search);

#ifdef __cplusplus
}
#endif

#endif
