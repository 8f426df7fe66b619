/*
** two_pile.c - two-pile games for Lua, and iterators over their moves.
**
** A game's user values: 1 its move function, 2 its progress function. An iterator anchors its game.
*/
#include "least_table.h"
#include "lua/base/method.h"
#include "lua/base/modules.h"
#include "move_function.h"
#include "lua/base/push.h"
#include "base/status.h"
#include "takeaway/two_pile.h"

#define LIST_MOST 10000000 /* entries of a list of moves or options */

static void destroy_game(void *object) {
    ta_two_pile_destroy(object);
}

static void destroy_walk(void *object) {
    ta_two_pile_moves_destroy(object);
}

static const ludata_type type = {
    "takeaway.two_pile", "two-pile game", destroy_game, .closable = 1, .progress = 2,
};
static const ludata_type walk_type = {
    "takeaway.two_pile_moves",
    "walk over moves",
    destroy_walk,
    .closable = 0,
};

/* ---- Arguments ---- */

static const lparameter limit = { "limit", LP_INTEGER, 1, .hi = TA_MAX, .optional = 1,
                                  .otherwise = TA_TWO_PILE_LIMIT };

/* A limit may be 0 only when a pile is empty. */
static void bound_limit(const void *object, const lgiven *a, ta_amount *lo, ta_amount *hi) {
    (void)object, (void)hi;
    *lo = a[0].n > 0 && a[1].n > 0;
}
static const lparameter limit_x = { "x", LP_AMOUNT, 1, .bound = bound_limit };

/* Bound the difference so that the larger pile is at most TA_MAX. */
static void bound_larger(const void *object, const lgiven *a, ta_amount *lo, ta_amount *hi) {
    (void)object, (void)lo;
    *hi = TA_MAX - a[0].n;
}
static const lparameter difference = { "N", LP_INTEGER, .hi = TA_MAX, .bound = bound_larger };

/* ---- The game ---- */

static const ta_two_pile_settings *settings_of(const lgiven *a, ta_two_pile_settings *o) {
    *o = (ta_two_pile_settings){ .misere = (int)a[2].n, .check = a[3].n,
                                 .memory = (double)a[4].n };
    return o;
}
LMAKER(two_pile, ta_two_pile,
       ta_two_pile_create(&allocator, call, a[0].object,
                          settings_of(a, &(ta_two_pile_settings){ 0 }), &made))

LKERNEL(least_move, ta_two_pile_least_move(object, call, a[0].n, a[1].n, &r->amount))
LKERNEL(of_difference, ta_two_pile_least_move(object, call, a[0].n, a[0].n + a[1].n, &r->amount))
LKERNEL(formula, ta_two_pile_formula(object, call, a[0].n, a[1].n, &r->amount))
LKERNEL(outcome, ta_two_pile_outcome(object, call, a[0].n, a[1].n, a[2].n, &r->outcome))
LPLAIN(is_misere, r->truth = ta_two_pile_is_misere(object))

/* ---- Lists, filled in batches while the game is busy ---- */

enum { BATCH = 256 };

static ta_status too_many(lcall *c, const char *hint) {
    return ta_fail(&c->call, TA_ELIMIT, "more than %d entries%s", LIST_MOST, hint);
}

typedef struct option_batch {
    lcall *c;
    ta_amount batch[BATCH][3];
    int list;  /* stack index of the list */
    int count; /* number of entries */
    lua_Integer before;
} option_batch;

