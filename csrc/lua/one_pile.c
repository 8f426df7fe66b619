/*
** one_pile.c - one pile with memory, for Lua. User values of a game: its f, its progress
** function.
*/
#include "arg.h"
#include "buffer.h"
#include "modules.h"
#include "move_function.h"
#include "push.h"
#include "sequence.h"
#include "base/mem.h"
#include "takeaway/one_pile.h"

#define LIST_MOST 10000000

static void destroy(void *object) {
    ta_one_pile_destroy(object);
}

static const lbox_type type = {
    "takeaway.one_pile", "one-pile game", destroy, .closable = 1, .progress = 2,
};

static int one_pile(lua_State *L) {
    static const char *const known[] = { "misere", "opening", "check", "memory", "progress", NULL };
    lcall c;
    lcall_function(&c, L, "one_pile");
    lua_settop(L, 2);
    larg_settings(&c, 2, known);
    int misere = larg_field_boolean(&c, 2, "misere");
    ta_amount opening = larg_field_integer(&c, 2, "opening", -TA_MAX, TA_MAX, -1);
    if (opening == 0)
        return lraise(L,
                      "one_pile: opening: expected the most counters the first move may take, from "
                      "1 on, or -1, -2, ... for all but so many, got 0");
    ta_amount check = larg_field_integer(&c, 2, "check", 1, TA_MAX, 0);
    ta_amount memory = larg_field_integer(&c, 2, "memory", 1, TA_MAX, 0);
    larg_push_function(&c, 2, "progress");
    ta_movefn *f = lmovefn_push(&c, 1);
    lbox *box = lbox_push(L, &type, 2);
    lua_insert(L, -2);
    lua_setiuservalue(L, -2, 1);
    lua_pushvalue(L, 3);
    lbox_hear(L, -2);
    ta_allocator a = lcall_allocator(L);
    ta_one_pile *game;
    lcall_begin(&c);
    ta_status s = ta_one_pile_create(&a, f, misere, check, memory, &game);
    if (!s) {
        lbox_own(box, game);
        s = ta_one_pile_opening(game, &c.call, opening);
    }
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    return 1;
}

static ta_amount pile(lcall *c) {
    return larg_integer(c, 2, "n", 0, TA_MAX);
}

/* x, or the opening where there is none. */
static ta_amount bound(lcall *c) {
    return lua_isnoneornil(c->L, 3) ? TA_OPENING : larg_amount(c, 3, "x", 0);
}

static int least_move(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "least_move");
    ta_amount n = pile(&c), least;
    lcall_begin(&c);
    ta_status s = ta_one_pile_least_move(c.object, &c.call, n, &least);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_amount(L, least);
    return 1;
}

static int least_moves(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "least_moves");
    ta_amount to = larg_integer(&c, 2, "to", 0, TA_MAX), least;
    lcall_begin(&c);
    double need = ((double)to + 1) * sizeof least, have = ta_memory_available();
    ta_status s =
        need > have ? ta_fail_memory(&c.call, "the list of least moves", need, have) : TA_OK;
    void *data;
    if (!s) s = lsequence_push(&c, "least moves", (size_t)to + 1, 8, &data);
    if (!s) s = ta_one_pile_least_moves(c.object, &c.call, to, data);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    return 1;
}

static int outcome(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "outcome");
    ta_amount n = pile(&c), x = bound(&c);
    ta_outcome who;
    lcall_begin(&c);
    ta_status s = ta_one_pile_outcome(c.object, &c.call, n, x, &who);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushstring(L, who == TA_N ? "N" : "P");
    return 1;
}

static int winning_moves(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "winning_moves");
    ta_amount n = pile(&c), x = bound(&c);
    lbuffer *b = lbuffer_push(L, LIST_MOST);
    lcall_begin(&c);
    ta_status s = ta_one_pile_winning_moves(c.object, &c.call, n, x, lbuffer_add, b);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lbuffer_push_list(L, b);
    return 1;
}

static int losing_sizes(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "losing_sizes");
    ta_amount limit = larg_integer(&c, 2, "limit", 0, TA_MAX);
    lbuffer *b = lbuffer_push(L, LIST_MOST);
    ta_finite finite;
    int overflow;
    lcall_begin(&c);
    ta_status s =
        ta_one_pile_losing_sizes(c.object, &c.call, limit, lbuffer_add, b, &finite, &overflow);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lbuffer_push_list(L, b);
    if (finite == TA_FINITE_UNKNOWN) lua_pushnil(L);
    else lua_pushboolean(L, finite == TA_FINITE);
    if (!overflow) return 2;
    lua_pushliteral(L, "the next losing size is beyond 2^62");
    return 3;
}

