/*
** value_queries.c - methods of values: what they are, and what becomes of them.
*/
#include "arg.h"
#include "push.h"
#include "value.h"
#include "base/status.h"

#define OPTIONS_MOST ((size_t)10000000)

/* ---- What a value is ---- */

static int outcome(lua_State *L) {
    ta_value g;
    ta_outcome result;
    lcall c;
    ta_status s = lvalue_method(&c, L, "outcome", &g);
    if (!s) s = ta_value_outcome(c.object, &c.call, g, &result);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    char letter = (char)result;
    lua_pushlstring(L, &letter, 1);
    return 1;
}

/* A block for as many values as g has options of one side. */
static ta_status room(lcall *c, ta_value g, ta_player side, ta_value **block, size_t *count) {
    void *got = NULL;
    *count = ta_value_option_count(c->object, g, side);
    if (*count > OPTIONS_MOST)
        return ta_fail(&c->call, TA_ELIMIT, "this value has %zu options", *count);
    ta_status s = lcall_block(c, (*count + 1) * sizeof **block, &got);
    *block = got;
    return s;
}

typedef ta_status (*option_query)(ta_values *, ta_call *, ta_value, ta_player, size_t, ta_value *);

/* A list of one value for each option of one side. */
static int each_option(lua_State *L, const char *name, ta_player side, option_query query) {
    ta_value g, *list = NULL;
    size_t count = 0;
    lcall c;
    ta_status s = lvalue_method(&c, L, name, &g);
    if (!s) s = room(&c, g, side, &list, &count);
    for (size_t i = 0; i < count && !s; i++) s = query(c.object, &c.call, g, side, i, &list[i]);
    return lvalue_list(&c, s, list, count);
}

static int left_options(lua_State *L) {
    return each_option(L, "left_options", TA_LEFT, ta_value_option);
}

static int right_options(lua_State *L) {
    return each_option(L, "right_options", TA_RIGHT, ta_value_option);
}

static int left_incentives(lua_State *L) {
    return each_option(L, "left_incentives", TA_LEFT, ta_value_incentive);
}

static int right_incentives(lua_State *L) {
    return each_option(L, "right_incentives", TA_RIGHT, ta_value_incentive);
}

typedef ta_status (*dyadic_query)(ta_values *, ta_call *, ta_value, ta_dyadic *);

/* What pushes numbers does it in the midst of a call: their digits may be the store's. */
static int push_number(lua_State *L, const void *x) {
    lvalue_push_dyadic(L, *(const ta_dyadic *)x);
    return 1;
}

static int dyadic(lua_State *L, const char *name, dyadic_query query) {
    ta_value g;
    ta_dyadic x = { 0, 0 };
    lcall c;
    ta_status s = lvalue_method(&c, L, name, &g);
    if (!s) s = query(c.object, &c.call, g, &x);
    return s ? lcall_fail(&c, s) : lcall_give(&c, push_number, &x);
}

static ta_status stop_of_left(ta_values *store, ta_call *call, ta_value g, ta_dyadic *x) {
    (void)call;
    *x = ta_value_stop(store, g, TA_LEFT);
    return TA_OK;
}

static ta_status stop_of_right(ta_values *store, ta_call *call, ta_value g, ta_dyadic *x) {
    (void)call;
    *x = ta_value_stop(store, g, TA_RIGHT);
    return TA_OK;
}

static int left_stop(lua_State *L) {
    return dyadic(L, "left_stop", stop_of_left);
}

static int right_stop(lua_State *L) {
    return dyadic(L, "right_stop", stop_of_right);
}

static int mean(lua_State *L) {
    return dyadic(L, "mean", ta_value_mean);
}

static int temperature(lua_State *L) {
    return dyadic(L, "temperature", ta_value_temperature);
}

typedef ta_status (*amount_query)(ta_values *, ta_call *, ta_value, ta_amount *);

static int amount(lua_State *L, const char *name, amount_query query) {
    ta_value g;
    ta_amount n = 0;
    lcall c;
    ta_status s = lvalue_method(&c, L, name, &g);
    if (!s) s = query(c.object, &c.call, g, &n);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushinteger(L, n);
    return 1;
}

static ta_status born(ta_values *store, ta_call *call, ta_value g, ta_amount *day) {
    *day = ta_value_birthday(store, g);
    return *day == TA_INF ? ta_fail(call, TA_ERANGE, "born after day 2^62") : TA_OK;
}

static int birthday(lua_State *L) {
    return amount(L, "birthday", born);
}

/* 1 and m when g = *m. */
static int nimber_of(const ta_values *store, ta_value g, uint32_t *m) {
    ta_dyadic x;
    int32_t ups;
    return ta_value_compact(store, g, &x, &ups, m) && !ups && !x.num;
}

static ta_status nimber_value(ta_values *store, ta_call *call, ta_value g, ta_amount *value) {
    uint32_t m;
    if (!nimber_of(store, g, &m)) return ta_fail(call, TA_EPARTIZAN, "this value is not a nimber");
    *value = m;
    return TA_OK;
}

static int nim_value(lua_State *L) {
    return amount(L, "nim_value", nimber_value);
}

