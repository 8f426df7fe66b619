/*
** arg.h - all parsing of Lua arguments, so that every message reads the same: "least_move: p:
** expected an integer from 0 to 2^62, got -1".
**
** The call has its own name; `name` is the argument's, as its documentation has it. A float with an
** integral value is an integer; a numeric string is not. list.h reads lists of integers.
*/
#ifndef LARG_H
#define LARG_H

#include "call.h"
#include "takeaway/base.h"

/* Raise "call: name: expected ..., got <value at index>". Does not return. */
int larg_error(lcall *c, int index, const char *name, const char *expected);

/* A string without a zero byte, which would end it in C. [-0, +0] */
const char *larg_text(lcall *c, int index, const char *name, const char *expected);

/* An integer from lo to hi. [-0, +0] */
ta_amount larg_integer(lcall *c, int index, const char *name, ta_amount lo, ta_amount hi);

/* An integer from lo to 2^62, or math.huge as TA_INF. [-0, +0] */
ta_amount larg_amount(lcall *c, int index, const char *name, ta_amount lo);

/* As larg_integer; `otherwise` when absent or nil. [-0, +0] */
ta_amount larg_opt_integer(lcall *c, int index, const char *name, ta_amount lo, ta_amount hi,
                           ta_amount otherwise);

/* Whether the value at index is a number with an integral value; *value gets the integer. */
int larg_is_integer(lua_State *L, int index, ta_amount *value);

/*
** Check the settings: the table at `index` (nil and none are empty). Raises when it is not a table
** or has a key not in `known` (NULL-terminated). [-0, +0]
*/
void larg_settings(lcall *c, int index, const char *const known[]);

/* Fields of the settings at `index`; `otherwise` when absent. [-0, +0] */
ta_amount larg_field_integer(lcall *c, int index, const char *key, ta_amount lo, ta_amount hi,
                             ta_amount otherwise);
/* The field `threads`: the most threads the call may use. Stored in c->call; 0 when absent. */
unsigned larg_threads(lcall *c, int index);
int larg_field_boolean(lcall *c, int index, const char *key);
/* Push the function in the field, or nil. [-0, +1] */
void larg_push_function(lcall *c, int index, const char *key);

#endif
