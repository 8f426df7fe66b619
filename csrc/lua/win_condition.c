/*
** win_condition.c - win conditions of NIM with Cash: one box around a ta_win_condition,
** with its numbers as fields (period, base, level, blocks, letters) and its set.
*/
#include <math.h>
#include <stddef.h>

#include "arg.h"
#include "takeaway/win_condition.h"

#define CONDITION win_condition
#define NOUN "win condition"
#define INFO ta_win_info
#define INFO_OF ta_win_condition_info
#define LIMITS ta_win_limits
#define LIMITS_ALONE TA_WIN_LIMITS
#define LOAD "load_certificate"
#define SHOWN "base %I, period %I, level %I, %I growing blocks"
#define PROVED "n"
static const char *const finding[] = { "max_period", "max_base", "seconds", "progress", "threads",
                                       NULL };
static const char *const checking[] = { "progress", "threads", NULL };
static const struct {
    const char *name;
    size_t at;
} fields[] = { { "base", offsetof(ta_win_info, base) },
               { "period", offsetof(ta_win_info, period) },
               { "level", offsetof(ta_win_info, level) },
               { "blocks", offsetof(ta_win_info, blocks) },
               { "letters", offsetof(ta_win_info, letters) } };

static double field_seconds(lcall *c, int index) {
    lua_State *L = c->L;
    if (lua_isnoneornil(L, index)) return 0;
    double seconds = 0;
    if (lua_getfield(L, index, "seconds") != LUA_TNIL) {
        seconds = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : 0;
        if (!(seconds > 0)) larg_error(c, lua_gettop(L), "seconds", "a positive number");
        if (seconds >= HUGE_VAL) seconds = 0;
    }
    lua_pop(L, 1);
    return seconds;
}

static void limits_of(lcall *c, ta_win_limits *limits) {
    const ta_amount most = TA_WIN_LARGEST;
    limits->max_period = larg_field_integer(c, 2, "max_period", 1, most, limits->max_period);
    limits->max_base = larg_field_integer(c, 2, "max_base", 1, most, limits->max_base);
    limits->seconds = field_seconds(c, 2);
    larg_threads(c, 2);
}

#include "condition_template.h"

typedef struct place {
    const ta_win_condition *condition;
    ta_amount i;
} place;

static int push_word(lua_State *L, const void *results) {
    const place *w = results;
    ta_win_item item;
    char end = ta_win_condition_end(w->condition, w->i);
    lua_newtable(L);
    if (end) {
        lua_pushlstring(L, &end, 1);
        lua_setfield(L, -2, "end");
    }
    for (size_t j = 0; ta_win_condition_item(w->condition, w->i, j, &item); j++) {
        lua_createtable(L, 3, 0);
        lua_pushlstring(L, item.letters, (size_t)item.length);
        lua_rawseti(L, -2, 1);
        lua_pushinteger(L, item.c);
        lua_rawseti(L, -2, 2);
        lua_pushinteger(L, item.g);
        lua_rawseti(L, -2, 3);
        lua_rawseti(L, -2, (lua_Integer)j + 1);
    }
    return 1;
}

/* word(i): {end = "H" or "V", {letters, c, g}, ...} for the residue i. */
static int word(lua_State *L) {
    lcall c;
    ta_win_info info;
    lcall_method(&c, L, &type, "word");
    lcall_begin_shared(&c);
    ta_win_condition_info(c.object, &info);
    lcall_end(&c);
    place w = { NULL, larg_integer(&c, 2, "i", 0, info.period - 1) };
    lcall_begin_shared(&c);
    w.condition = c.object;
    return lcall_give(&c, push_word, &w);
}

static const luaL_Reg methods[] = {
    { "winner", winner }, { "winning_moves", winning_moves }, { "least_cash", least_cash },
    { "check", check },   { "certificate", certificate },     { "word", word },
    { NULL, NULL },
};

void lwin_condition_open(lua_State *L) {
    open_type(L, methods);
}
