/*
** value_queries.c - methods of values: what they are, and what becomes of them.
*/
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "arg.h"
#include "value.h"

#define OPTIONS_MOST ((size_t)10000000)

/* ---- What a value is ---- */

static int outcome(lua_State *L) {
    ta_value g = lvalue_check(L, 1, "outcome");
    ta_outcome result;
    lcall c;
    ta_values *store = lvalue_begin(&c, L, "outcome");
    ta_status s = ta_value_outcome(store, &c.call, g, &result);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    char letter = (char)result;
    lua_pushlstring(L, &letter, 1);
    return 1;
}

static int options(lua_State *L, const char *name, ta_player side) {
    ta_value g = lvalue_check(L, 1, name), option;
    ta_values *store = lvalue_store(L);
    size_t count = ta_value_option_count(store, g, side);
    lcall c;
    if (count > OPTIONS_MOST) {
        lvalue_begin(&c, L, name);
        return lcall_fail(&c, ta_fail(&c.call, TA_ELIMIT, "this value has %zu options", count));
    }
    lpush_list(L, (int)count);
    int list = lua_gettop(L);
    for (size_t i = 0; i < count; i++) {
        g = lvalue_check(L, 1, name); /* lists take memory: a finalizer may clear the store */
        lvalue_begin(&c, L, name);
        ta_status s = ta_value_option(store, &c.call, g, side, i, &option);
        if (s) return lcall_fail(&c, s);
        lcall_end(&c);
        lua_settop(L, list);
        lvalue_push(L, option);
        lua_rawseti(L, list, (lua_Integer)i + 1);
    }
    lua_settop(L, list);
    return 1;
}

static int left_options(lua_State *L) {
    return options(L, "left_options", TA_LEFT);
}

static int right_options(lua_State *L) {
    return options(L, "right_options", TA_RIGHT);
}

/* The i-th incentive of one side: gL - g, or g - gR. */
static ta_status incentive(ta_values *store, ta_call *call, ta_value g, ta_player side, size_t i,
                           ta_value *d) {
    ta_value option;
    ta_status s = ta_value_option(store, call, g, side, i, &option);
    if (s) return s;
    return side == TA_LEFT ? ta_value_difference(store, call, option, g, d)
                                : ta_value_difference(store, call, g, option, d);
}

/* Keep d unless one kept is >= d; drop those kept that are <= d. */
static ta_status keep_best(ta_values *store, ta_call *call, ta_value *kept, size_t *count,
                           ta_value d) {
    size_t still = 0;
    for (size_t i = 0; i < *count; i++) {
        int worse, better;
        ta_status s = ta_value_leq(store, call, d, kept[i], &worse);
        if (!s) s = ta_value_leq(store, call, kept[i], d, &better);
        if (s || worse) return s; /* nothing was dropped yet: kept[i] <= d <= kept[j] cannot be */
        if (!better) kept[still++] = kept[i];
    }
    kept[still++] = d;
    *count = still;
    return TA_OK;
}

