/*
** sum.c - the sum box: two engines over the same rulesets, reduced and plain.
**
** User value 1 is the list of ruleset boxes. A sum is a list of terms {game, sign, count,
** component, ...}. It is read before the core is entered, into a buffer that the box owns.
*/
#include "lua/base/arg.h"
#include "lua/base/modules.h"
#include "lua/base/push.h"
#include "ruleset.h"
#include "base/mem.h"
#include "takeaway/sum.h"

#define GAMES_MOST 64

typedef struct lsum {
    ta_allocator allocator;
    ta_sum *sum[2]; /* plain, reduced */
    ta_limits limits;
    int games;
} lsum;

static void destroy(void *object) {
    lsum *m = object;
    ta_allocator a = m->allocator;
    for (int i = 0; i < 2; i++) ta_sum_destroy(m->sum[i]);
    ta_free(&a, m, 1, sizeof *m);
}

static const ludata_type type = {
    "takeaway.sum",
    "sum",
    destroy,
    .closable = 1,
    .in_use = "being solved; a rule cannot ask the engine about its own game",
};

/* Push and check the boxes of the list at `list`: all open rulesets. [-0, +games] */
static void push_games(lcall *c, int list, int games, ludata *boxes[GAMES_MOST]) {
    luaL_checkstack(c->L, games + 8, "sum");
    for (int i = 0; i < games; i++) {
        lua_rawgeti(c->L, list, i + 1);
        boxes[i] = ludata_check(c->L, lua_gettop(c->L), &lruleset_type, c->name);
    }
}

static ta_status fill(lsum *m, ta_call *call, ludata *const *games) {
    for (int i = 0; i < 2; i++) {
        ta_status s = ta_sum_create(&m->allocator, call, i, &m->sum[i]);
        for (int g = 0; g < m->games && !s; g++) {
            size_t index;
            s = ta_sum_add(m->sum[i], call, lruleset_solver(games[g]), &index);
        }
        if (s) return s;
    }
    return TA_OK;
}

/* sum{box, box, ...} */
static int make(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_Integer games = (lua_Integer)lua_rawlen(L, 1);
    if (games > GAMES_MOST) return lraise(L, "sum: at most %d rulesets in one sum", GAMES_MOST);
    ta_allocator a = lcall_allocator(L);
    ludata *box = ludata_push(L, &type, 1), *boxes[GAMES_MOST];
    int self = lua_gettop(L);
    lua_createtable(L, (int)games, 0);
    for (lua_Integer i = 1; i <= games; i++) {
        lua_rawgeti(L, 1, i);
        lua_rawseti(L, -2, i);
    }
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, self, 1);
    lsum *m = ta_alloc(&a, 1, sizeof *m);
    if (!m) return lbudget_no_memory(L);
    ludata_own(box, m);
    m->allocator = a;
    m->games = (int)games;
    lcall c;
    lcall_on(&c, L, self, &type, "sum");
    push_games(&c, self + 1, m->games, boxes);
    lcall_also(&c, boxes, m->games);
    lcall_begin(&c);
    ta_status s = fill(m, &c.call, boxes);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_settop(L, self);
    return 1;
}

/* ---- One query ---- */

typedef struct question {
    lcall c;
    lsum *m; /* during the call */
    ludata *games[GAMES_MOST];
    ta_term *terms; /* in a userdata on the stack */
    size_t count;
} question;

/* Read the list of terms at `index`, which anchors their strings. The boxes begin at `games`. */
static void read_terms(question *q, int index, int games, int count) {
    lcall *c = &q->c;
    lua_State *L = c->L;
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
        luaL_checkstack(L, size, "sum");
        for (int k = 1; k <= size; k++) lua_rawgeti(L, top + 1, k);
        ta_term *t = &q->terms[i];
        t->game = (size_t)larg_integer(c, top + 2, "game", 1, count) - 1;
        t->negative = larg_integer(c, top + 3, "sign", -1, 1) < 0;
        t->count = larg_integer(c, top + 4, "count", 0, TA_MAX);
        lposition_check(c, games + (int)t->game, top + 5, top + 1 + size, room, &t->position);
        lua_settop(L, top);
    }
}

