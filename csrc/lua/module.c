/*
** module.c - luaopen_takeaway_core, the one symbol this library exports to Lua.
**
** Each l<module>_open registers its types and adds its functions to the table
** on top of the stack.
*/
#include <lauxlib.h>
#include <lua.h>
#include <string.h>

#include "lmovefn.h"
#include "lwin.h"

#include "takeaway/base.h"

__attribute__((visibility("default"))) int luaopen_takeaway_core(lua_State *L);

int luaopen_takeaway_core(lua_State *L) {
    luaL_checkversion(L);
    if (strcmp(ta_version(), TA_VERSION) != 0)
        return luaL_error(L, "takeaway.core %s was built for version %s of the library", ta_version(),
                          TA_VERSION);
    lua_newtable(L);
    lua_pushliteral(L, TA_VERSION);
    lua_setfield(L, -2, "version");
    lmovefn_open(L);
    lwin_open(L);

    return 1;
}
