/*
** cash.c - NIM with Cash for Lua: one box a game, one function a call.
*/
#include "lua/base/method.h"
#include "lua/base/modules.h"
#include "lua/base/push.h"
#include "base/status.h"
#include "takeaway/cash.h"

static void destroy(void *object) {
    ta_cash_destroy(object);
}

static const ludata_type cash_type = {
    "takeaway.cash", "NIM with Cash game", destroy, .closable = 1, .progress = 1,
};

/* ---- Making ---- */

static const llist_kind members_kind = { "a list of integers, such as {1, 3, 4}", .lo = 1,
                                         .hi = TA_CASH_LARGEST, .most = 100000 };

static ta_status cash(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    ta_allocator allocator = lmethod_allocator(call);
    ta_cash *game = NULL;
    (void)object;
    if (a[0].count == 0)
        return ta_fail(call, TA_EINVAL,
                       "A: expected at least one positive integer, got an empty list");
    ta_status s = ta_cash_create(&allocator, call, a[0].list, a[0].count, a[2].n, (double)a[3].n,
                                 &game);
    r->made = game;
    return s;
}

/* ---- Members ---- */

static int push_text(lua_State *L, const void *game) {
    size_t count;
    const int32_t *members = ta_cash_members(game, &count);
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    luaL_addstring(&b, "NIM with Cash, A = {");
    for (size_t i = 0; i < count; i++) {
        lua_pushfstring(L, i ? ", %I" : "%I", (LUAI_UACINT)members[i]);
        luaL_addvalue(&b);
    }
    luaL_addstring(&b, "}");
    luaL_pushresult(&b);
    return 1;
}

