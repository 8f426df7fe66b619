/*
** sum.h - sums of positions of rulesets written in Lua.
*/
#ifndef LSUM_H
#define LSUM_H

#include <lua.h>

void lsum_open(lua_State *L); /* [-0, +0], adds to the table on top */

#endif
