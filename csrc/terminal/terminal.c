/*
** terminal.c - takeaway.terminal, for the command line and the prompt: the terminal's width, waiting for a
** key, and repeated Ctrl-C. It is a separate module, so a program that loads takeaway.core gets no code
** that changes signals or terminals.
**
** The interpreter's own handler disarms itself at the first Ctrl-C, because it expects the program to end.
** A prompt continues. This handler stays, and sets the same kind of hook. The next Lua instruction of the
** main thread then raises `interrupt`; calls into the core see the hook when they poll. `interrupt` is one
** object of the state, so no error text can equal it.
**
** A handler has no argument, so a variable holds the state that catches. It must be cleared before the
** state closes. The registry anchors the object `interrupt`, and lua_close runs its finalizer while the
** state is whole; the finalizer releases the signal. Several states of a program may load the module. The
** state that caught last receives Ctrl-C, and returns it to the one before on release. The last release
** restores the first action of SIGINT. A handler may be running in another thread meanwhile: `handling`
** counts those, and a release waits for them.
*/
#define _GNU_SOURCE /* ppoll */
#include <dlfcn.h>
#include <errno.h>
#include <lauxlib.h>
#include <lua.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

typedef struct catcher {
    lua_State *main;
    struct catcher *below; /* the state that caught before, while catching */
    bool catching;
    bool closed; /* the finalizer has run: the state is closing */
} catcher;

static pthread_mutex_t changing =
    PTHREAD_MUTEX_INITIALIZER; /* the list; the handler never locks it */
static _Atomic(catcher *) latest;
static atomic_int handling;
static struct sigaction before;             /* the action of SIGINT before the first catch */
static struct sigaction before_term;        /* the same for SIGTERM, */
static bool terms;                          /* while SIGTERM is caught too */
static volatile sig_atomic_t terminated_by; /* SIGTERM, once it arrived */

static const char interrupt_key; /* of the registry: the state's catcher, its error object */

static void raise_interrupt(lua_State *L, lua_Debug *ar) {
    (void)ar;
    lua_sethook(L, NULL, 0, 0);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &interrupt_key);
    lua_error(L);
}

static void on_interrupt(int signal_number) {
    atomic_fetch_add(&handling, 1);
    if (signal_number == SIGTERM) terminated_by = SIGTERM;
    catcher *c = atomic_load(&latest);
    if (c)
        lua_sethook(c->main, raise_interrupt,
                    LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT, 1);
    atomic_fetch_sub(&handling, 1);
}

static catcher *own(lua_State *L) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &interrupt_key);
    catcher *c = lua_touserdata(L, -1);
    lua_pop(L, 1); /* the registry keeps it */
    return c;
}

/* True if a Ctrl-C arrived that has not raised. It will not raise after this call. */
static bool take_interrupt(catcher *c) {
    bool came = lua_gethook(c->main) == raise_interrupt;
    if (came) lua_sethook(c->main, NULL, 0, 0);
    return came;
}

static void release(catcher *c) {
    struct sigaction now;
    if (!c->catching) return;
    pthread_mutex_lock(&changing);
    catcher *top = atomic_load(&latest);
    if (top == c && !c->below && sigaction(SIGINT, NULL, &now) == 0 &&
        now.sa_handler == on_interrupt) /* unless the host has replaced it */
        sigaction(SIGINT, &before, NULL);
    if (top == c && !c->below && terms) sigaction(SIGTERM, &before_term, NULL), terms = false;
    if (top == c) {
        atomic_store(&latest, c->below);
    } else {
        while (top->below != c) top = top->below;
        top->below = c->below;
    }
    c->catching = false;
    pthread_mutex_unlock(&changing);
    while (atomic_load(&handling) > 0) {} /* a running handler that saw this state still sets its hook */
    take_interrupt(c);
}

/* catch_interrupts(): from now on every Ctrl-C raises `interrupt` in the main thread. */
static int catch_interrupts(lua_State *L) {
    catcher *c = own(L);
    struct sigaction action, was;
    if (c->closed) return luaL_error(L, "catch_interrupts: the state is being closed");
    if (atomic_load(&latest) != c) release(c); /* to be on top again */
    memset(&action, 0, sizeof action);
    action.sa_handler = on_interrupt; /* no SA_RESTART: a waiting read returns */
    sigemptyset(&action.sa_mask);
    pthread_mutex_lock(&changing);
    if (!c->catching) {
        c->below = atomic_load(&latest);
        c->catching = true;
        atomic_store(&latest, c);
    }
    sigaction(SIGINT, &action, &was);
    if (was.sa_handler != on_interrupt) before = was;
    pthread_mutex_unlock(&changing);
    return 0;
}

