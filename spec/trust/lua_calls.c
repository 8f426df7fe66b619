/*
** lua_calls.c - every scenario of spec/support/calls.lua in a Lua state whose allocator refuses: see
** spec/trust/lua_calls.lua, which is run here and is given
**
**     try(k, lasting, f, ...)   f(...) while the k-th request for memory is refused, from 0 on, or all from
**                               there on; no k: none. Gives: did it return? was one refused? how many
**                               requests were there? then the results, or the error
**
** The module is inside, so that what it asks of the C library is counted and refused as well: the linker
** turns malloc, calloc and realloc of all that is linked here into those below. When a state is closed
** nothing may be held; its scenarios are run anew one by one where something is, to name the one. What is
** had of the C library is the sanitizer's to see.
**
**     lua_calls FROM TO SEED TRIALS     scenarios FROM to TO (0: all); TRIALS requests of each refused
**
** The last line is `SCENARIOS TRIALS FAILED`, the status 1 where something failed.
*/
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "oom.h"

int luaopen_takeaway_core(lua_State *L);

static oom memory;
static int inside; /* the allocator is at work, and has counted */

/* ---- Requests past the allocator ---- */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);

void *__wrap_malloc(size_t size) {
    return !inside && oom_refuses(&memory) ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    return !inside && oom_refuses(&memory) ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size) {
    return !inside && oom_refuses(&memory) ? NULL : __real_realloc(block, size);
}

/* ---- A state ---- */

static void *allocate(void *ctx, void *block, size_t old, size_t size) {
    inside++;
    void *moved = oom_lua(ctx, block, old, size);
    inside--;
    return moved;
}

static int try(lua_State *L) {
    memory.left = luaL_optinteger(L, 1, LONG_MAX);
    memory.lasting = lua_toboolean(L, 2);
    memory.failed = 0;
    long asked = memory.left;
    int status = lua_pcall(L, lua_gettop(L) - 3, LUA_MULTRET, 0);
    asked -= memory.left;
    memory.left = -1;
    lua_pushboolean(L, status == LUA_OK);
    lua_replace(L, 1);
    lua_pushboolean(L, memory.failed);
    lua_replace(L, 2);
    lua_pushinteger(L, asked);
    lua_insert(L, 3);
    return lua_gettop(L);
}

static int body(lua_State *L) {
    luaL_openlibs(L);
    lua_register(L, "try", try);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
    lua_pushcfunction(L, luaopen_takeaway_core);
    lua_setfield(L, -2, "takeaway.core");
    lua_pop(L, 1);
    if (luaL_loadfile(L, "spec/trust/lua_calls.lua")) return lua_error(L);
    lua_insert(L, 1);
    lua_call(L, 4, 4);
    return 4;
}

typedef struct figures {
    long scenarios, trials, failed, last;
} figures;

/* The scenarios from..to in a state of their own; returns whether it leaked. */
static int run(figures *f, long from, long to, long seed, long trials) {
    oom_start(&memory, -1, 0);
    lua_State *L = lua_newstate(allocate, &memory);
    if (!L) abort();
    lua_pushcfunction(L, body);
    lua_pushinteger(L, from);
    lua_pushinteger(L, to);
    lua_pushinteger(L, seed);
    lua_pushinteger(L, trials);
    if (lua_pcall(L, 4, 4, 0)) {
        printf("spec/trust/lua_calls.lua: %s\n", lua_tostring(L, -1));
        exit(2);
    }
    f->scenarios = (long)lua_tointeger(L, -4);
    f->trials = (long)lua_tointeger(L, -3);
    f->failed = (long)lua_tointeger(L, -2);
    f->last = (long)lua_tointeger(L, -1);
    lua_close(L);
    return memory.blocks || memory.bytes;
}

int main(int argc, char **argv) {
    if (argc != 5) return 2;
    long from = atol(argv[1]), to = atol(argv[2]), seed = atol(argv[3]), trials = atol(argv[4]);
    figures all;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    if (run(&all, from, to, seed, trials)) {
        printf("%ld blocks of %zu bytes are left when the state is closed\n", memory.blocks,
               memory.bytes);
        for (long i = from; i <= all.last; i++) {
            figures one;
            if (!run(&one, i, i, seed, trials)) continue;
            printf("scenario %ld leaves %ld blocks of %zu bytes\n", i, memory.blocks, memory.bytes);
        }
        all.failed++;
    }
    printf("%ld %ld %ld\n", all.scenarios, all.trials, all.failed);
    return all.failed != 0;
}
