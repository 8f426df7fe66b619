/*
** check.h - contracts and invariants: ta_require checks the caller's contract, ta_assert an
** internal invariant, ta_sound a whole structure. All cost nothing in a release build.
**
** A structure that is easy to break has a checker, `const char *ta_x_check(const x *)`: NULL, or a
** message naming the broken invariant. Every build has it, so that tests can call it. Debug builds
** call it at the end of each public call. In a large structure it checks a sample, every
** ta_check_step-th item; the sample moves as the structure grows.
*/
#ifndef TA_CHECK_H
#define TA_CHECK_H

#include <stddef.h>

#ifdef TA_DEBUG
#include <assert.h>
#include <stdio.h>
#define ta_assert(condition) assert(condition)
#define ta_require(condition) assert((condition) && "contract of the caller")
static inline void ta_sound(const char *broken) {
    if (broken) fprintf(stderr, "%s\n", broken);
    assert(!broken);
}
#else
#define ta_assert(condition) ((void)0)
#define ta_require(condition) ((void)0)
#define ta_sound(broken) ((void)0)
#endif

static inline size_t ta_check_step(size_t items) {
    return items <= 256 ? 1 : items / 61;
}

#endif
