/*
** ruleset_box.c - the box of a ruleset, and what all its calls share: entering it with the rule's
** functions on the stack, forgetting, limits and statistics.
*/
#include "lua/base/arg.h"
#include "lua/base/push.h"
#include "ruleset_int.h"
#include "base/mem.h"

static void destroy(void *object) {
    lrules *r = object;
    ta_allocator a = r->allocator;
    ta_solver_destroy(r->solver);
    ta_store_column_destroy(r->column);
    ta_sink_clear(&r->found);
    lnative_clear(&r->native);
    ta_free(&a, r, 1, sizeof *r);
}

const ludata_type lruleset_type = {
    "takeaway.ruleset",
    "ruleset",
    destroy,
    .closable = 1,
    .progress = 3,
    .in_use = "being solved; a rule cannot ask the engine about its own game",
};

int lruleset_push_functions(lua_State *L, int index) {
    luaL_checkstack(L, LRULESET_SLOTS + TA_COMPONENTS + 24, "ruleset");
    lua_getiuservalue(L, index, 1);
    int list = lua_gettop(L);
    for (int i = 0; i < LRULESET_SLOTS; i++) lua_rawgeti(L, list, i + 1);
    lua_remove(L, list);
    return list;
}

/* Set the solver's limits on positions and depth from the budget in force. The call checks clock
** and memory. */
static void keep_to(lrules *r, const lbudget *b) {
    ta_limits now = r->limits;
    if (b) {
        now.positions = b->positions;
        now.depth = b->depth;
    }
    ta_solver_limit(r->solver, &now);
}

void lruleset_limit(ludata *box, lrules *r, const ta_limits *limits) {
    r->limits = *limits;
    ludata_limit(box, limits);
}

void lruleset_at(const ludata *box, ta_call *call, int slot) {
    lrules *r = ludata_object(box);
    r->slot = slot;
    r->native.question++;
    r->call = call;
    const lcall *c = call->host;
    keep_to(r, c->state->top);
}

ta_solver *lruleset_solver(const ludata *box) {
    const lrules *r = ludata_object(box);
    return r->solver;
}

lrules *lruleset_begin(lcall *c) {
    int slot = lruleset_push_functions(c->L, 1);
    lcall_begin(c);
    lrules *r = c->object;
    r->slot = slot;
    r->native.question++;
    r->call = &c->call;
    keep_to(r, c->state->top);
    return r;
}

void lruleset_forget(lrules *r) {
    ta_solver_clear(r->solver);
    ta_store_column_destroy(r->column);
    r->column = NULL;
    ta_sink_clear(&r->found);
}

/* ---- Limits and statistics ---- */

void lruleset_limits(lcall *c, int index, ta_limits *limits) {
    limits->positions = larg_opt_integer(c, index, "limit", 0, TA_MAX, 0);
    limits->bytes = (double)larg_opt_integer(c, index + 1, "memory", 0, TA_MAX, 0);
    limits->seconds = luaL_optnumber(c->L, index + 2, 0);
    limits->depth = larg_opt_integer(c, index + 3, "depth", 0, TA_MAX, 0);
}

void lruleset_push_statistics(lua_State *L, const ta_statistics *t) {
    lpush_record(L, 4);
    lpush_field(L, "positions", t->positions);
    lpush_field(L, "rule_calls", t->rule_calls);
    lpush_field(L, "depth", t->depth);
    lpush_field(L, "bytes", (ta_amount)t->bytes);
}
