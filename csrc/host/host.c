/*
** host.c - a Lua state with all of Takeaway, identified by a number.
**
** Lua reads and answers the requests (lua/takeaway/app/host.lua). This file hides Lua from the caller.
** Every call runs one C function under lua_pcall, and only that function may raise. The caller receives
** a failure as a status and a text.
*/
#include <lauxlib.h>
#include <lualib.h>
#include <stdlib.h>
#include <string.h>

#include "bundle.h"
#include "callback.h"

int luaopen_takeaway_core(lua_State *L);

static const char session_key; /* of the registry: the session, a table of functions */

/* ---- Memory ---- */

static void *resize(void *ctx, void *block, size_t old, size_t size) {
    host *h = ctx;
    size_t held = block ? old : 0; /* without a block `old` is a type */
    if (size == 0) {
        if (!block) return NULL;
        pthread_mutex_lock(&h->lock); /* cancelling may walk the stack, see handle.h */
        free(block);
        pthread_mutex_unlock(&h->lock);
        h->bytes -= held;
        return NULL;
    }
    if (h->most && size > held && size - held > h->most - h->bytes) return NULL;
    void *got = realloc(block, size);
    if (got) h->bytes += size - held;
    return got;
}

/* ---- The state ---- */

/* searcher(name): a file of the bundle. */
static int search(lua_State *L) {
    const char *name = luaL_checkstring(L, 1);
    for (const bundled *b = bundle; b->module; b++) {
        if (strcmp(b->module, name) != 0) continue;
        lua_pushfstring(L, "@%s", b->path);
        if (luaL_loadbufferx(L, (const char *)b->text, b->size, lua_tostring(L, -1), "t"))
            return lua_error(L);
        lua_pushstring(L, b->path);
        return 2;
    }
    lua_pushfstring(L, "no file '%s' in the library", name);
    return 1;
}

static int yes(lua_State *L) {
    lua_pushboolean(L, 1);
    return 1;
}

static int nothing(lua_State *L) {
    (void)L;
    return 0;
}

static int interrupt_text(lua_State *L) {
    lua_pushliteral(L, "interrupted!");
    return 1;
}

/* takeaway.terminal for a library without one: the object that a cancelled call raises, and no columns. */
static int open_terminal(lua_State *L) {
    static const luaL_Reg functions[] = { { "catching", yes },
                                          { "columns", nothing },
                                          { NULL, NULL } };
    luaL_newlib(L, functions);
    lua_newuserdatauv(L, 0, 0);
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, interrupt_text);
    lua_setfield(L, -2, "__tostring");
    lua_setmetatable(L, -2);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &handle_interrupt_key);
    lua_setfield(L, -2, "interrupt");
    return 1;
}

static int prepare(lua_State *L) {
    lua_pushboolean(L, 1);
    lua_setfield(L, LUA_REGISTRYINDEX, "LUA_NOENV");
    luaL_openlibs(L);
    callback_open(L);
    lua_getglobal(L, "package");
    int package = lua_gettop(L);
    lua_pushliteral(L, ""); /* a C module would need another Lua */
    lua_setfield(L, package, "cpath");
    lua_getfield(L, package, "preload");
    lua_pushcfunction(L, luaopen_takeaway_core);
    lua_setfield(L, -2, "takeaway.core");
    lua_pushcfunction(L, open_terminal);
    lua_setfield(L, -2, "takeaway.terminal");
    lua_getfield(L, package, "searchers");
    for (lua_Integer i = (lua_Integer)lua_rawlen(L, -1); i >= 2; i--) {
        lua_rawgeti(L, -1, i);
        lua_rawseti(L, -2, i + 1);
    }
    lua_pushcfunction(L, search);
    lua_rawseti(L, -2, 2);
    lua_getglobal(L, "require");
    lua_pushliteral(L, "takeaway.terminal");
    lua_call(L, 1, 0);
    lua_getglobal(L, "require");
    lua_pushliteral(L, "takeaway.app.host");
    lua_call(L, 1, 1);
    lua_getfield(L, -1, "open");
    lua_call(L, 0, 1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &session_key);
    return 0;
}

/* Runs a function with one argument as a call of the host. Leaves only its results on the stack. */
static ta_host_status run(host *h, lua_CFunction body, void *argument) {
    lua_State *L = h->L;
    lua_settop(L, 0);
    handle_begin(h);
    lua_pushcfunction(L, body);
    lua_pushlightuserdata(L, argument);
    int failed = lua_pcall(L, 1, LUA_MULTRET, 0);
    handle_end(h);
    if (!failed) return TA_HOST_OK;
    if (failed == LUA_ERRMEM) return handle_fail(TA_HOST_ENOMEM, "not enough memory");
    const char *why = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "interrupted";
    return handle_fail(TA_HOST_EREPLY, "%s", why);
}