static int push_members(lua_State *L, const lanswer *r) {
    size_t count;
    const int32_t *members = ta_cash_members(r->object, &count);
    lpush_list(L, (int)count);
    for (size_t i = 0; i < count; i++) {
        lua_pushinteger(L, members[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

LPLAIN(members, 0)

/* ---- Exact evaluation ---- */

LKERNEL(winner, ta_cash_winner(object, call, a[0].n, a[1].n, a[2].n, &r->truth))
LKERNEL(winning_moves, ta_cash_moves(object, call, a[0].n, a[1].n, a[2].n, r->record, &r->size))
LKERNEL(least_cash, ta_cash_least(object, call, a[0].n, a[1].n, &r->amount))
LKERNEL(count_wins, ta_cash_count(object, call, a[0].n, &r->amount))

static ta_status frontier(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    ta_amount n = a[0].n, last = -1, s_n = 0;
    ta_status s = ta_cash_solve(object, call, n);
    for (ta_amount e = 0; e <= n && !s; e++) {
        s = ta_cash_least(object, call, n, e, &s_n);
        if (s || s_n == last) continue;
        last = s_n;
        s = lbuffer_add(r->list, call, e);
        if (!s) s = lbuffer_add(r->list, call, s_n);
    }
    return s;
}

static int push_frontier(lua_State *L, const lanswer *r) {
    lpush_list(L, 0);
    for (size_t i = 0; i < r->list->count; i += 2) {
        lpush_record(L, 2);
        lpush_field(L, "e", r->list->items[i]);
        lpush_field(L, "d", r->list->items[i + 1]);
        lua_rawseti(L, -2, (lua_Integer)(i / 2) + 1);
    }
    return 1;
}

/* ---- Thresholds ---- */

LKERNEL(rich, ta_cash_rich(object, call, a[0].n, r->pair))
LKERNEL(exact_rich, ta_cash_exact_rich(object, call, a[0].n, r->pair))
LPLAIN(poor, ta_cash_poor(object, a[0].n, r->pair))
LKERNEL(normal_winner, ta_cash_normal(object, call, a[0].n, &r->truth))
LKERNEL(classify, ta_cash_classify(object, call, a[0].n, a[1].n, a[2].n, r->record))

static const char *purse_name(char purse) {
    return purse == 'r' ? "rich" : purse == 'p' ? "poor" : "middle";
}

static int push_class(lua_State *L, const lanswer *r) {
    const ta_cash_class *k = r->record;
    lpush_record(L, 5);
    lua_pushstring(L, k->first ? "I" : "II");
    lua_setfield(L, -2, "winner");
    lua_pushstring(L, purse_name(k->purse[0]));
    lua_setfield(L, -2, "I");
    lua_pushstring(L, purse_name(k->purse[1]));
    lua_setfield(L, -2, "II");
    lua_pushboolean(L, k->critical);
    lua_setfield(L, -2, "critical");
    lua_pushstring(L, k->by);
    lua_setfield(L, -2, "by");
    return 1;
}

/* ---- Forms ---- */

/* Push {[0] = values[0], ...}, `count` of them. */
static void push_residues(lua_State *L, const int64_t *values, ta_amount count) {
    lpush_list(L, (int)count);
    for (ta_amount i = 0; i < count; i++) {
        lua_pushinteger(L, values[i]);
        lua_rawseti(L, -2, i);
    }
}

LKERNEL(asymptotics, ta_cash_asymptotics(object, call, a[0].n, r->record))
LKERNEL(cash_period, ta_cash_periodicity(object, call, a[0].n, r->record))

static int push_asymptotics(lua_State *L, const lanswer *r) {
    const ta_cash_asym *asym = r->record;
    lpush_record(L, 6);
    lpush_field(L, "modulus", asym->modulus);
    lpush_field(L, "preperiod", asym->preperiod);
    lpush_field(L, "window", asym->window);
    push_residues(L, asym->slope[0], asym->modulus);
    lua_setfield(L, -2, "slope1");
    push_residues(L, asym->slope[1], asym->modulus);
    lua_setfield(L, -2, "slope2");
    return 1;
}

/* Push {[0] = {[a] = c(0, a), ...}, ...}. */
static void push_changes(lua_State *L, const lanswer *r, const int64_t *c) {
    const ta_cash_period *p = r->record;
    size_t count;
    const int32_t *a = ta_cash_members(r->object, &count);
    lpush_list(L, (int)p->period);
    for (ta_amount i = 0; i < p->period; i++) {
        lpush_list(L, 0);
        for (size_t j = 0; j < count; j++) {
            lua_pushinteger(L, c[(size_t)i * count + j]);
            lua_rawseti(L, -2, a[j]);
        }
        lua_rawseti(L, -2, i);
    }
}

static int push_period(lua_State *L, const lanswer *r) {
    const ta_cash_period *p = r->record;
    lpush_record(L, 4);
    lpush_field(L, "period", p->period);
    lpush_field(L, "offset", p->offset);
    push_changes(L, r, p->c[0]);
    lua_setfield(L, -2, "c1");
    push_changes(L, r, p->c[1]);
    lua_setfield(L, -2, "c2");
    return 1;
}

/* When the form is refuted, the position that refutes it follows the failure. */
static int closed_form(lcall *c, const lgiven *a) {
    lua_State *L = c->L;
    ta_cash_theorem t;
    ta_amount bad[3] = { -1, 0, 0 };
    (void)a;
    lcall_begin(c);
    ta_status s = ta_cash_closed_form(c->object, &c->call, &t, bad);
    if (s) {
        int results = lcall_fail(c, s);
        if (s != TA_EUNSUPPORTED || bad[0] < 0) return results;
        lpush_record(L, 3);
        lpush_field(L, "n", bad[0]);
        lpush_field(L, "d", bad[1]);
        lpush_field(L, "e", bad[2]);
        return results + 1;
    }
    lcall_end(c);
    lpush_record(L, 4);
    if (t.proved) lua_pushliteral(L, "proved");
    else if (t.verified > 0) lua_pushfstring(L, "verified n <= %I", (LUAI_UACINT)t.verified);
    else lua_pushliteral(L, "conjecture");
    lua_setfield(L, -2, "standing");
    lua_pushstring(L, t.source);
    lua_setfield(L, -2, "source");
    return 1;
}

LKERNEL(closed_winner, ta_cash_closed_winner(object, call, a[0].n, a[1].n, a[2].n, &r->truth))
LKERNEL(closed_solution, ta_cash_solution(object, call, a[0].n, a[1].n, a[2].n, &r->truth))

/* ---- Method tables ---- */

static const lmethod methods[] = {
    { "members", .gives = LR_RECORD, .kernel = members, .push = push_members, .busy = 1,
      .shared = 1 },
    { "winner", { LNATURAL("n"), LAMOUNT("d", 0), LAMOUNT("e", 0) }, LR_PLAYER, .kernel = winner },
    { "winning_moves", { LNATURAL("n"), LAMOUNT("d", 0), LAMOUNT("e", 0) }, LR_AMOUNTS,
      .kernel = winning_moves, .size = TA_CASH_MEMBERS * sizeof(ta_amount) },
    { "least_cash", { LNATURAL("n"), LAMOUNT("e", 0) }, LR_AMOUNT, .kernel = least_cash },
    { "frontier", { LNATURAL("n") }, LR_RECORD, .kernel = frontier, .push = push_frontier,
      .most = SIZE_MAX },
    { "count", { LINTEGER("m", 0, 1000000) }, LR_INTEGER, .kernel = count_wins },
    { "rich", { LNATURAL("n") }, LR_PAIR, .kernel = rich },
    { "exact_rich", { LNATURAL("n") }, LR_PAIR, .kernel = exact_rich },
    { "poor", { LNATURAL("n") }, LR_PAIR, .kernel = poor },
    { "normal_winner", { LNATURAL("n") }, LR_PLAYER, .kernel = normal_winner },
    { "classify", { LNATURAL("n"), LAMOUNT("d", 0), LAMOUNT("e", 0) }, LR_RECORD,
      .kernel = classify, .push = push_class, .size = sizeof(ta_cash_class) },
    { "asymptotics", { LOPTIONAL("limit", 1, 100000000, 0) }, LR_RECORD, .kernel = asymptotics,
      .push = push_asymptotics, .size = sizeof(ta_cash_asym), .busy = 1 },
    { "cash_period", { LOPTIONAL("limit", 1, 100000000, 0) }, LR_RECORD, .kernel = cash_period,
      .push = push_period, .size = sizeof(ta_cash_period), .busy = 1 },
    { "closed_form", .gives = LR_RECORD, .body = closed_form, .call = "theorem" },
    { "closed_winner", { LNATURAL("n"), LAMOUNT("d", 0), LAMOUNT("e", 0) }, LR_PLAYER,
      .kernel = closed_winner, .call = "theorem winner" },
    { "closed_solution", { LNATURAL("i"), LNATURAL("b"), LINTEGER("b'", 0, TA_MAX / 2) },
      LR_BOOLEAN, .kernel = closed_solution, .call = "solution_set" },
    { "__tostring", .gives = LR_SHOWN, .text = push_text },
    { .name = NULL },
};

static const lmethod functions[] = {
    { "cash", { LLIST("A", members_kind), LSETTINGS(LINTEGER("limit", 1, 4000000000),
        LCOUNT("memory"), LFUNCTION("progress", 1), LTHREADS) }, LR_OBJECT, .kernel = cash,
      .makes = &cash_type, .uservalues = 1 },
    { .name = NULL },
};

void lcash_open(lua_State *L) {
    lmethod_register(L, &cash_type, methods);
    lmethod_share(L, &cash_type, "cash_methods");
    lmethod_functions(L, functions);
}
