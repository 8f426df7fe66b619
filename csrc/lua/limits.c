/*
** limits.c - outcomes of games whose last number limits the next move, for the front's learning of
** theorems (lua/takeaway/engine/theorem/oracle.lua). A box is read-only once made.
*/
#include "arg.h"
#include "base/status.h"
#include "list.h"
#include "modules.h"
#include "push.h"
#include "takeaway/limits.h"

#define MOVES_MOST 256

static void destroy(void *object) {
    ta_limits_destroy(object);
}

static const lbox_type type = { "takeaway.limits", "box of limits", destroy, .closable = 0 };

/* `count` integers more of a list. NULL: they are not there. */
static const ta_amount *take(const ta_amount **at, const ta_amount *end, size_t count) {
    const ta_amount *taken = *at;
    if ((size_t)(end - taken) < count) return NULL;
    *at += count;
    return taken;
}

/* A move: how many guards, their rows, the targets' rows, needs, how many limits after it, those. */
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

/* limits(sides, misere, moves): all moves in one list, each as read_move has it. */
static int limits(lua_State *L) {
    static const llist_kind kind = { "moves as a list of integers", .lo = -((ta_amount)1 << 60),
                                     .hi = (ta_amount)1 << 60, .most = (ta_amount)1 << 24 };
    static const llist_kind sides_kind = { "a list of 1 to 8 sides", .lo = 1,
                                           .hi = (ta_amount)1 << 24, .most = TA_LIMITS_NUMBERS };
    lcall c;
    lcall_function(&c, L, "limits");
    lua_settop(L, 3);
    size_t numbers, count;
    const ta_amount *side = llist_integers(&c, 1, "sides", &sides_kind, &numbers);
    if (numbers < 1) larg_error(&c, 1, "sides", sides_kind.expected);
    int misere = lua_toboolean(L, 2);
    const ta_amount *at = llist_integers(&c, 3, "moves", &kind, &count), *end = at + count;
    ta_limit_move move[MOVES_MOST];
    size_t moves = 0;
    while (at < end)
        if (moves == MOVES_MOST || !read_move(&at, end, numbers, &move[moves++]))
            larg_error(&c, 3, "moves", "moves as a list of integers");
    lbox *box = lbox_push(L, &type, 0);
    ta_allocator a = lcall_allocator(L);
    ta_limited *made = NULL;
    lcall_begin(&c);
    ta_status s = ta_limits_create(&a, &c.call, numbers, side, move, moves, misere, &made);
    if (s) return lcall_fail(&c, s);
    lbox_own(box, made);
    lcall_end(&c);
    return 1;
}

/* lost(p..., x = 0): is it a P-position? nil outside the box. */
static int lost(lua_State *L) {
    const ta_limited *l = lbox_object(lbox_check(L, 1, &type, "lost"));
    int64_t p[TA_LIMITS_NUMBERS + 1];
    size_t numbers = ta_limits_numbers(l);
    for (size_t i = 0; i < numbers; i++) p[i] = luaL_checkinteger(L, (int)i + 2);
    p[numbers] = luaL_optinteger(L, (int)numbers + 2, 0);
    int found = ta_limits_lost(l, p, p[numbers]);
    if (found < 0) lua_pushnil(L);
    else lua_pushboolean(L, found);
    return 1;
}

/* least(p...): the least limit that wins, math.huge where none does; nil outside the box. */
static int least(lua_State *L) {
    const ta_limited *l = lbox_object(lbox_check(L, 1, &type, "least"));
    int64_t p[TA_LIMITS_NUMBERS];
    for (size_t i = 0; i < ta_limits_numbers(l); i++) p[i] = luaL_checkinteger(L, (int)i + 2);
    ta_amount found = ta_limits_least(l, p);
    if (found < 0) lua_pushnil(L);
    else lpush_amount(L, found);
    return 1;
}

static const luaL_Reg methods[] = { { "lost", lost }, { "least", least }, { NULL, NULL } };
static const luaL_Reg functions[] = { { "limits", limits }, { NULL, NULL } };

void llimits_open(lua_State *L) {
    lbox_register(L, &type, methods, NULL);
    luaL_setfuncs(L, functions, 0);
}
