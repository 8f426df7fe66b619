/*
** win_condition.h - opens win conditions: win_condition, load_certificate, and
** win_condition_methods, the table of methods the Lua front adds to.
*/
#ifndef LWIN_H
#define LWIN_H

#include <lua.h>

/* Add to the table on top. [-0, +0] */
void lwin_open(lua_State *L);

#endif
