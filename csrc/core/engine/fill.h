/*
** fill.h - all positions of a box solved in the order of their places, into packed answers that may be a
** mapped file: nothing else grows with the box.
**
** A position's place is a sum of multiples of its components: `order` names them, the slowest first. Each option of a
** position must lie in the box and have a smaller place: then play ends, nothing is searched, and
** every answer follows from answers before it. Where an option does not, the position is named.
**
** An answer is 1 bit, whether the player to move loses (outcome P, in normal or misere play), or a nim
** value of so many bits.
*/
#ifndef TA_FILL_H
#define TA_FILL_H

#include "takeaway/solver.h"

/* What is known of other boxes: the answers of the first `count` places of from..to, in the same order. */
typedef struct ta_filled {
    const uint8_t *data; /* and TA_ANSWERS_PAD bytes */
    unsigned bits;       /* at most those of the box that is filled */
    const int64_t *to;
    uint64_t count;
} ta_filled;

typedef struct ta_filling {
    ta_question what; /* TA_ASK_OUTCOME, TA_ASK_MISERE_OUTCOME or TA_ASK_NIM_VALUE */
    size_t size;      /* of the positions */
    const int64_t *from, *to;
    const size_t *order;
    uint8_t *data; /* the answers, and TA_ANSWERS_PAD bytes */
    unsigned bits;
    /* Told from time to time, and at the end: all places below `place` are answered. */
    ta_status (*reached)(void *ctx, ta_call *call, uint64_t place);
    void *ctx;
    const ta_filled *known; /* answers that are copied from there */
    size_t knowns;
    uint64_t *refused; /* OPTIONAL. The nim value that takes more bits, where one does */
} ta_filling;

/* Places of a box; 0: more than 2^48. */
uint64_t ta_fill_places(size_t size, const int64_t *from, const int64_t *to);

/*
** Answer the places from `first` on; those before are there. On failure `at`, if not NULL, is the position that
** was being solved, and what `reached` was told holds. EUNSUPPORTED: rules that are not plain (parts, canonical, nim_value,
** entails, terminal), or an option out of order; EPARTIZAN; ELIMIT: a nim value of more bits; ENOMEM;
** what the rule, the poll and `reached` say.
*/
ta_status ta_solver_fill(ta_solver *s, ta_call *call, const ta_filling *f, uint64_t first,
                         int64_t *at);

#endif
