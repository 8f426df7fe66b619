/*
** oom.c - the refusing allocator of oom.h.
*/
#include "oom.h"

#include <stdlib.h>

int oom_refuses(oom *o) {
    if (o->left < 0) return 0;
    if (o->left > 0) {
        o->left--;
        return 0;
    }
    if (!o->lasting) o->left = -1;
    o->failed = 1;
    return 1;
}

static void *resize(void *ctx, void *block, size_t old, size_t size) {
    oom *o = ctx;
    if (!block) old = 0;
    if (size == 0) {
        o->blocks -= block != NULL;
        o->bytes -= old;
        free(block);
        return NULL;
    }
    if (size > old && oom_refuses(o)) return NULL;
    void *moved = realloc(block, size);
    if (!moved) abort();
    o->blocks += block == NULL;
    o->bytes += size - old;
    return moved;
}

void oom_start(oom *o, long left, int lasting) {
    o->allocator = (ta_allocator){ resize, o };
    o->left = left;
    o->lasting = lasting;
    o->failed = 0;
    o->blocks = 0;
    o->bytes = 0;
}

/* Lua gives the type of a new block for its old size. */
void *oom_lua(void *ctx, void *block, size_t old, size_t size) {
    return resize(ctx, block, old, size);
}
