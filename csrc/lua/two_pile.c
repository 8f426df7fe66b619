/*
** two_pile.c - binding of two-pile games and walks over their moves.
**
** A game's user values: 1 its move function, 2 its progress function. A walk
** anchors its game.
*/
#include "two_pile.h"

#include "arg.h"
#include "call.h"
#include "move_function.h"
#include "takeaway/two_pile.h"

#define LIST_MOST 10000000 /* entries of a list of moves or options */

static void destroy_game(void *object) {
    ta_two_pile_destroy(object);
}

static void destroy_walk(void *object) {
    ta_two_pile_moves_destroy(object);
}

const lbox_type ltwo_pile_type = { "takeaway.two_pile", "two-pile game", destroy_game, 1 };
static const lbox_type walk_type = { "takeaway.two_pile_moves", "walk over moves", destroy_walk,
                                     0 };

/* Piles at index 2 and 3. */
static void piles(lua_State *L, const char *call, ta_amount *p, ta_amount *q) {
    *p = larg_integer(L, 2, call, "p", 0, TA_MAX);
    *q = larg_integer(L, 3, call, "q", 0, TA_MAX);
}

/* A limit at index 4: 0 only with an empty pile. */
static ta_amount limit(lua_State *L, const char *call, ta_amount p, ta_amount q) {
    return larg_amount(L, 4, call, "x", p > 0 && q > 0);
}

/* ---- The game ---- */

static int two_pile(lua_State *L) {
    static const char *const known[] = { "misere", "check", "memory", "progress", NULL };
    lua_settop(L, 2);
    larg_settings(L, 2, "two_pile", known);
    ta_two_pile_settings options = {
        .misere = larg_field_boolean(L, 2, "two_pile", "misere"),
        .check = larg_field_integer(L, 2, "two_pile", "check", 1, TA_MAX, TA_CHECK_DEFAULT),
        .memory = (double)larg_field_integer(L, 2, "two_pile", "memory", 1, TA_MAX, 0),
    };
    larg_push_function(L, 2, "two_pile", "progress");
    ta_movefn *f = lmovefn_push(L, 1, "two_pile");
    lbox *box = lbox_push(L, &ltwo_pile_type, 2);
    lua_insert(L, -3); /* box, progress, f */
    lua_setiuservalue(L, -3, 1);
    lua_setiuservalue(L, -2, 2);
    ta_allocator a = lcall_allocator(L);
    lcall c;
    lcall_begin_shared(&c, L, NULL, "two_pile");
    ta_status s = ta_two_pile_create(&a, &c.call, f, &options, (ta_two_pile **)&box->object);
    return s ? lcall_fail(&c, s) : 1;
}

static int game_least_move(lua_State *L) {
    lbox *box = lbox_check(L, 1, &ltwo_pile_type, "least_move");
    ta_amount p, q, least;
    piles(L, "least_move", &p, &q);
    lcall c;
    ta_two_pile *game = lcall_begin_game(&c, L, box, 1, "least_move");
    ta_status s = ta_two_pile_least_move(game, &c.call, p, q, &least);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_amount(L, least);
    return 1;
}

/* Coordinates a and N at index 2 and 3; a + N is an amount. */
static void coordinates(lua_State *L, const char *call, ta_amount *a, ta_amount *n) {
    *a = larg_integer(L, 2, call, "a", 0, TA_MAX);
    *n = larg_integer(L, 3, call, "N", 0, TA_MAX - *a);
}

static int game_L(lua_State *L) {
    lbox *box = lbox_check(L, 1, &ltwo_pile_type, "L");
    ta_amount a, n, least;
    coordinates(L, "L", &a, &n);
    lcall c;
    ta_two_pile *game = lcall_begin_game(&c, L, box, 1, "L");
    ta_status s = ta_two_pile_least_move(game, &c.call, a, a + n, &least);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_amount(L, least);
    return 1;
}

static int game_formula(lua_State *L) {
    lbox *box = lbox_check(L, 1, &ltwo_pile_type, "formula");
    ta_amount a = larg_integer(L, 2, "formula", "a", 1, TA_MAX);
    ta_amount n = larg_integer(L, 3, "formula", "N", 0, TA_MAX - a), least;
    lcall c;
    ta_two_pile *game = lcall_begin_game(&c, L, box, 1, "formula");
    ta_status s = ta_two_pile_formula(game, &c.call, a, n, &least);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_amount(L, least);
    return 1;
}

static int game_outcome(lua_State *L) {
    lbox *box = lbox_check(L, 1, &ltwo_pile_type, "outcome");
    ta_amount p, q;
    piles(L, "outcome", &p, &q);
    ta_amount x = limit(L, "outcome", p, q);
    ta_outcome outcome;
    lcall c;
    ta_two_pile *game = lcall_begin_game(&c, L, box, 1, "outcome");
    ta_status s = ta_two_pile_outcome(game, &c.call, p, q, x, &outcome);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushstring(L, outcome == TA_N ? "N" : "P");
    return 1;
}

