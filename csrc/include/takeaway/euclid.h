/*
** takeaway/euclid.h - Euclid: two numbers, take a positive multiple of the smaller from the
** larger.
**
** A position is (a, b), each from 0 to TA_MAX, in any order. A move takes k times the smaller
** number, k >= 1, from the larger, and leaves nothing negative. With a zero there is no move. In
** normal play the player who makes a zero wins; in misere play that player loses.
**
** Sources: A. J. Cole and A. J. T. Davie, A game based on the Euclidean algorithm and a winning
** strategy for it, Mathematical Gazette 53 (1969). G. Cairns, N. B. Ho and T. Lengyel, The
** Sprague-Grundy function of the real game Euclid, Discrete Mathematics 311 (2011). (G. Nivasch,
** The Sprague-Grundy function of the game Euclid, 2006, has floor(|a/b - b/a|) for another game,
** which ends when the numbers are equal.)
*/
#ifndef TAKEAWAY_EUCLID_H
#define TAKEAWAY_EUCLID_H

#include "takeaway/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A move: take `take` from the first number (number 1) or the second (number 2). */
typedef struct ta_euclid_move {
    int number;
    ta_amount take;
} ta_euclid_move;

/* TA_N or TA_P for (a, b). With a zero the game is over: P, misere N. O(1). */
TA_API ta_outcome ta_euclid_outcome(int misere, ta_amount a, ta_amount b);

/* The nim value of (a, b), in normal play. Cost: a division for each step of Euclid's algorithm. */
TA_API ta_amount ta_euclid_nim_value(ta_amount a, ta_amount b);

/* All winning moves of (a, b), at most two; returns their number. O(1). */
TA_API int ta_euclid_winning_moves(int misere, ta_amount a, ta_amount b, ta_euclid_move moves[2]);

#ifdef __cplusplus
}
#endif

#endif
