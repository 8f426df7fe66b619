/*
** value_box.c - values as userdata: their store, what is an operand, and which value it means.
*/
#include <math.h>
#include <string.h>

#include "arg.h"
#include "push.h"
#include "value.h"
#include "base/status.h"

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

static void limit(void *store, size_t games, size_t bytes) {
    ta_values_limit(store, games, bytes);
}

static void describe(const void *store, lstore_statistics *s) {
    ta_values_statistics now;
    ta_values_describe(store, &now);
    *s = (lstore_statistics){ now.games,      now.bytes,      now.most_games,
                              now.most_bytes, now.generation, { now.comparisons, now.canonical } };
}

const lstore_type lvalue_store = {
    .box = { "takeaway.values", "store of values", destroy, .closable = 0, .progress = 1 },
    .field = "values",
    .counted = "games",
    .more = { "comparisons", "canonical_forms" },
    .most = (ta_amount)1 << 30,
    .item = LVALUE_NAME,
    .noun = "value",
    .stale = "this value is from before the store of values was cleared",
    .create = create,
    .clear = clear,
    .limit = limit,
    .describe = describe,
};

/* ---- Arguments ---- */

int lvalue_is_operand(lua_State *L, int index) {
    return lvalue_is(L, index) || lua_type(L, index) == LUA_TSTRING ||
           (lua_type(L, index) == LUA_TNUMBER && isfinite(lua_tonumber(L, index)));
}

void lvalue_operand(lcall *c, int index, const char *name) {
    if (!lvalue_is_operand(c->L, index))
        larg_error(c, index, name, "a value, a number, or text such as \"3/4\" or \"{1|0}\"");
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

/* What is at `index` was found to be an operand. */
ta_status lvalue_take(lcall *c, int index, ta_value *value) {
    lua_State *L = c->L;
    /* by far the most */
    if (lua_touserdata(L, index)) return lstore_take(c, index, &lvalue_store, value);
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

void lvalue_push_dyadic(lua_State *L, ta_dyadic x) {
    luaL_Buffer b;
    char *text = luaL_buffinitsize(L, &b, ta_dyadic_room(x));
    luaL_pushresultsize(&b, strlen(ta_dyadic_text(text, x)));
}
