/*
** value.h - values of partizan games in Lua.
**
** Each Lua state has one store, a box in its registry; a value is a small userdata
** with an id and the generation of the store it belongs to, so a value from before a
** clear is an error and never another game. Equal values are the same userdata
** (a weak table by id, a new one after each clear), so they can be keys of tables.
**
** A method on values checks its arguments, enters the store, takes the ids of its
** arguments there, and leaves by lvalue_result or lvalue_list, which see to it that a
** result belongs to the generation it was found in whatever finalizers do meanwhile.
*/
#ifndef LVALUE_H
#define LVALUE_H

#include "call.h"
#include "takeaway/value.h"

/* ---- The store, in value_store.c ---- */

/* Push its box. Raises when the state is being closed and the store is gone. [-0, +1] */
lbox *lvalue_push_box(lua_State *L);

/* Enter the store for a call. [-0, +2] */
void lvalue_begin(lcall *c);

/* How often it was cleared. */
uint64_t lvalue_generation(const ta_values *store);

/* Push the weak table id -> value of this generation; takes no memory. [-0, +1] */
void lvalue_push_known(lua_State *L);

/* ---- The userdata, in value_box.c ---- */

#define LVALUE_NAME "takeaway.value"

/* Make the metatable of values, and push it. [-0, +1] */
void lvalue_push_metatable(lua_State *L);

/* Is there a value at `index`? [-0, +0] */
int lvalue_is(lua_State *L, int index);

/* ---- Arguments ---- */

/* Is the argument 1 a value? Raises otherwise. [-0, +0] */
void lvalue_self(lcall *c);

/* Is there a value, a number or text at `index`, which lvalue_take can make a value? The second
** raises otherwise. [-0, +0] */
int lvalue_is_operand(lua_State *L, int index);
void lvalue_operand(lcall *c, int index, const char *name);

/* The value meant at `index`, in the store; EINVAL when it is from before a clear. [-0, +0] */
ta_status lvalue_take(lcall *c, int index, ta_value *value);

/* The beginning of a method: enter, and take the value at 1. [-0, +2] */
ta_status lvalue_method(lcall *c, lua_State *L, const char *name, ta_value *value);

/* ---- Results ---- */

/* Leave the call: a failure as lcall_fail has it, or the value found in this generation. */
int lvalue_result(lcall *c, ta_status status, uint64_t generation, ta_value value);

/* The same in a call on the store itself: the value, or a list of them, which lies in an
** lcall_block. */
int lvalue_give(lcall *c, ta_status status, ta_value value);
int lvalue_list(lcall *c, ta_status status, const ta_value *values, size_t count);

/* Push a dyadic as text such as "3/4", in the midst of a call. [-0, +1] */
void lvalue_push_dyadic(lua_State *L, ta_dyadic x);

/* ---- Opening ---- */

extern const luaL_Reg lvalue_queries[]; /* methods, in value_queries.c */
extern const luaL_Reg lvalue_operations[];

void lvalue_store_open(lua_State *L); /* [-0, +0], adds to the table on top */

#endif
