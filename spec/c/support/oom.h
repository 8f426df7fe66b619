/*
** oom.h - an allocator that refuses a request, and counts what is held.
**
**     for (long k = 0;; k++) {
**         oom_start(&o, k, 0);
**         status = work(&o.allocator, ...);        ENOMEM, or nothing was refused
**         assert(o.blocks == 0 && o.bytes == 0)    once all that was made is destroyed
**         if (!o.failed) break;
**     }
**
** Only requests for more count: to shrink never fails, as Lua expects.
*/
#ifndef OOM_H
#define OOM_H

#include "takeaway/base.h"

typedef struct oom {
    ta_allocator allocator;
    long left;    /* requests granted before one is refused; negative: all are granted */
    int lasting;  /* after one, all are refused: Lua asks again after a collection */
    int failed;   /* has one been refused? */
    long blocks;  /* held */
    size_t bytes; /* of them */
} oom;

void oom_start(oom *o, long left, int lasting);

/* A request for more: is it refused? For memory that is had elsewhere. */
int oom_refuses(oom *o);

/* A lua_Alloc of the same, whose ctx is the oom. */
void *oom_lua(void *ctx, void *block, size_t old, size_t size);

#endif
