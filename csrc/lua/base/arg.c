/*
** arg.c - checks of Lua arguments. Every failure names the call, the argument and the value.
*/
#include "arg.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Push the noun of one of our objects ("a misere value"), or the type of any other value. */
static void push_kind(lua_State *L, int index) {
    static const char ours[] = "takeaway.";
    char kind[64];
    if (luaL_getmetafield(L, index, "__name") == LUA_TSTRING) {
        const char *name = lua_tostring(L, -1);
        if (strncmp(name, ours, sizeof ours - 1) == 0 && strlen(name) < sizeof kind) {
            strcpy(kind, name + sizeof ours - 1);
            for (char *c = kind; *c; c++)
                if (*c == '_') *c = ' ';
            lua_pushfstring(L, "%s %s", strchr("aeiou", kind[0]) ? "an" : "a", kind);
            return;
        }
    }
    lua_pushfstring(L, "a %s", luaL_typename(L, index));
}

/* Push a short text for the value: 12, "12" (a string), nil, a function. */
static void push_shown(lua_State *L, int index) {
    switch (lua_type(L, index)) {
    case LUA_TNONE: lua_pushliteral(L, "no value"); break;
    case LUA_TSTRING: {
        size_t length;
        const char *text = lua_tolstring(L, index, &length);
        if (length > 40 || memchr(text, '\0', length)) lua_pushliteral(L, "a string");
        else lua_pushfstring(L, "\"%s\" (a string)", text);
        break;
    }
    case LUA_TNUMBER:
    case LUA_TBOOLEAN:
    case LUA_TNIL: luaL_tolstring(L, index, NULL); break;
    default: push_kind(L, index);
    }
}

int larg_error(lcall *c, int index, const char *name, const char *expected) {
    lua_State *L = c->L;
    push_shown(L, index);
    return lraise(L, "%s: %s: expected %s, got %s", c->name, name, expected, lua_tostring(L, -1));
}

const char *larg_text(lcall *c, int index, const char *name, const char *expected) {
    lua_State *L = c->L;
    size_t length;
    if (lua_type(L, index) != LUA_TSTRING) larg_error(c, index, name, expected);
    const char *text = lua_tolstring(L, index, &length);
    if (!memchr(text, '\0', length)) return text;
    lraise(L, "%s: %s: expected %s, got one with a zero byte", c->name, name, expected);
    return NULL;
}

int larg_is_integer(lua_State *L, int index, ta_amount *value) {
    int ok = 0;
    if (lua_type(L, index) != LUA_TNUMBER) return 0;
    *value = lua_tointegerx(L, index, &ok);
    return ok;
}

static const char *bound_text(char text[32], ta_amount bound) {
    if (bound == TA_MAX) return "2^62";
    if (bound == INT64_MAX) return "2^63 - 1";
    if (bound == INT64_MIN) return "-2^63";
    snprintf(text, 32, "%lld", (long long)bound);
    return text;
}

ta_amount larg_integer(lcall *c, int index, const char *name, ta_amount lo, ta_amount hi) {
    lua_State *L = c->L;
    ta_amount value = 0;
    if (larg_is_integer(L, index, &value) && lo <= value && value <= hi) return value;
    char low[32], high[32], expected[96];
    snprintf(expected, sizeof expected, "an integer from %s to %s", bound_text(low, lo),
             bound_text(high, hi));
    larg_error(c, index, name, expected);
    return 0;
}

ta_amount larg_amount(lcall *c, int index, const char *name, ta_amount lo) {
    lua_State *L = c->L;
    ta_amount value = 0;
    if (larg_is_integer(L, index, &value) && lo <= value && value <= TA_MAX) return value;
    if (lua_type(L, index) == LUA_TNUMBER && lua_tonumber(L, index) == (lua_Number)HUGE_VAL)
        return TA_INF;
    char low[32], expected[96];
    snprintf(expected, sizeof expected, "an integer from %s to 2^62 or math.huge",
             bound_text(low, lo));
    larg_error(c, index, name, expected);
    return 0;
}

ta_amount larg_opt_integer(lcall *c, int index, const char *name, ta_amount lo, ta_amount hi,
                           ta_amount otherwise) {
    lua_State *L = c->L;
    if (lua_isnoneornil(L, index)) return otherwise;
    return larg_integer(c, index, name, lo, hi);
}

void larg_settings(lcall *c, int index, const char *const known[]) {
    lua_State *L = c->L;
    if (lua_isnoneornil(L, index)) return;
    if (!lua_istable(L, index)) larg_error(c, index, "settings", "a table");
    lua_pushnil(L);
    while (lua_next(L, index)) {
        lua_pop(L, 1);
        const char *key = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
        size_t i = 0;
        while (key && known[i] && strcmp(key, known[i]) != 0) i++;
        if (key && known[i]) continue;
        push_shown(L, lua_gettop(L));
        luaL_Buffer b;
        const char *shown = lua_tostring(L, -1);
        luaL_buffinit(L, &b);
        for (i = 0; known[i]; i++) {
            if (i) luaL_addstring(&b, ", ");
            luaL_addstring(&b, known[i]);
        }
        luaL_pushresult(&b);
        lraise(L, "%s: settings: unknown setting %s; known are %s", c->name, key ? key : shown,
               lua_tostring(L, -1));
    }
}

/* Push options[key], or nil without options. */
static void push_field(lua_State *L, int index, const char *key) {
    if (lua_isnoneornil(L, index)) lua_pushnil(L);
    else lua_getfield(L, index, key);
}

ta_amount larg_field_integer(lcall *c, int index, const char *key, ta_amount lo, ta_amount hi,
                             ta_amount otherwise) {
    lua_State *L = c->L;
    push_field(L, index, key);
    ta_amount value = larg_opt_integer(c, lua_gettop(L), key, lo, hi, otherwise);
    lua_pop(L, 1);
    return value;
}

unsigned larg_threads(lcall *c, int index) {
    c->call.threads = (uint32_t)larg_field_integer(c, index, "threads", 1, TA_THREADS, 0);
    return c->call.threads;
}

int larg_field_boolean(lcall *c, int index, const char *key) {
    lua_State *L = c->L;
    push_field(L, index, key);
    if (!lua_isnil(L, -1) && !lua_isboolean(L, -1))
        larg_error(c, lua_gettop(L), key, "true or false");
    int value = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return value;
}

void larg_push_function(lcall *c, int index, const char *key) {
    lua_State *L = c->L;
    push_field(L, index, key);
    if (!lua_isnil(L, -1) && !lua_isfunction(L, -1))
        larg_error(c, lua_gettop(L), key, "a function");
}
