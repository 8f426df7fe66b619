/*
** value.h - values of partizan games in Lua.
**
** Each Lua state has one store, a box in its registry; a value is a small userdata
** with an id and the generation of the store it belongs to, so a value from before a
** clear is an error and never another game. Equal values are the same userdata
** (a weak table by id), so they can be keys of tables.
*/
#ifndef LVALUE_H
#define LVALUE_H

#include "call.h"
#include "takeaway/value.h"

/* The store of this Lua state, for modules that make values of their own. Raise when
** the state is being closed and the store is gone. [-0, +0] */
lbox *lvalue_box(lua_State *L);
ta_values *lvalue_store(lua_State *L);

/* Push its box, as an anchor for what borrows the store. [-0, +1] */
void lvalue_push_box(lua_State *L);

/* How often the store was cleared, and the weak table id -> value. [-0, +0], [-0, +1] */
uint64_t lvalue_generation(lua_State *L);
void lvalue_known(lua_State *L);

/* Enter the store for the call `name`, with its progress function. Pushes one slot
** that stays until the call returns. [-0, +1] */
ta_values *lvalue_begin(lcall *c, lua_State *L, const char *name);

/* The value at `index`; raises when it is none or from before a clear. [-0, +0] */
ta_value lvalue_check(lua_State *L, int index, const char *call);

/* Is there a value, a number or text at `index`, which lvalue_take can make a value?
** Raises otherwise. [-0, +0] */
void lvalue_operand(lua_State *L, int index, const char *call, const char *name);

/* The value meant at `index`, between begin and end. [-0, +0] */
ta_status lvalue_take(lcall *c, int index, ta_value *value);

/* Push a value; after lcall_end, since it allocates. [-0, +1] */
void lvalue_push(lua_State *L, ta_value value);

/* Leave the call: a failure as lcall_fail has it, or the value. */
int lvalue_result(lcall *c, ta_status status, const ta_value *value);

/* Push a dyadic as text such as "3/4". [-0, +1] */
void lvalue_push_dyadic(lua_State *L, ta_dyadic x);

extern const luaL_Reg lvalue_queries[]; /* methods, in lvalue_queries.c */
extern const luaL_Reg lvalue_operations[];

void lvalue_store_open(lua_State *L); /* [-0, +0], adds to the table on top */
void lvalue_open(lua_State *L); /* [-0, +0], adds to the table on top */

#endif
