/*
** ruleset.c - the ruleset box: a solver, the functions of the rule, its questions.
**
** Questions take the position's components last; the front (lua/takeaway/ruleset.lua)
** gives them names and position objects.
*/
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arg.h"
#include "ruleset_int.h"
#include "base/mem.h"

static void destroy(void *object) {
    lrules *r = object;
    ta_allocator a = r->allocator;
    ta_solver_destroy(r->solver);
    ta_value_column_destroy(r->column);
    ta_sink_clear(&r->found);
    ta_free(&a, r, 1, sizeof *r);
}

const lbox_type lruleset_type = { "takeaway.ruleset", "ruleset", destroy, 1 };

lrules *lruleset_check(lua_State *L, int index, const char *call) {
    lbox *box = lbox_check(L, index, &lruleset_type, call);
    if (box->busy)
        lraise(L,
               "%s: this ruleset is being solved; a rule cannot ask the engine about its own game",
               call);
    return box->object;
}

void lruleset_enter(lua_State *L, int index) {
    lbox *box = lua_touserdata(L, index);
    lrules *r = box->object;
    luaL_checkstack(L, LRULESET_SLOTS + 24, "ruleset");
    lua_getiuservalue(L, index, 1);
    int list = lua_gettop(L);
    for (int i = 0; i < LRULESET_SLOTS; i++) lua_rawgeti(L, list, i + 1);
    lua_remove(L, list);
    r->slot = list;
}

void lruleset_busy(lrules *r, int change) {
    r->box->busy += change;
}

ta_solver *lruleset_solver(lrules *r) {
    return r->solver;
}

int lruleset_partizan(const lrules *r) {
    return r->partizan;
}

/* ---- Making ---- */

