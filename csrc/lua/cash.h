/*
** cash.h - NIM with Cash for Lua.
*/
#ifndef LCASH_H
#define LCASH_H

#include <lua.h>

/*
** Add `cash` to the table on top, and `cash_methods`, the method table of all
** cash games, so that Lua modules can add methods to it. [-0, +0]
*/
void lcash_open(lua_State *L);

#endif
