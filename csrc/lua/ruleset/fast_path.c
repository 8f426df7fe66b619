/*
** fast_path.c - fast paths for making positions and for answers already solved. They make no call into
** the core that could run a rule or fail.
**
** Both are C functions that handle the plain case, and pass any other to the Lua function they
** replace, with its checks and messages. Plain arguments are integers, or one string, for a ruleset
** that takes them unchanged. A plain answer is one that the engine holds.
*/
#include "lua/base/modules.h"
#include "lua/base/push.h"
#include "ruleset_int.h"

/* Call the function in upvalue 1 with all arguments. */
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

/* rules(...): a position is the list of its components. Its metatable is the field `plain` of the
** rules (upvalue 2 is that name). */
static int make(lua_State *L) {
    int given = lua_gettop(L);
    if (!plain(L, given) || !lua_istable(L, 1)) return long_way(L, given);
    lua_pushvalue(L, lua_upvalueindex(2));
    if (lua_rawget(L, 1) != LUA_TTABLE) return long_way(L, given);
    lua_createtable(L, given - 1, 0);
    lua_replace(L, 1);
    lua_setmetatable(L, 1); /* the components are on top */
    for (int i = given - 1; i > 0; i--) lua_rawseti(L, 1, i);
    return 1;
}

#define FEW 8 /* components that fit on the stack without checking it */

/* The components of the position at 1, if all are integers; they stay on the stack. */
static int components(lua_State *L, int64_t room[TA_COMPONENTS], size_t *count) {
    size_t size = lua_rawlen(L, 1);
    int is = size >= 1 && size <= FEW;
    for (size_t i = 0; is && i < size; i++) {
        if (lua_rawgeti(L, 1, (lua_Integer)i + 1) != LUA_TNUMBER) return 0;
        room[i] = lua_tointegerx(L, -1, &is);
    }
    *count = size;
    return is;
}

/* position:outcome() and similar methods of one ruleset. Upvalue 2 is the metatable of its
** positions, which identifies them, and 3 its box. */
static int ask(lua_State *L, ta_question what) {
    int given = lua_gettop(L);
    int64_t room[TA_COMPONENTS];
    ta_position p = { room, NULL, 0 };
    ta_amount value = 0;
    int known = 0;
    if (given == 1 && lua_istable(L, 1) && lua_getmetatable(L, 1) &&
        lua_rawequal(L, 2, lua_upvalueindex(2)) && components(L, room, &p.count)) {
        ludata *box = lua_touserdata(L, lua_upvalueindex(3));
        const lrules *r = ludata_hold(box);
        if (r) {
            known = ta_solver_known(r->solver, what, TA_LEFT, &p, &value);
            ludata_release(box);
        }
    }
    if (!known || (what == TA_ASK_NIM_VALUE && value == TA_INF)) return long_way(L, given);
    if (what <= TA_ASK_MISERE_OUTCOME)
        lpush_outcome(L, ta_outcome_of((ta_result)(value / 3), (ta_result)(value % 3)));
    else lpush_amount(L, value);
    return 1;
}

static int ask_outcome(lua_State *L) {
    return ask(L, TA_ASK_OUTCOME);
}

static int ask_misere_outcome(lua_State *L) {
    return ask(L, TA_ASK_MISERE_OUTCOME);
}

static int ask_nim_value(lua_State *L) {
    return ask(L, TA_ASK_NIM_VALUE);
}

static int ask_remoteness(lua_State *L) {
    return ask(L, TA_ASK_REMOTENESS);
}

static int ask_misere_remoteness(lua_State *L) {
    return ask(L, TA_ASK_MISERE_REMOTENESS);
}

static const lua_CFunction asks[] = { ask_outcome, ask_misere_outcome, ask_nim_value,
                                      ask_remoteness, ask_misere_remoteness };
#define ASKS (sizeof asks / sizeof *asks)

/* caller(f), and asker(f, question, metatable of the positions, box): f handles the other cases. */
static int caller(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 1);
    lua_pushliteral(L, "plain");
    lua_pushcclosure(L, make, 2);
    return 1;
}

static int asker(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_Integer what = luaL_checkinteger(L, 2);
    luaL_argcheck(L, what >= 0 && what < (lua_Integer)ASKS, 2, "no such question");
    luaL_checktype(L, 3, LUA_TTABLE);
    ludata_check(L, 4, &lruleset_type, "asker");
    lua_settop(L, 4);
    lua_remove(L, 2);
    lua_pushcclosure(L, asks[what], 3);
    return 1;
}

void lknown_open(lua_State *L) {
    static const luaL_Reg functions[] = { { "caller", caller },
                                          { "asker", asker },
                                          { NULL, NULL } };
    luaL_setfuncs(L, functions, 0);
    lraise_past(L, make);
    for (size_t i = 0; i < ASKS; i++) lraise_past(L, asks[i]);
}
