/*
** limits.c - outcomes of games whose last number limits the next move. The front learns theorems
** from them (lua/takeaway/engine/theorem/oracle.lua). A box is read-only once made.
*/
#include "lua/base/arg.h"
#include "automaton_int.h"
#include "base/status.h"
#include "lua/base/list.h"
#include "lua/base/modules.h"
#include "lua/base/push.h"
#include "takeaway/limits.h"

#define MOVES_MOST 256

static void destroy(void *object) {
    ta_limits_destroy(object);
}

static const ludata_type type = { "takeaway.limits", "box of limits", destroy, .closable = 0 };

static void destroy_search(void *object) {
    ta_limit_search_destroy(object);
}

static const ludata_type search_type = { "takeaway.limit_search", "search for limits", destroy_search,
                                       .closable = 0 };

/* The next `count` integers of a list, or NULL when fewer remain. */
static const ta_amount *take(const ta_amount **at, const ta_amount *end, size_t count) {
    const ta_amount *taken = *at;
    if ((size_t)(end - taken) < count) return NULL;
    *at += count;
    return taken;
}

/* Read a move: the number of guards, the guards, the targets, needs, the number of limits after the
** move, and those limits. */
static int read_move(const ta_amount **at, const ta_amount *end, size_t numbers,
                     ta_limit_move *move) {
    const ta_amount *count = take(at, end, 1), most = (ta_amount)1 << 30;
    if (!count || *count < 0 || *count > MOVES_MOST) return 0;
    move->guards = (size_t)*count;
    move->guard = take(at, end, move->guards * (numbers + 2));
    move->target = take(at, end, numbers * (numbers + 2));
    const ta_amount *needs = take(at, end, 3);
    if (!move->guard || !move->target || !needs || needs[0] < 0 || needs[2] < 1) return 0;
    move->needs[0] = needs[0];
    move->needs[1] = needs[1];
    move->nexts = (size_t)needs[2];
    move->next = take(at, end, move->nexts);
    for (const ta_amount *n = count + 1; move->next && n < needs + 2; n++)
        if (*n > most || *n < -most) return 0;
    return move->next != NULL;
}

static const llist_kind moves_kind = { "moves as a list of integers", .lo = -((ta_amount)1 << 60),
                                       .hi = (ta_amount)1 << 60, .most = (ta_amount)1 << 24 };

/* Read the list at this index of all moves, each as read_move reads it. Returns their number. */
static size_t read_moves(lcall *c, int index, size_t numbers, ta_limit_move move[MOVES_MOST]) {
    size_t count, moves = 0;
    const ta_amount *at = llist_integers(c, index, "moves", &moves_kind, &count), *end = at + count;
    while (at < end)
        if (moves == MOVES_MOST || !read_move(&at, end, numbers, &move[moves++]))
            larg_error(c, index, "moves", "moves as a list of integers");
    return moves;
}

/* limits(sides, misere, moves) */
static int limits(lua_State *L) {
    static const llist_kind sides_kind = { "a list of 1 to 8 sides", .lo = 1,
                                           .hi = (ta_amount)1 << 24, .most = TA_LIMITS_NUMBERS };
    lcall c;
    lcall_function(&c, L, "limits");
    lua_settop(L, 3);
    size_t numbers;
    const ta_amount *side = llist_integers(&c, 1, "sides", &sides_kind, &numbers);
    if (numbers < 1) larg_error(&c, 1, "sides", sides_kind.expected);
    int misere = lua_toboolean(L, 2);
    ta_limit_move move[MOVES_MOST];
    size_t moves = read_moves(&c, 3, numbers, move);
    ludata *box = ludata_push(L, &type, 0);
    ta_allocator a = lcall_allocator(L);
    ta_limited *made = NULL;
    lcall_begin(&c);
    ta_status s = ta_limits_create(&a, &c.call, numbers, side, move, moves, misere, &made);
    if (s) return lcall_fail(&c, s);
    ludata_own(box, made);
    lcall_end(&c);
    return 1;
}

