/*
** phases.c - NIM with Cash by phases: one box around a ta_phases, with its numbers as fields (classes, single, modulus,
** from, phases, checked) and its set.
*/
#include <string.h>

#include "takeaway/phases.h"

#define CONDITION phases
#define NAME "takeaway.phases"
#define NOUN "phases"
static const char *const checking[] = { "progress", NULL };

#include "condition_template.h"

static int phases(lua_State *L) {
    static const char *const known[] = { "classes", "values", "progress", NULL };
    static const ta_phases_limits limits_default = TA_PHASES_LIMITS;
    ta_phases_limits limits = limits_default;
    size_t count;
    lcall c;
    lcall_function(&c, L, "phases");
    lua_settop(L, 2);
    const ta_amount *set = set_of(&c, &count);
    larg_settings(&c, 2, known);
    limits.classes = larg_field_integer(&c, 2, "classes", 1, TA_MAX, limits.classes);
    limits.values = larg_field_integer(&c, 2, "values", 1, TA_MAX, limits.values);
    larg_push_function(&c, 2, "progress");
    lcall_progress(&c, -1);
    lbox *box = lbox_push(L, &type, 0);
    ta_allocator a = lcall_allocator(L);
    ta_phases *found;
    lcall_begin(&c);
    ta_status s = ta_phases_find(&a, &c.call, set, count, &limits, &found);
    if (s) return lcall_fail(&c, s);
    lbox_own(box, found);
    lcall_end(&c);
    return 1;
}

/* The phase goes to the end of the list at 1. */
static int push_phase(lua_State *L, const void *results) {
    const ta_phase *p = results;
    size_t count = (size_t)p->period;
    lpush_record(L, 8);
    lpush_field(L, "from", p->from);
    lpush_field(L, "from_k", p->from_k);
    lpush_field(L, "period", p->period);
    lpush_field(L, "times", p->times);
    lpush_field(L, "times_k", p->times_k);
    lpush_amounts(L, p->least, count);
    lua_setfield(L, -2, "least");
    lpush_amounts(L, p->least_k, count);
    lua_setfield(L, -2, "least_k");
    lpush_amounts(L, p->rise, count);
    lua_setfield(L, -2, "rise");
    lua_rawseti(L, 1, (lua_Integer)lua_rawlen(L, 1) + 1);
    return 0;
}

static int class(lua_State *L) {
    lcall c;
    ta_phases_class found;
    lcall_method(&c, L, &type, "class");
    ta_amount m = larg_integer(&c, 2, "m", 0, TA_MAX);
    lpush_record(L, 4);
    lpush_list(L, 4);
    int list = lua_gettop(L);
    lcall_begin(&c);
    ta_status s = ta_phases_class_of(c.object, &c.call, m, &found);
    for (ta_amount i = 0; !s && i < found.phases; i++) {
        ta_phase phase;
        s = ta_phases_phase(c.object, &c.call, m, (size_t)i, &phase);
        if (s) break;
        lua_pushvalue(L, list);
        s = lcall_push(&c, push_phase, &phase, 1);
    }
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_settop(L, list);
    lua_setfield(L, -2, "phases");
    lpush_field(L, "from", found.from);
    lpush_field(L, "modulus", found.modulus);
    lpush_field(L, "k", found.k);
    return 1;
}

/* All fields, as a table, for the Lua front. */
static int push_info(lua_State *L, const void *object) {
    ta_phases_info info;
    ta_phases_info_of(object, &info);
    lua_createtable(L, 0, 7);
    lpush_amounts(L, info.set, info.set_count);
    lua_setfield(L, -2, "set");
    lpush_field(L, "classes", info.classes);
    lpush_field(L, "single", info.single);
    lpush_field(L, "modulus", info.modulus);
    lpush_field(L, "from", info.from);
    lpush_field(L, "phases", info.phases);
    lua_pushboolean(L, info.checked);
    lua_setfield(L, -2, "checked");
    return 1;
}

/* A method (first upvalue), or a field. */
static int index_of(lua_State *L) {
    lcall c;
    lua_settop(L, 2);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
    lcall_method(&c, L, &type, "phases");
    lcall_begin_shared(&c);
    lcall_give(&c, push_info, c.object);
    lua_pushvalue(L, 2);
    lua_rawget(L, -2);
    return 1;
}

static int push_text(lua_State *L, const void *object) {
    ta_phases_info info;
    ta_phases_info_of(object, &info);
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    add_head(&b, info.set, info.set_count, info.checked, "n, d, e");
    lua_pushfstring(L, ", %I classes and %I single m, modulus %I, %I phases",
                    (LUAI_UACINT)info.classes, (LUAI_UACINT)info.single, (LUAI_UACINT)info.modulus,
                    (LUAI_UACINT)info.phases);
    luaL_addvalue(&b);
    luaL_pushresult(&b);
    return 1;
}

static int to_string(lua_State *L) {
    return lcall_tostring(L, &type, push_text);
}

static const luaL_Reg methods[] = {
    { "winner", winner },
    { "winning_moves", winning_moves },
    { "least_cash", least_cash },
    { "class", class },
    { "check", check },
    { "certificate", certificate },
    { NULL, NULL },
};

static const luaL_Reg meta[] = {
    { "__tostring", to_string },
    { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "phases", phases },
    { "load_phases", load_text },
    { NULL, NULL },
};

void lphases_open(lua_State *L) {
    luaL_setfuncs(L, functions, 0);
    open_type(L, methods, meta, index_of, "phases_methods");
}
