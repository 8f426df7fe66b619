/*
** oom.h - an allocator that fails at the k-th request, and counts what is live.
**
**     for (long k = 1; !done; k++) {
**         oom_start(&o, k);
**         status = work(&o.allocator, ...);     ENOMEM, or done
**         assert(o.live == 0) once everything made is destroyed
**     }
*/
#ifndef OOM_H
#define OOM_H

#include "takeaway/base.h"

typedef struct oom {
    ta_allocator allocator;
    long calls, fail_at; /* requests so far; the one to refuse, 0 for none */
    long live;           /* blocks not yet freed */
    size_t bytes;        /* of them */
    int failed;          /* has the failure happened? */
} oom;

void oom_start(oom *o, long fail_at);

#endif
