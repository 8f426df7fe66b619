/*
** test_lua_value.c - values in a Lua state whose allocator fails: the k-th allocation
** and all after, k = 1, 2, ...: every failure is "not enough memory", nothing leaks,
** and the state is usable once there is memory. And in a state whose finalizers clear the
** store at every point of a call at which they may run: an error, never another game.
*/
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include "testing.h"

int luaopen_takeaway_core(lua_State *L);

static const char *const script =
    "local core = ...\n"
    "local v = core.value '{3|1||0}' + core.up(2) - core.star(3)\n"
    "local w = core.value { left = { v, '1/2' }, right = { -1, core.number(-2.5) } }\n"
    "local t, long = w:thermograph(), {}\n"
    "for i = 1, 20 do long[i] = i % 2 == 0 and i or i .. '*' end\n"
    "assert(core.value { left = long, right = { v } })\n"
    "assert(v:left_options() and w:left_incentives() and w:outcome())\n"
    "assert(w:cool '1/2' and w:heat(1) and w:overheat(1, 1) and w:reduced_canonical_form())\n"
    "assert(tostring(w) and w:text 'unicode' and w:text 'latex')\n"
    "assert(core.value '^*':atomic_weight():equals(1))\n"
    "assert(not pcall(core.value, '{1|') and select(3, core.star(1 << 40)) == 'ERANGE')\n"
    "assert(core.cash_value({ 1, 2 }, 6, 4, math.huge):outcome())\n"
    "assert(v < 9 and v ~= w and not v:confused(9))\n";

TEST(test_oom) {
    for (long k = 0;; k++) {
        oom o;
        oom_start(&o, -1, 1);
        lua_State *L = lua_newstate(oom_lua, &o);
        assert_non_null(L);
        luaL_openlibs(L);
        luaL_requiref(L, "takeaway.core", luaopen_takeaway_core, 0);
        assert_int_equal(luaL_loadstring(L, script), LUA_OK); /* 1: the library, 2: the script */
        lua_pushvalue(L, 2);
        lua_pushvalue(L, 1);
        o.left = k;
        int failed = lua_pcall(L, 1, 0, 0);
        o.left = -1;
        if (failed) {
            const char *message = lua_tostring(L, -1);
            assert_non_null(message);
            if (!strstr(message, "not enough memory")) fail_msg("k = %ld: %s", k, message);
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

/* Small enough a state for cycles of the collector to end within a call. */
static const char *const clearing =
    "local core = ...\n"
    "local value, left, seen = core.value, 0, 0\n"
    "local function wait()\n" /* the left-th run of the finalizer clears */
    "  setmetatable({}, { __gc = function()\n"
    "    left = left - 1\n"
    "    if left == 0 then core.values:clear() end\n"
    "    if left > 0 then wait() end\n"
    "  end })\n"
    "end\n"
    "local calls = {\n"
    "  function() return core.star(300):left_options() end,\n"
    "  function() return value '{9*,{11|3},{12|2}|-3}':left_incentives() end,\n"
    "  function() return { value { left = { '{9|8}', '{11|7}' }, right = { 3 } } } end,\n"
    "  function() return { value '{3||2|1}' + value '{9|-9}' } end,\n"
    "  function() return { value '{3||2|1}':thermograph().mean } end,\n"
    "}\n"
    "for _, call in ipairs(calls) do\n"
    "  local expected = {}\n"
    "  for i, v in ipairs(call()) do expected[i] = tostring(v) end\n"
    "  for k = 1, 400 do\n"
    "    collectgarbage('incremental', 10, 1000)\n"
    "    collectgarbage()\n"
    "    core.values:clear()\n"
    "    left = k\n"
    "    wait()\n"
    "    local ok, made = pcall(call)\n"
    "    local done = left > 0\n"
    "    left = 0\n"
    "    if done then break end\n"
    "    seen = seen + 1\n"
    "    for i = 1, 40 do value('{' .. i .. '|-1}') end\n" /* these have the ids of the old */
    "    if not ok then assert(made:find('cleared', 1, true), made) end\n"
    "    for i, v in ipairs(ok and made or {}) do\n"
    "      local text = tostring(v)\n"
    "      if not text:find 'cleared' then assert(text == expected[i], text) end\n"
    "    end\n"
    "  end\n"
    "end\n"
    "return seen\n";

TEST(test_finalizers) {
    lua_State *L = luaL_newstate();
    assert_non_null(L);
    luaL_openlibs(L);
    assert_int_equal(luaL_loadstring(L, clearing), LUA_OK);
    luaL_requiref(L, "takeaway.core", luaopen_takeaway_core, 0);
    if (lua_pcall(L, 1, 1, 0)) fail_msg("%s", lua_tostring(L, -1));
    assert_true(lua_tointeger(L, -1) > 30);
    lua_close(L);
}

RUN_TESTS
