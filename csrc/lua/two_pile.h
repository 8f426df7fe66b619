/*
** two_pile.h - two-pile games from Lua, and the tables they give.
*/
#ifndef LTWO_PILE_H
#define LTWO_PILE_H

#include "call.h"

extern const lbox_type ltwo_pile_type;

void ltwo_pile_open(lua_State *L);    /* [-0, +0], adds to the table on top */
void lleast_table_open(lua_State *L); /* [-0, +0] */

int lleast_table_of_game(lua_State *L); /* game:table(m) */

#endif
