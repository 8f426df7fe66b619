/*
** budget.c - the budgets in force: their stack, the clock, the counting allocator, and the polls of
** loops in Lua.
*/
#include "budget.h"

#include <lauxlib.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "raise.h"
#include "base/status.h"

#define HOOK_STEPS 10000 /* instructions of Lua between two checks of a budget */
#define REPORT_EVERY 0.05 /* seconds between calls of a progress function */

static const char state_key = 0;   /* registry: the lstate */
static const char hearers_key = 0; /* registry: progress functions, by level */

/* ---- The state ---- */

static lstate *make_state(lua_State *L) {
    lstate *s = lua_newuserdatauv(L, sizeof *s, 0);
    memset(s, 0, sizeof *s);
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
    s->main = lua_tothread(L, -1);
    lua_pop(L, 1);
    lua_newtable(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &hearers_key);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &state_key);
    return s;
}

lstate *lstate_of(lua_State *L) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &state_key);
    lstate *s = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return s;
}

double lbudget_now(lstate *s) {
    if (s->step > 0) return s->now += s->step;
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- Entering and leaving ---- */

static int64_t least(int64_t a, int64_t b) {
    return a == 0 || (b > 0 && b < a) ? b : a;
}

static double lua_bytes(lua_State *L) {
    return 1024.0 * lua_gc(L, LUA_GCCOUNT) + lua_gc(L, LUA_GCCOUNTB);
}

static void bound_memory(lua_State *L, const lstate *s, lbudget *b) {
    double room = (double)(SIZE_MAX / 2 - s->held);
    size_t bytes = (size_t)(b->own.bytes < room ? b->own.bytes : room);
    b->most = s->held + bytes;
    b->sweep = s->held + bytes / 2;
    b->lua_most = b->lua_sweep = lua_bytes(L) + b->own.bytes;
    if (b->memory && b->memory->most <= b->most) return;
    b->memory = b;
}

/* Each function reports once, however many budgets name it. */
static void hear_from(lua_State *L, lstate *s, lbudget *b, int progress) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &hearers_key);
    int known = 0;
    for (int i = 1; i <= s->levels && !known; i++) {
        lua_rawgeti(L, -1, i);
        known = lua_rawequal(L, -1, progress);
        lua_pop(L, 1);
    }
    if (!known) {
        lua_pushvalue(L, progress);
        lua_rawseti(L, -2, s->levels + 1);
        b->level = ++s->levels;
    }
    lua_pop(L, 1);
}

void lbudget_enter(lua_State *L, lstate *s, lbudget *b, const ta_limits *own, const char *who,
                   int progress) {
    const lbudget *outer = s->top;
    *b = (lbudget){ .outer = s->top, .who = who, .own = *own };
    if (outer) {
        b->time = outer->time;
        b->memory = outer->memory;
        b->cancelled = outer->cancelled;
    }
    b->positions = least(own->positions, outer ? outer->positions : 0);
    b->depth = least(own->depth, outer ? outer->depth : 0);
    if (progress) hear_from(L, s, b, lua_absindex(L, progress));
    if (own->seconds > 0) {
        b->ends = lbudget_now(s) + own->seconds;
        if (!b->time || b->ends < b->time->ends) b->time = b;
    }
    if (own->bytes > 0) bound_memory(L, s, b);
    s->top = b;
}

void lbudget_leave(lua_State *L, lstate *s, lbudget *b) {
    s->top = b->outer;
    if (!b->level) return;
    lua_rawgetp(L, LUA_REGISTRYINDEX, &hearers_key);
    lua_pushnil(L);
    lua_rawseti(L, -2, b->level);
    lua_pop(L, 1);
    s->levels = b->level - 1;
}

void lbudget_push_progress(lua_State *L, const lbudget *b) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &hearers_key);
    lua_rawgeti(L, -1, b->level);
    lua_remove(L, -2);
}

/* ---- The watcher ---- */

static const char watcher_key = 0; /* registry: the watcher */

int lbudget_push_watcher(lua_State *L) {
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &watcher_key) == LUA_TFUNCTION) return 1;
    lua_pop(L, 1);
    return 0;
}

void lbudget_tell_end(lua_State *L) {
    if (lbudget_push_watcher(L)) lua_call(L, 0, 0);
}

static int watch(lua_State *L) {
    if (!lua_isnoneornil(L, 1)) luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &watcher_key);
    return 0;
}

static int watching(lua_State *L) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &watcher_key);
    return 1;
}

/* ---- Has a budget ended? ---- */

static ta_status reached(ta_call *call, const char *what, double much, const lbudget *b) {
    const char *by = b->who ? ", set by " : "";
    return ta_fail(call, TA_ELIMIT, "the limit of %.14g %s is reached%s%s", much, what, by,
                   b->who ? b->who : "");
}

