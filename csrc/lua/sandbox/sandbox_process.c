/*
** sandbox_process.c - starts the sandbox's program, sends it requests, ends it.
**
** The program is part of this library (csrc/sandbox/image.c), run from an unnamed file in memory.
** So a program that loads this library needs no path to it. posix_spawn starts it, which copies no
** memory of the host, with an empty environment. Its standard input is one end of a socket pair. It
** has a process group of its own, so Ctrl-C at a terminal reaches only the host. It confines itself
** (child.c), then serves requests. Its own limits apply first. The host's limits do not rely on
** them: bytes of a reply, processor time, which is measured from outside, and time on the clock.
**
** It ends when its socket closes, when the thread that started it ends, or by lsandbox_end. A copy
** of the host (fork) has the socket but not the process: `owner` distinguishes them.
*/
#define _GNU_SOURCE /* memfd_create, wait4 */
#include "sandbox_process.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "sandbox/image.h"

enum { TICK = 50000 /* microseconds between two looks at the clocks */, HEAD = 4 };
#define GRACE 1.0   /* seconds of processor time beyond the process's own limit */
#define SLOWER 10.0 /* seconds on the clock for each second of processor time allowed, and one */

static double now(void) {
    struct timespec t;
    return clock_gettime(CLOCK_MONOTONIC, &t) ? 0 : (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void say(lsandbox_process *p, const char *what) {
    snprintf(p->why, sizeof p->why, "sandbox: %s", what);
}

/* ---- The end ---- */

int lsandbox_running(const lsandbox_process *p) {
    return p->process > 0 && p->owner == getpid();
}

/* Set the reason for its end from its status. */
static void say_status(lsandbox_process *p, int status) {
    if (WIFEXITED(status) && WEXITSTATUS(status) == LSANDBOX_NO_MEMORY) {
        snprintf(p->why, sizeof p->why, "sandbox: more than %.4g MiB of memory",
                 p->most.bytes / 0x1p20);
    } else if (WIFEXITED(status) && WEXITSTATUS(status) == LSANDBOX_NO_LIMITS) {
        say(p, "the process could not be confined");
    } else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) {
        snprintf(p->why, sizeof p->why, "sandbox: more than %.14g seconds in all", p->most.total);
    } else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS) {
        say(p, "the process was ended at a call of the system that it may not make");
    } else if (WIFSIGNALED(status)) {
        snprintf(p->why, sizeof p->why, "sandbox: the process was ended by signal %d",
                 WTERMSIG(status));
    } else {
        say(p, "the process ended");
    }
}

