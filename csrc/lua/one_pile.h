/*
** one_pile.h - ta.one_pile.
*/
#ifndef LONE_PILE_H
#define LONE_PILE_H

#include <lua.h>

void lone_pile_open(lua_State *L); /* [-0, +0], adds to the table on top */

#endif
