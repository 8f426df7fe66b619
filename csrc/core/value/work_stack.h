/*
** work_stack.h - operations defined by recursion over options, without recursion.
**
** A fold computes op(g, h) from op of simpler pairs. `base` returns the easy results. `options`
** lists the options of the result for each side: some are known, others are op(g', h') still to
** compute, each plus a fixed value. The result is the canonical form of these options, or
** what `finish` makes of them. ta_fold_run keeps the unfinished pairs on a stack in the store and
** remembers results by (operation, g, h). A fold may run inside another (a sum inside a
** product); each run uses the stack above the one before.
*/
#ifndef TA_VALUE_WORK_STACK_H
#define TA_VALUE_WORK_STACK_H

#include "takeaway/base.h"
#include "value_int.h"

typedef struct ta_fold ta_fold;
struct ta_fold {
    uint32_t operation;
    /* *known = 1 and *value = op(g, h) if it is known at once. It may exchange g and h. */
    ta_status (*base)(ta_values *v, ta_call *call, const ta_fold *f, ta_value *g, ta_value *h,
                      ta_value *value, int *known);
    ta_status (*options)(ta_values *v, ta_call *call, const ta_fold *f, ta_value g, ta_value h,
                         int side);
    /* NULL: ta_value_from_options. Lists are valid until the next call. */
    ta_status (*finish)(ta_values *v, ta_call *call, const ta_fold *f, ta_value g, ta_value h,
                        const ta_value *left, size_t left_count, const ta_value *right,
                        size_t right_count, ta_value *value);
    /* g + h, needed if some pair has a `plus`: ta_value_sum, itself a fold. */
    ta_status (*add)(ta_values *v, ta_call *call, ta_value g, ta_value h, ta_value *sum);
    int odd;              /* op(-g, h) = -op(g, h), so remembered results of -g serve g */
    uint32_t tag;         /* if not 0, results are remembered under it instead of h */
    ta_value s, t;        /* parameters of the operation */
    const ta_value *plus; /* Norton: the values added */
    size_t plus_count;
};

/* For `options`: add a known option of the result, or the option op(g, h) + plus. */
ta_status ta_fold_known(ta_values *v, ta_call *call, ta_value option);
ta_status ta_fold_pair(ta_values *v, ta_call *call, ta_value g, ta_value h, ta_value plus);

/* Add the pairs (g', h) for all options g' of one side: + plus on the left, - plus on the right. */
ta_status ta_fold_moves(ta_values *v, ta_call *call, ta_value g, ta_value h, int side,
                        ta_value plus);

ta_status ta_fold_run(ta_values *v, ta_call *call, const ta_fold *f, ta_value g, ta_value h,
                      ta_value *value);

#endif