/* ---- Of what kind it is ---- */

typedef int (*test)(const ta_values *, ta_value);

static int boolean(lua_State *L, const char *name, test holds) {
    ta_value g;
    lcall c;
    ta_status s = lvalue_method(&c, L, name, &g);
    if (s) return lcall_fail(&c, s);
    int result = holds(c.object, g);
    lcall_end(&c);
    lua_pushboolean(L, result);
    return 1;
}

static int number_of(const ta_values *store, ta_value g, ta_dyadic *x) {
    int32_t ups;
    uint32_t star;
    return ta_value_compact(store, g, x, &ups, &star) && !ups && !star;
}

static int test_number(const ta_values *store, ta_value g) {
    ta_dyadic x;
    return number_of(store, g, &x);
}

static int test_integer(const ta_values *store, ta_value g) {
    ta_dyadic x;
    return number_of(store, g, &x) && !ta_dyadic_places(x);
}

static int test_nimber(const ta_values *store, ta_value g) {
    uint32_t m;
    return nimber_of(store, g, &m);
}

static int test_infinitesimal(const ta_values *store, ta_value g) {
    return ta_value_stop(store, g, TA_LEFT).num == 0 && ta_value_stop(store, g, TA_RIGHT).num == 0;
}

static int is_number(lua_State *L) {
    return boolean(L, "is_number", test_number);
}

static int is_integer(lua_State *L) {
    return boolean(L, "is_integer", test_integer);
}

static int is_nimber(lua_State *L) {
    return boolean(L, "is_nimber", test_nimber);
}

static int is_infinitesimal(lua_State *L) {
    return boolean(L, "is_infinitesimal", test_infinitesimal);
}

static int is_all_small(lua_State *L) {
    return boolean(L, "is_all_small", ta_value_is_all_small);
}

typedef struct compact {
    ta_dyadic x;
    int32_t ups;
    uint32_t star;
} compact;

/* { number = "3/4", up = 2, star = 1 } of 3/4 + ^^*. */
static int push_compact(lua_State *L, const void *results) {
    const compact *parts = results;
    lpush_record(L, 3);
    lvalue_push_dyadic(L, parts->x);
    lua_setfield(L, -2, "number");
    lua_pushinteger(L, parts->ups);
    lua_setfield(L, -2, "up");
    lua_pushinteger(L, parts->star);
    lua_setfield(L, -2, "star");
    return 1;
}

static int number_up_star(lua_State *L) {
    ta_value g;
    compact parts;
    lcall c;
    ta_status s = lvalue_method(&c, L, "number_up_star", &g);
    if (!s && !ta_value_compact(c.object, g, &parts.x, &parts.ups, &parts.star))
        s = ta_fail(&c.call, TA_EUNSUPPORTED, "this value is no number + ups + nimber");
    return s ? lcall_fail(&c, s) : lcall_give(&c, push_compact, &parts);
}

/* ---- Thermographs: { mean=, temperature=, left = { {t=, value=, slope=}, ... }, right = } ---- */

typedef struct thermo {
    ta_corner *wall[2]; /* in blocks of Lua's */
    size_t count[2];
    ta_dyadic mean, temperature;
} thermo;

