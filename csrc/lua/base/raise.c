/*
** raise.c - the position of an error is the first stack level outside the Lua front, and outside
** the C functions of lraise_past, which are keys of the registry. The message starts with the name
** of the last public call before that level, which the user wrote.
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

/* Registry keys: a table from public functions to their names, and the set of the names of all
** registered calls. */
static const char calls_key, names_key;

static void push_registered(lua_State *L, const void *key, const char *mode) {
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, key) == LUA_TTABLE) return;
    lua_pop(L, 1);
    lua_newtable(L);
    if (mode) {
        lua_createtable(L, 0, 1);
        lua_pushstring(L, mode);
        lua_setfield(L, -2, "__mode");
        lua_setmetatable(L, -2);
    }
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, key);
}

void lraise_calls(lua_State *L, int index, int are_public) {
    index = lua_absindex(L, index);
    push_registered(L, &calls_key, "k");
    push_registered(L, &names_key, NULL);
    lua_pushnil(L);
    while (lua_next(L, index)) {
        if (lua_isfunction(L, -1) && lua_type(L, -2) == LUA_TSTRING &&
            *lua_tostring(L, -2) != '_') {
            lua_pushvalue(L, -2);
            if (are_public) lua_rawset(L, -5); /* function -> name */
            else lua_pop(L, 2);
            lua_pushvalue(L, -1);
            lua_pushboolean(L, 1);
            lua_rawset(L, -4); /* name -> true */
        } else {
            lua_pop(L, 1);
        }
    }
    lua_pop(L, 2);
}

/* Push the position of the user's line, and the name of the call made there. The name is nil for an
** operator, or for a function without a name. */
static void push_place(lua_State *L) {
    lua_Debug ar;
    int level = 0, is_operator = 0;
    lua_getfield(L, LUA_REGISTRYINDEX, "takeaway.front");
    const char *front = lua_tostring(L, -1);
    push_registered(L, &calls_key, "k");
    lua_pushnil(L); /* the name */
    int top = lua_gettop(L);
    for (; front && lua_getstack(L, level, &ar) && lua_getinfo(L, "Sfn", &ar); level++) {
        lua_CFunction f = lua_tocfunction(L, -1);
        int past = level == 0 || (f && lua_rawgetp(L, LUA_REGISTRYINDEX, key_of(f)) != LUA_TNIL);
        if (!past && strncmp(ar.source, front, strlen(front)) != 0) break;
        lua_settop(L, top + 1);
        is_operator = strcmp(ar.namewhat, "metamethod") == 0;
        if (lua_rawget(L, top - 1) == LUA_TSTRING) lua_replace(L, top);
        lua_settop(L, top);
    }
    lua_settop(L, top);
    luaL_where(L, front ? level : 1);
    lua_insert(L, top - 2);
    if (is_operator) lua_pushnil(L);
    else lua_pushvalue(L, top + 1);
    lua_insert(L, top - 1);
    lua_settop(L, top - 1);
}

/* Push the message at `message`, prefixed by the name at `name` if there is one. It replaces
** another call's name if details follow that: "value: w: expected ...". */
static void push_named(lua_State *L, int name, int message) {
    const char *call = lua_tostring(L, name), *text = lua_tostring(L, message);
    size_t length = strcspn(text, ":\n");
    size_t last = length;
    while (last > 0 && text[last - 1] != '.') last--;
    int named =
        call && strncmp(text + last, call, length - last) == 0 && call[length - last] == '\0';
    /* "position": the ruleset raised it, and its message already names the call */
    if (!call || named || (strcmp(call, "position") == 0 && text[length] == ':')) {
        lua_pushvalue(L, message);
        return;
    }
    push_registered(L, &names_key, NULL);
    lua_pushlstring(L, text, length);
    int other = strspn(text, "+-*/^&<=>") == length || lua_rawget(L, -2) != LUA_TNIL;
    const char *rest = text[length] == ':' ? text + length + 1 : "";
    int more = strchr(rest, ':') || strstr(rest, "(called with");
    if (other && more) lua_pushfstring(L, "%s%s", call, text + length);
    else lua_pushfstring(L, "%s: %s", call, text);
}

int lraise(lua_State *L, const char *format, ...) {
    va_list list;
    if (!lua_checkstack(L, 24)) return luaL_error(L, "stack overflow");
    push_place(L);
    int place = lua_gettop(L) - 1;
    va_start(list, format);
    lua_pushvfstring(L, format, list);
    va_end(list);
    push_named(L, place + 1, place + 2);
    lua_pushvalue(L, place);
    lua_insert(L, -2);
    lua_concat(L, 2);
    return lua_error(L);
}
