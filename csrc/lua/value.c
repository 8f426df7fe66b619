/*
** value.c - values as userdata: making them, arithmetic and comparison.
*/
#include "value.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/amount.h"
#include "base/status.h"
#include "arg.h"

#define VALUE "takeaway.value"

typedef struct lvalue {
    uint64_t generation;
    ta_value id;
} lvalue;

/* ---- Values in and out ---- */

static const char metatable_key = 0; /* registry: the metatable of values */

/* The userdata at `index` if it is a value, else NULL: luaL_testudata without its text. */
static lvalue *test_value(lua_State *L, int index) {
    void *v = lua_touserdata(L, index);
    if (!v || !lua_getmetatable(L, index)) return NULL;
    lua_rawgetp(L, LUA_REGISTRYINDEX, &metatable_key);
    int same = lua_rawequal(L, -1, -2);
    lua_pop(L, 2);
    return same ? v : NULL;
}

static ta_value of_generation(lua_State *L, const lvalue *v, uint64_t now, const char *call) {
    if (v->generation != now)
        lraise(L, "%s: this value is from before the store of values was cleared", call);
    return v->id;
}

static ta_value fresh(lua_State *L, const lvalue *v, const char *call) {
    return of_generation(L, v, lvalue_generation(L), call);
}

ta_value lvalue_check(lua_State *L, int index, const char *call) {
    lvalue *v = test_value(L, index);
    if (!v)
        lraise(L, "%s: expected a value (called with . instead of : ?), got %s", call,
               luaL_typename(L, index));
    return fresh(L, v, call);
}

void lvalue_operand(lua_State *L, int index, const char *call, const char *name) {
    lvalue *v = test_value(L, index);
    if (v) {
        fresh(L, v, call);
        return;
    }
    if (lua_type(L, index) == LUA_TSTRING) return;
    if (lua_type(L, index) == LUA_TNUMBER && isfinite(lua_tonumber(L, index))) return;
    larg_error(L, index, call, name, "a value, a number, or text such as \"3/4\" or \"{1|0}\"");
}

/* A finite double is num / 2^exp exactly. */
static ta_status from_double(lcall *c, double x, ta_value *value) {
    int exponent;
    double fraction = frexp(x, &exponent); /* x = fraction 2^exponent */
    int64_t num = (int64_t)ldexp(fraction, 53);
    for (exponent -= 53; exponent < 0 && num % 2 == 0 && num; exponent++) num /= 2;
    if (num == 0) exponent = 0;
    if (exponent < -62 || fabs(x) > 0x1p62)
        return ta_fail(&c->call, TA_ERANGE,
                       "a number beyond 2^62, or with a denominator beyond 2^62");
    if (exponent > 0) {
        num *= (int64_t)1 << exponent;
        exponent = 0;
    }
    return ta_value_number(c->box->object, &c->call, num, -exponent, value);
}

ta_status lvalue_take(lcall *c, int index, ta_value *value) {
    lua_State *L = c->L;
    ta_values *store = c->box->object;
    const lvalue *v = lua_touserdata(L, index);
    if (v) { /* by far the most */
        *value = v->id;
        return TA_OK;
    }
    if (lua_isinteger(L, index))
        return ta_value_number(store, &c->call, lua_tointeger(L, index), 0, value);
    if (lua_type(L, index) == LUA_TNUMBER) return from_double(c, lua_tonumber(L, index), value);
    size_t length;
    const char *text = lua_tolstring(L, index, &length);
    return ta_value_parse(store, &c->call, text, length, value);
}

/* The generation is taken before memory is: a finalizer may clear the store then. */
void lvalue_push(lua_State *L, ta_value value) {
    luaL_checkstack(L, 4, "value");
    lvalue_known(L);
    if (lua_rawgeti(L, -1, (lua_Integer)value) == LUA_TNIL) {
        uint64_t generation = lvalue_generation(L);
        lua_pop(L, 1);
        lvalue *v = lua_newuserdatauv(L, sizeof *v, 0);
        v->generation = generation;
        v->id = value;
        lua_rawgetp(L, LUA_REGISTRYINDEX, &metatable_key);
        lua_setmetatable(L, -2);
        lua_pushvalue(L, -1);
        lua_rawseti(L, -3, (lua_Integer)value);
    }
    lua_replace(L, -2);
}

