/*
** fold.h - operations defined by recursion over options, without recursion.
**
** A fold says how op(g, h) comes from op of simpler pairs: `base` knows the easy
** ones, `options` names for each side what the options of the result are (some
** known, some op(g', h') to be worked out, each plus a fixed value), and the result
** is the canonical form of those, or what `finish` makes of them. ta_fold_run keeps the
** pairs under way on a stack in the store and remembers results by (operation, g, h).
** Folds may be run from inside a fold (a sum inside a product): each run works
** above the stack of the one before.
*/
#ifndef TA_VALUE_FOLD_H
#define TA_VALUE_FOLD_H

#include "takeaway/base.h"
#include "value_int.h"

typedef struct ta_fold ta_fold;
struct ta_fold {
    uint32_t operation;
    /* op(g, h) where it is known at once: *known = 1 and *value. It may put the pair
    ** into another order. */
    ta_status (*base)(ta_values *v, ta_call *call, const ta_fold *f, ta_value *g, ta_value *h,
                      ta_value *value, int *known);
    ta_status (*options)(ta_values *v, ta_call *call, const ta_fold *f, ta_value g, ta_value h,
                         int side);
    /* NULL: ta_value_from_options. Lists are valid until the next call. */
    ta_status (*finish)(ta_values *v, ta_call *call, const ta_fold *f, ta_value g, ta_value h,
                        const ta_value *left, size_t left_count, const ta_value *right,
                        size_t right_count, ta_value *value);
    /* g + h, where some pair is given with a `plus`: ta_value_sum, itself a fold. */
    ta_status (*add)(ta_values *v, ta_call *call, ta_value g, ta_value h, ta_value *sum);
    int odd;              /* op(-g, h) is -op(g, h): what is remembered of -g tells it */
    uint32_t tag;         /* remembered under this in place of h, if not 0 */
    ta_value s, t;        /* parameters of the operation */
    const ta_value *plus; /* Norton: what is added */
    size_t plus_count;
};

/* Inside `options`: an option of the result that is known, or op(g, h) + plus
** (TA_VALUE_ZERO for nothing). */
ta_status ta_fold_known(ta_values *v, ta_call *call, ta_value option);
ta_status ta_fold_pair(ta_values *v, ta_call *call, ta_value g, ta_value h, ta_value plus);

/* The pairs (g', h) for all options g' of one side: each + plus on the left, - plus on the
** right. */
ta_status ta_fold_moves(ta_values *v, ta_call *call, ta_value g, ta_value h, int side,
                        ta_value plus);

ta_status ta_fold_run(ta_values *v, ta_call *call, const ta_fold *f, ta_value g, ta_value h,
                      ta_value *value);

#endif
