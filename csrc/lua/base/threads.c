/*
** threads.c - threads([count]): the number of threads of a long call. `count` sets it; "auto"
** leaves it to the core. The front: lua/takeaway/base/threads.lua.
*/
#include <string.h>

#include "arg.h"
#include "base/parallel.h"
#include "modules.h"

static int threads(lua_State *L) {
    lcall c;
    lcall_function(&c, L, "threads");
    lua_settop(L, 1);
    int automatic = lua_type(L, 1) == LUA_TSTRING && strcmp(lua_tostring(L, 1), "auto") == 0;
    if (automatic) {
        lcall_use_threads(L, 0);
    } else if (!lua_isnil(L, 1)) {
        ta_amount count;
        if (!larg_is_integer(L, 1, &count) || count < 1 || count > TA_THREADS)
            larg_error(&c, 1, "count", "an integer from 1 to 256, or \"auto\"");
        lcall_use_threads(L, (unsigned)count);
    }
    c.call.threads = lcall_threads(L);
    lua_pushinteger(L, ta_threads(&c.call, TA_THREADS_WORTH));
    return 1;
}

static const luaL_Reg functions[] = { { "threads", threads }, { NULL, NULL } };

void lthreads_open(lua_State *L) {
    luaL_setfuncs(L, functions, 0);
}
