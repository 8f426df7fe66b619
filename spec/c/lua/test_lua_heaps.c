/*
** test_lua_heaps.c - one pile, heaps and nimbers from Lua under an allocator that refuses its
** k-th request, for k = 0, 1, ... until nothing is refused: an error each time, nothing
** leaked, and the objects of use afterwards.
*/
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include "testing.h"

int luaopen_takeaway_core(lua_State *L);

static const char script[] =
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

/* Run the script once; 1 when it ended, 0 when memory ran out. */
static int run(lua_State *L) {
    int top = lua_gettop(L);
    if (luaL_loadbuffer(L, script, sizeof script - 1, "=script") || lua_pcall(L, 0, 1, 0)) {
        const char *message = lua_tostring(L, -1);
        if (!message ||
            !strstr(message, "not enough memory")) /* an assert that met it says no more */
            assert_true(message &&
                        (strstr(message, "assertion failed") || strstr(message, "memory")));
        lua_settop(L, top);
        return 0;
    }
    lua_settop(L, top);
    return 1;
}

TEST(test_every_failure_of_the_allocator) {
    long k = 0;
    for (int done = 0; !done; k += k < 400 ? 1 : 7) {
        oom o;
        oom_start(&o, -1, 0);
        lua_State *L = lua_newstate(oom_lua, &o);
        assert_non_null(L);
        luaL_openlibs(L);
        luaL_requiref(L, "takeaway.core", luaopen_takeaway_core, 0);
        lua_setglobal(L, "ta");
        lua_newtable(L);
        lua_setglobal(L, "kept");
        lua_gc(L, LUA_GCSTOP);
        o.left = k;
        done = run(L) && !o.failed;
        o.left = -1;
        if (!done) assert_true(run(L)); /* what was made is of use */
        lua_close(L);
        assert_int_equal(o.bytes, 0);
    }
    assert_true(k > 100);
}

RUN_TESTS
