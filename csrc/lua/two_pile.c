/*
** two_pile.c - binding of two-pile games and walks over their moves.
**
** A game's user values: 1 its move function, 2 its progress function. A walk
** anchors its game.
*/
#include "arg.h"
#include "least_table.h"
#include "modules.h"
#include "move_function.h"
#include "push.h"
#include "base/status.h"
#include "takeaway/two_pile.h"

#define LIST_MOST 10000000 /* entries of a list of moves or options */

static void destroy_game(void *object) {
    ta_two_pile_destroy(object);
}

static void destroy_walk(void *object) {
    ta_two_pile_moves_destroy(object);
}

static const lbox_type type = {
    "takeaway.two_pile", "two-pile game", destroy_game, .closable = 1, .progress = 2,
};
static const lbox_type walk_type = {
    "takeaway.two_pile_moves",
    "walk over moves",
    destroy_walk,
    .closable = 0,
};

typedef struct position {
    ta_amount p, q, x;
} position;

/* Piles at index 2 and 3. */
static position piles_at(lcall *c) {
    position at = { larg_integer(c, 2, "p", 0, TA_MAX), 0, 0 };
    at.q = larg_integer(c, 3, "q", 0, TA_MAX);
    return at;
}

/* And a limit at index 4: 0 only with an empty pile. */
static position position_at(lcall *c) {
    position at = piles_at(c);
    at.x = larg_amount(c, 4, "x", at.p > 0 && at.q > 0);
    return at;
}

/* ---- The game ---- */

static int two_pile(lua_State *L) {
    static const char *const known[] = { "misere", "check", "memory", "progress", "threads", NULL };
    lcall c;
    lcall_function(&c, L, "two_pile");
    lua_settop(L, 2);
    larg_settings(&c, 2, known);
    ta_two_pile_settings settings = {
        .misere = larg_field_boolean(&c, 2, "misere"),
        .check = larg_field_integer(&c, 2, "check", 1, TA_MAX, TA_CHECK_DEFAULT),
        .memory = (double)larg_field_integer(&c, 2, "memory", 1, TA_MAX, 0),
    };
    unsigned threads = larg_threads(&c, 2);
    larg_push_function(&c, 2, "progress");
    ta_movefn *f = lmovefn_push(&c, 1);
    lbox *box = lbox_push(L, &type, 2);
    lua_insert(L, -3); /* box, progress, f */
    lua_setiuservalue(L, -3, 1);
    lbox_hear(L, -2);
    ta_allocator a = lcall_allocator(L);
    ta_two_pile *game;
    lcall_begin(&c);
    ta_status s = ta_two_pile_create(&a, &c.call, f, &settings, &game);
    if (s) return lcall_fail(&c, s);
    lbox_own(box, game);
    lbox_use_threads(box, threads);
    lcall_end(&c);
    return 1;
}

static int least_move(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "least_move");
    position at = piles_at(&c);
    ta_amount least;
    lcall_begin(&c);
    ta_status s = ta_two_pile_least_move(c.object, &c.call, at.p, at.q, &least);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_amount(L, least);
    return 1;
}

static int least_move_of_difference(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "L");
    ta_amount a = larg_integer(&c, 2, "a", 0, TA_MAX);
    ta_amount n = larg_integer(&c, 3, "N", 0, TA_MAX - a), least;
    lcall_begin(&c);
    ta_status s = ta_two_pile_least_move(c.object, &c.call, a, a + n, &least);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_amount(L, least);
    return 1;
}

static int formula(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "formula");
    ta_amount a = larg_integer(&c, 2, "a", 0, TA_MAX);
    ta_amount n = larg_integer(&c, 3, "N", 0, TA_MAX - a), least;
    lcall_begin(&c);
    ta_status s = ta_two_pile_formula(c.object, &c.call, a, n, &least);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_amount(L, least);
    return 1;
}

static int outcome(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "outcome");
    position at = position_at(&c);
    ta_outcome outcome;
    lcall_begin(&c);
    ta_status s = ta_two_pile_outcome(c.object, &c.call, at.p, at.q, at.x, &outcome);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushstring(L, outcome == TA_N ? "N" : "P");
    return 1;
}

/* ---- Lists, filled in batches while the game is busy ---- */

enum { BATCH = 256 };

static ta_status too_many(lcall *c, const char *hint) {
    return ta_fail(&c->call, TA_ELIMIT, "more than %d entries%s", LIST_MOST, hint);
}

typedef struct option_batch {
    lcall *c;
    position batch[BATCH];
    int list;  /* its place on the stack */
    int count; /* of the batch */
    lua_Integer before;
} option_batch;

/* Append the batch to the list at 1. */
static int append_options(lua_State *L, const void *results) {
    const option_batch *o = results;
    for (int i = 0; i < o->count; i++) {
        const ta_amount at[3] = { o->batch[i].p, o->batch[i].q, o->batch[i].x };
        lpush_amounts(L, at, 3);
        lua_rawseti(L, 1, o->before + i + 1);
    }
    return 0;
}

