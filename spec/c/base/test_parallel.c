/*
** test_parallel.c - teams: every block runs once; the failure of one thread; one host.
*/
#include "base/parallel.h"
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <threads.h>
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "testing.h"

enum { BLOCKS = 200, ROUNDS = 60 };

/* The first blocks of a phase, one a thread: each waits until all have come, so that all threads are at work. */
static atomic_uint came;

static void meet(unsigned threads, size_t block) {
    if (block >= threads) return;
    atomic_fetch_add(&came, 1);
    while (atomic_load(&came) < threads) sched_yield();
}

/* ---- Every block once ---- */

typedef struct tally {
    atomic_uint ran[BLOCKS];
    unsigned threads;
    int meet;
    atomic_int strange;
} tally;

static ta_status count(void *ctx, ta_call *call, size_t block, unsigned thread) {
    tally *t = ctx;
    sigset_t blocked;
    if (t->meet) meet(t->threads, block);
    atomic_fetch_add(&t->ran[block], 1);
    if (thread >= t->threads) atomic_store(&t->strange, 1);
    pthread_sigmask(SIG_BLOCK, NULL, &blocked);
    if (thread > 0 && !sigismember(&blocked, SIGINT)) atomic_store(&t->strange, 2);
    if (thread > 0 && ta_threads(call, 1e9) != 1) atomic_store(&t->strange, 3);
    return ta_poll(call, 1000, (double)block, BLOCKS);
}

TEST(test_every_block_runs_once_in_each_phase) {
    EACH_TEAM(threads) {
        ta_call call = TA_CALL_INIT;
        ta_team team;
        tally t = { .threads = threads };
        assert_ok(ta_team_open(&team, &ta_default_allocator, &call, threads));
        assert_int_equal(threads, team.threads);
        for (unsigned phase = 1; phase <= ROUNDS; phase++) {
            size_t blocks = phase % 5 ? BLOCKS : phase % 10 ? 1 : 0;
            for (size_t b = 0; b < BLOCKS; b++) atomic_store(&t.ran[b], 0);
            atomic_store(&came, 0);
            t.meet = blocks == BLOCKS;
            assert_int_equal(TA_OK, ta_team_run(&team, blocks, count, &t));
            for (size_t b = 0; b < BLOCKS; b++)
                assert_int_equal(b < blocks, atomic_load(&t.ran[b]));
        }
        assert_int_equal(0, atomic_load(&t.strange));
        ta_team_close(&team);
    }
}

/* ---- Failures ---- */

typedef struct failing {
    unsigned threads;
    ta_status with[BLOCKS];
    unsigned long steps[BLOCKS];
    atomic_uint ended[BLOCKS];
} failing;

static ta_status fail_some(void *ctx, ta_call *call, size_t block, unsigned thread) {
    failing *f = ctx;
    meet(f->threads, block);
    for (unsigned long i = 0; i < f->steps[block]; i++) {
        ta_status s = ta_poll_now(call, (double)block, BLOCKS);
        if (s) return s;
    }
    if (f->with[block]) return ta_fail(call, f->with[block], "block %zu", block);
    atomic_store(&f->ended[block], 1);
    return TA_OK;
}

