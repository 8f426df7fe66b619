/*
** cash.c - NIM with Cash for Lua: one box a game, one function a call.
*/
#include "cash.h"

#include "arg.h"
#include "call.h"
#include "takeaway/cash.h"

static void destroy(void *object) {
    ta_cash_destroy(object);
}

static const lbox_type cash_type = { "takeaway.cash", "NIM with Cash game", destroy, 1 };

/* ---- Entering a call ---- */

/* The game at index 1; enters the core, with its progress function if any. */
static ta_cash *enter(lcall *c, lua_State *L, const char *name) {
    lbox *box = lbox_check(L, 1, &cash_type, name);
    luaL_checkstack(L, 16, name);
    lua_getiuservalue(L, 1, 1);
    int progress = lua_gettop(L);
    lcall_begin(c, L, box, name);
    lcall_progress(c, progress);
    return box->object;
}

static ta_amount stones(lua_State *L, int index, const char *name) {
    return larg_integer(L, index, name, "n", 0, TA_MAX);
}

typedef struct position {
    ta_amount n, d, e;
} position;

static position position_at(lua_State *L, const char *name) {
    position p;
    lbox_check(L, 1, &cash_type, name);
    p.n = stones(L, 2, name);
    p.d = larg_amount(L, 3, name, "d", 0);
    p.e = larg_amount(L, 4, name, "e", 0);
    return p;
}

static void push_player(lua_State *L, int first) {
    lua_pushstring(L, first ? "I" : "II");
}

/* ---- Making ---- */

/* The members of the list at index 1, into a buffer that is pushed. */
static ta_amount *read_members(lua_State *L, size_t *count) {
    static const char expected[] = "a list of integers from 1 to 1000000, such as {1, 3, 4}";
    if (!lua_istable(L, 1)) larg_error(L, 1, "cash", "A", expected);
    *count = (size_t)lua_rawlen(L, 1);
    if (*count > 100000) lraise(L, "cash: A: expected at most %d members", TA_CASH_MEMBERS);
    lua_pushnil(L);
    while (lua_next(L, 1)) {
        ta_amount key;
        lua_pop(L, 1);
        if (!larg_is_integer(L, -1, &key) || key < 1 || key > (ta_amount)*count)
            larg_error(L, lua_gettop(L), "cash", "A", "a list without gaps or other keys");
    }
    if (*count == 0)
        lraise(L, "cash: A: expected at least one positive integer, got an empty list");
    ta_amount *members = lua_newuserdatauv(L, *count * sizeof *members, 0);
    for (size_t i = 0; i < *count; i++) {
        lua_rawgeti(L, 1, (lua_Integer)i + 1);
        members[i] = larg_integer(L, lua_gettop(L), "cash", "a member of A", 1, TA_CASH_LARGEST);
        lua_pop(L, 1);
    }
    return members;
}

static int cash(lua_State *L) {
    static const char *const known[] = { "limit", "memory", "progress", NULL };
    size_t count;
    lua_settop(L, 2);
    larg_settings(L, 2, "cash", known);
    ta_amount limit = larg_field_integer(L, 2, "cash", "limit", 1, 4000000000, 0);
    ta_amount memory = larg_field_integer(L, 2, "cash", "memory", 1, TA_MAX, 0);
    ta_amount *members = read_members(L, &count);
    lbox *box = lbox_push(L, &cash_type, 1);
    larg_push_function(L, 2, "cash", "progress");
    lua_setiuservalue(L, -2, 1);
    ta_allocator a = lcall_allocator(L);
    lcall c;
    lcall_begin(&c, L, NULL, "cash");
    ta_status s = ta_cash_create(&a, &c.call, members, count, limit, (double)memory,
                                 (ta_cash **)&box->object);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    return 1;
}

