/*
** call.c - calls, interrupts and errors between Lua and the core.
**
** Ctrl-C: the interpreter sets its hook on the main thread, and the hook fires only when Lua code
** or a function called from Lua runs. poll therefore calls a no-op through lua_pcall. Inside a
** coroutine it lends the main thread's hook to the coroutine for that call. If the hook removed
** itself, poll removes it from the main thread too.
*/
#include "call.h"

#include <string.h>

#include "base/check.h"
#include "userdata_int.h"

/* ---- Interrupts and progress ---- */

/* Keep the error object on top of the stack for lcall_fail. */
static ta_status keep_error(lcall *c) {
    c->error = lua_gettop(c->L);
    return TA_ECALLBACK;
}

static int no_op(lua_State *L) {
    (void)L;
    return 0;
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
    if (!lbudget_foreign_hook(main) && !lbudget_foreign_hook(L)) return TA_OK;
    c->ran++;
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

/* Call the progress function on top. *stop is set when it returns false. [-1, +0], or [-1, +1] on
** failure */
static ta_status tell(lcall *c, double done, double total, int *stop) {
    lua_State *L = c->L;
    c->ran++;
    lua_pushnumber(L, done);
    lua_pushnumber(L, total);
    ta_status s = lcall_protected(c, 2, 1, "progress");
    if (s == TA_ECALLBACK) lbudget_broken(L);
    if (s) return s;
    *stop |= lua_isboolean(L, -1) && !lua_toboolean(L, -1);
    lua_pop(L, 1);
    return TA_OK;
}

/* Call all progress functions of the budgets in force, the call's own among them. Without any, call
** the watcher. */
static ta_status report(lcall *c, double now, double done, double total) {
    int stop = 0, heard = 0;
    for (lbudget *b = c->state->top; b; b = b->outer) {
        if (!b->level) continue;
        heard = 1;
        if (now < b->next) continue;
        b->next = now + REPORT_EVERY;
        lbudget_push_progress(c->L, b);
        ta_status s = tell(c, done, total, &b->cancelled);
        if (s) return s;
        stop |= b->cancelled;
    }
    if (heard || now < c->next) return stop ? TA_ECANCELLED : TA_OK;
    c->next = now + REPORT_EVERY;
    if (!lbudget_push_watcher(c->L)) return TA_OK;
    c->watched = 1;
    ta_status s = tell(c, done, total, &stop);
    if (s) return s;
    if (stop) lbudget_cancel(c->state);
    return stop ? TA_ECANCELLED : TA_OK;
}

static ta_status poll(ta_call *call, double done, double total) {
    lcall *c = call->host;
    ta_status s = check_interrupt(c);
    if (s) return s;
    double now = lbudget_now(c->state);
    s = lbudget_check(c->L, c->state, call, now, 1);
    return s ? s : report(c, now, done, total);
}

/* ---- Threads ---- */

unsigned lcall_threads(lua_State *L) {
    return lstate_of(L)->threads;
}

void lcall_use_threads(lua_State *L, unsigned threads) {
    lstate_of(L)->threads = threads;
}

/* ---- Before the core ---- */

void lcall_function(lcall *c, lua_State *L, const char *name) {
    lcall_start(c, L, lstate_of(L), name);
}

void lcall_start(lcall *c, lua_State *L, lstate *state, const char *name) {
    c->L = L;
    c->name = name;
    c->call.threads = 0;
    c->box = NULL;
    c->also = NULL;
    c->also_count = 0;
    c->self = 0;
    c->progress = 0;
    c->error = 0;
    c->object = NULL;
    c->next = 0;
    c->state = state;
    c->entered = 0;
    c->hooked = 0;
    c->serial = c->state->calls++;
    c->ran = 0;
    c->watched = 0;
}

void lcall_on(lcall *c, lua_State *L, int index, const ludata_type *type, const char *name) {
    lcall_function(c, L, name);
    c->self = lua_absindex(L, index);
    c->box = ludata_check(L, index, type, name);
}

void lcall_method(lcall *c, lua_State *L, const ludata_type *type, const char *name) {
    lcall_on(c, L, 1, type, name);
}

void lcall_also(lcall *c, ludata *const *boxes, int count) {
    c->also = boxes;
    c->also_count = count;
}

void lcall_progress(lcall *c, int index) {
    c->progress = lua_isfunction(c->L, index) ? lua_absindex(c->L, index) : 0;
}

/* ---- The core ---- */

/* Raise unless the box is open and free. A finalizer may have closed it since it was checked. */
static void require(const lcall *c, const ludata *box, int shared) {
    if (!box->object) lraise(c->L, "%s: this %s is closed", c->name, box->type->noun);
    if (!box->busy || shared) return;
    const char *why = box->type->in_use;
    if (!why) why = "in use; a rule cannot call the game it belongs to";
    lraise(c->L, "%s: this %s is %s", c->name, box->type->noun, why);
}

static int any(const ta_limits *l) {
    return l->positions > 0 || l->bytes > 0 || l->seconds > 0 || l->depth > 0;
}

/* Enter the call's budget. May raise for lack of memory: nothing is in use yet. */
static void enter(lcall *c) {
    static const ta_limits none = { 0, 0, 0, 0 };
    const ta_limits *limits = c->box ? &c->box->limits : &none;
    lstate *s = c->state;
    s->refused = NULL;
    if (!c->progress && !any(limits)) return;
    lbudget_enter(c->L, s, &c->budget, limits, NULL, c->progress);
    c->entered = 1;
    c->hooked = limits->seconds > 0 && lbudget_hook(c->L);
}

static void begin(lcall *c, int shared) {
    ludata *box = c->box;
    if (!lua_checkstack(c->L, 16)) lraise(c->L, "%s: stack overflow", c->name);
    if (box && box->hears && !c->progress) {
        lua_getiuservalue(c->L, c->self, box->type->progress);
        lcall_progress(c, -1);
    }
    lbudget_sweep(c->L, c->state);
    if (box) require(c, box, shared);
    for (int i = 0; i < c->also_count; i++) require(c, c->also[i], 0);
    enter(c);
    c->call.host = c;
    c->call.poll = poll;
    c->call.ticks = lbudget_late(c->state) ? UINT16_MAX : 0; /* over time: the next poll fails */
    c->call.message[0] = '\0';
    if (box && !c->call.threads) c->call.threads = box->threads;
    if (!c->call.threads) c->call.threads = c->state->threads;
    if (!box) return;
    box->busy++;
    for (int i = 0; i < c->also_count; i++) c->also[i]->busy++;
    c->object = box->object;
}

void lcall_begin(lcall *c) {
    begin(c, 0);
}

void lcall_begin_shared(lcall *c) {
    begin(c, 1);
}

void lcall_end(lcall *c) {
    if (c->object) {
        c->box->busy--;
        for (int i = 0; i < c->also_count; i++) c->also[i]->busy--;
    }
    c->object = NULL;
    if (c->entered) {
        c->entered = 0;
        lbudget_unhook(c->L, c->hooked);
        lbudget_leave(c->L, c->state, &c->budget);
    }
    if (c->watched) lbudget_tell_end(c->L);
    c->watched = 0;
}

/* ---- Pushing results ---- */

typedef struct pushing {
    lcall_pusher *push;
    const void *results;
} pushing;

static int run_pusher(lua_State *L) {
    const pushing *p = lua_touserdata(L, 1);
    lua_remove(L, 1);
    return p->push(L, p->results);
}

ta_status lcall_push(lcall *c, lcall_pusher *push, const void *results, int nargs) {
    lua_State *L = c->L;
    pushing p = { push, results };
    c->ran++;
    ta_assert(!c->box || c->object);
    if (!lua_checkstack(L, 4)) return TA_ENOMEM;
    lua_pushcfunction(L, run_pusher);
    lua_pushlightuserdata(L, &p);
    lua_rotate(L, -nargs - 2, 2);
    return lua_pcall(L, nargs + 1, LUA_MULTRET, 0) ? keep_error(c) : TA_OK;
}

typedef struct asking {
    size_t size;
    void **block;
} asking;

static int push_block(lua_State *L, const void *results) {
    const asking *a = results;
    *a->block = lua_newuserdatauv(L, a->size, 0);
    return 1;
}

ta_status lcall_block(lcall *c, size_t size, void **block) {
    asking a = { size, block };
    return lcall_push(c, push_block, &a, 0);
}

int lcall_give(lcall *c, lcall_pusher *push, const void *results) {
    int base = lua_gettop(c->L);
    ta_status s = lcall_push(c, push, results, 0);
    if (s) return lcall_fail(c, s);
    lcall_end(c);
    return lua_gettop(c->L) - base;
}

int lcall_tostring(lua_State *L, const ludata_type *type, lcall_pusher *push) {
    const ludata *box = ludata_test(L, 1, type);
    lcall c;
    if (!box || !box->object) {
        lua_pushfstring(L, "%s (closed)", type->noun);
        return 1;
    }
    lcall_method(&c, L, type, "tostring");
    lcall_begin_shared(&c);
    return lcall_give(&c, push, c.object);
}

/* ---- Failures ---- */

/* Raise for every status that is not a domain failure. */
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

/* Does the message begin with the name of a call? */
static int names_call(const char *message) {
    const char *end = message;
    while ((*end >= 'a' && *end <= 'z') || *end == '_') end++;
    return end > message && strncmp(end, ": ", 2) == 0;
}

/* When a rule raised a failure, its own or of a call it made, this call fails with it. Leaves the
** core. [-0, +3], or 0 when something else was raised. */
static int pass_failure(lcall *c) {
    lua_State *L = c->L;
    lcall_end(c);
    lua_settop(L, c->error);
    if (!lua_checkstack(L, 8) || !lua_istable(L, -1) ||
        luaL_getmetafield(L, -1, "__name") != LUA_TSTRING)
        return 0;
    int failed = strcmp(lua_tostring(L, -1), "takeaway.failure") == 0;
    failed = failed && lua_getfield(L, c->error, "message") == LUA_TSTRING &&
             lua_getfield(L, c->error, "code") == LUA_TSTRING;
    if (!failed) return 0;
    const char *message = lua_tostring(L, -2);
    lua_pushnil(L);
    if (names_call(message)) lua_pushvalue(L, -3);
    else lua_pushfstring(L, "%s: %s", c->name, message);
    lua_pushvalue(L, -3);
    return 3;
}

int lcall_fail(lcall *c, ta_status status) {
    status = lbudget_memory(c->state, &c->call, status);
    int passed = status == TA_ECALLBACK ? pass_failure(c) : 0;
    if (passed) return passed;
    raise_misuse(c, status);
    lua_State *L = c->L;
    lua_settop(L, 0);
    lua_pushnil(L);
    push_message(c, status);
    lua_pushstring(L, ta_status_name(status));
    return 3;
}

int lcall_raise(lcall *c, ta_status status) {
    status = lbudget_memory(c->state, &c->call, status);
    raise_misuse(c, status);
    push_message(c, status);
    return lbudget_raise(c->L, status);
}

/* ---- Callbacks ---- */

/* Message handler: adds the call's description and a traceback to text errors. Error objects of
** other types pass through unchanged. */
static int add_traceback(lua_State *L) {
    if (lua_type(L, 1) != LUA_TSTRING) return 1;
    const char *where = lua_tostring(L, lua_upvalueindex(1));
    lua_pushfstring(L, "%s\n  in %s", lua_tostring(L, 1), where);
    luaL_traceback(L, L, lua_tostring(L, -1), 1);
    return 1;
}

/* The body run under the outer pcall, since it allocates and may fail. */
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
    int base = lua_gettop(L) - nargs; /* index of the function */
    if (lbudget_late(c->state)) {
        lua_settop(L, base - 1);
        lua_pushnil(L);
        return lbudget_check(L, c->state, &c->call, lbudget_now(c->state), 0);
    }
    lua_pushcfunction(L, call_with_handler);
    lua_pushinteger(L, nresults);
    lua_pushlightuserdata(L, (void *)(uintptr_t)where);
    lua_rotate(L, base, 3);
    return lua_pcall(L, nargs + 3, nresults, 0) ? keep_error(c) : TA_OK;
}

ta_allocator lcall_allocator(lua_State *L) {
    return lbudget_allocator(L);
}
