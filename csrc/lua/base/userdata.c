/*
** userdata.c - boxes: registering their types, opening and closing.
**
** The registry has a metatable twice: by its name, for the Lua front, and by the address of its
** type, so that a look-up makes no string. Item 1 of a metatable is that address. A box's type is
** therefore read from its own metatable, and an array item is the cheapest look-up.
*/
#include "userdata_int.h"

#include "modules.h"
#include "raise.h"

static int close_box(lua_State *L) {
    const ludata_type *type = lua_touserdata(L, lua_upvalueindex(1));
    ludata *box = ludata_test(L, 1, type);
    if (!box) return luaL_error(L, "close: expected a %s, got %s", type->noun, luaL_typename(L, 1));
    if (box->busy)
        return luaL_error(L,
                          "close: this %s is in use; it cannot be closed from inside its own call",
                          type->noun);
    void *object = box->object;
    box->object = NULL;
    if (object) type->destroy(object);
    return 0;
}

static void push_close(lua_State *L, const ludata_type *type) {
    lua_pushlightuserdata(L, (void *)(uintptr_t)type);
    lua_pushcclosure(L, close_box, 1);
}

void ludata_start_type(lua_State *L, const ludata_type *type) {
    luaL_newmetatable(L, type->name);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, type);
    lua_pushlightuserdata(L, (void *)(uintptr_t)type);
    lua_rawseti(L, -2, 1);
    lua_newtable(L);
}

void ludata_finish_type(lua_State *L, const ludata_type *type, const luaL_Reg *meta) {
    if (type->closable) {
        push_close(L, type);
        lua_setfield(L, -2, "close");
    }
    lraise_calls(L, -1, 1);
    lua_setfield(L, -2, "__index");
    if (type->is_table) {
        lua_pop(L, 1);
        return;
    }
    lua_pushstring(L, type->name);
    lua_setfield(L, -2, "__metatable");
    if (meta) luaL_setfuncs(L, meta, 0);
    push_close(L, type);
    if (type->closable) {
        lua_pushvalue(L, -1);
        lua_setfield(L, -3, "__close");
    }
    lua_setfield(L, -2, "__gc");
    lua_pop(L, 1);
}

void ludata_register(lua_State *L, const ludata_type *type, const luaL_Reg *methods,
                   const luaL_Reg *meta) {
    ludata_start_type(L, type);
    luaL_setfuncs(L, methods, 0);
    ludata_finish_type(L, type, meta);
}

ludata *ludata_push(lua_State *L, const ludata_type *type, int uservalues) {
    ludata *box = lua_newuserdatauv(L, sizeof *box, uservalues);
    box->type = type;
    box->object = NULL;
    box->busy = 0;
    box->hears = 0;
    box->threads = 0;
    box->limits = (ta_limits){ 0, 0, 0, 0 };
    lua_rawgetp(L, LUA_REGISTRYINDEX, type);
    lua_setmetatable(L, -2);
    return box;
}

void ludata_own(ludata *box, void *object) {
    box->object = object;
}

void ludata_limit(ludata *box, const ta_limits *limits) {
    box->limits = *limits;
}

const ta_limits *ludata_limits(const ludata *box) {
    return &box->limits;
}

void ludata_hear(lua_State *L, int index) {
    ludata *box = lua_touserdata(L, index);
    box->hears = lua_isfunction(L, -1);
    lua_setiuservalue(L, index, box->type->progress);
}

void ludata_use_threads(ludata *box, unsigned threads) {
    box->threads = threads;
}

ludata *ludata_test(lua_State *L, int index, const ludata_type *type) {
    ludata *box = lua_touserdata(L, index);
    if (!box || !lua_getmetatable(L, index)) return NULL;
    lua_rawgeti(L, -1, 1);
    const void *found = lua_touserdata(L, -1);
    lua_pop(L, 2);
    return found == type ? box : NULL;
}

/* Is there a table with the metatable of this type? */
static int is_table(lua_State *L, int index, const ludata_type *type) {
    if (!lua_istable(L, index) || !lua_getmetatable(L, index)) return 0;
    lua_rawgeti(L, -1, 1);
    const void *found = lua_touserdata(L, -1);
    lua_pop(L, 2);
    return found == type;
}

ludata *ludata_check(lua_State *L, int index, const ludata_type *type, const char *call) {
    ludata *box = ludata_test(L, index, type);
    if (!box && type->is_table && is_table(L, index, type)) return NULL;
    if (!box)
        lraise(L, "%s: expected a %s (called with . instead of : ?), got %s", call, type->noun,
               luaL_typename(L, index));
    if (!box->object) lraise(L, "%s: this %s is closed", call, type->noun);
    return box;
}

/* Functions of the type in upvalue 1: is_open(x), and self(x), which raises unless x is an open
** box. Its message names the call in upvalue 2. */
static int is_open(lua_State *L) {
    const ludata *box = ludata_test(L, 1, lua_touserdata(L, lua_upvalueindex(1)));
    lua_pushboolean(L, box && box->object);
    return 1;
}

static int self(lua_State *L) {
    ludata_check(L, 1, lua_touserdata(L, lua_upvalueindex(1)), lua_tostring(L, lua_upvalueindex(2)));
    return 0;
}

static void push_type(lua_State *L) {
    if (luaL_getmetatable(L, luaL_checkstring(L, 1)) != LUA_TTABLE)
        luaL_error(L, "no type \"%s\"", lua_tostring(L, 1));
    lua_rawgeti(L, -1, 1);
}

/* open_box(type) and checker(type, call) make those functions. */
static int open_box(lua_State *L) {
    push_type(L);
    lua_pushcclosure(L, is_open, 1);
    return 1;
}

static int checker(lua_State *L) {
    luaL_checkstring(L, 2);
    push_type(L);
    lua_pushvalue(L, 2);
    lua_pushcclosure(L, self, 2);
    return 1;
}

void ludata_open(lua_State *L) {
    static const luaL_Reg functions[] = { { "open_box", open_box },
                                          { "checker", checker },
                                          { NULL, NULL } };
    luaL_setfuncs(L, functions, 0);
}

void *ludata_object(const ludata *box) {
    return box->busy || !box->type->closable ? box->object : NULL;
}

void *ludata_hold(ludata *box) {
    if (!box->object || box->busy) return NULL;
    box->busy++;
    return box->object;
}

void ludata_release(ludata *box) {
    box->busy--;
}

/* ---- Boxes by their address ---- */

void ludata_index_open(lua_State *L, const void *key) {
    lua_createtable(L, 0, 0);
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "v");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, key);
}

void ludata_index_add(lua_State *L, const void *key, int index, const ludata *box) {
    index = lua_absindex(L, index);
    lua_rawgetp(L, LUA_REGISTRYINDEX, key);
    lua_pushvalue(L, index);
    lua_rawsetp(L, -2, box);
    lua_pop(L, 1);
}

int ludata_index_push(lua_State *L, const void *key, const ludata *box) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, key);
    int type = lua_rawgetp(L, -1, box);
    lua_remove(L, -2);
    return type == LUA_TUSERDATA;
}
