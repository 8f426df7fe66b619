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

/* The least integer >= 0 that is not among values[0..count-1], all >= 0. O(count) time and bytes.
** Errors: ENOMEM. */
TA_API ta_status ta_mex(const ta_allocator *allocator, const ta_amount *values, size_t count,
                        ta_amount *mex);

/* The nim product of a and b. At most 4^6 products of bits. */
TA_API uint64_t ta_nim_product(uint64_t a, uint64_t b);

/* The nimber b with nim product a b = 1. Errors: EINVAL when a is 0. */
TA_API ta_status ta_nim_inverse(ta_call *call, uint64_t a, uint64_t *inverse);

/* The unique nimber b with nim product b b = a. At most 6 products. */
TA_API uint64_t ta_nim_sqrt(uint64_t a);

/* The nimbers x with a x x + b x + c = 0, ascending, and their number: 0, 1 or 2. If there are
** none, the roots are nimbers of 128 bits. Errors: EINVAL if a and b are 0. Source: as for a
** product; x x + x = d has roots below 2^64 exactly if the trace of d is 0. */
TA_API ta_status ta_nim_roots(ta_call *call, uint64_t a, uint64_t b, uint64_t c, uint64_t roots[2],
                              int *count);

#ifdef __cplusplus
}
#endif

#endif
