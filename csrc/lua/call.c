/*
** call.c - boxes, calls, interrupts and errors between Lua and the core.
**
** Ctrl-C: the interpreter's hook is set on the main thread and fires only when
** Lua code or a Lua-called function runs. poll therefore calls a no-op through
** lua_pcall; inside a coroutine it lends the main thread's hook to it for that
** call, and takes it away from the main thread if the hook removed itself.
*/
#include "call.h"

#include <stdarg.h>
#include <string.h>
#include <time.h>

/* ---- Boxes ---- */

static int box_close(lua_State *L) {
    const lbox_type *type = lua_touserdata(L, lua_upvalueindex(1));
    lbox *box = lbox_test(L, 1, type);
    if (!box) return luaL_error(L, "close: expected a %s, got %s", type->noun, luaL_typename(L, 1));
    if (box->busy)
        return luaL_error(L,
                          "close: this %s is in use; it cannot be closed from inside its own call",
                          box->type->noun);
    void *object = box->object;
    box->object = NULL;
    if (object) box->type->destroy(object);
    return 0;
}

static void push_close(lua_State *L, const lbox_type *type) {
    lua_pushlightuserdata(L, (void *)(uintptr_t)type);
    lua_pushcclosure(L, box_close, 1);
}

void lbox_register(lua_State *L, const lbox_type *type, const luaL_Reg *methods,
                   const luaL_Reg *meta) {
    luaL_newmetatable(L, type->name);
    lua_newtable(L);
    luaL_setfuncs(L, methods, 0);
    if (type->closable) {
        push_close(L, type);
        lua_setfield(L, -2, "close");
    }
    lua_setfield(L, -2, "__index");
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

static void push_place(lua_State *L) {
    lua_Debug ar;
    int level = 1;
    lua_getfield(L, LUA_REGISTRYINDEX, "takeaway.front");
    const char *front = lua_tostring(L, -1);
    while (front && lua_getstack(L, level, &ar) && lua_getinfo(L, "S", &ar) &&
           strncmp(ar.source, front, strlen(front)) == 0)
        level++;
    lua_pop(L, 1);
    luaL_where(L, level);
}

int lraise(lua_State *L, const char *format, ...) {
    va_list list;
    push_place(L);
    va_start(list, format);
    lua_pushvfstring(L, format, list);
    va_end(list);
    lua_concat(L, 2);
    return lua_error(L);
}

lbox *lbox_push(lua_State *L, const lbox_type *type, int uservalues) {
    lbox *box = lua_newuserdatauv(L, sizeof *box, uservalues);
    box->type = type;
    box->object = NULL;
    box->busy = 0;
    luaL_setmetatable(L, type->name);
    return box;
}

lbox *lbox_test(lua_State *L, int index, const lbox_type *type) {
    return luaL_testudata(L, index, type->name);
}

lbox *lbox_check(lua_State *L, int index, const lbox_type *type, const char *call) {
    lbox *box = luaL_testudata(L, index, type->name);
    if (!box)
        lraise(L, "%s: expected a %s (called with . instead of : ?), got %s", call, type->noun,
               luaL_typename(L, index));
    if (!box->object) lraise(L, "%s: this %s is closed", call, type->noun);
    return box;
}

/* ---- Calls ---- */

static int no_op(lua_State *L) {
    (void)L;
    return 0;
}

/* Keep the error object on top of the stack for lcall_fail. */
static ta_status keep_error(lcall *c) {
    c->error = lua_gettop(c->L);
    return TA_ECALLBACK;
}

/* Give a pending hook (Ctrl-C) its chance to fire. */
static ta_status check_interrupt(lcall *c) {
    lua_State *L = c->L, *main;
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
    main = lua_tothread(L, -1);
    lua_pop(L, 1);
    lua_Hook pending = lua_gethook(main);
    int lend = main != L && pending != NULL;
    lua_Hook own = lua_gethook(L);
    int own_mask = lua_gethookmask(L), own_count = lua_gethookcount(L);
    if (lend) lua_sethook(L, pending, lua_gethookmask(main), lua_gethookcount(main));
    lua_pushcfunction(L, no_op);
    int failed = lua_pcall(L, 0, 0, 0);
    if (lend) {
        if (lua_gethook(L) == NULL) lua_sethook(main, NULL, 0, 0);
        lua_sethook(L, own, own_mask, own_count);
    }
    return failed ? keep_error(c) : TA_OK;
}

#define REPORT_EVERY 0.05 /* seconds between calls of a progress function */

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static ta_status poll(ta_call *call, double done, double total) {
    lcall *c = call->host;
    lua_State *L = c->L;
    ta_status s = check_interrupt(c);
    if (s || !c->progress) return s;
    double now = seconds();
    if (now < c->next) return TA_OK;
    c->next = now + REPORT_EVERY;
    lua_pushvalue(L, c->progress);
    lua_pushnumber(L, done);
    lua_pushnumber(L, total);
    s = lcall_protected(c, 2, 1, "progress");
    if (s) return s;
    int stop = lua_isboolean(L, -1) && !lua_toboolean(L, -1);
    lua_pop(L, 1);
    return stop ? TA_ECANCELLED : TA_OK;
}

void lcall_begin_shared(lcall *c, lua_State *L, lbox *box, const char *name) {
    /* A finalizer may have closed it since it was checked; once busy, none can. */
    if (box && !box->object) lraise(L, "%s: this %s is closed", name, box->type->noun);
    c->call.host = c;
    c->call.poll = poll;
    c->call.ticks = 0;
    c->call.message[0] = '\0';
    c->L = L;
    c->box = box;
    c->name = name;
    c->progress = 0;
    c->error = 0;
    c->next = 0;
    if (box) box->busy++;
}

void lcall_begin(lcall *c, lua_State *L, lbox *box, const char *name) {
    if (box && box->busy)
        lraise(L, "%s: this %s is in use; a rule cannot call the game it belongs to", name,
               box->type->noun);
    lcall_begin_shared(c, L, box, name);
}

void *lcall_begin_game(lcall *c, lua_State *L, lbox *box, int index, const char *name) {
    lua_getiuservalue(L, index, 2);
    lcall_begin(c, L, box, name);
    lcall_progress(c, lua_gettop(L));
    return box->object;
}

void lcall_progress(lcall *c, int index) {
    c->progress = lua_isfunction(c->L, index) ? lua_absindex(c->L, index) : 0;
}

void lcall_end(lcall *c) {
    if (c->box) c->box->busy--;
    c->box = NULL;
}

/* Raise for all that is not a domain failure. */
static void raise_misuse(lcall *c, ta_status status) {
    lua_State *L = c->L;
    lcall_end(c);
    switch (status) {
    case TA_ECALLBACK:
        lua_settop(L, c->error);
        lua_error(L);
        break;
    case TA_ENOMEM: lraise(L, "not enough memory"); break;
    case TA_EINVAL:
    case TA_EBADRULE: lraise(L, "%s: %s", c->name, c->call.message); break;
    default: break;
    }
}

static void push_message(lcall *c, ta_status status) {
    const char *text = c->call.message;
    if (text[0] == '\0')
        text =
            status == TA_ECANCELLED ? "cancelled by the progress function" : ta_status_name(status);
    lua_pushfstring(c->L, "%s: %s", c->name, text);
}

int lcall_fail(lcall *c, ta_status status) {
    raise_misuse(c, status);
    lua_State *L = c->L;
    lua_settop(L, 0);
    lua_pushnil(L);
    push_message(c, status);
    lua_pushstring(L, ta_status_name(status));
    return 3;
}

static int failure_text(lua_State *L) {
    lua_getfield(L, 1, "message");
    return 1;
}

int lcall_raise(lcall *c, ta_status status) {
    raise_misuse(c, status);
    lua_State *L = c->L;
    lua_createtable(L, 0, 2);
    push_message(c, status);
    lua_setfield(L, -2, "message");
    lua_pushstring(L, ta_status_name(status));
    lua_setfield(L, -2, "code");
    if (luaL_newmetatable(L, "takeaway.failure")) {
        lua_pushcfunction(L, failure_text);
        lua_setfield(L, -2, "__tostring");
    }
    lua_setmetatable(L, -2);
    return lua_error(L);
}

/* Message handler: text errors get what was being asked and a traceback; error
** objects of other types pass through as they are. */
static int add_traceback(lua_State *L) {
    if (lua_type(L, 1) != LUA_TSTRING) return 1;
    const char *where = lua_tostring(L, lua_upvalueindex(1));
    lua_pushfstring(L, "%s\n  in %s", lua_tostring(L, 1), where);
    luaL_traceback(L, L, lua_tostring(L, -1), 1);
    return 1;
}

/* The body run under the outer pcall: it may allocate, and so may fail. */
static int call_with_handler(lua_State *L) {
    int nargs = lua_gettop(L) - 3;
    int nresults = (int)lua_tointeger(L, 1);
    const char *where = lua_touserdata(L, 2);
    lua_pushstring(L, where);
    lua_pushcclosure(L, add_traceback, 1);
    lua_replace(L, 2);
    if (lua_pcall(L, nargs, nresults, 2)) return lua_error(L);
    return lua_gettop(L) - 2;
}

ta_status lcall_protected(lcall *c, int nargs, int nresults, const char *where) {
    lua_State *L = c->L;
    int base = lua_gettop(L) - nargs; /* of the function */
    lua_pushcfunction(L, call_with_handler);
    lua_pushinteger(L, nresults);
    lua_pushlightuserdata(L, (void *)(uintptr_t)where);
    lua_rotate(L, base, 3);
    return lua_pcall(L, nargs + 3, nresults, 0) ? keep_error(c) : TA_OK;
}

ta_allocator lcall_allocator(lua_State *L) {
    ta_allocator a;
    a.resize = lua_getallocf(L, &a.ctx);
    return a;
}
