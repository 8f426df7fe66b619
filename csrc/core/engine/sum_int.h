/*
** sum_int.h - the numbered terms of a sum, and bags of them.
**
** A term is (game, negated, position), stored once. Its options are lists of terms, as runs of ids
** like a solver's live list (LAST ends an option, NO_PARTS is empty). A sum's position is a bag:
** pairs (term, count) in the order of terms, as bytes.
*/
#ifndef TA_SUM_INT_H
#define TA_SUM_INT_H

#include "solver_int.h"
#include "takeaway/sum.h"

#define NO_TERM UINT32_MAX

typedef struct term {
    uint32_t game; /* NIMBER: a nim heap */
    uint32_t twin; /* its negative, or NO_TERM */
    uint8_t negative, impartial, expanded;
    uint8_t ends;            /* must play in it end? UNKNOWN, ... of sum_ends.c */
    uint8_t entailed;        /* the position is entailed; known once it is expanded */
    size_t first[2], end[2]; /* its options in `lists`, by player */
} term;

/* A term on the stack of sum_ends.c, and its next option. */
typedef struct way {
    uint32_t term, player;
    size_t at;
} way;

#define NIMBER UINT32_MAX
#define NIMBER_MOST 1000000

typedef struct entry {
    uint32_t term, count;
} entry;

typedef struct bag {
    entry *e;
    size_t count, cap;
} bag;

struct ta_sum {
    ta_allocator allocator;
    int reduced, partizan;
    ta_solver **games; /* borrowed */
    size_t game_count, game_cap;
    ta_posmap keys; /* term id by its bytes */
    term *terms;
    size_t term_count, term_cap;
    size_t expanded; /* number of expanded terms, not counting nim heaps */
    uint32_t *lists;
    size_t list_count, list_cap;
    way *way;
    size_t way_count, way_cap;
    ta_sink options, parts, canonical, start;
    bag bag;
    ta_amount nim; /* of the bag under construction, in reduced sums */
    char *key;
    size_t key_cap;
    ta_solver *solver; /* of bags; NULL until the first question */
    ta_limits limits;
};

/* Append the parts of one position as term ids to `lists` (one run). In a reduced sum impartial
** parts become one nimber. */
ta_status ta_sum_split(ta_sum *s, ta_call *call, size_t game, int negative,
                       const ta_position *position);

/* The id of a nim heap; NO_PARTS for 0. */
ta_status ta_sum_nimber(ta_sum *s, ta_call *call, ta_amount value, uint32_t *id);

/* Append both players' options of a term to `lists`, once. */
ta_status ta_sum_expand(ta_sum *s, ta_call *call, uint32_t id);

/* NULL, or the invariant that a sum breaks between two calls. */
const char *ta_sum_check(const ta_sum *s);

/* Must play in a partizan term end, whoever moves in it? */
ta_status ta_sum_ends(ta_sum *s, ta_call *call, uint32_t id, int *ends);

/* The value of a nimber term. */
ta_amount ta_sum_nimber_value(const ta_sum *s, uint32_t id);

/* A term's position, for messages. */
void ta_sum_term_text(const ta_sum *s, uint32_t id, char *text, size_t size);

#endif
