/*
** parallel.c - a team of threads, by C11's <threads.h>.
**
** Why C11 threads: they are in the C library (glibc, musl), so a host that loads this library needs
** no further run-time library. OpenMP's keeps its threads after a call, which a fork does not
** survive, and the thread sanitizer does not understand it. Threads are started for a call and
** joined before it ends. The sanitizer of gcc 12 does not see thrd_create either, so only that
** build uses pthread_create.
**
** Why it is right. A phase's fields are written while no helper is inside, and `open` publishes
** them. A helper enters by counting itself in `active` and then reading `open` again. The caller
** ends the phase by closing `open` and then waiting for `active` to be 0. Both orders are
** sequentially consistent. So a late helper is either counted or sees the phase closed. `next`
** hands out blocks in order.
**
** The lowest failure: a block that fails lowers `until` to its own number. Blocks from there on
** stop at their next poll. Those below continue, since one of them may still fail. So the lowest
** failure recorded is the one that a single thread would meet first.
**
** A waiting thread spins briefly, then yields, then sleeps 50 us at a time, and 1 ms after a
** twentieth of a second. So phases of milliseconds lose nothing, other programs get the processors,
** and idle helpers cost nothing.
*/
#ifdef __linux__
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#include "parallel.h"

#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "mem.h"
#include "poll.h"

#if defined(__SANITIZE_THREAD__)
#define TA_UNDER_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define TA_UNDER_TSAN 1
#endif
#endif

#if defined(TA_UNDER_TSAN)
#include <pthread.h>
typedef pthread_t thread_id;
typedef void *thread_result;
#define thread_start(id, run, arg) (pthread_create(id, NULL, run, arg) == 0)
#define thread_join(id) pthread_join(id, NULL)
#elif !defined(__STDC_NO_THREADS__)
#include <threads.h>
typedef thrd_t thread_id;
typedef int thread_result;
#define thread_start(id, run, arg) (thrd_create(id, run, arg) == thrd_success)
#define thread_join(id) thrd_join(id, NULL)
#else /* without threads: only the caller's */
typedef int thread_id, thread_result;
#define thread_start(id, run, arg) (*(id) = 0, (void)(run), (void)(arg), 0)
#define thread_join(id) ((void)(id))
#endif

#define TEAM_ENDS UINT32_MAX
#define PATIENCE 0.005 /* seconds between two polls of the host while waiting */

struct ta_worker {
    ta_team *team;
    unsigned index;
    thread_id id;
    size_t block;     /* its current block */
    ta_status failed; /* status of its failed block in this phase */
    size_t failed_at;
    double done, total; /* last passed to the host's poll by the calling thread */
    atomic_int wish;    /* state of a request by ta_by_caller */
    ta_task *task;
    void *task_ctx;
    ta_status task_status;
    ta_call call;
};

/* ---- How many ---- */

static unsigned processors(void) {
#ifdef __linux__
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return (unsigned)CPU_COUNT(&set);
#endif
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online < 1 ? 1 : (unsigned)online;
}

static unsigned of_environment(void) {
    const char *text = getenv("TAKEAWAY_THREADS");
    char *end;
    long wanted = text ? strtol(text, &end, 10) : 0;
    return wanted >= 1 && *end == '\0' ? (unsigned)(wanted < TA_THREADS ? wanted : TA_THREADS) : 0;
}

double ta_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

unsigned ta_threads(const ta_call *call, double seconds) {
    unsigned threads = call->threads;
    if (!threads && seconds < TA_THREADS_WORTH) return 1;
    if (!threads) threads = of_environment();
    if (!threads) threads = processors();
    return threads < TA_THREADS ? threads : TA_THREADS;
}

/* ---- Waiting ---- */