static int too_many(lua_State *L, const char *call, const char *hint) {
    lua_pushnil(L);
    lua_pushfstring(L, "%s: more than %d entries%s", call, LIST_MOST, hint);
    lua_pushliteral(L, "ELIMIT");
    return 3;
}

/* {p, q, x} appended to the list at `list`. */
static void add_option(lua_State *L, int list, lua_Integer i, ta_amount p, ta_amount q,
                       ta_amount x) {
    ta_amount position[3] = { p, q, x };
    lpush_record(L, 0);
    for (int j = 0; j < 3; j++) {
        lpush_amount(L, position[j]);
        lua_rawseti(L, -2, j + 1);
    }
    lua_rawseti(L, list, i);
}

static int game_options(lua_State *L) {
    lbox *box = lbox_check(L, 1, &ltwo_pile_type, "options");
    ta_amount p, q, next;
    piles(L, "options", &p, &q);
    ta_amount x = limit(L, "options", p, q);
    if (p == 0 || q == 0) x = 0;
    ta_amount most_p = p < x ? p : x, most_q = q < x ? q : x;
    if (most_p + most_q > LIST_MOST) return too_many(L, "options", "");
    lua_settop(L, 4);
    lua_getiuservalue(L, 1, 1); /* f, called as Lua calls it: it cannot be closed */
    lpush_record(L, 0);
    lua_Integer count = 0;
    lcall c;
    for (ta_amount k = 1; k <= (most_p > most_q ? most_p : most_q); k++) {
        lua_settop(L, 6);
        ta_two_pile *game = lcall_begin_game(&c, L, box, 1, "options");
        ta_status s = ta_movefn_value(ta_two_pile_movefn(game), &c.call, k, &next);
        if (!s && k % 4096 == 0) s = c.call.poll(&c.call, (double)k, 0);
        if (s) return lcall_fail(&c, s);
        lcall_end(&c);
        if (k <= most_p) add_option(L, 6, ++count, p - k, q, next);
        if (k <= most_q) add_option(L, 6, ++count, p, q - k, next);
    }
    lua_settop(L, 6);
    return 1;
}

/* ---- Winning moves ---- */

/* Push a walk over the winning moves asked for at index 2..4. Returns 0, or the
** number of results when it failed. */
static int push_walk(lua_State *L, const char *call) {
    lbox *box = lbox_check(L, 1, &ltwo_pile_type, call);
    ta_amount p, q;
    piles(L, call, &p, &q);
    ta_amount x = limit(L, call, p, q);
    lua_settop(L, 4);
    lbox *walk = lbox_push(L, &walk_type, 1);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
    lcall c;
    ta_two_pile *game = lcall_begin_game(&c, L, box, 1, call);
    ta_status s =
        ta_two_pile_moves_create(game, &c.call, p, q, x, (ta_two_pile_moves **)&walk->object);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_settop(L, 5);
    return 0;
}

static void push_move(lua_State *L, const ta_two_pile_move *move) {
    lpush_record(L, 2);
    lua_pushinteger(L, move->pile);
    lua_setfield(L, -2, "pile");
    lpush_field(L, "take", move->take);
}

enum { BATCH = 256 };

/* The next moves of the walk `walk` in the game at index `game`. [-0, +1] */
static ta_status next_moves(lcall *c, lua_State *L, const lbox *walk, int game, const char *call,
                            ta_two_pile_move *moves, size_t most, size_t *count) {
    lbox *box = lbox_check(L, game, &ltwo_pile_type, call);
    if (!walk->object) lraise(L, "%s: this walk is closed", call);
    lcall_begin_game(c, L, box, game, call);
    return ta_two_pile_moves_next(walk->object, &c->call, moves, most, count);
}

static int game_winning_moves(lua_State *L) {
    int failed = push_walk(L, "winning_moves");
    if (failed) return failed;
    static const char *const hint = "; walk them with winning_moves_iter";
    const lbox *walk = lua_touserdata(L, 5);
    if (ta_two_pile_moves_exceed(walk->object, LIST_MOST))
        return too_many(L, "winning_moves", hint);
    lpush_record(L, 0);
    ta_two_pile_move moves[BATCH];
    lua_Integer total = 0;
    for (size_t count = BATCH; count > 0;) {
        lcall c;
        ta_status s = next_moves(&c, L, walk, 1, "winning_moves", moves, BATCH, &count);
        if (s) return lcall_fail(&c, s);
        lcall_end(&c);
        lua_settop(L, 6);
        if (total + (lua_Integer)count > LIST_MOST) return too_many(L, "winning_moves", hint);
        for (size_t i = 0; i < count; i++) {
            push_move(L, &moves[i]);
            lua_rawseti(L, 6, ++total);
        }
    }
    return 1;
}

