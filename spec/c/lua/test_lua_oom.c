/*
** test_lua_oom.c - whole scripts of the module under an allocator that refuses the k-th request, for every k until
** nothing is refused. Each run succeeds or raises the plain memory error. The state and its objects are usable after
** it, and no memory is held after the state closes. Also finalizers clear the store of values at every point of a
** call where they may run: the result is an error, never another game.
*/
#include "lua_tests.h"

/* ---- Scripts ---- */

static const char cash[] =
    "local game = core.cash({1, 4}, {progress = function() end})\n"
    "assert(game:winner(30, 16, 15))\n"
    "assert(#game:winning_moves(14, 9, 8) >= 0)\n"
    "assert(game:frontier(12)[1].e == 0)\n"
    "assert(game:cash_period().period == 5)\n"
    "assert(game:asymptotics().modulus == 5)\n"
    "assert(game:closed_form().standing == 'proved')\n"
    "assert(game:classify(40, 21, 21).by)\n"
    "assert(select('#', game:rich(20), game:poor(20), game:exact_rich(20)) == 4)\n"
    "assert(game:members()[2] == 4 and tostring(game) and game:count(9))\n"
    "assert(select(4, core.cash{3, 4}:closed_form()).n == 60)\n"
    "game:close()\n";

static const char heaps[] =
    "ta, kept = core, kept or {}\n"
    "local rule = function(n, emit) for a = 0, n // 2 - 1 do emit(a, n - 2 - a) end end\n"
    "kept.octal = kept.octal or ta.octal('0.37')\n"
    "kept.set = kept.set or ta.subtraction{1, 4, 9}\n"
    "kept.rest = kept.rest or ta.subtraction{all_but = {2}}\n"
    "kept.rule = kept.rule or ta.heap(rule)\n"
    "kept.pile = kept.pile or ta.one_pile(function(k) return 2 * k end)\n"
    "assert(ta.mex{0, 1, 3} == 2 and ta.nim_inverse(2) == 3)\n"
    "assert(kept.octal:nim_value(40) and #kept.octal:winning_moves(9, 4) > 0)\n"
    "assert(kept.set:nim_values(60):checksum() and kept.set:periodicity(300).proved)\n"
    "assert(kept.rest:nim_value(1 << 40) and kept.rest:p_positions(30))\n"
    "assert(kept.rule:nim_value(12) and kept.rule:options_of_value(8, 0))\n"
    "assert(ta.heap_misere_outcome_within(kept.rule, 0, 4, 3) and kept.octal:misere_nim_value(6))\n"
    "assert(kept.pile:nim_value(12, 5) and kept.pile:nim_row(9) and kept.pile:winning_moves(11))\n"
    "assert(kept.pile:losing_sizes(50) and kept.pile:representation(50) and "
    "kept.pile:least_moves(40))\n"
    "assert(tostring(kept.pile) and tostring(kept.octal) and tostring(kept.set:nim_values(5)))\n"
    "for _, bad in ipairs{'0.[', '', '9.9', 'x'} do assert(not pcall(ta.octal, bad)) end\n"
    "assert(not pcall(kept.pile.least_move, kept.pile, -1))\n"
    "assert(not pcall(ta.heap(function(n, emit) emit(n) end).nim_value, kept.rule))\n"
    "local broken = ta.heap(function(n) error('no') end)\n"
    "assert(not pcall(broken.nim_value, broken, 3))\n"
    "return 'done'\n";

static const char rules[] =
    "function rules() return core.ruleset{ name = 'Nim', options = function(emit, n)\n"
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
    "sum = core.sum{ kept, text, packed }\n";

static const char on_rules[] =
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
    "  end\n";

static const char values[] =
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

static const char *const two_piles[] = {
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
    "assert(g:least_move(3, 4) == 1)"
};

static const char *const win_conditions[] = {
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
    "'ELIMIT')"
};

static const char json[] =
    "local long, null, list = {}, {}, {}\n"
    "for i = 1, 90 do long[i] = ('{\"a\": [%d, 0.5, null], \"b\\\\u00e9\": \"\\\\n%s\"}'):format(i, ('x'):rep(i)) end\n"
    "local text = '[' .. table.concat(long, ',') .. ']'\n"
    "local v = core.json_read(text, null, list)\n"
    "assert(#v == 90 and v[90].a[1] == 90 and v[7].a[3] == null)\n"
    "local function shape(t)\n"
    "  if t == null then return nil end\n"
    "  if getmetatable(t) == list then return t end\n"
    "  return t, { 'a', 'b\u00e9' }\n"
    "end\n"
    "local again = core.json_read(core.json_text(v, shape), null, list)\n"
    "assert(again[90]['b\u00e9'] == '\\n' .. ('x'):rep(90) and again[9].a[3] == null)\n"
    "assert(not core.json_read(text .. ','))\n";

/* ---- Refusals in a state of its own ---- */

