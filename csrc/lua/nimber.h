/*
** nimber.h - ta.mex, ta.nim_sum, ta.nim_product, ta.nim_inverse.
*/
#ifndef LNIMBER_H
#define LNIMBER_H

#include <lua.h>

void lnimber_open(lua_State *L); /* [-0, +0], adds to the table on top */

#endif
