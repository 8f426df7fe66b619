/*
** parallel.h - runs blocks of work by several threads.
**
** A team is the calling thread and its helpers. It is opened, runs any number of phases of blocks
** 0, 1, 2, ..., and is closed; then nothing of it remains in the process. In a phase each thread
** takes the next free block, so block b begins only after all lower blocks have begun. So a block
** may wait for the work of lower blocks (ta_await) and never hangs. With one thread the blocks run
** in order, under the caller's own ta_call, and nothing is allocated or started.
**
** What a block may do. It gets its thread's own ta_call, and polls (ta_poll) and fails (ta_fail)
** with it as usual. Only in the calling thread does a poll reach the host; elsewhere it only
** returns whether to stop. A block calls no function of the host, and neither allocates nor frees
** host memory. Its memory is allocated before the phase, one item a thread where it is not shared,
** or through ta_by_caller.
**
** The result is that of one thread: the failure of the lowest failing block, with its message.
** Blocks below it have run, those above it may have. If the host's poll stops the work, the result
** is its status, as soon as all threads have stopped.
*/
#ifndef TA_PARALLEL_H
#define TA_PARALLEL_H

#include <stdatomic.h>

#include "takeaway/base.h"

/*
** The number of threads for work that takes one thread about `seconds`. call->threads if set. Else
** 1 below TA_THREADS_WORTH seconds; above it TAKEAWAY_THREADS of the environment, or the processors
** that this process may run on.
*/
#define TA_THREADS_WORTH 0.2
unsigned ta_threads(const ta_call *call, double seconds);

/* Bytes between data that different threads write often, so that they share no cache line. */
#define TA_APART 128

/* Seconds of a monotonic clock, to estimate work. */
double ta_seconds(void);

/* Run block `block` of a phase. `thread` is below ta_team.threads; the caller's is 0. */
typedef ta_status ta_block(void *ctx, ta_call *call, size_t block, unsigned thread);

typedef struct ta_worker ta_worker;

typedef struct ta_team {
    unsigned threads; /* number of threads with the caller's; readable by all */
    ta_status host;   /* status of the host's poll in the last phase */
    /* private */
    unsigned asked;
    ta_allocator allocator;
    ta_call *call;
    ta_worker *workers; /* NULL: only the caller's thread */
    ta_block *run;      /* of the phase */
    void *ctx;
    size_t blocks;
    atomic_size_t next;  /* the first free block */
    atomic_size_t until; /* blocks from here on must stop */
    atomic_uint open;   /* number of the current phase; 0: none; the largest: no more come */
    atomic_uint active; /* helpers inside the phase */
    atomic_uint wishes; /* helpers that wait in ta_by_caller */
    unsigned phases;
} ta_team;

/*
** Open a team of up to `threads` with the caller's; fewer if they cannot be started. Helpers block
** all signals, so Ctrl-C reaches the host's own threads. On ENOMEM there is nothing to close.
** `call` must stay valid until the team is closed. About 30 us a helper.
*/
ta_status ta_team_open(ta_team *team, const ta_allocator *allocator, ta_call *call,
                       unsigned threads);
ta_status ta_team_run(ta_team *team, size_t blocks, ta_block *run, void *ctx);
void ta_team_close(ta_team *team);

/* Run one phase with a team of its own. */
ta_status ta_parallel(const ta_allocator *allocator, ta_call *call, unsigned threads, size_t blocks,
                      ta_block *run, void *ctx);

/* In a block: wait until *done is at least `least`. A lower block must see to that, by a store that
** releases its writes. Return any failure at once. `at` of `total`: for the host's poll. */
ta_status ta_await(ta_call *call, const atomic_size_t *done, size_t least, double at, double total);

/* In a block: run `task` in the calling thread, soon, and wait for its result. Use it rarely: the
** caller runs it when it polls or waits. Outside of a team, or without a call, it is a plain
** function call. */
typedef ta_status ta_task(void *ctx);
ta_status ta_by_caller(ta_call *call, ta_task *task, void *ctx);

#endif
