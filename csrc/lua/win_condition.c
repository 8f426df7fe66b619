/*
** win_condition.c - win conditions of NIM with Cash: one box around a ta_win_condition,
** with its numbers as fields (period, base, level, blocks, letters) and its set.
*/
#include "win_condition.h"

#include <math.h>
#include <string.h>

#include "arg.h"
#include "call.h"
#include "takeaway/win_condition.h"

static void destroy(void *object) {
    ta_win_condition_destroy(object);
}

static const lbox_type win_type = { "takeaway.win_condition", "win condition", destroy, 0 };

/* ---- Making ---- */

#define MOST_MEMBERS 4096

/* Push the members of the list at `index` as a block of amounts. [-0, +1] */
static ta_amount *push_set(lua_State *L, int index, size_t *count) {
    const char *expected = "a list of positive integers up to 1024, without gaps or other keys";
    if (!lua_istable(L, index)) larg_error(L, index, "win_condition", "A", expected);
    lua_Unsigned length = lua_rawlen(L, index), keys = 0;
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) keys++;
    if (length == 0 || length > MOST_MEMBERS || keys != length)
        larg_error(L, index, "win_condition", "A", expected);
    ta_amount *set = lua_newuserdatauv(L, (size_t)length * sizeof *set, 0);
    for (lua_Unsigned i = 0; i < length; i++) {
        lua_rawgeti(L, index, (lua_Integer)i + 1);
        set[i] = larg_integer(L, lua_gettop(L), "win_condition", "a member of A", 1, 1024);
        lua_pop(L, 1);
    }
    *count = (size_t)length;
    return set;
}

static double field_seconds(lua_State *L, int index) {
    if (lua_isnoneornil(L, index)) return 0;
    double seconds = 0;
    if (lua_getfield(L, index, "seconds") != LUA_TNIL) {
        seconds = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : 0;
        if (!(seconds > 0))
            larg_error(L, lua_gettop(L), "win_condition", "seconds", "a positive number");
        if (seconds >= HUGE_VAL) seconds = 0;
    }
    lua_pop(L, 1);
    return seconds;
}

static int win_condition(lua_State *L) {
    static const char *const known[] = { "max_period", "max_base", "seconds", "progress", NULL };
    static const ta_win_limits limits_default = TA_WIN_LIMITS;
    ta_win_limits limits = limits_default;
    size_t count;
    lua_settop(L, 2);
    const ta_amount *set = push_set(L, 1, &count);
    larg_settings(L, 2, "win_condition", known);
    limits.max_period = larg_field_integer(L, 2, "win_condition", "max_period", 1, TA_WIN_LARGEST,
                                           limits.max_period);
    limits.max_base =
        larg_field_integer(L, 2, "win_condition", "max_base", 1, TA_WIN_LARGEST, limits.max_base);
    limits.seconds = field_seconds(L, 2);
    larg_push_function(L, 2, "win_condition", "progress");
    int progress = lua_gettop(L);
    lbox *box = lbox_push(L, &win_type, 0);
    ta_allocator a = lcall_allocator(L);
    luaL_checkstack(L, 16, "win_condition");
    lcall c;
    lcall_begin_shared(&c, L, NULL, "win_condition");
    lcall_progress(&c, progress);
    ta_status s =
        ta_win_condition_find(&a, &c.call, set, count, &limits, (ta_win_condition **)&box->object);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    return 1;
}

static int load_certificate(lua_State *L) {
    if (lua_type(L, 1) != LUA_TSTRING)
        larg_error(L, 1, "load_certificate", "text", "the text of a certificate");
    size_t length;
    const char *text = lua_tolstring(L, 1, &length);
    lbox *box = lbox_push(L, &win_type, 0);
    ta_allocator a = lcall_allocator(L);
    lcall c;
    lcall_begin_shared(&c, L, NULL, "load_certificate");
    ta_status s =
        ta_win_condition_load(&a, &c.call, text, length, (ta_win_condition **)&box->object);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    return 1;
}

/* ---- Asking ---- */

static int win_winner(lua_State *L) {
    lbox *box = lbox_check(L, 1, &win_type, "winner");
    ta_amount n = larg_integer(L, 2, "winner", "n", 0, TA_MAX);
    ta_amount d = larg_amount(L, 3, "winner", "d", 0);
    ta_amount e = larg_amount(L, 4, "winner", "e", 0);
    int mover;
    lcall c;
    lcall_begin(&c, L, box, "winner");
    ta_status s = ta_win_condition_winner(box->object, &c.call, n, d, e, &mover);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushstring(L, mover ? "I" : "II");
    return 1;
}

static int win_least_cash(lua_State *L) {
    lbox *box = lbox_check(L, 1, &win_type, "least_cash");
    ta_amount n = larg_integer(L, 2, "least_cash", "n", 0, TA_MAX);
    ta_amount e = larg_amount(L, 3, "least_cash", "e", 0), least;
    lcall c;
    lcall_begin(&c, L, box, "least_cash");
    ta_status s = ta_win_condition_least_cash(box->object, &c.call, n, e, &least);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_amount(L, least);
    return 1;
}

