/*
** sum.c - the sum box: two engines over the same rulesets, reduced and plain.
**
** User value 1 is the list of ruleset boxes. A sum comes as a list of terms
** {game, sign, count, component, ...}; it is read before the core is entered, into a
** buffer that belongs to the box.
*/
#include <string.h>

#include "base/mem.h"
#include "arg.h"
#include "ruleset.h"
#include "sum.h"
#include "takeaway/sum.h"

#define GAMES_MOST 64

typedef struct lsum {
    ta_allocator allocator;
    ta_sum *sum[2]; /* plain, reduced */
    int games;
} lsum;

static void destroy(void *object) {
    lsum *m = object;
    ta_allocator a = m->allocator;
    for (int i = 0; i < 2; i++) ta_sum_destroy(m->sum[i]);
    ta_free(&a, m, 1, sizeof *m);
}

static const lbox_type sum_type = { "takeaway.sum", "sum", destroy, 1 };

/* sum{box, box, ...} */
static int make(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_Integer games = (lua_Integer)lua_rawlen(L, 1);
    if (games > GAMES_MOST) return lraise(L, "sum: at most %d rulesets in one sum", GAMES_MOST);
    ta_allocator a = lcall_allocator(L);
    lbox *box = lbox_push(L, &sum_type, 1);
    lua_createtable(L, (int)games, 0);
    for (lua_Integer i = 1; i <= games; i++) {
        lua_rawgeti(L, 1, i);
        lbox_check(L, lua_gettop(L), &lruleset_type, "sum");
        lua_rawseti(L, -2, i);
    }
    lua_setiuservalue(L, -2, 1);
    lsum *m = ta_alloc(&a, 1, sizeof *m);
    if (!m) return lraise(L, "not enough memory");
    box->object = m;
    m->allocator = a;
    m->games = (int)games;
    lcall c;
    lcall_begin_shared(&c, L, NULL, "sum");
    for (int i = 0; i < 2; i++) {
        ta_status s = ta_sum_create(&a, &c.call, i, &m->sum[i]);
        for (lua_Integer g = 1; !s && g <= games; g++) {
            size_t index;
            lua_rawgeti(L, 1, g);
            lbox *game = lua_touserdata(L, -1);
            s = ta_sum_add(m->sum[i], &c.call, lruleset_solver(game->object), &index);
            lua_pop(L, 1);
        }
        if (s) return lcall_fail(&c, s);
    }
    return 1;
}

/* ---- One question ---- */

typedef struct question {
    lcall c;
    lsum *m;
    lrules *games[GAMES_MOST];
    ta_term *terms; /* in a userdata on the stack */
    size_t count;
} question;

/* Read the list of terms at `index`; the strings stay anchored in it. */
static void read_terms(lua_State *L, int index, question *q) {
    luaL_checktype(L, index, LUA_TTABLE);
    q->count = lua_rawlen(L, index);
    char *block = lua_newuserdatauv(
        L, (q->count + 1) * (sizeof(ta_term) + TA_COMPONENTS * sizeof(int64_t)), 0);
    q->terms = (ta_term *)(void *)block;
    int64_t *room = (int64_t *)(void *)(block + (q->count + 1) * sizeof(ta_term));
    for (size_t i = 0; i < q->count; i++, room += TA_COMPONENTS) {
        int top = lua_gettop(L);
        lua_rawgeti(L, index, (lua_Integer)i + 1);
        luaL_checktype(L, -1, LUA_TTABLE);
        int size = (int)lua_rawlen(L, -1);
        if (size > 3 + TA_COMPONENTS) lraise(L, "sum: a term is too long");
        for (int k = 1; k <= size; k++) lua_rawgeti(L, top + 1, k);
        ta_term *t = &q->terms[i];
        t->game = (size_t)larg_integer(L, top + 2, "sum", "game", 1, q->m->games) - 1;
        t->negative = larg_integer(L, top + 3, "sum", "sign", -1, 1) < 0;
        t->count = larg_integer(L, top + 4, "sum", "count", 0, TA_MAX);
        lposition_check(L, top + 5, top + 1 + size, "sum", room, &t->position);
        lua_settop(L, top);
    }
}

