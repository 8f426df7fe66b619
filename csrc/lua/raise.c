/*
** raise.c - the place of an error is the first level outside the Lua front, and outside the C
** functions that stand for some of its functions: those are keys of the registry.
*/
#include "raise.h"

#include <stdarg.h>
#include <stdint.h>
#include <string.h>

static const void *key_of(lua_CFunction f) {
    return (const void *)(uintptr_t)f;
}

void lraise_past(lua_State *L, lua_CFunction f) {
    lua_pushboolean(L, 1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, key_of(f));
}

static void push_place(lua_State *L) {
    lua_Debug ar;
    int level = 1;
    lua_getfield(L, LUA_REGISTRYINDEX, "takeaway.front");
    const char *front = lua_tostring(L, -1);
    int top = lua_gettop(L);
    while (front && lua_getstack(L, level, &ar) && lua_getinfo(L, "Sf", &ar)) {
        lua_CFunction f = lua_tocfunction(L, -1);
        int past = f && lua_rawgetp(L, LUA_REGISTRYINDEX, key_of(f)) != LUA_TNIL;
        lua_settop(L, top);
        if (!past && strncmp(ar.source, front, strlen(front)) != 0) break;
        level++;
    }
    lua_pop(L, 1);
    luaL_where(L, level);
}

int lraise(lua_State *L, const char *format, ...) {
    va_list list;
    push_place(L);
    va_start(list, format);
    lua_pushvfstring(L, format, list);
    va_end(list);
    lua_concat(L, 2);
    return lua_error(L);
}