static int win_winning_moves(lua_State *L) {
    lbox *box = lbox_check(L, 1, &win_type, "winning_moves");
    ta_amount n = larg_integer(L, 2, "winning_moves", "n", 0, TA_MAX);
    ta_amount d = larg_amount(L, 3, "winning_moves", "d", 0);
    ta_amount e = larg_amount(L, 4, "winning_moves", "e", 0);
    ta_amount moves[64];
    size_t count;
    lcall c;
    lcall_begin(&c, L, box, "winning_moves");
    ta_status s = ta_win_condition_moves(box->object, &c.call, n, d, e, moves, &count);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_amounts(L, moves, count);
    return 1;
}

static int win_check(lua_State *L) {
    static const char *const known[] = { "progress", NULL };
    lbox *box = lbox_check(L, 1, &win_type, "check");
    lua_settop(L, 2);
    larg_settings(L, 2, "check", known);
    larg_push_function(L, 2, "check", "progress");
    int holds;
    luaL_checkstack(L, 16, "check");
    lcall c;
    lcall_begin(&c, L, box, "check");
    lcall_progress(&c, 3);
    ta_status s = ta_win_condition_check(box->object, &c.call, &holds);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushboolean(L, holds);
    if (holds) return 1;
    lua_pushstring(L, c.call.message);
    return 2;
}

static int win_certificate(lua_State *L) {
    lbox *box = lbox_check(L, 1, &win_type, "certificate");
    size_t length = ta_win_condition_text(box->object, NULL, 0);
    luaL_Buffer b;
    char *to = luaL_buffinitsize(L, &b, length + 1);
    if (!box->object)
        return lraise(L, "certificate: this win condition is closed"); /* by a finalizer */
    ta_win_condition_text(box->object, to, length + 1);
    luaL_pushresultsize(&b, length);
    return 1;
}

/* ---- Looking inside ---- */

static void push_members(lua_State *L, const ta_win_info *info) {
    lpush_list(L, (int)info->set_count);
    for (size_t i = 0; i < info->set_count; i++) {
        lua_pushinteger(L, info->set[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

/* word(i): {end = "H" or "V", {letters, c, g}, ...} for the residue i. */
static int win_word(lua_State *L) {
    lbox *box = lbox_check(L, 1, &win_type, "word");
    ta_win_info info;
    ta_win_condition_info(box->object, &info);
    ta_amount i = larg_integer(L, 2, "word", "i", 0, info.period - 1);
    ta_win_item item;
    char end = ta_win_condition_end(box->object, i);
    lua_newtable(L);
    if (end) {
        lua_pushlstring(L, &end, 1);
        lua_setfield(L, -2, "end");
    }
    for (size_t j = 0; box->object && ta_win_condition_item(box->object, i, j, &item); j++) {
        lua_createtable(L, 3, 0);
        lbox_check(L, 1, &win_type, "word"); /* no finalizer has closed it meanwhile */
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

static int win_field(lua_State *L, const char *key) {
    lbox *box = lbox_check(L, 1, &win_type, "win condition");
    ta_win_info info;
    ta_win_condition_info(box->object, &info);
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
    if (strcmp(key, "set") == 0) {
        push_members(L, &info);
    } else if (strcmp(key, "checked") == 0) {
        lua_pushboolean(L, info.checked);
    } else {
        lua_pushnil(L);
    }
    return 1;
}

/* A method (first upvalue), or a field: a number of the certificate. */
static int win_index(lua_State *L) {
    lua_settop(L, 2);
    const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
    lua_pop(L, 1);
    return win_field(L, key);
}
static int win_tostring(lua_State *L) {
    lbox *box = lbox_test(L, 1, &win_type);
    if (!box || !box->object) {
        lua_pushliteral(L, "win condition (not made)");
        return 1;
    }
    ta_win_info info;
    ta_win_condition_info(box->object, &info);
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    luaL_addstring(&b, "win condition of NIM with Cash {");
    for (size_t i = 0; i < info.set_count; i++) {
        if (i) luaL_addchar(&b, ',');
        lua_pushinteger(L, info.set[i]);
        luaL_addvalue(&b);
    }
    lua_pushfstring(L, "}, %s, base %I, period %I, level %I, %I growing blocks",
                    info.checked ? "proved for all n" : "not checked", (LUAI_UACINT)info.base,
                    (LUAI_UACINT)info.period, (LUAI_UACINT)info.level, (LUAI_UACINT)info.blocks);
    luaL_addvalue(&b);
    luaL_pushresult(&b);
    return 1;
}

static const luaL_Reg methods[] = {
    { "winner", win_winner },
    { "winning_moves", win_winning_moves },
    { "least_cash", win_least_cash },
    { "check", win_check },
    { "certificate", win_certificate },
    { "word", win_word },
    { NULL, NULL },
};

static const luaL_Reg meta[] = {
    { "__tostring", win_tostring },
    { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "win_condition", win_condition },
    { "load_certificate", load_certificate },
    { NULL, NULL },
};

void lwin_open(lua_State *L) {
    lbox_register(L, &win_type, methods, meta);
    luaL_setfuncs(L, functions, 0);
    luaL_getmetatable(L, win_type.name);
    lua_getfield(L, -1, "__index");
    lua_pushvalue(L, -1);
    lua_setfield(L, -4, "win_condition_methods"); /* the Lua front adds what is text */
    lua_pushcclosure(L, win_index, 1);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
}