/* Arguments: the box at 1, a list of terms at 2, a progress function or nil at 3. */
static void begin(lua_State *L, question *q, const char *name) {
    lcall_method(&q->c, L, &type, name);
    lua_settop(L, 6);
    lua_getiuservalue(L, 1, 1);
    int list = lua_gettop(L), games = (int)lua_rawlen(L, list), slots[GAMES_MOST];
    push_games(&q->c, list, games, q->games);
    read_terms(q, 2, list + 1, games);
    for (int i = 0; i < games; i++) slots[i] = lruleset_push_functions(L, list + 1 + i);
    lcall_also(&q->c, q->games, games);
    lcall_progress(&q->c, 3);
    lcall_begin(&q->c);
    q->m = q->c.object;
    for (int i = 0; i < games; i++) lruleset_at(q->games[i], &q->c.call, slots[i]);
    ta_limits now = q->m->limits;
    const lbudget *b = q->c.state->top;
    if (b) {
        now.positions = b->positions;
        now.depth = b->depth;
    }
    for (int i = 0; i < 2; i++) ta_sum_limit(q->m->sum[i], &now);
}

/* outcome(terms, progress, misere) */
static int outcome(lua_State *L) {
    question q;
    int misere = lua_toboolean(L, 4);
    ta_outcome who;
    begin(L, &q, "outcome");
    ta_status s = ta_sum_outcome(q.m->sum[!misere], &q.c.call, q.terms, q.count, misere, &who);
    if (s) return lcall_fail(&q.c, s);
    lcall_end(&q.c);
    lpush_outcome(L, who);
    return 1;
}

/* remoteness(terms, progress, misere, player) */
static int remoteness(lua_State *L) {
    question q;
    int misere = lua_toboolean(L, 4);
    lcall_function(&q.c, L, "remoteness");
    ta_player player = (ta_player)larg_integer(&q.c, 5, "player", 0, 1);
    ta_amount moves;
    begin(L, &q, "remoteness");
    ta_status s =
        ta_sum_remoteness(q.m->sum[0], &q.c.call, q.terms, q.count, player, misere, &moves);
    if (s) return lcall_fail(&q.c, s);
    lcall_end(&q.c);
    lpush_amount(L, moves);
    return 1;
}

static int followers(lua_State *L) {
    question q;
    ta_amount count;
    begin(L, &q, "followers");
    ta_status s = ta_sum_followers(q.m->sum[0], &q.c.call, q.terms, q.count, &count);
    if (s) return lcall_fail(&q.c, s);
    lcall_end(&q.c);
    lua_pushinteger(L, count);
    return 1;
}

/* ---- Housekeeping ---- */

static int limit(lua_State *L) {
    lcall c;
    ta_limits limits;
    lcall_method(&c, L, &type, "limit");
    lruleset_limits(&c, 2, &limits);
    lcall_begin(&c);
    lsum *m = c.object;
    m->limits = limits;
    ludata_limit(c.box, &limits);
    lcall_end(&c);
    return 0;
}

static int clear(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "clear");
    lcall_begin(&c);
    const lsum *m = c.object;
    for (int i = 0; i < 2; i++) ta_sum_clear(m->sum[i]);
    lcall_end(&c);
    return 0;
}

static int statistics(lua_State *L) {
    lcall c;
    ta_statistics t, plain;
    lcall_method(&c, L, &type, "statistics");
    lcall_begin_shared(&c);
    const lsum *m = c.object;
    ta_sum_statistics(m->sum[1], &t);
    ta_sum_statistics(m->sum[0], &plain);
    lcall_end(&c);
    t.positions += plain.positions;
    t.rule_calls += plain.rule_calls;
    t.depth += plain.depth;
    t.bytes += plain.bytes;
    lruleset_push_statistics(L, &t);
    return 1;
}

static const luaL_Reg methods[] = {
    { "outcome", outcome }, { "remoteness", remoteness }, { "followers", followers },
    { "limit", limit },     { "clear", clear },           { "statistics", statistics },
    { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "sum", make },
    { NULL, NULL },
};

void lsum_open(lua_State *L) {
    ludata_register(L, &type, methods, NULL);
    luaL_setfuncs(L, functions, 0);
}
