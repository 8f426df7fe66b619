/*
** takeaway/nimber.h - mex and the arithmetic of nimbers.
**
** Nimbers below 2^64 form a field under nim addition (exclusive or) and nim
** multiplication (J. H. Conway, On Numbers and Games, chapter 6).
*/
#ifndef TAKEAWAY_NIMBER_H
#define TAKEAWAY_NIMBER_H

#include "takeaway/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The least integer >= 0 that is none of values[0..count-1], all >= 0.
** O(count) time and bytes. Errors: ENOMEM. */
TA_API ta_status ta_mex(const ta_allocator *allocator, const ta_amount *values, size_t count,
                        ta_amount *mex);

/* The nim product of a and b. At most 4^6 products of bits. */
TA_API uint64_t ta_nim_product(uint64_t a, uint64_t b);

/* The nimber b with nim product a b = 1. Errors: EINVAL when a is 0. */
TA_API ta_status ta_nim_inverse(ta_call *call, uint64_t a, uint64_t *inverse);

#ifdef __cplusplus
}
#endif

#endif