/* limit_search(numbers, misere, moves, bytes) */
static int limit_search(lua_State *L) {
    lcall c;
    lcall_function(&c, L, "limit_search");
    lua_settop(L, 4);
    size_t numbers = (size_t)larg_integer(&c, 1, "numbers", 1, TA_LIMITS_NUMBERS);
    int misere = lua_toboolean(L, 2);
    ta_limit_move move[MOVES_MOST];
    size_t moves = read_moves(&c, 3, numbers, move);
    double bytes = (double)larg_opt_integer(&c, 4, "bytes", 1, TA_MAX, 0);
    ludata *box = ludata_push(L, &search_type, 1);
    ta_allocator a = lcall_allocator(L);
    ta_limit_search *made = NULL;
    lcall_begin(&c);
    ta_status s =
        ta_limit_search_create(&a, &c.call, numbers, move, moves, misere, bytes, &made);
    if (s) return lcall_fail(&c, s);
    ludata_own(box, made);
    lcall_end(&c);
    return 1;
}

/* lost(steps, p..., x = 0): is it a P-position? nil if undecided within the steps. */
static int search_lost(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &search_type, "lost");
    int64_t p[TA_LIMITS_NUMBERS + 1];
    size_t numbers = ta_limit_search_numbers(ludata_object(ludata_check(L, 1, &search_type, "lost")));
    ta_amount steps = larg_integer(&c, 2, "steps", 0, TA_MAX);
    for (size_t i = 0; i < numbers; i++) p[i] = larg_integer(&c, (int)i + 3, "number", 0, TA_MAX);
    int64_t x = larg_opt_integer(&c, (int)numbers + 3, "limit", 0, TA_MAX, 0);
    int found = -1;
    lcall_begin(&c);
    ta_status s = ta_limit_search_lost(c.object, &c.call, p, x, steps, &found);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    if (found < 0) lua_pushnil(L);
    else lua_pushboolean(L, found);
    return 1;
}

/* kin(i): the smallest j such that numbers i and j of a position may be exchanged. */
static int kin(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &search_type, "kin");
    const ta_limit_search *l = ludata_object(ludata_check(L, 1, &search_type, "kin"));
    ta_amount most = (ta_amount)ta_limit_search_numbers(l);
    size_t i = (size_t)larg_integer(&c, 2, "number", 1, most) - 1;
    lua_pushinteger(L, (lua_Integer)ta_limit_search_kin(l, i) + 1);
    return 1;
}

/* lost(p..., x = 0): is it a P-position? nil outside the box. */
static int lost(lua_State *L) {
    const ta_limited *l = ludata_object(ludata_check(L, 1, &type, "lost"));
    int64_t p[TA_LIMITS_NUMBERS + 1];
    size_t numbers = ta_limits_numbers(l);
    for (size_t i = 0; i < numbers; i++) p[i] = luaL_checkinteger(L, (int)i + 2);
    p[numbers] = luaL_optinteger(L, (int)numbers + 2, 0);
    int found = ta_limits_lost(l, p, p[numbers]);
    if (found < 0) lua_pushnil(L);
    else lua_pushboolean(L, found);
    return 1;
}

/* least(p...): the least winning limit, math.huge if there is none; nil outside the box. */
static int least(lua_State *L) {
    const ta_limited *l = ludata_object(ludata_check(L, 1, &type, "least"));
    int64_t p[TA_LIMITS_NUMBERS];
    for (size_t i = 0; i < ta_limits_numbers(l); i++) p[i] = luaL_checkinteger(L, (int)i + 2);
    ta_amount found = ta_limits_least(l, p);
    if (found < 0) lua_pushnil(L);
    else lpush_amount(L, found);
    return 1;
}

static const luaL_Reg methods[] = { { "lost", lost }, { "least", least }, { NULL, NULL } };
/* lead(guess): the search tries moves into this set of positions first. Track i of `guess` is
** number i of a position. Returns the search. */
static int lead(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &search_type, "lead");
    const ta_automaton *guess = ludata_object(ludata_check(L, 2, &lautomaton_type, "lead"));
    lua_settop(L, 2);
    lua_setiuservalue(L, 1, 1);
    lcall_begin(&c);
    ta_limit_search_lead(c.object, guess);
    lcall_end(&c);
    return 1;
}

static const luaL_Reg search_methods[] = {
    { "lost", search_lost }, { "kin", kin }, { "lead", lead }, { NULL, NULL }
};
static const luaL_Reg functions[] = { { "limits", limits },
                                      { "limit_search", limit_search },
                                      { NULL, NULL } };

void llimits_open(lua_State *L) {
    ludata_register(L, &type, methods, NULL);
    ludata_register(L, &search_type, search_methods, NULL);
    luaL_setfuncs(L, functions, 0);
}
