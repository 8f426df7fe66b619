/*
** value.c - values in Lua: making them, arithmetic, comparison and text; the opener, which
** joins to these the methods of value_queries.c.
*/
#include "value.h"

#include <string.h>

#include "arg.h"
#include "list.h"
#include "modules.h"
#include "base/amount.h"
#include "base/status.h"
#include "takeaway/cash.h"

/* ---- Making ---- */

typedef struct id_list {
    int table; /* its place on the stack, 0 when there is none */
    ta_value *at;
    size_t count;
} id_list;

/* The list in field `key` of the table at 1, its items looked at; room for their ids.
** [-0, +2 or +1] */
static id_list list_at(lcall *c, const char *key) {
    static const llist_kind kind = { .expected = "a list of values" };
    lua_State *L = c->L;
    id_list list = { 0, NULL, 0 };
    if (lua_getfield(L, 1, key) == LUA_TNIL) return list;
    list.table = lua_gettop(L);
    list.count = llist_count(c, list.table, key, &kind);
    for (size_t i = 0; i < list.count; i++) {
        lua_rawgeti(L, list.table, (lua_Integer)i + 1);
        lvalue_operand(c, lua_gettop(L), key);
        lua_pop(L, 1);
    }
    list.at = lua_newuserdatauv(L, (list.count + 1) * sizeof *list.at, 0);
    return list;
}

/* Its ids, in the store. A finalizer may have put something else into the table. */
static ta_status take_list(lcall *c, const id_list *list) {
    lua_State *L = c->L;
    ta_status s = TA_OK;
    for (size_t i = 0; i < list->count && !s; i++) {
        lua_rawgeti(L, list->table, (lua_Integer)i + 1);
        s = lvalue_is_operand(L, -1) ? lvalue_take(c, lua_gettop(L), &list->at[i])
                                     : ta_fail(&c->call, TA_EINVAL, "the list changed meanwhile");
        lua_pop(L, 1);
    }
    return s;
}

static int from_table(lcall *c) {
    static const char *const known[] = { "left", "right", NULL };
    larg_settings(c, 1, known);
    id_list left = list_at(c, "left"), right = list_at(c, "right");
    ta_value id = TA_VALUE_ZERO;
    lvalue_begin(c);
    ta_status s = take_list(c, &left);
    if (!s) s = take_list(c, &right);
    if (!s)
        s = ta_value_from_options(c->object, &c->call, left.at, left.count, right.at, right.count,
                                  &id);
    return lvalue_give(c, s, id);
}

static int value(lua_State *L) {
    ta_value id = TA_VALUE_ZERO;
    lcall c;
    lcall_function(&c, L, "value");
    if (lua_istable(L, 1)) return from_table(&c);
    lvalue_operand(&c, 1, "value");
    lvalue_begin(&c);
    ta_status s = lvalue_take(&c, 1, &id);
    return lvalue_give(&c, s, id);
}

static int number(lua_State *L) {
    ta_value id = TA_VALUE_ZERO;
    ta_dyadic x;
    int32_t ups = 0;
    uint32_t star = 0;
    lcall c;
    lcall_function(&c, L, "number");
    lvalue_operand(&c, 1, "x");
    lvalue_begin(&c);
    ta_status s = lvalue_take(&c, 1, &id);
    if (s) return lcall_fail(&c, s);
    if (ta_value_compact(c.object, id, &x, &ups, &star) && !ups && !star)
        return lvalue_give(&c, TA_OK, id);
    lcall_end(&c);
    return larg_error(&c, 1, "x", "a number such as \"3/4\"");
}

static int number_up_star(lcall *c, ta_amount ups, ta_amount star) {
    ta_value id = TA_VALUE_ZERO;
    ta_dyadic zero = { 0, 0 };
    lvalue_begin(c);
    ta_status s = ta_value_number_up_star(c->object, &c->call, zero, ups, star, &id);
    return lvalue_give(c, s, id);
}

static int star(lua_State *L) {
    lcall c;
    lcall_function(&c, L, "star");
    return number_up_star(&c, 0, larg_opt_integer(&c, 1, "n", 0, TA_MAX, 1));
}

static int up(lua_State *L) {
    lcall c;
    lcall_function(&c, L, "up");
    return number_up_star(&c, larg_opt_integer(&c, 1, "n", -TA_MAX, TA_MAX, 1), 0);
}

/* call(A, n, d, e): A a list of moves. */
static int purses(lua_State *L, const char *call) {
    static const llist_kind kind = { "a list of moves", .lo = 1, .hi = TA_MAX };
    ta_value id = TA_VALUE_ZERO;
    size_t count;
    lcall c;
    lcall_function(&c, L, call);
    ta_amount n = larg_integer(&c, 2, "n", 0, TA_MAX);
    ta_amount d = larg_amount(&c, 3, "d", 0), e = larg_amount(&c, 4, "e", 0);
    const ta_amount *moves = llist_integers(&c, 1, "A", &kind, &count);
    lvalue_begin(&c);
    ta_status s = ta_value_cash(c.object, &c.call, moves, count, n, d, e, &id);
    return lvalue_give(&c, s, id);
}

