/*
** callback.c - calls from Lua to the caller's functions, and the results of those functions.
**
** The caller's function runs between two Lua calls, so no longjmp skips it. Its results are pushed or
** passed to emit under lua_pcall. An error stays on the Lua stack until the function has returned.
*/
#include "callback.h"

#include <lauxlib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "takeaway/ruleset.h"

#define MOST_ARGUMENTS TA_COMPONENTS
#define MOST_RESULTS TA_COMPONENTS /* of a function without emit */

/* Reads integers, or one text into the frame and returns -1. Raises for other arguments. */
static int read_arguments(lua_State *L, frame *f, int64_t arguments[MOST_ARGUMENTS]) {
    int top = lua_gettop(L), count = 0, exact;
    for (int i = 1; i <= top; i++) {
        switch (lua_type(L, i)) {
        case LUA_TFUNCTION:
            if (f->emit) luaL_error(L, "a callback takes one function, emit");
            f->emit = i;
            continue;
        case LUA_TSTRING:
            if (count > 0 || f->text) luaL_error(L, "a callback takes integers, or one text");
            f->text = lua_tolstring(L, i, &f->length);
            continue;
        case LUA_TNUMBER:
            if (f->text || count == MOST_ARGUMENTS)
                luaL_error(L, "a callback takes %d integers at most, or one text", MOST_ARGUMENTS);
            arguments[count] = lua_tointegerx(L, i, &exact);
            if (exact) count++;
            else if (lua_tonumber(L, i) >= 0x1p63) arguments[count++] = INT64_MAX;
            else luaL_error(L, "a callback takes integers, got %f", lua_tonumber(L, i));
            continue;
        default:
            luaL_error(L, "a callback takes integers or a text, got a %s", luaL_typename(L, i));
        }
    }
    return f->text ? -1 : count;
}

static int call_back(lua_State *L) {
    callback *c = lua_touserdata(L, lua_upvalueindex(1));
    host *h = c->host;
    int64_t arguments[MOST_ARGUMENTS];
    frame f;
    memset(&f, 0, sizeof f);
    f.L = L;
    f.outer = h->frame;
    lua_getiuservalue(L, lua_upvalueindex(1), 1);
    const char *name = lua_tostring(L, -1); /* the userdata keeps it */
    lua_pop(L, 1);
    if (!c->body && !c->function) return luaL_error(L, "callback %s was taken away", name);
    luaL_checkstack(L, MOST_RESULTS + 8, "callback");
    int count = read_arguments(L, &f, arguments);
    h->frame = &f;
    int failed;
    if (c->body) {
        c->body(c->ctx, h->number, arguments, count);
        failed = !f.done;
        if (failed && !f.failed) strcpy(f.message, "it returned without ta_host_done");
    } else {
        failed = c->function(c->ctx, h->number, arguments, count);
    }
    h->frame = f.outer;
    if (f.results < 0) return lua_error(L);
    if (failed)
        return luaL_error(L, "callback%s%s%s%s", name ? " " : "", name ? name : "",
                          f.message[0] ? ": " : " failed", f.message);
    return f.results;
}

static int collected(lua_State *L) {
    callback *c = lua_touserdata(L, 1);
    c->host->functions--;
    if (c->release) c->release(c->ctx);
    c->release = NULL;
    return 0;
}

static const char metatable[] = "takeaway.host_function";

void callback_open(lua_State *L) {
    luaL_newmetatable(L, metatable);
    lua_pushcfunction(L, collected);
    lua_setfield(L, -2, "__gc");
    lua_pop(L, 1);
}

callback *callback_push(lua_State *L, host *h, const char *name) {
    callback *c = lua_newuserdatauv(L, sizeof *c, 1);
    memset(c, 0, sizeof *c);
    c->host = h;
    lua_pushstring(L, name); /* nil for NULL */
    lua_setiuservalue(L, -2, 1);
    luaL_setmetatable(L, metatable);
    h->functions++;
    lua_pushcclosure(L, call_back, 1);
    return c;
}

callback *callback_of(lua_State *L, int index) {
    if (lua_tocfunction(L, index) != call_back) return NULL;
    lua_getupvalue(L, index, 1);
    callback *c = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return c;
}

/* ---- From a callback ---- */

const char *ta_host_text(ta_host number, size_t *length) {
    ta_host_status status;
    host *h = handle_inside(number, &status);
    if (!h) return NULL;
    if (length) *length = h->frame->length;
    return h->frame->text;
}

typedef struct giving {
    frame *frame;
    const int64_t *integers; /* `times` results of `count` integers each, or */
    const char *text;        /* a text, or a boolean: count 0 or 1 */
    size_t count, times;
} giving;

static void push_integer(lua_State *L, int64_t n, int emit) {
    if (n == INT64_MAX && !emit) lua_pushnumber(L, (lua_Number)HUGE_VAL);
    else lua_pushinteger(L, n);
}

