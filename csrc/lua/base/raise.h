/*
** raise.h - errors that name the user's line.
*/
#ifndef LRAISE_H
#define LRAISE_H

#include <lauxlib.h>
#include <lua.h>

/* As luaL_error, with the position of the user's line. The modules of the Lua front, whose folder
** is the registry's "takeaway.front", are skipped. The message starts with the name of the call
** that the user made, instead of a call made by that one. */
int lraise(lua_State *L, const char *format, ...);

/* Skip this C function too: it replaces one of the front, and only passes calls on. [-0, +0] */
void lraise_past(lua_State *L, lua_CFunction f);

/* Register the functions of the table at `index` as calls, named by their keys. Users make those
** that are public. [-0, +0] */
void lraise_calls(lua_State *L, int index, int are_public);

#endif