/* The budget whose bytes Lua's own memory still exceeds after a garbage collection. The next
** collection waits until Lua's memory has grown by a quarter of the limit. */
static const lbudget *full(lua_State *L, lstate *s) {
    for (lbudget *b = s->top; b; b = b->outer) {
        if (b->own.bytes == 0 || lua_bytes(L) <= b->lua_sweep) continue;
        lua_gc(L, LUA_GCCOLLECT);
        double held = lua_bytes(L), next = held + b->own.bytes / 4;
        if (held > b->lua_most) return b;
        b->lua_sweep = next > b->lua_most ? next : b->lua_most;
    }
    return NULL;
}

ta_status lbudget_check(lua_State *L, lstate *s, ta_call *call, double now, int lua) {
    const lbudget *b = s->top;
    s->polls++;
    if (!b) return TA_OK;
    if (b->time && now > b->time->ends) {
        s->late++;
        return reached(call, "seconds", b->time->own.seconds, b->time);
    }
    const lbudget *large = lua && b->memory ? full(L, s) : NULL;
    if (large) return reached(call, "bytes of memory", large->own.bytes, large);
    for (; b; b = b->outer)
        if (b->cancelled) {
            s->late++;
            return ta_fail(call, TA_ECANCELLED, "cancelled by the progress function");
        }
    return TA_OK;
}

void lbudget_cancel(lstate *s) {
    for (lbudget *b = s->top; b; b = b->outer) b->cancelled = 1;
}

int lbudget_late(lstate *s) {
    const lbudget *b = s->top;
    return b && b->time && lbudget_now(s) > b->time->ends;
}

/* ---- Memory ---- */

static int refuses(lstate *s, size_t more) {
    const lbudget *b = s->top ? s->top->memory : NULL;
    if (!b || (s->held <= b->most && more <= b->most - s->held)) return 0;
    s->refused = b;
    s->refusals++;
    return 1;
}

static void *counted(void *ctx, void *block, size_t old, size_t size) {
    lstate *s = ctx;
    void *lua;
    if (!block) old = 0;
    if (size > old && refuses(s, size - old)) return NULL;
    lua_Alloc resize = lua_getallocf(s->main, &lua);
    void *got = resize(lua, block, old, size);
    if (got || size == 0) s->held += size - old;
    return got;
}

ta_allocator lbudget_allocator(lua_State *L) {
    ta_allocator a = { counted, lstate_of(L) };
    return a;
}

void lbudget_sweep(lua_State *L, lstate *s) {
    lbudget *b = s->top ? s->top->memory : NULL;
    if (!b || s->held < b->sweep) return;
    lua_gc(L, LUA_GCCOLLECT);
    b->sweep = s->held + (b->most > s->held ? (b->most - s->held) / 2 : b->most);
}

ta_status lbudget_memory(lstate *s, ta_call *call, ta_status status) {
    if (status != TA_ENOMEM || !s->refused) return status;
    const lbudget *b = s->refused;
    s->refused = NULL;
    return reached(call, "bytes of memory", b->own.bytes, b);
}

/* ---- Failures as objects ---- */

static int failure_text(lua_State *L) {
    lua_getfield(L, 1, "message");
    return 1;
}

int lbudget_raise(lua_State *L, ta_status status) {
    lua_createtable(L, 0, 2);
    lua_insert(L, -2);
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

static int raise_failure(lua_State *L, const ta_call *call, ta_status status) {
    lua_pushstring(L, call->message);
    return lbudget_raise(L, status);
}

int lbudget_no_memory(lua_State *L) {
    ta_call call = TA_CALL_INIT;
    ta_status status = lbudget_memory(lstate_of(L), &call, TA_ENOMEM);
    if (status == TA_ENOMEM) return lraise(L, "not enough memory");
    return raise_failure(L, &call, status);
}

/* ---- Loops in Lua ---- */

static const char broken_key = 0; /* registry: what a progress function raised last */

void lbudget_broken(lua_State *L) {
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &broken_key);
}

/* broken(why): did a progress function raise this error? */
static int broken(lua_State *L) {
    lua_settop(L, 1);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &broken_key);
    lua_pushboolean(L, !lua_isnil(L, 1) && lua_rawequal(L, 1, 2));
    return 1;
}

/* Call the function on top: does it return false? [-1, +0] */
static int stops(lua_State *L, double done, double total) {
    lua_pushnumber(L, done);
    lua_pushnumber(L, total);
    if (lua_pcall(L, 2, 1, 0)) {
        lbudget_broken(L);
        lua_error(L);
    }
    int stop = lua_isboolean(L, -1) && !lua_toboolean(L, -1);
    lua_pop(L, 1);
    return stop;
}

