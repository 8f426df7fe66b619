/*
** misere_box.c - misere forms as userdata, and the one store of them of a Lua state.
*/
#include "arg.h"
#include "misere.h"
#include "push.h"
#include "base/mem.h"
#include "base/status.h"

typedef struct lmisere {
    uint64_t generation;
    ta_misere id;
} lmisere;

static void destroy(void *object) {
    ta_miseres_destroy(object);
}

/* Forms refer to their store for ever, so it cannot be closed, only cleared. */
static const lbox_type type = {
    "takeaway.misere_values", "store of misere forms", destroy, .closable = 0, .progress = 1,
};

/* Keys of the registry: the store's box, the weak table id -> userdata, the metatable of forms. */
static const char store_key = 0, known_key = 0, metatable_key = 0;

/* ---- The store ---- */

lbox *lmisere_push_box(lua_State *L) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &store_key);
    lbox *box = lua_touserdata(L, -1);
    if (!box || !lbox_object(box)) lraise(L, "the store of misere forms is closed");
    return box;
}

void lmisere_begin(lcall *c) {
    luaL_checkstack(c->L, 8, c->name);
    lmisere_push_box(c->L);
    lcall_on(c, c->L, -1, &type, c->name);
    lcall_begin(c);
}

uint64_t lmisere_generation(const ta_miseres *store) {
    ta_miseres_statistics s;
    ta_miseres_describe(store, &s);
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

static int clear(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "clear");
    lcall_begin(&c);
    ta_status s = lcall_push(&c, new_known, NULL, 0);
    if (s) return lcall_fail(&c, s);
    ta_miseres_clear(c.object);
    lcall_end(&c);
    return 0;
}

static void describe(lcall *c, ta_miseres_statistics *s) {
    lcall_begin_shared(c);
    ta_miseres_describe(c->object, s);
    lcall_end(c);
}

static int limit(lua_State *L) {
    static const char *const known[] = { "games", "memory", "progress", NULL };
    lcall c;
    ta_miseres_statistics now;
    lcall_method(&c, L, &type, "limit");
    describe(&c, &now);
    larg_settings(&c, 2, known);
    ta_amount games =
        larg_field_integer(&c, 2, "games", 1, (ta_amount)1 << 31, (ta_amount)now.most_games);
    ta_amount bytes = larg_field_integer(&c, 2, "memory", 1, TA_MAX, (ta_amount)now.most_bytes);
    larg_push_function(&c, 2, "progress");
    if (lua_isfunction(L, -1) || lua_isnoneornil(L, 2) || lua_rawlen(L, 2) == 0)
        lua_setiuservalue(L, 1, 1);
    lcall_begin(&c);
    ta_miseres_limit(c.object, (size_t)games, (size_t)bytes);
    lcall_end(&c);
    return 0;
}

static int statistics(lua_State *L) {
    lcall c;
    ta_miseres_statistics s;
    lcall_method(&c, L, &type, "statistics");
    describe(&c, &s);
    lua_createtable(L, 0, 6);
    lpush_field(L, "games", (ta_amount)s.games);
    lpush_field(L, "bytes", (ta_amount)s.bytes);
    lpush_field(L, "most_games", (ta_amount)s.most_games);
    lpush_field(L, "most_bytes", (ta_amount)s.most_bytes);
    lpush_field(L, "results", (ta_amount)s.results);
    lpush_field(L, "cleared", (ta_amount)s.generation);
    return 1;
}

static int to_string(lua_State *L) {
    lcall c;
    ta_miseres_statistics s;
    char bytes[32];
    lcall_method(&c, L, &type, "tostring");
    describe(&c, &s);
    lua_pushfstring(L, "store of misere forms: %I forms, %s", (lua_Integer)s.games,
                    ta_bytes_text(bytes, (double)s.bytes));
    return 1;
}

static const luaL_Reg methods[] = {
    { "clear", clear },
    { "limit", limit },
    { "statistics", statistics },
    { NULL, NULL },
};

static const luaL_Reg meta[] = { { "__tostring", to_string }, { NULL, NULL } };

void lmisere_store_open(lua_State *L) {
    lbox_register(L, &type, methods, meta);
    lbox *box = lbox_push(L, &type, 1);
    ta_allocator a = lcall_allocator(L);
    lcall c;
    lcall_function(&c, L, "takeaway.core");
    ta_miseres *store;
    lcall_begin(&c);
    ta_status s = ta_miseres_create(&a, &c.call, 0, 0, &store);
    if (s) lcall_raise(&c, s);
    lbox_own(box, store);
    lcall_end(&c);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &store_key);
    lua_setfield(L, -2, "misere_values");
    new_known(L, NULL);
}

/* ---- The userdata ---- */

