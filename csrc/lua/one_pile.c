/*
** one_pile.c - one pile with memory, for Lua. User values of a game: its f, its progress
** function.
*/
#include "one_pile.h"

#include "arg.h"
#include "buffer.h"
#include "call.h"
#include "move_function.h"
#include "sequence.h"
#include "base/mem.h"
#include "takeaway/one_pile.h"

#define LIST_MOST 10000000

static void destroy(void *object) {
    ta_one_pile_destroy(object);
}

static const lbox_type type = { "takeaway.one_pile", "one-pile game", destroy, 1 };

static int one_pile(lua_State *L) {
    static const char *const known[] = { "misere", "check", "memory", "progress", NULL };
    lua_settop(L, 2);
    larg_settings(L, 2, "one_pile", known);
    int misere = larg_field_boolean(L, 2, "one_pile", "misere");
    ta_amount check = larg_field_integer(L, 2, "one_pile", "check", 1, TA_MAX, 0);
    ta_amount memory = larg_field_integer(L, 2, "one_pile", "memory", 1, TA_MAX, 0);
    larg_push_function(L, 2, "one_pile", "progress");
    ta_movefn *f = lmovefn_push(L, 1, "one_pile");
    lbox *box = lbox_push(L, &type, 2);
    lua_insert(L, -2);
    lua_setiuservalue(L, -2, 1);
    lua_pushvalue(L, 3);
    lua_setiuservalue(L, -2, 2);
    ta_allocator a = lcall_allocator(L);
    lcall c;
    lcall_begin(&c, L, NULL, "one_pile");
    ta_status s = ta_one_pile_create(&a, f, misere, check, memory, (ta_one_pile **)&box->object);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    return 1;
}

static ta_amount pile(lua_State *L, const char *call) {
    return larg_integer(L, 2, call, "n", 0, TA_MAX);
}

/* x, or the opening where there is none. */
static ta_amount bound(lua_State *L, int index, const char *call) {
    return lua_isnoneornil(L, index) ? TA_OPENING : larg_amount(L, index, call, "x", 0);
}

static int least_move(lua_State *L) {
    lbox *box = lbox_check(L, 1, &type, "least_move");
    ta_amount n = pile(L, "least_move"), least;
    lcall c;
    ta_status s =
        ta_one_pile_least_move(lcall_begin_game(&c, L, box, 1, "least_move"), &c.call, n, &least);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_amount(L, least);
    return 1;
}

static int least_moves(lua_State *L) {
    lbox *box = lbox_check(L, 1, &type, "least_moves");
    ta_amount to = larg_integer(L, 2, "least_moves", "to", 0, TA_MAX), least;
    lcall c;
    ta_one_pile *g = lcall_begin_game(&c, L, box, 1, "least_moves");
    double need = ((double)to + 1) * sizeof least, have = ta_memory_available();
    ta_status s =
        need > have ? ta_fail_memory(&c.call, "the list of least moves", need, have) : TA_OK;
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    void *data;
    lsequence_push(L, "least moves", (size_t)to + 1, 8, &data);
    g = lcall_begin_game(&c, L, box, 1, "least_moves");
    s = ta_one_pile_least_moves(g, &c.call, to, data);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pop(L, 1); /* the progress function */
    return 1;
}

static int outcome(lua_State *L) {
    lbox *box = lbox_check(L, 1, &type, "outcome");
    ta_amount n = pile(L, "outcome"), x = bound(L, 3, "outcome");
    ta_outcome who;
    lcall c;
    ta_status s =
        ta_one_pile_outcome(lcall_begin_game(&c, L, box, 1, "outcome"), &c.call, n, x, &who);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushstring(L, who == TA_N ? "N" : "P");
    return 1;
}

static int winning_moves(lua_State *L) {
    lbox *box = lbox_check(L, 1, &type, "winning_moves");
    ta_amount n = pile(L, "winning_moves"), x = bound(L, 3, "winning_moves");
    lbuffer *b = lbuffer_push(L, LIST_MOST);
    lcall c;
    ta_one_pile *g = lcall_begin_game(&c, L, box, 1, "winning_moves");
    ta_status s = ta_one_pile_winning_moves(g, &c.call, n, x, lbuffer_add, b);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lbuffer_push_list(L, b);
    return 1;
}

static int losing_sizes(lua_State *L) {
    lbox *box = lbox_check(L, 1, &type, "losing_sizes");
    ta_amount limit = larg_integer(L, 2, "losing_sizes", "limit", 0, TA_MAX);
    lbuffer *b = lbuffer_push(L, LIST_MOST);
    ta_finite finite;
    int overflow;
    lcall c;
    ta_one_pile *g = lcall_begin_game(&c, L, box, 1, "losing_sizes");
    ta_status s = ta_one_pile_losing_sizes(g, &c.call, limit, lbuffer_add, b, &finite, &overflow);
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
    lbox *box = lbox_check(L, 1, &type, "representation");
    ta_amount n = pile(L, "representation");
    lbuffer *b = lbuffer_push(L, LIST_MOST);
    lcall c;
    ta_one_pile *g = lcall_begin_game(&c, L, box, 1, "representation");
    ta_status s = ta_one_pile_representation(g, &c.call, n, lbuffer_add, b);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lbuffer_push_list(L, b);
    return 1;
}

static int nim_value(lua_State *L) {
    lbox *box = lbox_check(L, 1, &type, "nim_value");
    ta_amount n = pile(L, "nim_value"), x = bound(L, 3, "nim_value"), value;
    lcall c;
    ta_status s =
        ta_one_pile_nim_value(lcall_begin_game(&c, L, box, 1, "nim_value"), &c.call, n, x, &value);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushinteger(L, value);
    return 1;
}

static int nim_row(lua_State *L) {
    lbox *box = lbox_check(L, 1, &type, "nim_row");
    ta_amount n = pile(L, "nim_row");
    lbuffer *b = lbuffer_push(L, SIZE_MAX);
    const ta_threshold *row;
    size_t count;
    lcall c;
    ta_status s =
        ta_one_pile_nim_row(lcall_begin_game(&c, L, box, 1, "nim_row"), &c.call, n, &row, &count);
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
    lbox *box = lbox_check(L, 1, &type, "options_of_value");
    ta_amount n = pile(L, "options_of_value"), x = bound(L, 3, "options_of_value");
    ta_amount value = larg_integer(L, 4, "options_of_value", "value", 0, TA_INF);
    lbuffer *b = lbuffer_push(L, LIST_MOST);
    lcall c;
    ta_one_pile *g = lcall_begin_game(&c, L, box, 1, "options_of_value");
    ta_status s = ta_one_pile_options_of_value(g, &c.call, n, x, value, lbuffer_add, b);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lbuffer_push_list(L, b);
    return 1;
}

static int to_string(lua_State *L) {
    lbox *box = lbox_test(L, 1, &type);
    if (!box || !box->object) lua_pushliteral(L, "one-pile game (closed)");
    else
        lua_pushfstring(L, "one-pile game, f(k) = %s%s", ta_one_pile_text(box->object),
                        ta_one_pile_is_misere(box->object) ? ", misere" : "");
    return 1;
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
    { NULL, NULL },
};

static const luaL_Reg meta[] = { { "__tostring", to_string }, { NULL, NULL } };

static const luaL_Reg functions[] = { { "one_pile", one_pile }, { NULL, NULL } };

void lone_pile_open(lua_State *L) {
    lbox_register(L, &type, methods, meta);
    luaL_setfuncs(L, functions, 0);
}
