/*
** turning.h - codes of coin-turning games: which coins of a row may be turned at once.
**
**     1-3    one, two or three coins       2+  two or more          2-3,6C  either
**     C      consecutive ones              E   equally spaced       S       placed symmetrically
**     C(5)   all within five positions     F   including the first coin of the row
*/
#ifndef TA_HEAP_TURNING_H
#define TA_HEAP_TURNING_H

#include "kind.h"

#define TURNING_TERMS 64        /* at most, in a code */
#define TURNING_MOST (1u << 30) /* numbers in a code are below this */
#define TURNING_UNBOUNDED (SIZE_MAX / 2) /* no limit on coins or positions */

typedef enum turning_shape {
    TURNING_ANY,
    TURNING_ROW,
    TURNING_EQUAL,
    TURNING_MIRROR
} turning_shape;

typedef struct turning_term {
    size_t least, most; /* coins turned */
    size_t span;        /* they are within this many positions */
    turning_shape shape;
    int first; /* the first coin of the row is one of them */
} turning_term;

typedef struct turning {
    turning_term terms[TURNING_TERMS];
    size_t count;
} turning;

/* Read the code of a coin-turning game, such as 2-3,6C. EINVAL: the message marks the error. */
ta_status turning_read(turning *code, ta_call *call, const char *text, size_t length);

/* Visit the options of heap n: every set of coins that may be turned along with coin n. */
ta_status turning_visit(ta_heap *h, ta_call *call, const turning *code, ta_amount n,
                        ta_heap_visitor visit, void *ctx);

#endif
