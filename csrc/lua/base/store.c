/*
** store.c - the store of a type: its box and its methods, and the userdata of its games.
*/
#include "store.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arg.h"
#include "list.h"
#include "push.h"
#include "base/amount.h"
#include "base/mem.h"
#include "base/status.h"
#include "store/store.h"

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

/* The store may be gone when a state that is being closed runs a last finalizer. */
ludata *lstore_push_box(lua_State *L, const lstore_type *type) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, box_key(type));
    ludata *box = lua_touserdata(L, -1);
    if (!box || !ludata_object(box)) lraise(L, "the %s is closed", type->box.noun);
    return box;
}

void lstore_begin(lcall *c, const lstore_type *type) {
    luaL_checkstack(c->L, 8, c->name);
    lstore_push_box(c->L, type);
    lcall_on(c, c->L, -1, &type->box, c->name);
    lcall_begin(c);
}

uint64_t lstore_generation(const void *store) {
    return ((const ta_store *)store)->generation;
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

/* ---- Methods of the store, with the type as upvalue ---- */

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

/* The counts and limits of a store, and the counts that only its type has. */
static ta_store described(lcall *c, const lstore_type *type, uint64_t more[2]) {
    lcall_begin_shared(c);
    ta_store s = *(const ta_store *)c->object;
    if (more) type->count(c->object, more);
    lcall_end(c);
    return s;
}

/* The field `seconds`: `now` when absent, 0 for math.huge. */
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
    const lstore_type *type = begin_method(&c, L, "limit");
    const ta_store now = described(&c, type, NULL);
    larg_settings(&c, 2, known);
    ta_amount games =
        larg_field_integer(&c, 2, "games", 1, (ta_amount)now.kind->most, (ta_amount)now.most_games);
    ta_amount bytes = larg_field_integer(&c, 2, "memory", 1, TA_MAX, (ta_amount)now.most_bytes);
    ta_limits bounds = *ludata_limits(c.box);
    bounds.seconds = seconds_of(&c, bounds.seconds);
    if ((size_t)bytes != now.most_bytes || bounds.bytes > 0) bounds.bytes = (double)bytes;
    int none = is_empty(L, 2);
    lua_settop(L, 2);
    larg_push_function(&c, 2, "progress");
    if (lua_isfunction(L, -1) || none) ludata_hear(L, 1);
    lcall_begin(&c);
    ta_store_limit(c.object, (size_t)games, (size_t)bytes);
    ludata_limit(c.box, &bounds);
    lcall_end(&c);
    return 0;
}

static int statistics(lua_State *L) {
    lcall c;
    uint64_t more[2] = { 0, 0 };
    const lstore_type *type = begin_method(&c, L, "statistics");
    const ta_store s = described(&c, type, more);
    lua_createtable(L, 0, 8);
    lpush_field(L, "games", (ta_amount)ta_store_games(&s));
    lpush_field(L, "bytes", (ta_amount)s.bytes);
    lpush_field(L, "most_games", (ta_amount)s.most_games);
    lpush_field(L, "most_bytes", (ta_amount)s.most_bytes);
    lpush_field(L, "cleared", (ta_amount)s.generation);
    for (int i = 0; i < 2; i++)
        if (type->more[i]) lpush_field(L, type->more[i], (ta_amount)more[i]);
    return 1;
}

