/*
** euclid.h - the methods of ta.euclid().
*/
#ifndef LEUCLID_H
#define LEUCLID_H

#include <lua.h>

void leuclid_open(lua_State *L); /* [-0, +0], adds to the table on top */

#endif
