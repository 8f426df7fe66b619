/*
** value.c - values in Lua: their store, which operands mean which value, making them, arithmetic,
** comparison and text.
*/
#include "value.h"

#include <math.h>
#include <string.h>

#include "lua/base/arg.h"
#include "lua/base/list.h"
#include "base/status.h"
#include "takeaway/cash.h"

/* ---- The store ---- */

static void destroy(void *store) {
    ta_values_destroy(store);
}

static ta_status create(const ta_allocator *a, ta_call *call, void **store) {
    ta_values *made = NULL;
    ta_status s = ta_values_create(a, call, 0, 0, &made);
    if (!s) *store = made;
    return s;
}

static void clear(void *store) {
    ta_values_clear(store);
}

static void count(const void *store, uint64_t more[2]) {
    ta_values_statistics now;
    ta_values_describe(store, &now);
    more[0] = now.comparisons;
    more[1] = now.canonical;
}

static int is_readable(lua_State *L, int index) {
    return lua_type(L, index) == LUA_TNUMBER && isfinite(lua_tonumber(L, index));
}

/* A finite double is num / 2^exp exactly. */
static ta_status from_double(lcall *c, double x, ta_value *value) {
    int exponent;
    double fraction = frexp(x, &exponent); /* x = fraction 2^exponent */
    int64_t num = (int64_t)ldexp(fraction, 53);
    for (exponent -= 53; exponent < 0 && num % 2 == 0 && num; exponent++) num /= 2;
    if (num == 0) exponent = 0;
    return ta_value_number(c->object, &c->call, num, -exponent, value);
}

static ta_status read(lcall *c, int index, ta_value *value) {
    lua_State *L = c->L;
    size_t length;
    if (lua_isinteger(L, index))
        return ta_value_number(c->object, &c->call, lua_tointeger(L, index), 0, value);
    if (lua_type(L, index) == LUA_TNUMBER) return from_double(c, lua_tonumber(L, index), value);
    const char *text = lua_tolstring(L, index, &length);
    return ta_value_parse(c->object, &c->call, text, length, value);
}

static ta_status name_of(lcall *c, ta_value g, int notation, char *text, size_t room,
                         size_t *length) {
    return ta_value_text(c->object, &c->call, g, (ta_notation)notation, text, room, length);
}

static ta_amount birthday(const void *store, ta_value g) {
    return ta_value_birthday(store, g);
}

const lstore_type lvalue_store = {
    .box = { "takeaway.values", "store of values", destroy, .closable = 0, .progress = 1 },
    .field = "values",
    .more = { "comparisons", "canonical_forms" },
    .item = "takeaway.value",
    .noun = "value",
    .stale = "this value is from before the store of values was cleared",
    .operands = "a value, a number, or text such as \"3/4\" or \"{1|0}\"",
    .methods = "value_methods",
    .create = create,
    .clear = clear,
    .count = count,
    .is_readable = is_readable,
    .read = read,
    .text = name_of,
    .birthday = birthday,
};

void lvalue_push_dyadic(lua_State *L, ta_dyadic x) {
    luaL_Buffer b;
    char *text = luaL_buffinitsize(L, &b, ta_dyadic_room(x));
    luaL_pushresultsize(&b, strlen(ta_dyadic_text(text, x)));
}

/* ---- Making ---- */

/* Push and check the list in field `key` of the table at 1. [-0, +2] */
static lstore_games list_at(lcall *c, const char *key) {
    lua_getfield(c->L, 1, key);
    return lstore_check_list(c, lua_gettop(c->L), key, &lvalue_store);
}

static int from_table(lcall *c) {
    static const char *const known[] = { "left", "right", NULL };
    larg_settings(c, 1, known);
    lstore_games left = list_at(c, "left"), right = list_at(c, "right");
    ta_value id = TA_VALUE_ZERO;
    lstore_begin(c, &lvalue_store);
    ta_status s = lstore_take_list(c, &left, &lvalue_store);
    if (!s) s = lstore_take_list(c, &right, &lvalue_store);
    if (!s)
        s = ta_value_from_options(c->object, &c->call, left.at, left.count, right.at, right.count,
                                  &id);
    return lstore_give(c, s, &lvalue_store, id);
}