/* Wait a moment, longer after many calls. */
static void moment(unsigned *waited) {
    static const struct timespec nap = { 0, 50000 }, sleep = { 0, 1000000 };
    unsigned n = (*waited)++;
#if defined(__x86_64__) || defined(__i386__)
    if (n < 200) {
        __builtin_ia32_pause();
        return;
    }
#endif
    if (n < 300) sched_yield();
    else nanosleep(n < 1000 ? &nap : &sleep, NULL);
}

/* ---- Blocks ---- */

static void stop_from(ta_team *t, size_t block) {
    size_t until = atomic_load(&t->until);
    while (block < until && !atomic_compare_exchange_weak(&t->until, &until, block)) {}
}

enum { WISH_NONE, WISH_TOLD, WISH_TAKEN, WISH_DONE };

/* In the calling thread: run the helpers' requests. */
static void serve(ta_team *t) {
    for (unsigned i = 1; atomic_load(&t->wishes) > 0 && i < t->threads; i++) {
        ta_worker *w = &t->workers[i];
        int told = WISH_TOLD;
        if (!atomic_compare_exchange_strong(&w->wish, &told, WISH_TAKEN)) continue;
        w->task_status = w->task(w->task_ctx);
        atomic_fetch_sub(&t->wishes, 1);
        atomic_store(&w->wish, WISH_DONE);
    }
}

/* The poll of a block's ta_call. */
static ta_status ask(ta_call *call, double done, double total) {
    ta_worker *w = call->host;
    ta_team *t = w->team;
    if (w->index == 0) serve(t);
    if (w->index == 0 && !t->host) {
        w->done = done;
        w->total = total;
        t->host = ta_poll_now(t->call, done, total);
        if (t->host) stop_from(t, 0);
    }
    return atomic_load(&t->until) <= w->block ? TA_ECANCELLED : TA_OK;
}

static ta_worker *worker_of(ta_call *call) {
    return call && call->poll == ask ? call->host : NULL;
}

ta_status ta_by_caller(ta_call *call, ta_task *task, void *ctx) {
    ta_worker *w = worker_of(call);
    if (!w || w->index == 0) return task(ctx);
    ta_team *t = w->team;
    unsigned waited = 0;
    w->task = task;
    w->task_ctx = ctx;
    atomic_store(&w->wish, WISH_TOLD);
    atomic_fetch_add(&t->wishes, 1);
    while (atomic_load(&w->wish) != WISH_DONE) {
        int told = WISH_TOLD;
        moment(&waited);
        if (atomic_load(&t->until) > w->block) continue;
        if (!atomic_compare_exchange_strong(&w->wish, &told, WISH_NONE)) continue;
        atomic_fetch_sub(&t->wishes, 1);
        return TA_ECANCELLED;
    }
    return w->task_status;
}

ta_status ta_await(ta_call *call, const atomic_size_t *done, size_t least, double at,
                   double total) {
    ta_worker *w = worker_of(call);
    unsigned waited = 0;
    while (atomic_load_explicit(done, memory_order_acquire) < least) {
        moment(&waited);
        if (w && w->index == 0) serve(w->team);
        ta_status s = waited % 64 ? TA_OK : ta_poll_now(call, at, total);
        if (s) return s;
    }
    return TA_OK;
}

/* A thread takes no blocks after a failure: all later ones lie above it. For a block that was
** stopped, a lower block or the host has failed. */
static void work(ta_worker *w) {
    ta_team *t = w->team;
    while ((w->block = atomic_fetch_add(&t->next, 1)) < t->blocks &&
           w->block < atomic_load(&t->until)) {
        ta_status s = t->run(t->ctx, &w->call, w->block, w->index);
        if (!s) continue;
        w->failed = s;
        w->failed_at = w->block;
        stop_from(t, w->block);
    }
}

static thread_result help(void *arg) {
    ta_worker *w = arg;
    ta_team *t = w->team;
    unsigned seen = 0, open, waited = 0;
    while ((open = atomic_load(&t->open)) != TEAM_ENDS) {
        if (open == seen || open == 0) {
            moment(&waited);
            continue;
        }
        atomic_fetch_add(&t->active, 1);
        seen = atomic_load(&t->open);
        if (seen != 0 && seen != TEAM_ENDS) work(w);
        atomic_fetch_sub(&t->active, 1);
        waited = 0;
    }
    return (thread_result)0;
}

