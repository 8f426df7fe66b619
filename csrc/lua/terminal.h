#ifndef TAKEAWAY_LTERMINAL_H
#define TAKEAWAY_LTERMINAL_H

#include <lua.h>

/* Add what the command line and the prompt ask of the terminal to the table on top. [-0, +0] */
void lterminal_open(lua_State *L);

#endif
