/*
** nimber.c - mex and the arithmetic of nimbers for Lua. Field elements are integers of 64 bits;
** those from 2^63 on are negative in Lua.
*/
#include "lua/base/arg.h"
#include "lua/base/method.h"
#include "lua/base/modules.h"
#include "base/status.h"
#include "takeaway/nimber.h"

static const llist_kind values_kind = { "a list of integers", .lo = 0, .hi = INT64_MAX };

#define BITS(i) ((uint64_t)a[i].n)

static ta_status mex(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    ta_allocator allocator = lmethod_allocator(call);
    (void)object;
    return ta_mex(&allocator, a[0].list, a[0].count, &r->amount);
}

/* ---- Sums: of any number of arguments ---- */

static int add(lua_State *L, ta_amount least) {
    lcall c;
    ta_amount sum = 0;
    lcall_function(&c, L, "nim_sum");
    for (int i = 1; i <= lua_gettop(L); i++)
        sum ^= larg_integer(&c, i, "a nimber", least, INT64_MAX);
    lua_pushinteger(L, sum);
    return 1;
}

static int nim_sum(lua_State *L) {
    return add(L, 0);
}

static int field_sum(lua_State *L) {
    return add(L, INT64_MIN);
}

/* ---- Products and quotients ---- */

/* The product of two nim values, if it is below 2^63. */
static ta_status nim_value_product(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    (void)object;
    r->sum = ta_nim_product(BITS(0), BITS(1));
    if (r->sum <= INT64_MAX) return TA_OK;
    return ta_fail(call, TA_ERANGE, "the result is beyond 2^63 - 1");
}

static ta_status over(ta_call *call, uint64_t a, uint64_t b, uint64_t *quotient) {
    uint64_t inverse;
    ta_status s = ta_nim_inverse(call, b, &inverse);
    if (!s) *quotient = ta_nim_product(a, inverse);
    return s;
}

LPLAIN(field_product, r->sum = ta_nim_product(BITS(0), BITS(1)))
LPLAIN(field_sqrt, r->sum = ta_nim_sqrt(BITS(0)))
LKERNEL(field_inverse, over(call, 1, BITS(0), &r->sum))
LKERNEL(field_quotient, over(call, BITS(0), BITS(1), &r->sum))

typedef struct roots {
    uint64_t root[2];
    int count;
} roots;

static ta_status field_roots(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    roots *found = r->record;
    (void)object;
    found->count = 0;
    ta_status s =
        ta_nim_roots(call, BITS(0), BITS(1), BITS(2), found->root, &found->count);
    if (s || found->count) return s;
    return ta_fail(call, TA_ERANGE, "the roots are beyond 2^64 - 1");
}

static int push_roots(lua_State *L, const lanswer *r) {
    const roots *found = r->record;
    lua_createtable(L, found->count, 0);
    for (int i = 0; i < found->count; i++) {
        lua_pushinteger(L, (lua_Integer)found->root[i]);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

static const lmethod functions[] = {
    { "mex", { LLIST("values", values_kind) }, LR_INTEGER, .kernel = mex },
    { "nim_sum", { LREST("a nimber", 0, INT64_MAX, "nimbers") }, LR_INTEGER,
      .hand = nim_sum },
    { "nim_product", { LINTEGER("a", 0, INT64_MAX), LINTEGER("b", 0, INT64_MAX) }, LR_SUM,
      .kernel = nim_value_product },
    { "nim_inverse", { LINTEGER("a", INT64_MIN, INT64_MAX) }, LR_SUM, .kernel = field_inverse },
    { "nim_quotient", { LINTEGER("a", INT64_MIN, INT64_MAX), LINTEGER("b", INT64_MIN, INT64_MAX) },
      LR_SUM, .kernel = field_quotient },
    { "nim_sqrt", { LINTEGER("a", INT64_MIN, INT64_MAX) }, LR_SUM, .kernel = field_sqrt,
      .direct = 1 },
    { "nim_roots", { LINTEGER("a", INT64_MIN, INT64_MAX), LINTEGER("b", INT64_MIN, INT64_MAX),
      LINTEGER("c", INT64_MIN, INT64_MAX) }, LR_RECORD, .kernel = field_roots, .push = push_roots,
      .size = sizeof(roots) },
    { "field_sum", { LREST("a nimber", INT64_MIN, INT64_MAX, "nimbers") }, LR_INTEGER,
      .hand = field_sum, .call = "nim_sum" },
    { "field_product", { LINTEGER("a", INT64_MIN, INT64_MAX), LINTEGER("b", INT64_MIN, INT64_MAX) },
      LR_SUM, .kernel = field_product, .call = "nim_product", .direct = 1 },
    { .name = NULL },
};

void lnimber_open(lua_State *L) {
    lmethod_functions(L, functions);
}
