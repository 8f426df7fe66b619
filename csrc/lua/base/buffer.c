/*
** buffer.c - growing arrays of amounts, owned by Lua.
*/
#include "buffer.h"

#include "call.h"
#include "modules.h"
#include "push.h"
#include "base/mem.h"
#include "base/status.h"

#define NAME "takeaway.buffer"

void lbuffer_free(lbuffer *b) {
    ta_free(&b->allocator, b->items, b->cap, sizeof *b->items);
    b->items = NULL;
    b->count = b->cap = 0;
}

static int collect(lua_State *L) {
    lbuffer_free(lua_touserdata(L, 1));
    return 0;
}

lbuffer *lbuffer_push(lua_State *L, size_t most) {
    lbuffer *b = lua_newuserdatauv(L, sizeof *b, 0);
    b->allocator = lcall_allocator(L);
    b->items = NULL;
    b->count = b->cap = 0;
    b->most = most;
    luaL_setmetatable(L, NAME);
    return b;
}

ta_status lbuffer_add(void *ctx, ta_call *call, ta_amount amount) {
    lbuffer *b = ctx;
    if (b->count >= b->most)
        return ta_fail(call, TA_ELIMIT, "the list has more than %zu entries", b->most);
    ta_status s =
        ta_reserve(&b->allocator, (void **)&b->items, &b->cap, b->count + 1, sizeof amount);
    if (!s) b->items[b->count++] = amount;
    return s;
}

void lbuffer_push_list(lua_State *L, lbuffer *b) {
    lpush_amounts(L, b->items, b->count);
    lbuffer_free(b);
}

void lbuffer_open(lua_State *L) {
    luaL_newmetatable(L, NAME);
    lua_pushcfunction(L, collect);
    lua_setfield(L, -2, "__gc");
    lua_pop(L, 1);
}
