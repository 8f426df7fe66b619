/*
** terminal.c - what the command line and the prompt ask of the terminal: its width, whether a key
** waits, and Ctrl-C as often as it is pressed.
**
** The interpreter's own handler disarms itself at the first Ctrl-C, since a program is expected to
** end then; a prompt lives on. The handler here stays, and sets the same kind of hook: the next Lua
** instruction of the main thread raises "interrupted!", and calls into the core see the hook as they
** poll. A handler has no argument, so the main thread is kept in a variable, as lua.c does.
*/
#define _GNU_SOURCE /* ppoll */
#include "modules.h"

#include <dlfcn.h>
#include <errno.h>
#include <lauxlib.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
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
        lua_sethook(main_thread, raise_interrupt,
                    LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT, 1);
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

static void hold(int how) {
    sigset_t interrupt;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    sigprocmask(how, &interrupt, NULL);
}

/* True when a Ctrl-C came that has not raised yet; it will not any more. */
static bool take_interrupt(void) {
    bool came = main_thread && lua_gethook(main_thread) == raise_interrupt;
    if (came) lua_sethook(main_thread, NULL, 0, 0);
    return came;
}

/* hold_interrupts(on): Ctrl-C waits, but in `interruptible` and `wait_key`, until hold_interrupts(false). */
static int hold_interrupts(lua_State *L) {
    hold(lua_toboolean(L, 1) ? SIG_BLOCK : SIG_UNBLOCK);
    return 0;
}

/* interruptible(handler, f, ...): xpcall(f, handler, ...) during which a Ctrl-C that is held comes
** through. Not one Lua instruction lies between the call and the holding, so none comes through after. */
static int interruptible(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    luaL_checkany(L, 2);
    hold(SIG_UNBLOCK);
    int status = lua_pcall(L, lua_gettop(L) - 2, LUA_MULTRET, 1);
    hold(SIG_BLOCK);
    take_interrupt();
    lua_pushboolean(L, status == LUA_OK);
    lua_replace(L, 1);
    return lua_gettop(L);
}

/* wait_key(): waits for a key or a Ctrl-C, which is held at any other time: "key" when standard input
** can be read, "interrupt" after a Ctrl-C, nil after another signal. */
static int wait_key(lua_State *L) {
    struct pollfd input = { STDIN_FILENO, POLLIN, 0 };
    sigset_t waiting;
    hold(SIG_BLOCK);
    sigprocmask(SIG_BLOCK, NULL, &waiting);
    sigdelset(&waiting, SIGINT);
    int ready = ppoll(&input, 1, NULL, &waiting);
    bool failed = ready < 0 && errno != EINTR; /* the read that follows will say why */
    if (take_interrupt()) lua_pushliteral(L, "interrupt");
    else if (ready > 0 || failed) lua_pushliteral(L, "key");
    else lua_pushnil(L);
    return 1;
}

/* leave_line_editor(path): makes readline, which the module at `path` is linked with, let go of the
** terminal. It must be done before that module's handler_remove, which closes the stream to the
** terminal first and then has readline write to it. */
static int leave_line_editor(lua_State *L) {
    void *module = dlopen(luaL_checkstring(L, 1), RTLD_NOW | RTLD_NOLOAD);
    void *found = module ? dlsym(module, "rl_callback_handler_remove") : NULL;
    if (found) {
        void (*leave)(void);
        memcpy(&leave, &found, sizeof leave);
        leave();
    }
    if (module) dlclose(module);
    lua_pushboolean(L, found != NULL);
    return 1;
}

/* break_words(path): makes readline, which the module at `path` is linked with, complete names alone: all
** characters but those of names end a word. By its own set a word is also what follows a quote, which it
** then closes: in `ta.octal("0.7"):ni` after the method. The module does not offer this setting. */
static int break_words(lua_State *L) {
    static char others[] = " \t\n\"\\'`@$><=;|&{}()[]+-*/%^#~,.:!?";
    void *module = dlopen(luaL_checkstring(L, 1), RTLD_NOW | RTLD_NOLOAD);
    char **characters = module ? dlsym(module, "rl_completer_word_break_characters") : NULL;
    if (characters) *characters = others;
    if (module) dlclose(module);
    lua_pushboolean(L, characters != NULL);
    return 1;
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
        { "catch_interrupts", catch_interrupts },   { "hold_interrupts", hold_interrupts },
        { "interruptible", interruptible },         { "wait_key", wait_key },
        { "leave_line_editor", leave_line_editor }, { "break_words", break_words },
        { "terminal_columns", terminal_columns },   { NULL, NULL },
    };
    luaL_setfuncs(L, functions, 0);
}
