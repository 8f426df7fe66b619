/*
** oom.h - an allocator that refuses a request, and counts the bytes held.
**
** EACH_REFUSAL of trials.h refuses each request in turn.
**
** Only requests for more bytes count. Shrinking never fails, as Lua expects.
*/
#ifndef OOM_H
#define OOM_H

#include "takeaway/base.h"

typedef struct oom {
    ta_allocator allocator;
    long left;    /* requests granted before one is refused; negative: all are granted */
    int lasting;  /* after one refusal all are refused, since Lua repeats a request after a collection */
    int failed;   /* has one been refused? */
    long blocks;  /* held */
    size_t bytes; /* of them */
    long trial;   /* which request is refused: trials.h */
} oom;

void oom_start(oom *o, long left, int lasting);

/* A request for more: is it refused? For memory that is had elsewhere. */
int oom_refuses(oom *o);

/* A lua_Alloc of the same, whose ctx is the oom. */
void *oom_lua(void *ctx, void *block, size_t old, size_t size);

#endif