int lvalue_result(lcall *c, ta_status status, const ta_value *value) {
    if (status) return lcall_fail(c, status);
    lcall_end(c);
    lvalue_push(c->L, *value);
    return 1;
}

void lvalue_push_dyadic(lua_State *L, ta_dyadic x) {
    char text[48];
    lua_pushstring(L, ta_dyadic_text(text, x));
}

/* ---- Making ---- */

#define FEW 16

/* A list of ids: in `few`, or in a userdata on the stack when they are more. */
typedef struct id_list {
    ta_value few[FEW], *at;
    size_t count;
} id_list;

/* What is at the top of the stack becomes an id and is popped. */
static ta_value take_item(lua_State *L, const char *key, uint64_t now) {
    int at = lua_gettop(L);
    const lvalue *v = test_value(L, at);
    ta_value id = TA_VALUE_ZERO;
    if (v) { /* by far the most */
        id = of_generation(L, v, now, "value");
    } else {
        lcall c;
        lvalue_operand(L, at, "value", key);
        lvalue_begin(&c, L, "value");
        ta_status s = lvalue_take(&c, at, &id);
        if (s) lcall_raise(&c, s);
        lcall_end(&c);
    }
    lua_settop(L, at - 1);
    return id;
}

/* The list in field `key` of the table at 1; operands are converted. */
static void take_list(lua_State *L, const char *key, uint64_t now, id_list *list) {
    list->at = list->few;
    list->count = 0;
    if (lua_getfield(L, 1, key) == LUA_TNIL) return;
    int table = lua_gettop(L);
    if (!lua_istable(L, table)) larg_error(L, table, "value", key, "a list of values");
    list->count = (size_t)lua_rawlen(L, table);
    if (list->count > FEW) list->at = lua_newuserdatauv(L, list->count * sizeof *list->at, 0);
    for (size_t i = 0; i < list->count; i++) {
        lua_geti(L, table, (lua_Integer)i + 1);
        list->at[i] = take_item(L, key, now);
    }
}

static int from_table(lua_State *L) {
    static const char *const known[] = { "left", "right", NULL };
    id_list left, right;
    ta_value id = TA_VALUE_ZERO;
    uint64_t now = lvalue_generation(L);
    larg_settings(L, 1, "value", known);
    take_list(L, "left", now, &left);
    take_list(L, "right", now, &right);
    if (lvalue_generation(L) != now) /* by a metamethod or a finalizer */
        return lraise(L, "value: the store of values was cleared meanwhile");
    lcall c;
    ta_values *store = lvalue_begin(&c, L, "value");
    return lvalue_result(
        &c, ta_value_from_options(store, &c.call, left.at, left.count, right.at, right.count, &id),
        &id);
}

static int value(lua_State *L) {
    ta_value id = TA_VALUE_ZERO;
    lcall c;
    if (lua_istable(L, 1)) return from_table(L);
    lvalue_operand(L, 1, "value", "value");
    lvalue_begin(&c, L, "value");
    return lvalue_result(&c, lvalue_take(&c, 1, &id), &id);
}

static int number(lua_State *L) {
    ta_value id = TA_VALUE_ZERO;
    ta_dyadic x;
    int32_t ups;
    uint32_t star;
    lcall c;
    lvalue_operand(L, 1, "number", "x");
    ta_values *store = lvalue_begin(&c, L, "number");
    ta_status s = lvalue_take(&c, 1, &id);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    if (!ta_value_compact(store, id, &x, &ups, &star) || ups || star)
        return larg_error(L, 1, "number", "x", "a number such as \"3/4\"");
    lvalue_push(L, id);
    return 1;
}

static int number_up_star(lua_State *L, const char *name, ta_amount ups, ta_amount star) {
    ta_value id = TA_VALUE_ZERO;
    ta_dyadic zero = { 0, 0 };
    lcall c;
    ta_values *store = lvalue_begin(&c, L, name);
    return lvalue_result(&c, ta_value_number_up_star(store, &c.call, zero, ups, star, &id), &id);
}

