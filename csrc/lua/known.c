/*
** known.c - the short way: positions made, and asked for what is solved already, without a call into
** the core that could run a rule or fail.
**
** Both are C functions that do the plain case and hand every other to the Lua function they stand
** for, which does the same by the long way, with its checks and messages. Plain are integers, or one
** string, for a ruleset that takes them as they are; and an answer that the engine holds.
*/
#include "modules.h"
#include "push.h"
#include "ruleset_int.h"

/* All that was given, to the function that is upvalue 1. */
static int long_way(lua_State *L, int given) {
    lua_settop(L, given);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, given, LUA_MULTRET);
    return lua_gettop(L);
}

static int plain(lua_State *L, int given) {
    if (given == 2 && lua_type(L, 2) == LUA_TSTRING) return 1;
    if (given < 2 || given > TA_COMPONENTS + 1) return 0;
    for (int i = 2; i <= given; i++)
        if (!lua_isinteger(L, i)) return 0;
    return 1;
}

/* rules(...): a position is the list of its components, with the metatable rules.plain. */
static int make(lua_State *L) {
    int given = lua_gettop(L);
    if (!plain(L, given) || !lua_istable(L, 1)) return long_way(L, given);
    lua_pushliteral(L, "plain");
    if (lua_rawget(L, 1) != LUA_TTABLE) return long_way(L, given);
    lua_createtable(L, given - 1, 0);
    for (int i = 2; i <= given; i++) {
        lua_pushvalue(L, i);
        lua_rawseti(L, -2, i - 1);
    }
    lua_insert(L, -2);
    lua_setmetatable(L, -2);
    return 1;
}

/* The components of the position at 1, integers all. */
static int components(lua_State *L, int64_t room[TA_COMPONENTS], size_t *count) {
    size_t size = lua_rawlen(L, 1);
    if (size < 1 || size > TA_COMPONENTS) return 0;
    for (size_t i = 0; i < size; i++) {
        int is;
        lua_rawgeti(L, 1, (lua_Integer)i + 1);
        room[i] = lua_isinteger(L, -1) ? lua_tointegerx(L, -1, &is) : (is = 0);
        lua_pop(L, 1);
        if (!is) return 0;
    }
    *count = size;
    return 1;
}

/* position:outcome() and the like, the question being upvalue 2, and 3 the metatable of rulesets'
** boxes, which is looked at rather than its name: the metatable of the position has
** its ruleset's box at question + 1 where the engine's answer is the answer. */
static int ask(lua_State *L) {
    int given = lua_gettop(L);
    ta_question what = (ta_question)lua_tointeger(L, lua_upvalueindex(2));
    int64_t room[TA_COMPONENTS];
    ta_position p = { room, NULL, 0 };
    ta_amount value = 0;
    int known = 0;
    if (given == 1 && lua_istable(L, 1) && lua_getmetatable(L, 1)) {
        lua_rawgeti(L, -1, (lua_Integer)what + 1);
        lbox *box = NULL;
        if (lua_getmetatable(L, -1) && lua_rawequal(L, -1, lua_upvalueindex(3)))
            box = lua_touserdata(L, -2);
        const lrules *r = box && components(L, room, &p.count) ? lbox_hold(box) : NULL;
        if (r) {
            known = ta_solver_known(r->solver, what, TA_LEFT, &p, &value);
            lbox_release(box);
        }
    }
    if (!known || (what == TA_ASK_NIM_VALUE && value == TA_INF)) return long_way(L, given);
    if (what <= TA_ASK_MISERE_OUTCOME)
        lpush_outcome(L, ta_outcome_of((ta_result)(value / 3), (ta_result)(value % 3)));
    else lpush_amount(L, value);
    return 1;
}

/* caller(f), and asker(f, question): f is the long way. */
static int caller(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 1);
    lua_pushcclosure(L, make, 1);
    return 1;
}

static int asker(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    luaL_checkinteger(L, 2);
    lua_settop(L, 2);
    luaL_getmetatable(L, lruleset_type.name);
    lua_pushcclosure(L, ask, 3);
    return 1;
}

void lknown_open(lua_State *L) {
    static const luaL_Reg functions[] = { { "caller", caller },
                                          { "asker", asker },
                                          { NULL, NULL } };
    luaL_setfuncs(L, functions, 0);
    lraise_past(L, make);
    lraise_past(L, ask);
}
