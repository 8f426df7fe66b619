/*
** sandbox.c - a second Lua state for rules that are not trusted.
**
** Its memory comes from an allocator with a bound, its instructions are counted, its
** clock is watched, and nothing of the host's is in it. The host holds proxies: calling
** one copies the arguments over (integers, booleans, strings; the function emit becomes a
** bridge back), runs the rule there, and copies the results back. Neither state's
** errors ever jump across the other's frames: each crossing is a pcall. What a rule raises is
** a stranger's text: it goes through `visible`, a function of the host's, user value 1 of the box.
*/
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "call.h"
#include "compile.h"
#include "modules.h"
#include "probe.h"
#include "sandbox.h"
#include "base/mem.h"
#include "takeaway/ruleset.h"

#define HOOK_STEPS 100
#define DEPTH_MOST 4     /* of tables copied back */
#define PACKED "packed." /* before the names of the functions in the table of that name */

typedef struct sandbox {
    ta_allocator allocator; /* the host's */
    lua_State *S;
    double bytes, bytes_most, steps_most, seconds_most;
    double steps; /* left in this call */
    clock_t deadline;
    lua_State *host; /* of the call in progress */
    int emit;        /* the rule was given emit */
    int host_error;  /* the host's stack has an error object on top */
} sandbox;

static void destroy(void *object) {
    sandbox *b = object;
    if (b->S) lua_close(b->S);
    ta_allocator a = b->allocator;
    ta_free(&a, b, 1, sizeof *b);
}

static const lbox_type sandbox_type = { "takeaway.sandbox", "sandbox", destroy, .closable = 0 };

/* ---- Bounds ---- */

static void *bounded(void *ctx, void *block, size_t old, size_t size) {
    sandbox *b = ctx;
    double before = block ? (double)old : 0;
    if ((double)size > before && b->bytes + (double)size - before > b->bytes_most) return NULL;
    void *got = b->allocator.resize(b->allocator.ctx, block, block ? old : 0, size);
    if (got || size == 0) b->bytes += (double)size - before;
    return got;
}

static sandbox *of_state(lua_State *S) {
    void *ctx;
    lua_getallocf(S, &ctx);
    return ctx;
}

static int no_op(lua_State *L) {
    (void)L;
    return 0;
}

static void charge(lua_State *S, double steps) {
    sandbox *b = of_state(S);
    b->steps -= steps;
    if (!(b->steps >= 0))
        luaL_error(S, "sandbox: more than %d instructions in one call", (int)b->steps_most);
    if (clock() > b->deadline)
        luaL_error(S, "sandbox: more than %f seconds in one call", b->seconds_most);
}

static void hook(lua_State *S, lua_Debug *where) {
    sandbox *b = of_state(S);
    (void)where;
    charge(S, HOOK_STEPS);
    if (!b->host || !lua_gethook(b->host)) return;
    lua_pushcfunction(b->host, no_op); /* Ctrl-C waits in the host */
    if (!lua_pcall(b->host, 0, 0, 0)) return;
    b->host_error = 1;
    luaL_error(S, "interrupted");
}

/* ---- Copying ---- */

/* Copy the scalar at `index`; 0 when it is none. Pushing a string may raise in `to`. */
static int copy_scalar(lua_State *from, int index, lua_State *to) {
    size_t length;
    switch (lua_type(from, index)) {
    case LUA_TNIL: lua_pushnil(to); return 1;
    case LUA_TBOOLEAN: lua_pushboolean(to, lua_toboolean(from, index)); return 1;
    case LUA_TNUMBER:
        if (lua_isinteger(from, index)) lua_pushinteger(to, lua_tointeger(from, index));
        else lua_pushnumber(to, lua_tonumber(from, index));
        return 1;
    case LUA_TSTRING: {
        const char *text = lua_tolstring(from, index, &length);
        lua_pushlstring(to, text, length);
        return 1;
    }
    default: return 0;
    }
}

/* Copy a value into the host: scalars and lists of them; others become nil. */
static void copy_back(lua_State *S, int index, lua_State *L, int depth) {
    if (copy_scalar(S, index, L)) return;
    if (lua_type(S, index) != LUA_TTABLE || depth == 0 || !lua_checkstack(S, 4)) {
        lua_pushnil(L);
        return;
    }
    luaL_checkstack(L, 8, "sandbox");
    lua_newtable(L);
    lua_pushnil(S);
    while (lua_next(S, index)) {
        int key = lua_gettop(S) - 1;
        if (copy_scalar(S, key, L)) {
            copy_back(S, key + 1, L, depth - 1);
            lua_rawset(L, -3);
        }
        lua_settop(S, key);
    }
}

