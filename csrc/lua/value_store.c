/*
** value_store.c - the one store of values of a Lua state, and the weak table of the
** values there are.
*/
#include "arg.h"
#include "push.h"
#include "value.h"
#include "base/mem.h"

static void destroy(void *object) {
    ta_values_destroy(object);
}

/* Values refer to their store for ever, so it cannot be closed, only cleared. */
static const lbox_type type = {
    "takeaway.values", "store of values", destroy, .closable = 0, .progress = 1,
};

static const char store_key = 0; /* registry: the store's box */
static const char known_key = 0; /* registry: the weak table id -> userdata */

/* ---- The store ---- */

/* A state that is being closed may have lost its store before it runs a last finalizer. */
lbox *lvalue_push_box(lua_State *L) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &store_key);
    lbox *box = lua_touserdata(L, -1);
    if (!box || !lbox_object(box)) lraise(L, "the store of values is closed");
    return box;
}

void lvalue_begin(lcall *c) {
    luaL_checkstack(c->L, 8, c->name);
    lvalue_push_box(c->L);
    lcall_on(c, c->L, -1, &type, c->name);
    lcall_begin(c);
}

uint64_t lvalue_generation(const ta_values *store) {
    ta_values_statistics s;
    ta_values_describe(store, &s);
    return s.generation;
}

static int new_known(lua_State *L, const void *nothing) {
    (void)nothing;
    lua_createtable(L, 0, 0);
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "v");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &known_key);
    return 0;
}

void lvalue_push_known(lua_State *L) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &known_key);
}

/* ---- Housekeeping ---- */

static int clear(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "clear");
    lcall_begin(&c);
    ta_status s = lcall_push(&c, new_known, NULL, 0);
    if (s) return lcall_fail(&c, s);
    ta_values_clear(c.object);
    lcall_end(&c);
    return 0;
}

static void describe(lcall *c, ta_values_statistics *s) {
    lcall_begin_shared(c);
    ta_values_describe(c->object, s);
    lcall_end(c);
}

static int limit(lua_State *L) {
    static const char *const known[] = { "games", "memory", "progress", NULL };
    lcall c;
    ta_values_statistics now;
    lcall_method(&c, L, &type, "limit");
    describe(&c, &now);
    larg_settings(&c, 2, known);
    ta_amount games =
        larg_field_integer(&c, 2, "games", 1, (ta_amount)1 << 30, (ta_amount)now.most_games);
    ta_amount bytes = larg_field_integer(&c, 2, "memory", 1, TA_MAX, (ta_amount)now.most_bytes);
    larg_push_function(&c, 2, "progress");
    if (lua_isfunction(L, -1) || lua_isnoneornil(L, 2) || lua_rawlen(L, 2) == 0)
        lua_setiuservalue(L, 1, 1);
    lcall_begin(&c);
    ta_values_limit(c.object, (size_t)games, (size_t)bytes);
    lcall_end(&c);
    return 0;
}

static int statistics(lua_State *L) {
    lcall c;
    ta_values_statistics s;
    lcall_method(&c, L, &type, "statistics");
    describe(&c, &s);
    lua_createtable(L, 0, 8);
    lpush_field(L, "games", (ta_amount)s.games);
    lpush_field(L, "bytes", (ta_amount)s.bytes);
    lpush_field(L, "most_games", (ta_amount)s.most_games);
    lpush_field(L, "most_bytes", (ta_amount)s.most_bytes);
    lpush_field(L, "comparisons", (ta_amount)s.comparisons);
    lpush_field(L, "canonical_forms", (ta_amount)s.canonical);
    lpush_field(L, "cleared", (ta_amount)s.generation);
    return 1;
}

static int to_string(lua_State *L) {
    lcall c;
    ta_values_statistics s;
    char bytes[32];
    lcall_method(&c, L, &type, "tostring");
    describe(&c, &s);
    lua_pushfstring(L, "store of values: %I games, %s", (lua_Integer)s.games,
                    ta_bytes_text(bytes, (double)s.bytes));
    return 1;
}

/* ---- Opening ---- */

static const luaL_Reg methods[] = {
    { "clear", clear },
    { "limit", limit },
    { "statistics", statistics },
    { NULL, NULL },
};

static const luaL_Reg meta[] = { { "__tostring", to_string }, { NULL, NULL } };

void lvalue_store_open(lua_State *L) {
    lbox_register(L, &type, methods, meta);
    lbox *box = lbox_push(L, &type, 1);
    ta_allocator a = lcall_allocator(L);
    lcall c;
    lcall_function(&c, L, "takeaway.core");
    ta_values *store;
    lcall_begin(&c);
    ta_status s = ta_values_create(&a, &c.call, 0, 0, &store);
    if (s) lcall_raise(&c, s);
    lbox_own(box, store);
    lcall_end(&c);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &store_key);
    lua_setfield(L, -2, "values");
    new_known(L, NULL);
}
