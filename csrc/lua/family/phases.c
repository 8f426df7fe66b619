/*
** phases.c - NIM with Cash by phases: one box around a ta_phases, with its numbers as fields
** (classes, single, modulus, from, phases, checked) and its set.
*/
#include <stddef.h>

#include "lua/base/method.h"
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
#define FINDING LSETTINGS(LCOUNT("classes"), LCOUNT("values"), LFUNCTION("progress", 0))
#define CHECKING LSETTINGS(LFUNCTION("progress", 0))
static const struct {
    const char *name;
    size_t at;
} fields[] = { { "classes", offsetof(ta_phases_info, classes) },
               { "single", offsetof(ta_phases_info, single) },
               { "modulus", offsetof(ta_phases_info, modulus) },
               { "phases", offsetof(ta_phases_info, phases) },
               { "from", offsetof(ta_phases_info, from) } };

static void limits_of(const lgiven *settings, ta_phases_limits *limits) {
    if (settings[0].n) limits->classes = settings[0].n;
    if (settings[1].n) limits->values = settings[1].n;
}

#include "condition_template.h"

/* Append the phase to the list at 1. */
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

/* Append the phases to the list at r->index. */
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

static const lmethod methods[] = {
    CONDITION_METHODS,
    { "class", { LNATURAL("m") }, LR_FILLED, .kernel = class, .push = push_class,
      .size = sizeof(ta_phases_class) },
    { .name = NULL },
};

void lphases_open(lua_State *L) {
    open_type(L, methods);
}