/* ---- Calls from the host ---- */

typedef struct crossing {
    sandbox *b;
    lua_State *L, *S;
    const char *name; /* the rule, a field of the table the chunk returned */
    int first, last;  /* values to copy: arguments in the host, or emitted in the sandbox */
} crossing;

static int in_host(lua_State *L) {
    crossing *x = lua_touserdata(L, 2);
    lua_settop(L, 1); /* emit */
    luaL_checkstack(L, x->last + 4, "sandbox");
    int listed = x->first == x->last && lua_type(x->S, x->first) == LUA_TTABLE;
    size_t size = listed ? lua_rawlen(x->S, x->first) : 0;
    if (size > 0) {
        if (size > TA_COMPONENTS)
            luaL_error(L, "emit: got a list of more than %d components", TA_COMPONENTS);
        luaL_checkstack(L, TA_COMPONENTS + 4, "sandbox");
        if (!lua_checkstack(x->S, TA_COMPONENTS)) luaL_error(L, "emit: not enough memory");
        for (size_t i = 1; i <= size; i++) lua_rawgeti(x->S, x->first, (lua_Integer)i);
        x->first++;
        x->last += (int)size;
    }
    for (int i = x->first; i <= x->last; i++)
        if (!copy_scalar(x->S, i, L))
            luaL_error(L, "emit: component %d is of type %s", i, luaL_typename(x->S, i));
    lua_call(L, lua_gettop(L) - 1, 0);
    return 0;
}

/* emit, as sandboxed rules see it. */
static int bridge(lua_State *S) {
    sandbox *b = of_state(S);
    lua_State *L = b->host;
    if (!L || !b->emit) return luaL_error(S, "emit: called outside the rule it was given to");
    charge(S, 1);
    crossing x = { b, L, S, NULL, 1, lua_gettop(S) };
    if (!lua_checkstack(L, 4)) return luaL_error(S, "not enough memory");
    lua_pushcfunction(L, in_host);
    lua_pushvalue(L, 1); /* the proxy is what runs there, and emit its first argument */
    lua_pushlightuserdata(L, &x);
    if (!lua_pcall(L, 2, 0, 0)) return 0;
    b->host_error = 1;
    return luaL_error(S, "emit failed");
}

/* In the sandbox, protected: copy the arguments over and call the rule. */
static int in_sandbox(lua_State *S) {
    crossing *x = lua_touserdata(S, 1);
    luaL_checkstack(S, x->last - x->first + 8, "sandbox");
    lua_getfield(S, LUA_REGISTRYINDEX, "rules");
    int packed = strncmp(x->name, PACKED, sizeof PACKED - 1) == 0;
    if (packed) lua_getfield(S, -1, "packed");
    lua_getfield(S, -1, x->name + (packed ? sizeof PACKED - 1 : 0));
    lua_replace(S, 1);
    lua_settop(S, 1);
    for (int i = x->first; i <= x->last; i++) {
        if (lua_type(x->L, i) == LUA_TFUNCTION) lua_pushcfunction(S, bridge);
        else if (!copy_scalar(x->L, i, S)) lua_pushnil(S);
    }
    lua_call(S, lua_gettop(S) - 1, LUA_MULTRET);
    return lua_gettop(S);
}

/* Run a protected C function in the sandbox with its bounds; results are left there.
** Raises in the host what went wrong. `box` is the stack index of b's box. */
static void run(sandbox *b, lua_State *L, int box, lua_CFunction body, void *argument) {
    lua_State *S = b->S, *outer = b->host;
    b->host = L;
    b->host_error = 0;
    b->steps = b->steps_most;
    b->deadline = clock() + (clock_t)(b->seconds_most * CLOCKS_PER_SEC);
    lua_pushcfunction(S, body);
    lua_pushlightuserdata(S, argument);
    int status = lua_pcall(S, 1, LUA_MULTRET, 0);
    b->host = outer;
    if (!status) return;
    if (b->host_error) {
        lua_settop(S, 0);
        lua_error(L);
    }
    char text[300];
    const char *message =
        lua_type(S, -1) == LUA_TSTRING ? lua_tostring(S, -1) : "an error that is not text";
    if (status == LUA_ERRMEM)
        snprintf(text, sizeof text, "sandbox: more than %.4g MiB of memory",
                 b->bytes_most / 0x1p20);
    else snprintf(text, sizeof text, "%s", message);
    lua_settop(S, 0);
    lua_getiuservalue(L, box, 1);
    lua_pushstring(L, text);
    lua_pushboolean(L, 1); /* lines stay */
    lua_call(L, 2, 1);
    lraise(L, "%s", lua_tostring(L, -1));
}

