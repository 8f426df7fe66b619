/*
** win_condition.c - win conditions of NIM with Cash: one box around a ta_win_condition,
** with its numbers as fields (period, base, level, blocks, letters) and its set.
*/
#include <string.h>

#include "takeaway/win_condition.h"

#define CONDITION win_condition
#define NAME "takeaway.win_condition"
#define NOUN "win condition"
#define CHECKING LSETTINGS(LFUNCTION("progress", 0), LTHREADS)

#include "condition_template.h"

static ta_status win_condition(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    ta_allocator allocator = lmethod_allocator(call);
    ta_win_limits limits = TA_WIN_LIMITS;
    ta_win_condition *found = NULL;
    (void)object;
    if (a[0].count == 0) return no_members(call);
    if (a[2].n) limits.max_period = a[2].n;
    if (a[3].n) limits.max_base = a[3].n;
    limits.seconds = a[4].seconds;
    ta_status s = ta_win_condition_find(&allocator, call, a[0].list, a[0].count, &limits, &found);
    r->made = found;
    return s;
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

/* word(i): {end = "H" or "V", {letters, c, g}, ...} for the residue i. */
static void bound_residue(const void *condition, const lgiven *a, ta_amount *lo, ta_amount *hi) {
    ta_win_info info;
    (void)a, (void)lo;
    ta_win_condition_info(condition, &info);
    *hi = info.period - 1;
}

LPLAIN(word, r->amount = a[0].n)

static int push_word(lua_State *L, const lanswer *r) {
    ta_win_item item;
    char end = ta_win_condition_end(r->object, r->amount);
    lua_newtable(L);
    if (end) {
        lua_pushlstring(L, &end, 1);
        lua_setfield(L, -2, "end");
    }
    for (size_t j = 0; ta_win_condition_item(r->object, r->amount, j, &item); j++) {
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

static const lmethod methods[] = {
    CONDITION_METHODS,
    { "word", { LBOUND("i", bound_residue) }, LR_RECORD, .kernel = word,
      .push = push_word, .busy = 1, .shared = 1 },
    { "__tostring", .gives = LR_SHOWN, .text = push_text },
    { .name = NULL },
};

static const lmethod functions[] = {
    { "win_condition", { LLIST("A", set_kind),
      LSETTINGS(LINTEGER("max_period", 1, TA_WIN_LARGEST), LINTEGER("max_base", 1, TA_WIN_LARGEST),
        LSECONDS, LFUNCTION("progress", 0), LTHREADS) },
      LR_OBJECT, .kernel = win_condition, .makes = &type },
    { "load_certificate", CONDITION_LOADER },
    { .name = NULL },
};

void lwin_condition_open(lua_State *L) {
    lmethod_functions(L, functions);
    open_type(L, methods, index_of, "win_condition_methods");
}