/* In a new state `script` is refused the k-th request and, with `lasting`, all after it. Then it has all memory. */
static int under_refusal(const char *script, oom *o, long k, int lasting, int stops_collector) {
    oom_start(o, -1, 0);
    lua_State *L = state_with_core(o);
    assert_int_equal(luaL_loadstring(L, script), LUA_OK);
    if (stops_collector) lua_gc(L, LUA_GCSTOP);
    lua_pushvalue(L, 1);
    refuse(o, k, lasting);
    int failed = lua_pcall(L, 0, 0, 0), refused = o->failed;
    refuse(o, -1, 0);
    if (failed && !says_no_memory(L)) { /* an assert that met it says no more */
        const char *text = lua_tostring(L, -1);
        if (!stops_collector || !refused || !text || !strstr(text, "assertion failed"))
            fail_msg("request %ld: %s", k, text ? text : "no message");
    }
    if (failed) assert_true(refused);
    if (failed || refused) {
        lua_settop(L, 1);
        lua_call(L, 0, 0);
    }
    lua_close(L);
    assert_int_equal(o->blocks, 0);
    assert_int_equal(o->bytes, 0);
    return failed || (refused && stops_collector);
}

TEST(test_cash) {
    oom o;
    long k = 0;
    while (under_refusal(cash, &o, k, 1, 0)) k += short_run() ? 23 : 1;
    assert_true(k > 50);
}

TEST(test_heaps) {
    oom o;
    long k = 0;
    while (under_refusal(heaps, &o, k, 0, 1)) k += k < 400 ? 1 : 7;
    assert_true(k > 100);
}

TEST(test_json) {
    oom o;
    long k = 0;
    while (under_refusal(json, &o, k, 1, 0)) k += short_run() ? 97 : 7;
    assert_true(k > 100);
}

TEST(test_values) {
    oom o;
    long k = 0;
    while (under_refusal(values, &o, k, 1, 0)) k++;
    assert_true(k > 50);
}

/* ---- Refusals in one state ---- */

TEST(test_rules) {
    oom o;
    oom_start(&o, -1, 1);
    lua_State *L = state_with_core(&o);
    run(L, rules);
    assert_int_equal(luaL_loadstring(L, on_rules), LUA_OK);
    int done = 0, refused = 0;
    for (long k = 0; !done; k++) {
        lua_settop(L, 1);
        lua_pushvalue(L, 1);
        refuse(&o, k, 1);
        int status = lua_pcall(L, 0, 0, 0);
        done = !o.failed;
        refuse(&o, -1, 1);
        refused += status != LUA_OK;
        if (status && status != LUA_ERRMEM && status != LUA_ERRERR && !says_no_memory(L))
            fail_msg("refusal %ld: %s", k, lua_tostring(L, -1));
        lua_settop(L, 1);
        if (k % 16 && !done) continue;
        lua_pushvalue(L, 1); /* usable after */
        if (lua_pcall(L, 0, 0, 0)) fail_msg("after refusal %ld: %s", k, lua_tostring(L, -1));
        lua_gc(L, LUA_GCCOLLECT);
    }
    assert_true(refused > 100);
    lua_close(L);
    assert_int_equal(o.bytes, 0);
}

/* ---- Refusals from the birth of the state ---- */

static int opens_and_runs(lua_State *L) {
    const char *script = lua_touserdata(L, 1);
    luaL_requiref(L, "_G", luaopen_base, 1);
    luaL_requiref(L, "string", luaopen_string, 1);
    luaL_requiref(L, "core", luaopen_takeaway_core, 1);
    lua_settop(L, 0);
    if (luaL_loadstring(L, script)) return lua_error(L);
    lua_call(L, 0, 0);
    return 0;
}

/* How a script ends. A full collection lets Lua ask again, so a refusal that does not last may pass unnoticed. */
static int from_birth(const char *script, oom *o, long k, int lasting) {
    oom_start(o, k, lasting);
    lua_State *L = lua_newstate(oom_lua, o);
    int status = LUA_ERRMEM;
    if (L) {
        lua_pushcfunction(L, opens_and_runs);
        lua_pushlightuserdata(L, (void *)(uintptr_t)script);
        status = lua_pcall(L, 1, 0, 0);
        if (status && (!o->failed || !says_no_memory(L)))
            fail_msg("%.40s...: request %ld: %s", script, k, lua_tostring(L, -1));
        lua_close(L);
    }
    assert_int_equal(o->blocks, 0);
    assert_int_equal(o->bytes, 0);
    return status;
}

TEST(test_two_piles) {
    EACH(script, two_piles) {
        oom o;
        int status;
        long k = 0;
        do status = from_birth(*script, &o, k, 0);
        while (o.failed && (k += short_run() ? 23 : 1));
        assert_int_equal(status, LUA_OK);
        assert_true(k > 100);
    }
}

/* Wider steps later, where the same loops repeat requests. */
TEST(test_win_conditions) {
    EACH(script, win_conditions) {
        oom o;
        long k = 0;
        while (from_birth(*script, &o, k, 1) != LUA_OK) k += (short_run() ? 307 : 7) + k / 100;
        assert_true(k > 100);
    }
}

/* ---- Finalizers ---- */

/* Small enough a state for cycles of the collector to end within a call. */
static const char *const clearing =
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
    OWN(lua_State) *L = state_with_core(NULL);
    run(L, clearing);
    assert_true(lua_tointeger(L, -1) > 30);
}

RUN_TESTS
