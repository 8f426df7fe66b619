/*
** lua.c - the targets of libFuzzer written in Lua. TAKEAWAY_FUZZ names one. spec/trust/fuzz/NAME.lua returns a
** function of the input; an error it raises is a fault.
**
** libFuzzer also counts the executed lines of Lua beside the edges in C, so code in Lua guides it, too.
*/
#include <lauxlib.h>
#include <lualib.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "limit.h"

int luaopen_takeaway_core(lua_State *L);
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINES = 1 << 15 };
__attribute__((section("__libfuzzer_extra_counters"))) static uint8_t lines[LINES];

static lua_State *state;

static void line(lua_State *L, lua_Debug *at) {
    lua_getinfo(L, "S", at);
    uintptr_t key = (uintptr_t)at->linedefined * 31 + (uintptr_t)at->currentline;
    for (const char *s = at->short_src; *s; s++) key = key * 33 + (unsigned char)*s;
    lines[(key ^ key >> 15) % LINES]++;
}

static int traced(lua_State *L) {
    luaL_traceback(L, L, luaL_tolstring(L, 1, NULL), 1);
    return 1;
}

static void must(int status) {
    if (status == LUA_OK) return;
    fprintf(stderr, "%s\n", lua_tostring(state, -1));
    abort();
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    char path[200];
    const char *name = getenv("TAKEAWAY_FUZZ");
    (void)argc;
    (void)argv;
    state = luaL_newstate();
    if (!state || !name) return fprintf(stderr, "TAKEAWAY_FUZZ= names no target\n"), exit(2), 0;
    luaL_openlibs(state);
    luaL_getsubtable(state, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
    lua_pushcfunction(state, luaopen_takeaway_core);
    lua_setfield(state, -2, "takeaway.core");
    lua_settop(state, 0);
    snprintf(path, sizeof path, "spec/trust/fuzz/%s.lua", name);
    lua_pushcfunction(state, traced);
    must(luaL_loadfile(state, path));
    must(lua_pcall(state, 0, 1, 1));
    lua_sethook(state, line, LUA_MASKLINE, 0);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_begin();
    lua_pushvalue(state, 2);
    lua_pushlstring(state, (const char *)data, size);
    must(lua_pcall(state, 1, 0, 1));
    return 0;
}
