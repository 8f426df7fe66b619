/*
** module.c - luaopen_takeaway_core, the one symbol this library exports to Lua.
**
** Each l<module>_open registers its types and adds its functions to the table
** on top of the stack.
*/
#include <lauxlib.h>
#include <lua.h>
#include <string.h>

#include "buffer.h"
#include "call.h"
#include "euclid.h"
#include "heap.h"
#include "cash.h"
#include "move_function.h"
#include "terminal.h"
#include "two_pile.h"
#include "nimber.h"
#include "one_pile.h"
#include "sequence.h"
#include "ruleset.h"
#include "sandbox.h"
#include "sum.h"
#include "value.h"
#include "win_condition.h"
#include "takeaway/base.h"

/* metatable(name): the metatable of one of our types, for the Lua front to extend. */
static int metatable(lua_State *L) {
    const char *name = luaL_checkstring(L, 1);
    if (strncmp(name, "takeaway.", 9) != 0 || luaL_getmetatable(L, name) != LUA_TTABLE)
        return luaL_error(L, "metatable: no type \"%s\"", name);
    return 1;
}

/* front(folder): where the modules of the Lua front are; see lraise. */
static int front(lua_State *L) {
    lua_pushfstring(L, "@%s", luaL_checkstring(L, 1));
    lua_setfield(L, LUA_REGISTRYINDEX, "takeaway.front");
    return 0;
}

/* raise(message): the error, with the place of the user's line. */
static int raise(lua_State *L) {
    return lraise(L, "%s", luaL_checkstring(L, 1));
}

__attribute__((visibility("default"))) int luaopen_takeaway_core(lua_State *L);

int luaopen_takeaway_core(lua_State *L) {
    luaL_checkversion(L);
    if (strcmp(ta_version(), TA_VERSION) != 0)
        return luaL_error(L, "takeaway.core %s was built for version %s of the library",
                          ta_version(), TA_VERSION);
    lua_newtable(L);
    lua_pushliteral(L, TA_VERSION);
    lua_setfield(L, -2, "version");
    luaL_newmetatable(L, "takeaway.record");
    lua_pop(L, 1);
    lua_pushcfunction(L, metatable);
    lua_setfield(L, -2, "metatable");
    lua_pushcfunction(L, front);
    lua_setfield(L, -2, "front");
    lua_pushcfunction(L, raise);
    lua_setfield(L, -2, "raise");
    lterminal_open(L);
    lmovefn_open(L);
    ltwo_pile_open(L);
    lbuffer_open(L);
    lsequence_open(L);
    lnimber_open(L);
    lone_pile_open(L);
    lheap_open(L);
    leuclid_open(L);
    lruleset_open(L);
    lsum_open(L);
    lsandbox_open(L);
    lcash_open(L);
    lvalue_open(L);
    lwin_open(L);
    return 1;
}