/* catch_termination(): SIGTERM acts like a caught Ctrl-C, until release_interrupts(). */
static int catch_termination(lua_State *L) {
    struct sigaction action;
    if (!own(L)->catching) return luaL_error(L, "catch_termination: Ctrl-C is not caught");
    memset(&action, 0, sizeof action);
    action.sa_handler = on_interrupt;
    sigemptyset(&action.sa_mask);
    pthread_mutex_lock(&changing);
    if (!terms) terms = sigaction(SIGTERM, &action, &before_term) == 0;
    pthread_mutex_unlock(&changing);
    return 0;
}

/* terminated(): has a caught SIGTERM arrived? */
static int terminated(lua_State *L) {
    lua_pushboolean(L, terminated_by == SIGTERM);
    return 1;
}

/* release_interrupts(): restores the Ctrl-C action from before catch_interrupts(). */
static int release_interrupts(lua_State *L) {
    release(own(L));
    return 0;
}

/* catching(): has catch_interrupts() been called, with no release since? */
static int catching(lua_State *L) {
    lua_pushboolean(L, own(L)->catching);
    return 1;
}

/* end_on_interrupt(): Ctrl-C ends the process at once, whatever the interpreter's handler does. */
static int end_on_interrupt(lua_State *L) {
    (void)L;
    signal(SIGINT, SIG_DFL);
    return 0;
}

/* Block or unblock SIGINT, and SIGTERM if it is caught. Returns whether SIGINT was blocked. */
static bool hold(int how) {
    sigset_t interrupt, was;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    if (terms) sigaddset(&interrupt, SIGTERM);
    pthread_sigmask(how, &interrupt, &was);
    return sigismember(&was, SIGINT) == 1;
}

/* hold_interrupts(on): delays Ctrl-C until hold_interrupts(false), except in `interruptible` and `wait_key`. */
static int hold_interrupts(lua_State *L) {
    hold(lua_toboolean(L, 1) ? SIG_BLOCK : SIG_UNBLOCK);
    return 0;
}

/* interruptible(handler, f, ...): xpcall(f, handler, ...), during which a held Ctrl-C is delivered.
** No Lua instruction runs between the call's return and the holding, so none raises afterwards. */
static int interruptible(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    luaL_checkany(L, 2);
    catcher *c = own(L);
    bool held = hold(SIG_UNBLOCK);
    int status = lua_pcall(L, lua_gettop(L) - 2, LUA_MULTRET, 1);
    if (held) {
        hold(SIG_BLOCK);
        take_interrupt(c);
    }
    lua_pushboolean(L, status == LUA_OK);
    lua_replace(L, 1);
    return lua_gettop(L);
}

/* wait_key(): waits for a key or for a Ctrl-C that is otherwise held. Returns "key" when standard input
** can be read, "interrupt" after a Ctrl-C, nil after another signal. */
static int wait_key(lua_State *L) {
    struct pollfd input = { STDIN_FILENO, POLLIN, 0 };
    sigset_t waiting;
    catcher *c = own(L);
    hold(
        SIG_UNBLOCK); /* a pending Ctrl-C precedes all keys: the terminal drops earlier input */
    hold(SIG_BLOCK);
    pthread_sigmask(SIG_BLOCK, NULL, &waiting);
    sigdelset(&waiting, SIGINT);
    bool came = take_interrupt(c);
    int ready = came ? 0 : ppoll(&input, 1, NULL, &waiting);
    bool failed = ready < 0 && errno != EINTR; /* the next read reports the reason */
    if (came || take_interrupt(c)) lua_pushliteral(L, "interrupt");
    else if (ready > 0 || failed) lua_pushliteral(L, "key");
    else lua_pushnil(L);
    return 1;
}