static void destroy(host *h) {
    if (h->L) lua_close(h->L);
    pthread_mutex_destroy(&h->lock);
    free(h);
}

ta_host ta_host_open(size_t memory) {
    host *h = calloc(1, sizeof *h);
    if (!h) {
        handle_fail(TA_HOST_ENOMEM, "not enough memory");
        return 0;
    }
    pthread_mutex_init(&h->lock, NULL);
    h->owner = pthread_self();
    h->most = memory;
    h->L = lua_newstate(resize, h);
    if (!h->L) handle_fail(TA_HOST_ENOMEM, "not enough memory");
    if (!h->L || run(h, prepare, h)) {
        destroy(h);
        return 0;
    }
    handle_add(h);
    return h->number;
}

ta_host_status ta_host_close(ta_host number) {
    ta_host_status status;
    host *h = handle_enter(number, &status);
    if (!h) return status;
    handle_remove(h);
    destroy(h);
    return TA_HOST_OK;
}

const char *ta_host_version(void) {
    return TA_VERSION;
}

/* ---- Requests ---- */

/* Push a function of the session. */
static void push_session(lua_State *L, const char *name) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &session_key);
    lua_getfield(L, -1, name);
    lua_remove(L, -2);
}

typedef struct request {
    const char *text;
    size_t length;
} request;

/* Returns the reply, and the message of a failure or nil. */
static int answer(lua_State *L) {
    const request *r = lua_touserdata(L, 1);
    push_session(L, "answer");
    lua_pushlstring(L, r->text, r->length);
    lua_call(L, 1, 2);
    return 2;
}

ta_host_status ta_host_call(ta_host number, const char *text, size_t length, const char **reply,
                            size_t *reply_length) {
    static const char interrupted[] = "{\"code\":\"ECANCELLED\",\"error\":\"interrupted\"}";
    ta_host_status status;
    if (reply) *reply = NULL;
    if (reply_length) *reply_length = 0;
    host *h = handle_enter(number, &status);
    if (!h) return status;
    if (!text || !reply)
        return handle_fail(TA_HOST_EINVAL,
                           "call: the request or the place of its reply is a null pointer");
    request r = { text, length };
    size_t size = sizeof interrupted - 1;
    status = run(h, answer, &r);
    if (status == TA_HOST_OK) {
        *reply = lua_tolstring(h->L, -2, &size);
        if (!lua_isnil(h->L, -1))
            status = handle_fail(TA_HOST_EREPLY, "%s", lua_tostring(h->L, -1));
    } else if (status == TA_HOST_EREPLY) {
        *reply = interrupted; /* cancelled after the answer, while the reply was written */
    }
    if (reply_length) *reply_length = *reply ? size : 0;
    return status;
}

typedef struct loading {
    const char *path, *text;
    int sandbox;
} loading;

static int load(lua_State *L) {
    const loading *l = lua_touserdata(L, 1);
    push_session(L, "load");
    lua_pushstring(L, l->path);
    lua_pushstring(L, l->text); /* nil for NULL */
    if (l->sandbox == TA_HOST_PROCESS) lua_pushliteral(L, "process");
    else lua_pushboolean(L, l->sandbox);
    lua_call(L, 3, 2);
    return 2;
}

ta_host_status ta_host_load(ta_host number, const char *path, const char *text, int sandbox,
                            int64_t *object) {
    ta_host_status status;
    host *h = handle_enter(number, &status);
    if (!h) return status;
    if (!path || !object)
        return handle_fail(TA_HOST_EINVAL,
                           "load: the path or the place of the object is a null pointer");
    loading l = { path, text, sandbox };
    status = run(h, load, &l);
    if (status) return status;
    if (lua_isnil(h->L, -2)) return handle_fail(TA_HOST_EREPLY, "%s", lua_tostring(h->L, -1));
    *object = lua_tointeger(h->L, -2);
    return TA_HOST_OK;
}

typedef struct copying {
    request request;
    int64_t *buffer;
    size_t capacity, count;
} copying;

/* Sets the count in the copying and returns nothing, or returns nil and a message. */
static int copy(lua_State *L) {
    copying *c = lua_touserdata(L, 1);
    push_session(L, "integers");
    lua_pushlstring(L, c->request.text, c->request.length);
    lua_call(L, 1, 2);
    if (lua_isnil(L, -2)) return 2;
    lua_pop(L, 1);
    if (luaL_getmetafield(L, -1, "__integers") != LUA_TNIL) {
        lua_pushvalue(L, -2);
        lua_pushlightuserdata(L, c->buffer);
        lua_pushinteger(L, (lua_Integer)c->capacity);
        lua_call(L, 3, 1);
        c->count = (size_t)lua_tointeger(L, -1);
        return 0;
    }
    c->count = lua_rawlen(L, -1);
    for (size_t i = 0; c->count <= c->capacity && i < c->count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        c->buffer[i] = lua_isinteger(L, -1) ? lua_tointeger(L, -1) : INT64_MAX;
        lua_pop(L, 1);
    }
    return 0;
}

