/*
** libraries.h - the libraries of Lua that states of our own open. A host that links Lua statically exports those that it
** uses itself. The others are NULL here, so that this module can be loaded all the same. The program of the sandbox is
** linked with all of Lua, so there they are found at link time.
*/
#ifndef LIBRARIES_H
#define LIBRARIES_H

#include <lauxlib.h>
#include <lualib.h>

#ifndef TA_SANDBOX_ALONE
#pragma weak luaopen_base
#pragma weak luaopen_math
#pragma weak luaopen_string
#pragma weak luaopen_table
#endif

/* The library on top of the stack; raises where the host has none. [-0, +1] */
static inline void llibrary(lua_State *S, const char *name, lua_CFunction open) {
    if (!open) luaL_error(S, "sandbox: this program is linked without Lua's library %s", name);
    luaL_requiref(S, name, open, 0);
}

#endif
