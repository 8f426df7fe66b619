/*
** sandbox_env.c - the functions that sandboxed rules may use: they compute and nothing else.
**
** No load, require, debug, io, os, coroutines, metatables, protected calls or random numbers. No
** addresses: tostring and string.format give the type of a value without text. The string metatable
** of the state leads to the same few functions. C functions that loop are charged for it, since the
** instruction count does not see inside them. Patterns are charged for the worst backtracking
** possible. That is an upper bound: a call that is allowed ends within seconds, and a quick one may
** be refused.
*/
#include <lauxlib.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "lua/base/libraries.h"
#include "sandbox_state.h"

typedef void (*charger)(lua_State *S, double steps);

enum { PLAIN, FIND, PATTERN, ITERATE, REPLACE, REPEAT, UNPACK, SORT, FORMAT };

/* Would Lua print the value as an address? */
static int has_address(lua_State *S, int index) {
    int type = lua_type(S, index);
    return type == LUA_TTABLE || type == LUA_TFUNCTION || type == LUA_TUSERDATA ||
           type == LUA_TLIGHTUSERDATA || type == LUA_TTHREAD;
}

/* tostring(v), which gives "table" for a table and "function" for emit. */
static int to_string(lua_State *S) {
    luaL_checkany(S, 1);
    if (has_address(S, 1)) lua_pushstring(S, luaL_typename(S, 1));
    else luaL_tolstring(S, 1, NULL);
    return 1;
}

/* Replace arguments of string.format that print as addresses, and refuse %p. */
static void hide_addresses(lua_State *S) {
    size_t length;
    const char *format = luaL_checklstring(S, 1, &length);
    for (size_t i = 0; i < length; i++) {
        if (format[i] != '%') continue;
        i++;
        while (i < length && strchr("-+ #0123456789.", format[i]) && format[i]) i++;
        if (i < length && format[i] == 'p')
            luaL_error(S, "string.format: %%p gives addresses, and sandboxed rules have none");
    }
    for (int i = 2; i <= lua_gettop(S); i++) {
        if (!has_address(S, i)) continue;
        lua_pushstring(S, luaL_typename(S, i));
        lua_replace(S, i);
    }
}

/* The text of an argument that string functions accept: a string or a number. */
static const char *text_of(lua_State *S, int index, size_t *length) {
    *length = 0;
    return lua_isstring(S, index) ? lua_tolstring(S, index, length) : NULL;
}

/* An upper bound on the steps of a match. It starts at every byte, unless the pattern is anchored,
** which it never is for gmatch. Each repetition may try every length, each back reference compares
** one, and a `?` tries twice. */
static double pattern_cost(const char *pattern, size_t size, double length, int kind) {
    double cost = kind != ITERATE && size > 0 && pattern[0] == '^' ? 1 : length + 1;
    for (size_t i = 0; i < size; i++) {
        int escaped = i > 0 && pattern[i - 1] == '%';
        if (strchr("*+-", pattern[i]) || (escaped && pattern[i] == 'b')) cost *= length + 1;
        else if (pattern[i] == '?') cost *= 2;
        else if (escaped && pattern[i] >= '1' && pattern[i] <= '9') cost *= 1 + length / 8;
    }
    return cost * (double)(size + 1) / 8;
}

/* The cost of find, match, gmatch, gsub: of the pattern, or of a plain comparison at every byte,
** and of the replacements. */
static double search_cost(lua_State *S, int kind) {
    size_t length, size, put;
    const char *pattern = text_of(S, 2, &size);
    if (!text_of(S, 1, &length) || !pattern) return 0;
    if (kind == FIND && lua_toboolean(S, 4)) return ((double)length + 1) * (double)(size + 1) / 8;
    double cost = pattern_cost(pattern, size, (double)length, kind);
    if (kind == REPLACE && text_of(S, 3, &put)) cost += ((double)length + 1) * (double)put / 8;
    return cost;
}

/* The cost of sorting. Each comparison may read whole strings, so their lengths count. */
static double sort_cost(lua_State *S, charger charge) {
    double bytes = 0, log = 1;
    if (lua_type(S, 1) != LUA_TTABLE) return 0;
    size_t size = lua_rawlen(S, 1), longest = 0;
    if (size > INT_MAX) return HUGE_VAL;
    luaL_checkstack(S, 2, "table.sort");
    for (size_t i = 1; i <= size; i++) {
        if (i % 4096 == 0) charge(S, 4096);
        if (lua_rawgeti(S, 1, (lua_Integer)i) == LUA_TSTRING) {
            size_t length = lua_rawlen(S, -1);
            bytes += (double)length;
            if (length > longest) longest = length;
        }
        lua_pop(S, 1);
    }
    for (size_t half = size; half > 1; half /= 2) log++;
    return 4 * log * ((double)size + (bytes + (double)longest) / 8);
}

