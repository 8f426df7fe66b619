/*
** memo.h - values remembered by argument: amount -> amount, both >= 1.
**
** Arguments met in order from 1 go into a dense array (8 bytes each, 0 for "not
** known"); far ones (f(2^40) of a condition on powers of two) into a small
** open-addressed table. Nothing is ever forgotten.
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

/* NULL, or what does not hold of a memo. */
const char *ta_memo_check(const ta_memo *m);

/* Remember value at k. ENOMEM leaves the memo as it was. */
ta_status ta_memo_put(ta_memo *m, ta_amount k, ta_amount value);

#endif
