/*
** phases.c - NIM with Cash by phases: one box around a ta_phases, with its numbers as fields
** (classes, single, modulus, from, phases, checked) and its set.
*/
#include <string.h>

#include "takeaway/phases.h"

#define CONDITION phases
#define NAME "takeaway.phases"
#define NOUN "phases"
#define CHECKING LSETTINGS(LFUNCTION("progress", 0))

#include "condition_template.h"

static ta_status phases(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    ta_allocator allocator = lmethod_allocator(call);
    ta_phases_limits limits = TA_PHASES_LIMITS;
    ta_phases *found = NULL;
    (void)object;
    if (a[0].count == 0) return no_members(call);
    if (a[2].n) limits.classes = a[2].n;
    if (a[3].n) limits.values = a[3].n;
    ta_status s = ta_phases_find(&allocator, call, a[0].list, a[0].count, &limits, &found);
    r->made = found;
    return s;
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

/* The phases are added to the list at r->index. */
static ta_status class(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    lcall *c = call->host;
    ta_phases_class *found = r->record;
    ta_status s = ta_phases_class_of(object, call, a[0].n, found);
    for (ta_amount i = 0; !s && i < found->phases; i++) {
        ta_phase phase;
        s = ta_phases_phase(object, call, a[0].n, (size_t)i, &phase);
        if (s) break;
        lua_pushvalue(c->L, r->index);
        s = lcall_push(c, push_phase, &phase, 1);
    }
    return s;
}

static int push_class(lua_State *L, const lanswer *r) {
    const ta_phases_class *found = r->record;
    lpush_record(L, 4);
    lua_insert(L, -2);
    lua_setfield(L, -2, "phases");
    lpush_field(L, "from", found->from);
    lpush_field(L, "modulus", found->modulus);
    lpush_field(L, "k", found->k);
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

static const lmethod methods[] = {
    CONDITION_METHODS,
    { "class", { LNATURAL("m") }, LR_FILLED, .kernel = class, .push = push_class,
      .size = sizeof(ta_phases_class) },
    { "__tostring", .gives = LR_SHOWN, .text = push_text },
    { .name = NULL },
};

static const lmethod functions[] = {
    { "phases", { LLIST("A", set_kind),
      LSETTINGS(LCOUNT("classes"), LCOUNT("values"), LFUNCTION("progress", 0)) }, LR_OBJECT,
      .kernel = phases, .makes = &type },
    { "load_phases", CONDITION_LOADER },
    { .name = NULL },
};

void lphases_open(lua_State *L) {
    lmethod_functions(L, functions);
    open_type(L, methods, index_of, "phases_methods");
}
