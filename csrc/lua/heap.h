/*
** heap.h - ta.subtraction, ta.octal, ta.heap.
*/
#ifndef LHEAP_H
#define LHEAP_H

#include <lua.h>

void lheap_open(lua_State *L); /* [-0, +0], adds to the table on top */

#endif
