/*
** raise.c - the place of an error is the first level outside the Lua front.
*/
#include "raise.h"

#include <stdarg.h>
#include <string.h>

static void push_place(lua_State *L) {
    lua_Debug ar;
    int level = 1;
    lua_getfield(L, LUA_REGISTRYINDEX, "takeaway.front");
    const char *front = lua_tostring(L, -1);
    while (front && lua_getstack(L, level, &ar) && lua_getinfo(L, "S", &ar) &&
           strncmp(ar.source, front, strlen(front)) == 0)
        level++;
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
