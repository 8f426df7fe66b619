/*
** memo.h - remembers values by argument: amount -> amount, both >= 1.
**
** Arguments in order from 1 go into a dense array (8 bytes each, 0 for "not known"). Large ones
** (f(2^40) in a condition on powers of two) go into a small open-addressed table. Nothing is ever
** removed.
*/
#ifndef TA_MEMO_H
#define TA_MEMO_H

#include "takeaway/base.h"

typedef struct ta_memo {
    const ta_allocator *allocator; /* borrowed */
    ta_amount *dense;              /* dense[k], k < dense_cap */
    size_t dense_cap, dense_count;
    struct {
        ta_amount key, value;
    } * slots;                   /* key 0: free */
    size_t slot_count, slot_cap; /* cap a power of two, or 0 */
} ta_memo;

void ta_memo_init(ta_memo *m, const ta_allocator *allocator);
void ta_memo_clear(ta_memo *m);

/* The value at k, or 0. */
ta_amount ta_memo_get(const ta_memo *m, ta_amount k);

/* NULL, or the invariant that a memo breaks. */
const char *ta_memo_check(const ta_memo *m);

/* Store the value at k. On ENOMEM the memo is unchanged. */
ta_status ta_memo_put(ta_memo *m, ta_amount k, ta_amount value);

#endif
