/*
** within.c - functions called within a budget, and functions undone however they end.
*/
#include <lauxlib.h>
#include <string.h>

#include "budget.h"
#include "raise.h"
#include "base/status.h"

/* Return nil, message, code for the failure on top, as lcall_fail does. Raises any other error
** again. */
static int give_failure(lua_State *L) {
    int at = lua_gettop(L);
    if (lua_istable(L, at) && luaL_getmetafield(L, at, "__name") == LUA_TSTRING &&
        strcmp(lua_tostring(L, -1), "takeaway.failure") == 0 &&
        lua_getfield(L, at, "message") == LUA_TSTRING &&
        lua_getfield(L, at, "code") == LUA_TSTRING) {
        lua_pushnil(L);
        lua_insert(L, -3);
        return 3;
    }
    lua_settop(L, at);
    return lua_error(L);
}

/* f returned nil, message, code from `at` on after its budget was cancelled. Replace them by
** ECANCELLED. */
static void give_cancelled(lua_State *L, const lbudget *b, int at) {
    if (!b->cancelled || lua_gettop(L) != at + 2 || !lua_isnil(L, at)) return;
    if (lua_type(L, at + 1) != LUA_TSTRING || lua_type(L, at + 2) != LUA_TSTRING) return;
    const char *code = ta_status_name(TA_ECANCELLED);
    if (strcmp(lua_tostring(L, at + 2), code) == 0) return;
    lua_settop(L, at);
    lua_pushliteral(L, "cancelled by the progress function");
    lua_pushstring(L, code);
}

enum { POSITIONS = 1, BYTES, SECONDS, DEPTH, PROGRESS, WHO, HOOKED, FUNCTION };

/* within(positions, bytes, seconds, depth, progress, who, hooked, f, ...): calls f within a budget
** and returns its results. Returns nil, message, code when f raises a failure, and ECANCELLED when
** f fails after it was cancelled. 0: no limit. f cannot yield out of the call. */
static int within(lua_State *L) {
    lstate *s = lstate_of(L);
    lbudget b;
    ta_limits own = { luaL_checkinteger(L, POSITIONS), luaL_checknumber(L, BYTES),
                      luaL_checknumber(L, SECONDS), luaL_checkinteger(L, DEPTH) };
    const char *who = luaL_optstring(L, WHO, NULL);
    int hears = lua_isfunction(L, PROGRESS);
    int loops = lua_toboolean(L, HOOKED) && (hears || own.bytes > 0);
    luaL_checkany(L, FUNCTION);
    if (!s->top) s->next = 0;
    lbudget_enter(L, s, &b, &own, who, hears ? PROGRESS : 0);
    int hooked = (loops || own.seconds > 0) && lbudget_hook(L);
    int failed = lua_pcall(L, lua_gettop(L) - FUNCTION, LUA_MULTRET, 0);
    lbudget_unhook(L, hooked);
    lbudget_leave(L, s, &b);
    if (!failed) give_cancelled(L, &b, FUNCTION);
    if (s->watched && !s->top) {
        s->watched = 0;
        lbudget_tell_end(L);
    }
    return failed ? give_failure(L) : lua_gettop(L) - FUNCTION + 1;
}

/* ensure(undo, f, ...): f(...), then undo() however f ends. No budget interrupts undo. */
static int after(lua_State *L, int status, lua_KContext extra) {
    lstate *s = lstate_of(L);
    (void)extra;
    s->shielded++;
    lua_pushvalue(L, 1);
    int failed = lua_pcall(L, 0, 0, 0);
    s->shielded--;
    if (failed || (status != LUA_OK && status != LUA_YIELD)) return lua_error(L);
    return lua_gettop(L) - 1;
}

static int ensure(lua_State *L) {
    luaL_checkany(L, 2);
    luaL_checkstack(L, 4, "ensure");
    return after(L, lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, after), 0);
}

void lwithin_open(lua_State *L) {
    static const luaL_Reg functions[] = {
        { "within", within },
        { "ensure", ensure },
        { NULL, NULL },
    };
    luaL_setfuncs(L, functions, 0);
    lraise_past(L, within);
    lraise_past(L, ensure);
}
