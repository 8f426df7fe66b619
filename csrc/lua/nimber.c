/*
** nimber.c - nimber arithmetic for Lua. Nimbers are integers from 0 to 2^63 - 1 here; a
** product beyond that is ERANGE.
*/
#include "arg.h"
#include "list.h"
#include "modules.h"
#include "base/status.h"
#include "takeaway/nimber.h"

static int mex(lua_State *L) {
    static const llist_kind kind = { "a list of integers", .lo = 0, .hi = INT64_MAX };
    size_t count;
    ta_amount least;
    lcall c;
    lcall_function(&c, L, "mex");
    const ta_amount *values = llist_integers(&c, 1, "values", &kind, &count);
    ta_allocator a = lcall_allocator(L);
    lcall_begin(&c);
    ta_status s = ta_mex(&a, values, count, &least);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushinteger(L, least);
    return 1;
}

static ta_amount nimber(lcall *c, int index, const char *name) {
    return larg_integer(c, index, name, 0, INT64_MAX);
}

static int nim_sum(lua_State *L) {
    lcall c;
    lcall_function(&c, L, "nim_sum");
    ta_amount sum = 0;
    for (int i = 1; i <= lua_gettop(L); i++) sum ^= nimber(&c, i, "a nimber");
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
    lcall c;
    lcall_function(&c, L, "nim_product");
    ta_amount a = nimber(&c, 1, "a"), b = nimber(&c, 2, "b");
    lcall_begin(&c);
    return result(L, &c, ta_nim_product((uint64_t)a, (uint64_t)b));
}

static int nim_inverse(lua_State *L) {
    lcall c;
    lcall_function(&c, L, "nim_inverse");
    ta_amount a = nimber(&c, 1, "a");
    uint64_t inverse;
    lcall_begin(&c);
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