/* What a move gains: the undominated incentives of one side. */
static int incentives(lua_State *L, const char *name, ta_player side) {
    ta_value g = lvalue_check(L, 1, name), d;
    size_t options = ta_value_option_count(lvalue_store(L), g, side), count = 0;
    lcall c;
    if (options > OPTIONS_MOST) {
        lvalue_begin(&c, L, name);
        return lcall_fail(&c, ta_fail(&c.call, TA_ELIMIT, "this value has %zu options", options));
    }
    ta_value *kept = lua_newuserdatauv(L, (options + 1) * sizeof *kept, 0);
    g = lvalue_check(L, 1, name); /* a finalizer may have cleared the store */
    ta_values *store = lvalue_begin(&c, L, name);
    ta_status s = TA_OK;
    for (size_t i = 0; i < options && !s; i++) {
        s = incentive(store, &c.call, g, side, i, &d);
        if (!s) s = keep_best(store, &c.call, kept, &count, d);
    }
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_list(L, (int)count);
    for (size_t i = 0; i < count; i++) {
        lvalue_check(L, 1, name);
        lvalue_push(L, kept[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int left_incentives(lua_State *L) {
    return incentives(L, "left_incentives", TA_LEFT);
}

static int right_incentives(lua_State *L) {
    return incentives(L, "right_incentives", TA_RIGHT);
}

static int left_stop(lua_State *L) {
    lvalue_push_dyadic(
        L, ta_value_stop(lvalue_store(L), lvalue_check(L, 1, "left_stop"), TA_LEFT));
    return 1;
}

static int right_stop(lua_State *L) {
    lvalue_push_dyadic(
        L, ta_value_stop(lvalue_store(L), lvalue_check(L, 1, "right_stop"), TA_RIGHT));
    return 1;
}

typedef ta_status (*dyadic_query)(ta_values *, ta_call *, ta_value, ta_dyadic *);

static int dyadic(lua_State *L, const char *name, dyadic_query query) {
    ta_value g = lvalue_check(L, 1, name);
    ta_dyadic x = { 0, 0 };
    lcall c;
    ta_values *store = lvalue_begin(&c, L, name);
    ta_status s = query(store, &c.call, g, &x);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lvalue_push_dyadic(L, x);
    return 1;
}

static int mean(lua_State *L) {
    return dyadic(L, "mean", ta_value_mean);
}

static int temperature(lua_State *L) {
    return dyadic(L, "temperature", ta_value_temperature);
}

static int birthday(lua_State *L) {
    ta_amount day = ta_value_birthday(lvalue_store(L), lvalue_check(L, 1, "birthday"));
    lcall c;
    if (day == TA_INF) {
        lvalue_begin(&c, L, "birthday");
        return lcall_fail(&c, ta_fail(&c.call, TA_ERANGE, "born after day 2^62"));
    }
    lua_pushinteger(L, day);
    return 1;
}

static int is_number(lua_State *L) {
    int32_t ups;
    uint32_t star;
    ta_value g = lvalue_check(L, 1, "is_number");
    lua_pushboolean(L, ta_value_compact(lvalue_store(L), g, NULL, &ups, &star) && !ups && !star);
    return 1;
}

static int is_integer(lua_State *L) {
    ta_dyadic x;
    int32_t ups;
    uint32_t star;
    ta_value g = lvalue_check(L, 1, "is_integer");
    lua_pushboolean(L, ta_value_compact(lvalue_store(L), g, &x, &ups, &star) && !ups && !star &&
                           !x.exp);
    return 1;
}

/* 1 and m when g = *m. */
static int nimber(lua_State *L, ta_value g, uint32_t *m) {
    ta_dyadic x;
    int32_t ups;
    return ta_value_compact(lvalue_store(L), g, &x, &ups, m) && !ups && !x.num;
}

static int is_nimber(lua_State *L) {
    uint32_t m;
    lua_pushboolean(L, nimber(L, lvalue_check(L, 1, "is_nimber"), &m));
    return 1;
}

static int nim_value(lua_State *L) {
    uint32_t m;
    lcall c;
    if (!nimber(L, lvalue_check(L, 1, "nim_value"), &m)) {
        lvalue_begin(&c, L, "nim_value");
        return lcall_fail(&c, ta_fail(&c.call, TA_EPARTIZAN, "this value is not a nimber"));
    }
    lua_pushinteger(L, m);
    return 1;
}

static int is_infinitesimal(lua_State *L) {
    ta_value g = lvalue_check(L, 1, "is_infinitesimal");
    ta_values *store = lvalue_store(L);
    lua_pushboolean(L, ta_value_stop(store, g, TA_LEFT).num == 0 &&
                           ta_value_stop(store, g, TA_RIGHT).num == 0);
    return 1;
}

static int is_all_small(lua_State *L) {
    lua_pushboolean(L, ta_value_is_all_small(lvalue_store(L), lvalue_check(L, 1, "is_all_small")));
    return 1;
}

/* ---- Thermographs: { mean=, temperature=, left = { {t=, value=, slope=}, ... }, right = } ---- */

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

/* Pushes the wall of the value at 1, or leaves the failure in *s. It is checked again after
** every taking of memory, when a finalizer may clear the store. */
static void wall(lua_State *L, lcall *c, ta_player side, ta_status *s) {
    size_t count, room;
    ta_value g = lvalue_check(L, 1, "thermograph");
    ta_values *store = lvalue_begin(c, L, "thermograph");
    *s = ta_value_wall(store, &c->call, g, side, NULL, 0, &room);
    if (*s) return;
    lcall_end(c);
    ta_corner *corners = lua_newuserdatauv(L, room * sizeof *corners, 0);
    lvalue_check(L, 1, "thermograph");
    lvalue_begin(c, L, "thermograph");
    *s = ta_value_wall(store, &c->call, g, side, corners, room, &count);
    if (*s) return;
    lcall_end(c);
    push_wall(L, corners, count);
}

static int thermograph(lua_State *L) {
    lcall c;
    ta_status s;
    lvalue_check(L, 1, "thermograph");
    lpush_record(L, 4);
    int table = lua_gettop(L);
    for (int side = 0; side < 2; side++) {
        wall(L, &c, (ta_player)side, &s);
        if (s) return lcall_fail(&c, s);
        lua_setfield(L, table, side ? "right" : "left");
        lua_settop(L, table);
    }
    if (mean(L) != 1) return 3;
    lua_setfield(L, table, "mean");
    if (temperature(L) != 1) return 3;
    lua_setfield(L, table, "temperature");
    lua_settop(L, table);
    return 1;
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
    { "thermograph", thermograph },
    { NULL, NULL },
};

/* ---- What becomes of it ---- */

typedef ta_status (*unary)(ta_values *, ta_call *, ta_value, ta_value *);
typedef ta_status (*binary)(ta_values *, ta_call *, ta_value, ta_value, ta_value *);

static int apply(lua_State *L, const char *name, unary work) {
    ta_value g = lvalue_check(L, 1, name), result = TA_VALUE_ZERO;
    lcall c;
    ta_values *store = lvalue_begin(&c, L, name);
    return lvalue_result(&c, work(store, &c.call, g, &result), &result);
}

static int combine(lua_State *L, const char *name, const char *with, binary work) {
    ta_value g = lvalue_check(L, 1, name), h, result = TA_VALUE_ZERO;
    lvalue_operand(L, 2, name, with);
    lcall c;
    ta_values *store = lvalue_begin(&c, L, name);
    ta_status s = lvalue_take(&c, 2, &h);
    if (!s) s = work(store, &c.call, g, h, &result);
    return lvalue_result(&c, s, &result);
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
    ta_value g = lvalue_check(L, 1, "overheat"), from, by, result = TA_VALUE_ZERO;
    lvalue_operand(L, 2, "overheat", "s");
    lvalue_operand(L, 3, "overheat", "t");
    lcall c;
    ta_values *store = lvalue_begin(&c, L, "overheat");
    ta_status s = lvalue_take(&c, 2, &from);
    if (!s) s = lvalue_take(&c, 3, &by);
    if (!s) s = ta_value_overheat(store, &c.call, g, from, by, &result);
    return lvalue_result(&c, s, &result);
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
    { "heat", heat },
    { "overheat", overheat },
    { "cool", cool },
    { "freeze", freeze },
    { "atomic_weight", atomic_weight },
    { "reduced_canonical_form", reduced_canonical_form },
    { NULL, NULL },
};
