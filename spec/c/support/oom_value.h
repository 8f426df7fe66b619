/*
** oom_value.h - an allocator that fails its k-th allocation and every one after, and
** knows what is still held.
*/
#ifndef OOM_VALUE_H
#define OOM_VALUE_H

#include <stdlib.h>

#include "takeaway/base.h"

typedef struct oom_value {
    size_t left; /* allocations that succeed */
    long blocks; /* held */
    size_t bytes;
} oom_value;

static void *oom_value_resize(void *ctx, void *block, size_t old, size_t size) {
    oom_value *o = ctx;
    if (size == 0) {
        if (block) {
            o->blocks--;
            o->bytes -= old;
        }
        free(block);
        return NULL;
    }
    if (!block || size > old) { /* shrinking never fails */
        if (o->left == 0) return NULL;
        o->left--;
    }
    void *grown = realloc(block, size);
    if (!grown) abort();
    if (!block) o->blocks++;
    o->bytes += size - (block ? old : 0);
    return grown;
}

#endif