static int to_string(lua_State *L) {
    lbox *box = lbox_test(L, 1, &cash_type);
    if (!box || !box->object) {
        lua_pushliteral(L, "NIM with Cash (closed)");
        return 1;
    }
    size_t count;
    const int32_t *members = ta_cash_members(box->object, &count);
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    luaL_addstring(&b, "NIM with Cash, A = {");
    for (size_t i = 0; i < count; i++) {
        if (!box->object) break; /* closed by a finalizer meanwhile */
        lua_pushfstring(L, i ? ", %d" : "%d", (int)members[i]);
        luaL_addvalue(&b);
    }
    luaL_addstring(&b, "}");
    luaL_pushresult(&b);
    return 1;
}

static int members(lua_State *L) {
    lbox *box = lbox_check(L, 1, &cash_type, "members");
    size_t count;
    ta_cash_members(box->object, &count);
    lpush_list(L, (int)count);
    lbox_check(L, 1, &cash_type, "members"); /* no finalizer has closed it meanwhile */
    const int32_t *list = ta_cash_members(box->object, &count);
    for (size_t i = 0; i < count; i++) { /* the table has room: nothing is allocated */
        lua_pushinteger(L, list[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* ---- Exact evaluation ---- */

typedef ta_status who(ta_cash *g, ta_call *call, ta_amount n, ta_amount d, ta_amount e, int *first);

static int ask_winner(lua_State *L, const char *name, who *kernel) {
    position p = position_at(L, name);
    int first;
    lcall c;
    ta_cash *g = enter(&c, L, name);
    ta_status s = kernel(g, &c.call, p.n, p.d, p.e, &first);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    push_player(L, first);
    return 1;
}

static int winner(lua_State *L) {
    return ask_winner(L, "winner", ta_cash_winner);
}

static int winning_moves(lua_State *L) {
    position p = position_at(L, "winning_moves");
    ta_amount moves[TA_CASH_MEMBERS];
    size_t count;
    lcall c;
    ta_cash *g = enter(&c, L, "winning_moves");
    ta_status s = ta_cash_moves(g, &c.call, p.n, p.d, p.e, moves, &count);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_amounts(L, moves, count);
    return 1;
}

static int least_cash(lua_State *L) {
    lbox_check(L, 1, &cash_type, "least_cash");
    ta_amount n = stones(L, 2, "least_cash"), e = larg_amount(L, 3, "least_cash", "e", 0), least;
    lcall c;
    ta_cash *g = enter(&c, L, "least_cash");
    ta_status s = ta_cash_least(g, &c.call, n, e, &least);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_amount(L, least);
    return 1;
}

static int frontier(lua_State *L) {
    lbox_check(L, 1, &cash_type, "frontier");
    ta_amount n = stones(L, 2, "frontier"), last = -1, s_n = 0;
    lcall c;
    ta_cash *g = enter(&c, L, "frontier");
    ta_status s = ta_cash_solve(g, &c.call, n);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_list(L, 0);
    for (ta_amount e = 0, entry = 0; e <= n; e++) {
        ta_cash_least(g, &c.call, n, e, &s_n); /* the row is known: cannot fail */
        if (s_n == last) continue;
        last = s_n;
        lpush_record(L, 2);
        lpush_field(L, "e", e);
        lpush_field(L, "d", s_n);
        lua_rawseti(L, -2, ++entry);
    }
    return 1;
}

static int count_wins(lua_State *L) {
    lbox_check(L, 1, &cash_type, "count");
    ta_amount m = larg_integer(L, 2, "count", "m", 0, 1000000), count;
    lcall c;
    ta_cash *g = enter(&c, L, "count");
    ta_status s = ta_cash_count(g, &c.call, m, &count);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushinteger(L, count);
    return 1;
}

/* ---- Thresholds ---- */

typedef ta_status threshold(ta_cash *g, ta_call *call, ta_amount n, ta_amount pair[2]);

static int two_thresholds(lua_State *L, const char *name, threshold *kernel) {
    lbox_check(L, 1, &cash_type, name);
    ta_amount n = stones(L, 2, name), pair[2];
    lcall c;
    ta_cash *g = enter(&c, L, name);
    ta_status s = kernel(g, &c.call, n, pair);
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
    lbox_check(L, 1, &cash_type, "normal_winner");
    ta_amount n = stones(L, 2, "normal_winner");
    int first;
    lcall c;
    ta_cash *g = enter(&c, L, "normal_winner");
    ta_status s = ta_cash_normal(g, &c.call, n, &first);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    push_player(L, first);
    return 1;
}

static const char *purse_name(char purse) {
    return purse == 'r' ? "rich" : purse == 'p' ? "poor" : "middle";
}

static int classify(lua_State *L) {
    position p = position_at(L, "classify");
    ta_cash_class k;
    lcall c;
    ta_cash *g = enter(&c, L, "classify");
    ta_status s = ta_cash_classify(g, &c.call, p.n, p.d, p.e, &k);
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

static int asymptotics(lua_State *L) {
    lbox_check(L, 1, &cash_type, "asymptotics");
    ta_amount limit = larg_opt_integer(L, 2, "asymptotics", "limit", 1, 100000000, 0);
    ta_cash_asym asym;
    lcall c;
    ta_cash *g = enter(&c, L, "asymptotics");
    ta_status s = ta_cash_asymptotics(g, &c.call, limit, &asym);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_record(L, 6);
    lpush_field(L, "modulus", asym.modulus);
    lpush_field(L, "preperiod", asym.preperiod);
    lpush_field(L, "window", asym.window);
    push_residues(L, asym.slope[0], asym.modulus);
    lua_setfield(L, -2, "slope1");
    push_residues(L, asym.slope[1], asym.modulus);
    lua_setfield(L, -2, "slope2");
    return 1;
}

/* Push {[0] = {[a] = c(0, a), ...}, ...}. */
static void push_changes(lua_State *L, const ta_cash *g, const int64_t *c, ta_amount period) {
    size_t count;
    const int32_t *a = ta_cash_members(g, &count);
    lpush_list(L, (int)period);
    for (ta_amount i = 0; i < period; i++) {
        lpush_list(L, 0);
        for (size_t j = 0; j < count; j++) {
            lua_pushinteger(L, c[(size_t)i * count + j]);
            lua_rawseti(L, -2, a[j]);
        }
        lua_rawseti(L, -2, i);
    }
}

static int cash_period(lua_State *L) {
    lbox_check(L, 1, &cash_type, "cash_period");
    ta_amount limit = larg_opt_integer(L, 2, "cash_period", "limit", 1, 100000000, 0);
    ta_cash_period p;
    lcall c;
    ta_cash *g = enter(&c, L, "cash_period");
    ta_status s = ta_cash_periodicity(g, &c.call, limit, &p);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_record(L, 4);
    lpush_field(L, "period", p.period);
    lpush_field(L, "offset", p.offset);
    push_changes(L, g, p.c[0], p.period);
    lua_setfield(L, -2, "c1");
    push_changes(L, g, p.c[1], p.period);
    lua_setfield(L, -2, "c2");
    return 1;
}

static int closed_form(lua_State *L) {
    lbox_check(L, 1, &cash_type, "theorem");
    ta_cash_theorem t;
    ta_amount bad[3] = { -1, 0, 0 };
    lcall c;
    ta_cash *g = enter(&c, L, "theorem");
    ta_status s = ta_cash_closed_form(g, &c.call, &t, bad);
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
    else if (t.verified > 0) lua_pushfstring(L, "verified n <= %d", (int)t.verified);
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
    lbox_check(L, 1, &cash_type, "solution_set");
    ta_amount i = larg_integer(L, 2, "solution_set", "i", 0, TA_MAX);
    ta_amount b = larg_integer(L, 3, "solution_set", "b", 0, TA_MAX);
    ta_amount b2 = larg_integer(L, 4, "solution_set", "b'", 0, TA_MAX / 2);
    int in;
    lcall c;
    ta_cash *g = enter(&c, L, "solution_set");
    ta_status s = ta_cash_solution(g, &c.call, i, b, b2, &in);
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