/* Upvalues: the library's function, the charger, the kind. */
static int charged(lua_State *S) {
    charger charge;
    void *address = lua_touserdata(S, lua_upvalueindex(2));
    memcpy(&charge, &address, sizeof charge);
    int kind = (int)lua_tointeger(S, lua_upvalueindex(3));
    double cost = 1, further = 0;
    for (int i = 1; i <= lua_gettop(S); i++)
        if (lua_type(S, i) == LUA_TSTRING || lua_type(S, i) == LUA_TTABLE)
            cost += (double)lua_rawlen(S, i) / 8;
    charge(S, cost); /* the following code visits each argument once */
    switch (kind) {
    case FIND:
    case PATTERN:
    case ITERATE:
    case REPLACE: further = search_cost(S, kind); break;
    case REPEAT: further = cost * fabs(lua_tonumber(S, 2)); break;
    case UNPACK: further = fabs(lua_tonumber(S, 3) - lua_tonumber(S, 2)); break;
    case SORT: further = sort_cost(S, charge); break;
    case FORMAT: hide_addresses(S); break;
    default: break;
    }
    if (further != 0) charge(S, further);
    lua_pushvalue(S, lua_upvalueindex(1));
    lua_insert(S, 1);
    lua_call(S, lua_gettop(S) - 1, LUA_MULTRET);
    return lua_gettop(S);
}

static const char *const base_names[] = { "assert", "error",  "ipairs", "next", "pairs", "rawequal",
                                          "rawget", "rawlen", "select", "type", NULL };

static const struct {
    const char *name;
    int kind;
} string_names[] = {
    { "byte", PLAIN },     { "char", PLAIN },   { "find", FIND },     { "format", FORMAT },
    { "gmatch", ITERATE }, { "gsub", REPLACE }, { "len", PLAIN },     { "lower", PLAIN },
    { "match", PATTERN },  { "rep", REPEAT },   { "reverse", PLAIN }, { "sub", PLAIN },
    { "upper", PLAIN },    { NULL, 0 },
};

static const struct {
    const char *name;
    int kind;
} table_names[] = {
    { "concat", PLAIN }, { "insert", PLAIN },  { "pack", PLAIN }, { "remove", PLAIN },
    { "sort", SORT },    { "unpack", UNPACK }, { NULL, 0 },
};

static void wrap(lua_State *S, int from, int to, const char *name, int kind, charger charge) {
    void *address;
    memcpy(&address, &charge, sizeof address);
    lua_getfield(S, from, name);
    lua_pushlightuserdata(S, address);
    lua_pushinteger(S, kind);
    lua_pushcclosure(S, charged, 3);
    lua_setfield(S, to, name);
}

void lsandbox_fill(lua_State *S, charger charge) {
    llibrary(S, LUA_GNAME, luaopen_base);
    lua_newtable(S); /* the environment */
    int base = lua_gettop(S) - 1, env = base + 1;
    for (int i = 0; base_names[i]; i++) {
        lua_getfield(S, base, base_names[i]);
        lua_setfield(S, env, base_names[i]);
    }
    wrap(S, base, env, "tonumber", PLAIN, charge);
    lua_pushcfunction(S, to_string);
    lua_setfield(S, env, "tostring");
    llibrary(S, LUA_MATHLIBNAME, luaopen_math);
    lua_pushnil(S);
    lua_setfield(S, -2, "random");
    lua_pushnil(S);
    lua_setfield(S, -2, "randomseed");
    lua_setfield(S, env, "math");
    llibrary(S, LUA_STRLIBNAME, luaopen_string);
    lua_newtable(S);
    for (int i = 0; string_names[i].name; i++)
        wrap(S, env + 1, env + 2, string_names[i].name, string_names[i].kind, charge);
    lua_pushliteral(S, "");
    lua_getmetatable(S, -1);
    lua_pushvalue(S, env + 2);
    lua_setfield(S, -2, "__index");
    lua_pop(S, 2);
    lua_setfield(S, env, "string");
    lua_settop(S, env);
    llibrary(S, LUA_TABLIBNAME, luaopen_table);
    lua_newtable(S);
    for (int i = 0; table_names[i].name; i++)
        wrap(S, env + 1, env + 2, table_names[i].name, table_names[i].kind, charge);
    lua_setfield(S, env, "table");
    lua_settop(S, env);
    lua_remove(S, base);
}
