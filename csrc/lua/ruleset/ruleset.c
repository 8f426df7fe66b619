/*
** ruleset.c - rulesets in Lua: making them from the functions of the rule, and their queries.
**
** Queries take the position's components last; the front (lua/takeaway/engine/ruleset.lua) gives
** them names and position objects.
*/
#include <stdio.h>
#include <string.h>

#include "lua/base/arg.h"
#include "lua/base/method.h"
#include "lua/base/modules.h"
#include "lua/base/push.h"
#include "ruleset_int.h"
#include "base/mem.h"
#include "engine/option_runs.h"

/* ---- Making ---- */

static void take_function(lua_State *L, int fields, const char *key, int list, int slot) {
    lua_getfield(L, fields, key);
    lua_rawseti(L, list, slot + 1);
}

/* The functions for one kind of position, in slots from `slot` on. */
static void take_rules(lua_State *L, int fields, int partizan, int list, int slot) {
    take_function(L, fields, partizan ? "left" : "options", list, slot + FN_LEFT);
    take_function(L, fields, partizan ? "right" : "options", list, slot + FN_RIGHT);
    take_function(L, fields, "canonical", list, slot + FN_CANONICAL);
    take_function(L, fields, "parts", list, slot + FN_PARTS);
    take_function(L, fields, "nim_value", list, slot + FN_NIM_VALUE);
    take_function(L, fields, "terminal", list, slot + FN_TERMINAL);
    take_function(L, fields, "entails", list, slot + FN_ENTAILS);
    take_function(L, fields, "ordinal_sum", list, slot + FN_ORDINAL_SUM);
}

static void take_closure(lua_State *L, int box, lua_CFunction function, int list, int slot) {
    lua_pushvalue(L, box);
    lua_pushcclosure(L, function, 1);
    lua_rawseti(L, list, slot + 1);
}

static int has(lua_State *L, int list, int slot) {
    int there = lua_rawgeti(L, list, slot + 1) != LUA_TNIL;
    lua_pop(L, 1);
    return there;
}

/* ruleset(fields, names): the front has checked the fields; `names` of the components, or nil. */
static int make(lua_State *L) {
    lcall c;
    lcall_function(&c, L, "ruleset");
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 2);
    ta_allocator a = lcall_allocator(L);
    ludata *box = ludata_push(L, &lruleset_type, 3);
    int self = lua_gettop(L);
    lua_createtable(L, LRULESET_SLOTS, 0);
    int list = lua_gettop(L);
    lua_getfield(L, 1, "left");
    int partizan = !lua_isnil(L, -1);
    lua_pop(L, 1);
    int packed = lua_getfield(L, 1, "packed") == LUA_TTABLE;
    int integers = packed ? lua_gettop(L) : 1;
    take_rules(L, integers, partizan, list, 0);
    take_rules(L, 1, partizan, list, FN_TEXT);
    if (packed) {
        take_function(L, integers, "read", list, FN_READ);
        take_function(L, integers, "show", list, FN_SHOW);
    }
    take_closure(L, self, lrules_emit, list, FN_EMIT);
    lua_pushvalue(L, self);
    lua_pushvalue(L, 2);
    lua_pushcclosure(L, lrules_handler, 2);
    lua_rawseti(L, list, FN_HANDLER + 1);
    lua_newtable(L);
    lua_rawseti(L, list, FN_ANCHORS + 1);
    lua_pushvalue(L, list);
    lua_setiuservalue(L, self, 1);
    lua_getfield(L, 1, "name");
    const char *name = luaL_checkstring(L, -1);

    lrules *r = ta_alloc(&a, 1, sizeof *r);
    if (!r) return lbudget_no_memory(L);
    ludata_own(box, r);
    r->allocator = a;
    r->partizan = partizan;
    r->has_parts = has(L, list, FN_PARTS);
    r->packed = packed;
    r->has_entails = has(L, list, FN_ENTAILS);
    ta_sink_init(&r->found, &r->allocator);
    lnative_init(&r->native, &r->allocator, partizan, r->has_parts);
    for (int fn = 0; fn < LNATIVE_RULES; fn++)
        r->native.rule[fn].there =
            has(L, list, fn) && (fn == FN_RIGHT ? partizan : fn != FN_NIM_VALUE || !partizan);
    for (int fn = FN_LEFT; fn <= FN_RIGHT; fn++) {
        lua_rawgeti(L, list, fn + 1);
        r->direct[fn] = lnative_options(L, -1);
        lua_pop(L, 1);
    }
    if (packed) r->native.rule[FN_PARTS].kind = LRULE_OPTIONS; /* emit names the parts */
    snprintf(r->name, sizeof r->name, "%s", name);
    ta_ruleset rules = { r, partizan, lrules_options, NULL, NULL, NULL, NULL, NULL, NULL, NULL };
    if (has(L, list, FN_ORDINAL_SUM) || has(L, list, FN_TEXT + FN_ORDINAL_SUM))
        rules.ordinal_sum = lrules_ordinal_sum;
    if (has(L, list, FN_CANONICAL)) rules.canonical = lrules_canonical;
    if (r->has_parts) rules.parts = lrules_parts;
    if (has(L, list, FN_NIM_VALUE) && !partizan) rules.nim_value = lrules_nim_value;
    if (has(L, list, FN_TERMINAL)) rules.terminal = lrules_terminal;
    if (r->packed) rules.text = lrules_text;
    if (r->has_entails) rules.entails = lrules_entails;
    lcall_begin(&c);
    ta_status s = ta_solver_create(&a, &c.call, &rules, &r->solver);
    if (s) return lcall_fail(&c, s);
    ta_solver_set_row_rule(r->solver, partizan ? NULL : lrules_rows);
    lcall_end(&c);
    lua_settop(L, self);
    return 1;
}