static int representation(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "representation");
    ta_amount n = pile(&c);
    lbuffer *b = lbuffer_push(L, LIST_MOST);
    lcall_begin(&c);
    ta_status s = ta_one_pile_representation(c.object, &c.call, n, lbuffer_add, b);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lbuffer_push_list(L, b);
    return 1;
}

static int nim_value(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "nim_value");
    ta_amount n = pile(&c), x = bound(&c), value;
    lcall_begin(&c);
    ta_status s = ta_one_pile_nim_value(c.object, &c.call, n, x, &value);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushinteger(L, value);
    return 1;
}

static int nim_row(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "nim_row");
    ta_amount n = pile(&c);
    lbuffer *b = lbuffer_push(L, SIZE_MAX);
    const ta_threshold *row;
    size_t count;
    lcall_begin(&c);
    ta_status s = ta_one_pile_nim_row(c.object, &c.call, n, &row, &count);
    for (size_t i = 0; i < count && !s; i++) {
        s = lbuffer_add(b, &c.call, row[i].from);
        if (!s) s = lbuffer_add(b, &c.call, row[i].value);
    }
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_list(L, (int)count);
    for (size_t i = 0; i < count; i++) {
        lpush_record(L, 2);
        lpush_field(L, "x", b->items[2 * i]);
        lpush_field(L, "value", b->items[2 * i + 1]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* options_of_value(n, x, value): what to take from (n, x) to leave the value. */
static int options_of_value(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "options_of_value");
    ta_amount n = pile(&c), x = bound(&c);
    ta_amount value = larg_integer(&c, 4, "value", 0, TA_INF);
    lbuffer *b = lbuffer_push(L, LIST_MOST);
    lcall_begin(&c);
    ta_status s = ta_one_pile_options_of_value(c.object, &c.call, n, x, value, lbuffer_add, b);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lbuffer_push_list(L, b);
    return 1;
}

static int is_misere(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "is_misere");
    lcall_begin_shared(&c);
    int misere = ta_one_pile_is_misere(c.object);
    lcall_end(&c);
    lua_pushboolean(L, misere);
    return 1;
}

static int move_function(lua_State *L) {
    lbox_check(L, 1, &type, "move_function");
    lua_getiuservalue(L, 1, 1);
    return 1;
}

static int opening(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "opening");
    lcall_begin_shared(&c);
    ta_amount first = ta_one_pile_first_move(c.object);
    lcall_end(&c);
    lua_pushinteger(L, first);
    return 1;
}

static int push_text(lua_State *L, const void *game) {
    ta_amount first = ta_one_pile_first_move(game);
    lua_pushfstring(L, "one-pile game, f(k) = %s%s", ta_one_pile_text(game),
                    ta_one_pile_is_misere(game) ? ", misere" : "");
    if (first == -1) return 1;
    const char *how = first > 0 ? "takes at most" : "leaves";
    lua_pushfstring(L, ", the first move %s %I%s", how, (LUAI_UACINT)(first > 0 ? first : -first),
                    first > 0 ? "" : " or more");
    lua_concat(L, 2);
    return 1;
}

static int to_string(lua_State *L) {
    return lcall_tostring(L, &type, push_text);
}

static const luaL_Reg methods[] = {
    { "least_move", least_move },
    { "least_moves", least_moves },
    { "outcome", outcome },
    { "winning_moves", winning_moves },
    { "losing_sizes", losing_sizes },
    { "representation", representation },
    { "nim_value", nim_value },
    { "nim_row", nim_row },
    { "options_of_value", options_of_value },
    { "is_misere", is_misere },
    { "move_function", move_function },
    { "opening", opening },
    { NULL, NULL },
};

static const luaL_Reg meta[] = { { "__tostring", to_string }, { NULL, NULL } };

static const luaL_Reg functions[] = { { "one_pile", one_pile }, { NULL, NULL } };

void lone_pile_open(lua_State *L) {
    lbox_register(L, &type, methods, meta);
    luaL_setfuncs(L, functions, 0);
}