/* Arguments are the box and a list of terms at 2; progress function or nil at 3. */
static void enter(lua_State *L, question *q, const char *call) {
    lbox *box = lbox_check(L, 1, &sum_type, call);
    q->m = box->object;
    luaL_checkstack(L, 24 + (LRULESET_SLOTS + 2) * q->m->games, "sum");
    lua_settop(L, 6);
    read_terms(L, 2, q);
    lua_getiuservalue(L, 1, 1);
    int list = lua_gettop(L);
    for (int i = 0; i < q->m->games; i++) {
        lua_rawgeti(L, list, i + 1);
        q->games[i] = lruleset_check(L, lua_gettop(L), call);
    }
    for (int i = 0; i < q->m->games; i++) lruleset_enter(L, list + 1 + i);
    lcall_begin(&q->c, L, box, call);
    for (int i = 0; i < q->m->games; i++) lruleset_busy(q->games[i], 1);
    lcall_progress(&q->c, 3);
}

static void leave(question *q) {
    for (int i = 0; i < q->m->games; i++) lruleset_busy(q->games[i], -1);
}

/* outcome(terms, progress, misere) */
static int box_outcome(lua_State *L) {
    question q;
    enter(L, &q, "outcome");
    int misere = lua_toboolean(L, 4);
    ta_outcome outcome;
    ta_status s = ta_sum_outcome(q.m->sum[!misere], &q.c.call, q.terms, q.count, misere, &outcome);
    leave(&q);
    if (s) return lcall_fail(&q.c, s);
    lcall_end(&q.c);
    char text = (char)outcome;
    lua_pushlstring(L, &text, 1);
    return 1;
}

/* remoteness(terms, progress, misere, player) */
static int box_remoteness(lua_State *L) {
    question q;
    ta_player player = (ta_player)larg_integer(L, 5, "remoteness", "player", 0, 1);
    enter(L, &q, "remoteness");
    ta_amount moves;
    ta_status s = ta_sum_remoteness(q.m->sum[0], &q.c.call, q.terms, q.count, player,
                                    lua_toboolean(L, 4), &moves);
    leave(&q);
    if (s) return lcall_fail(&q.c, s);
    lcall_end(&q.c);
    lua_pushinteger(L, moves);
    return 1;
}

static int box_followers(lua_State *L) {
    question q;
    enter(L, &q, "followers");
    ta_amount count;
    ta_status s = ta_sum_followers(q.m->sum[0], &q.c.call, q.terms, q.count, &count);
    leave(&q);
    if (s) return lcall_fail(&q.c, s);
    lcall_end(&q.c);
    lua_pushinteger(L, count);
    return 1;
}

static int box_limit(lua_State *L) {
    lbox *box = lbox_check(L, 1, &sum_type, "limit");
    ta_limits limits;
    lruleset_limits(L, 2, "limit", &limits);
    for (int i = 0; i < 2; i++) ta_sum_limit(((lsum *)box->object)->sum[i], &limits);
    return 0;
}

static int box_clear(lua_State *L) {
    lbox *box = lbox_check(L, 1, &sum_type, "clear");
    if (box->busy) return lraise(L, "clear: this sum is being solved");
    for (int i = 0; i < 2; i++) ta_sum_clear(((lsum *)box->object)->sum[i]);
    return 0;
}

static int box_statistics(lua_State *L) {
    lbox *box = lbox_check(L, 1, &sum_type, "statistics");
    ta_statistics t, plain;
    ta_sum_statistics(((lsum *)box->object)->sum[1], &t);
    ta_sum_statistics(((lsum *)box->object)->sum[0], &plain);
    t.positions += plain.positions;
    t.rule_calls += plain.rule_calls;
    t.depth += plain.depth;
    t.bytes += plain.bytes;
    lruleset_push_statistics(L, &t);
    return 1;
}

static const luaL_Reg methods[] = {
    { "outcome", box_outcome },
    { "remoteness", box_remoteness },
    { "followers", box_followers },
    { "limit", box_limit },
    { "clear", box_clear },
    { "statistics", box_statistics },
    { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "sum", make },
    { NULL, NULL },
};

void lsum_open(lua_State *L) {
    lbox_register(L, &sum_type, methods, NULL);
    luaL_setfuncs(L, functions, 0);
}
