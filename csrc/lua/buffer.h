/*
** buffer.h - amounts gathered during a call into the core, where Lua may not be asked for
** tables: a userdata that frees its block when collected. Push it before lcall_begin,
** fill it by lbuffer_add in visitors; what is in it is Lua's, and may be read after the call.
*/
#ifndef LBUFFER_H
#define LBUFFER_H

#include <lua.h>

#include "takeaway/base.h"

typedef struct lbuffer {
    ta_allocator allocator;
    ta_amount *items;
    size_t count, cap, most; /* most: more than this many is ELIMIT */
} lbuffer;

lbuffer *lbuffer_push(lua_State *L, size_t most); /* [-0, +1] */

/* ctx is the lbuffer: a ta_amount_visitor. ELIMIT, ENOMEM. */
ta_status lbuffer_add(void *ctx, ta_call *call, ta_amount amount);

/* Push the amounts as a list, and let their block go. [-0, +1] */
void lbuffer_push_list(lua_State *L, lbuffer *b);

/* Let the block go once what is in it is Lua's: a finalizer that finds no memory to run is lost. */
void lbuffer_free(lbuffer *b);

#endif