static int walk_next(lua_State *L) {
    ta_two_pile_move move;
    size_t count;
    const lbox *walk = lua_touserdata(L, lua_upvalueindex(1));
    lua_settop(L, 0);
    lua_getiuservalue(L, lua_upvalueindex(1), 1);
    lcall c;
    ta_status s = next_moves(&c, L, walk, 1, "winning_moves_iter", &move, 1, &count);
    if (s) return lcall_raise(&c, s);
    lcall_end(&c);
    if (count == 0) return 0;
    push_move(L, &move);
    return 1;
}

static int game_winning_moves_iter(lua_State *L) {
    int failed = push_walk(L, "winning_moves_iter");
    if (failed) return failed;
    lua_pushcclosure(L, walk_next, 1);
    return 1;
}

/* ---- Theory ---- */

static ta_amount opt_limit(lua_State *L, const char *call) {
    return larg_opt_integer(L, 2, call, "limit", 1, TA_MAX, TA_TWO_PILE_LIMIT);
}

static int game_strategy(lua_State *L) {
    static const char *const names[] = { "", "1", "A", "B1", "B2" };
    lbox *box = lbox_check(L, 1, &ltwo_pile_type, "strategy");
    ta_amount p = larg_integer(L, 2, "strategy", "p", 1, TA_MAX);
    ta_amount q = larg_integer(L, 3, "strategy", "q", 1, TA_MAX);
    ta_two_pile_strategy_move move;
    lcall c;
    ta_two_pile *game = lcall_begin_game(&c, L, box, 1, "strategy");
    ta_status s = ta_two_pile_strategy(game, &c.call, p, q, &move);
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

static int game_admissible(lua_State *L) {
    lbox *box = lbox_check(L, 1, &ltwo_pile_type, "admissible");
    ta_amount most = opt_limit(L, "admissible");
    ta_violation violation;
    int exact;
    lcall c;
    ta_two_pile *game = lcall_begin_game(&c, L, box, 1, "admissible");
    ta_status s = ta_two_pile_admissible(game, &c.call, most, &violation, &exact);
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

static int game_verify(lua_State *L) {
    lbox *box = lbox_check(L, 1, &ltwo_pile_type, "verify");
    ta_amount m = larg_integer(L, 2, "verify", "m", 1, TA_MAX), cells;
    ta_mismatch at;
    int holds;
    lcall c;
    ta_two_pile *game = lcall_begin_game(&c, L, box, 1, "verify");
    ta_status s = ta_two_pile_verify(game, &c.call, m, &holds, &cells, &at);
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

static int game_counterexample(lua_State *L) {
    lbox *box = lbox_check(L, 1, &ltwo_pile_type, "counterexample");
    ta_amount most = opt_limit(L, "counterexample");
    ta_counterexample r;
    lcall c;
    ta_two_pile *game = lcall_begin_game(&c, L, box, 1, "counterexample");
    ta_status s = ta_two_pile_counterexample(game, &c.call, most, &r);
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

static int game_misere(lua_State *L) {
    lbox *box = lbox_check(L, 1, &ltwo_pile_type, "is_misere");
    lua_pushboolean(L, ta_two_pile_is_misere(box->object));
    return 1;
}

static int game_movefn(lua_State *L) {
    lbox_check(L, 1, &ltwo_pile_type, "move_function");
    lua_getiuservalue(L, 1, 1);
    return 1;
}

static int game_tostring(lua_State *L) {
    lbox *box = lbox_test(L, 1, &ltwo_pile_type);
    if (!box || !box->object) lua_pushliteral(L, "two-pile game (closed)");
    else
        lua_pushfstring(L, "two-pile dynamic Nim, f(k) = %s%s",
                        ta_movefn_text(ta_two_pile_movefn(box->object)),
                        ta_two_pile_is_misere(box->object) ? ", misere" : "");
    return 1;
}

static const luaL_Reg game_methods[] = {
    { "least_move", game_least_move },
    { "L", game_L },
    { "outcome", game_outcome },
    { "options", game_options },
    { "winning_moves", game_winning_moves },
    { "winning_moves_iter", game_winning_moves_iter },
    { "table", lleast_table_of_game },
    { "formula", game_formula },
    { "strategy", game_strategy },
    { "admissible", game_admissible },
    { "counterexample", game_counterexample },
    { "verify", game_verify },
    { "is_misere", game_misere },
    { "move_function", game_movefn },
    { NULL, NULL },
};

static const luaL_Reg game_meta[] = {
    { "__tostring", game_tostring },
    { NULL, NULL },
};

static const luaL_Reg walk_methods[] = { { NULL, NULL } };

static const luaL_Reg functions[] = {
    { "two_pile", two_pile },
    { NULL, NULL },
};

void ltwo_pile_open(lua_State *L) {
    lbox_register(L, &ltwo_pile_type, game_methods, game_meta);
    lleast_table_open(L);
    lbox_register(L, &walk_type, walk_methods, NULL);
    luaL_setfuncs(L, functions, 0);
}
