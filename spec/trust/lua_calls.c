/*
** lua_calls.c - every scenario of spec/support/calls.lua in a Lua state whose allocator refuses. This program runs
** spec/trust/lua_calls.lua, and passes it
**
**     try(how, k, f, ...)   f(...) while requests for memory are refused. Returns: did f return? was a request
**                           refused? the number of requests; how many came from the module rather than Lua; then the
**                           results, or the error. how and k select the refused requests, as numbers:
**         NONE              none
**         EACH              every k-th of Lua's, once: Lua collects all garbage and asks again, which is granted
**         ONE               the k-th of the module's, from 0 on
**         ALL               all from the k-th on; Lua gives up without collecting garbage before
**         ALL_COLLECTING    all from the k-th on
**
** The module is linked in, so its requests to the C library are counted and refused as well. The linker redirects
** malloc, calloc, realloc, free and lua_getallocf of everything linked here to the functions below. Lua is
** linked in as a static library, too, because nearly all the time would go into its collections before it
** gives up (luaC_fullgc). The collection at each first refused request happens in EACH, and need not happen
** again in ALL. When a state closes, no memory may be held, of its allocator or of the C library by the
** module. If some is held, the state's scenarios run again one by one, to name the one at fault.
**
**     lua_calls FROM TO SEED TRIALS     scenarios FROM to TO (0: all); at most TRIALS of ONE and of ALL (0: all)
**
** The last line is `SCENARIOS TRIALS FAILED`. The status is 1 if something failed.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "ffi/closure.h"
#include "oom.h"

int luaopen_takeaway_core(lua_State *L);

static oom held;     /* by the state */
static oom refusing; /* which requests are refused */
static int inside;   /* the state's allocator is at work, and has counted */

static enum { NONE, EACH, ONE, ALL, ALL_COLLECTING } how;
static long requests, of_module; /* since try began */
static long every;               /* EACH: the number of Lua's requests for each refused one */
static int again;                /* and Lua repeats the request */

static int refused(int module) {
    requests++;
    of_module += module;
    switch (how) {
    case NONE: return 0;
    case EACH:
        if (module) return 0;
        again = !again && (requests - of_module) % every == 0;
        refusing.failed |= again;
        return again;
    case ONE: return module && oom_refuses(&refusing);
    default: return oom_refuses(&refusing);
    }
}

/* ---- Requests of the module ---- */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);

static long blocks_of_module; /* had of the C library and not given back */

static void *had(void *block) {
    if (!inside && block) blocks_of_module++;
    return block;
}

void *__wrap_malloc(size_t size) {
    return !inside && refused(1) ? NULL : had(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size) {
    return !inside && refused(1) ? NULL : had(__real_calloc(count, size));
}

void *__wrap_realloc(void *block, size_t size) {
    if (!inside && refused(1)) return NULL;
    void *moved = __real_realloc(block, size);
    return block ? moved : had(moved);
}

void __wrap_free(void *block) {
    if (!inside && block) blocks_of_module--;
    __real_free(block);
}

/* A closure is never given back: see csrc/ffi/closure.h. */
ta_status __real_ta_closure_create(ta_call *call, const char *signature, const ta_number *failure,
                                   const ta_closure_answers *answers, void *ctx, ta_closure **closure);
ta_status __wrap_ta_closure_create(ta_call *call, const char *signature, const ta_number *failure,
                                   const ta_closure_answers *answers, void *ctx, ta_closure **closure);

ta_status __wrap_ta_closure_create(ta_call *call, const char *signature, const ta_number *failure,
                                   const ta_closure_answers *answers, void *ctx, ta_closure **closure) {
    ta_status status = __real_ta_closure_create(call, signature, failure, answers, ctx, closure);
    if (!status) blocks_of_module--;
    return status;
}

/* ---- Those of the state's allocator ---- */

static void *resize(void *ctx, void *block, size_t old, size_t size, int module) {
    if (size > (block ? old : 0) && refused(module)) return NULL;
    inside++;
    void *moved = oom_lua(ctx, block, old, size);
    inside--;
    return moved;
}

static void *allocate(void *ctx, void *block, size_t old, size_t size) {
    return resize(ctx, block, old, size, 0);
}

/* Direct requests of the module, and of Lua's buffers, to the allocator: not repeated. */
static void *allocate_of_module(void *ctx, void *block, size_t old, size_t size) {
    return resize(ctx, block, old, size, 1);
}

lua_Alloc __real_lua_getallocf(lua_State *L, void **ctx);
lua_Alloc __wrap_lua_getallocf(lua_State *L, void **ctx);

lua_Alloc __wrap_lua_getallocf(lua_State *L, void **ctx) {
    lua_Alloc f = __real_lua_getallocf(L, ctx);
    return f == allocate ? allocate_of_module : f;
}

void __real_luaC_fullgc(lua_State *L, int emergency);
void __wrap_luaC_fullgc(lua_State *L, int emergency);

void __wrap_luaC_fullgc(lua_State *L, int emergency) {
    if (!emergency || how != ALL) __real_luaC_fullgc(L, emergency);
}

/* ---- A state ---- */

static int try(lua_State *L) {
    int wanted = (int)luaL_checkinteger(L, 1);
    luaL_argcheck(L, wanted >= NONE && wanted <= ALL_COLLECTING, 1, "no way to refuse");
    oom_start(&refusing, (long)luaL_checkinteger(L, 2), wanted >= ALL);
    requests = of_module = again = 0;
    every = refusing.left > 0 ? refusing.left : 1;
    how = wanted;
    int status = lua_pcall(L, lua_gettop(L) - 3, LUA_MULTRET, 0);
    how = NONE;
    long asked = requests, modules = of_module;
    if (!lua_checkstack(L, 4)) abort();
    lua_pushboolean(L, status == LUA_OK);
    lua_replace(L, 1);
    lua_pushboolean(L, refusing.failed);
    lua_replace(L, 2);
    lua_pushinteger(L, asked);
    lua_insert(L, 3);
    lua_pushinteger(L, modules);
    lua_insert(L, 4);
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
    oom_start(&held, -1, 0);
    blocks_of_module = 0;
    lua_State *L = lua_newstate(allocate, &held);
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
    return held.blocks || held.bytes || blocks_of_module;
}

int main(int argc, char **argv) {
    if (argc != 5) return 2;
    long from = atol(argv[1]), to = atol(argv[2]), seed = atol(argv[3]), trials = atol(argv[4]);
    figures all;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    if (run(&all, from, to, seed, trials)) {
        printf("%ld blocks of %zu bytes, and %ld of the C library, are left when the state is closed\n", held.blocks,
               held.bytes, blocks_of_module);
        for (long i = from; i <= all.last; i++) {
            figures one;
            if (!run(&one, i, i, seed, trials)) continue;
            printf("scenario %ld leaves %ld blocks of %zu bytes, and %ld of the C library\n", i, held.blocks, held.bytes,
                   blocks_of_module);
        }
        all.failed++;
    }
    printf("%ld %ld %ld\n", all.scenarios, all.trials, all.failed);
    return all.failed != 0;
}
