/*
** win_condition.c - win conditions of NIM with Cash: one box around a ta_win_condition,
** with its numbers as fields (period, base, level, blocks, letters) and its set.
*/
#include <math.h>
#include <string.h>

#include "takeaway/win_condition.h"

#define CONDITION win_condition
#define NAME "takeaway.win_condition"
#define NOUN "win condition"
static const char *const checking[] = { "progress", "threads", NULL };

#include "condition_template.h"

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

static int win_condition(lua_State *L) {
    static const char *const known[] = { "max_period", "max_base", "seconds", "progress", "threads", NULL };
    static const ta_win_limits limits_default = TA_WIN_LIMITS;
    ta_win_limits limits = limits_default;
    size_t count;
    lcall c;
    lcall_function(&c, L, "win_condition");
    lua_settop(L, 2);
    const ta_amount *set = set_of(&c, &count);
    larg_settings(&c, 2, known);
    limits.max_period =
        larg_field_integer(&c, 2, "max_period", 1, TA_WIN_LARGEST, limits.max_period);
    limits.max_base = larg_field_integer(&c, 2, "max_base", 1, TA_WIN_LARGEST, limits.max_base);
    limits.seconds = field_seconds(&c, 2);
    larg_threads(&c, 2);
    larg_push_function(&c, 2, "progress");
    lcall_progress(&c, -1);
    lbox *box = lbox_push(L, &type, 0);
    ta_allocator a = lcall_allocator(L);
    ta_win_condition *found;
    lcall_begin(&c);
    ta_status s = ta_win_condition_find(&a, &c.call, set, count, &limits, &found);
    if (s) return lcall_fail(&c, s);
    lbox_own(box, found);
    lcall_end(&c);
    return 1;
}

static int push_members(lua_State *L, const void *results) {
    const ta_win_info *info = results;
    lpush_list(L, (int)info->set_count);
    for (size_t i = 0; i < info->set_count; i++) {
        lua_pushinteger(L, info->set[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

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

/* The field `key`: a number of the certificate, its set, or nil. */
static int push_field(lua_State *L, const char *key) {
    lcall c;
    ta_win_info info;
    lcall_method(&c, L, &type, "win condition");
    lcall_begin_shared(&c);
    ta_win_condition_info(c.object, &info);
    if (strcmp(key, "set") == 0) return lcall_give(&c, push_members, &info);
    lcall_end(&c);
    const struct {
        const char *name;
        ta_amount value;
    } fields[] = { { "period", info.period },
                   { "base", info.base },
                   { "level", info.level },
                   { "blocks", info.blocks },
                   { "letters", info.letters } };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (strcmp(key, fields[i].name) != 0) continue;
        lua_pushinteger(L, fields[i].value);
        return 1;
    }
    if (strcmp(key, "checked") == 0) lua_pushboolean(L, info.checked);
    else lua_pushnil(L);
    return 1;
}

/* A method (first upvalue), or a field: a number of the certificate. */
static int index_of(lua_State *L) {
    lua_settop(L, 2);
    const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
    lua_pop(L, 1);
    return push_field(L, key);
}

static int push_text(lua_State *L, const void *condition) {
    ta_win_info info;
    ta_win_condition_info(condition, &info);
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    add_head(&b, info.set, info.set_count, info.checked, "n");
    lua_pushfstring(L, ", base %I, period %I, level %I, %I growing blocks",
                    (LUAI_UACINT)info.base, (LUAI_UACINT)info.period, (LUAI_UACINT)info.level,
                    (LUAI_UACINT)info.blocks);
    luaL_addvalue(&b);
    luaL_pushresult(&b);
    return 1;
}

static int to_string(lua_State *L) {
    return lcall_tostring(L, &type, push_text);
}

static const luaL_Reg methods[] = {
    { "winner", winner }, { "winning_moves", winning_moves }, { "least_cash", least_cash },
    { "check", check },   { "certificate", certificate },     { "word", word },
    { NULL, NULL },
};

static const luaL_Reg meta[] = {
    { "__tostring", to_string },
    { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "win_condition", win_condition },
    { "load_certificate", load_text },
    { NULL, NULL },
};

void lwin_condition_open(lua_State *L) {
    luaL_setfuncs(L, functions, 0);
    open_type(L, methods, meta, index_of, "win_condition_methods");
}