/* A rule, for the host. Upvalues: the box, the name of the rule. */
static int proxy(lua_State *L) {
    lbox *box = lua_touserdata(L, lua_upvalueindex(1));
    sandbox *b = lbox_object(box);
    if (!b) return luaL_error(L, "sandbox: closed");
    if (b->host)
        return luaL_error(
            L, "sandbox: these rules are running; they cannot be called from themselves");
    lua_State *S = b->S;
    lua_settop(S, 0);
    luaL_checkstack(L, 16, "sandbox");
    crossing x = { b, L, S, lua_tostring(L, lua_upvalueindex(2)), 1, lua_gettop(L) };
    b->emit = lua_type(L, 1) == LUA_TFUNCTION;
    run(b, L, lua_upvalueindex(1), in_sandbox, &x);
    int results = lua_gettop(S);
    luaL_checkstack(L, results + 8, "sandbox");
    for (int i = 1; i <= results; i++) copy_back(S, i, L, DEPTH_MOST);
    lua_settop(S, 0);
    return results;
}

/* ---- Reading ---- */

typedef struct listing {
    const char *name;
    lcompile_of of;
    ta_allocator *allocator;
} listing;

/* In the sandbox: a rule as a program's table, or why it is none. */
static int list_rule(lua_State *S) {
    listing *x = lua_touserdata(S, 1);
    lcompiled made;
    luaL_checkstack(S, 40, "sandbox");
    lua_getfield(S, LUA_REGISTRYINDEX, "rules");
    lua_getfield(S, -1, x->name);
    lua_newtable(S);
    if (lcompile(S, x->allocator, -2, -1, &x->of, &made)) luaL_error(S, "not enough memory");
    lcompiled_clear(&made);
    return 1;
}

/* sandbox_listing(rule, arity, partizan, has_parts): what listing of a ruleset gives, for a rule in a
** sandbox; nil for other functions. It is read there and copied; nothing of it runs in the host. */
static int list_sandboxed(lua_State *L) {
    lua_settop(L, 4);
    if (lua_tocfunction(L, 1) != proxy) return 0;
    lua_getupvalue(L, 1, 1);
    lua_getupvalue(L, 1, 2);
    sandbox *b = lbox_object(lua_touserdata(L, 5));
    if (!b) return luaL_error(L, "sandbox: closed");
    listing x = { lua_tostring(L, 6),
                  { LRULE_OPTIONS, (int)luaL_checkinteger(L, 2), lua_toboolean(L, 4),
                    lua_toboolean(L, 3), lprobe_genuine(L), 1 },
                  &b->allocator };
    lua_settop(b->S, 0);
    run(b, L, 5, list_rule, &x);
    luaL_checkstack(L, 16, "sandbox");
    copy_back(b->S, 1, L, DEPTH_MOST);
    lua_settop(b->S, 0);
    return 1;
}

/* ---- Loading ---- */

typedef struct source {
    const char *text, *name;
    size_t length;
} source;

static int load_chunk(lua_State *S) {
    const source *from = lua_touserdata(S, 1);
    lsandbox_fill(S, charge);
    if (luaL_loadbufferx(S, from->text, from->length, from->name, "t")) return lua_error(S);
    lua_pushvalue(S, -2);
    lua_setupvalue(S, -2, 1);
    lua_call(S, 0, 1);
    if (!lua_istable(S, -1))
        return luaL_error(S, "a rules file returns a table, this one a %s", luaL_typename(S, -1));
    lua_pushvalue(S, -1);
    lua_setfield(S, LUA_REGISTRYINDEX, "rules");
    return 1;
}