void lmisere_push_metatable(lua_State *L) {
    luaL_newmetatable(L, LMISERE_NAME);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &metatable_key);
    lua_pushlightuserdata(L, (void *)(uintptr_t)&metatable_key); /* as in box.c */
    lua_rawseti(L, -2, 1);
}

int lmisere_is(lua_State *L, int index) {
    if (!lua_touserdata(L, index) || !lua_getmetatable(L, index)) return 0;
    lua_rawgeti(L, -1, 1);
    const void *found = lua_touserdata(L, -1);
    lua_pop(L, 2);
    return found == &metatable_key;
}

void lmisere_self(lcall *c) {
    if (!lmisere_is(c->L, 1))
        lraise(c->L, "%s: expected a misere value (called with . instead of : ?), got %s", c->name,
               luaL_typename(c->L, 1));
}

int lmisere_is_operand(lua_State *L, int index) {
    ta_amount n;
    return lmisere_is(L, index) || lua_type(L, index) == LUA_TSTRING ||
           (larg_is_integer(L, index, &n) && n >= 0);
}

void lmisere_operand(lcall *c, int index, const char *name) {
    if (!lmisere_is_operand(c->L, index))
        larg_error(c, index, name,
                   "a misere value, the size of a nim heap, or text such as \"*[2#0]\"");
}

/* What is at `index` was found to be an operand. */
ta_status lmisere_take(lcall *c, int index, ta_misere *form) {
    lua_State *L = c->L;
    ta_amount n;
    const lmisere *v = lua_touserdata(L, index);
    if (v) {
        *form = v->id;
        if (v->generation == lmisere_generation(c->object)) return TA_OK;
        return ta_fail(&c->call, TA_EINVAL,
                       "this misere value is from before the store of misere values was cleared");
    }
    if (larg_is_integer(L, index, &n)) return ta_misere_heap(c->object, &c->call, n, form);
    size_t length;
    const char *text = lua_tolstring(L, index, &length);
    return ta_misere_parse(c->object, &c->call, text, length, form);
}

ta_status lmisere_method(lcall *c, lua_State *L, const char *name, ta_misere *form) {
    lcall_function(c, L, name);
    lmisere_self(c);
    lmisere_begin(c);
    return lmisere_take(c, 1, form);
}

/* ---- Results ---- */

/* Push the form of this generation, whose table is at `known`; a finalizer may have made it the
** moment memory was taken for it. [-0, +1] */
static void push_form(lua_State *L, int known, uint64_t generation, ta_misere form) {
    if (lua_rawgeti(L, known, (lua_Integer)form) != LUA_TNIL) return;
    lua_pop(L, 1);
    lmisere *v = lua_newuserdatauv(L, sizeof *v, 0);
    v->generation = generation;
    v->id = form;
    lua_rawgetp(L, LUA_REGISTRYINDEX, &metatable_key);
    lua_setmetatable(L, -2);
    if (lua_rawgeti(L, known, (lua_Integer)form) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_rawseti(L, known, (lua_Integer)form);
    } else {
        lua_remove(L, -2);
    }
}

/* Leave the store; the table of known forms, of this generation, is on top. [-0, +1] */
static int leave(lcall *c) {
    lua_rawgetp(c->L, LUA_REGISTRYINDEX, &known_key);
    lcall_end(c);
    return lua_gettop(c->L);
}

int lmisere_result(lcall *c, ta_status status, uint64_t generation, ta_misere form) {
    if (status) return lcall_fail(c, status);
    push_form(c->L, leave(c), generation, form);
    return 1;
}

int lmisere_give(lcall *c, ta_status status, ta_misere form) {
    return lmisere_result(c, status, lmisere_generation(c->object), form);
}

static void push_list(lua_State *L, int known, uint64_t generation, const ta_misere *forms,
                      size_t count) {
    lpush_list(L, (int)count);
    for (size_t i = 0; i < count; i++) {
        push_form(L, known, generation, forms[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

int lmisere_list(lcall *c, ta_status status, const ta_misere *forms, size_t count) {
    if (status) return lcall_fail(c, status);
    uint64_t generation = lmisere_generation(c->object);
    int known = leave(c);
    push_list(c->L, known, generation, forms, count);
    return 1;
}

int lmisere_lists(lcall *c, ta_status status, const ta_misere *forms, const size_t *end,
                  size_t count) {
    if (status) return lcall_fail(c, status);
    uint64_t generation = lmisere_generation(c->object);
    int known = leave(c);
    lpush_list(c->L, (int)count);
    for (size_t i = 0; i < count; i++) {
        size_t from = i ? end[i - 1] : 0;
        push_list(c->L, known, generation, forms + from, end[i] - from);
        lua_rawseti(c->L, -2, (lua_Integer)i + 1);
    }
    return 1;
}