/* Append the batch to the list at 1. */
static int append_options(lua_State *L, const void *results) {
    const option_batch *o = results;
    for (int i = 0; i < o->count; i++) {
        lpush_amounts(L, o->batch[i], 3);
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
    ta_amount *at = o->batch[o->count++];
    at[0] = p;
    at[1] = q;
    at[2] = x;
    return o->count < BATCH ? TA_OK : flush_options(o);
}

static ta_status options(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    option_batch o = { .c = call->host, .list = r->index };
    if (ta_two_pile_option_count(a[0].n, a[1].n, a[2].n) > LIST_MOST) return too_many(o.c, "");
    ta_status s = ta_two_pile_options(object, call, a[0].n, a[1].n, a[2].n, take_option, &o);
    return s ? s : flush_options(&o);
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

/* Append all moves of the iterator to the list at `list`. */
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

static ta_status winning_moves(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    ta_two_pile_moves *walk = NULL;
    ta_status s = ta_two_pile_moves_create(object, call, a[0].n, a[1].n, a[2].n, &walk);
    if (!s) s = append_walk(call->host, walk, r->index);
    ta_two_pile_moves_destroy(walk);
    return s;
}

/* The next move of the iterator in upvalue 1, whose user value 1 is its game. */
static int walk_next(lua_State *L) {
    ta_two_pile_move move;
    size_t count;
    ludata *walk = lua_touserdata(L, lua_upvalueindex(1));
    lua_settop(L, 0);
    lua_getiuservalue(L, lua_upvalueindex(1), 1);
    lcall c;
    lcall_method(&c, L, &type, "winning_moves_iter");
    lcall_also(&c, &walk, 1);
    lcall_begin(&c);
    ta_status s = ta_two_pile_moves_next(ludata_object(walk), &c.call, &move, 1, &count);
    if (s) return lcall_raise(&c, s);
    lcall_end(&c);
    if (count == 0) return 0;
    push_move(L, &move);
    return 1;
}

LMAKER(start_walk, ta_two_pile_moves,
       ta_two_pile_moves_create(object, call, a[0].n, a[1].n, a[2].n, &made))

static int push_walk(lua_State *L, const lanswer *r) {
    (void)r;
    lua_pushcclosure(L, walk_next, 1);
    return 1;
}

/* ---- Theory ---- */

LKERNEL(strategy, ta_two_pile_strategy(object, call, a[0].n, a[1].n, r->record))

static int push_strategy(lua_State *L, const lanswer *r) {
    static const char *const names[] = { "", "1", "A", "B1", "B2" };
    const ta_two_pile_strategy_move *move = r->record;
    lpush_record(L, 3);
    lua_pushstring(L, names[move->which]);
    lua_setfield(L, -2, "case");
    lpush_field(L, "take", move->take);
    lua_pushstring(L, move->from_larger ? "larger" : "smaller");
    lua_setfield(L, -2, "pile");
    return 1;
}

typedef struct judgement {
    ta_violation violation;
    int exact;
} judgement;

static ta_status admissible(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    judgement *j = r->record;
    return ta_two_pile_admissible(object, call, a[0].n, &j->violation, &j->exact);
}

static int push_judgement(lua_State *L, const lanswer *r) {
    const judgement *j = r->record;
    lua_pushboolean(L, j->violation.condition == 0);
    if (j->violation.condition == 0) {
        if (!j->exact) lua_pushinteger(L, r->a[0].n);
        return j->exact ? 1 : 2;
    }
    lpush_record(L, 3);
    lpush_field(L, "condition", j->violation.condition);
    lpush_field(L, "at", j->violation.at);
    lua_pushstring(L, j->violation.message);
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

typedef struct comparison {
    ta_mismatch at;
    ta_amount cells;
    int holds;
} comparison;

static ta_status verify(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    comparison *x = r->record;
    return ta_two_pile_verify(object, call, a[0].n, &x->holds, &x->cells, &x->at);
}

static int push_comparison(lua_State *L, const lanswer *r) {
    const comparison *x = r->record;
    lua_pushboolean(L, x->holds);
    if (x->holds) lua_pushinteger(L, x->cells);
    else push_mismatch(L, &x->at);
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

LKERNEL(counterexample, ta_two_pile_counterexample(object, call, a[0].n, r->record))

static int push_counterexample(lua_State *L, const lanswer *answer) {
    const ta_counterexample *r = answer->record;
    if (r->found == 0) {
        lua_pushnil(L);
        return 1;
    }
    if (r->found == 1) {
        push_mismatch(L, &r->at);
    } else {
        lpush_record(L, 3);
        push_set(L, r);
        lua_setfield(L, -2, "set");
        lua_pushstring(L, r->certificate);
        lua_setfield(L, -2, "certificate");
    }
    if (r->witness) {
        lua_pushfstring(L, "K%d", r->witness);
        lua_setfield(L, -2, "witness");
    }
    return 1;
}

static int push_text(lua_State *L, const void *game) {
    lua_pushfstring(L, "two-pile dynamic Nim, f(k) = %s%s",
                    ta_movefn_text(ta_two_pile_movefn(game)),
                    ta_two_pile_is_misere(game) ? ", misere" : "");
    return 1;
}

/* ---- Method tables ---- */

static const lmethod methods[] = {
    { "least_move", { LNATURAL("p"), LNATURAL("q") }, LR_AMOUNT, .kernel = least_move },
    { "L", { LNATURAL("a"), &difference }, LR_AMOUNT, .kernel = of_difference },
    { "outcome", { LNATURAL("p"), LNATURAL("q"), &limit_x }, LR_OUTCOME, .kernel = outcome },
    { "options", { LNATURAL("p"), LNATURAL("q"), &limit_x }, LR_FILLED, .kernel = options },
    { "winning_moves", { LNATURAL("p"), LNATURAL("q"), &limit_x }, LR_FILLED,
      .kernel = winning_moves },
    { "winning_moves_iter", { LNATURAL("p"), LNATURAL("q"), &limit_x }, LR_OBJECT,
      .kernel = start_walk, .push = push_walk, .makes = &walk_type, .uservalues = 1, .keeps = 1,
      .raises = 1 },
    { "table", { LNATURAL("to") }, LR_OBJECT, .kernel = lleast_table_make,
      .push = lleast_table_given, .size = sizeof(double), .makes = &lleast_table_type,
      .uservalues = 1 },
    { "formula", { LNATURAL("a"), &difference }, LR_AMOUNT, .kernel = formula },
    { "strategy", { LCOUNT("p"), LCOUNT("q") }, LR_RECORD, .kernel = strategy,
      .push = push_strategy, .size = sizeof(ta_two_pile_strategy_move) },
    { "admissible", { &limit }, LR_RECORD, .kernel = admissible, .push = push_judgement,
      .size = sizeof(judgement) },
    { "counterexample", { &limit }, LR_RECORD, .kernel = counterexample,
      .push = push_counterexample, .size = sizeof(ta_counterexample) },
    { "verify", { LCOUNT("to") }, LR_RECORD, .kernel = verify, .push = push_comparison,
      .size = sizeof(comparison) },
    { "is_misere", .gives = LR_BOOLEAN, .kernel = is_misere, .direct = 1 },
    { "move_function", .gives = LR_KEPT },
    { "__tostring", .gives = LR_SHOWN, .text = push_text },
    { .name = NULL },
};

static const lmethod walk_methods[] = { { .name = NULL } };

static const lmethod functions[] = {
    { "two_pile", { LMOVEFN,
      LSETTINGS(LBOOLEAN("misere"), LOPTIONAL("check", 1, TA_MAX, TA_CHECK_DEFAULT),
                LCOUNT("memory"), LFUNCTION("progress", 2), LTHREADS) },
      LR_OBJECT, .kernel = two_pile, .makes = &type, .uservalues = 2 },
    { .name = NULL },
};

void ltwo_pile_open(lua_State *L) {
    lmethod_register(L, &type, methods);
    lmethod_register(L, &walk_type, walk_methods);
    lmethod_functions(L, functions);
}