/* Push the names that the rule on top of S, called `key`, has for the components (a proxy has none of its
** own) into the list at `to`, which belongs to the rule that says most: `start`, else `options` or `left`. */
static void name_parameters(lua_State *S, const char *key, lua_State *L, int to, int *known) {
    lua_Debug about;
    int rank = strcmp(key, "start") == 0 ? 2 : strcmp(key, "options") == 0 || !strcmp(key, "left");
    if (rank <= *known) return;
    *known = rank;
    lua_pushvalue(S, -1);
    lua_getinfo(S, ">u", &about);
    int skip = rank == 1, count = about.isvararg ? 0 : about.nparams - skip;
    for (int i = (int)lua_rawlen(L, to); i > count && i > 0; i--) {
        lua_pushnil(L);
        lua_rawseti(L, to, i);
    }
    for (int i = 1; i <= count; i++) {
        lua_pushstring(L, lua_getlocal(S, NULL, i + skip));
        lua_rawseti(L, to, i);
    }
}

static void push_proxy(lua_State *L, int self, const char *prefix, const char *key) {
    lua_pushvalue(L, self);
    lua_pushfstring(L, "%s%s", prefix, key);
    lua_pushcclosure(L, proxy, 2);
}

/* The functions of the table on top of S as proxies in a table of the host's. [-0, +1 in L] */
static void push_packed(lua_State *S, lua_State *L, int self) {
    int table = lua_gettop(S);
    lua_newtable(L);
    lua_pushnil(S);
    while (lua_next(S, table)) {
        if (lua_type(S, -2) == LUA_TSTRING && lua_type(S, -1) == LUA_TFUNCTION) {
            push_proxy(L, self, PACKED, lua_tostring(S, -2));
            lua_setfield(L, -2, lua_tostring(S, -2));
        }
        lua_settop(S, table + 1);
    }
}

/* sandbox(text, chunk name, bytes, instructions, seconds, visible): the table of the chunk, its
** functions as proxies; visible(message, true) is what is raised. */
static int make(lua_State *L) {
    source from;
    from.text = luaL_checklstring(L, 1, &from.length);
    from.name = luaL_checkstring(L, 2);
    luaL_checktype(L, 6, LUA_TFUNCTION);
    ta_allocator a = lcall_allocator(L);
    lbox *box = lbox_push(L, &sandbox_type, 1);
    int self = lua_gettop(L);
    lua_pushvalue(L, 6);
    lua_setiuservalue(L, self, 1);
    sandbox *b = ta_alloc(&a, 1, sizeof *b);
    if (!b) return luaL_error(L, "not enough memory");
    lbox_own(box, b);
    b->allocator = a;
    b->bytes_most = luaL_checknumber(L, 3);
    b->steps_most = luaL_checknumber(L, 4);
    b->seconds_most = luaL_checknumber(L, 5);
    b->S = lua_newstate(bounded, b);
    if (!b->S) return luaL_error(L, "sandbox: not enough memory");
    lua_sethook(b->S, hook, LUA_MASKCOUNT, HOOK_STEPS);
    run(b, L, self, load_chunk, &from);
    lua_State *S = b->S;
    int table = lua_gettop(S), known = 0;
    lua_newtable(L);
    int names = lua_gettop(L);
    lua_newtable(L);
    lua_pushnil(S);
    while (lua_next(S, table)) {
        if (lua_type(S, -2) == LUA_TSTRING) {
            const char *key = lua_tostring(S, -2);
            if (lua_type(S, -1) == LUA_TFUNCTION) {
                push_proxy(L, self, "", key);
                name_parameters(S, key, L, names, &known);
            } else if (lua_type(S, -1) == LUA_TTABLE && strcmp(key, "packed") == 0) {
                push_packed(S, L, self);
            } else {
                copy_back(S, lua_gettop(S), L, DEPTH_MOST);
            }
            lua_setfield(L, -2, key);
        } else if (lua_isinteger(S, -2)) {
            lua_Integer key = lua_tointeger(S, -2);
            copy_back(S, lua_gettop(S), L, DEPTH_MOST);
            lua_rawseti(L, -2, key);
        }
        lua_settop(S, table + 1);
    }
    if (lua_getfield(L, -1, "parameters") == LUA_TNIL && lua_rawlen(L, names) > 0) {
        lua_pushvalue(L, names);
        lua_setfield(L, -3, "parameters");
    }
    lua_pop(L, 1);
    lua_settop(S, 0);
    return 1;
}

static const luaL_Reg methods[] = { { NULL, NULL } };
static const luaL_Reg functions[] = { { "sandbox", make },
                                      { "sandbox_listing", list_sandboxed },
                                      { NULL, NULL } };

void lsandbox_open(lua_State *L) {
    lbox_register(L, &sandbox_type, methods, NULL);
    luaL_setfuncs(L, functions, 0);
}
