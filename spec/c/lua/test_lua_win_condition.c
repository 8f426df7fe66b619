/*
** test_lua_win_condition.c - scripts on win conditions under an allocator that fails
** from the k-th request on, for k = 0, 1, 2, ... until the script succeeds: every
** failure is the plain memory error, and nothing leaks.
*/
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include "testing.h"

int luaopen_takeaway_core(lua_State *L);

static const char *const scripts[] = {
    "local w = core.win_condition{1,2}; local b = core.load_certificate(w:certificate())\n"
    "assert(b:check() and b:winner(1 << 60, 3, 4) and #b:winning_moves(9, 9, 9) >= 0 and "
    "b:least_cash(3, 1))\n"
    "assert(b.period == 3 and #b.set == 2 and #b:word(1) == 2 and #tostring(b) > 20)",
    "local n = 0; local w = core.win_condition({2,3}, {progress = function() n = n + 1 end}); "
    "assert(w:check())",
    "local ok, e = pcall(core.win_condition, {2,3}, {progress = function() error('stop') end, "
    "max_base = 3840})\n"
    "assert(ok or e:match('stop') or e:match('memory')); if not ok and e:match('memory') then "
    "error(e, 0) end",
    "local w, e, c = core.load_certificate('{'); assert(not w and c == 'EIO')",
    "local w, e, c = core.win_condition({3,5,6,10,11}, {max_base = 30}); assert(not w and c == "
    "'ELIMIT')",
};

static int body(lua_State *L) {
    const char *script = lua_touserdata(L, 1);
    luaL_requiref(L, "_G", luaopen_base, 1);
    luaL_requiref(L, "string", luaopen_string, 1);
    luaL_requiref(L, "core", luaopen_takeaway_core, 1);
    lua_settop(L, 0);
    if (luaL_loadstring(L, script)) return lua_error(L);
    lua_call(L, 0, 0);
    return 0;
}

/* How the script ends when only `k` requests are granted. */
static int run_with(const char *script, long k) {
    oom o;
    oom_start(&o, k, 1);
    lua_State *L = lua_newstate(oom_lua, &o);
    int status = LUA_ERRMEM;
    if (L) {
        lua_pushcfunction(L, body);
        lua_pushlightuserdata(L, (void *)(uintptr_t)script);
        status = lua_pcall(L, 1, 0, 0);
        const char *why = status ? lua_tostring(L, -1) : "";
        if (status && (!why || !strstr(why, "not enough memory")))
            fail_msg("%s: request %ld: %s", script, k, why ? why : "(no message)");
        lua_close(L);
    }
    assert_int_equal(o.blocks, 0);
    assert_int_equal(o.bytes, 0);
    return status;
}

TEST(every_request_fails) {
    long step =
        getenv("TAKEAWAY_SHORT") ? 97 : 7; /* wider far on, where the same loops ask again */
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
        for (long k = 0; run_with(scripts[i], k) != LUA_OK; k += step + k / 100)
            assert_true(k < 100000);
}

RUN_TESTS
