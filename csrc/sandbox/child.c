/*
** child.c - the sandbox as a separate program: it confines itself, then answers requests.
**
** csrc/lua/sandbox/sandbox_process.c starts this program with one end of a socket pair as standard
** input. First the program reads the bounds (lsandbox_bounds). Then requests and replies follow,
** each a 32-bit length and that number of bytes. Before it reads the first request, which is a
** stranger's, the program makes sure of this:
**
** - it dies with the thread that started it, and can gain no new privileges;
** - every file descriptor except the socket is closed, and it can open no other; no file can grow, no process or
**   thread can start, no core is written;
** - the system bounds memory and processor time, above the bounds that the state itself keeps;
** - the only system calls are those for memory, the clock, the socket and the exit (seccomp, if the library was
**   installed when this was built). Any other ends the program.
*/
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef TA_SECCOMP
#include <seccomp.h>
#endif

#include "base/mem.h"
#include "image.h"
#include "lua/base/call.h"
#include "lua/family/move_function.h"
#include "lua/compile/bytecode_selftest.h"
#include "lua/sandbox/sandbox_state.h"

#define MEMORY_BESIDE (64 << 20) /* for the program, its stack, requests and a copy of the reply */

/* The compiler of rules needs this function of the module. Here there are no move functions. */
ta_movefn *lmovefn_test(lua_State *L, int index) {
    (void)L;
    (void)index;
    return NULL;
}

ta_allocator lcall_allocator(lua_State *L) {
    ta_allocator a;
    a.resize = lua_getallocf(L, &a.ctx);
    return a;
}

/* ---- Confinement ---- */

static int limit(int resource, double soft, double hard) {
    struct rlimit now, l;
    double most = getrlimit(resource, &now) || now.rlim_max == RLIM_INFINITY ? INFINITY
                                                                             : (double)now.rlim_max;
    l.rlim_cur = fmin(soft, most) < 0x1p62 ? (rlim_t)fmin(soft, most) : RLIM_INFINITY;
    l.rlim_max = fmin(hard, most) < 0x1p62 ? (rlim_t)fmin(hard, most) : RLIM_INFINITY;
    return setrlimit(resource, &l);
}

static void close_others(void) {
#ifdef SYS_close_range
    if (!syscall(SYS_close_range, 1u, ~0u, 0u)) return;
#endif
    long most = sysconf(_SC_OPEN_MAX);
    for (int i = 1; i < (most > 0 && most < 1 << 20 ? most : 1 << 20); i++) close(i);
}

static int filter(void) {
#ifdef TA_SECCOMP
    static const int allowed[] = {
        SCMP_SYS(read),         SCMP_SYS(write),         SCMP_SYS(brk),  SCMP_SYS(munmap),
        SCMP_SYS(mremap),       SCMP_SYS(clock_gettime), SCMP_SYS(exit), SCMP_SYS(exit_group),
        SCMP_SYS(rt_sigreturn), SCMP_SYS(madvise),       SCMP_SYS(time), SCMP_SYS(clock_gettime64)
    };
    free(malloc(1)); /* the first malloc asks for random bytes */
    scmp_filter_ctx f = seccomp_init(SCMP_ACT_KILL_PROCESS);
    if (!f) return -1;
    int failed = 0;
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        failed |= seccomp_rule_add(f, SCMP_ACT_ALLOW, allowed[i], 0);
    /* memory, but not executable */
    failed |= seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1,
                               SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    failed |= seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(mmap2), 1,
                               SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    failed |= seccomp_load(f);
    seccomp_release(f);
    return failed;
#else
    return 0;
#endif
}

static int confine(const lsandbox_bounds *most) {
    int failed = prctl(PR_SET_PDEATHSIG, SIGKILL) | prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) |
                 prctl(PR_SET_NAME, "takeaway-rules");
    close_others();
    failed |= limit(RLIMIT_CORE, 0, 0) | limit(RLIMIT_FSIZE, 0, 0) | limit(RLIMIT_NPROC, 0, 0) |
              limit(RLIMIT_NOFILE, 0, 0);
    failed |= limit(RLIMIT_CPU, ceil(most->total) + 1, ceil(most->total) + 2);
    failed |= limit(RLIMIT_AS, 3 * most->bytes + MEMORY_BESIDE, 3 * most->bytes + MEMORY_BESIDE);
    return failed || filter();
}

/* ---- Requests ---- */

/* Returns 0 at the end of the input, or after an error. */
static int get(void *to, size_t size) {
    char *at = to;
    while (size > 0) {
        ssize_t came = read(0, at, size);
        if (came <= 0) return 0;
        at += came;
        size -= (size_t)came;
    }
    return 1;
}

static int put(const void *from, size_t size) {
    const char *at = from;
    while (size > 0) {
        ssize_t went = write(0, at, size);
        if (went <= 0) return 0;
        at += went;
        size -= (size_t)went;
    }
    return 1;
}

/* Sends a length and that number of bytes, in one write if they are few. */
static int put_frame(const char *bytes, size_t size) {
    char first[4096];
    uint32_t length = (uint32_t)size;
    if (size + sizeof length > sizeof first) return put(&length, sizeof length) && put(bytes, size);
    memcpy(first, &length, sizeof length);
    memcpy(first + sizeof length, bytes, size);
    return put(first, sizeof length + size);
}

/* Finds the functions that the compiler accepts as Lua's own, in a separate state that lives as long as the process. */
static int open_compiler(lua_State *L) {
    int differs;
    lsandbox_genuine(lua_touserdata(L, 1), lprobe_genuine(L, &differs));
    return 0;
}

static int with_compiler(lsandbox_state *b, lua_State **compiler) {
    if (*compiler) return 1;
    *compiler = luaL_newstate();
    if (!*compiler) return 0;
    lua_pushcfunction(*compiler, open_compiler);
    lua_pushlightuserdata(*compiler, b);
    return lua_pcall(*compiler, 1, 0, 0) == LUA_OK;
}

static int serve(const lsandbox_bounds *most) {
    lmessage reply = { .allocator = &ta_default_allocator };
    lsandbox_state *b = lsandbox_new(&ta_default_allocator, most);
    lua_State *compiler = NULL;
    char *request = NULL;
    uint32_t length, room = 0;
    if (!b) return LSANDBOX_NO_MEMORY;
    while (get(&length, sizeof length)) {
        if (length > room) {
            free(request);
            room = length;
            request = malloc(room);
            if (!request) return LSANDBOX_NO_MEMORY;
        }
        if (!get(request, length)) return LSANDBOX_NO_REQUEST;
        if (length > 0 && request[0] == 'P' && !with_compiler(b, &compiler))
            return LSANDBOX_NO_MEMORY;
        if (!lsandbox_answer(b, request, length, &reply, NULL, NULL)) return LSANDBOX_NO_MEMORY;
        if (!put_frame(reply.bytes, reply.size)) return LSANDBOX_NO_REQUEST;
    }
    return 0;
}

int main(void) {
    lsandbox_bounds most;
    if (!get(&most, sizeof most)) return LSANDBOX_NO_REQUEST;
    if (confine(&most)) return LSANDBOX_NO_LIMITS;
    _exit(serve(&most));
}
