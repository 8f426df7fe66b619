/*
** value.h - values of partizan games in Lua: games of the store of values (store.h).
*/
#ifndef LVALUE_H
#define LVALUE_H

#include "store.h"
#include "takeaway/value.h"

#define LVALUE_NAME "takeaway.value"

extern const lstore_type lvalue_store; /* in value_box.c */

/* Enter the store for a call. [-0, +2] */
static inline void lvalue_begin(lcall *c) {
    lstore_begin(c, &lvalue_store);
}

/* Is there a value at `index`? [-0, +0] */
static inline int lvalue_is(lua_State *L, int index) {
    return lstore_is(L, index, &lvalue_store);
}

/* ---- Arguments ---- */

/* Is the argument 1 a value? Raises otherwise. [-0, +0] */
static inline void lvalue_self(lcall *c) {
    lstore_self(c, &lvalue_store);
}

/* Is there a value, a number or text at `index`, which lvalue_take can make a value? The second
** raises otherwise. [-0, +0] */
int lvalue_is_operand(lua_State *L, int index);
void lvalue_operand(lcall *c, int index, const char *name);

/* The value meant at `index`, in the store; EINVAL when it is from before a clear. [-0, +0] */
ta_status lvalue_take(lcall *c, int index, ta_value *value);

/* The beginning of a method: enter, and take the value at 1. [-0, +2] */
ta_status lvalue_method(lcall *c, lua_State *L, const char *name, ta_value *value);

/* ---- Results ---- */

/* Leave a call on the store: the value, or a list of them, which lies in an lcall_block. */
static inline int lvalue_give(lcall *c, ta_status status, ta_value value) {
    return lstore_give(c, status, &lvalue_store, value);
}

static inline int lvalue_list(lcall *c, ta_status status, const ta_value *values, size_t count) {
    return lstore_list(c, status, &lvalue_store, values, count);
}

/* Push a dyadic as text such as "3/4", in the midst of a call. [-0, +1] */
void lvalue_push_dyadic(lua_State *L, ta_dyadic x);

/* ---- Opening ---- */

extern const luaL_Reg lvalue_queries[]; /* methods, in value_queries.c */
extern const luaL_Reg lvalue_operations[];

#endif
