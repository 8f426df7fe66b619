/*
** check.h - ta_require is the caller's contract, ta_assert our own
** invariant; both cost nothing in a release build.
*/
#ifndef TA_CHECK_H
#define TA_CHECK_H

#ifdef TA_DEBUG
#include <assert.h>
#define ta_assert(condition) assert(condition)
#define ta_require(condition) assert((condition) && "contract of the caller")
#else
#define ta_assert(condition) ((void)0)
#define ta_require(condition) ((void)0)
#endif

#endif
