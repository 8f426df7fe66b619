/*
** position.c - positions between Lua and C.
*/
#include <stdio.h>

#include "lua/base/arg.h"
#include "ruleset_int.h"

int lposition_read(lua_State *L, int rules, int text, int64_t room[TA_COMPONENTS]) {
    luaL_checkstack(L, 4, "read");
    lua_getiuservalue(L, rules, 1);
    int list = lua_gettop(L);
    if (lua_rawgeti(L, list, FN_READ + 1) == LUA_TNIL) return 0;
    lua_pushvalue(L, text);
    lua_call(L, 1, LUA_MULTRET);
    int count = lua_gettop(L) - list;
    if (count == 0 || lua_isnil(L, list + 1)) return 0;
    if (count > TA_COMPONENTS) lraise(L, "read: gave more than %d integers", TA_COMPONENTS);
    for (int i = 0; i < count; i++)
        if (!larg_is_integer(L, list + 1 + i, &room[i]))
            lraise(L, "read: expected integers, got a %s", luaL_typename(L, list + 1 + i));
    return count;
}

static void take_text(lcall *c, int text, ta_position *position) {
    position->text = lua_tolstring(c->L, text, &position->count);
    position->component = NULL;
    if (position->count > TA_TEXT_MOST)
        lraise(c->L, "%s: position: the string is too long", c->name);
}

void lposition_check(lcall *c, int rules, int from, int to, int64_t room[TA_COMPONENTS],
                     ta_position *position) {
    lua_State *L = c->L;
    int count = to - from + 1, top = lua_gettop(L);
    position->text = NULL;
    position->component = room;
    if (count == 1 && lua_type(L, from) == LUA_TSTRING) {
        take_text(c, from, position);
        int packed = lposition_read(L, rules, from, room);
        lua_settop(L, top);
        if (packed) *position = (ta_position){ room, NULL, (size_t)packed };
        return;
    }
    if (count < 1 || count > TA_COMPONENTS)
        lraise(L, "%s: position: expected 1 to %d integers or one string, got %d values", c->name,
               TA_COMPONENTS, count);
    position->count = (size_t)count;
    for (int i = 0; i < count; i++) {
        ta_amount value;
        char name[40];
        if (larg_is_integer(L, from + i, &value)) {
            room[i] = value;
            continue;
        }
        snprintf(name, sizeof name, "component %d of the position", i + 1);
        larg_error(c, from + i, name, count == 1 ? "an integer or a string" : "an integer");
    }
}

void lposition_push(lua_State *L, const ta_position *position) {
    if (!position->component) {
        lua_createtable(L, 1, 0);
        lua_pushlstring(L, position->count ? position->text : "", position->count);
        lua_rawseti(L, -2, 1);
        return;
    }
    lua_createtable(L, (int)position->count, 0);
    for (size_t i = 0; i < position->count; i++) {
        lua_pushinteger(L, position->component[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

void lposition_show(lua_State *L, int show) {
    int list = lua_gettop(L);
    luaL_checkstack(L, TA_COMPONENTS + 4, "show");
    for (lua_Integer i = 1; lua_rawgeti(L, list, i) == LUA_TTABLE; i++) {
        int position = lua_gettop(L), count = (int)lua_rawlen(L, position);
        if (lua_rawgeti(L, position, 1) != LUA_TSTRING) {
            lua_pushvalue(L, show);
            for (int k = 1; k <= count; k++) lua_rawgeti(L, position, k);
            lua_call(L, count, 1);
            if (lua_type(L, -1) != LUA_TSTRING)
                lraise(L, "show: expected a text, got a %s", luaL_typename(L, -1));
            lua_createtable(L, 1, 0);
            lua_insert(L, -2);
            lua_rawseti(L, -2, 1);
            lua_rawseti(L, list, i);
        }
        lua_settop(L, list);
    }
    lua_settop(L, list);
}
