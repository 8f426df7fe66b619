/*
** nimber.c - nimber arithmetic for Lua. Nimbers are integers from 0 to 2^63 - 1 here; a
** product beyond that is ERANGE.
*/
#include "nimber.h"

#include "base/status.h"
#include "arg.h"
#include "call.h"
#include "takeaway/nimber.h"

static ta_amount nimber(lua_State *L, int index, const char *call, const char *name) {
    ta_amount value = 0;
    if (!larg_is_integer(L, index, &value) || value < 0)
        larg_error(L, index, call, name, "an integer from 0 to 2^63 - 1");
    return value;
}

static int mex(lua_State *L) {
    if (!lua_istable(L, 1)) larg_error(L, 1, "mex", "values", "a list of integers");
    lua_Integer count = (lua_Integer)lua_rawlen(L, 1);
    ta_amount *values = lua_newuserdatauv(L, ((size_t)count + 1) * sizeof *values, 0), least;
    for (lua_Integer i = 1; i <= count; i++) {
        lua_geti(L, 1, i);
        values[i - 1] = nimber(L, lua_gettop(L), "mex", "values");
        lua_pop(L, 1);
    }
    ta_allocator a = lcall_allocator(L);
    if (ta_mex(&a, values, (size_t)count, &least)) return lraise(L, "not enough memory");
    lua_pushinteger(L, least);
    return 1;
}

static int nim_sum(lua_State *L) {
    ta_amount sum = 0;
    for (int i = 1; i <= lua_gettop(L); i++) sum ^= nimber(L, i, "nim_sum", "a nimber");
    lua_pushinteger(L, sum);
    return 1;
}

/* Push a nimber, or fail where it is past the integers of Lua. */
static int result(lua_State *L, lcall *c, uint64_t value) {
    if (value > INT64_MAX)
        return lcall_fail(c, ta_fail(&c->call, TA_ERANGE, "the result is beyond 2^63 - 1"));
    lcall_end(c);
    lua_pushinteger(L, (lua_Integer)value);
    return 1;
}

static int nim_product(lua_State *L) {
    ta_amount a = nimber(L, 1, "nim_product", "a"), b = nimber(L, 2, "nim_product", "b");
    lcall c;
    lcall_begin(&c, L, NULL, "nim_product");
    return result(L, &c, ta_nim_product((uint64_t)a, (uint64_t)b));
}

static int nim_inverse(lua_State *L) {
    ta_amount a = nimber(L, 1, "nim_inverse", "a");
    uint64_t inverse;
    lcall c;
    lcall_begin(&c, L, NULL, "nim_inverse");
    ta_status s = ta_nim_inverse(&c.call, (uint64_t)a, &inverse);
    return s ? lcall_fail(&c, s) : result(L, &c, inverse);
}

static const luaL_Reg functions[] = {
    { "mex", mex },
    { "nim_sum", nim_sum },
    { "nim_product", nim_product },
    { "nim_inverse", nim_inverse },
    { NULL, NULL },
};

void lnimber_open(lua_State *L) {
    luaL_setfuncs(L, functions, 0);
}
