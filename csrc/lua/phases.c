/*
** phases.c - NIM with Cash by phases: one box around a ta_phases, with its numbers as fields
** (classes, single, modulus, from, phases, checked) and its set.
*/
#include <stddef.h>

#include "arg.h"
#include "takeaway/phases.h"

#define CONDITION phases
#define NOUN "phases"
#define INFO ta_phases_info
#define INFO_OF ta_phases_info_of
#define LIMITS ta_phases_limits
#define LIMITS_ALONE TA_PHASES_LIMITS
#define LOAD "load_phases"
#define SHOWN "%I classes and %I single m, modulus %I, %I phases"
#define PROVED "n, d, e"
static const char *const finding[] = { "classes", "values", "progress", NULL };
static const char *const checking[] = { "progress", NULL };
static const struct {
    const char *name;
    size_t at;
} fields[] = { { "classes", offsetof(ta_phases_info, classes) },
               { "single", offsetof(ta_phases_info, single) },
               { "modulus", offsetof(ta_phases_info, modulus) },
               { "phases", offsetof(ta_phases_info, phases) },
               { "from", offsetof(ta_phases_info, from) } };

static void limits_of(lcall *c, ta_phases_limits *limits) {
    limits->classes = larg_field_integer(c, 2, "classes", 1, TA_MAX, limits->classes);
    limits->values = larg_field_integer(c, 2, "values", 1, TA_MAX, limits->values);
}

#include "condition_template.h"

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

static const luaL_Reg methods[] = {
    { "winner", winner },
    { "winning_moves", winning_moves },
    { "least_cash", least_cash },
    { "class", class },
    { "check", check },
    { "certificate", certificate },
    { NULL, NULL },
};

void lphases_open(lua_State *L) {
    open_type(L, methods);
}
