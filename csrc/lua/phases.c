/*
** phases.c - NIM with Cash by phases: one box around a ta_phases, with its numbers as fields (classes, single, modulus,
** from, phases, checked) and its set.
*/
#include <string.h>

#include "arg.h"
#include "list.h"
#include "modules.h"
#include "push.h"
#include "takeaway/phases.h"

static void destroy(void *object) {
    ta_phases_destroy(object);
}

static const lbox_type type = {
    "takeaway.phases",
    "phases",
    destroy,
    .closable = 0,
};

/* ---- Making ---- */

static const llist_kind set_kind = { "a list of positive integers", .lo = 1, .hi = TA_MAX,
                                     .most = 4096 };

static int phases(lua_State *L) {
    static const char *const known[] = { "classes", "values", "progress", NULL };
    static const ta_phases_limits limits_default = TA_PHASES_LIMITS;
    ta_phases_limits limits = limits_default;
    size_t count;
    lcall c;
    lcall_function(&c, L, "phases");
    lua_settop(L, 2);
    const ta_amount *set = llist_integers(&c, 1, "A", &set_kind, &count);
    if (count == 0) larg_error(&c, 1, "A", "a list of positive integers, not an empty one");
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

static int load_phases(lua_State *L) {
    lcall c;
    lcall_function(&c, L, "load_certificate");
    if (lua_type(L, 1) != LUA_TSTRING) larg_error(&c, 1, "text", "the text of a certificate");
    size_t length;
    const char *text = lua_tolstring(L, 1, &length);
    lbox *box = lbox_push(L, &type, 0);
    ta_allocator a = lcall_allocator(L);
    ta_phases *loaded;
    lcall_begin(&c);
    ta_status s = ta_phases_load(&a, &c.call, text, length, &loaded);
    if (s) return lcall_fail(&c, s);
    lbox_own(box, loaded);
    lcall_end(&c);
    return 1;
}

/* ---- Asking ---- */

static int winner(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "winner");
    ta_amount n = larg_integer(&c, 2, "n", 0, TA_MAX);
    ta_amount d = larg_amount(&c, 3, "d", 0);
    ta_amount e = larg_amount(&c, 4, "e", 0);
    int mover;
    lcall_begin(&c);
    ta_status s = ta_phases_winner(c.object, &c.call, n, d, e, &mover);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushstring(L, mover ? "I" : "II");
    return 1;
}

static int least_cash(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "least_cash");
    ta_amount n = larg_integer(&c, 2, "n", 0, TA_MAX);
    ta_amount e = larg_amount(&c, 3, "e", 0), least;
    lcall_begin(&c);
    ta_status s = ta_phases_least_cash(c.object, &c.call, n, e, &least);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_amount(L, least);
    return 1;
}

static int winning_moves(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "winning_moves");
    ta_amount n = larg_integer(&c, 2, "n", 0, TA_MAX);
    ta_amount d = larg_amount(&c, 3, "d", 0);
    ta_amount e = larg_amount(&c, 4, "e", 0);
    ta_amount moves[64];
    size_t count;
    lcall_begin(&c);
    ta_status s = ta_phases_moves(c.object, &c.call, n, d, e, moves, &count);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_amounts(L, moves, count);
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

static int check(lua_State *L) {
    static const char *const known[] = { "progress", NULL };
    lcall c;
    lcall_method(&c, L, &type, "check");
    lua_settop(L, 2);
    larg_settings(&c, 2, known);
    larg_push_function(&c, 2, "progress");
    int holds;
    lcall_progress(&c, 3);
    lcall_begin(&c);
    ta_status s = ta_phases_check(c.object, &c.call, &holds);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushboolean(L, holds);
    if (holds) return 1;
    lua_pushstring(L, c.call.message);
    return 2;
}

/* ---- Looking inside ---- */

static int push_certificate(lua_State *L, const void *object) {
    size_t length = ta_phases_text(object, NULL, 0);
    luaL_Buffer b;
    char *to = luaL_buffinitsize(L, &b, length + 1);
    ta_phases_text(object, to, length + 1);
    luaL_pushresultsize(&b, length);
    return 1;
}

static int certificate(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "certificate");
    lcall_begin_shared(&c);
    return lcall_give(&c, push_certificate, c.object);
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
    luaL_addstring(&b, "phases of NIM with Cash {");
    for (size_t i = 0; i < info.set_count; i++) {
        if (i) luaL_addchar(&b, ',');
        lua_pushinteger(L, info.set[i]);
        luaL_addvalue(&b);
    }
    lua_pushfstring(L, "}, %s, %I classes and %I single m, modulus %I, %I phases",
                    info.checked ? "proved for all n, d, e" : "not checked",
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
    { "load_phases", load_phases },
    { NULL, NULL },
};

void lphases_open(lua_State *L) {
    lbox_register(L, &type, methods, meta);
    luaL_setfuncs(L, functions, 0);
    luaL_getmetatable(L, type.name);
    lua_getfield(L, -1, "__index");
    lua_pushvalue(L, -1);
    lua_setfield(L, -4, "phases_methods"); /* the Lua front adds what is text */
    lua_pushcclosure(L, index_of, 1);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
}
