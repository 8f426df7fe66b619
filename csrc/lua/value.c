/*
** value.c - values as userdata: making them, arithmetic and comparison.
*/
#include "value.h"

#include <math.h>
#include <string.h>

#include "arg.h"
#include "list.h"
#include "modules.h"
#include "push.h"
#include "base/amount.h"
#include "base/status.h"
#include "takeaway/cash.h"

#define VALUE "takeaway.value"

typedef struct lvalue {
    uint64_t generation;
    ta_value id;
} lvalue;

/* ---- Arguments ---- */

static const char metatable_key = 0; /* registry: the metatable of values */

/* The userdata at `index` if it is a value, else NULL. */
static lvalue *test(lua_State *L, int index) {
    void *v = lua_touserdata(L, index);
    if (!v || !lua_getmetatable(L, index)) return NULL;
    lua_rawgetp(L, LUA_REGISTRYINDEX, &metatable_key);
    int same = lua_rawequal(L, -1, -2);
    lua_pop(L, 2);
    return same ? v : NULL;
}

void lvalue_self(lcall *c) {
    if (!test(c->L, 1))
        lraise(c->L, "%s: expected a value (called with . instead of : ?), got %s", c->name,
               luaL_typename(c->L, 1));
}

static int is_operand(lua_State *L, int index) {
    return test(L, index) || lua_type(L, index) == LUA_TSTRING ||
           (lua_type(L, index) == LUA_TNUMBER && isfinite(lua_tonumber(L, index)));
}

void lvalue_operand(lcall *c, int index, const char *name) {
    if (!is_operand(c->L, index))
        larg_error(c, index, name, "a value, a number, or text such as \"3/4\" or \"{1|0}\"");
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
    return ta_value_number(c->object, &c->call, num, -exponent, value);
}

static ta_status stale(lcall *c) {
    return ta_fail(&c->call, TA_EINVAL,
                   "this value is from before the store of values was cleared");
}

/* What is at `index` was found to be an operand. */
ta_status lvalue_take(lcall *c, int index, ta_value *value) {
    lua_State *L = c->L;
    const lvalue *v = lua_touserdata(L, index);
    if (v) { /* by far the most */
        *value = v->id;
        return v->generation == lvalue_generation(c->object) ? TA_OK : stale(c);
    }
    if (lua_isinteger(L, index))
        return ta_value_number(c->object, &c->call, lua_tointeger(L, index), 0, value);
    if (lua_type(L, index) == LUA_TNUMBER) return from_double(c, lua_tonumber(L, index), value);
    size_t length;
    const char *text = lua_tolstring(L, index, &length);
    return ta_value_parse(c->object, &c->call, text, length, value);
}

ta_status lvalue_method(lcall *c, lua_State *L, const char *name, ta_value *value) {
    lcall_function(c, L, name);
    lvalue_self(c);
    lvalue_begin(c);
    return lvalue_take(c, 1, value);
}

/* ---- Results ---- */

/* Push the value of this generation, whose table of values is at `known`; a finalizer may
** have made it the moment memory was taken for it. [-0, +1] */
static void push_value(lua_State *L, int known, uint64_t generation, ta_value value) {
    if (lua_rawgeti(L, known, (lua_Integer)value) != LUA_TNIL) return;
    lua_pop(L, 1);
    lvalue *v = lua_newuserdatauv(L, sizeof *v, 0);
    v->generation = generation;
    v->id = value;
    lua_rawgetp(L, LUA_REGISTRYINDEX, &metatable_key);
    lua_setmetatable(L, -2);
    if (lua_rawgeti(L, known, (lua_Integer)value) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_rawseti(L, known, (lua_Integer)value);
    } else {
        lua_remove(L, -2);
    }
}

int lvalue_result(lcall *c, ta_status status, uint64_t generation, ta_value value) {
    if (status) return lcall_fail(c, status);
    lua_State *L = c->L;
    lvalue_push_known(L);
    lcall_end(c);
    push_value(L, lua_gettop(L), generation, value);
    return 1;
}

int lvalue_give(lcall *c, ta_status status, ta_value value) {
    return lvalue_result(c, status, lvalue_generation(c->object), value);
}

int lvalue_list(lcall *c, ta_status status, const ta_value *values, size_t count) {
    if (status) return lcall_fail(c, status);
    lua_State *L = c->L;
    uint64_t generation = lvalue_generation(c->object);
    lvalue_push_known(L);
    lcall_end(c);
    int known = lua_gettop(L);
    lpush_list(L, (int)count);
    for (size_t i = 0; i < count; i++) {
        push_value(L, known, generation, values[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

void lvalue_push_dyadic(lua_State *L, ta_dyadic x) {
    char text[48];
    lua_pushstring(L, ta_dyadic_text(text, x));
}

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
        s = is_operand(L, -1) ? lvalue_take(c, lua_gettop(L), &list->at[i])
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

/* cash_value(A, n, d, e): A a list of moves. */
static int cash_value(lua_State *L) {
    static const llist_kind kind = { "a list of moves", .lo = 1, .hi = TA_MAX };
    ta_value id = TA_VALUE_ZERO;
    size_t count;
    lcall c;
    lcall_function(&c, L, "cash_value");
    ta_amount n = larg_integer(&c, 2, "n", 0, TA_MAX);
    ta_amount d = larg_amount(&c, 3, "d", 0), e = larg_amount(&c, 4, "e", 0);
    const ta_amount *moves = llist_integers(&c, 1, "A", &kind, &count);
    lvalue_begin(&c);
    ta_status s = ta_value_cash(c.object, &c.call, moves, count, n, d, e, &id);
    return lvalue_give(&c, s, id);
}

/* ---- Arithmetic and order ---- */

typedef ta_status (*operation)(ta_values *, ta_call *, ta_value, ta_value, ta_value *);

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

static int meta_add(lua_State *L) {
    return arithmetic(L, "+", ta_value_sum);
}

static int meta_sub(lua_State *L) {
    return arithmetic(L, "-", ta_value_difference);
}

static int meta_unm(lua_State *L) {
    lcall c;
    ta_value g = TA_VALUE_ZERO;
    ta_status s = lvalue_method(&c, L, "-", &g);
    return s ? lcall_raise(&c, s) : lvalue_give(&c, s, ta_value_negative(c.object, g));
}

static int meta_mul(lua_State *L) {
    int integer = test(L, 1) ? 2 : 1;
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

static int meta_eq(lua_State *L) {
    ta_value ids[2];
    lcall c;
    if (!test(L, 1) || !test(L, 2)) {
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

static int meta_le(lua_State *L) {
    int below, above;
    lcall c;
    lcall_function(&c, L, "<=");
    compare(&c, &below, &above);
    lua_pushboolean(L, below);
    return 1;
}

static int meta_lt(lua_State *L) {
    int below, above;
    lcall c;
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
    static const char *const names[] = { "ascii", "unicode", "latex", NULL };
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
        return larg_error(&c, 2, "notation", "\"ascii\", \"unicode\" or \"latex\"");
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

static int meta_tostring(lua_State *L) {
    lcall c;
    ta_value g;
    char few[512], born[32];
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
    lcall_end(&c);
    if (s) lua_pushfstring(L, "value born on day %s (its name is too long)", born);
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