static int star(lua_State *L) {
    return number_up_star(L, "star", 0, larg_opt_integer(L, 1, "star", "n", 0, TA_MAX, 1));
}

static int up(lua_State *L) {
    return number_up_star(L, "up", larg_opt_integer(L, 1, "up", "n", -TA_MAX, TA_MAX, 1), 0);
}

/* cash_value(A, n, d, e): A a list of moves. */
static int cash_value(lua_State *L) {
    ta_value id = TA_VALUE_ZERO;
    if (!lua_istable(L, 1)) larg_error(L, 1, "cash_value", "A", "a list of moves");
    size_t count = (size_t)lua_rawlen(L, 1);
    ta_amount n = larg_integer(L, 2, "cash_value", "n", 0, TA_MAX);
    ta_amount d = larg_amount(L, 3, "cash_value", "d", 0),
              e = larg_amount(L, 4, "cash_value", "e", 0);
    ta_amount *moves = lua_newuserdatauv(L, (count + 1) * sizeof *moves, 0);
    for (size_t i = 0; i < count; i++) {
        lua_geti(L, 1, (lua_Integer)i + 1);
        moves[i] = larg_integer(L, -1, "cash_value", "a move", 1, TA_MAX);
        lua_pop(L, 1);
    }
    lcall c;
    ta_values *store = lvalue_begin(&c, L, "cash_value");
    return lvalue_result(&c, ta_value_cash(store, &c.call, moves, count, n, d, e, &id), &id);
}

/* ---- Arithmetic and order ---- */

typedef ta_status (*operation)(ta_values *, ta_call *, ta_value, ta_value, ta_value *);

/* The two operands of a metamethod, either of which may be no value yet. */
static ta_values *begin_pair(lcall *c, lua_State *L, const char *name, ta_value ids[2]) {
    uint64_t now = lvalue_generation(L);
    for (int i = 1; i <= 2; i++) {
        const lvalue *v = test_value(L, i);
        if (v) of_generation(L, v, now, name);
        else lvalue_operand(L, i, name, i == 1 ? "left operand" : "right operand");
    }
    ta_values *store = lvalue_begin(c, L, name);
    ta_status s = lvalue_take(c, 1, &ids[0]);
    if (!s) s = lvalue_take(c, 2, &ids[1]);
    if (s) lcall_raise(c, s);
    return store;
}

static int arithmetic(lua_State *L, const char *name, operation work) {
    lcall c;
    ta_value ids[2], result = TA_VALUE_ZERO;
    ta_values *store = begin_pair(&c, L, name, ids);
    ta_status s = work(store, &c.call, ids[0], ids[1], &result);
    if (s) return lcall_raise(&c, s);
    lcall_end(&c);
    lvalue_push(L, result);
    return 1;
}

static int meta_add(lua_State *L) {
    return arithmetic(L, "+", ta_value_sum);
}

static int meta_sub(lua_State *L) {
    return arithmetic(L, "-", ta_value_difference);
}

static int meta_unm(lua_State *L) {
    lvalue_push(L, ta_value_negative(lvalue_store(L), lvalue_check(L, 1, "-")));
    return 1;
}

static int meta_mul(lua_State *L) {
    int integer = test_value(L, 1) ? 2 : 1;
    ta_amount n;
    if (!larg_is_integer(L, integer, &n))
        larg_error(L, integer, "*", "factor", "an integer (for other products: norton_product)");
    ta_value g = lvalue_check(L, 3 - integer, "*"), result = TA_VALUE_ZERO;
    lcall c;
    ta_values *store = lvalue_begin(&c, L, "*");
    ta_status s = ta_value_multiple(store, &c.call, n, g, &result);
    if (s) return lcall_raise(&c, s);
    lcall_end(&c);
    lvalue_push(L, result);
    return 1;
}

static int meta_eq(lua_State *L) {
    lvalue *a = test_value(L, 1), *b = test_value(L, 2);
    lua_pushboolean(L, a && b && fresh(L, a, "==") == fresh(L, b, "=="));
    return 1;
}

