/*
** takeaway/theorem.h - a checker of theorems about declared games.
**
** The text of a certificate says which game, and gives automata that read the digits of positions:
** which positions are P-positions, and a move for each of the others. The lines: lua/takeaway/engine/automata/certificate.lua; what is verified, and why that is
** a proof for all positions: docs/theory/automatic-games.md. Nothing of what finds theorems is used,
** no automaton is made from an automaton.
*/
#ifndef TAKEAWAY_THEOREM_H
#define TAKEAWAY_THEOREM_H

#include "takeaway/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a check may take; 0 is no limit of steps, of bytes half of the memory that is free. */
typedef struct ta_theorem_limits {
    double steps; /* some hundred millions a second */
    double bytes;
} ta_theorem_limits;

/*
** Does the certificate, text[0..length), prove what it says? *holds = 0 with the obligation that
** fails in call->message, and with an example where there is one: the numbers of a shortest word.
** `limits` may be NULL. Errors: EIO (not a certificate; the line is told), EUNSUPPORTED (a version
** or a numeration that is not known), ELIMIT, ENOMEM, those of call->poll.
** Cost: the vectors of states that the conditions of an obligation reach, times letters; for sums
** r^2 s / 64 words, r the rank of s states.
*/
TA_API ta_status ta_theorem_check(const ta_allocator *allocator, ta_call *call, const char *text,
                                  size_t length, const ta_theorem_limits *limits, int *holds);

#ifdef __cplusplus
}
#endif

#endif
