/*
** oom_certificate.h - an allocator that refuses the k-th request from now on,
** and counts what is not given back.
*/
#ifndef OOM_CERTIFICATE_H
#define OOM_CERTIFICATE_H

#include <stdlib.h>

#include "takeaway/base.h"

typedef struct oom {
    long left, blocks; /* requests until the refusals begin; blocks held */
    size_t bytes;      /* held, by the sizes the library says it gives back */
} oom;

static void *oom_resize(void *ctx, void *block, size_t old, size_t size) {
    oom *o = ctx;
    if (size == 0) {
        o->blocks--;
        o->bytes -= old;
        free(block);
        return NULL;
    }
    if (o->left <= 0) return NULL;
    o->left--;
    void *made = realloc(block, size);
    if (!made) return NULL;
    if (!block) o->blocks++;
    o->bytes += size - (block ? old : 0);
    return made;
}

#endif
