/*
** value_queries.c - methods of values: queries and operations; the opener. The table at the end has
** for each method its function, and the query of the core that the function runs.
*/
#include "lua/base/modules.h"
#include "lua/base/push.h"
#include "value.h"
#include "base/status.h"

#define OPTIONS_MOST ((size_t)10000000)

typedef struct row {
    luaL_Reg method;
    union {
        ta_status (*option)(ta_values *, ta_call *, ta_value, ta_player, size_t, ta_value *);
        ta_status (*dyadic)(ta_values *, ta_call *, ta_value, ta_dyadic *);
        ta_status (*amount)(ta_values *, ta_call *, ta_value, ta_amount *);
        ta_status (*unary)(ta_values *, ta_call *, ta_value, ta_value *);
        ta_status (*binary)(ta_values *, ta_call *, ta_value, ta_value, ta_value *);
        int (*test)(const ta_values *, ta_value);
    };
    ta_player side;
    const char *with; /* argument name of a binary operation */
} row;

/* Begin a method: enter, and take the value at 1. [-0, +2] */
static ta_status begin(lcall *c, lua_State *L, const row **r, ta_value *g) {
    *r = lstore_row(L);
    return lstore_method(c, L, (*r)->method.name, &lvalue_store, g);
}

/* ---- What a value is ---- */

static int outcome(lua_State *L) {
    ta_value g;
    ta_outcome result;
    lcall c;
    ta_status s = lstore_method(&c, L, "outcome", &lvalue_store, &g);
    if (!s) s = ta_value_outcome(c.object, &c.call, g, &result);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    char letter = (char)result;
    lua_pushlstring(L, &letter, 1);
    return 1;
}

/* Push a block for as many values as g has options of one side. */
static ta_status room(lcall *c, ta_value g, ta_player side, ta_value **block, size_t *count) {
    void *got = NULL;
    *count = ta_value_option_count(c->object, g, side);
    if (*count > OPTIONS_MOST)
        return ta_fail(&c->call, TA_ELIMIT, "this value has %zu options", *count);
    ta_status s = lcall_block(c, (*count + 1) * sizeof **block, &got);
    *block = got;
    return s;
}

/* Return a list with one value for each option of one side. */
static int each_option(lua_State *L) {
    const row *r;
    ta_value g, *list = NULL;
    size_t count = 0;
    lcall c;
    ta_status s = begin(&c, L, &r, &g);
    if (!s) s = room(&c, g, r->side, &list, &count);
    for (size_t i = 0; i < count && !s; i++)
        s = r->option(c.object, &c.call, g, r->side, i, &list[i]);
    return lstore_list(&c, s, &lvalue_store, list, count);
}

/* Numbers are pushed during the call, since their digits may be the store's memory. */
static int push_number(lua_State *L, const void *x) {
    lvalue_push_dyadic(L, *(const ta_dyadic *)x);
    return 1;
}