/* read_input(): the available bytes of standard input; nil at its end; nil and "interrupt" after a
** Ctrl-C; or nil and a message. No Ctrl-C is lost between the check for one and the wait. */
static int read_input(lua_State *L) {
    struct pollfd input = { STDIN_FILENO, POLLIN, 0 };
    char bytes[65536];
    sigset_t waiting;
    catcher *c = own(L);
    bool held = hold(SIG_BLOCK), came;
    ssize_t got = -1;
    pthread_sigmask(SIG_BLOCK, NULL, &waiting);
    sigdelset(&waiting, SIGINT);
    sigdelset(&waiting, SIGTERM);
    do {
        came = take_interrupt(c);
        if (!came && ppoll(&input, 1, NULL, &waiting) > 0)
            got = read(STDIN_FILENO, bytes, sizeof bytes);
    } while (!came && got < 0 && errno == EINTR);
    int why = errno;
    if (!held) hold(SIG_UNBLOCK);
    if (got > 0) lua_pushlstring(L, bytes, (size_t)got);
    else lua_pushnil(L);
    if (got >= 0 && !came) return 1;
    if (came) lua_pushliteral(L, "interrupt");
    else lua_pushstring(L, strerror(why));
    return 2;
}

/* leave_line_editor(path): makes readline release the terminal. The module at `path` is linked with
** readline. Call this before that module's handler_remove, which closes the terminal's stream and only
** then lets readline write to it. */
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

/* break_words(path): makes readline complete names only. The module at `path` is linked with readline and
** does not offer this setting. Every character outside names ends a word. By default readline also takes
** the text after a quote as a word and closes the quote: in `ta.octal("0.7"):ni` after the method. */
static int break_words(lua_State *L) {
    static char others[] = " \t\n\"\\'`@$><=;|&{}()[]+-*/%^#~,.:!?";
    void *module = dlopen(luaL_checkstring(L, 1), RTLD_NOW | RTLD_NOLOAD);
    char **characters = module ? dlsym(module, "rl_completer_word_break_characters") : NULL;
    if (characters) *characters = others;
    if (module) dlclose(module);
    lua_pushboolean(L, characters != NULL);
    return 1;
}

/* columns(fd): the terminal's width and height; 0 if it reports none; nil if fd is no terminal. */
static int columns(lua_State *L) {
    struct winsize size;
    int fd = (int)luaL_checkinteger(L, 1);
    if (!isatty(fd)) return 0;
    int says = ioctl(fd, TIOCGWINSZ, &size) == 0;
    lua_pushinteger(L, says ? size.ws_col : 0);
    lua_pushinteger(L, says ? size.ws_row : 0);
    return 2;
}

/* ---- The object `interrupt` ---- */

static int interrupt_gc(lua_State *L) {
    catcher *c = lua_touserdata(L, 1);
    release(c);
    c->closed = true;
    return 0;
}

static int interrupt_text(lua_State *L) {
    lua_pushliteral(L, "interrupted!");
    return 1;
}

/* [-0, +1] */
static void push_interrupt(lua_State *L) {
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &interrupt_key) == LUA_TUSERDATA) return;
    lua_pop(L, 1);
    catcher *c = lua_newuserdatauv(L, sizeof *c, 0);
    memset(c, 0, sizeof *c);
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
    c->main = lua_tothread(L, -1);
    lua_pop(L, 1);
    lua_createtable(L, 0, 4);
    lua_pushliteral(L, "takeaway.interrupt");
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, "__name");
    lua_setfield(L, -2, "__metatable");
    lua_pushcfunction(L, interrupt_text);
    lua_setfield(L, -2, "__tostring");
    lua_pushcfunction(L, interrupt_gc);
    lua_setfield(L, -2, "__gc");
    lua_setmetatable(L, -2);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &interrupt_key);
}

__attribute__((visibility("default"))) int luaopen_takeaway_terminal(lua_State *L);

int luaopen_takeaway_terminal(lua_State *L) {
    static const luaL_Reg functions[] = {
        { "catch_interrupts", catch_interrupts },
        { "catch_termination", catch_termination },
        { "terminated", terminated },
        { "read_input", read_input },
        { "release_interrupts", release_interrupts },
        { "catching", catching },
        { "end_on_interrupt", end_on_interrupt },
        { "hold_interrupts", hold_interrupts },
        { "interruptible", interruptible },
        { "wait_key", wait_key },
        { "leave_line_editor", leave_line_editor },
        { "break_words", break_words },
        { "columns", columns },
        { NULL, NULL },
    };
    luaL_checkversion(L);
    luaL_newlib(L, functions);
    push_interrupt(L);
    lua_setfield(L, -2, "interrupt");
    return 1;
}
