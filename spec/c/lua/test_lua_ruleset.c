/*
** The Lua binding of the engine under an allocator that refuses its k-th request, for
** k = 0, 1, 2, ... until all succeeds: the error is an error, nothing is leaked, and the same
** objects answer rightly afterwards.
*/
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include "testing.h"

extern int luaopen_takeaway_core(lua_State *L);

static const char setup[] =
    "local core = core\n"
    "local function rules() return core.ruleset{ name = 'Nim', options = function(emit, n)\n"
    "  for k = 1, n do emit(n - k) end end } end\n"
    "kept = rules()\n"
    "text = core.ruleset{ name = 'T', left = function(emit, s) if #s > 0 then emit(s:sub(2)) end "
    "end,\n"
    "  right = function(emit, s) if #s > 1 then emit(s:sub(3)) end end,\n"
    "  canonical = function(s) return s end }\n"
    "parts = core.ruleset{ name = 'K', options = function(emit, n) for a = 0, n - 1 do emit(a, n - "
    "1 - a) end end,\n"
    "  parts = function(...) local t = {} for _, h in ipairs{...} do if h > 0 then t[#t + 1] = { h "
    "} end end return t end }\n"
    "hot = core.ruleset{ name = 'H', left = function(emit, n) for a = 0, n - 1 do emit(a, n - 1 - "
    "a) end end,\n"
    "  right = function(emit, n) for a = 0, n - 2 do emit(a, n - 2 - a) end end,\n"
    "  parts = function(...) local t = {} for _, h in ipairs{...} do if h > 0 then t[#t + 1] = { h "
    "} end end return t end }\n"
    "local function joined(...) local t = {} for i, n in ipairs{...} do t[i] = ('x'):rep(n) end "
    "return table.concat(t, '/') end\n"
    "packed = core.ruleset{ name = 'P', options = function(emit, s) for i = 1, #s do "
    "emit(s:sub(1, i - 1) .. '/' .. s:sub(i + 1)) end end,\n"
    "  parts = function(s) local t = {} for row in s:gmatch('x+') do t[#t + 1] = { row } end "
    "return "
    "t end,\n"
    "  packed = { read = function(s) if #s < 5 and s:find('^x+$') then return #s end end, show = "
    "joined,\n"
    "    options = function(emit, n) for a = 0, n - 1 do emit(a, n - 1 - a) end end,\n"
    "    parts = function(emit, ...) for _, n in ipairs{...} do if n > 0 then emit(n) end end end "
    "} "
    "}\n"
    "sum = core.sum{ kept, text, packed }\n"
    "function work()\n"
    "  local r = rules()\n"
    "  assert(r:nim_value(9) == 9)\n"
    "  assert(kept:nim_value(12) == 12)\n"
    "  assert(kept:outcome(true, 5) == 'N')\n"
    "  assert(#kept:options(0, nil, 6) == 6)\n"
    "  assert(#kept:options(0, 0, 6) == 1)\n"
    "  assert(kept:followers(5) == 6)\n"
    "  assert(text:outcome(false, 'a string of more than seven bytes') == 'P')\n"
    "  assert(parts:nim_value(6) == 0)\n"
    "  assert(sum:outcome({ { 1, 1, 2, 3 }, { 2, 1, 1, 'abc' } }, nil, false) == 'P')\n"
    "  assert(sum:remoteness({ { 1, 1, 1, 2 }, { 2, 1, 1, 'ab' } }, nil, true, 0))\n"
    "  local v = hot:canonical_form(9)\n"
    "  assert(hot:known_canonical_form(9) == v and not hot:known_canonical_form(11))\n"
    "  assert(text:canonical_form('lrlrlrl'):outcome() == text:outcome(false, 'lrlrlrl'))\n"
    "  hot:clear()\n"
    "  assert(not hot:known_canonical_form(9) and hot:canonical_form(8))\n"
    "  core.values:clear()\n"
    "  assert(hot:canonical_form(8))\n"
    "  hot:clear() core.values:clear()\n"
    "  assert(packed:nim_value('xxxxxxx') == 1 and packed:nim_value('xxxx') == 0)\n"
    "  assert(packed:options(0, nil, 'xxx')[2][1] == 'x/x' and packed:parts('xx/xxx')[2][1] == "
    "'xxx')\n"
    "  assert(sum:outcome({ { 1, 1, 1, 1 }, { 3, 1, 1, 'xxx' } }, nil, true) == 'N')\n"
    "  kept:clear() text:clear() packed:clear() sum:clear()\n"
    "  for apart = 0, 1 do\n"
    "    local s = core.sandbox(\"return { name = 'S', options = function(emit, n) if n > 0 then "
    "emit(n - 1) end end }\",\n"
    "      '=s', tostring, apart == 1, 1 << 20, 1e6, 5, 60)\n"
    "    assert(core.ruleset(s):nim_value(5) == 1)\n"
    "    assert(type(core.sandbox_listing(s.options, 1, false, false)) == 'table')\n"
    "  end\n"
    "end\n";

static int is_memory(lua_State *L, int status) {
    return status == LUA_ERRMEM || status == LUA_ERRERR ||
           (lua_type(L, -1) == LUA_TSTRING && strstr(lua_tostring(L, -1), "not enough memory")) ||
           (lua_type(L, -1) == LUA_TSTRING && strstr(lua_tostring(L, -1), "of memory"));
}

static lua_State *open_state(oom *o) {
    lua_State *L = lua_newstate(oom_lua, o);
    assert_non_null(L);
    luaL_openlibs(L);
    luaL_requiref(L, "core", luaopen_takeaway_core, 1);
    lua_settop(L, 0);
    if (luaL_dostring(L, setup)) fail_msg("%s", lua_tostring(L, -1));
    return L;
}

TEST(test_every_refusal) {
    oom o;
    oom_start(&o, -1, 1);
    lua_State *L = open_state(&o);
    int done = 0, refused = 0;
    for (long k = 0; !done; k++) {
        o.left = k;
        o.failed = 0;
        lua_getglobal(L, "work");
        int status = lua_pcall(L, 0, 0, 0);
        done = !o.failed;
        o.left = -1;
        if (status) {
            refused++;
            if (!is_memory(L, status)) fail_msg("refusal %ld: %s", k, lua_tostring(L, -1));
        }
        lua_settop(L, 0);
        if (k % 16 && !done) continue;
        lua_getglobal(L, "work"); /* usable after */
        if (lua_pcall(L, 0, 0, 0)) fail_msg("after refusal %ld: %s", k, lua_tostring(L, -1));
        lua_gc(L, LUA_GCCOLLECT);
    }
    assert_true(refused > 100);
    lua_close(L);
    assert_int_equal(o.bytes, 0);
}

RUN_TESTS
