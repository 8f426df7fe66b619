/*
** nimber.c - mex, and the arithmetic of nimbers, for Lua.
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

/* The product of two nim values: below 2^63. */
static int nim_value_product(lua_State *L) {
    lcall c;
    lcall_function(&c, L, "nim_product");
    ta_amount a = nimber(&c, 1, "a"), b = nimber(&c, 2, "b");
    uint64_t product = ta_nim_product((uint64_t)a, (uint64_t)b);
    lcall_begin(&c);
    if (product > INT64_MAX)
        return lcall_fail(&c, ta_fail(&c.call, TA_ERANGE, "the result is beyond 2^63 - 1"));
    lcall_end(&c);
    lua_pushinteger(L, (lua_Integer)product);
    return 1;
}

/* ---- The field: integers of 64 bits, from 2^63 on Lua's negative ones ---- */

static uint64_t element(lcall *c, int index, const char *name) {
    return (uint64_t)larg_integer(c, index, name, INT64_MIN, INT64_MAX);
}

static int field_sum(lua_State *L) {
    lcall c;
    lcall_function(&c, L, "nim_sum");
    uint64_t sum = 0;
    for (int i = 1; i <= lua_gettop(L); i++) sum ^= element(&c, i, "a nimber");
    lua_pushinteger(L, (lua_Integer)sum);
    return 1;
}

static int field_product(lua_State *L) {
    lcall c;
    lcall_function(&c, L, "nim_product");
    uint64_t a = element(&c, 1, "a"), b = element(&c, 2, "b");
    lua_pushinteger(L, (lua_Integer)ta_nim_product(a, b));
    return 1;
}

static int field_sqrt(lua_State *L) {
    lcall c;
    lcall_function(&c, L, "nim_sqrt");
    lua_pushinteger(L, (lua_Integer)ta_nim_sqrt(element(&c, 1, "a")));
    return 1;
}

/* a / b, or 1 / b. */
static int over(lua_State *L, const char *name, int b_at, const char *b_name) {
    lcall c;
    lcall_function(&c, L, name);
    uint64_t a = b_at == 1 ? 1 : element(&c, 1, "a"), b = element(&c, b_at, b_name), inverse;
    lcall_begin(&c);
    ta_status s = ta_nim_inverse(&c.call, b, &inverse);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushinteger(L, (lua_Integer)ta_nim_product(a, inverse));
    return 1;
}

static int field_inverse(lua_State *L) {
    return over(L, "nim_inverse", 1, "a");
}

static int field_quotient(lua_State *L) {
    return over(L, "nim_quotient", 2, "b");
}

static int field_roots(lua_State *L) {
    lcall c;
    lcall_function(&c, L, "nim_roots");
    uint64_t of[3], roots[2];
    for (int i = 0; i < 3; i++) of[i] = element(&c, i + 1, (const char *[]){ "a", "b", "c" }[i]);
    int count = 0;
    lcall_begin(&c);
    ta_status s = ta_nim_roots(&c.call, of[0], of[1], of[2], roots, &count);
    if (!s && count == 0) s = ta_fail(&c.call, TA_ERANGE, "the roots are beyond 2^64 - 1");
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        lua_pushinteger(L, (lua_Integer)roots[i]);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

static const luaL_Reg functions[] = {
    { "mex", mex },
    { "nim_sum", nim_sum },
    { "nim_product", nim_value_product },
    { "nim_inverse", field_inverse },
    { "nim_quotient", field_quotient },
    { "nim_sqrt", field_sqrt },
    { "nim_roots", field_roots },
    { "field_sum", field_sum },
    { "field_product", field_product },
    { NULL, NULL },
};

void lnimber_open(lua_State *L) {
    luaL_setfuncs(L, functions, 0);
}
