/*
** store.c - the store of a type: its box and its methods, and the userdata of its games.
*/
#include "store.h"

#include <math.h>

#include "arg.h"
#include "push.h"
#include "base/mem.h"
#include "base/status.h"

typedef struct item {
    uint64_t generation;
    uint32_t game;
} item;

/* Keys of the registry: the store's box, the weak table game -> userdata, their metatable. */
static const void *box_key(const lstore_type *type) {
    return &type->field;
}

static const void *known_key(const lstore_type *type) {
    return &type->noun;
}

static const void *metatable_key(const lstore_type *type) {
    return &type->item;
}

/* ---- The store ---- */

/* A state that is being closed may have lost its store before it runs a last finalizer. */
lbox *lstore_push_box(lua_State *L, const lstore_type *type) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, box_key(type));
    lbox *box = lua_touserdata(L, -1);
    if (!box || !lbox_object(box)) lraise(L, "the %s is closed", type->box.noun);
    return box;
}

void lstore_begin(lcall *c, const lstore_type *type) {
    luaL_checkstack(c->L, 8, c->name);
    lstore_push_box(c->L, type);
    lcall_on(c, c->L, -1, &type->box, c->name);
    lcall_begin(c);
}

uint64_t lstore_generation(const void *store, const lstore_type *type) {
    lstore_statistics s;
    type->describe(store, &s);
    return s.generation;
}

static int new_known(lua_State *L, const void *type) {
    lua_createtable(L, 0, 0);
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "v");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, known_key(type));
    return 0;
}

/* ---- Its methods: the type is their upvalue ---- */

static const lstore_type *begin_method(lcall *c, lua_State *L, const char *name) {
    const lstore_type *type = lua_touserdata(L, lua_upvalueindex(1));
    lcall_method(c, L, &type->box, name);
    return type;
}

static int clear(lua_State *L) {
    lcall c;
    const lstore_type *type = begin_method(&c, L, "clear");
    lcall_begin(&c);
    ta_status s = lcall_push(&c, new_known, type, 0);
    if (s) return lcall_fail(&c, s);
    type->clear(c.object);
    lcall_end(&c);
    return 0;
}

static void describe(lcall *c, const lstore_type *type, lstore_statistics *s) {
    lcall_begin_shared(c);
    type->describe(c->object, s);
    lcall_end(c);
}

/* The field `seconds`: as it was where it is absent, 0 for math.huge. */
static double seconds_of(lcall *c, double now) {
    lua_State *L = c->L;
    if (!lua_istable(L, 2) || lua_getfield(L, 2, "seconds") == LUA_TNIL) return now;
    double seconds = lua_tonumber(L, -1);
    if (lua_type(L, -1) != LUA_TNUMBER || !(seconds > 0))
        larg_error(c, -1, "seconds", "a positive number");
    return seconds < HUGE_VAL ? seconds : 0;
}

static int is_empty(lua_State *L, int settings) {
    if (lua_isnoneornil(L, settings)) return 1;
    lua_pushnil(L);
    return !lua_next(L, settings);
}

static int limit(lua_State *L) {
    static const char *const known[] = { "games", "memory", "progress", "seconds", NULL };
    lcall c;
    lstore_statistics now;
    const lstore_type *type = begin_method(&c, L, "limit");
    describe(&c, type, &now);
    larg_settings(&c, 2, known);
    ta_amount games = larg_field_integer(&c, 2, "games", 1, type->most, (ta_amount)now.most_games);
    ta_amount bytes = larg_field_integer(&c, 2, "memory", 1, TA_MAX, (ta_amount)now.most_bytes);
    ta_limits bounds = *lbox_limits(c.box);
    bounds.seconds = seconds_of(&c, bounds.seconds);
    if ((size_t)bytes != now.most_bytes || bounds.bytes > 0) bounds.bytes = (double)bytes;
    int none = is_empty(L, 2);
    lua_settop(L, 2);
    larg_push_function(&c, 2, "progress");
    if (lua_isfunction(L, -1) || none) lbox_hear(L, 1);
    lcall_begin(&c);
    type->limit(c.object, (size_t)games, (size_t)bytes);
    lbox_limit(c.box, &bounds);
    lcall_end(&c);
    return 0;
}

static int statistics(lua_State *L) {
    lcall c;
    lstore_statistics s;
    const lstore_type *type = begin_method(&c, L, "statistics");
    describe(&c, type, &s);
    lua_createtable(L, 0, 8);
    lpush_field(L, "games", (ta_amount)s.games);
    lpush_field(L, "bytes", (ta_amount)s.bytes);
    lpush_field(L, "most_games", (ta_amount)s.most_games);
    lpush_field(L, "most_bytes", (ta_amount)s.most_bytes);
    lpush_field(L, "cleared", (ta_amount)s.generation);
    for (int i = 0; i < 2; i++)
        if (type->more[i]) lpush_field(L, type->more[i], (ta_amount)s.more[i]);
    return 1;
}

static int to_string(lua_State *L) {
    lcall c;
    lstore_statistics s;
    char bytes[32];
    const lstore_type *type = begin_method(&c, L, "tostring");
    describe(&c, type, &s);
    lua_pushfstring(L, "%s: %I %s, %s", type->box.noun, (lua_Integer)s.games, type->counted,
                    ta_bytes_text(bytes, (double)s.bytes));
    return 1;
}

