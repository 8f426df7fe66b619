/*
** fill.h - solves all positions of a box, in the order of their places, into packed answers. The
** answers may be a mapped file: no other memory grows with the box.
**
** A position's place is its index, a sum of multiples of its components; `order` names the
** components, the slowest first. Each option of a position must lie in the box and have a smaller
** place. Then play ends, nothing is searched, and every answer follows from earlier ones. If an
** option breaks this rule, the message names the position.
**
** An answer is 1 bit (the player to move loses: outcome P, in normal or misere play), or a nim
** value in a fixed number of bits.
*/
#ifndef TA_FILL_H
#define TA_FILL_H

#include "takeaway/solver.h"

/* Known answers of another box, with the `from` of ta_filling and its own `to`: the first `count`
** places, in the same order. */
typedef struct ta_filled {
    const uint8_t *data; /* followed by TA_ANSWERS_PAD bytes */
    unsigned bits;       /* at most those of the box being filled */
    const int64_t *to;
    uint64_t count;
} ta_filled;

typedef struct ta_filling {
    ta_question what; /* TA_ASK_OUTCOME, TA_ASK_MISERE_OUTCOME or TA_ASK_NIM_VALUE */
    size_t size;      /* components of a position */
    const int64_t *from, *to;
    const size_t *order;
    uint8_t *data; /* the answers, and TA_ANSWERS_PAD bytes */
    unsigned bits;
    /* Called from time to time, and at the end: all places below `place` are answered. */
    ta_status (*reached)(void *ctx, ta_call *call, uint64_t place);
    void *ctx;
    const ta_filled *known; /* other boxes to copy answers from */
    size_t knowns;
    uint64_t *refused; /* OPTIONAL. On ELIMIT: the nim value that needs more bits */
} ta_filling;

/* The number of places of a box; 0: more than 2^48. */
uint64_t ta_fill_places(size_t size, const int64_t *from, const int64_t *to);

/*
** Answer the places from `first` on; earlier ones are answered already. On failure `at`, if not
** NULL, is the position that was being solved, and the last `place` passed to `reached` holds.
** EUNSUPPORTED: rules that are not plain (parts, canonical, nim_value, entails, terminal), or an
** option out of order. EPARTIZAN. ELIMIT: a nim value that needs more bits. ENOMEM. Also what the
** rule, the poll and `reached` return.
*/
ta_status ta_solver_fill(ta_solver *s, ta_call *call, const ta_filling *f, uint64_t first,
                         int64_t *at);

#endif
