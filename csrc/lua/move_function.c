/*
** move_function.c - every way of giving f in Lua, as one box around a ta_movefn.
**
** A Lua function is anchored in the box's user value and found again, during a
** call, through a weak table of boxes by address: nothing in the registry keeps
** it alive, so a function that refers to its own game is still collected.
*/
#include "move_function.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "ffi/native.h"
#include "arg.h"

static void destroy(void *object) {
    ta_movefn_destroy(object);
}

/* Games hold on to their f, so a move function cannot be closed, only collected. */
static const lbox_type movefn_type = { "takeaway.movefn", "move function", destroy, 0 };

static const char boxes_key = 0; /* registry: the weak table address -> box */

/* ---- f as a Lua function ---- */

static ta_status lua_value(void *ctx, ta_call *call, ta_amount k, ta_amount *value) {
    lcall *c = call->host;
    lua_State *L = c->L;
    if (!lua_checkstack(L, 12)) return TA_ENOMEM;
    lua_rawgetp(L, LUA_REGISTRYINDEX, &boxes_key);
    if (lua_rawgetp(L, -1, ctx) != LUA_TUSERDATA) { /* in a finalizer of its own cycle */
        lua_pop(L, 2);
        return ta_fail(call, TA_EBADRULE, "f has been collected");
    }
    lua_getiuservalue(L, -1, 1);
    lua_replace(L, -3);
    lua_pop(L, 1);
    lua_pushinteger(L, k);
    char where[48];
    snprintf(where, sizeof where, "f(%lld)", (long long)k);
    ta_status s = lcall_protected(c, 1, 1, where);
    if (s) return s;
    if (larg_is_integer(L, -1, value)) {
        lua_pop(L, 1);
        return TA_OK;
    }
    if (lua_type(L, -1) == LUA_TNUMBER && lua_tonumber(L, -1) >= 0x1p62) {
        *value = TA_INF;
        lua_pop(L, 1);
        return TA_OK;
    }
    if (lua_type(L, -1) == LUA_TNUMBER)
        s = ta_fail(call, TA_EBADRULE,
                    "f(%lld) = %.14g; a limit is a positive integer or math.huge", (long long)k,
                    lua_tonumber(L, -1));
    else
        s = ta_fail(call, TA_EBADRULE,
                    "f(%lld) is of type %s; a limit is a positive integer or math.huge",
                    (long long)k, luaL_typename(L, -1));
    lua_pop(L, 1);
    return s;
}

/* ---- Making ---- */

static void raise_if(lcall *c, ta_status s) {
    if (s) lcall_raise(c, s);
}

static void from_function(lua_State *L, int index, const char *call) {
    lbox *box = lbox_push(L, &movefn_type, 1);
    lua_pushvalue(L, index);
    lua_setiuservalue(L, -2, 1);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &boxes_key);
    lua_pushvalue(L, -2);
    lua_rawsetp(L, -2, box);
    lua_pop(L, 1);
    lua_Debug where;
    char name[120];
    lua_pushvalue(L, index);
    lua_getinfo(L, ">S", &where);
    snprintf(name, sizeof name, "function %s:%d", where.short_src, where.linedefined);
    ta_allocator a = lcall_allocator(L);
    lcall c;
    lcall_begin_shared(&c, L, NULL, call);
    raise_if(&c,
             ta_movefn_host(&a, &c.call, lua_value, box, NULL, name, (ta_movefn **)&box->object));
}

/* A number r: floor(r k), r taken exactly. */
static void from_number(lua_State *L, int index, const char *call) {
    ta_amount num = 0, den = 1;
    if (!larg_is_integer(L, index, &num)) {
        double r = lua_tonumber(L, index);
        if (r >= 0x1p62) {
            num = 1, den = 0; /* beyond every amount: infinite */
        } else {
            int exponent;
            double fraction = frexp(r, &exponent); /* r = fraction 2^exponent */
            if (r > 0 && exponent >= -8) {         /* r < 2^-8 never reaches 1 at k = 1 */
                num = (ta_amount)ldexp(fraction, 53);
                for (exponent -= 53; exponent < 0 && num % 2 == 0; exponent++) num /= 2;
                if (exponent >= 0) num <<= exponent;
                else den = (ta_amount)1 << -exponent;
            }
        }
    }
    if (num <= 0) larg_error(L, index, call, "f", "a positive number r, for floor(r k)");
    ta_allocator a = lcall_allocator(L);
    lbox *box = lbox_push(L, &movefn_type, 0);
    lcall c;
    lcall_begin_shared(&c, L, NULL, call);
    raise_if(&c, ta_movefn_linear(&a, &c.call, num, 0, den, (ta_movefn **)&box->object));
}