TEST(test_the_lowest_failure_is_the_one) {
    rng r = rng_start(1);
    for (int round = 0; round < ROUNDS; round++) {
        static const unsigned sizes[] = { 1, 2, 3, 7 };
        failing f = { .threads = sizes[round % 4] };
        size_t lowest = BLOCKS;
        atomic_store(&came, 0);
        for (size_t b = BLOCKS; b-- > 0;) {
            f.steps[b] = rng_between(&r, 0, 2) ? 0 : (unsigned long)rng_between(&r, 0, 399);
            atomic_init(&f.ended[b], 0);
            f.with[b] = rng_between(&r, 0, 39)  ? TA_OK
                        : rng_between(&r, 0, 1) ? TA_ERANGE
                                                : TA_ELIMIT;
            if (f.with[b]) lowest = b;
        }
        ta_call call = TA_CALL_INIT;
        char told[32];
        told[0] = '\0';
        if (lowest < BLOCKS) snprintf(told, sizeof told, "block %zu", lowest);
        ta_team team;
        assert_ok(ta_team_open(&team, &ta_default_allocator, &call, f.threads));
        ta_status s = ta_team_run(&team, BLOCKS, fail_some, &f);
        assert_int_equal(lowest < BLOCKS ? f.with[lowest] : TA_OK, s);
        assert_string_equal(told, call.message);
        for (size_t b = 0; b < lowest; b++) assert_int_equal(1, atomic_load(&f.ended[b]));
        for (size_t b = 0; b < BLOCKS; b++) f.with[b] = TA_OK;
        call.message[0] = '\0'; /* the next phase knows nothing of the failure */
        assert_int_equal(TA_OK, ta_team_run(&team, BLOCKS, fail_some, &f));
        assert_string_equal("", call.message);
        ta_team_close(&team);
    }
}

/* Block 1 fails while block 0 is at work, which fails then. */
static ta_status fail_after_the_next(void *ctx, ta_call *call, size_t block, unsigned thread) {
    atomic_int *failed = ctx;
    meet(2, block);
    for (unsigned i = 0; block == 0 && (!atomic_load(failed) || i < 1000); i++) {
        ta_status s = ta_poll_now(call, 0, 0);
        if (s) return s;
        sched_yield();
    }
    if (block == 1) atomic_store(failed, 1);
    return block < 2 ? ta_fail(call, TA_ERANGE, "block %zu", block) : TA_OK;
}

TEST(test_a_lower_block_fails_later) {
    for (int round = 0; round < 20; round++) {
        atomic_int failed = 0;
        ta_call call = TA_CALL_INIT;
        atomic_store(&came, 0);
        assert_status(
            TA_ERANGE, &call,
            ta_parallel(&ta_default_allocator, &call, 2, 5, fail_after_the_next, &failed));
        assert_string_equal("block 0", call.message);
    }
}

/* Block 1 ends long after block 0. */
static ta_status end_late(void *ctx, ta_call *call, size_t block, unsigned thread) {
    meet(2, block);
    if (thread == 0) return TA_OK;
    for (int turns = 0; turns < 2000; turns++) sched_yield();
    atomic_store((atomic_int *)ctx, 1);
    return TA_OK;
}

TEST(test_a_phase_ends_with_its_last_block) {
    atomic_int ended = 0;
    ta_call call = TA_CALL_INIT;
    atomic_store(&came, 0);
    assert_ok(ta_parallel(&ta_default_allocator, &call, 2, 2, end_late, &ended));
    assert_int_equal(1, atomic_load(&ended));
}

/* ---- The host ---- */

typedef struct host {
    pthread_t thread;
    long left, asked;
    int elsewhere;
} host;

static ta_status stop_later(ta_call *call, double done, double total) {
    host *h = call->host;
    h->asked++;
    if (!pthread_equal(h->thread, pthread_self())) h->elsewhere = 1;
    if (h->left-- > 0) return TA_OK;
    snprintf(call->message, sizeof call->message, "enough");
    return TA_ECALLBACK;
}

/* Without end, but for the poll. */
static ta_status for_ever(void *ctx, ta_call *call, size_t block, unsigned thread) {
    ta_status s = TA_OK;
    meet(*(const unsigned *)ctx, block);
    while (!s) s = ta_poll(call, 4096, (double)block, 0);
    return s;
}

/* The caller's own block ends at once, and the host is polled nevertheless. */
static ta_status for_ever_elsewhere(void *ctx, ta_call *call, size_t block, unsigned thread) {
    if (thread > 0) return for_ever(ctx, call, block, thread);
    meet(*(const unsigned *)ctx, block);
    return TA_OK;
}