/* ---- Queries ---- */

/* Enter with the rule's functions on the stack. */
static void enter(lcall *c) {
    lruleset_begin(c);
}

static ta_solver *solver_of(void *object) {
    const lrules *r = object;
    return r->solver;
}

LKERNEL(outcome, ta_solver_outcome(solver_of(object), call, a[1].position, a[0].n != 0,
                                   &r->outcome))
LKERNEL(entailed, ta_solver_entailed(solver_of(object), call, a[0].position, &r->truth))
LKERNEL(followers, ta_solver_followers(solver_of(object), call, a[0].position, &r->amount))
LKERNEL(remoteness, ta_solver_remoteness(solver_of(object), call, a[2].position,
                                         (ta_player)a[0].n, a[1].n != 0, &r->amount))

typedef struct reach {
    const ta_amount *values;
    size_t count;
} reach;

static int push_reach(lua_State *L, const void *results) {
    const reach *r = results;
    lpush_amounts(L, r->values, r->count);
    return 1;
}

/* Push "sunny", an integer, or the list of a set. The field all_but marks the complement of the
** list. */
static int push_entailing(lua_State *L, const void *results) {
    const ta_entailing *value = results;
    if (value->kind == TA_NUMBER) lua_pushinteger(L, value->number);
    else if (value->kind == TA_SUNNY) lua_pushliteral(L, "sunny");
    else {
        lpush_amounts(L, value->values, value->count);
        lua_pushboolean(L, value->all_but);
        lua_setfield(L, -2, "all_but");
    }
    return 1;
}

/* An integer, or the list K of inf(K); with entailing moves as described above. */
static int nim_value(lcall *c, const lgiven *a) {
    const ta_position *p = a[0].position;
    const lrules *r = lruleset_begin(c);
    if (r->has_entails) {
        ta_entailing e;
        ta_status fail = ta_solver_entailing(r->solver, &c->call, p, &e);
        return fail ? lcall_fail(c, fail) : lcall_give(c, push_entailing, &e);
    }
    ta_amount value;
    reach found;
    ta_status s = ta_solver_nim_value(r->solver, &c->call, p, &value);
    if (!s && value == TA_INF)
        s = ta_solver_nim_reach(r->solver, &c->call, p, &found.values, &found.count);
    if (s) return lcall_fail(c, s);
    if (value == TA_INF) return lcall_give(c, push_reach, &found);
    lcall_end(c);
    lua_pushinteger(c->L, value);
    return 1;
}

static ta_status keep(void *ctx, ta_call *call, uint32_t number, const ta_position *position,
                      const ta_options *left, const ta_options *right) {
    (void)number;
    (void)left;
    (void)right;
    return ta_sink_emit(ctx, call, position);
}