ta_host_status ta_host_integers(ta_host number, const char *text, size_t length, int64_t *buffer,
                                size_t capacity, size_t *count) {
    ta_host_status status;
    host *h = handle_enter(number, &status);
    if (!h) return status;
    if (!text || !count || (!buffer && capacity > 0))
        return handle_fail(TA_HOST_EINVAL,
                           "integers: the request, the buffer or the place of the count is "
                           "a null pointer");
    if (capacity > INT64_MAX / sizeof *buffer) capacity = INT64_MAX / sizeof *buffer;
    copying c = { { text, length }, buffer, capacity, 0 };
    status = run(h, copy, &c);
    if (status) return status;
    if (lua_gettop(h->L) == 2) return handle_fail(TA_HOST_EREPLY, "%s", lua_tostring(h->L, -1));
    *count = c.count;
    if (c.count <= capacity) return TA_HOST_OK;
    return handle_fail(TA_HOST_EBUFFER, "integers: there are %zu, and the buffer holds %zu",
                       c.count, capacity);
}

/* ---- Callbacks ---- */

typedef struct setting {
    host *host;
    const char *name;
    ta_host_function *function;
    void *ctx;
} setting;

static int set_callback(lua_State *L) {
    const setting *s = lua_touserdata(L, 1);
    push_session(L, "callbacks");
    if (lua_getfield(L, -1, s->name) != LUA_TNIL) { /* update it for objects that hold it */
        callback *known = callback_of(L, -1);
        known->function = s->function;
        known->ctx = s->ctx;
        if (s->function) return 0;
    }
    lua_pop(L, 1);
    if (s->function) {
        callback *made = callback_push(L, s->host, s->name);
        made->function = s->function;
        made->ctx = s->ctx;
    } else {
        lua_pushnil(L);
    }
    lua_setfield(L, -2, s->name);
    return 0;
}

ta_host_status ta_host_callback(ta_host number, const char *name, ta_host_function *function,
                                void *ctx) {
    ta_host_status status;
    host *h = handle_enter(number, &status);
    if (!h) return status;
    if (!name) return handle_fail(TA_HOST_EINVAL, "callback: the name is a null pointer");
    setting s = { h, name, function, ctx };
    return run(h, set_callback, &s);
}

typedef struct making {
    host *host;
    ta_host_body *body;
    void *ctx;
    callback *made;
    int64_t object;
} making;

enum { FEW_FUNCTIONS = 16 };

/* Lua cannot see how much of the caller's memory a function holds. So this collects garbage each time the
** number of function objects has doubled. */
static int make_function(lua_State *L) {
    making *m = lua_touserdata(L, 1);
    host *h = m->host;
    if (h->functions >= h->collect_at) {
        lua_gc(L, LUA_GCCOLLECT);
        h->collect_at = h->functions < FEW_FUNCTIONS / 2 ? FEW_FUNCTIONS : 2 * h->functions;
    }
    push_session(L, "add");
    m->made = callback_push(L, h, NULL);
    m->made->body = m->body;
    m->made->ctx = m->ctx;
    lua_call(L, 1, 1);
    m->object = lua_tointeger(L, -1);
    return 0;
}

ta_host_status ta_host_new_function(ta_host number, ta_host_body *body, void *ctx,
                                    void (*release)(void *ctx), int64_t *object) {
    ta_host_status status;
    host *h = handle_enter(number, &status);
    if (!h) return status;
    if (!body || !object)
        return handle_fail(TA_HOST_EINVAL,
                           "new_function: the function or the object's address is a null pointer");
    making m = { h, body, ctx, NULL, 0 };
    status = run(h, make_function, &m);
    if (status) return status;
    m.made->release = release; /* a refused function stays the caller's */
    *object = m.object;
    return TA_HOST_OK;
}

static int set_watcher(lua_State *L) {
    host *h = lua_touserdata(L, 1);
    push_session(L, "watch");
    if (h->watcher) callback_push_watcher(L, h);
    else lua_pushnil(L);
    lua_call(L, 1, 0);
    return 0;
}

ta_host_status ta_host_watch(ta_host number, ta_host_watcher *watcher, void *ctx) {
    ta_host_status status;
    host *h = handle_enter(number, &status);
    if (!h) return status;
    h->watcher = watcher;
    h->watcher_ctx = ctx;
    return run(h, set_watcher, h);
}
