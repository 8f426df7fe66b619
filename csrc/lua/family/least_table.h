/*
** least_table.h - tables of L for Lua, made by two-pile games.
*/
#ifndef LLEAST_TABLE_H
#define LLEAST_TABLE_H

#include "lua/base/method.h"

extern const ludata_type lleast_table_type; /* user value 1: the title */

/* For a method that makes the table of a two-pile game up to its argument: kernel and pusher. The
** record is a double, the bytes by which the game grew. */
ta_status lleast_table_make(void *game, ta_call *call, const lgiven *a, lanswer *r);
int lleast_table_given(lua_State *L, const lanswer *r);

#endif