static int push_found(lua_State *L, const void *results) {
    const ta_sink *found = results;
    lpush_list(L, (int)found->count);
    for (size_t i = 0, at = 0; i < found->count; i++) {
        ta_position p;
        at = ta_sink_read(found, at, &p);
        lposition_push(L, &p);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* Leave the core with the positions found, as text if they are packed. */
static int give_found(lcall *c, const lrules *r, ta_status s) {
    int show = r->slot + FN_SHOW, packed = r->packed;
    if (s) return lcall_fail(c, s);
    int results = lcall_give(c, push_found, &r->found);
    if (packed) lposition_show(c->L, show);
    return results;
}

/* options(player, winning, ...): winning nil: all options; 0: winning in normal play; 1: in misere
** play. */
static int options(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &lruleset_type, lua_isnil(L, 3) ? "options" : "winning_moves");
    ta_player player = (ta_player)larg_integer(&c, 2, "player", 0, 1);
    int winning = lua_isnil(L, 3) ? -1 : (int)larg_integer(&c, 3, "winning", 0, 1);
    int64_t room[TA_COMPONENTS];
    ta_position p;
    lposition_check(&c, 1, 4, lua_gettop(L), room, &p);
    lrules *r = lruleset_begin(&c);
    ta_sink_empty(&r->found);
    ta_status s = ta_solver_options(r->solver, &c.call, &p, player, winning, keep, &r->found);
    return give_found(&c, r, s);
}

/* canonical(...) and parts(...): the rule's result, checked. */
static int call_alone(lcall *c, const ta_position *p, int is_parts) {
    lrules *r = lruleset_begin(c);
    ta_sink_empty(&r->found);
    int there = !lua_isnil(c->L, r->slot + (is_parts ? FN_PARTS : FN_CANONICAL));
    ta_status s = !there     ? ta_sink_emit(&r->found, &c->call, p)
                  : is_parts ? lrules_parts(r, &c->call, p, &r->found)
                             : lrules_canonical(r, &c->call, p, &r->found);
    return give_found(c, r, s);
}

static int parts(lcall *c, const lgiven *a) {
    return call_alone(c, a[0].position, 1);
}

static int canonical(lcall *c, const lgiven *a) {
    return call_alone(c, a[0].position, 0);
}

/* ---- Housekeeping ---- */

static int limit(lua_State *L) {
    lcall c;
    ta_limits limits;
    lcall_method(&c, L, &lruleset_type, "limit");
    lruleset_limits(&c, 2, &limits);
    lcall_begin(&c);
    lruleset_limit(c.box, c.object, &limits);
    lcall_end(&c);
    return 0;
}

static int progress(lua_State *L) {
    ludata_check(L, 1, &lruleset_type, "progress");
    lua_settop(L, 2);
    ludata_hear(L, 1);
    return 0;
}

LPLAIN(clear, lruleset_forget(object))

static ta_status statistics(void *object, ta_call *call, const lgiven *a, lanswer *answer) {
    const lrules *r = object;
    ta_statistics *t = answer->record;
    (void)call, (void)a;
    ta_solver_statistics(r->solver, t);
    t->bytes += ta_store_column_bytes(r->column);
    return TA_OK;
}

static int push_statistics(lua_State *L, const lanswer *r) {
    lruleset_push_statistics(L, r->record);
    return 1;
}

/* ---- Method tables ---- */

static const lmethod methods[] = {
    { "outcome", { LVALUE("misere", "true or false"), LPOSITION }, LR_OUTCOME, .kernel = outcome,
      .enter = enter },
    { "nim_value", { LPOSITION }, LR_INTEGER, .body = nim_value },
    { "entailed", { LPOSITION }, LR_BOOLEAN, .kernel = entailed, .call = "entails",
      .enter = enter },
    { "remoteness", { LINTEGER("player", 0, 1), LVALUE("misere", "true or false"), LPOSITION },
      LR_AMOUNT, .kernel = remoteness, .enter = enter },
    { "grid", .hand = lruleset_grid },
    { "fill", .hand = lruleset_fill },
    { "followers", { LPOSITION }, LR_INTEGER, .kernel = followers, .enter = enter },
    { "options", .hand = options },
    { "parts", { LPOSITION }, LR_LIST, .body = parts },
    { "canonical", { LPOSITION }, LR_LIST, .body = canonical },
    { "limit", .hand = limit },
    { "progress", .hand = progress },
    { "clear", .gives = LR_NOTHING, .kernel = clear },
    { "statistics", .gives = LR_RECORD, .kernel = statistics, .push = push_statistics,
      .size = sizeof(ta_statistics), .shared = 1 },
    { "native", .hand = lruleset_native },
    { "compiled", .hand = lruleset_compiled },
    { "listing", .hand = lruleset_listing },
    { "canonical_form", .hand = lruleset_canonical_form },
    { "canonical_form_within", .hand = lruleset_canonical_form_within },
    { "known_canonical_form", .hand = lruleset_known_canonical_form },
    { "misere_canonical_form", .hand = lruleset_misere_canonical_form },
    { .name = NULL },
};

static const lmethod functions[] = {
    { "ruleset", .hand = make },
    { .name = NULL },
};

void lruleset_open(lua_State *L) {
    lmethod_register(L, &lruleset_type, methods);
    lmethod_functions(L, functions);
}
