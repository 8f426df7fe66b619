/*
** callback.h - the caller's functions as Lua sees them.
*/
#ifndef CALLBACK_H
#define CALLBACK_H

#include "handle.h"

typedef struct callback {
    ta_host_body *body;         /* of an object; succeeds by ta_host_done. NULL for a named one */
    ta_host_function *function; /* of a named one, returns its status. NULL when it was removed */
    void *ctx;
    void (*release)(void *ctx); /* called when the object is collected, or NULL */
    host *host;
} callback;

/* Call this once for a state, before the other functions. [-0, +0] */
void callback_open(lua_State *L);

/* Push a Lua function that calls the caller's function, which the host sets later. Its one upvalue is the
** returned userdata, whose user value is the name (none for NULL). Raises if memory is refused. [-0, +1] */
callback *callback_push(lua_State *L, host *h, const char *name);

/* The callback behind the function at `index`, or NULL. [-0, +0] */
callback *callback_of(lua_State *L, int index);

/* Push the host's watcher as a Lua function of done and total. [-0, +1] */
void callback_push_watcher(lua_State *L, host *h);

#endif
