/*
** buffer.h - amounts gathered during a call into the core, where making Lua tables could raise. A
** buffer is a userdata that frees its block when collected. Push it before lcall_begin and fill it
** by lbuffer_add in visitors. Lua owns the contents, so they may be read after the call.
*/
#ifndef LBUFFER_H
#define LBUFFER_H

#include <lua.h>

#include "takeaway/base.h"

typedef struct lbuffer {
    ta_allocator allocator;
    ta_amount *items;
    size_t count, cap, most; /* more than `most` is ELIMIT */
} lbuffer;

lbuffer *lbuffer_push(lua_State *L, size_t most); /* [-0, +1] */

/* A ta_amount_visitor whose ctx is the lbuffer. ELIMIT, ENOMEM. */
ta_status lbuffer_add(void *ctx, ta_call *call, ta_amount amount);

/* Push the amounts as a list and free their block. [-0, +1] */
void lbuffer_push_list(lua_State *L, lbuffer *b);

/* Free the block once Lua has its contents. A finalizer that finds no memory to run would leak
** it. */
void lbuffer_free(lbuffer *b);

#endif
