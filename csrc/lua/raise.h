/*
** raise.h - errors that name the user's line.
*/
#ifndef LRAISE_H
#define LRAISE_H

#include <lauxlib.h>
#include <lua.h>

/* As luaL_error, with the place of the user's line: the modules of the Lua front, whose folder
** is the registry's "takeaway.front", only pass calls on. */
int lraise(lua_State *L, const char *format, ...);

/* This C function stands for one of the front: it only passes calls on, too. [-0, +0] */
void lraise_past(lua_State *L, lua_CFunction f);

#endif
