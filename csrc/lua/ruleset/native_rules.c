/*
** native_rules.c - functions of a C library as the functions of a ruleset.
**
** Each is a Lua function like one that a user writes, so the whole Lua front accepts it. emit is
** called under lua_pcall, and its error is raised after the C function has returned. When the
** engine needs options, it bypasses Lua: the C function writes straight into the engine's sink.
*/
#include "native_rules.h"

#include <stdio.h>

#include "lua/base/arg.h"
#include "lua/compile/compile.h"
#include "lua/base/modules.h"
#include "base/mem.h"
#include "base/status.h"
#include "ffi/library.h"
#include "takeaway/solver.h"

typedef enum kind { OPTIONS, CANONICAL, PARTS, NUMBER, TERMINAL, ENTAILS } kind;

static const char *const kinds[] = { "options",  "canonical", "parts", "number",
                                     "terminal", "entails",   NULL };

typedef struct rule {
    void *library;
    union {
        void (*function)(void);
        ta_native_options *options;
        ta_native_number *number;
    } is;
    kind kind;
    char symbol[64];
} rule;

static void destroy(void *object) {
    rule *r = object;
    ta_library_close(r->library);
    ta_free(&ta_default_allocator, r, 1, sizeof *r);
}

static const ludata_type rule_type = { "takeaway.native_rule", "native rule", destroy,
                                     .closable = 0 };

static const rule *rule_at(lua_State *L) {
    return ludata_object(lua_touserdata(L, lua_upvalueindex(1)));
}

/* ---- For Lua ---- */

enum { NO_ROOM = 2 }; /* Lua has no memory, even for the error */

/* The state of a C function's emit in Lua. */
typedef struct naming {
    lua_State *L;
    int emit;   /* stack index of emit; 0: keep the positions on the stack */
    int count;  /* number of positions kept */
    int failed; /* with the error on top, or NO_ROOM */
    const int64_t *component;
    int size;
} naming;

static int name_one(lua_State *L) {
    const naming *n = lua_touserdata(L, 1);
    if (!n->component || n->size < 1 || n->size > TA_COMPONENTS)
        return luaL_error(L, "emit: got %d components; expected 1 to %d", n->size, TA_COMPONENTS);
    luaL_checkstack(L, TA_COMPONENTS + 4, "emit");
    if (!n->emit) lua_createtable(L, n->size, 0);
    for (int i = 0; i < n->size; i++) {
        lua_pushinteger(L, n->component[i]);
        if (!n->emit) lua_rawseti(L, -2, i + 1);
    }
    if (!n->emit) return 1;
    lua_call(L, n->size, 0);
    return 0;
}

static int emit(void *sink, const int64_t *component, int count) {
    naming *n = sink;
    lua_State *L = n->L;
    if (!n->failed && !lua_checkstack(L, 8)) n->failed = NO_ROOM;
    if (n->failed) return 1;
    n->component = component;
    n->size = count;
    lua_pushcfunction(L, name_one);
    lua_pushlightuserdata(L, n);
    if (n->emit) lua_pushvalue(L, n->emit);
    int top = lua_gettop(L) - (n->emit ? 3 : 2);
    if (lua_pcall(L, n->emit ? 2 : 1, n->emit ? 0 : 1, 0)) n->failed = 1;
    else n->count += lua_gettop(L) - top;
    return n->failed;
}

/* Read the integers from index `from` on; return their number. */
static int read_position(lua_State *L, int from, int64_t component[TA_COMPONENTS]) {
    const rule *r = rule_at(L);
    int count = lua_gettop(L) - from + 1;
    if (count < 1 || count > TA_COMPONENTS)
        return luaL_error(L, "%s: a position is 1 to %d integers, got %d", r->symbol, TA_COMPONENTS,
                          count);
    for (int i = 0; i < count; i++) {
        ta_amount value;
        if (!larg_is_integer(L, from + i, &value))
            return luaL_error(L, "%s: a C library's positions are integers, got a %s", r->symbol,
                              luaL_typename(L, from + i));
        component[i] = value;
    }
    return count;
}

/* Run a rule that emits positions. Without an emit function they are left on the stack. Returns
** their number. */
static int run(lua_State *L, int first, int emit_at) {
    const rule *r = rule_at(L);
    int64_t component[TA_COMPONENTS];
    naming n = { L, emit_at, 0, 0, NULL, 0 };
    int count = read_position(L, first, component);
    int failed = r->is.options(component, count, emit, &n);
    if (n.failed == NO_ROOM) {
        lua_settop(L, first);
        return lbudget_no_memory(L);
    }
    if (n.failed) return lua_error(L);
    if (failed) return luaL_error(L, "%s returned %d; 0 is success", r->symbol, failed);
    return n.count;
}

