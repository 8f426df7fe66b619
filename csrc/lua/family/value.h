/*
** value.h - values of partizan games in Lua: games of the store of values (store.h).
*/
#ifndef LVALUE_H
#define LVALUE_H

#include "lua/base/store.h"
#include "takeaway/value.h"

extern const lstore_type lvalue_store; /* in value.c */

/* During a call, push a dyadic as text such as "3/4". [-0, +1] */
void lvalue_push_dyadic(lua_State *L, ta_dyadic x);

/* Open the store of values in the module on top, with the functions and methods of value.c. Pushes
** the table of methods. [-0, +1] */
void lvalue_open_store(lua_State *L);

#endif
