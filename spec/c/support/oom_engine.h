/*
** oom_engine.h - an allocator that refuses its k-th request, and counts what is held.
*/
#ifndef OOM_ENGINE_H
#define OOM_ENGINE_H

#include <stdlib.h>

#include "takeaway/base.h"

typedef struct oom {
    long until;  /* requests granted before one is refused; negative: all are granted */
    long held;   /* bytes */
    int lasting; /* refuse all from then on: Lua asks twice */
} oom;

static inline void *oom_resize(void *ctx, void *block, size_t old, size_t size) {
    oom *o = (oom *)ctx;
    if (!block) old = 0;
    if (size == 0) {
        o->held -= (long)old;
        free(block);
        return NULL;
    }
    if (size > old && o->until >= 0) {
        if (o->until == 0 && o->lasting) return NULL;
        if (o->until-- == 0) return NULL;
    }
    void *got = realloc(block, size);
    if (got) o->held += (long)size - (long)old;
    return got;
}

static inline ta_allocator oom_allocator(oom *o) {
    ta_allocator a = { oom_resize, o };
    return a;
}

#endif