static void from_text(lua_State *L, int index, const char *call) {
    size_t length;
    const char *text = lua_tolstring(L, index, &length);
    ta_allocator a = lcall_allocator(L);
    lbox *box = lbox_push(L, &movefn_type, 0);
    lcall c;
    lcall_begin_shared(&c, L, NULL, call);
    raise_if(&c, ta_movefn_parse(&a, &c.call, text, length, (ta_movefn **)&box->object));
}

/* The entry at index -1, which is element i of a list. */
static ta_amount list_entry(lua_State *L, lua_Integer i, const char *call) {
    ta_amount value;
    if (larg_is_integer(L, -1, &value) && value >= 1) return value;
    if (lua_type(L, -1) == LUA_TNUMBER && lua_tonumber(L, -1) >= 0x1p62) return TA_INF;
    char name[40];
    snprintf(name, sizeof name, "f(%lld) in the list", (long long)i);
    larg_error(L, lua_gettop(L), call, name, "a positive integer or math.huge");
    return 0;
}

#define MOST_NESTED 100 /* a rest of a rest of ...; a table may be its own rest */

static ta_movefn *push_form(lua_State *L, int index, const char *call, int depth);

/* Push the move function for rest: a number is a constant here, not a ratio. */
static ta_movefn *push_rest(lua_State *L, int index, const char *call, int depth) {
    ta_amount value;
    if (lua_getfield(L, index, "rest") == LUA_TNIL) return NULL;
    if (lua_type(L, -1) != LUA_TNUMBER) {
        ta_movefn *f = push_form(L, lua_gettop(L), call, depth + 1);
        lua_remove(L, -2);
        return f;
    }
    int infinite = lua_tonumber(L, -1) >= 0x1p62;
    if (!infinite && (!larg_is_integer(L, -1, &value) || value < 1))
        larg_error(L, lua_gettop(L), call, "rest",
                   "a positive integer, math.huge or a move function");
    ta_allocator a = lcall_allocator(L);
    lbox *box = lbox_push(L, &movefn_type, 0);
    lcall c;
    lcall_begin_shared(&c, L, NULL, call);
    raise_if(&c, ta_movefn_linear(&a, &c.call, 0, infinite ? 1 : value, !infinite,
                                  (ta_movefn **)&box->object));
    lua_remove(L, -2);
    return box->object;
}

static void from_list(lua_State *L, int index, const char *call, int depth) {
    luaL_checkstack(L, 12, call);
    if (depth > MOST_NESTED)
        lraise(L, "%s: f: lists nested more than %d deep by rest", call, MOST_NESTED);
    lua_Integer count = (lua_Integer)lua_rawlen(L, index);
    lua_pushnil(L);
    while (lua_next(L, index)) {
        lua_pop(L, 1);
        ta_amount key;
        int known = larg_is_integer(L, -1, &key) ? 1 <= key && key <= count
                                                 : lua_type(L, -1) == LUA_TSTRING &&
                                                       strcmp(lua_tostring(L, -1), "rest") == 0;
        if (!known)
            larg_error(L, lua_gettop(L), call, "f",
                       "a list {f(1), f(2), ..., rest = f} without gaps or other keys");
    }
    ta_movefn *rest =
        push_rest(L, index, call, depth); /* older than the box, so collected after it */
    if (!rest && count == 0) lraise(L, "%s: f: expected a move function, got an empty list", call);
    lbox *box = lbox_push(L, &movefn_type, 1);
    lua_insert(L, -2);
    lua_setiuservalue(L, -2, 1);
    ta_amount *values = lua_newuserdatauv(L, ((size_t)count + 1) * sizeof *values, 0);
    for (lua_Integer i = 1; i <= count; i++) {
        lua_geti(L, index, i);
        values[i - 1] = list_entry(L, i, call);
        lua_pop(L, 1);
    }
    ta_allocator a = lcall_allocator(L);
    lcall c;
    lcall_begin_shared(&c, L, NULL, call);
    raise_if(&c,
             ta_movefn_list(&a, &c.call, values, (size_t)count, rest, (ta_movefn **)&box->object));
    lua_pop(L, 1);
}

static ta_movefn *push_form(lua_State *L, int index, const char *call, int depth) {
    index = lua_absindex(L, index);
    luaL_checkstack(L, 8, call);
    switch (lua_type(L, index)) {
    case LUA_TUSERDATA:
        if (lbox_test(L, index, &movefn_type)) {
            lbox_check(L, index, &movefn_type, call);
            lua_pushvalue(L, index);
            break;
        }
        larg_error(L, index, call, "f", "a move function");
        break;
    case LUA_TFUNCTION: from_function(L, index, call); break;
    case LUA_TNUMBER: from_number(L, index, call); break;
    case LUA_TSTRING: from_text(L, index, call); break;
    case LUA_TTABLE: from_list(L, index, call, depth); break;
    default:
        larg_error(
            L, index, call, "f",
            "a move function (a function of k, a number, an expression such as \"2k+1\", a list)");
    }
    return ((lbox *)lua_touserdata(L, -1))->object;
}

