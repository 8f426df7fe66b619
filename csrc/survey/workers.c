/*
** workers.c - takeaway.workers: processes that answer a survey's questions, each over a socket pair. A worker finds its
** end of the pair as its standard input.
**
** A worker is a separate program (posix_spawn copies no memory) in its own process group. So Ctrl-C at a terminal
** reaches only the coordinator, which ends the workers. A worker's standard output is the coordinator's standard error,
** so what a task prints disturbs nothing. A worker ends when the coordinator ends, however that happens: by SIGKILL at
** once where the system offers that (Linux), and at the end of its input on every system.
**
** Bytes pass unchanged; processes.lua defines the messages. Nothing is allocated here except Lua's strings.
*/
#define _GNU_SOURCE /* SOCK_CLOEXEC */
#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <limits.h>
#include <lua.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "type.h"

extern char **environ;

enum { WORDS = 16, MOST = 1024 /* workers to wait for at once */ };

static const char type_name[] = "takeaway.worker";

typedef struct worker {
    int socket;    /* -1: closed */
    pid_t process; /* 0: none, or the coordinator */
    pid_t owner;   /* the process that started it; a fork of that must not end it */
} worker;

static worker *checked(lua_State *L, int at) {
    return luaL_checkudata(L, at, type_name);
}

static worker *push_worker(lua_State *L) {
    worker *w = lua_newuserdatauv(L, sizeof *w, 0);
    w->socket = -1, w->process = w->owner = 0;
    luaL_setmetatable(L, type_name);
    return w;
}

static int failed(lua_State *L, int error) {
    lua_pushnil(L);
    lua_pushstring(L, strerror(error));
    return 2;
}

/* ---- The end ---- */

/* Close, wait for the process, and push how it ended. [-0, +1] */
static void reap(lua_State *L, worker *w) {
    int status = 0;
    pid_t got = 0;
    if (w->socket >= 0) close(w->socket);
    w->socket = -1;
    if (w->process > 0 && w->owner == getpid()) {
        do got = waitpid(w->process, &status, 0);
        while (got < 0 && errno == EINTR);
    }
    w->process = 0;
    if (got > 0 && WIFSIGNALED(status)) lua_pushfstring(L, "signal %d", WTERMSIG(status));
    else if (got > 0 && WIFEXITED(status)) lua_pushfstring(L, "status %d", WEXITSTATUS(status));
    else lua_pushliteral(L, "its end is closed");
}

/* w:close(): ends the worker at once. */
static int close_worker(lua_State *L) {
    worker *w = checked(L, 1);
    if (w->process > 0 && w->owner == getpid()) kill(w->process, SIGKILL);
    if (w->process > 0 || w->socket >= 0) reap(L, w);
    return 0;
}

/* ---- The beginning ---- */

/* A socket pair with descriptors above 2, since 0 to 2 are the standard streams. Returns 0 or an error. */
static int socket_pair(int pair[2]) {
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair)) return errno;
    int error = 0;
    for (int i = 0; i < 2; i++) {
        if (pair[i] > 2) continue;
        int above = fcntl(pair[i], F_DUPFD_CLOEXEC, 3);
        if (above < 0) error = errno;
        close(pair[i]);
        pair[i] = above;
    }
    for (int i = 0; i < 2 && error; i++)
        if (pair[i] >= 0) close(pair[i]);
    return error;
}

static int spawn(pid_t *process, char *words[], int socket) {
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    sigset_t none, all;
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
    int error = posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
    if (!error) error = posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    if (!error) error = posix_spawnp(process, words[0], &actions, &attributes, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error;
}

/* start(program, ...): a worker; or nil and the reason. */
static int start(lua_State *L) {
    char *words[WORDS + 1] = { NULL };
    int count = lua_gettop(L), pair[2];
    luaL_argcheck(L, count <= WORDS, WORDS + 1, "too many words");
    for (int i = 0; i < count; i++) {
        const char *word = luaL_checkstring(L, i + 1);
        memcpy(&words[i], &word, sizeof word); /* posix_spawn has no const, but changes nothing */
    }
    luaL_checkstring(L, 1);
    worker *w = push_worker(L);
    int error = socket_pair(pair);
    if (error) return failed(L, error);
    error = spawn(&w->process, words, pair[1]);
    close(pair[1]);
    if (error) {
        w->process = 0;
        close(pair[0]);
        return failed(L, error);
    }
    w->socket = pair[0], w->owner = getpid();
    return 1;
}

/* inherited(): in a worker, the coordinator's connection, which is standard input. */
static int inherited(lua_State *L) {
    int type;
    socklen_t size = sizeof type;
    if (getsockopt(STDIN_FILENO, SOL_SOCKET, SO_TYPE, &type, &size))
        return luaL_error(L, "workers: standard input is no socket: a coordinator starts this");
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    push_worker(L)->socket = STDIN_FILENO;
    return 1;
}

/* ---- Bytes ---- */

/* w:write(bytes): true; or nil and the reason. It waits while the buffer is full. */
static int write_bytes(lua_State *L) {
    worker *w = checked(L, 1);
    size_t left;
    const char *at = luaL_checklstring(L, 2, &left);
    while (left > 0) {
        ssize_t put = send(w->socket, at, left, MSG_NOSIGNAL);
        if (put < 0 && errno != EINTR) return failed(L, errno);
        if (put > 0) at += put, left -= (size_t)put;
    }
    lua_pushboolean(L, 1);
    return 1;
}

/* w:read([wait]): the bytes that have arrived, "" if none; after the last nil and how the worker ended. */
static int read_bytes(lua_State *L) {
    worker *w = checked(L, 1);
    int how = lua_toboolean(L, 2) ? 0 : MSG_DONTWAIT;
    char bytes[1 << 16];
    ssize_t got;
    do got = recv(w->socket, bytes, sizeof bytes, how);
    while (got < 0 && errno == EINTR && how == 0);
    if (got > 0) {
        lua_pushlstring(L, bytes, (size_t)got);
        return 1;
    }
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) {
        lua_pushliteral(L, "");
        return 1;
    }
    lua_pushnil(L);
    if (w->process > 0) kill(w->process, SIGKILL); /* if it lives, it has closed its end */
    reap(L, w);
    return 2;
}

