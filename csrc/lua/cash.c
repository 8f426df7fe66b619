/*
** cash.c - NIM with Cash for Lua: one box a game, one function a call.
*/
#include "arg.h"
#include "buffer.h"
#include "list.h"
#include "modules.h"
#include "push.h"
#include "takeaway/cash.h"

static void destroy(void *object) {
    ta_cash_destroy(object);
}

static const lbox_type cash_type = {
    "takeaway.cash", "NIM with Cash game", destroy, .closable = 1, .progress = 1,
};

typedef struct position {
    ta_amount n, d, e;
} position;

static position position_at(lcall *c) {
    position p = { larg_integer(c, 2, "n", 0, TA_MAX), 0, 0 };
    p.d = larg_amount(c, 3, "d", 0);
    p.e = larg_amount(c, 4, "e", 0);
    return p;
}

static ta_amount stones(lcall *c) {
    return larg_integer(c, 2, "n", 0, TA_MAX);
}

static void push_player(lua_State *L, int first) {
    lua_pushstring(L, first ? "I" : "II");
}

/* ---- Making ---- */

static const llist_kind members_kind = { "a list of integers, such as {1, 3, 4}", .lo = 1,
                                         .hi = TA_CASH_LARGEST, .most = 100000 };

static int cash(lua_State *L) {
    static const char *const known[] = { "limit", "memory", "progress", "threads", NULL };
    size_t count;
    lcall c;
    lcall_function(&c, L, "cash");
    lua_settop(L, 2);
    larg_settings(&c, 2, known);
    ta_amount limit = larg_field_integer(&c, 2, "limit", 1, 4000000000, 0);
    ta_amount memory = larg_field_integer(&c, 2, "memory", 1, TA_MAX, 0);
    unsigned threads = larg_threads(&c, 2);
    ta_amount *members = llist_integers(&c, 1, "A", &members_kind, &count);
    if (count == 0) lraise(L, "cash: A: expected at least one positive integer, got an empty list");
    lbox *box = lbox_push(L, &cash_type, 1);
    larg_push_function(&c, 2, "progress");
    lbox_hear(L, -2);
    ta_allocator a = lcall_allocator(L);
    ta_cash *game;
    lcall_begin(&c);
    ta_status s = ta_cash_create(&a, &c.call, members, count, limit, (double)memory, &game);
    if (s) return lcall_fail(&c, s);
    lbox_own(box, game);
    lbox_use_threads(box, threads);
    lcall_end(&c);
    return 1;
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

static int to_string(lua_State *L) {
    return lcall_tostring(L, &cash_type, push_text);
}

static int push_members(lua_State *L, const void *game) {
    size_t count;
    const int32_t *members = ta_cash_members(game, &count);
    lpush_list(L, (int)count);
    for (size_t i = 0; i < count; i++) {
        lua_pushinteger(L, members[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int members(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &cash_type, "members");
    lcall_begin_shared(&c);
    return lcall_give(&c, push_members, c.object);
}

/* ---- Exact evaluation ---- */

typedef ta_status who(ta_cash *g, ta_call *call, ta_amount n, ta_amount d, ta_amount e, int *first);

static int ask_winner(lua_State *L, const char *name, who *kernel) {
    lcall c;
    lcall_method(&c, L, &cash_type, name);
    position p = position_at(&c);
    int first;
    lcall_begin(&c);
    ta_status s = kernel(c.object, &c.call, p.n, p.d, p.e, &first);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    push_player(L, first);
    return 1;
}

static int winner(lua_State *L) {
    return ask_winner(L, "winner", ta_cash_winner);
}

static int winning_moves(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &cash_type, "winning_moves");
    position p = position_at(&c);
    ta_amount moves[TA_CASH_MEMBERS];
    size_t count;
    lcall_begin(&c);
    ta_status s = ta_cash_moves(c.object, &c.call, p.n, p.d, p.e, moves, &count);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_amounts(L, moves, count);
    return 1;
}

static int least_cash(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &cash_type, "least_cash");
    ta_amount n = stones(&c), e = larg_amount(&c, 3, "e", 0), least;
    lcall_begin(&c);
    ta_status s = ta_cash_least(c.object, &c.call, n, e, &least);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_amount(L, least);
    return 1;
}

static int frontier(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &cash_type, "frontier");
    ta_amount n = stones(&c), last = -1, s_n = 0;
    lbuffer *b = lbuffer_push(L, SIZE_MAX);
    lcall_begin(&c);
    ta_status s = ta_cash_solve(c.object, &c.call, n);
    for (ta_amount e = 0; e <= n && !s; e++) {
        s = ta_cash_least(c.object, &c.call, n, e, &s_n);
        if (s || s_n == last) continue;
        last = s_n;
        s = lbuffer_add(b, &c.call, e);
        if (!s) s = lbuffer_add(b, &c.call, s_n);
    }
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_list(L, 0);
    for (size_t i = 0; i < b->count; i += 2) {
        lpush_record(L, 2);
        lpush_field(L, "e", b->items[i]);
        lpush_field(L, "d", b->items[i + 1]);
        lua_rawseti(L, -2, (lua_Integer)(i / 2) + 1);
    }
    lbuffer_free(b);
    return 1;
}

static int count_wins(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &cash_type, "count");
    ta_amount m = larg_integer(&c, 2, "m", 0, 1000000), count;
    lcall_begin(&c);
    ta_status s = ta_cash_count(c.object, &c.call, m, &count);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushinteger(L, count);
    return 1;
}

