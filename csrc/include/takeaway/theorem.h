/*
** takeaway/theorem.h - a checker of theorems about declared games.
**
** The text of a certificate names the game, and has automata that read the digits of positions.
** They give the P-positions, and a move for each other position.
** lua/takeaway/engine/automata/certificate.lua documents the lines. docs/theory/automatic-games.md
** says what is verified, and why that is a proof for all positions. The checker uses no code of the
** search, and makes no automaton from an automaton.
*/
#ifndef TAKEAWAY_THEOREM_H
#define TAKEAWAY_THEOREM_H

#include "takeaway/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The bounds of a check; 0 is no limit of steps, and half of the free memory. */
typedef struct ta_theorem_limits {
    double steps; /* there are some hundred millions a second */
    double bytes;
} ta_theorem_limits;

/*
** *holds = 1 if the certificate, text[0..length), proves its statement. Otherwise *holds = 0, and
** call->message has the obligation that fails, with an example if there is one: the numbers of a
** shortest word. `limits` may be NULL. Errors: EIO (not a certificate, with the line),
** EUNSUPPORTED (an unknown version or numeration), ELIMIT, ENOMEM, those of call->poll. Cost: the
** vectors of states that the conditions of an obligation reach, times letters; for sums r^2 s / 64
** words, r the rank of s states.
*/
TA_API ta_status ta_theorem_check(const ta_allocator *allocator, ta_call *call, const char *text,
                                  size_t length, const ta_theorem_limits *limits, int *holds);

#ifdef __cplusplus
}
#endif

#endif
