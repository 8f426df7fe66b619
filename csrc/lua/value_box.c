/*
** value_box.c - values as userdata: what is an operand, which value it means, and the one
** userdata of a value found.
*/
#include <math.h>
#include <string.h>

#include "arg.h"
#include "push.h"
#include "value.h"
#include "base/status.h"

typedef struct lvalue {
    uint64_t generation;
    ta_value id;
} lvalue;

/* ---- The userdata ---- */

static const char metatable_key = 0; /* registry: the metatable of values */

void lvalue_push_metatable(lua_State *L) {
    luaL_newmetatable(L, LVALUE_NAME);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &metatable_key);
    lua_pushlightuserdata(L, (void *)(uintptr_t)&metatable_key); /* as in box.c */
    lua_rawseti(L, -2, 1);
}

/* The userdata at `index` if it is a value, else NULL. */
static lvalue *test(lua_State *L, int index) {
    void *v = lua_touserdata(L, index);
    if (!v || !lua_getmetatable(L, index)) return NULL;
    lua_rawgeti(L, -1, 1);
    const void *found = lua_touserdata(L, -1);
    lua_pop(L, 2);
    return found == &metatable_key ? v : NULL;
}

int lvalue_is(lua_State *L, int index) {
    return test(L, index) != NULL;
}

/* ---- Arguments ---- */

void lvalue_self(lcall *c) {
    if (!test(c->L, 1))
        lraise(c->L, "%s: expected a value (called with . instead of : ?), got %s", c->name,
               luaL_typename(c->L, 1));
}

int lvalue_is_operand(lua_State *L, int index) {
    return test(L, index) || lua_type(L, index) == LUA_TSTRING ||
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
    luaL_Buffer b;
    char *text = luaL_buffinitsize(L, &b, ta_dyadic_room(x));
    luaL_pushresultsize(&b, strlen(ta_dyadic_text(text, x)));
}
