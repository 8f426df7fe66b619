/*
** bytecode_selftest.h - the compiler's own test, which runs before its first use.
*/
#ifndef LBYTECODE_SELFTEST_H
#define LBYTECODE_SELFTEST_H

#include <lua.h>

/* The C functions of this Lua that the compiler supports, for lcompile_of. The first call in a Lua
** state compiles some thirty small functions and compares them with Lua. NULL, then and later, when
** one differs: number `differs`. Raises for lack of memory. */
const lua_CFunction *lprobe_genuine(lua_State *L, int *differs);

#endif
