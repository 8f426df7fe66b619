/*
** oom.c - the failing allocator of oom.h.
*/
#include "oom.h"

#include <stdlib.h>

static void *resize(void *ctx, void *block, size_t old, size_t size) {
    oom *o = ctx;
    if (size == 0) {
        if (block) {
            o->live--;
            o->bytes -= old;
        }
        free(block);
        return NULL;
    }
    if (++o->calls == o->fail_at) {
        o->failed = 1;
        return NULL;
    }
    void *moved = realloc(block, size);
    if (moved) {
        o->live += block == NULL;
        o->bytes += size - (block ? old : 0);
    }
    return moved;
}

void oom_start(oom *o, long fail_at) {
    o->allocator = (ta_allocator){ resize, o };
    o->calls = 0;
    o->fail_at = fail_at;
    o->live = 0;
    o->bytes = 0;
    o->failed = 0;
}