static int cash_value(lua_State *L) {
    return purses(L, "cash_value");
}

/* Of a game, whose members are given. */
static int cash_canonical_form(lua_State *L) {
    return purses(L, "canonical_form");
}

/* ---- Arithmetic and order ---- */

typedef ta_status (*operation)(ta_values *, ta_call *, ta_value, ta_value, ta_value *);

/* Text at `index` that names a game of another kind is replaced by that game. [-0, +0] */
static void read_other(lua_State *L, int index) {
    if (!luaL_getmetafield(L, 3 - index, "__read")) return;
    lua_pushvalue(L, index);
    lua_call(L, 1, 1);
    if (lua_isnil(L, -1)) lua_pop(L, 1);
    else lua_replace(L, index);
}

/* Where one operand is an object of another kind with an arithmetic of its own, as loopy values, forms
** and infinite nimbers have, or text that names one, it answers. [-0, +1 where so] */
static int other_answers(lua_State *L, const char *event) {
    int other = lvalue_is(L, 1) ? 2 : 1;
    if (lua_type(L, other) == LUA_TSTRING) read_other(L, other);
    int type = lua_type(L, other);
    if ((type != LUA_TUSERDATA && type != LUA_TTABLE) || lvalue_is(L, other) ||
        !luaL_getmetafield(L, other, event))
        return 0;
    lua_pushvalue(L, 1);
    lua_pushvalue(L, 2);
    lua_call(L, 2, 1);
    return 1;
}

/* Enter with the two operands of a metamethod, either of which may be no value yet. */
static ta_status begin_pair(lcall *c, ta_value ids[2]) {
    lvalue_operand(c, 1, "left operand");
    lvalue_operand(c, 2, "right operand");
    lvalue_begin(c);
    ta_status s = lvalue_take(c, 1, &ids[0]);
    return s ? s : lvalue_take(c, 2, &ids[1]);
}

static int arithmetic(lua_State *L, const char *name, operation work) {
    lcall c;
    ta_value ids[2], result = TA_VALUE_ZERO;
    lcall_function(&c, L, name);
    ta_status s = begin_pair(&c, ids);
    if (!s) s = work(c.object, &c.call, ids[0], ids[1], &result);
    return s ? lcall_raise(&c, s) : lvalue_give(&c, s, result);
}

static int add(lua_State *L) {
    return other_answers(L, "__add") ? 1 : arithmetic(L, "+", ta_value_sum);
}

static int subtract(lua_State *L) {
    return other_answers(L, "__sub") ? 1 : arithmetic(L, "-", ta_value_difference);
}

static int negate(lua_State *L) {
    lcall c;
    ta_value g = TA_VALUE_ZERO;
    ta_status s = lvalue_method(&c, L, "-", &g);
    return s ? lcall_raise(&c, s) : lvalue_give(&c, s, ta_value_negative(c.object, g));
}

static int multiply(lua_State *L) {
    int integer = lvalue_is(L, 1) ? 2 : 1;
    ta_amount n;
    ta_value g, result = TA_VALUE_ZERO;
    lcall c;
    lcall_function(&c, L, "*");
    if (!larg_is_integer(L, integer, &n))
        larg_error(&c, integer, "factor", "an integer (for other products: norton_product)");
    lvalue_operand(&c, 3 - integer, "factor");
    lvalue_begin(&c);
    ta_status s = lvalue_take(&c, 3 - integer, &g);
    if (!s) s = ta_value_multiple(c.object, &c.call, n, g, &result);
    return s ? lcall_raise(&c, s) : lvalue_give(&c, s, result);
}

static int same(lua_State *L) {
    ta_value ids[2];
    lcall c;
    if (!lvalue_is(L, 1) || !lvalue_is(L, 2)) {
        lua_pushboolean(L, 0);
        return 1;
    }
    lcall_function(&c, L, "==");
    ta_status s = begin_pair(&c, ids);
    if (s) return lcall_raise(&c, s);
    lcall_end(&c);
    lua_pushboolean(L, ids[0] == ids[1]);
    return 1;
}

/* *below and *above: first <= second, second <= first. */
static void compare(lcall *c, int *below, int *above) {
    ta_value ids[2];
    ta_status s = begin_pair(c, ids);
    if (!s) s = ta_value_leq(c->object, &c->call, ids[0], ids[1], below);
    if (!s) s = ta_value_leq(c->object, &c->call, ids[1], ids[0], above);
    if (s) lcall_raise(c, s);
    lcall_end(c);
}

