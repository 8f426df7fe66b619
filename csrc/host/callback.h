/*
** callback.h - the caller's functions as Lua sees them.
*/
#ifndef CALLBACK_H
#define CALLBACK_H

#include "handle.h"

typedef struct callback {
    ta_host_body *body;         /* of a function object, whose success is ta_host_done; or NULL */
    ta_host_function *function; /* of a name, whose status is its success; NULL: taken away */
    void *ctx;
    void (*release)(void *ctx); /* called when the object is collected, or NULL */
    host *host;
} callback;

/* Once for a state, before the others. [-0, +0] */
void callback_open(lua_State *L);

/* A Lua function that calls the caller's, which is not set yet; the userdata behind it, its one upvalue,
** has the name (NULL: none) as its user value. Raises for want of memory. [-0, +1] */
callback *callback_push(lua_State *L, host *h, const char *name);

/* The callback behind the function at `index`, or NULL. [-0, +0] */
callback *callback_of(lua_State *L, int index);

/* The watcher of the host, as a Lua function of done and total. [-0, +1] */
void callback_push_watcher(lua_State *L, host *h);

#endif
