/*
** check.h - what must hold: ta_require the caller's contract, ta_assert our own invariant,
** ta_sound a whole structure. All cost nothing in a release build.
**
** A structure that is easy to break has a checker, `const char *ta_x_check(const x *)`: NULL,
** or what does not hold. It is there in every build, so that tests can ask it; debug builds
** ask it at the end of each public call. Of a large structure it looks at a sample, every
** ta_check_step-th of its items, which moves as the structure grows.
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
