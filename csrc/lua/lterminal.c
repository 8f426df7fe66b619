/*
** lterminal.c - what the command line and the prompt ask of the terminal: its width, whether a key
** waits, and Ctrl-C as often as it is pressed.
**
** The interpreter's own handler disarms itself at the first Ctrl-C, since a program is expected to
** end then; a prompt lives on. The handler here stays, and sets the same kind of hook: the next Lua
** instruction of the main thread raises "interrupted!", and calls into the core see the hook as they
** poll. A handler has no argument, so the main thread is kept in a variable, as lua.c does.
*/
#define _GNU_SOURCE /* ppoll */
#include "lterminal.h"

#include <errno.h>
#include <lauxlib.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static lua_State *main_thread;

static void raise_interrupt(lua_State *L, lua_Debug *ar) {
    (void)ar;
    lua_sethook(L, NULL, 0, 0);
    luaL_error(L, "interrupted!");
}

static void on_interrupt(int signal_number) {
    (void)signal_number;
    if (main_thread)
        lua_sethook(main_thread, raise_interrupt, LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT, 1);
}

/* catch_interrupts(): from now on every Ctrl-C raises "interrupted!" in the main thread. */
static int catch_interrupts(lua_State *L) {
    struct sigaction action;
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
    main_thread = lua_tothread(L, -1);
    memset(&action, 0, sizeof action);
    action.sa_handler = on_interrupt; /* not restarted: a read that waits comes back */
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    return 0;
}

/* forget_interrupt(): a Ctrl-C that has not raised yet will not. */
static int forget_interrupt(lua_State *L) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
    lua_State *main = lua_tothread(L, -1);
    if (lua_gethook(main) == raise_interrupt) lua_sethook(main, NULL, 0, 0);
    return 0;
}

/* wait_key(): true when standard input can be read, false when a signal came first. Ctrl-C comes
** through only while waiting: the line editor that reads the key must not be broken off. It stays
** held back until allow_interrupts(). */
static int wait_key(lua_State *L) {
    struct pollfd input = { STDIN_FILENO, POLLIN, 0 };
    sigset_t held, waiting;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigprocmask(SIG_BLOCK, &held, &waiting);
    sigdelset(&waiting, SIGINT);
    int ready = ppoll(&input, 1, NULL, &waiting);
    lua_pushboolean(L, ready > 0 || errno != EINTR);
    return 1;
}

/* allow_interrupts(): Ctrl-C comes through again. */
static int allow_interrupts(lua_State *L) {
    sigset_t held;
    (void)L;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigprocmask(SIG_UNBLOCK, &held, NULL);
    return 0;
}

/* terminal_columns(fd): the width of the terminal; 0 where it does not say; nil when fd is none. */
static int terminal_columns(lua_State *L) {
    struct winsize size;
    int fd = (int)luaL_checkinteger(L, 1);
    if (!isatty(fd)) return 0;
    lua_pushinteger(L, ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0);
    return 1;
}

void lterminal_open(lua_State *L) {
    static const luaL_Reg functions[] = {
        { "catch_interrupts", catch_interrupts },
        { "forget_interrupt", forget_interrupt },
        { "wait_key", wait_key },
        { "allow_interrupts", allow_interrupts },
        { "terminal_columns", terminal_columns },
        { NULL, NULL },
    };
    luaL_setfuncs(L, functions, 0);
}