/* ---- Teams ---- */

static void start_helpers(ta_team *t, unsigned threads) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    while (t->threads < threads &&
           thread_start(&t->workers[t->threads].id, help, &t->workers[t->threads]))
        t->threads++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

ta_status ta_team_open(ta_team *t, const ta_allocator *allocator, ta_call *call, unsigned threads) {
    *t = (ta_team){ .threads = 1, .asked = threads, .allocator = *allocator, .call = call };
    if (threads < 2) return TA_OK;
    t->workers = ta_alloc(allocator, threads, sizeof *t->workers);
    if (!t->workers) return TA_ENOMEM;
    for (unsigned i = 0; i < threads; i++) {
        ta_worker *w = &t->workers[i];
        w->team = t;
        w->index = i;
        w->call.host = w;
        w->call.poll = ask;
        w->call.threads = 1; /* no nested teams */
    }
    start_helpers(t, threads);
    return TA_OK;
}

static ta_status run_alone(const ta_team *t, size_t blocks, ta_block *run, void *ctx) {
    ta_status s = TA_OK;
    for (size_t block = 0; !s && block < blocks; block++) s = run(ctx, t->call, block, 0);
    return s;
}

/* End the phase: all blocks are taken or stopped; wait for the helpers still inside. */
static void close_phase(ta_team *t) {
    ta_worker *own = &t->workers[0];
    double from = ta_seconds();
    unsigned waited = 0;
    atomic_store(&t->open, 0);
    while (atomic_load(&t->active) > 0) {
        serve(t);
        moment(&waited);
        if (waited % 64) continue;
        if (ta_seconds() - from < PATIENCE) continue;
        from = ta_seconds();
        ask(&own->call, own->done, own->total);
    }
}

ta_status ta_team_run(ta_team *t, size_t blocks, ta_block *run, void *ctx) {
    if (t->threads < 2) return run_alone(t, blocks, run, ctx);
    for (unsigned i = 0; i < t->threads; i++) {
        t->workers[i].failed = TA_OK;
        t->workers[i].call.message[0] = '\0';
    }
    t->run = run;
    t->ctx = ctx;
    t->blocks = blocks;
    t->host = TA_OK;
    atomic_store(&t->next, 0);
    atomic_store(&t->until, SIZE_MAX);
    if (++t->phases == TEAM_ENDS) t->phases = 1;
    atomic_store(&t->open, t->phases);
    work(&t->workers[0]);
    close_phase(t);
    if (t->host) return t->host;
    const ta_worker *first = NULL;
    for (unsigned i = 0; i < t->threads; i++) {
        const ta_worker *w = &t->workers[i];
        if (w->failed && (!first || w->failed_at < first->failed_at)) first = w;
    }
    if (!first) return TA_OK;
    if (first->call.message[0]) memcpy(t->call->message, first->call.message, TA_MESSAGE_SIZE);
    return first->failed;
}

void ta_team_close(ta_team *t) {
    atomic_store(&t->open, TEAM_ENDS);
    for (unsigned i = 1; i < t->threads; i++) thread_join(t->workers[i].id);
    ta_free(&t->allocator, t->workers, t->asked, sizeof *t->workers);
    t->workers = NULL;
}

ta_status ta_parallel(const ta_allocator *allocator, ta_call *call, unsigned threads, size_t blocks,
                      ta_block *run, void *ctx) {
    ta_team t;
    if (threads > blocks) threads = (unsigned)blocks;
    ta_status s = ta_team_open(&t, allocator, call, threads);
    if (s) return s;
    s = ta_team_run(&t, blocks, run, ctx);
    ta_team_close(&t);
    return s;
}
