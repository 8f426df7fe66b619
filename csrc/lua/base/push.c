/*
** push.c - amounts, lists and records for Lua.
*/
#include "push.h"

#include <lauxlib.h>
#include <math.h>

void lpush_amount(lua_State *L, ta_amount amount) {
    if (amount == TA_INF) lua_pushnumber(L, (lua_Number)HUGE_VAL);
    else lua_pushinteger(L, amount);
}

void lpush_outcome(lua_State *L, ta_outcome outcome) {
    char text[2] = { (char)(outcome & 0xff), (char)(outcome >> 8) };
    lua_pushlstring(L, text, text[1] ? 2 : 1);
}

void lpush_record(lua_State *L, int fields) {
    lua_createtable(L, 0, fields);
    luaL_setmetatable(L, "takeaway.record");
}

void lpush_list(lua_State *L, int count) {
    lua_createtable(L, count, 0);
    luaL_setmetatable(L, "takeaway.record");
}

void lpush_amounts(lua_State *L, const ta_amount *amounts, size_t count) {
    lpush_list(L, (int)count);
    for (size_t i = 0; i < count; i++) {
        lpush_amount(L, amounts[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

void lpush_field(lua_State *L, const char *key, ta_amount amount) {
    lpush_amount(L, amount);
    lua_setfield(L, -2, key);
}
