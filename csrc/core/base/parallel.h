/*
** parallel.h - blocks of work, by several threads.
**
** A team is the calling thread and its helpers. It is opened, runs any number of phases, each of
** blocks 0, 1, 2, ..., and is closed; nothing is left of it in the process. In a phase each thread
** takes the next block that nobody has, so block b begins only after all below it have begun:
** one may wait for what lower blocks have done (ta_await) and never hangs. With one thread the
** blocks run in order, under the caller's own ta_call, and nothing is allocated or started.
**
** What a block may do. It gets a ta_call of its thread's own: it polls (ta_poll) and fails
** (ta_fail) with that one as always. Only in the calling thread does a poll reach the host; in the
** others it tells whether to stop. A block calls no function of the host's, and neither takes nor
** frees memory of the host's allocator: what it needs lies ready before the phase, an item a thread
** where it must be a thread's own, or is got by ta_by_caller.
**
** What comes back is what one thread would have given: the failure of the lowest block that
** fails, with its message; blocks below it have run, those above it may have. Where the host says
** stop, its status, as soon as all have stopped.
*/
#ifndef TA_PARALLEL_H
#define TA_PARALLEL_H

#include <stdatomic.h>

#include "takeaway/base.h"

/*
** How many threads to use for work that takes one about `seconds`: call->threads where it is
** set; else 1 below TA_THREADS_WORTH seconds, and from there on TAKEAWAY_THREADS of the environment, or
** the processors that this process may run on.
*/
#define TA_THREADS_WORTH 0.2
unsigned ta_threads(const ta_call *call, double seconds);

/* What a thread writes all the time lies so many bytes from what another one does: else each waits for the other's cache. */
#define TA_APART 128

/* Seconds of a clock that never goes back, to see what work will take. */
double ta_seconds(void);

/* Block `block` of a phase; `thread` is below ta_team.threads, the caller's is 0. */
typedef ta_status ta_block(void *ctx, ta_call *call, size_t block, unsigned thread);

typedef struct ta_worker ta_worker;

typedef struct ta_team {
    unsigned threads; /* that there are, the caller's counted; to be read by all */
    ta_status host;   /* what the host's poll said in the last phase */
    /* private */
    unsigned asked;
    ta_allocator allocator;
    ta_call *call;
    ta_worker *workers; /* NULL: the caller's thread alone */
    ta_block *run;      /* of the phase */
    void *ctx;
    size_t blocks;
    atomic_size_t next;  /* the first block that nobody has */
    atomic_size_t until; /* blocks from here on are to stop */
    atomic_uint open;   /* the number of the phase that is on, 0: none; the largest: no more come */
    atomic_uint active; /* helpers within the phase */
    atomic_uint wishes; /* of helpers that wait for ta_by_caller */
    unsigned phases;
} ta_team;

/*
** A team of up to `threads`, the caller's counted; fewer where they cannot be started. Helpers
** block all signals, so that Ctrl-C reaches the host's own threads. ENOMEM: there is nothing to close.
** `call` is the caller's until the team is closed. About 30 us a helper.
*/
ta_status ta_team_open(ta_team *team, const ta_allocator *allocator, ta_call *call,
                       unsigned threads);
ta_status ta_team_run(ta_team *team, size_t blocks, ta_block *run, void *ctx);
void ta_team_close(ta_team *team);

/* A team for one phase. */
ta_status ta_parallel(const ta_allocator *allocator, ta_call *call, unsigned threads, size_t blocks,
                      ta_block *run, void *ctx);

/* In a block: wait until *done is at least `least`, which a lower block sees to (by a store that
** releases what it wrote). What it fails with is to be returned. `at` of `total`: for the host's poll. */
ta_status ta_await(ta_call *call, const atomic_size_t *done, size_t least, double at, double total);

/* In a block: run `task` in the calling thread, soon, and wait for what it returns. For what is
** rare: the caller comes to it when it polls or waits. Outside of a team, or with no call: a function call. */
typedef ta_status ta_task(void *ctx);
ta_status ta_by_caller(ta_call *call, ta_task *task, void *ctx);

#endif