static ta_status flush_options(option_batch *o) {
    lua_pushvalue(o->c->L, o->list);
    ta_status s = lcall_push(o->c, append_options, o, 1);
    o->before += o->count;
    o->count = 0;
    return s;
}

static ta_status take_option(void *ctx, ta_call *call, ta_amount p, ta_amount q, ta_amount x) {
    option_batch *o = ctx;
    (void)call;
    o->batch[o->count++] = (position){ p, q, x };
    return o->count < BATCH ? TA_OK : flush_options(o);
}

static int options(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "options");
    position at = position_at(&c);
    option_batch o = { .c = &c };
    lpush_list(L, 0);
    o.list = lua_gettop(L);
    lcall_begin(&c);
    ta_status s = TA_OK;
    if (ta_two_pile_option_count(at.p, at.q, at.x) > LIST_MOST) s = too_many(&c, "");
    if (!s) s = ta_two_pile_options(c.object, &c.call, at.p, at.q, at.x, take_option, &o);
    if (!s) s = flush_options(&o);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_settop(L, o.list);
    return 1;
}

/* ---- Winning moves ---- */

static void push_move(lua_State *L, const ta_two_pile_move *move) {
    lpush_record(L, 2);
    lua_pushinteger(L, move->pile);
    lua_setfield(L, -2, "pile");
    lpush_field(L, "take", move->take);
}

typedef struct move_batch {
    ta_two_pile_move batch[BATCH];
    size_t count;
    lua_Integer before;
} move_batch;

static int append_moves(lua_State *L, const void *results) {
    const move_batch *m = results;
    for (size_t i = 0; i < m->count; i++) {
        push_move(L, &m->batch[i]);
        lua_rawseti(L, 1, m->before + (lua_Integer)i + 1);
    }
    return 0;
}

/* Append all moves of the walk to the list at `list`. */
static ta_status append_walk(lcall *c, ta_two_pile_moves *walk, int list) {
    static const char hint[] = "; walk them with winning_moves_iter";
    move_batch m;
    ta_status s = TA_OK;
    if (ta_two_pile_moves_exceed(walk, LIST_MOST)) return too_many(c, hint);
    for (m.before = 0, m.count = 1; m.count > 0 && !s; m.before += (lua_Integer)m.count) {
        s = ta_two_pile_moves_next(walk, &c->call, m.batch, BATCH, &m.count);
        if (!s && m.before + (lua_Integer)m.count > LIST_MOST) s = too_many(c, hint);
        if (s) break;
        lua_pushvalue(c->L, list);
        s = lcall_push(c, append_moves, &m, 1);
    }
    return s;
}

static int winning_moves(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "winning_moves");
    position at = position_at(&c);
    ta_two_pile_moves *walk = NULL;
    lpush_list(L, 0);
    int list = lua_gettop(L);
    lcall_begin(&c);
    ta_status s = ta_two_pile_moves_create(c.object, &c.call, at.p, at.q, at.x, &walk);
    if (!s) s = append_walk(&c, walk, list);
    ta_two_pile_moves_destroy(walk);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_settop(L, list);
    return 1;
}

/* The next move of the walk, upvalue 1, whose user value 1 is its game. */
static int walk_next(lua_State *L) {
    ta_two_pile_move move;
    size_t count;
    lbox *walk = lua_touserdata(L, lua_upvalueindex(1));
    lua_settop(L, 0);
    lua_getiuservalue(L, lua_upvalueindex(1), 1);
    lcall c;
    lcall_method(&c, L, &type, "winning_moves_iter");
    lcall_also(&c, &walk, 1);
    lcall_begin(&c);
    ta_status s = ta_two_pile_moves_next(lbox_object(walk), &c.call, &move, 1, &count);
    if (s) return lcall_raise(&c, s);
    lcall_end(&c);
    if (count == 0) return 0;
    push_move(L, &move);
    return 1;
}

static int winning_moves_iter(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "winning_moves_iter");
    position at = position_at(&c);
    lua_settop(L, 4);
    lbox *box = lbox_push(L, &walk_type, 1);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, 5, 1);
    ta_two_pile_moves *walk;
    lcall_begin(&c);
    ta_status s = ta_two_pile_moves_create(c.object, &c.call, at.p, at.q, at.x, &walk);
    if (s) return lcall_raise(&c, s);
    lbox_own(box, walk);
    lcall_end(&c);
    lua_settop(L, 5);
    lua_pushcclosure(L, walk_next, 1);
    return 1;
}

static int table(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "table");
    return lleast_table_give(&c, larg_integer(&c, 2, "to", 0, TA_MAX));
}

/* ---- Theory ---- */

static ta_amount opt_limit(lcall *c) {
    return larg_opt_integer(c, 2, "limit", 1, TA_MAX, TA_TWO_PILE_LIMIT);
}

