/*
** euclid.c - Euclid for Lua: the methods of its game, which has no state of its own. Nothing in
** the core fails or takes long here, so the core is not entered.
*/
#include "arg.h"
#include "modules.h"
#include "push.h"
#include "takeaway/euclid.h"

static const char NAME[] = "takeaway.euclid"; /* the metatable of the game */

static void method(lcall *c, lua_State *L, const char *name) {
    lcall_function(c, L, name);
    int is = lua_istable(L, 1) && lua_getmetatable(L, 1);
    is = is && luaL_getmetatable(L, NAME) == LUA_TTABLE && lua_rawequal(L, -1, -2);
    if (!is)
        lraise(L, "%s: expected a game of Euclid (called with . instead of : ?), got %s", name,
               luaL_typename(L, 1));
    lua_pop(L, 2);
}

static ta_amount number(lcall *c, int index) {
    return larg_integer(c, index, index == 2 ? "a" : "b", 0, TA_MAX);
}

static int answer_outcome(lua_State *L, int misere, const char *name) {
    lcall c;
    method(&c, L, name);
    ta_amount a = number(&c, 2), b = number(&c, 3);
    lua_pushstring(L, ta_euclid_outcome(misere, a, b) == TA_N ? "N" : "P");
    return 1;
}

static int outcome(lua_State *L) {
    return answer_outcome(L, 0, "outcome");
}

static int misere_outcome(lua_State *L) {
    return answer_outcome(L, 1, "misere_outcome");
}

static int nim_value(lua_State *L) {
    lcall c;
    method(&c, L, "nim_value");
    ta_amount a = number(&c, 2), b = number(&c, 3);
    lua_pushinteger(L, ta_euclid_nim_value(a, b));
    return 1;
}

static int answer_moves(lua_State *L, int misere, const char *name) {
    lcall c;
    method(&c, L, name);
    ta_amount a = number(&c, 2), b = number(&c, 3);
    ta_euclid_move moves[2];
    int count = ta_euclid_winning_moves(misere, a, b, moves);
    lpush_list(L, count);
    for (int i = 0; i < count; i++) {
        lpush_record(L, 2);
        lpush_field(L, "number", moves[i].number);
        lpush_field(L, "take", moves[i].take);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

static int winning_moves(lua_State *L) {
    return answer_moves(L, 0, "winning_moves");
}

static int misere_winning_moves(lua_State *L) {
    return answer_moves(L, 1, "misere_winning_moves");
}

static const luaL_Reg methods[] = {
    { "outcome", outcome },
    { "misere_outcome", misere_outcome },
    { "nim_value", nim_value },
    { "winning_moves", winning_moves },
    { "misere_winning_moves", misere_winning_moves },
    { NULL, NULL },
};

void leuclid_open(lua_State *L) {
    luaL_newmetatable(L, NAME);
    luaL_newlib(L, methods);
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, "__index");
    lua_remove(L, -2);
    lua_setfield(L, -2, "euclid_methods");
}
