/*
** arg.h - all parsing of Lua arguments, so that every message reads the same:
** "least_move: p: expected an integer from 0 to 2^62, got -1".
**
** `call` names the public call, `name` the argument as its documentation does.
** A float with an integral value is an integer; a numeric string is not.
*/
#ifndef LARG_H
#define LARG_H

#include <lauxlib.h>
#include <lua.h>

#include "call.h"
#include "takeaway/base.h"

/* Raise "call: name: expected ..., got <value at index>". Does not return. */
int larg_error(lua_State *L, int index, const char *call, const char *name, const char *expected);

/* An integer from lo to hi. [-0, +0] */
ta_amount larg_integer(lua_State *L, int index, const char *call, const char *name, ta_amount lo,
                       ta_amount hi);

/* An integer from lo to 2^62, or math.huge as TA_INF. [-0, +0] */
ta_amount larg_amount(lua_State *L, int index, const char *call, const char *name, ta_amount lo);

/* As larg_integer, `otherwise` when absent or nil. [-0, +0] */
ta_amount larg_opt_integer(lua_State *L, int index, const char *call, const char *name,
                           ta_amount lo, ta_amount hi, ta_amount otherwise);

/* 1 and the integer if the value at index is a number that is an integer. */
int larg_is_integer(lua_State *L, int index, ta_amount *value);

/*
** Options: the table at `index` (nil and none are empty). Raises when it is not
** a table or has a key not in `known` (NULL-terminated). [-0, +0]
*/
void larg_settings(lua_State *L, int index, const char *call, const char *const known[]);

/* Fields of the options at `index`; `otherwise` when absent. [-0, +0] */
ta_amount larg_field_integer(lua_State *L, int index, const char *call, const char *key,
                             ta_amount lo, ta_amount hi, ta_amount otherwise);
int larg_field_boolean(lua_State *L, int index, const char *call, const char *key);
/* Push the function in the field, or nil. [-0, +1] */
void larg_push_function(lua_State *L, int index, const char *call, const char *key);

/* Push an amount: an integer, or math.huge. [-0, +1] */
void lpush_amount(lua_State *L, ta_amount amount);

/* Push a table for a result, with room for `fields`, which prints itself (the
** metatable "takeaway.record", filled in by the Lua front). [-0, +1] */
void lpush_record(lua_State *L, int fields);

/* The same for a list of `count` entries. [-0, +1] */
void lpush_list(lua_State *L, int count);

/* Push a list of amounts. [-0, +1] */
void lpush_amounts(lua_State *L, const ta_amount *amounts, size_t count);

/* Push an amount and set it as a field of the table on top. [-0, +0] */
void lpush_field(lua_State *L, const char *key, ta_amount amount);

#endif