/* Call the progress functions of all budgets, or else the watcher, each at most once in
** REPORT_EVERY. They may raise. */
static ta_status hear(lua_State *L, lstate *s, ta_call *call, double now, double done,
                      double total) {
    int heard = 0;
    for (lbudget *b = s->top; b; b = b->outer) {
        heard |= b->level;
        int first = b->next == 0; /* a short loop reports nothing */
        if (!b->level || now < b->next) continue;
        b->next = now + REPORT_EVERY;
        if (first) continue;
        lbudget_push_progress(L, b);
        b->cancelled |= stops(L, done, total);
    }
    if (!heard && s->next == 0) s->next = now + REPORT_EVERY;
    if (!heard && now >= s->next && lbudget_push_watcher(L)) {
        s->next = now + REPORT_EVERY;
        s->watched = 1;
        if (!stops(L, done, total)) return TA_OK;
        lbudget_cancel(s);
        return ta_fail(call, TA_ECANCELLED, "cancelled by the progress function");
    }
    return lbudget_check(L, s, call, now, 0);
}

static ta_status look(lua_State *L, lstate *s, ta_call *call, double done, double total) {
    double now = lbudget_now(s);
    ta_status status = lbudget_check(L, s, call, now, 1);
    return status ? status : hear(L, s, call, now, done, total);
}

static void hook(lua_State *L, lua_Debug *ar) {
    (void)ar;
    lstate *s = lstate_of(L);
    if (!s->top) lua_sethook(L, NULL, 0, 0); /* a coroutine made inside a budget keeps the hook */
    if (!s->top || s->shielded) return;
    ta_call call = TA_CALL_INIT;
    luaL_checkstack(L, 16, "within");
    ta_status status = look(L, s, &call, 0, 0);
    if (status) raise_failure(L, &call, status);
}

int lbudget_hook(lua_State *L) {
    if (lua_gethook(L)) return 0;
    lua_sethook(L, hook, LUA_MASKCOUNT, HOOK_STEPS);
    return 1;
}

void lbudget_unhook(lua_State *L, int hooked) {
    if (hooked && lua_gethook(L) == hook) lua_sethook(L, NULL, 0, 0);
}

int lbudget_foreign_hook(lua_State *L) {
    lua_Hook set = lua_gethook(L);
    return set && set != hook;
}

/* poll(call, done, total): raises a failure when a budget in force has ended. */
static int poll(lua_State *L) {
    lstate *s = lstate_of(L);
    ta_call call = TA_CALL_INIT;
    ta_status status = look(L, s, &call, luaL_optnumber(L, 2, 0), luaL_optnumber(L, 3, 0));
    if (!status) return 0;
    if (lua_isnoneornil(L, 1)) return raise_failure(L, &call, status);
    lua_pushfstring(L, "%s: %s", luaL_checkstring(L, 1), call.message);
    return lbudget_raise(L, status);
}

void lbudget_look(lua_State *L, double done, double total) {
    lua_pushcfunction(L, poll); /* called by Lua, so that a hook runs */
    lua_pushnil(L);
    lua_pushnumber(L, done);
    lua_pushnumber(L, total);
    lua_call(L, 3, 0);
}

/* over(): nil, or the message and code when a budget in force has ended. Calls no progress
** function. */
static int over(lua_State *L) {
    lstate *s = lstate_of(L);
    ta_call call = TA_CALL_INIT;
    ta_status status = lbudget_check(L, s, &call, lbudget_now(s), 0);
    if (!status) return 0;
    lua_pushstring(L, call.message);
    lua_pushstring(L, ta_status_name(status));
    return 2;
}

/* inherited(): the least limits in force on positions and depth of play, 0 for none; and whether
** any limit is in force. */
static int inherited(lua_State *L) {
    const lbudget *b = lstate_of(L)->top;
    lua_pushinteger(L, b ? b->positions : 0);
    lua_pushinteger(L, b ? b->depth : 0);
    lua_pushboolean(L, b && (b->positions > 0 || b->depth > 0 || b->time || b->memory));
    return 3;
}

/* ---- The clock and the counters ---- */

/* clock(): seconds of a monotonic clock. */
static int clock_now(lua_State *L) {
    lua_pushnumber(L, lbudget_now(lstate_of(L)));
    return 1;
}

/* step(seconds): from now on each reading advances that clock by `seconds`. step(0): the system's
** clock again. For tests. */
static int step(lua_State *L) {
    lstate_of(L)->step = luaL_checknumber(L, 1);
    return 0;
}

/* counts(): polls, those of them that reported an ended budget, refused requests for memory, and
** the bytes that core objects hold. Resets the counters. For tests. */
static int counts(lua_State *L) {
    lstate *s = lstate_of(L);
    lua_pushnumber(L, s->polls);
    lua_pushnumber(L, s->late);
    lua_pushnumber(L, s->refusals);
    lua_pushnumber(L, (lua_Number)s->held);
    s->polls = s->late = s->refusals = 0;
    return 4;
}

void lbudget_open(lua_State *L) {
    static const luaL_Reg functions[] = {
        { "inherited", inherited },
        { "broken", broken },
        { "poll", poll },
        { "over", over },
        { "clock", clock_now },
        { "counts", counts },
        { "step", step },
        { "watch", watch },
        { "watching", watching },
        { NULL, NULL },
    };
    if (!lstate_of(L)) make_state(L);
    luaL_setfuncs(L, functions, 0);
}
