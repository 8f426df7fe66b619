/*
** value_store.c - the one store of values of a Lua state, and the weak table of the
** values there are.
*/
#include "arg.h"
#include "value.h"
#include "base/mem.h"

static void destroy(void *object) {
    ta_values_destroy(object);
}

/* Values refer to their store for ever, so it cannot be closed, only cleared. */
static const lbox_type store_type = { "takeaway.values", "store of values", destroy, 0 };

static const char store_key = 0; /* registry: the store's box */
static const char known_key = 0; /* registry: the weak table id -> userdata */

/* ---- The store ---- */

void lvalue_push_box(lua_State *L) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &store_key);
}

/* The box on top. A state that is being closed may have lost its store before it runs a
** last finalizer. */
static lbox *open_box(lua_State *L) {
    lbox *box = lua_touserdata(L, -1);
    if (!box || !box->object) lraise(L, "the store of values is closed");
    return box;
}

lbox *lvalue_box(lua_State *L) {
    lvalue_push_box(L);
    lbox *box = open_box(L);
    lua_pop(L, 1);
    return box;
}

ta_values *lvalue_store(lua_State *L) {
    return lvalue_box(L)->object;
}

ta_values *lvalue_begin(lcall *c, lua_State *L, const char *name) {
    luaL_checkstack(L, 8, name);
    lvalue_push_box(L);
    lbox *box = open_box(L);
    lua_getiuservalue(L, -1, 1);
    lua_replace(L, -2);
    lcall_begin(c, L, box, name);
    lcall_progress(c, -1);
    return box->object;
}

uint64_t lvalue_generation(lua_State *L) {
    ta_values_statistics s;
    ta_values_describe(lvalue_store(L), &s);
    return s.generation;
}

static void new_known(lua_State *L) {
    lua_createtable(L, 0, 0);
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "v");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &known_key);
}

void lvalue_known(lua_State *L) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &known_key);
}

static lbox *check_store(lua_State *L, const char *call) {
    return lbox_check(L, 1, &store_type, call);
}

static int store_clear(lua_State *L) {
    lbox *box = check_store(L, "clear");
    if (box->busy) return lraise(L, "clear: the store is in use");
    new_known(L);
    ta_values_clear(box->object);
    return 0;
}

static int store_limit(lua_State *L) {
    static const char *const known[] = { "games", "memory", "progress", NULL };
    lbox *box = check_store(L, "limit");
    ta_values_statistics now;
    ta_values_describe(box->object, &now);
    larg_settings(L, 2, "limit", known);
    ta_amount games = larg_field_integer(L, 2, "limit", "games", 1, (ta_amount)1 << 30,
                                         (ta_amount)now.most_games);
    ta_amount bytes =
        larg_field_integer(L, 2, "limit", "memory", 1, TA_MAX, (ta_amount)now.most_bytes);
    larg_push_function(L, 2, "limit", "progress");
    if (lua_isfunction(L, -1) || lua_isnoneornil(L, 2) || lua_rawlen(L, 2) == 0)
        lua_setiuservalue(L, 1, 1);
    ta_values_limit(box->object, (size_t)games, (size_t)bytes);
    return 0;
}

static int store_statistics(lua_State *L) {
    lbox *box = check_store(L, "statistics");
    ta_values_statistics s;
    ta_values_describe(box->object, &s);
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

static int store_tostring(lua_State *L) {
    lbox *box = check_store(L, "tostring");
    ta_values_statistics s;
    ta_values_describe(box->object, &s);
    char bytes[32];
    lua_pushfstring(L, "store of values: %I games, %s", (lua_Integer)s.games,
                    ta_bytes_text(bytes, (double)s.bytes));
    return 1;
}

/* ---- Opening ---- */

static const luaL_Reg store_methods[] = {
    { "clear", store_clear },
    { "limit", store_limit },
    { "statistics", store_statistics },
    { NULL, NULL },
};

static const luaL_Reg store_meta[] = {
    { "__tostring", store_tostring },
    { NULL, NULL },
};

void lvalue_store_open(lua_State *L) {
    lbox_register(L, &store_type, store_methods, store_meta);
    lbox *box = lbox_push(L, &store_type, 1);
    ta_allocator a = lcall_allocator(L);
    lcall c;
    lcall_begin_shared(&c, L, NULL, "takeaway.core");
    ta_status s = ta_values_create(&a, &c.call, 0, 0, (ta_values **)&box->object);
    if (s) lcall_raise(&c, s);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &store_key);
    lua_setfield(L, -2, "values");
    new_known(L);
}
