/*
** probe.h - the compiler's own test, before it is first used.
*/
#ifndef LPROBE_H
#define LPROBE_H

#include <lua.h>

/* The C functions of this Lua that the compiler knows, for lcompile_of. The first time in a Lua
** state some thirty small functions are compiled and compared with Lua; NULL, then and ever after,
** when one differs: number `differs`. Raises when there is no memory. */
const lua_CFunction *lprobe_genuine(lua_State *L, int *differs);

#endif
