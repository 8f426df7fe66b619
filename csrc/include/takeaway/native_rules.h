/*
** takeaway/native_rules.h - rules in C: the functions of a library that ta.native_rules loads, and
** the type that ta.callback(f, "options") makes of rules in Lua. This header needs no library.
**
** A position is `count` integers, 1 to 64 of them. Rules are pure: always the same options for the
** same position. They return, and keep neither `component`, `emit` nor `sink`.
*/
#ifndef TAKEAWAY_NATIVE_RULES_H
#define TAKEAWAY_NATIVE_RULES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Emits one position; it is copied. A result other than 0 means that no more are needed. Later
** ones are ignored; return as usual. */
typedef int ta_native_emit(void *sink, const int64_t *component, int count);

/*
** `options`, `left` and `right` emit every option of the position; `canonical` emits its one
** representative; `parts` emits the positions whose sum it is. 0 is success; any other result
** fails the query, and the message contains it.
*/
typedef int ta_native_options(const int64_t *component, int count, ta_native_emit *emit,
                              void *sink);

/* `nim_value` and `measure` return a number. `terminal` returns 0 if play goes on, 3 for a draw, 4
** if Left and 5 if Right has won. It returns 1 if the player to move has lost, 2 if that player has
** won. `entails` returns 1 or 0. */
typedef int64_t ta_native_number(const int64_t *component, int count);

#ifdef __cplusplus
}
#endif

#endif