static int options(lua_State *L) {
    if (lua_type(L, 1) != LUA_TFUNCTION)
        return luaL_error(L, "%s: expected emit, then a position", rule_at(L)->symbol);
    run(L, 2, 1);
    return 0;
}

static int canonical(lua_State *L) {
    int count = run(L, 1, 0);
    if (count != 1)
        return luaL_error(L, "%s named %d positions; canonical names one", rule_at(L)->symbol,
                          count);
    luaL_checkstack(L, TA_COMPONENTS, "canonical");
    int list = lua_gettop(L), size = (int)lua_rawlen(L, list);
    for (int i = 1; i <= size; i++) lua_rawgeti(L, list, i);
    return size;
}

static int parts(lua_State *L) {
    int count = run(L, 1, 0);
    lua_createtable(L, count, 0);
    lua_insert(L, -count - 1);
    int list = lua_gettop(L) - count;
    for (int i = count; i > 0; i--) lua_rawseti(L, list, i);
    return 1;
}

static int number(lua_State *L) {
    const rule *r = rule_at(L);
    int64_t component[TA_COMPONENTS];
    int count = read_position(L, 1, component);
    int64_t found = r->is.number(component, count);
    int word = r->kind == TERMINAL && found >= 0 && found <= TA_RIGHT_WINS;
    if (word && found == TA_GOES_ON) lua_pushnil(L);
    else if (word) lua_pushstring(L, lcompile_words[found]);
    else if (r->kind == ENTAILS && (found == 0 || found == 1)) lua_pushboolean(L, found == 1);
    else lua_pushinteger(L, found);
    return 1;
}

/* native_rule(path, symbol, kind, call): makes the Lua function. */
static int native_rule(lua_State *L) {
    static const lua_CFunction functions[] = { options, canonical, parts, number, number, number };
    lcall c;
    lcall_function(&c, L, "native_rules");
    const char *path = larg_text(&c, 1, "path", "a string");
    const char *symbol = larg_text(&c, 2, "symbol", "a name in the library");
    kind what = (kind)luaL_checkoption(L, 3, NULL, kinds);
    ludata *box = ludata_push(L, &rule_type, 0);
    rule *r = ta_alloc(&ta_default_allocator, 1, sizeof *r);
    if (!r) return lbudget_no_memory(L);
    r->kind = what;
    snprintf(r->symbol, sizeof r->symbol, "%s", symbol);
    lcall_begin(&c);
    ta_status s = ta_library_open(&c.call, path, symbol, &r->library, &r->is.function);
    if (s) {
        ta_free(&ta_default_allocator, r, 1, sizeof *r);
        return lcall_fail(&c, s);
    }
    ludata_own(box, r);
    lcall_end(&c);
    lua_pushcclosure(L, functions[what], 1);
    return 1;
}

/* ---- For the engine ---- */

ta_native_options *lnative_options(lua_State *L, int index) {
    if (lua_tocfunction(L, index) != options) return NULL;
    lua_getupvalue(L, index, 1);
    const rule *r = ludata_object(lua_touserdata(L, -1));
    lua_pop(L, 1);
    return r->is.options;
}

typedef struct direct {
    ta_call *call;
    const ta_position *position;
    const char *what, *name;
    ta_sink *sink;
    ta_status status;
    int any;
} direct;

static int sink_emit(void *ctx, const int64_t *component, int count) {
    direct *d = ctx;
    char at[80];
    if (d->status) return 1;
    if (component && count > 0 && ((size_t)count == d->position->count || d->any))
        d->status = ta_sink_emit_integers(d->sink, d->call, component, (size_t)count);
    else
        d->status = ta_fail(d->call, TA_EBADRULE,
                            "%s of %s at %s: emit: got %d components; this position has %d, and so "
                            "have its options",
                            d->what, d->name, ta_position_text(at, sizeof at, d->position),
                            component ? count : 0, (int)d->position->count);
    return d->status || d->sink->stopped;
}

ta_status lnative_options_ask(ta_native_options *ask, ta_call *call, const char *what,
                              const char *name, const ta_position *position, int any,
                              ta_sink *sink) {
    char at[80];
    direct d = { call, position, what, name, sink, TA_OK, any };
    int failed = ask(position->component, (int)position->count, sink_emit, &d);
    if (d.status || !failed) return d.status;
    return ta_fail(call, TA_EBADRULE, "%s of %s at %s: the C function returned %d; 0 is success",
                   what, name, ta_position_text(at, sizeof at, position), failed);
}

static const luaL_Reg methods[] = { { NULL, NULL } };

static const luaL_Reg functions[] = {
    { "native_rule", native_rule },
    { NULL, NULL },
};

void lnative_rules_open(lua_State *L) {
    ludata_register(L, &rule_type, methods, NULL);
    luaL_setfuncs(L, functions, 0);
}
