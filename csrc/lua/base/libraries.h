/*
** libraries.h - the libraries of Lua that our own states open. A host that links Lua statically
** exports those it uses itself. The others are NULL here, so this module can still be loaded. The
** sandbox program links all of Lua, so there the linker finds them.
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

/* Push the library; raises when the host has none. [-0, +1] */
static inline void llibrary(lua_State *S, const char *name, lua_CFunction open) {
    if (!open) luaL_error(S, "sandbox: this program is linked without Lua's library %s", name);
    luaL_requiref(S, name, open, 0);
}

#endif
