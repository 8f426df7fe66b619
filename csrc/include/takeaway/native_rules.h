/*
** takeaway/native_rules.h - rules in C: what a library has that ta.native_rules loads, and what
** ta.callback(f, "options") makes of rules in Lua. Nothing is linked; the header alone is needed.
**
** A position is `count` integers, 1 to 64 of them. Rules are pure: the same options for the same
** position, always; they return, and keep neither `component`, `emit` nor `sink`.
*/
#ifndef TAKEAWAY_NATIVE_RULES_H
#define TAKEAWAY_NATIVE_RULES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Names one position; it is copied. Not 0: no more are wanted, and what is named further is passed
** over; return as usual. */
typedef int ta_native_emit(void *sink, const int64_t *component, int count);

/*
** `options`, `left` and `right` name every option of the position; `canonical` names its one
** representative; `parts` the positions that it is the sum of. 0 is success; any other result fails
** the question, and its message tells it.
*/
typedef int ta_native_options(const int64_t *component, int count, ta_native_emit *emit,
                              void *sink);

/* `nim_value` and `measure` give a number; `terminal` 0 where play goes on, 1 where the player to
** move has lost, 2 won, 3 for a draw, 4 where Left and 5 where Right has won; `entails` 1 or 0. */
typedef int64_t ta_native_number(const int64_t *component, int count);

#ifdef __cplusplus
}
#endif

#endif