static int value(lua_State *L) {
    lcall c;
    lcall_function(&c, L, "value");
    return lua_istable(L, 1) ? from_table(&c) : lstore_read(&c, "value", &lvalue_store);
}

static int number(lua_State *L) {
    ta_value id = TA_VALUE_ZERO;
    ta_dyadic x;
    int32_t ups = 0;
    uint32_t star = 0;
    lcall c;
    lcall_function(&c, L, "number");
    lstore_operand(&c, 1, "x", &lvalue_store);
    lstore_begin(&c, &lvalue_store);
    ta_status s = lstore_take(&c, 1, &lvalue_store, &id);
    if (s) return lcall_fail(&c, s);
    if (ta_value_compact(c.object, id, &x, &ups, &star) && !ups && !star)
        return lstore_give(&c, TA_OK, &lvalue_store, id);
    lcall_end(&c);
    return larg_error(&c, 1, "x", "a number such as \"3/4\"");
}

static int number_up_star(lcall *c, ta_amount ups, ta_amount star) {
    ta_value id = TA_VALUE_ZERO;
    ta_dyadic zero = { 0, 0 };
    lstore_begin(c, &lvalue_store);
    ta_status s = ta_value_number_up_star(c->object, &c->call, zero, ups, star, &id);
    return lstore_give(c, s, &lvalue_store, id);
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

/* call(A, n, d, e): A is a list of moves. */
static int purses(lua_State *L, const char *call) {
    static const llist_kind kind = { "a list of moves", .lo = 1, .hi = TA_MAX };
    ta_value id = TA_VALUE_ZERO;
    size_t count;
    lcall c;
    lcall_function(&c, L, call);
    ta_amount n = larg_integer(&c, 2, "n", 0, TA_MAX);
    ta_amount d = larg_amount(&c, 3, "d", 0), e = larg_amount(&c, 4, "e", 0);
    const ta_amount *moves = llist_integers(&c, 1, "A", &kind, &count);
    lstore_begin(&c, &lvalue_store);
    ta_status s = ta_value_cash(c.object, &c.call, moves, count, n, d, e, &id);
    return lstore_give(&c, s, &lvalue_store, id);
}

static int cash_value(lua_State *L) {
    return purses(L, "cash_value");
}

/* As a method of a game, which passes its members. */
static int cash_canonical_form(lua_State *L) {
    return purses(L, "canonical_form");
}

/* ---- Arithmetic and order ---- */

typedef ta_status (*operation)(ta_values *, ta_call *, ta_value, ta_value, ta_value *);

/* Replace text at `index` that names a game of another kind by that game. [-0, +0] */
static void read_other(lua_State *L, int index) {
    if (!luaL_getmetafield(L, 3 - index, "__read")) return;
    lua_pushvalue(L, index);
    lua_call(L, 1, 1);
    if (lua_isnil(L, -1)) lua_pop(L, 1);
    else lua_replace(L, index);
}

/* When one operand is an object of another kind with its own arithmetic (loopy values, forms,
** infinite nimbers), or text that names one, that object's metamethod computes the result.
** [-0, +1 if so] */
static int other_answers(lua_State *L, const char *event) {
    int other = lstore_is(L, 1, &lvalue_store) ? 2 : 1;
    if (lua_type(L, other) == LUA_TSTRING) read_other(L, other);
    int type = lua_type(L, other);
    if ((type != LUA_TUSERDATA && type != LUA_TTABLE) || lstore_is(L, other, &lvalue_store) ||
        !luaL_getmetafield(L, other, event))
        return 0;
    lua_pushvalue(L, 1);
    lua_pushvalue(L, 2);
    lua_call(L, 2, 1);
    return 1;
}

static int arithmetic(lua_State *L, const char *name, operation work) {
    lcall c;
    ta_value ids[2], result = TA_VALUE_ZERO;
    ta_status s = lstore_pair(&c, L, name, &lvalue_store, ids);
    if (!s) s = work(c.object, &c.call, ids[0], ids[1], &result);
    return s ? lcall_raise(&c, s) : lstore_give(&c, s, &lvalue_store, result);
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
    ta_status s = lstore_method(&c, L, "-", &lvalue_store, &g);
    if (s) return lcall_raise(&c, s);
    return lstore_give(&c, s, &lvalue_store, ta_value_negative(c.object, g));
}

static int multiply(lua_State *L) {
    int integer = lstore_is(L, 1, &lvalue_store) ? 2 : 1;
    ta_amount n;
    ta_value g, result = TA_VALUE_ZERO;
    lcall c;
    lcall_function(&c, L, "*");
    if (!larg_is_integer(L, integer, &n))
        larg_error(&c, integer, "factor", "an integer (for other products: norton_product)");
    lstore_operand(&c, 3 - integer, "factor", &lvalue_store);
    lstore_begin(&c, &lvalue_store);
    ta_status s = lstore_take(&c, 3 - integer, &lvalue_store, &g);
    if (!s) s = ta_value_multiple(c.object, &c.call, n, g, &result);
    return s ? lcall_raise(&c, s) : lstore_give(&c, s, &lvalue_store, result);
}

static int same(lua_State *L) {
    ta_value ids[2];
    lcall c;
    if (!lstore_is(L, 1, &lvalue_store) || !lstore_is(L, 2, &lvalue_store)) {
        lua_pushboolean(L, 0);
        return 1;
    }
    ta_status s = lstore_pair(&c, L, "==", &lvalue_store, ids);
    if (s) return lcall_raise(&c, s);
    return lstore_boolean(&c, s, ids[0] == ids[1]);
}

/* Results of a comparison. */
enum { CONFUSED = 1, LESS = 2, GREATER = 4, EQUAL = 8 };

/* Is the comparison's result one of `wanted`? */
static int order(lua_State *L, const char *name, unsigned wanted) {
    int below, above;
    ta_value ids[2];
    lcall c;
    ta_status s = lstore_pair(&c, L, name, &lvalue_store, ids);
    if (!s) s = ta_value_leq(c.object, &c.call, ids[0], ids[1], &below);
    if (!s) s = ta_value_leq(c.object, &c.call, ids[1], ids[0], &above);
    return s ? lcall_raise(&c, s) : lstore_boolean(&c, s, wanted >> (below + 2 * above) & 1);
}

static int leq(lua_State *L) {
    return other_answers(L, "__le") ? 1 : order(L, "<=", LESS | EQUAL);
}

static int less(lua_State *L) {
    return other_answers(L, "__lt") ? 1 : order(L, "<", LESS);
}

/* The same for a method. */
static int order_of(lua_State *L, const char *name, unsigned wanted) {
    lcall c;
    lcall_function(&c, L, name);
    lstore_self(&c, &lvalue_store);
    return order(L, name, wanted);
}

static int confused(lua_State *L) {
    return order_of(L, "confused", CONFUSED);
}

static int equals(lua_State *L) {
    return order_of(L, "equals", EQUAL);
}

/* ---- Text ---- */

static int text(lua_State *L) {
    static const char *const names[] = { "ascii", "unicode", "latex", "cgscript", NULL };
    lcall c;
    int notation = 0;
    lcall_function(&c, L, "text");
    lstore_self(&c, &lvalue_store);
    const char *name = lua_isnoneornil(L, 2)           ? "ascii"
                       : lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2)
                                                       : "";
    while (names[notation] && strcmp(name, names[notation]) != 0) notation++;
    if (!names[notation])
        return larg_error(&c, 2, "notation", "\"ascii\", \"unicode\", \"latex\" or \"cgscript\"");
    return lstore_text(&c, &lvalue_store, notation);
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
    { "__eq", same }, { "__le", leq },       { "__lt", less },    { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "value", value },
    { "number", number },
    { "star", star },
    { "up", up },
    { "cash_value", cash_value },
    { "cash_canonical_form", cash_canonical_form },
    { NULL, NULL },
};

void lvalue_open_store(lua_State *L) {
    luaL_setfuncs(L, functions, 0);
    lstore_open(L, &lvalue_store, meta);
    luaL_setfuncs(L, methods, 0);
}