/* wait(list, seconds, first): the index of a worker that has input to read or has ended; nil if there is none, or after a
** signal. The search starts at index `first`, so that every worker gets its share. */
static int wait_for(lua_State *L) {
    struct pollfd of[MOST];
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_Number seconds = luaL_checknumber(L, 2);
    lua_Integer first = luaL_optinteger(L, 3, 1);
    lua_Unsigned count = lua_rawlen(L, 1);
    luaL_argcheck(L, count >= 1 && count <= MOST, 1, "expected 1 to 1024 workers");
    luaL_argcheck(L, seconds >= 0 && seconds <= 3600, 2, "expected 0 to 3600 seconds");
    for (lua_Unsigned i = 0; i < count; i++) {
        lua_rawgeti(L, 1, (lua_Integer)i + 1);
        of[i].fd = checked(L, -1)->socket, of[i].events = POLLIN, of[i].revents = 0;
        lua_pop(L, 1);
    }
    if (poll(of, (nfds_t)count, (int)(seconds * 1000)) <= 0) return 0;
    for (lua_Unsigned i = 0; i < count; i++) {
        lua_Unsigned at = ((lua_Unsigned)(first - 1) + i) % count;
        if (of[at].revents == 0) continue;
        lua_pushinteger(L, (lua_Integer)at + 1);
        return 1;
    }
    return 0;
}

/* w:process(): the process id. */
static int process(lua_State *L) {
    lua_pushinteger(L, checked(L, 1)->process);
    return 1;
}

/* cores(): the number of processes that can run at once. */
static int cores(lua_State *L) {
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    lua_pushinteger(L, n < 1 ? 1 : n);
    return 1;
}

/* seconds(): a monotonic clock. */
static int clock_seconds(lua_State *L) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    lua_pushnumber(L, (lua_Number)t.tv_sec + (lua_Number)t.tv_nsec / 1e9);
    return 1;
}

/* mortal(seconds): a signal (`late` of this module) ends this process after that time, unless mortal(0) is called first.
** This is for code that checks no clock: one call of a C function, a coroutine, a loop that catches errors. */
static int mortal(lua_State *L) {
    lua_Number seconds = luaL_checknumber(L, 1);
    luaL_argcheck(L, seconds >= 0, 1, "expected seconds from 0 on");
    if (seconds > 1e8) seconds = 1e8; /* three years */
    struct itimerval wait = { .it_value.tv_sec = (time_t)seconds };
    wait.it_value.tv_usec = (suseconds_t)((seconds - (lua_Number)wait.it_value.tv_sec) * 1e6);
    if (setitimer(ITIMER_REAL, &wait, NULL)) return luaL_error(L, "workers: %s", strerror(errno));
    return 0;
}

/* host(): the name of this machine. */
static int host(lua_State *L) {
    char name[HOST_NAME_MAX + 1];
    if (gethostname(name, sizeof name)) name[0] = '\0';
    name[HOST_NAME_MAX] = '\0';
    lua_pushstring(L, name);
    return 1;
}

__attribute__((visibility("default"))) int luaopen_takeaway_workers(lua_State *L);

int luaopen_takeaway_workers(lua_State *L) {
    static const luaL_Reg functions[] = {
        { "start", start }, { "inherited", inherited },   { "wait", wait_for },
        { "cores", cores }, { "seconds", clock_seconds }, { "host", host },
        { "mortal", mortal }, { NULL, NULL },
    };
    static const luaL_Reg methods[] = {
        { "write", write_bytes },  { "read", read_bytes }, { "process", process },
        { "close", close_worker }, { NULL, NULL },
    };
    luaL_checkversion(L);
    make_type(L, type_name, methods, close_worker);
    luaL_newlib(L, functions);
    lua_pushfstring(L, "signal %d", SIGALRM); /* as `read` reports it */
    lua_setfield(L, -2, "late");
    return 1;
}
