/*
** type.h - the metatable of a userdata type of a module in this folder: its methods, its release by the
** collector and by `<close>`, and its name as __metatable. Each module is one object file, so each has its
** own copy of this function.
*/
#ifndef SURVEY_TYPE_H
#define SURVEY_TYPE_H

#include <lauxlib.h>
#include <lua.h>

static void make_type(lua_State *L, const char *name, const luaL_Reg *methods,
                      lua_CFunction close) {
    luaL_newmetatable(L, name);
    lua_newtable(L);
    luaL_setfuncs(L, methods, 0);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, close);
    lua_setfield(L, -2, "__gc");
    lua_pushcfunction(L, close);
    lua_setfield(L, -2, "__close");
    lua_pushstring(L, name);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);
}

#endif
