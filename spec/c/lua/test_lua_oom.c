/*
** test_lua_oom.c - whole Lua scripts under an allocator that fails at the k-th
** request, for every k until the script succeeds: each failure is the plain memory
** error (never a crash, never another message), objects stay usable, nothing leaks.
*/
#include "testing.h"
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

int luaopen_takeaway_core(lua_State *L);

static const char *const scripts[] = {
    "local g = core.two_pile('4k'); assert(g:least_move(20, 23) > 0); "
    "assert(g:table(40):checksum() > 0)",
    "local g = core.two_pile(function(k) return k % 5 + 1 end, {misere = true}); g:table(20); "
    "g:winning_moves(9, 12, 5)",
    "local g = core.two_pile({1, 2, 3, rest = '2k'}); g:counterexample(100); g:admissible(100); "
    "g:options(5, 6, 3)",
    "local n = 0; for m in core.two_pile('2k'):winning_moves_iter(40, 60, 50) do n = n + m.take "
    "end; assert(n > 0)",
    "local f = core.move_function('min(2^k, 30)'); assert(f:tabulate(50)[7] == 30 and "
    "f:is_nondecreasing(90))",
    "local ok, e = pcall(core.two_pile, '2k+'); assert(not ok and (e:match('%^') or "
    "e:match('memory')))",
    "local g = core.two_pile(function(k) if k == 9 then error('rule') end return k end)\n"
    "local ok, e = pcall(g.table, g, 20); assert(not ok); if e:match('memory') then error(e, 0) "
    "end\n"
    "assert(g:least_move(3, 4) == 1)",
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

TEST(scripts_under_failing_allocation) {
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        long step = short_run() ? 7 : 1;
        for (long k = 0;; k += step) {
            oom o;
            oom_start(&o, k, 0);
            lua_State *L = lua_newstate(oom_lua, &o);
            int status = LUA_ERRMEM;
            if (L) {
                lua_pushcfunction(L, body);
                lua_pushlightuserdata(L, (void *)(uintptr_t)scripts[i]);
                status = lua_pcall(L, 1, 0, 0);
                const char *why = status ? lua_tostring(L, -1) : "";
                /* A full collection lets Lua retry, so a failure may pass unnoticed. */
                if (status && (!o.failed || !why || !strstr(why, "not enough memory")))
                    fail_msg("script %zu, request %ld: %s", i, k, why ? why : "(no message)");
                lua_close(L);
            }
            assert_int_equal(o.blocks, 0);
            assert_int_equal(o.bytes, 0);
            if (!o.failed) {
                assert_int_equal(status, LUA_OK);
                break;
            }
        }
    }
}

RUN_TESTS