/* Wait for the process and forget it. 1 with its status; 0 when the host has already waited for all
** its children. */
static int reap(lsandbox_process *p, int *status) {
    struct rusage used;
    pid_t got;
    close(p->socket);
    do got = wait4(p->process, status, 0, &used);
    while (got < 0 && errno == EINTR);
    if (got > 0)
        p->spent += (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                    (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
    p->process = 0;
    return got > 0;
}

void lsandbox_end(lsandbox_process *p) {
    int status;
    if (p->process > 0 && !lsandbox_running(p)) {
        close(p->socket); /* inherited from the program that was forked */
        p->process = 0;
    }
    if (p->process <= 0) return;
    kill(p->process, SIGKILL);
    reap(p, &status);
}

static lsandbox_status ended(lsandbox_process *p, const char *why) {
    if (why) p->why[0] = '\0', say(p, why);
    lsandbox_end(p);
    return LSANDBOX_ENDED;
}

/* The process has closed its end of the socket, so it is ending. */
static lsandbox_status died(lsandbox_process *p) {
    int status;
    if (reap(p, &status)) say_status(p, status);
    else say(p, "the process ended");
    return LSANDBOX_ENDED;
}

/* ---- Start ---- */

#ifdef __linux__

static int image_file(void) {
    size_t left = (size_t)(lsandbox_image_end - lsandbox_image);
    int file = memfd_create("takeaway-sandbox", MFD_CLOEXEC);
    for (const char *at = lsandbox_image; file >= 0 && left > 0;) {
        ssize_t put = write(file, at, left);
        if (put < 0) {
            close(file);
            return -1;
        }
        at += put;
        left -= (size_t)put;
    }
    return file;
}

static int spawn(pid_t *process, const char *path, int socket) {
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    sigset_t none, all;
    char name[] = "takeaway-sandbox";
    char *words[] = { name, NULL }, *environment[] = { NULL };
    sigemptyset(&none);
    sigfillset(&all);
    if (posix_spawnattr_init(&attributes)) return ENOMEM;
    if (posix_spawn_file_actions_init(&actions)) {
        posix_spawnattr_destroy(&attributes);
        return ENOMEM;
    }
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                              POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    int failed = posix_spawn_file_actions_adddup2(&actions, socket, 0);
    if (!failed) failed = posix_spawn(process, path, &actions, &attributes, words, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return failed;
}

/* Make a socket pair with descriptors above 2, since those up to 2 are the process's own. */
static int socket_pair(int pair[2]) {
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair)) return -1;
    for (int i = 0; i < 2; i++) {
        if (pair[i] > 2) continue;
        int above = fcntl(pair[i], F_DUPFD_CLOEXEC, 3);
        close(pair[i]);
        pair[i] = above;
    }
    if (pair[0] >= 0 && pair[1] >= 0) return 0;
    for (int i = 0; i < 2; i++)
        if (pair[i] >= 0) close(pair[i]);
    return -1;
}

static lsandbox_status cannot(lsandbox_process *p, int error) {
    snprintf(p->why, sizeof p->why, "no process for the sandbox: %s", strerror(error));
    return LSANDBOX_NONE;
}

lsandbox_status lsandbox_start(lsandbox_process *p) {
    int pair[2];
    char path[40];
    struct timeval tick = { 0, TICK };
    lsandbox_bounds most = p->most;
    lsandbox_end(p);
    most.total -= p->spent;
    if (most.total <= 0) {
        snprintf(p->why, sizeof p->why, "sandbox: more than %.14g seconds in all", p->most.total);
        return LSANDBOX_ENDED;
    }
    int file = image_file();
    if (file < 0) return cannot(p, errno);
    if (socket_pair(pair)) {
        int error = errno;
        close(file);
        return cannot(p, error);
    }
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    int failed = spawn(&p->process, path, pair[1]);
    close(file);
    close(pair[1]);
    if (failed) {
        p->process = 0;
        close(pair[0]);
        return cannot(p, failed);
    }
    p->owner = getpid();
    p->socket = pair[0];
    setsockopt(p->socket, SOL_SOCKET, SO_RCVTIMEO, &tick, sizeof tick);
    setsockopt(p->socket, SOL_SOCKET, SO_SNDTIMEO, &tick, sizeof tick);
    if (send(p->socket, &most, sizeof most, MSG_NOSIGNAL) == (ssize_t)sizeof most)
        return LSANDBOX_OK;
    return died(p);
}

#else

lsandbox_status lsandbox_start(lsandbox_process *p) {
    snprintf(
        p->why, sizeof p->why,
        "no process for the sandbox on this system: it takes Linux; sandbox = true does without");
    return LSANDBOX_NONE;
}

#endif

/* ---- Requests ---- */

typedef struct asking {
    lsandbox_process *p;
    int (*poll)(void *ctx);
    void *ctx;
    double began, processor; /* clock at the start; processor time at the first tick, or -1 */
} asking;

/* The processor time of the process so far. */
static double used(const lsandbox_process *p) {
    clockid_t clock;
    struct timespec t;
    if (clock_getcpuclockid(p->process, &clock) || clock_gettime(clock, &t)) return 0;
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* After a tick without a byte: may the request continue? */
static lsandbox_status look(asking *a) {
    lsandbox_process *p = a->p;
    if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) return died(p);
    if (a->poll && a->poll(a->ctx)) {
        ended(p, "interrupted");
        return LSANDBOX_GIVEN_UP;
    }
    if (a->processor < 0) a->processor = used(p);
    if (used(p) - a->processor > p->most.seconds + GRACE) {
        snprintf(p->why, sizeof p->why, "sandbox: more than %.14g seconds in one call",
                 p->most.seconds);
        return ended(p, NULL);
    }
    if (now() - a->began > SLOWER * (p->most.seconds + 1)) {
        snprintf(p->why, sizeof p->why, "sandbox: no answer in %.14g seconds",
                 SLOWER * (p->most.seconds + 1));
        return ended(p, NULL);
    }
    return LSANDBOX_OK;
}

static lsandbox_status send_all(asking *a, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t put = send(a->p->socket, bytes, size, MSG_NOSIGNAL);
        lsandbox_status s = put < 0 ? look(a) : LSANDBOX_OK;
        if (s) return s;
        if (put < 0) continue;
        bytes += put;
        size -= (size_t)put;
    }
    return LSANDBOX_OK;
}

/* Receive up to `size` bytes, at least `least`. */
static lsandbox_status receive(asking *a, char *to, size_t least, size_t size, size_t *got) {
    for (*got = 0; *got < least;) {
        ssize_t came = recv(a->p->socket, to + *got, size - *got, 0);
        if (came == 0) return died(a->p);
        lsandbox_status s = came < 0 ? look(a) : LSANDBOX_OK;
        if (s) return s;
        if (came > 0) *got += (size_t)came;
    }
    return LSANDBOX_OK;
}

lsandbox_status lsandbox_ask(lsandbox_process *p, const char *request, size_t size, lmessage *reply,
                             int (*poll)(void *ctx), void *ctx) {
    asking a = { p, poll, ctx, now(), -1 };
    char first[4096];
    uint32_t length = (uint32_t)size;
    size_t got, rest;
    lsandbox_status s;
    if (size > UINT32_MAX - HEAD) return ended(p, "the arguments are too long");
    if (size + HEAD <= sizeof first) { /* in one send if it fits */
        memcpy(first, &length, HEAD);
        memcpy(first + HEAD, request, size);
        s = send_all(&a, first, size + HEAD);
    } else {
        s = send_all(&a, (const char *)&length, HEAD);
        if (!s) s = send_all(&a, request, size);
    }
    if (!s) s = receive(&a, first, HEAD, sizeof first, &got);
    if (s) return s;
    memcpy(&length, first, HEAD);
    got -= HEAD;
    if (got > length || (double)length > p->most.bytes + LSANDBOX_SPARE)
        return ended(p, "the process sent what is no answer");
    void *block = reply->bytes;
    lmessage_restart(reply);
    block = reply->bytes;
    if (ta_reserve(reply->allocator, &block, &reply->cap, length + 1, 1)) {
        ended(p, "not enough memory in the host");
        return LSANDBOX_ENDED;
    }
    reply->bytes = block;
    memcpy(reply->bytes, first + HEAD, got);
    reply->size = length;
    return got < length ? receive(&a, reply->bytes + got, length - got, length - got, &rest)
                        : LSANDBOX_OK;
}
