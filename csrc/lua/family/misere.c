/*
** misere.c - misere forms in Lua: their store, which operands mean which form, making them, sums,
** text.
*/
#include "misere.h"

#include "lua/base/arg.h"
#include "base/status.h"

/* ---- The store ---- */

static void destroy(void *store) {
    ta_miseres_destroy(store);
}

static ta_status create(const ta_allocator *a, ta_call *call, void **store) {
    ta_miseres *made = NULL;
    ta_status s = ta_miseres_create(a, call, 0, 0, &made);
    if (!s) *store = made;
    return s;
}

static void clear(void *store) {
    ta_miseres_clear(store);
}

static void count(const void *store, uint64_t more[2]) {
    ta_miseres_statistics now;
    ta_miseres_describe(store, &now);
    more[0] = now.results;
}

static int is_readable(lua_State *L, int index) {
    ta_amount n;
    return larg_is_integer(L, index, &n) && n >= 0;
}

static ta_status read(lcall *c, int index, ta_misere *form) {
    size_t length;
    ta_amount n;
    if (larg_is_integer(c->L, index, &n)) return ta_misere_heap(c->object, &c->call, n, form);
    const char *text = lua_tolstring(c->L, index, &length);
    return ta_misere_parse(c->object, &c->call, text, length, form);
}

static ta_status name_of(lcall *c, ta_misere g, int notation, char *text, size_t room,
                         size_t *length) {
    (void)notation;
    return ta_misere_text(c->object, &c->call, g, text, room, length);
}

static ta_amount birthday(const void *store, ta_misere g) {
    return ta_misere_birthday(store, g);
}

const lstore_type lmisere_store = {
    .box = { "takeaway.misere_values", "store of misere forms", destroy, .closable = 0,
             .progress = 1 },
    .field = "misere_values",
    .more = { "results", NULL },
    .item = "takeaway.misere_value",
    .noun = "misere value",
    .stale = "this misere value is from before the store of misere values was cleared",
    .operands = "a misere value, the size of a nim heap, or text such as \"*[2#0]\"",
    .methods = "misere_value_methods",
    .create = create,
    .clear = clear,
    .count = count,
    .is_readable = is_readable,
    .read = read,
    .text = name_of,
    .birthday = birthday,
};

/* ---- Making ---- */

/* The form whose options are the items of the table at 1: operands, not tables. */
static int from_list(lcall *c) {
    ta_misere form = TA_MISERE_ZERO;
    lstore_games list = lstore_check_list(c, 1, "options", &lmisere_store);
    lstore_begin(c, &lmisere_store);
    ta_status s = lstore_take_list(c, &list, &lmisere_store);
    if (!s) s = ta_misere_from_options(c->object, &c->call, list.at, list.count, &form);
    return lstore_give(c, s, &lmisere_store, form);
}

static int misere_value(lua_State *L) {
    lcall c;
    lcall_function(&c, L, "misere_value");
    return lua_istable(L, 1) ? from_list(&c) : lstore_read(&c, "x", &lmisere_store);
}

static int misere_day(lua_State *L) {
    ta_misere_list list = { NULL, 0 };
    void *block = NULL;
    lcall c;
    lcall_function(&c, L, "misere_day");
    ta_amount n = larg_integer(&c, 1, "n", 0, TA_MAX);
    lstore_begin(&c, &lmisere_store);
    ta_status s = ta_misere_day(c.object, &c.call, n, &list);
    if (!s) s = lcall_block(&c, (list.count + 1) * sizeof *list.at, &block);
    for (size_t i = 0; i < list.count && !s; i++) ((ta_misere *)block)[i] = list.at[i];
    return lstore_list(&c, s, &lmisere_store, block, list.count);
}

/* ---- Operators ---- */

static int add(lua_State *L) {
    ta_misere ids[2], sum = TA_MISERE_ZERO;
    lcall c;
    ta_status s = lstore_pair(&c, L, "+", &lmisere_store, ids);
    if (!s) s = ta_misere_sum(c.object, &c.call, ids[0], ids[1], &sum);
    return s ? lcall_raise(&c, s) : lstore_give(&c, s, &lmisere_store, sum);
}

static int multiply(lua_State *L) {
    int integer = lstore_is(L, 1, &lmisere_store) ? 2 : 1;
    ta_amount n;
    ta_misere g, result = TA_MISERE_ZERO;
    lcall c;
    lcall_function(&c, L, "*");
    if (!larg_is_integer(L, integer, &n) || n < 0 || n > TA_MAX)
        larg_error(&c, integer, "factor", "an integer from 0 to 2^62");
    lstore_begin(&c, &lmisere_store);
    ta_status s = lstore_take(&c, 3 - integer, &lmisere_store, &g);
    if (!s) s = ta_misere_multiple(c.object, &c.call, n, g, &result);
    return s ? lcall_raise(&c, s) : lstore_give(&c, s, &lmisere_store, result);
}

static int same(lua_State *L) {
    lua_pushboolean(L, lua_rawequal(L, 1, 2)); /* equal forms are one userdata */
    return 1;
}

/* ---- Opening ---- */

static int text(lua_State *L) {
    lcall c;
    lcall_function(&c, L, "text");
    return lstore_text(&c, &lmisere_store, 0);
}

static const luaL_Reg methods[] = { { "text", text }, { NULL, NULL } };

static const luaL_Reg meta[] = {
    { "__add", add },
    { "__mul", multiply },
    { "__eq", same },
    { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "misere_value", misere_value },
    { "misere_day", misere_day },
    { NULL, NULL },
};

void lmisere_open_store(lua_State *L) {
    luaL_setfuncs(L, functions, 0);
    lstore_open(L, &lmisere_store, meta);
    luaL_setfuncs(L, methods, 0);
}
