/*
** raise.h - errors that name the user's line.
*/
#ifndef LRAISE_H
#define LRAISE_H

#include <lauxlib.h>
#include <lua.h>

/* As luaL_error, with the place of the user's line: the modules of the Lua front, whose folder
** is the registry's "takeaway.front", only pass calls on. The message starts with the name of the call
** that the user made, in place of that of a call which it made in turn. */
int lraise(lua_State *L, const char *format, ...);

/* This C function stands for one of the front: it only passes calls on, too. [-0, +0] */
void lraise_past(lua_State *L, lua_CFunction f);

/* The functions of the table at `index` are calls, with their keys as names; where they are public users make
** them. [-0, +0] */
void lraise_calls(lua_State *L, int index, int are_public);

#endif