static int strategy(lua_State *L) {
    static const char *const names[] = { "", "1", "A", "B1", "B2" };
    lcall c;
    lcall_method(&c, L, &type, "strategy");
    ta_amount p = larg_integer(&c, 2, "p", 1, TA_MAX);
    ta_amount q = larg_integer(&c, 3, "q", 1, TA_MAX);
    ta_two_pile_strategy_move move;
    lcall_begin(&c);
    ta_status s = ta_two_pile_strategy(c.object, &c.call, p, q, &move);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_record(L, 3);
    lua_pushstring(L, names[move.which]);
    lua_setfield(L, -2, "case");
    lpush_field(L, "take", move.take);
    lua_pushstring(L, move.from_larger ? "larger" : "smaller");
    lua_setfield(L, -2, "pile");
    return 1;
}

static int admissible(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "admissible");
    ta_amount most = opt_limit(&c);
    ta_violation violation;
    int exact;
    lcall_begin(&c);
    ta_status s = ta_two_pile_admissible(c.object, &c.call, most, &violation, &exact);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushboolean(L, violation.condition == 0);
    if (violation.condition == 0) {
        if (!exact) lua_pushinteger(L, most);
        return exact ? 1 : 2;
    }
    lpush_record(L, 3);
    lpush_field(L, "condition", violation.condition);
    lpush_field(L, "at", violation.at);
    lua_pushstring(L, violation.message);
    lua_setfield(L, -2, "message");
    return 2;
}

static void push_mismatch(lua_State *L, const ta_mismatch *at) {
    lpush_record(L, 5);
    lpush_field(L, "p", at->p);
    lpush_field(L, "q", at->q);
    lpush_field(L, "formula", at->formula);
    lpush_field(L, "exact", at->exact);
}

static int verify(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "verify");
    ta_amount m = larg_integer(&c, 2, "to", 1, TA_MAX), cells;
    ta_mismatch at;
    int holds;
    lcall_begin(&c);
    ta_status s = ta_two_pile_verify(c.object, &c.call, m, &holds, &cells, &at);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushboolean(L, holds);
    if (holds) lua_pushinteger(L, cells);
    else push_mismatch(L, &at);
    return 2;
}

static void push_set(lua_State *L, const ta_counterexample *r) {
    lpush_record(L, 0);
    for (int i = 0; i < r->count; i++) {
        lpush_record(L, 0);
        for (int j = 0; j < 2; j++) {
            lua_pushinteger(L, r->set[i][j]);
            lua_rawseti(L, -2, j + 1);
        }
        lua_rawseti(L, -2, i + 1);
    }
}

static int counterexample(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "counterexample");
    ta_amount most = opt_limit(&c);
    ta_counterexample r;
    lcall_begin(&c);
    ta_status s = ta_two_pile_counterexample(c.object, &c.call, most, &r);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    if (r.found == 0) {
        lua_pushnil(L);
        return 1;
    }
    if (r.found == 1) {
        push_mismatch(L, &r.at);
    } else {
        lpush_record(L, 3);
        push_set(L, &r);
        lua_setfield(L, -2, "set");
        lua_pushstring(L, r.certificate);
        lua_setfield(L, -2, "certificate");
    }
    if (r.witness) {
        lua_pushfstring(L, "K%d", r.witness);
        lua_setfield(L, -2, "witness");
    }
    return 1;
}

static int is_misere(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "is_misere");
    lcall_begin_shared(&c);
    int misere = ta_two_pile_is_misere(c.object);
    lcall_end(&c);
    lua_pushboolean(L, misere);
    return 1;
}

static int move_function(lua_State *L) {
    lbox_check(L, 1, &type, "move_function");
    lua_getiuservalue(L, 1, 1);
    return 1;
}

static int push_text(lua_State *L, const void *game) {
    lua_pushfstring(L, "two-pile dynamic Nim, f(k) = %s%s",
                    ta_movefn_text(ta_two_pile_movefn(game)),
                    ta_two_pile_is_misere(game) ? ", misere" : "");
    return 1;
}

static int to_string(lua_State *L) {
    return lcall_tostring(L, &type, push_text);
}

static const luaL_Reg methods[] = {
    { "least_move", least_move },
    { "L", least_move_of_difference },
    { "outcome", outcome },
    { "options", options },
    { "winning_moves", winning_moves },
    { "winning_moves_iter", winning_moves_iter },
    { "table", table },
    { "formula", formula },
    { "strategy", strategy },
    { "admissible", admissible },
    { "counterexample", counterexample },
    { "verify", verify },
    { "is_misere", is_misere },
    { "move_function", move_function },
    { NULL, NULL },
};

static const luaL_Reg meta[] = {
    { "__tostring", to_string },
    { NULL, NULL },
};

static const luaL_Reg walk_methods[] = { { NULL, NULL } };

static const luaL_Reg functions[] = {
    { "two_pile", two_pile },
    { NULL, NULL },
};

void ltwo_pile_open(lua_State *L) {
    lbox_register(L, &type, methods, meta);
    lbox_register(L, &walk_type, walk_methods, NULL);
    luaL_setfuncs(L, functions, 0);
}