/* ---- Thresholds ---- */

typedef ta_status threshold(ta_cash *g, ta_call *call, ta_amount n, ta_amount pair[2]);

static int two_thresholds(lua_State *L, const char *name, threshold *kernel) {
    lcall c;
    lcall_method(&c, L, &cash_type, name);
    ta_amount n = stones(&c), pair[2];
    lcall_begin(&c);
    ta_status s = kernel(c.object, &c.call, n, pair);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_amount(L, pair[0]);
    lpush_amount(L, pair[1]);
    return 2;
}

static ta_status poor_kernel(ta_cash *g, ta_call *call, ta_amount n, ta_amount pair[2]) {
    (void)call;
    ta_cash_poor(g, n, pair);
    return TA_OK;
}

static int rich(lua_State *L) {
    return two_thresholds(L, "rich", ta_cash_rich);
}
static int exact_rich(lua_State *L) {
    return two_thresholds(L, "exact_rich", ta_cash_exact_rich);
}
static int poor(lua_State *L) {
    return two_thresholds(L, "poor", poor_kernel);
}

static int normal_winner(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &cash_type, "normal_winner");
    ta_amount n = stones(&c);
    int first;
    lcall_begin(&c);
    ta_status s = ta_cash_normal(c.object, &c.call, n, &first);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    push_player(L, first);
    return 1;
}

static const char *purse_name(char purse) {
    return purse == 'r' ? "rich" : purse == 'p' ? "poor" : "middle";
}

static int classify(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &cash_type, "classify");
    position p = position_at(&c);
    ta_cash_class k;
    lcall_begin(&c);
    ta_status s = ta_cash_classify(c.object, &c.call, p.n, p.d, p.e, &k);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_record(L, 5);
    push_player(L, k.first);
    lua_setfield(L, -2, "winner");
    lua_pushstring(L, purse_name(k.purse[0]));
    lua_setfield(L, -2, "I");
    lua_pushstring(L, purse_name(k.purse[1]));
    lua_setfield(L, -2, "II");
    lua_pushboolean(L, k.critical);
    lua_setfield(L, -2, "critical");
    lua_pushstring(L, k.by);
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

static int push_asymptotics(lua_State *L, const void *results) {
    const ta_cash_asym *asym = results;
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

static int asymptotics(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &cash_type, "asymptotics");
    ta_amount limit = larg_opt_integer(&c, 2, "limit", 1, 100000000, 0);
    ta_cash_asym asym;
    lcall_begin(&c);
    ta_status s = ta_cash_asymptotics(c.object, &c.call, limit, &asym);
    return s ? lcall_fail(&c, s) : lcall_give(&c, push_asymptotics, &asym);
}

typedef struct periodicity {
    const ta_cash *game;
    ta_cash_period p;
} periodicity;