static int store_to_string(lua_State *L) {
    lcall c;
    char bytes[32];
    const lstore_type *type = begin_method(&c, L, "tostring");
    const ta_store s = described(&c, type, NULL);
    lua_pushfstring(L, "%s: %I %s, %s", type->box.noun, (lua_Integer)ta_store_games(&s),
                    s.kind->unit, ta_bytes_text(bytes, (double)s.bytes));
    return 1;
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

int lstore_is_operand(lua_State *L, int index, const lstore_type *type) {
    return lstore_is(L, index, type) || lua_type(L, index) == LUA_TSTRING ||
           type->is_readable(L, index);
}

void lstore_operand(lcall *c, int index, const char *name, const lstore_type *type) {
    if (!lstore_is_operand(c->L, index, type)) larg_error(c, index, name, type->operands);
}

/* The value at `index` is known to be an operand. */
ta_status lstore_take(lcall *c, int index, const lstore_type *type, uint32_t *game) {
    const item *v = lua_touserdata(c->L, index);
    if (!v) return type->read(c, index, game);
    *game = v->game;
    if (v->generation == lstore_generation(c->object)) return TA_OK;
    return ta_fail(&c->call, TA_EINVAL, "%s", type->stale);
}

/* Enter, and take the `count` operands from 1 on, which were checked. */
static ta_status enter(lcall *c, const lstore_type *type, int count, uint32_t *games) {
    ta_status s = TA_OK;
    lstore_begin(c, type);
    for (int i = 0; i < count && !s; i++) s = lstore_take(c, i + 1, type, &games[i]);
    return s;
}

ta_status lstore_operation(lcall *c, lua_State *L, const char *name, const lstore_type *type,
                           const char *const *names, int count, uint32_t *games) {
    lcall_function(c, L, name);
    lstore_self(c, type);
    for (int i = 0; i < count; i++) lstore_operand(c, i + 2, names[i], type);
    return enter(c, type, count + 1, games);
}

ta_status lstore_method(lcall *c, lua_State *L, const char *name, const lstore_type *type,
                        uint32_t *game) {
    return lstore_operation(c, L, name, type, NULL, 0, game);
}

ta_status lstore_pair(lcall *c, lua_State *L, const char *name, const lstore_type *type,
                      uint32_t games[2]) {
    lcall_function(c, L, name);
    lstore_operand(c, 1, "left operand", type);
    lstore_operand(c, 2, "right operand", type);
    return enter(c, type, 2, games);
}

lstore_games lstore_check_list(lcall *c, int index, const char *name, const lstore_type *type) {
    char expected[64];
    const llist_kind kind = { .expected = expected };
    lua_State *L = c->L;
    lstore_games list = { index, NULL, 0 };
    snprintf(expected, sizeof expected, "a list of %ss", type->noun);
    if (!lua_isnil(L, index)) list.count = llist_count(c, index, name, &kind);
    for (size_t i = 0; i < list.count; i++) {
        lua_rawgeti(L, index, (lua_Integer)i + 1);
        lstore_operand(c, lua_gettop(L), name, type);
        lua_pop(L, 1);
    }
    list.at = lua_newuserdatauv(L, (list.count + 1) * sizeof *list.at, 0);
    return list;
}

/* A finalizer may have changed the table since it was checked. */
ta_status lstore_take_list(lcall *c, const lstore_games *list, const lstore_type *type) {
    lua_State *L = c->L;
    ta_status s = TA_OK;
    for (size_t i = 0; i < list->count && !s; i++) {
        lua_rawgeti(L, list->index, (lua_Integer)i + 1);
        s = lstore_is_operand(L, -1, type)
                ? lstore_take(c, lua_gettop(L), type, &list->at[i])
                : ta_fail(&c->call, TA_EINVAL, "the list changed meanwhile");
        lua_pop(L, 1);
    }
    return s;
}

/* ---- Results ---- */

/* Push the game of this generation, with the table of userdata at `known`. A finalizer may have
** made it while memory was allocated for it. [-0, +1] */
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

/* Leave the store and push the table of this generation's games. [-0, +1] */
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
    return lstore_result(c, status, type, lstore_generation(c->object), game);
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
    uint64_t generation = lstore_generation(c->object);
    push_list(c->L, type, leave(c, type), generation, games, count);
    return 1;
}

