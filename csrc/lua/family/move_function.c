/*
** move_function.c - every form of f in Lua, as one box around a ta_movefn.
**
** The box's user value anchors a Lua function. During a call it is found through a weak table of
** boxes by address. The registry does not keep it alive, so a function that refers to its own game
** is still collected.
*/
#include "move_function.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lua/base/arg.h"
#include "ffi/native.h"
#include "lua/base/list.h"
#include "lua/base/modules.h"
#include "lua/base/push.h"
#include "base/poll.h"
#include "base/status.h"

static void destroy(void *object) {
    ta_movefn_destroy(object);
}

/* Games keep a pointer to their f, so a move function cannot be closed, only collected. */
static const ludata_type movefn_type = {
    "takeaway.movefn",
    "move function",
    destroy,
    .closable = 0,
};

static const char boxes_key = 0; /* registry: the weak table address -> box */

/* ---- f as a Lua function ---- */

static ta_status lua_value(void *ctx, ta_call *call, ta_amount k, ta_amount *value) {
    lcall *c = call->host;
    lua_State *L = c->L;
    if (!lua_checkstack(L, 12)) return TA_ENOMEM;
    if (!ludata_index_push(L, &boxes_key, ctx)) { /* in a finalizer of its own cycle */
        lua_pop(L, 1);
        return ta_fail(call, TA_EBADRULE, "f has been collected");
    }
    lua_getiuservalue(L, -1, 1);
    lua_replace(L, -2);
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

/* End the call: the box owns the new f, or a failure is raised. */
static void made(lcall *c, ludata *box, ta_status s, ta_movefn *f) {
    if (s) lcall_raise(c, s);
    ludata_own(box, f);
    lcall_end(c);
}

static void from_function(lcall *c, int index) {
    lua_State *L = c->L;
    ludata *box = ludata_push(L, &movefn_type, 1);
    lua_pushvalue(L, index);
    lua_setiuservalue(L, -2, 1);
    ludata_index_add(L, &boxes_key, -1, box);
    lua_Debug where;
    char name[120];
    lua_pushvalue(L, index);
    lua_getinfo(L, ">S", &where);
    snprintf(name, sizeof name, "function %s:%d", where.short_src, where.linedefined);
    ta_allocator a = lcall_allocator(L);
    ta_movefn *f = NULL;
    lcall_begin(c);
    ta_status s = ta_movefn_host(&a, &c->call, lua_value, box, NULL, name, &f);
    made(c, box, s, f);
}

/* floor((num k + constant) / den); den 0 for infinity. */
static void from_linear(lcall *c, ta_amount num, ta_amount constant, ta_amount den) {
    ta_allocator a = lcall_allocator(c->L);
    ludata *box = ludata_push(c->L, &movefn_type, 0);
    ta_movefn *f = NULL;
    lcall_begin(c);
    ta_status s = ta_movefn_linear(&a, &c->call, num, constant, den, &f);
    made(c, box, s, f);
}

/* A number r: floor(r k), r taken exactly. */
static void from_number(lcall *c, int index) {
    lua_State *L = c->L;
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
    if (num <= 0) larg_error(c, index, "f", "a positive number r, for floor(r k)");
    from_linear(c, num, 0, den);
}

static void from_text(lcall *c, int index) {
    lua_State *L = c->L;
    size_t length;
    const char *text = lua_tolstring(L, index, &length);
    ta_allocator a = lcall_allocator(L);
    ludata *box = ludata_push(L, &movefn_type, 0);
    ta_movefn *f = NULL;
    lcall_begin(c);
    ta_status s = ta_movefn_parse(&a, &c->call, text, length, &f);
    made(c, box, s, f);
}

#define MOST_NESTED 100 /* a rest of a rest of ...; a table may be its own rest */

static ta_movefn *push_form(lcall *c, int index, int depth);

/* Push the move function for rest. Here a number is a constant, not a ratio. */
static ta_movefn *push_rest(lcall *c, int index, int depth) {
    lua_State *L = c->L;
    ta_amount value;
    if (lua_getfield(L, index, "rest") == LUA_TNIL) return NULL;
    if (lua_type(L, -1) != LUA_TNUMBER) {
        ta_movefn *f = push_form(c, lua_gettop(L), depth + 1);
        lua_remove(L, -2);
        return f;
    }
    int whole = larg_is_integer(L, -1, &value);
    int infinite = whole ? value > TA_MAX : lua_tonumber(L, -1) >= 0x1p62;
    if (!infinite && (!whole || value < 1))
        larg_error(c, lua_gettop(L), "rest", "a positive integer, math.huge or a move function");
    from_linear(c, 0, infinite ? 1 : value, !infinite);
    lua_remove(L, -2);
    return ludata_object(lua_touserdata(L, -1));
}

static void from_list(lcall *c, int index, int depth) {
    static const llist_kind kind = { "a list {f(1), f(2), ..., rest = f}", "f(%lld) in the list",
                                     .amounts = 1, .key = "rest" };
    lua_State *L = c->L;
    size_t count;
    luaL_checkstack(L, 12, c->name);
    if (depth > MOST_NESTED)
        lraise(L, "%s: f: lists nested more than %d deep by rest", c->name, MOST_NESTED);
    const ta_amount *values = llist_integers(c, index, "f", &kind, &count);
    ta_movefn *rest = push_rest(c, index, depth); /* older than the box, so collected after it */
    if (!rest && count == 0)
        lraise(L, "%s: f: expected a move function, got an empty list", c->name);
    ludata *box = ludata_push(L, &movefn_type, 1);
    lua_insert(L, -2);
    lua_setiuservalue(L, -2, 1); /* rest, or nil */
    ta_allocator a = lcall_allocator(L);
    ta_movefn *f = NULL;
    lcall_begin(c);
    ta_status s = ta_movefn_list(&a, &c->call, values, count, rest, &f);
    made(c, box, s, f);
    lua_remove(L, -2); /* the values */
}

static ta_movefn *push_form(lcall *c, int index, int depth) {
    lua_State *L = c->L;
    index = lua_absindex(L, index);
    luaL_checkstack(L, 8, c->name);
    switch (lua_type(L, index)) {
    case LUA_TUSERDATA:
        if (ludata_test(L, index, &movefn_type)) {
            ludata_check(L, index, &movefn_type, c->name);
            lua_pushvalue(L, index);
            break;
        }
        larg_error(c, index, "f", "a move function");
        break;
    case LUA_TFUNCTION: from_function(c, index); break;
    case LUA_TNUMBER: from_number(c, index); break;
    case LUA_TSTRING: from_text(c, index); break;
    case LUA_TTABLE: from_list(c, index, depth); break;
    default:
        larg_error(
            c, index, "f",
            "a move function (a function of k, a number, an expression such as \"2k+1\", a list)");
    }
    return ludata_object(lua_touserdata(L, -1));
}

ta_movefn *lmovefn_push(lcall *c, int index) {
    return push_form(c, index, 0);
}

void lmovefn_read(lcall *c, int index, lgiven *a) {
    a->object = lmovefn_push(c, index);
}

ta_movefn *lmovefn_test(lua_State *L, int index) {
    ludata *box = ludata_test(L, index, &movefn_type);
    return box ? ludata_object(box) : NULL;
}

/* ---- The object itself ---- */

LKERNEL(value, ta_movefn_value(object, call, a[0].n, &r->amount))

#define TABULATE_MOST 10000000

static int tabulate(lcall *c, const lgiven *a) {
    lua_State *L = c->L;
    ta_amount n = a[0].n, value;
    ta_status s = TA_OK;
    if (n <= TABULATE_MOST) lua_createtable(L, (int)n, 0); /* filling it takes no memory */
    lcall_begin_shared(c);
    if (n > TABULATE_MOST)
        s = ta_fail(&c->call, TA_ELIMIT, "a list of more than %d values; ask f(k) instead",
                    TABULATE_MOST);
    for (ta_amount k = 1; k <= n && !s; k++) {
        s = ta_movefn_value(c->object, &c->call, k, &value);
        if (!s) s = ta_poll(&c->call, 16, (double)k, (double)n);
        if (s) break;
        lpush_amount(L, value);
        lua_rawseti(L, -2, k);
    }
    if (s) return lcall_fail(c, s);
    lcall_end(c);
    return 1;
}

LKERNEL(is_nondecreasing,
        ta_movefn_nondecreasing(object, call, a[0].n, TA_CHECK_DEFAULT, &r->amount))

static int push_monotony(lua_State *L, const lanswer *r) {
    lua_pushboolean(L, r->amount == 0);
    if (r->amount == 0) return 1;
    lua_pushinteger(L, r->amount);
    return 2;
}

static int push_text(lua_State *L, const void *f) {
    lua_pushfstring(L, "f(k) = %s", ta_movefn_text(f));
    return 1;
}

static void read_form(lcall *c, int index, lgiven *a) {
    lua_settop(c->L, index);
    lmovefn_read(c, index, a);
}

static int move_function(lcall *c, const lgiven *a) {
    (void)c, (void)a;
    return 1; /* already on top */
}

LMAKER(native, ta_movefn,
       ta_native_movefn(&allocator, call, a[0].bytes, a[1].bytes,
                        a[2].bytes ? a[2].bytes : "int64(int64)", &made))

/* ---- Method tables ---- */

static const lmethod methods[] = {
    { "tabulate", { LNATURAL("n") }, LR_FILLED, .body = tabulate },
    { "is_nondecreasing", { LCOUNT("n") }, LR_RECORD, .kernel = is_nondecreasing,
      .push = push_monotony, .shared = 1 },
    { "__call", { LCOUNT("k") }, LR_AMOUNT, .kernel = value, .call = "move function", .shared = 1,
      .raises = 1 },
    { "__tostring", .gives = LR_SHOWN, .text = push_text },
    { .name = NULL },
};

static const lmethod functions[] = {
    { "move_function", { LREAD("f", read_form, "a move function") }, LR_OBJECT,
      .body = move_function },
    { "native", { LTEXT("path", "a string"), LTEXT("symbol", "a string"),
      LPARAMETER("signature", LP_TEXT, .optional = 1,
                 .expected = "a string such as \"int64(int64)\"") },
      LR_OBJECT, .kernel = native, .makes = &movefn_type },
    { .name = NULL },
};

void lmove_function_open(lua_State *L) {
    lmethod_register(L, &movefn_type, methods);
    ludata_index_open(L, &boxes_key);
    lmethod_functions(L, functions);
}
