/*
** ltwo_pile.h - two-pile games from Lua.
*/
#ifndef LTWO_PILE_H
#define LTWO_PILE_H

#include <lua.h>

void ltwo_pile_open(lua_State *L); /* [-0, +0], adds to the table on top */

#endif