/* *below and *above: first <= second, second <= first. */
static void compare(lua_State *L, const char *name, int *below, int *above) {
    lcall c;
    ta_value ids[2];
    ta_values *store = begin_pair(&c, L, name, ids);
    ta_status s = ta_value_leq(store, &c.call, ids[0], ids[1], below);
    if (!s) s = ta_value_leq(store, &c.call, ids[1], ids[0], above);
    if (s) lcall_raise(&c, s);
    lcall_end(&c);
}

static int meta_le(lua_State *L) {
    int below, above;
    compare(L, "<=", &below, &above);
    lua_pushboolean(L, below);
    return 1;
}

static int meta_lt(lua_State *L) {
    int below, above;
    compare(L, "<", &below, &above);
    lua_pushboolean(L, below && !above);
    return 1;
}

static int confused(lua_State *L) {
    int below, above;
    lvalue_check(L, 1, "confused");
    compare(L, "confused", &below, &above);
    lua_pushboolean(L, !below && !above);
    return 1;
}

static int equals(lua_State *L) {
    int below, above;
    lvalue_check(L, 1, "equals");
    compare(L, "equals", &below, &above);
    lua_pushboolean(L, below && above);
    return 1;
}

/* ---- Text ---- */

/* The name of the value at 1, which has this id. */
static int push_text(lua_State *L, ta_value id, ta_notation notation, int cut) {
    char text[512];
    size_t length;
    lcall c;
    ta_values *store = lvalue_begin(&c, L, "text");
    ta_status s = ta_value_text(store, &c.call, id, notation, text, sizeof text, &length);
    if (s == TA_ELIMIT && cut) {
        lcall_end(&c);
        char born[32];
        lua_pushfstring(L, "value born on day %s (its name is too long)",
                        ta_amount_text(born, ta_value_birthday(store, id)));
        return 1;
    }
    if (s) return cut ? lcall_raise(&c, s) : lcall_fail(&c, s);
    lcall_end(&c);
    if (length < sizeof text) {
        lua_pushlstring(L, text, length);
        return 1;
    }
    char *all = lua_newuserdatauv(L, length + 1, 0);
    lvalue_check(L, 1, "text"); /* a finalizer may have cleared the store */
    lvalue_begin(&c, L, "text");
    s = ta_value_text(store, &c.call, id, notation, all, length + 1, &length);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushlstring(L, all, length);
    return 1;
}

static int text(lua_State *L) {
    static const char *const names[] = { "ascii", "unicode", "latex", NULL };
    ta_value id = lvalue_check(L, 1, "text");
    const char *name = lua_isnoneornil(L, 2)           ? "ascii"
                       : lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2)
                                                       : "";
    for (int i = 0; names[i]; i++)
        if (strcmp(name, names[i]) == 0) return push_text(L, id, (ta_notation)i, 0);
    return larg_error(L, 2, "text", "notation", "\"ascii\", \"unicode\" or \"latex\"");
}

static int meta_tostring(lua_State *L) {
    lvalue *v = test_value(L, 1);
    if (v && v->generation != lvalue_generation(L)) {
        lua_pushliteral(L, "value (its store was cleared)");
        return 1;
    }
    return push_text(L, lvalue_check(L, 1, "tostring"), TA_ASCII, 1);
}

/* ---- Opening ---- */

static const luaL_Reg methods[] = {
    { "confused", confused },
    { "equals", equals },
    { "text", text },
    { NULL, NULL },
};

static const luaL_Reg meta[] = {
    { "__add", meta_add }, { "__sub", meta_sub },
    { "__unm", meta_unm }, { "__mul", meta_mul },
    { "__eq", meta_eq },   { "__le", meta_le },
    { "__lt", meta_lt },   { "__tostring", meta_tostring },
    { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "value", value }, { "number", number },         { "star", star },
    { "up", up },       { "cash_value", cash_value }, { NULL, NULL },
};

static void make_metatable(lua_State *L) {
    luaL_newmetatable(L, VALUE);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &metatable_key);
    luaL_setfuncs(L, meta, 0);
    lua_pushliteral(L, VALUE);
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
    lvalue_store_open(L);
}
