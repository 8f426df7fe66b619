/*
** Rules compiled under an allocator that refuses its k-th request, once or from then on, for k = 0,
** 1, 2, ... until all succeeds. Either an error results, or Lua runs the rule. Nothing leaks. The same
** rule answers rightly afterwards, and is compiled then.
*/
#include "lua_tests.h"

/* new() makes a rule that has all there is. work(r) compiles it, changes what it refers to and asks.
** answers(r) are right, and in the end all of it is compiled. */
static const char setup[] =
    "local most, set, rows = 3, { 1, 2, 4 }, { [0] = { 1 }, { 2, 3 }, {} }\n"
    "local f = core.move_function('2k')\n"
    "local h = core.move_function(function(k) return k + 1 end)\n"
    "local function step(a, b) if a > b then return a - b end return a end\n"
    "function new() return core.ruleset{ name = 'All',\n"
    "  options = function(emit, a, b)\n"
    "    for k = 1, math.min(a, most) do emit(a - k, b) end\n"
    "    for _, k in ipairs(set) do if k <= b then emit(a, b - k) end end\n"
    "    for i = 1, #rows[a % 3] do if rows[a % 3][i] <= b then emit(a, b - rows[a % 3][i]) end "
    "end\n"
    "    local list = {} for i = 1, 2 do list[i] = step(a, 20) end\n"
    "    if #list > 2 then emit(list) end\n"
    "    if a > 90 then emit(f(a), h(b + 1)) end\n"
    "    if a > 95 then emit(#tostring(a), 1) end\n"
    "  end,\n"
    "  canonical = function(a, b) return a, b end,\n"
    "  terminal = function(a, b) if a + b == 0 then return 'loss' end end } end\n"
    "function sum() return core.ruleset{ name = 'Sum',\n"
    "  options = function(emit, n) for k = 1, n do emit(n - k) end end,\n"
    "  parts = function(n) local list = {} if n > 0 then list[#list + 1] = { n } end return list "
    "end,\n"
    "  nim_value = function(n) return n end } end\n"
    "function work(r, s)\n"
    "  r:compiled(2) s:compiled(1) r:native('check')\n"
    "  r:outcome(false, 5, 6)\n"
    "  most = 2 r:outcome(false, 7, 3) most = 3\n"
    "  r:compiled(2) s:nim_value(7)\n"
    "end\n"
    "function answers(r, s)\n"
    "  most = 3 r:native(true) r:clear() s:clear()\n"
    "  for a = 0, 8 do assert(r:outcome(false, a, 0) == (a % 4 == 0 and 'P' or 'N')) end\n"
    "  assert(s:nim_value(9) == 9)\n"
    "  local state, reasons = r:compiled(2)\n"
    "  assert(state == 'partly' and #reasons == 1 and reasons[1]:find('tostring'), reasons[1])\n"
    "  assert(s:compiled(1) == true)\n"
    "end\n";

static lua_State *started(oom *o) {
    oom_start(o, -1, 0);
    lua_State *L = state_with_core(o);
    run(L, setup);
    return L;
}

static void closed(lua_State *L, const oom *o) {
    lua_close(L);
    assert_int_equal(o->blocks, 0);
    assert_int_equal(o->bytes, 0);
}

static void one(lua_State *L, oom *o, long k, int lasting) {
    lua_settop(L, 0);
    run(L, "r, s = new(), sum() go = load 'work(r, s)'");
    lua_gc(L, LUA_GCCOLLECT, 0);
    lua_getglobal(L, "go");
    refuse(o, k, lasting);
    int status = lua_pcall(L, 0, 0, 0);
    o->left = -1;
    if (status && !(o->failed && says_no_memory(L)))
        fail_msg("request %ld: %s", k, lua_tostring(L, -1));
    run(L, "answers(r, s)");
}

TEST(test_compiling) {
    for (int lasting = 0; lasting < 2; lasting++) {
        oom o;
        lua_State *L = started(&o);
        run(L, "answers(new(), sum())"); /* the compiler has had its test */
        long k = 0, step = short_run() ? 5 : 1;
        for (o.failed = 1; o.failed; k += step) one(L, &o, k, lasting);
        assert_true(k > 100);
        closed(L, &o);
    }
}

/* The compiler's own test, in a state of its own, is refused memory: it is made again later. */
TEST(test_probes) {
    long step = short_run() ? 1501 : 307;
    for (long k = 0, failed = 1; failed; k = k < 30 ? k + 3 : k + step) {
        oom o;
        lua_State *L = started(&o);
        one(L, &o, k, 1);
        closed(L, &o);
        failed = o.failed;
    }
}

RUN_TESTS