static int give(lua_State *L) {
    const giving *g = lua_touserdata(L, 1);
    int emit = lua_type(L, 2) == LUA_TFUNCTION;
    luaL_checkstack(L, (g->integers ? (int)g->count : 1) + 4, "callback");
    for (size_t t = 0; t < g->times; t++) {
        const int64_t *integers = g->integers ? g->integers + t * g->count : NULL;
        if (emit) lua_pushvalue(L, 2);
        if (g->text) lua_pushlstring(L, g->text, g->count);
        else if (!integers) lua_pushboolean(L, g->count > 0);
        for (size_t i = 0; integers && i < g->count; i++) push_integer(L, integers[i], emit);
        if (emit) lua_call(L, lua_gettop(L) - 3, 0);
    }
    return lua_gettop(L) - 2;
}

static ta_host_status run_give(host *h, giving *g) {
    frame *f = h->frame;
    lua_State *L = f->L;
    if (f->results < 0)
        return handle_fail(TA_HOST_EREPLY, "this callback has failed, and should return");
    size_t count = (g->integers ? g->count : 1) * g->times;
    if (!f->emit && (size_t)f->results + count > MOST_RESULTS)
        return handle_fail(TA_HOST_EINVAL, "give: more than %d results", MOST_RESULTS);
    if (!lua_checkstack(L, 8)) return handle_fail(TA_HOST_ENOMEM, "not enough memory");
    int top = lua_gettop(L);
    lua_pushcfunction(L, give);
    lua_pushlightuserdata(L, g);
    if (f->emit) lua_pushvalue(L, f->emit);
    else lua_pushnil(L);
    if (lua_pcall(L, 2, LUA_MULTRET, 0)) {
        f->results = -1;
        const char *why = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "interrupted";
        return handle_fail(TA_HOST_EREPLY, "%s", why);
    }
    f->results += lua_gettop(L) - top;
    return TA_HOST_OK;
}

ta_host_status ta_host_give(ta_host number, const int64_t *integers, int count) {
    static const int64_t none;
    ta_host_status status;
    host *h = handle_inside(number, &status);
    if (!h) return status;
    if (count < 0 || (count > 0 && !integers))
        return handle_fail(TA_HOST_EINVAL, "give: expected integers and their count");
    giving g = { h->frame, integers ? integers : &none, NULL, (size_t)count, 1 };
    return run_give(h, &g);
}

ta_host_status ta_host_give_many(ta_host number, const int64_t *integers, int count, int times) {
    ta_host_status status;
    host *h = handle_inside(number, &status);
    if (!h) return status;
    if (count < 1 || times < 0 || (times > 0 && !integers))
        return handle_fail(TA_HOST_EINVAL,
                           "give_many: expected integers, how many a result, how many results");
    giving g = { h->frame, integers, NULL, (size_t)count, (size_t)times };
    return times > 0 ? run_give(h, &g) : TA_HOST_OK;
}

ta_host_status ta_host_give_text(ta_host number, const char *text, size_t length) {
    ta_host_status status;
    host *h = handle_inside(number, &status);
    if (!h) return status;
    if (!text) return handle_fail(TA_HOST_EINVAL, "give: the text is a null pointer");
    giving g = { h->frame, NULL, text, length, 1 };
    return run_give(h, &g);
}

ta_host_status ta_host_give_truth(ta_host number, int truth) {
    ta_host_status status;
    host *h = handle_inside(number, &status);
    if (!h) return status;
    giving g = { h->frame, NULL, NULL, truth != 0, 1 };
    return run_give(h, &g);
}

ta_host_status ta_host_done(ta_host number) {
    ta_host_status status;
    host *h = handle_inside(number, &status);
    if (!h) return status;
    if (h->frame->results < 0 || h->frame->failed)
        return handle_fail(TA_HOST_EREPLY, "this callback has failed, and should return");
    h->frame->done = 1;
    return TA_HOST_OK;
}

ta_host_status ta_host_fail(ta_host number, const char *message) {
    ta_host_status status;
    host *h = handle_inside(number, &status);
    if (!h) return status;
    h->frame->failed = 1;
    h->frame->done = 0;
    snprintf(h->frame->message, sizeof h->frame->message, "%s", message ? message : "");
    return TA_HOST_OK;
}

/* ---- The watcher ---- */

static int watch(lua_State *L) {
    host *h = lua_touserdata(L, lua_upvalueindex(1));
    if (lua_gettop(L) < 2 || !h->watcher) return 0; /* without arguments: a call has ended */
    if (h->watcher(h->watcher_ctx, lua_tonumber(L, 1), lua_tonumber(L, 2))) handle_interrupt(L);
    return 0;
}

void callback_push_watcher(lua_State *L, host *h) {
    lua_pushlightuserdata(L, h);
    lua_pushcclosure(L, watch, 1);
}