static void push_wall(lua_State *L, const ta_corner *corners, size_t count) {
    lpush_list(L, (int)count);
    for (size_t i = 0; i < count; i++) {
        lpush_record(L, 3);
        lvalue_push_dyadic(L, corners[i].t);
        lua_setfield(L, -2, "t");
        lvalue_push_dyadic(L, corners[i].value);
        lua_setfield(L, -2, "value");
        lua_pushinteger(L, i + 1 < count ? ta_dyadic_compare(corners[i + 1].value, corners[i].value)
                                         : 0);
        lua_setfield(L, -2, "slope");
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

static ta_status find_wall(lcall *c, ta_value g, ta_player side, thermo *t) {
    void *block = NULL;
    size_t size;
    ta_status s = ta_value_wall(c->object, &c->call, g, side, NULL, 0, &size);
    if (!s) s = lcall_block(c, (size + 1) * sizeof(ta_corner), &block);
    t->wall[side] = block;
    return s ? s : ta_value_wall(c->object, &c->call, g, side, block, size, &t->count[side]);
}

static int push_thermograph(lua_State *L, const void *results) {
    const thermo *t = results;
    lpush_record(L, 4);
    push_wall(L, t->wall[TA_LEFT], t->count[TA_LEFT]);
    lua_setfield(L, -2, "left");
    push_wall(L, t->wall[TA_RIGHT], t->count[TA_RIGHT]);
    lua_setfield(L, -2, "right");
    lvalue_push_dyadic(L, t->mean);
    lua_setfield(L, -2, "mean");
    lvalue_push_dyadic(L, t->temperature);
    lua_setfield(L, -2, "temperature");
    return 1;
}

static int thermograph(lua_State *L) {
    ta_value g;
    thermo t;
    lcall c;
    ta_status s = lvalue_method(&c, L, "thermograph", &g);
    if (!s) s = find_wall(&c, g, TA_LEFT, &t);
    if (!s) s = find_wall(&c, g, TA_RIGHT, &t);
    if (!s) s = ta_value_mean(c.object, &c.call, g, &t.mean);
    if (!s) s = ta_value_temperature(c.object, &c.call, g, &t.temperature);
    return s ? lcall_fail(&c, s) : lcall_give(&c, push_thermograph, &t);
}

const luaL_Reg lvalue_queries[] = {
    { "outcome", outcome },
    { "left_options", left_options },
    { "right_options", right_options },
    { "left_incentives", left_incentives },
    { "right_incentives", right_incentives },
    { "left_stop", left_stop },
    { "right_stop", right_stop },
    { "mean", mean },
    { "temperature", temperature },
    { "birthday", birthday },
    { "is_number", is_number },
    { "is_integer", is_integer },
    { "is_nimber", is_nimber },
    { "nim_value", nim_value },
    { "is_infinitesimal", is_infinitesimal },
    { "is_all_small", is_all_small },
    { "number_up_star", number_up_star },
    { "thermograph", thermograph },
    { NULL, NULL },
};

/* ---- What becomes of it ---- */

typedef ta_status (*unary)(ta_values *, ta_call *, ta_value, ta_value *);
typedef ta_status (*binary)(ta_values *, ta_call *, ta_value, ta_value, ta_value *);

static int apply(lua_State *L, const char *name, unary work) {
    ta_value g, result = TA_VALUE_ZERO;
    lcall c;
    ta_status s = lvalue_method(&c, L, name, &g);
    if (!s) s = work(c.object, &c.call, g, &result);
    return lvalue_give(&c, s, result);
}

static int combine(lua_State *L, const char *name, const char *with, binary work) {
    ta_value g, h, result = TA_VALUE_ZERO;
    lcall c;
    lcall_function(&c, L, name);
    lvalue_self(&c);
    lvalue_operand(&c, 2, with);
    lvalue_begin(&c);
    ta_status s = lvalue_take(&c, 1, &g);
    if (!s) s = lvalue_take(&c, 2, &h);
    if (!s) s = work(c.object, &c.call, g, h, &result);
    return lvalue_give(&c, s, result);
}

static int ordinal_sum(lua_State *L) {
    return combine(L, "ordinal_sum", "w", ta_value_ordinal_sum);
}

static int conjunctive_sum(lua_State *L) {
    return combine(L, "conjunctive_sum", "w", ta_value_conjunctive_sum);
}

static int selective_sum(lua_State *L) {
    return combine(L, "selective_sum", "w", ta_value_selective_sum);
}

static int selective_compound(lua_State *L) {
    return combine(L, "selective_compound", "w", ta_value_selective_compound);
}

static int norton_product(lua_State *L) {
    return combine(L, "norton_product", "unit", ta_value_norton);
}

static int conway_product(lua_State *L) {
    return combine(L, "conway_product", "w", ta_value_conway_product);
}

static int companion(lua_State *L) {
    return apply(L, "companion", ta_value_companion);
}

static int heat(lua_State *L) {
    return combine(L, "heat", "t", ta_value_heat);
}

static ta_status cool_by(ta_values *store, ta_call *call, ta_value g, ta_value t,
                         ta_value *result) {
    ta_dyadic x;
    int32_t ups;
    uint32_t star;
    if (!ta_value_compact(store, t, &x, &ups, &star) || ups || star)
        return ta_fail(call, TA_EINVAL, "t: the temperature to cool by is a number");
    return ta_value_cool(store, call, g, x, result);
}

static int cool(lua_State *L) {
    return combine(L, "cool", "t", cool_by);
}

static int overheat(lua_State *L) {
    ta_value g, from, by, result = TA_VALUE_ZERO;
    lcall c;
    lcall_function(&c, L, "overheat");
    lvalue_self(&c);
    lvalue_operand(&c, 2, "s");
    lvalue_operand(&c, 3, "t");
    lvalue_begin(&c);
    ta_status s = lvalue_take(&c, 1, &g);
    if (!s) s = lvalue_take(&c, 2, &from);
    if (!s) s = lvalue_take(&c, 3, &by);
    if (!s) s = ta_value_overheat(c.object, &c.call, g, from, by, &result);
    return lvalue_give(&c, s, result);
}

static int freeze(lua_State *L) {
    return apply(L, "freeze", ta_value_freeze);
}

static int atomic_weight(lua_State *L) {
    return apply(L, "atomic_weight", ta_value_atomic_weight);
}

static int reduced_canonical_form(lua_State *L) {
    return apply(L, "reduced_canonical_form", ta_value_reduced);
}

const luaL_Reg lvalue_operations[] = {
    { "ordinal_sum", ordinal_sum },
    { "conjunctive_sum", conjunctive_sum },
    { "selective_sum", selective_sum },
    { "selective_compound", selective_compound },
    { "norton_product", norton_product },
    { "conway_product", conway_product },
    { "companion", companion },
    { "heat", heat },
    { "overheat", overheat },
    { "cool", cool },
    { "freeze", freeze },
    { "atomic_weight", atomic_weight },
    { "reduced_canonical_form", reduced_canonical_form },
    { NULL, NULL },
};
