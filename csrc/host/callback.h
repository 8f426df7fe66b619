/*
** callback.h - the caller's functions as Lua sees them.
*/
#ifndef CALLBACK_H
#define CALLBACK_H

#include "handle.h"

typedef struct callback {
    ta_host_function *function; /* NULL: taken away */
    void *ctx;
    host *host;
} callback;

/* A Lua function that calls the caller's; the userdata behind it, its one upvalue, has the name as
** its user value. Raises for want of memory. [-0, +1] */
void callback_push(lua_State *L, host *h, const char *name, ta_host_function *function, void *ctx);

/* The callback behind the function at `index`, or NULL. [-0, +0] */
callback *callback_of(lua_State *L, int index);

/* The watcher of the host, as a Lua function of done and total. [-0, +1] */
void callback_push_watcher(lua_State *L, host *h);

#endif