static int leq(lua_State *L) {
    int below, above;
    lcall c;
    if (other_answers(L, "__le")) return 1;
    lcall_function(&c, L, "<=");
    compare(&c, &below, &above);
    lua_pushboolean(L, below);
    return 1;
}

static int less(lua_State *L) {
    int below, above;
    lcall c;
    if (other_answers(L, "__lt")) return 1;
    lcall_function(&c, L, "<");
    compare(&c, &below, &above);
    lua_pushboolean(L, below && !above);
    return 1;
}

static int confused(lua_State *L) {
    int below, above;
    lcall c;
    lcall_function(&c, L, "confused");
    lvalue_self(&c);
    compare(&c, &below, &above);
    lua_pushboolean(L, !below && !above);
    return 1;
}

static int equals(lua_State *L) {
    int below, above;
    lcall c;
    lcall_function(&c, L, "equals");
    lvalue_self(&c);
    compare(&c, &below, &above);
    lua_pushboolean(L, below && above);
    return 1;
}

/* ---- Text ---- */

/* The name of a value: in `text` when it is short, else in a block. [-0, +0 or +1] */
static ta_status name_of(lcall *c, ta_value g, ta_notation notation, char text[512], void **name,
                         size_t *length) {
    *name = text;
    ta_status s = ta_value_text(c->object, &c->call, g, notation, text, 512, length);
    if (s || *length < 512) return s;
    s = lcall_block(c, *length + 1, name);
    return s ? s : ta_value_text(c->object, &c->call, g, notation, *name, *length + 1, length);
}

static int text(lua_State *L) {
    static const char *const names[] = { "ascii", "unicode", "latex", "cgscript", NULL };
    lcall c;
    ta_value g;
    int notation = 0;
    lcall_function(&c, L, "text");
    lvalue_self(&c);
    const char *name = lua_isnoneornil(L, 2)           ? "ascii"
                       : lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2)
                                                       : "";
    while (names[notation] && strcmp(name, names[notation]) != 0) notation++;
    if (!names[notation])
        return larg_error(&c, 2, "notation",
                          "\"ascii\", \"unicode\", \"latex\" or \"cgscript\"");
    char few[512];
    void *all;
    size_t length;
    ta_status s = lvalue_method(&c, L, "text", &g);
    if (!s) s = name_of(&c, g, (ta_notation)notation, few, &all, &length);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushlstring(L, all, length);
    return 1;
}

static int to_string(lua_State *L) {
    lcall c;
    ta_value g;
    char few[512], born[32], why[TA_MESSAGE_SIZE];
    void *all;
    size_t length;
    ta_status s = lvalue_method(&c, L, "tostring", &g);
    if (s) {
        lcall_end(&c);
        lua_pushliteral(L, "value (its store was cleared)");
        return 1;
    }
    s = name_of(&c, g, TA_ASCII, few, &all, &length);
    if (s && s != TA_ELIMIT) return lcall_raise(&c, s);
    if (s) ta_amount_text(born, ta_value_birthday(c.object, g));
    if (s) memcpy(why, c.call.message, sizeof why);
    lcall_end(&c);
    if (s && !strncmp(why, "the name ", 9)) strcpy(why, "its name is too long");
    if (s) lua_pushfstring(L, "value born on day %s (%s)", born, why);
    else lua_pushlstring(L, all, length);
    return 1;
}

/* ---- Opening ---- */

static const luaL_Reg methods[] = {
    { "confused", confused },
    { "equals", equals },
    { "text", text },
    { NULL, NULL },
};

static const luaL_Reg meta[] = {
    { "__add", add }, { "__sub", subtract }, { "__unm", negate }, { "__mul", multiply },
    { "__eq", same }, { "__le", leq },       { "__lt", less },    { "__tostring", to_string },
    { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "value", value }, { "number", number },         { "star", star },
    { "up", up },       { "cash_value", cash_value },
    { "cash_canonical_form", cash_canonical_form }, { NULL, NULL },
};

static void make_metatable(lua_State *L) {
    lstore_push_metatable(L, &lvalue_store);
    luaL_setfuncs(L, meta, 0);
    lua_pushliteral(L, LVALUE_NAME);
    lua_setfield(L, -2, "__metatable");
    lua_newtable(L);
    luaL_setfuncs(L, methods, 0);
    luaL_setfuncs(L, lvalue_queries, 0);
    luaL_setfuncs(L, lvalue_operations, 0);
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, "__index");
    lua_remove(L, -2);
}

void lvalue_open(lua_State *L) {
    luaL_checkstack(L, 8, "value");
    luaL_setfuncs(L, functions, 0);
    make_metatable(L);
    lua_setfield(L, -2, "value_methods");
    lstore_open(L, &lvalue_store);
}
