/*
** misere.c - misere forms in Lua: making them, sums, text; the opener, which joins to these the
** methods of misere_queries.c.
*/
#include "misere.h"

#include <string.h>

#include "arg.h"
#include "list.h"
#include "modules.h"
#include "base/amount.h"
#include "base/status.h"

/* ---- Making ---- */

/* The form whose options are the items of the table at 1: operands, not tables. */
static int from_list(lcall *c) {
    static const llist_kind kind = { .expected = "a list of misere values" };
    lua_State *L = c->L;
    ta_misere form = TA_MISERE_ZERO;
    size_t count = llist_count(c, 1, "options", &kind);
    for (size_t i = 0; i < count; i++) {
        lua_rawgeti(L, 1, (lua_Integer)i + 1);
        lmisere_operand(c, lua_gettop(L), "options");
        lua_pop(L, 1);
    }
    ta_misere *at = lua_newuserdatauv(L, (count + 1) * sizeof *at, 0);
    lmisere_begin(c);
    ta_status s = TA_OK;
    for (size_t i = 0; i < count && !s; i++) {
        lua_rawgeti(L, 1, (lua_Integer)i + 1);
        s = lmisere_is_operand(L, -1) ? lmisere_take(c, lua_gettop(L), &at[i])
                                      : ta_fail(&c->call, TA_EINVAL, "the list changed meanwhile");
        lua_pop(L, 1);
    }
    if (!s) s = ta_misere_from_options(c->object, &c->call, at, count, &form);
    return lmisere_give(c, s, form);
}

static int misere_value(lua_State *L) {
    ta_misere form = TA_MISERE_ZERO;
    lcall c;
    lcall_function(&c, L, "misere_value");
    if (lua_istable(L, 1)) return from_list(&c);
    lmisere_operand(&c, 1, "x");
    lmisere_begin(&c);
    ta_status s = lmisere_take(&c, 1, &form);
    return lmisere_give(&c, s, form);
}

static int misere_day(lua_State *L) {
    ta_misere_list list = { NULL, 0 };
    void *block = NULL;
    lcall c;
    lcall_function(&c, L, "misere_day");
    ta_amount n = larg_integer(&c, 1, "n", 0, TA_MAX);
    lmisere_begin(&c);
    ta_status s = ta_misere_day(c.object, &c.call, n, &list);
    if (!s) s = lcall_block(&c, (list.count + 1) * sizeof *list.at, &block);
    for (size_t i = 0; i < list.count && !s; i++) ((ta_misere *)block)[i] = list.at[i];
    return lmisere_list(&c, s, block, list.count);
}

/* ---- Operators ---- */

static int add(lua_State *L) {
    ta_misere g, h, sum = TA_MISERE_ZERO;
    lcall c;
    lcall_function(&c, L, "+");
    lmisere_operand(&c, 1, "left operand");
    lmisere_operand(&c, 2, "right operand");
    lmisere_begin(&c);
    ta_status s = lmisere_take(&c, 1, &g);
    if (!s) s = lmisere_take(&c, 2, &h);
    if (!s) s = ta_misere_sum(c.object, &c.call, g, h, &sum);
    return s ? lcall_raise(&c, s) : lmisere_give(&c, s, sum);
}

static int multiply(lua_State *L) {
    int integer = lmisere_is(L, 1) ? 2 : 1;
    ta_amount n;
    ta_misere g, result = TA_MISERE_ZERO;
    lcall c;
    lcall_function(&c, L, "*");
    if (!larg_is_integer(L, integer, &n) || n < 0 || n > TA_MAX)
        larg_error(&c, integer, "factor", "an integer from 0 to 2^62");
    lmisere_begin(&c);
    ta_status s = lmisere_take(&c, 3 - integer, &g);
    if (!s) s = ta_misere_multiple(c.object, &c.call, n, g, &result);
    return s ? lcall_raise(&c, s) : lmisere_give(&c, s, result);
}

static int same(lua_State *L) {
    lua_pushboolean(L, lua_rawequal(L, 1, 2)); /* equal forms are one userdata */
    return 1;
}

/* ---- Text ---- */

/* The name: in `text` when it is short, else in a block. [-0, +0 or +1] */
static ta_status name_of(lcall *c, ta_misere g, char text[512], void **name, size_t *length) {
    *name = text;
    ta_status s = ta_misere_text(c->object, &c->call, g, text, 512, length);
    if (s || *length < 512) return s;
    s = lcall_block(c, *length + 1, name);
    return s ? s : ta_misere_text(c->object, &c->call, g, *name, *length + 1, length);
}

static int text(lua_State *L) {
    lcall c;
    ta_misere g;
    char few[512];
    void *all;
    size_t length;
    ta_status s = lmisere_method(&c, L, "text", &g);
    if (!s) s = name_of(&c, g, few, &all, &length);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushlstring(L, all, length);
    return 1;
}

static int to_string(lua_State *L) {
    lcall c;
    ta_misere g;
    char few[512], born[32];
    void *all;
    size_t length;
    ta_status s = lmisere_method(&c, L, "tostring", &g);
    if (s) {
        lcall_end(&c);
        lua_pushliteral(L, "misere value (its store was cleared)");
        return 1;
    }
    s = name_of(&c, g, few, &all, &length);
    /* A limit in force, and not the length of names, is a failure. */
    if (s && (s != TA_ELIMIT || strncmp(c.call.message, "the name ", 9) != 0))
        return lcall_raise(&c, s);
    if (s) ta_amount_text(born, ta_misere_birthday(c.object, g));
    lcall_end(&c);
    if (s) lua_pushfstring(L, "misere value born on day %s (its name is too long)", born);
    else lua_pushlstring(L, all, length);
    return 1;
}

/* ---- Opening ---- */

static const luaL_Reg methods[] = { { "text", text }, { NULL, NULL } };

static const luaL_Reg meta[] = {
    { "__add", add }, { "__mul", multiply }, { "__eq", same }, { "__tostring", to_string },
    { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "misere_value", misere_value },
    { "misere_day", misere_day },
    { NULL, NULL },
};

static void make_metatable(lua_State *L) {
    lstore_push_metatable(L, &lmisere_store);
    luaL_setfuncs(L, meta, 0);
    lua_pushliteral(L, LMISERE_NAME);
    lua_setfield(L, -2, "__metatable");
    lua_newtable(L);
    luaL_setfuncs(L, methods, 0);
    luaL_setfuncs(L, lmisere_queries, 0);
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, "__index");
    lua_remove(L, -2);
}

void lmisere_open(lua_State *L) {
    luaL_checkstack(L, 8, "misere");
    luaL_setfuncs(L, functions, 0);
    make_metatable(L);
    lua_setfield(L, -2, "misere_value_methods");
    lstore_open(L, &lmisere_store);
}