static int dyadic(lua_State *L) {
    const row *r;
    ta_value g;
    ta_dyadic x = { 0, 0 };
    lcall c;
    ta_status s = begin(&c, L, &r, &g);
    if (!s) s = r->dyadic(c.object, &c.call, g, &x);
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

static int amount(lua_State *L) {
    const row *r;
    ta_value g;
    ta_amount n = 0;
    lcall c;
    ta_status s = begin(&c, L, &r, &g);
    if (!s) s = r->amount(c.object, &c.call, g, &n);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushinteger(L, n);
    return 1;
}

static ta_status born(ta_values *store, ta_call *call, ta_value g, ta_amount *day) {
    *day = ta_value_birthday(store, g);
    return *day == TA_INF ? ta_fail(call, TA_ERANGE, "born after day 2^62") : TA_OK;
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

/* ---- Classes ---- */

static int boolean(lua_State *L) {
    const row *r;
    ta_value g;
    lcall c;
    ta_status s = begin(&c, L, &r, &g);
    return lstore_boolean(&c, s, !s && r->test(c.object, g));
}

static int number_of(const ta_values *store, ta_value g, ta_dyadic *x) {
    int32_t ups;
    uint32_t star;
    return ta_value_compact(store, g, x, &ups, &star) && !ups && !star;
}

static int is_number(const ta_values *store, ta_value g) {
    ta_dyadic x;
    return number_of(store, g, &x);
}

static int is_integer(const ta_values *store, ta_value g) {
    ta_dyadic x;
    return number_of(store, g, &x) && !ta_dyadic_places(x);
}

static int is_nimber(const ta_values *store, ta_value g) {
    uint32_t m;
    return nimber_of(store, g, &m);
}

static int is_infinitesimal(const ta_values *store, ta_value g) {
    return ta_value_stop(store, g, TA_LEFT).num == 0 && ta_value_stop(store, g, TA_RIGHT).num == 0;
}

typedef struct compact {
    ta_dyadic x;
    int32_t ups;
    uint32_t star;
} compact;

/* Push { number = "3/4", up = 2, star = 1 } for 3/4 + ^^*. */
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
    ta_status s = lstore_method(&c, L, "number_up_star", &lvalue_store, &g);
    if (!s && !ta_value_compact(c.object, g, &parts.x, &parts.ups, &parts.star))
        s = ta_fail(&c.call, TA_EUNSUPPORTED, "this value is no number + ups + nimber");
    return s ? lcall_fail(&c, s) : lcall_give(&c, push_compact, &parts);
}

/* ---- Thermographs: { mean=, temperature=, left = { {t=, value=, slope=}, ... }, right = } ---- */

typedef struct thermo {
    ta_corner *wall[2]; /* blocks that Lua owns */
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
    ta_status s = lstore_method(&c, L, "thermograph", &lvalue_store, &g);
    if (!s) s = find_wall(&c, g, TA_LEFT, &t);
    if (!s) s = find_wall(&c, g, TA_RIGHT, &t);
    if (!s) s = ta_value_mean(c.object, &c.call, g, &t.mean);
    if (!s) s = ta_value_temperature(c.object, &c.call, g, &t.temperature);
    return s ? lcall_fail(&c, s) : lcall_give(&c, push_thermograph, &t);
}

/* ---- Operations ---- */

static int apply(lua_State *L) {
    const row *r;
    ta_value g, result = TA_VALUE_ZERO;
    lcall c;
    ta_status s = begin(&c, L, &r, &g);
    if (!s) s = r->unary(c.object, &c.call, g, &result);
    return lstore_give(&c, s, &lvalue_store, result);
}

static int combine(lua_State *L) {
    const row *r = lstore_row(L);
    ta_value g[2], result = TA_VALUE_ZERO;
    lcall c;
    ta_status s = lstore_operation(&c, L, r->method.name, &lvalue_store, &r->with, 1, g);
    if (!s) s = r->binary(c.object, &c.call, g[0], g[1], &result);
    return lstore_give(&c, s, &lvalue_store, result);
}

static ta_status cool(ta_values *store, ta_call *call, ta_value g, ta_value t, ta_value *result) {
    ta_dyadic x;
    if (!number_of(store, t, &x))
        return ta_fail(call, TA_EINVAL, "t: the temperature to cool by is a number");
    return ta_value_cool(store, call, g, x, result);
}

static int overheat(lua_State *L) {
    static const char *const names[] = { "s", "t" };
    ta_value g[3], result = TA_VALUE_ZERO;
    lcall c;
    ta_status s = lstore_operation(&c, L, "overheat", &lvalue_store, names, 2, g);
    if (!s) s = ta_value_overheat(c.object, &c.call, g[0], g[1], g[2], &result);
    return lstore_give(&c, s, &lvalue_store, result);
}

static const row rows[] = {
    { .method = { "outcome", outcome } },
    { { "left_options", each_option }, .option = ta_value_option, .side = TA_LEFT },
    { { "right_options", each_option }, .option = ta_value_option, .side = TA_RIGHT },
    { { "left_incentives", each_option }, .option = ta_value_incentive, .side = TA_LEFT },
    { { "right_incentives", each_option }, .option = ta_value_incentive, .side = TA_RIGHT },
    { { "left_stop", dyadic }, .dyadic = stop_of_left },
    { { "right_stop", dyadic }, .dyadic = stop_of_right },
    { { "mean", dyadic }, .dyadic = ta_value_mean },
    { { "temperature", dyadic }, .dyadic = ta_value_temperature },
    { { "birthday", amount }, .amount = born },
    { { "nim_value", amount }, .amount = nimber_value },
    { { "is_number", boolean }, .test = is_number },
    { { "is_integer", boolean }, .test = is_integer },
    { { "is_nimber", boolean }, .test = is_nimber },
    { { "is_infinitesimal", boolean }, .test = is_infinitesimal },
    { { "is_all_small", boolean }, .test = ta_value_is_all_small },
    { .method = { "number_up_star", number_up_star } },
    { .method = { "thermograph", thermograph } },
    { { "companion", apply }, .unary = ta_value_companion },
    { { "freeze", apply }, .unary = ta_value_freeze },
    { { "atomic_weight", apply }, .unary = ta_value_atomic_weight },
    { { "reduced_canonical_form", apply }, .unary = ta_value_reduced },
    { { "ordinal_sum", combine }, .binary = ta_value_ordinal_sum, .with = "w" },
    { { "conjunctive_sum", combine }, .binary = ta_value_conjunctive_sum, .with = "w" },
    { { "selective_sum", combine }, .binary = ta_value_selective_sum, .with = "w" },
    { { "selective_compound", combine }, .binary = ta_value_selective_compound, .with = "w" },
    { { "norton_product", combine }, .binary = ta_value_norton, .with = "unit" },
    { { "conway_product", combine }, .binary = ta_value_conway_product, .with = "w" },
    { { "heat", combine }, .binary = ta_value_heat, .with = "t" },
    { { "cool", combine }, .binary = cool, .with = "t" },
    { .method = { "overheat", overheat } },
    { .method = { NULL, NULL } },
};

void lvalue_open(lua_State *L) {
    lvalue_open_store(L);
    lstore_set_rows(L, rows, sizeof *rows);
    lua_pop(L, 1);
}
