/*
** position.c - positions between Lua and C.
*/
#include <stdio.h>

#include "arg.h"
#include "ruleset.h"

void lposition_check(lcall *c, int from, int to, int64_t room[TA_COMPONENTS],
                     ta_position *position) {
    lua_State *L = c->L;
    int count = to - from + 1;
    position->text = NULL;
    position->component = room;
    if (count == 1 && lua_type(L, from) == LUA_TSTRING) {
        size_t length;
        position->text = lua_tolstring(L, from, &length);
        position->component = NULL;
        position->count = length;
        if (length > TA_TEXT_MOST) lraise(L, "%s: position: the string is too long", c->name);
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