ta_movefn *lmovefn_push(lua_State *L, int index, const char *call) {
    return push_form(L, index, call, 0);
}

/* ---- The object itself ---- */

static int movefn_call(lua_State *L) {
    lbox *box = lbox_check(L, 1, &movefn_type, "move function");
    ta_amount k = larg_integer(L, 2, "move function", "k", 1, TA_MAX), value;
    lcall c;
    lcall_begin_shared(&c, L, box, "move function");
    ta_status s = ta_movefn_value(box->object, &c.call, k, &value);
    if (s) return lcall_raise(&c, s);
    lcall_end(&c);
    lpush_amount(L, value);
    return 1;
}

#define TABULATE_MOST 10000000

static int movefn_tabulate(lua_State *L) {
    lbox *box = lbox_check(L, 1, &movefn_type, "tabulate");
    ta_amount n = larg_integer(L, 2, "tabulate", "n", 0, TA_MAX), value;
    if (n > TABULATE_MOST) {
        lua_pushnil(L);
        lua_pushfstring(L, "tabulate: a list of more than %d values; ask f(k) instead",
                        TABULATE_MOST);
        lua_pushliteral(L, "ELIMIT");
        return 3;
    }
    lua_createtable(L, (int)n, 0);
    lcall c;
    for (ta_amount k = 1; k <= n; k++) {
        lcall_begin_shared(&c, L, box, "tabulate");
        ta_status s = ta_movefn_value(box->object, &c.call, k, &value);
        if (!s && k % 4096 == 0) s = c.call.poll(&c.call, (double)k, (double)n);
        if (s) return lcall_fail(&c, s);
        lcall_end(&c);
        lpush_amount(L, value);
        lua_rawseti(L, -2, k);
    }
    return 1;
}

static int movefn_is_nondecreasing(lua_State *L) {
    lbox *box = lbox_check(L, 1, &movefn_type, "is_nondecreasing");
    ta_amount n = larg_integer(L, 2, "is_nondecreasing", "n", 1, TA_MAX), at;
    lcall c;
    lcall_begin_shared(&c, L, box, "is_nondecreasing");
    ta_status s = ta_movefn_nondecreasing(box->object, &c.call, n, TA_CHECK_DEFAULT, &at);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushboolean(L, at == 0);
    if (at == 0) return 1;
    lua_pushinteger(L, at);
    return 2;
}

static int movefn_tostring(lua_State *L) {
    lbox *box = lbox_test(L, 1, &movefn_type);
    if (!box || !box->object) lua_pushliteral(L, "move function (closed)");
    else lua_pushfstring(L, "f(k) = %s", ta_movefn_text(box->object));
    return 1;
}

static int move_function(lua_State *L) {
    lua_settop(L, 1);
    lmovefn_push(L, 1, "move_function");
    return 1;
}

static int native(lua_State *L) {
    for (int i = 1; i <= 2; i++)
        if (lua_type(L, i) != LUA_TSTRING)
            larg_error(L, i, "native", i == 1 ? "path" : "symbol", "a string");
    if (!lua_isnoneornil(L, 3) && lua_type(L, 3) != LUA_TSTRING)
        larg_error(L, 3, "native", "signature", "a string such as \"int64(int64)\"");
    const char *signature = luaL_optstring(L, 3, "int64(int64)");
    ta_allocator a = lcall_allocator(L);
    lbox *box = lbox_push(L, &movefn_type, 0);
    lcall c;
    lcall_begin_shared(&c, L, NULL, "native");
    ta_status s = ta_native_movefn(&a, &c.call, lua_tostring(L, 1), lua_tostring(L, 2), signature,
                                   (ta_movefn **)&box->object);
    return s ? lcall_fail(&c, s) : 1;
}

static const luaL_Reg methods[] = {
    { "tabulate", movefn_tabulate },
    { "is_nondecreasing", movefn_is_nondecreasing },
    { NULL, NULL },
};

static const luaL_Reg meta[] = {
    { "__call", movefn_call },
    { "__tostring", movefn_tostring },
    { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "move_function", move_function },
    { "native", native },
    { NULL, NULL },
};

void lmovefn_open(lua_State *L) {
    lbox_register(L, &movefn_type, methods, meta);
    lua_createtable(L, 0, 0);
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "v");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &boxes_key);
    luaL_setfuncs(L, functions, 0);
}