/* ---- Opening ---- */

static const luaL_Reg no_methods[] = { { NULL, NULL } };

static const luaL_Reg methods[] = {
    { "clear", clear },
    { "limit", limit },
    { "statistics", statistics },
    { NULL, NULL },
};

static const luaL_Reg meta[] = { { "__tostring", to_string }, { NULL, NULL } };

static void set_with_type(lua_State *L, const lstore_type *type, const luaL_Reg *functions) {
    lua_pushlightuserdata(L, (void *)(uintptr_t)type);
    luaL_setfuncs(L, functions, 1);
}

void lstore_push_metatable(lua_State *L, const lstore_type *type) {
    luaL_newmetatable(L, type->item);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, metatable_key(type));
    lua_pushlightuserdata(L, (void *)(uintptr_t)metatable_key(type)); /* as in box.c */
    lua_rawseti(L, -2, 1);
}

void lstore_open(lua_State *L, const lstore_type *type) {
    lbox_register(L, &type->box, no_methods, NULL);
    luaL_getmetatable(L, type->box.name);
    set_with_type(L, type, meta);
    lua_getfield(L, -1, "__index");
    set_with_type(L, type, methods);
    lua_pop(L, 2);
    lbox *box = lbox_push(L, &type->box, 1);
    ta_allocator a = lcall_allocator(L);
    lcall c;
    lcall_function(&c, L, "takeaway.core");
    void *store;
    lcall_begin(&c);
    ta_status s = type->create(&a, &c.call, &store);
    if (s) lcall_raise(&c, s);
    lbox_own(box, store);
    lcall_end(&c);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, box_key(type));
    lua_setfield(L, -2, type->field);
    new_known(L, type);
}

/* ---- Arguments ---- */

int lstore_is(lua_State *L, int index, const lstore_type *type) {
    if (!lua_touserdata(L, index) || !lua_getmetatable(L, index)) return 0;
    lua_rawgeti(L, -1, 1);
    const void *found = lua_touserdata(L, -1);
    lua_pop(L, 2);
    return found == metatable_key(type);
}

void lstore_self(lcall *c, const lstore_type *type) {
    if (!lstore_is(c->L, 1, type))
        lraise(c->L, "%s: expected a %s (called with . instead of : ?), got %s", c->name,
               type->noun, luaL_typename(c->L, 1));
}

ta_status lstore_take(lcall *c, int index, const lstore_type *type, uint32_t *game) {
    const item *v = lua_touserdata(c->L, index);
    *game = v->game;
    if (v->generation == lstore_generation(c->object, type)) return TA_OK;
    return ta_fail(&c->call, TA_EINVAL, "%s", type->stale);
}

/* ---- Results ---- */

/* Push the game of this generation, whose table is at `known`; a finalizer may have made it the
** moment memory was taken for it. [-0, +1] */
static void push_item(lua_State *L, const lstore_type *type, int known, uint64_t generation,
                      uint32_t game) {
    if (lua_rawgeti(L, known, (lua_Integer)game) != LUA_TNIL) return;
    lua_pop(L, 1);
    item *v = lua_newuserdatauv(L, sizeof *v, 0);
    v->generation = generation;
    v->game = game;
    lua_rawgetp(L, LUA_REGISTRYINDEX, metatable_key(type));
    lua_setmetatable(L, -2);
    if (lua_rawgeti(L, known, (lua_Integer)game) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_rawseti(L, known, (lua_Integer)game);
    } else {
        lua_remove(L, -2);
    }
}

/* Leave the store; the table of known games, of this generation, is on top. [-0, +1] */
static int leave(lcall *c, const lstore_type *type) {
    lua_rawgetp(c->L, LUA_REGISTRYINDEX, known_key(type));
    lcall_end(c);
    return lua_gettop(c->L);
}

int lstore_result(lcall *c, ta_status status, const lstore_type *type, uint64_t generation,
                  uint32_t game) {
    if (status) return lcall_fail(c, status);
    push_item(c->L, type, leave(c, type), generation, game);
    return 1;
}

int lstore_give(lcall *c, ta_status status, const lstore_type *type, uint32_t game) {
    return lstore_result(c, status, type, lstore_generation(c->object, type), game);
}

static void push_list(lua_State *L, const lstore_type *type, int known, uint64_t generation,
                      const uint32_t *games, size_t count) {
    lpush_list(L, (int)count);
    for (size_t i = 0; i < count; i++) {
        push_item(L, type, known, generation, games[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

int lstore_list(lcall *c, ta_status status, const lstore_type *type, const uint32_t *games,
                size_t count) {
    if (status) return lcall_fail(c, status);
    uint64_t generation = lstore_generation(c->object, type);
    push_list(c->L, type, leave(c, type), generation, games, count);
    return 1;
}

int lstore_lists(lcall *c, ta_status status, const lstore_type *type, const uint32_t *games,
                 const size_t *end, size_t count) {
    if (status) return lcall_fail(c, status);
    uint64_t generation = lstore_generation(c->object, type);
    int known = leave(c, type);
    lpush_list(c->L, (int)count);
    for (size_t i = 0; i < count; i++) {
        size_t from = i ? end[i - 1] : 0;
        push_list(c->L, type, known, generation, games + from, end[i] - from);
        lua_rawseti(c->L, -2, (lua_Integer)i + 1);
    }
    return 1;
}
