/*
** lua_tests.h - Lua states with the module loaded, for tests of the binding.
*/
#ifndef LUA_TESTS_H
#define LUA_TESTS_H

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "testing.h"

int luaopen_takeaway_core(lua_State *L);

OWNS(lua_State, lua_close)

static inline int opens_core(lua_State *L) {
    luaL_openlibs(L);
    luaL_requiref(L, "core", luaopen_takeaway_core, 1);
    lua_settop(L, 0);
    return 0;
}

/* A state with Lua's libraries and the global `core`. Its memory comes from `o`, if it is not NULL. */
static inline lua_State *state_with_core(oom *o) {
    lua_State *L = o ? lua_newstate(oom_lua, o) : luaL_newstate();
    assert_non_null(L);
    opens_core(L);
    return L;
}

/* Run a text that must not fail. Its results stay on the stack. */
static inline void run(lua_State *L, const char *text) {
    if (luaL_dostring(L, text)) fail_msg("%s: %s", text, lua_tostring(L, -1));
}

/* Refuse memory from now on: the k-th request, and with `lasting` all after it. Negative: none. */
static inline void refuse(oom *o, long k, int lasting) {
    o->left = k;
    o->lasting = lasting;
    o->failed = 0;
}

static inline int says_no_memory(lua_State *L) {
    const char *text = lua_tostring(L, -1);
    return text && (strstr(text, "not enough memory") || strstr(text, "of memory"));
}

#endif