static void take_function(lua_State *L, int fields, const char *key, int list, int slot) {
    lua_getfield(L, fields, key);
    lua_rawseti(L, list, slot + 1);
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

/* ruleset(fields): fields were looked over by the front. */
static int make(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    ta_allocator a = lcall_allocator(L);
    lbox *box = lbox_push(L, &lruleset_type, 2);
    int self = lua_gettop(L);
    lua_createtable(L, LRULESET_SLOTS, 0);
    int list = lua_gettop(L);
    lua_getfield(L, 1, "left");
    int partizan = !lua_isnil(L, -1);
    lua_pop(L, 1);
    take_function(L, 1, partizan ? "left" : "options", list, FN_LEFT);
    take_function(L, 1, partizan ? "right" : "options", list, FN_RIGHT);
    take_function(L, 1, "canonical", list, FN_CANONICAL);
    take_function(L, 1, "parts", list, FN_PARTS);
    take_function(L, 1, "nim_value", list, FN_NIM_VALUE);
    take_closure(L, self, lrules_emit, list, FN_EMIT);
    take_closure(L, self, lrules_handler, list, FN_HANDLER);
    lua_pushvalue(L, list);
    lua_setiuservalue(L, self, 1);
    lua_getfield(L, 1, "name");
    const char *name = luaL_checkstring(L, -1);

    lrules *r = ta_alloc(&a, 1, sizeof *r);
    if (!r) return lraise(L, "not enough memory");
    box->object = r;
    r->allocator = a;
    r->box = box;
    r->partizan = partizan;
    r->has_parts = has(L, list, FN_PARTS);
    ta_sink_init(&r->found, &r->allocator);
    snprintf(r->name, sizeof r->name, "%s", name);
    ta_ruleset rules = { r, partizan, lrules_options, NULL, NULL, NULL, NULL, NULL };
    if (has(L, list, FN_CANONICAL)) rules.canonical = lrules_canonical;
    if (r->has_parts) rules.parts = lrules_parts;
    if (has(L, list, FN_NIM_VALUE) && !partizan) rules.nim_value = lrules_nim_value;
    lcall c;
    lcall_begin_shared(&c, L, NULL, "ruleset");
    ta_status s = ta_solver_create(&a, &c.call, &rules, &r->solver);
    if (s) return lcall_fail(&c, s);
    lua_settop(L, self);
    return 1;
}

/* ---- Questions ---- */

/* Arguments are checked; put the functions on the stack and enter. */
void lruleset_begin(lcall *c, lua_State *L, lrules *r, const char *call) {
    lruleset_enter(L, 1);
    lcall_begin(c, L, r->box, call);
    if (r->has_progress) lcall_progress(c, r->slot + FN_PROGRESS);
}

static ta_player player_of(lua_State *L, int index, const char *call) {
    return (ta_player)larg_integer(L, index, call, "player", 0, 1);
}

static int box_outcome(lua_State *L) {
    lrules *r = lruleset_check(L, 1, "outcome");
    int misere = lua_toboolean(L, 2);
    int64_t room[TA_COMPONENTS];
    ta_position p;
    lposition_check(L, 3, lua_gettop(L), "outcome", room, &p);
    lcall c;
    lruleset_begin(&c, L, r, "outcome");
    ta_outcome outcome;
    ta_status s = ta_solver_outcome(r->solver, &c.call, &p, misere, &outcome);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    char text = (char)outcome;
    lua_pushlstring(L, &text, 1);
    return 1;
}

/* A question with a number for an answer. */
static int ask_amount(lua_State *L, const char *name,
                      ta_status (*ask)(ta_solver *, ta_call *, const ta_position *, ta_amount *)) {
    lrules *r = lruleset_check(L, 1, name);
    int64_t room[TA_COMPONENTS];
    ta_position p;
    lposition_check(L, 2, lua_gettop(L), name, room, &p);
    lcall c;
    lruleset_begin(&c, L, r, name);
    ta_amount value;
    ta_status s = ask(r->solver, &c.call, &p, &value);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushinteger(L, value);
    return 1;
}

static int box_nim_value(lua_State *L) {
    return ask_amount(L, "nim_value", ta_solver_nim_value);
}

static int box_followers(lua_State *L) {
    return ask_amount(L, "followers", ta_solver_followers);
}

static int box_remoteness(lua_State *L) {
    lrules *r = lruleset_check(L, 1, "remoteness");
    ta_player player = player_of(L, 2, "remoteness");
    int misere = lua_toboolean(L, 3);
    int64_t room[TA_COMPONENTS];
    ta_position p;
    lposition_check(L, 4, lua_gettop(L), "remoteness", room, &p);
    lcall c;
    lruleset_begin(&c, L, r, "remoteness");
    ta_amount moves;
    ta_status s = ta_solver_remoteness(r->solver, &c.call, &p, player, misere, &moves);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushinteger(L, moves);
    return 1;
}

static ta_status keep(void *ctx, ta_call *call, uint32_t number, const ta_position *position,
                      const ta_options *left, const ta_options *right) {
    (void)number;
    (void)left;
    (void)right;
    return ta_sink_emit(ctx, call, position);
}

static int push_found(lua_State *L, const ta_sink *found) {
    lpush_list(L, (int)found->count);
    for (size_t i = 0, at = 0; i < found->count; i++) {
        ta_position p;
        at = ta_sink_read(found, at, &p);
        lposition_push(L, &p);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* options(player, winning, ...): winning nil: all; 0 normal, 1 misere. */
static int box_options(lua_State *L) {
    lrules *r = lruleset_check(L, 1, "options");
    ta_player player = player_of(L, 2, "options");
    int winning = lua_isnil(L, 3) ? -1 : (int)larg_integer(L, 3, "options", "winning", 0, 1);
    int64_t room[TA_COMPONENTS];
    ta_position p;
    lposition_check(L, 4, lua_gettop(L), "options", room, &p);
    lcall c;
    ta_sink_empty(&r->found);
    lruleset_begin(&c, L, r, winning < 0 ? "options" : "winning_moves");
    ta_status s = ta_solver_options(r->solver, &c.call, &p, player, winning, keep, &r->found);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    return push_found(L, &r->found);
}

/* canonical(...) and parts(...): what the rule says, checked. */
static int call_alone(lua_State *L, int parts) {
    const char *name = parts ? "parts" : "canonical";
    lrules *r = lruleset_check(L, 1, name);
    int64_t room[TA_COMPONENTS];
    ta_position p;
    lposition_check(L, 2, lua_gettop(L), name, room, &p);
    lcall c;
    ta_sink_empty(&r->found);
    lruleset_begin(&c, L, r, name);
    int there = !lua_isnil(L, r->slot + (parts ? FN_PARTS : FN_CANONICAL));
    ta_status s = !there  ? ta_sink_emit(&r->found, &c.call, &p)
                  : parts ? lrules_parts(r, &c.call, &p, &r->found)
                          : lrules_canonical(r, &c.call, &p, &r->found);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    return push_found(L, &r->found);
}

static int box_parts(lua_State *L) {
    return call_alone(L, 1);
}

static int box_canonical(lua_State *L) {
    return call_alone(L, 0);
}

/* ---- Housekeeping ---- */

void lruleset_limits(lua_State *L, int index, const char *call, ta_limits *limits) {
    limits->positions = larg_opt_integer(L, index, call, "limit", 0, TA_MAX, 0);
    limits->bytes = (double)larg_opt_integer(L, index + 1, call, "memory", 0, TA_MAX, 0);
    limits->seconds = luaL_optnumber(L, index + 2, 0);
}

static int box_limit(lua_State *L) {
    lrules *r = lruleset_check(L, 1, "limit");
    ta_limits limits;
    lruleset_limits(L, 2, "limit", &limits);
    ta_solver_limit(r->solver, &limits);
    return 0;
}

static int box_progress(lua_State *L) {
    lrules *r = lruleset_check(L, 1, "progress");
    lua_settop(L, 2);
    lua_getiuservalue(L, 1, 1);
    lua_pushvalue(L, 2);
    lua_rawseti(L, -2, FN_PROGRESS + 1);
    r->has_progress = !lua_isnil(L, 2);
    return 0;
}

static int box_clear(lua_State *L) {
    lrules *r = lruleset_check(L, 1, "clear");
    lruleset_forget(r);
    ta_sink_clear(&r->found);
    return 0;
}

void lruleset_push_statistics(lua_State *L, const ta_statistics *t) {
    lpush_record(L, 4);
    lpush_field(L, "positions", t->positions);
    lpush_field(L, "rule_calls", t->rule_calls);
    lpush_field(L, "depth", t->depth);
    lpush_field(L, "bytes", (ta_amount)t->bytes);
}

static int box_statistics(lua_State *L) {
    lbox *box = lbox_check(L, 1, &lruleset_type, "statistics");
    const lrules *r = box->object;
    ta_statistics t;
    ta_solver_statistics(r->solver, &t);
    t.bytes += ta_value_column_bytes(r->column);
    lruleset_push_statistics(L, &t);
    return 1;
}

static const luaL_Reg methods[] = {
    { "outcome", box_outcome },
    { "nim_value", box_nim_value },
    { "remoteness", box_remoteness },
    { "followers", box_followers },
    { "options", box_options },
    { "parts", box_parts },
    { "canonical", box_canonical },
    { "limit", box_limit },
    { "progress", box_progress },
    { "clear", box_clear },
    { "statistics", box_statistics },
    { "canonical_form", lruleset_canonical_form },
    { "known_canonical_form", lruleset_known_canonical_form },
    { NULL, NULL },
};

/* is_terminal(): does standard error go to a terminal? */
static int is_terminal(lua_State *L) {
    lua_pushboolean(L, isatty(2));
    return 1;
}

static const luaL_Reg functions[] = {
    { "ruleset", make },
    { "is_terminal", is_terminal },
    { NULL, NULL },
};

void lruleset_open(lua_State *L) {
    lbox_register(L, &lruleset_type, methods, NULL);
    luaL_setfuncs(L, functions, 0);
}
