/*
** oom_heaps.h - an allocator that refuses its k-th request, and counts what is held.
*/
#ifndef OOM_HEAPS_H
#define OOM_HEAPS_H

#include <stdlib.h>

#include "takeaway/base.h"

typedef struct oom_heaps {
    long left; /* requests before the refusal; negative: never */
    size_t held;
} oom_heaps;

static void *oom_heaps_resize(void *ctx, void *block, size_t old, size_t size) {
    oom_heaps *o = ctx;
    if (size == 0) {
        if (block) o->held -= old;
        free(block);
        return NULL;
    }
    if (size > old && o->left >= 0 && o->left-- == 0) return NULL;
    void *grown = realloc(block, size);
    if (grown) o->held += size - (block ? old : 0);
    return grown;
}

/* The same for lua_newstate: `old` is a type tag for new blocks. */
static inline void *oom_heaps_resize_lua(void *ctx, void *block, size_t old, size_t size) {
    return oom_heaps_resize(ctx, block, block ? old : 0, size);
}

static inline ta_allocator oom_heaps_allocator(oom_heaps *o) {
    ta_allocator a = { oom_heaps_resize, o };
    return a;
}

#endif