TEST(test_only_the_caller_asks_the_host_and_it_stops_all) {
    EACH_TEAM(threads)
        for (long left = 0; left < 6; left += 5)
            for (int elsewhere = 0; elsewhere < 2 && elsewhere < (int)threads; elsewhere++) {
                atomic_store(&came, 0);
                host h = { pthread_self(), left, 0, 0 };
                ta_call call = { &h, stop_later, 0, "of an earlier call", threads };
                ta_status s = ta_parallel(&ta_default_allocator, &call, threads, 8,
                                          elsewhere ? for_ever_elsewhere : for_ever, &threads);
                assert_int_equal(TA_ECALLBACK, s);
                assert_string_equal("enough", call.message);
                assert_false(h.elsewhere);
                assert_int_equal(left + 1, h.asked);
            }
}

/* ---- Waiting ---- */

typedef struct pipeline {
    unsigned threads;
    uint32_t cell[64][64];
    atomic_size_t done[64];
} pipeline;

/* Row `block` of Pascal's triangle modulo 2^32, as a square; each cell waits for the one above. */
static ta_status row(void *ctx, ta_call *call, size_t block, unsigned thread) {
    pipeline *p = ctx;
    meet(p->threads, block);
    for (size_t i = 0; i < 64; i++) {
        ta_status s = block ? ta_await(call, &p->done[block - 1], i + 1, 0, 0) : TA_OK;
        if (s) return s;
        p->cell[block][i] = block && i ? p->cell[block - 1][i] + p->cell[block][i - 1] : 1;
        if (p->cell[block][i] == 0xdead) return ta_fail(call, TA_ERANGE, "no");
        atomic_store_explicit(&p->done[block], i + 1, memory_order_release);
    }
    return TA_OK;
}

static ta_status row_that_breaks(void *ctx, ta_call *call, size_t block, unsigned thread) {
    if (block == 5) meet(((const pipeline *)ctx)->threads, block);
    return block == 5 ? ta_fail(call, TA_ERANGE, "row 5") : row(ctx, call, block, thread);
}

static void start_rows(pipeline *p, unsigned threads) {
    memset(p, 0, sizeof *p);
    p->threads = threads;
    atomic_store(&came, 0);
}

TEST(test_blocks_wait_for_lower_ones) {
    static pipeline p[2];
    ta_call call = TA_CALL_INIT;
    assert_ok(ta_parallel(&ta_default_allocator, &call, 1, 64, row, &p[0]));
    EACH_TEAM(threads) {
        if (threads == 1) continue;
        start_rows(&p[1], threads);
        assert_ok(ta_parallel(&ta_default_allocator, &call, threads, 64, row, &p[1]));
        assert_memory_equal(p[0].cell, p[1].cell, sizeof p[0].cell);
        start_rows(&p[1], threads);
        assert_says(TA_ERANGE, "row 5",
                    ta_parallel(&ta_default_allocator, &call, threads, 64, row_that_breaks, &p[1]));
    }
}

/* ---- The caller's errands ---- */

typedef struct errand {
    pthread_t caller;
    int *plain; /* written by the caller alone, without atomics */
    int elsewhere;
    unsigned threads, times;
} errand;

static ta_status run_errand(void *ctx) {
    errand *e = ctx;
    if (!pthread_equal(e->caller, pthread_self())) e->elsewhere = 1;
    return ++*e->plain % 1000 == 0 ? TA_ENOMEM : TA_OK;
}

static ta_status send(void *ctx, ta_call *call, size_t block, unsigned thread) {
    errand own = *(const errand *)ctx;
    meet(own.threads, block);
    for (unsigned i = 0; i < own.times; i++) {
        ta_status s = ta_by_caller(call, run_errand, &own);
        if (!s) s = ta_poll(call, 40000, 0, 0);
        if (s || own.elsewhere) return s ? s : TA_ERANGE;
    }
    return TA_OK;
}

