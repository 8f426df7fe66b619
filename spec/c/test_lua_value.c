/*
** test_lua_value.c - values in a Lua state whose allocator fails: the k-th allocation
** and all after, k = 1, 2, ...: every failure is "not enough memory", nothing leaks,
** and the state is usable once there is memory.
*/
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "oom_value.h"

int luaopen_takeaway_core(lua_State *L);

static const char *const script =
    "local core = ...\n"
    "local v = core.value '{3|1||0}' + core.up(2) - core.star(3)\n"
    "local w = core.value { left = { v, '1/2' }, right = { -1, core.number(-2.5) } }\n"
    "local t = w:thermograph()\n"
    "assert(v:left_options() and w:left_incentives() and w:outcome())\n"
    "assert(w:cool '1/2' and w:heat(1) and w:overheat(1, 1) and w:reduced_canonical_form())\n"
    "assert(tostring(w) and w:text 'unicode' and w:text 'latex')\n"
    "assert(core.value '^*':atomic_weight():equals(1))\n"
    "assert(not pcall(core.value, '{1|') and select(3, core.star(1 << 40)) == 'ERANGE')\n"
    "assert(core.cash_value({ 1, 2 }, 6, 4, math.huge):outcome())\n"
    "assert(v < 9 and v ~= w and not v:confused(9))\n";

static void test_oom(void **state) {
    (void)state;
    for (size_t k = 0;; k++) {
        oom_value o = { SIZE_MAX, 0, 0 };
        lua_State *L = lua_newstate(oom_value_resize, &o);
        assert_non_null(L);
        luaL_openlibs(L);
        luaL_requiref(L, "takeaway.core", luaopen_takeaway_core, 0);
        assert_int_equal(luaL_loadstring(L, script), LUA_OK); /* 1: the library, 2: the script */
        lua_pushvalue(L, 2);
        lua_pushvalue(L, 1);
        o.left = k;
        int failed = lua_pcall(L, 1, 0, 0);
        o.left = SIZE_MAX;
        if (failed) {
            const char *message = lua_tostring(L, -1);
            assert_non_null(message);
            if (!strstr(message, "not enough memory"))
                fail_msg("k = %lu: %s", (unsigned long)k, message);
            lua_pushvalue(L, 2);
            lua_pushvalue(L, 1);
            lua_call(L, 1, 0);
        }
        lua_close(L);
        assert_int_equal(o.blocks, 0);
        if (!failed) {
            assert_true(k > 50);
            return;
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_oom) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