/* Push {[0] = {[a] = c(0, a), ...}, ...}. */
static void push_changes(lua_State *L, const periodicity *r, const int64_t *c) {
    size_t count;
    const int32_t *a = ta_cash_members(r->game, &count);
    lpush_list(L, (int)r->p.period);
    for (ta_amount i = 0; i < r->p.period; i++) {
        lpush_list(L, 0);
        for (size_t j = 0; j < count; j++) {
            lua_pushinteger(L, c[(size_t)i * count + j]);
            lua_rawseti(L, -2, a[j]);
        }
        lua_rawseti(L, -2, i);
    }
}

static int push_period(lua_State *L, const void *results) {
    const periodicity *r = results;
    lpush_record(L, 4);
    lpush_field(L, "period", r->p.period);
    lpush_field(L, "offset", r->p.offset);
    push_changes(L, r, r->p.c[0]);
    lua_setfield(L, -2, "c1");
    push_changes(L, r, r->p.c[1]);
    lua_setfield(L, -2, "c2");
    return 1;
}

static int cash_period(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &cash_type, "cash_period");
    ta_amount limit = larg_opt_integer(&c, 2, "limit", 1, 100000000, 0);
    periodicity r;
    lcall_begin(&c);
    r.game = c.object;
    ta_status s = ta_cash_periodicity(c.object, &c.call, limit, &r.p);
    return s ? lcall_fail(&c, s) : lcall_give(&c, push_period, &r);
}

static int closed_form(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &cash_type, "theorem");
    ta_cash_theorem t;
    ta_amount bad[3] = { -1, 0, 0 };
    lcall_begin(&c);
    ta_status s = ta_cash_closed_form(c.object, &c.call, &t, bad);
    if (s) {
        int results = lcall_fail(&c, s);
        if (s != TA_EUNSUPPORTED || bad[0] < 0) return results;
        lpush_record(L, 3);
        lpush_field(L, "n", bad[0]);
        lpush_field(L, "d", bad[1]);
        lpush_field(L, "e", bad[2]);
        return results + 1;
    }
    lcall_end(&c);
    lpush_record(L, 4);
    if (t.proved) lua_pushliteral(L, "proved");
    else if (t.verified > 0) lua_pushfstring(L, "verified n <= %I", (LUAI_UACINT)t.verified);
    else lua_pushliteral(L, "conjecture");
    lua_setfield(L, -2, "standing");
    lua_pushstring(L, t.source);
    lua_setfield(L, -2, "source");
    return 1;
}

static int closed_winner(lua_State *L) {
    return ask_winner(L, "theorem winner", ta_cash_closed_winner);
}

static int closed_solution(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &cash_type, "solution_set");
    ta_amount i = larg_integer(&c, 2, "i", 0, TA_MAX);
    ta_amount b = larg_integer(&c, 3, "b", 0, TA_MAX);
    ta_amount b2 = larg_integer(&c, 4, "b'", 0, TA_MAX / 2);
    int in;
    lcall_begin(&c);
    ta_status s = ta_cash_solution(c.object, &c.call, i, b, b2, &in);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushboolean(L, in);
    return 1;
}

static const luaL_Reg methods[] = {
    { "members", members },
    { "winner", winner },
    { "winning_moves", winning_moves },
    { "least_cash", least_cash },
    { "frontier", frontier },
    { "count", count_wins },
    { "rich", rich },
    { "exact_rich", exact_rich },
    { "poor", poor },
    { "normal_winner", normal_winner },
    { "classify", classify },
    { "asymptotics", asymptotics },
    { "cash_period", cash_period },
    { "closed_form", closed_form },
    { "closed_winner", closed_winner },
    { "closed_solution", closed_solution },
    { NULL, NULL },
};

static const luaL_Reg meta[] = { { "__tostring", to_string }, { NULL, NULL } };
static const luaL_Reg functions[] = { { "cash", cash }, { NULL, NULL } };

void lcash_open(lua_State *L) {
    lbox_register(L, &cash_type, methods, meta);
    luaL_getmetatable(L, cash_type.name);
    lua_getfield(L, -1, "__index");
    lua_setfield(L, -3, "cash_methods");
    lua_pop(L, 1);
    luaL_setfuncs(L, functions, 0);
}