TEST(test_errands_are_run_by_the_caller) {
    EACH_TEAM(threads) {
        int plain = 0;
        errand e = { pthread_self(), &plain, 0, threads, 20 };
        ta_call call = TA_CALL_INIT;
        atomic_store(&came, 0);
        assert_ok(ta_parallel(&ta_default_allocator, &call, threads, 40, send, &e));
        assert_int_equal(800, plain);
        atomic_store(&came, 0);
        /* Each thousandth fails, which ends the thread that sent it, and those that are above. A
        ** helper may be kept from telling the others, the caller not: 7 fail, 6 blocks go on. */
        e.times = 2000;
        assert_status(TA_ENOMEM, &call,
                      ta_parallel(&ta_default_allocator, &call, threads, 40, send, &e));
        assert_true(plain >= 1000 && plain < 40000);
    }
}

/* ---- Missing threads ---- */

TEST(test_memory_that_is_refused) {
    EACH_REFUSAL(o, 1) {
        failing f = { .threads = 0 };
        ta_call call = TA_CALL_INIT;
        assert_refused(&o, ta_parallel(&o.allocator, &call, 3, 8, fail_some, &f));
    }
}

/* The library's starts of threads in this program: as many succeed as there are in `startable`. They are those of POSIX,
** since a program that is linked statically has no other thrd_create to find. The build for the thread sanitizer starts
** them otherwise. */
#if !defined(__SANITIZE_THREAD__) && !defined(__STDC_NO_THREADS__)
static unsigned startable = UINT_MAX;

typedef struct thread_start {
    thrd_start_t run;
    void *arg;
} thread_start;

static void *begin(void *ctx) {
    thread_start s = *(thread_start *)ctx;
    free(ctx);
    s.run(s.arg);
    return NULL;
}

int thrd_create(thrd_t *id, thrd_start_t run, void *arg) {
    pthread_t made;
    _Static_assert(sizeof made == sizeof *id, "a thread has one number");
    if (startable == 0) return thrd_error;
    startable--;
    thread_start *s = malloc(sizeof *s);
    if (!s) return thrd_nomem;
    *s = (thread_start){ run, arg };
    if (pthread_create(&made, NULL, begin, s)) {
        free(s);
        return thrd_error;
    }
    memcpy(id, &made, sizeof made);
    return thrd_success;
}

TEST(test_threads_that_cannot_be_started) {
    for (unsigned started = 0; started <= 7; started++) {
        ta_call call = TA_CALL_INIT;
        ta_team team;
        tally t = { .threads = started < 7 ? started + 1 : 7 };
        startable = started;
        ta_status s = ta_team_open(&team, &ta_default_allocator, &call, 7);
        startable = UINT_MAX;
        assert_int_equal(TA_OK, s);
        assert_int_equal(t.threads, team.threads);
        assert_int_equal(TA_OK, ta_team_run(&team, BLOCKS, count, &t));
        assert_int_equal(0, atomic_load(&t.strange));
        for (size_t b = 0; b < BLOCKS; b++) assert_int_equal(1, atomic_load(&t.ran[b]));
        ta_team_close(&team);
    }
}
#endif

TEST(test_how_many) {
    ta_call call = TA_CALL_INIT;
    unsetenv("TAKEAWAY_THREADS");
    assert_int_equal(1, ta_threads(&call, 0.1));
    assert_true(ta_threads(&call, 1) >= 1);
    setenv("TAKEAWAY_THREADS", "5", 1);
    assert_int_equal(1, ta_threads(&call, 0.1));
    assert_int_equal(5, ta_threads(&call, 1));
    setenv("TAKEAWAY_THREADS", "100000", 1);
    assert_int_equal(TA_THREADS, ta_threads(&call, 1));
    call.threads = 3;
    assert_int_equal(3, ta_threads(&call, 0));
    call.threads = 100000;
    assert_int_equal(TA_THREADS, ta_threads(&call, 0));
    call.threads = 0;
    unsetenv("TAKEAWAY_THREADS");
    unsigned here = ta_threads(&call, 1);
    static const char *const odd[] = { "", "0", "-3", "two", "2x" };
    EACH(text, odd) {
        setenv("TAKEAWAY_THREADS", *text, 1);
        assert_int_equal(here, ta_threads(&call, 1));
    }
    unsetenv("TAKEAWAY_THREADS");
}

RUN_TESTS