int lstore_lists(lcall *c, ta_status status, const lstore_type *type, const uint32_t *games,
                 const size_t *end, size_t count) {
    if (status) return lcall_fail(c, status);
    uint64_t generation = lstore_generation(c->object);
    int known = leave(c, type);
    lpush_list(c->L, (int)count);
    for (size_t i = 0; i < count; i++) {
        size_t from = i ? end[i - 1] : 0;
        push_list(c->L, type, known, generation, games + from, end[i] - from);
        lua_rawseti(c->L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

int lstore_boolean(lcall *c, ta_status status, int answer) {
    if (status) return lcall_fail(c, status);
    lcall_end(c);
    lua_pushboolean(c->L, answer);
    return 1;
}

/* ---- Whole calls ---- */

int lstore_read(lcall *c, const char *name, const lstore_type *type) {
    uint32_t game = 0;
    lstore_operand(c, 1, name, type);
    ta_status s = enter(c, type, 1, &game);
    return lstore_give(c, s, type, game);
}

/* The name of a game: in `few` if it is short, else in a block. [-0, +0 or +1] */
static ta_status name_of(lcall *c, const lstore_type *type, uint32_t game, int notation,
                         char few[512], void **name, size_t *length) {
    *name = few;
    ta_status s = type->text(c, game, notation, few, 512, length);
    if (s || *length < 512) return s;
    s = lcall_block(c, *length + 1, name);
    return s ? s : type->text(c, game, notation, *name, *length + 1, length);
}

int lstore_text(lcall *c, const lstore_type *type, int notation) {
    char few[512];
    void *all;
    size_t length;
    uint32_t game;
    ta_status s = lstore_method(c, c->L, "text", type, &game);
    if (!s) s = name_of(c, type, game, notation, few, &all, &length);
    if (s) return lcall_fail(c, s);
    lcall_end(c);
    lua_pushlstring(c->L, all, length);
    return 1;
}

/* The reason that a game has no name. NULL when a limit of the call is reached, which is a
** failure. */
static const char *unnamed(const char *message) {
    if (!strncmp(message, "the name ", 9)) return "its name is too long";
    return strncmp(message, "the store ", 10) ? NULL : message;
}

static int to_string(lua_State *L) {
    const lstore_type *type = lstore_row(L);
    lcall c;
    char few[512], born[32], message[TA_MESSAGE_SIZE];
    const char *why = NULL;
    void *all;
    size_t length;
    uint32_t game;
    ta_status s = lstore_method(&c, L, "tostring", type, &game);
    if (s) {
        lcall_end(&c);
        lua_pushfstring(L, "%s (its store was cleared)", type->noun);
        return 1;
    }
    s = name_of(&c, type, game, 0, few, &all, &length);
    if (s == TA_ELIMIT) why = unnamed(memcpy(message, c.call.message, sizeof message));
    if (s && !why) return lcall_raise(&c, s);
    if (s) ta_amount_text(born, type->birthday(c.object, game));
    lcall_end(&c);
    if (s) lua_pushfstring(L, "%s born on day %s (%s)", type->noun, born, why);
    else lua_pushlstring(L, all, length);
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

static const luaL_Reg meta_of_store[] = { { "__tostring", store_to_string }, { NULL, NULL } };

static const luaL_Reg meta_of_games[] = { { "__tostring", to_string }, { NULL, NULL } };

static void set_with_type(lua_State *L, const lstore_type *type, const luaL_Reg *functions) {
    lua_pushlightuserdata(L, (void *)(uintptr_t)type);
    luaL_setfuncs(L, functions, 1);
}

void lstore_set_rows(lua_State *L, const void *rows, size_t size) {
    for (const luaL_Reg *row = rows; row->name; row = rows) {
        lua_pushlightuserdata(L, (void *)(uintptr_t)row);
        lua_pushcclosure(L, row->func, 1);
        lua_setfield(L, -2, row->name);
        rows = (const char *)rows + size;
    }
}

static void open_games(lua_State *L, const lstore_type *type, const luaL_Reg *meta) {
    luaL_newmetatable(L, type->item);
    luaL_setfuncs(L, meta, 0);
    set_with_type(L, type, meta_of_games);
    lua_pushstring(L, type->item);
    lua_setfield(L, -2, "__metatable");
    lua_pushlightuserdata(L, (void *)(uintptr_t)metatable_key(type)); /* as in userdata.c */
    lua_rawseti(L, -2, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, "__index");
    lua_insert(L, -2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, metatable_key(type));
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, type->methods);
}

static void open_store(lua_State *L, const lstore_type *type) {
    ludata_register(L, &type->box, no_methods, NULL);
    luaL_getmetatable(L, type->box.name);
    set_with_type(L, type, meta_of_store);
    lua_getfield(L, -1, "__index");
    set_with_type(L, type, methods);
    lua_pop(L, 2);
    ludata *box = ludata_push(L, &type->box, 1);
    ta_allocator a = lcall_allocator(L);
    lcall c;
    lcall_function(&c, L, "takeaway.core");
    void *store;
    lcall_begin(&c);
    ta_status s = type->create(&a, &c.call, &store);
    if (s) lcall_raise(&c, s);
    ludata_own(box, store);
    lcall_end(&c);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, box_key(type));
    lua_setfield(L, -2, type->field);
    new_known(L, type);
}

void lstore_open(lua_State *L, const lstore_type *type, const luaL_Reg *meta) {
    luaL_checkstack(L, 8, type->noun);
    open_store(L, type);
    open_games(L, type, meta);
}
