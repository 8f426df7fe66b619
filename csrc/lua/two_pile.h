/*
** two_pile.h - two-pile games from Lua, and the tables they give.
*/
#ifndef LTWO_PILE_H
#define LTWO_PILE_H

#include "call.h"

extern const lbox_type ltwo_pile_type;

int lleast_table_of_game(lua_State *L); /* game:table(m), in least_table.c */

#endif
