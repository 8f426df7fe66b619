/*
** test_lua_cash.c - every call of NIM with Cash from Lua, under an allocator that fails
** the k-th time for k = 1, 2, ...: each run ends well or with "not enough memory",
** and gives everything back.
*/
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include "testing.h"

int luaopen_takeaway_core(lua_State *L);

static const char script[] =
    "local core = ...\n"
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

typedef struct budget {
    long left;
    size_t bytes;
} budget;

static void *failing(void *ctx, void *block, size_t old, size_t size) {
    budget *b = ctx;
    if (!block) old = 0;
    if (size == 0) {
        b->bytes -= old;
        free(block);
        return NULL;
    }
    if (size > old && b->left-- <= 0) return NULL;
    void *fresh = realloc(block, size);
    if (fresh) b->bytes += size - old;
    return fresh;
}

/* 1 when the script went through, 0 when memory ended first. */
static int run(budget *b, long left) {
    b->left = 1000000;
    lua_State *L = lua_newstate(failing, b);
    assert_non_null(L);
    luaL_openlibs(L);
    luaL_requiref(L, "takeaway.core", luaopen_takeaway_core, 0);
    assert_int_equal(luaL_loadstring(L, script), LUA_OK);
    lua_insert(L, -2);
    b->left = left;
    int status = lua_pcall(L, 1, 0, 0);
    b->left = 1000000;
    if (status) {
        const char *text = lua_tostring(L, -1);
        assert_non_null(text);
        if (!strstr(text, "not enough memory")) fail_msg("k = %ld: %s", left, text);
    }
    lua_close(L);
    assert_int_equal(b->bytes, 0);
    return status == LUA_OK;
}

TEST(test_memory) {
    long k = 0, step = getenv("TAKEAWAY_SHORT") ? 7 : 1;
    budget b = { 0, 0 };
    while (!run(&b, k)) k += step;
    assert_true(k > 50);
}

RUN_TESTS
