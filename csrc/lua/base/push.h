/*
** push.h - results as Lua values. All of these allocate in Lua, so finalizers may run: use them
** after a call, or in an lcall_give.
*/
#ifndef LPUSH_H
#define LPUSH_H

#include <lua.h>

#include "takeaway/base.h"

/* Push an amount: an integer, or math.huge. [-0, +1] */
void lpush_amount(lua_State *L, ta_amount amount);

/* Push "N", "P", "L", "R" or "D", or two letters. [-0, +1] */
void lpush_outcome(lua_State *L, ta_outcome outcome);

/* Push a table for a result, with space for `fields`. It prints its fields, by the metatable
** "takeaway.record" that the Lua front fills. [-0, +1] */
void lpush_record(lua_State *L, int fields);

/* The same for a list of `count` entries. [-0, +1] */
void lpush_list(lua_State *L, int count);

/* Push a list of amounts. [-0, +1] */
void lpush_amounts(lua_State *L, const ta_amount *amounts, size_t count);

/* Push an amount and set it as a field of the table on top. [-0, +0] */
void lpush_field(lua_State *L, const char *key, ta_amount amount);

#endif
