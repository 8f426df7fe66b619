/*
** test_terminal.c - takeaway.terminal in its hosts. Ctrl-C belongs to the state that caught it last, and returns
** to the one before as states release it or close. It never reaches a closed state, not even from another thread.
*/
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include "testing.h"

int luaopen_takeaway_terminal(lua_State *L);

static atomic_int came; /* to the host's own handler */

static void own_handler(int signal_number) {
    atomic_fetch_add(&came, 1);
}

static void set_own_handler(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = own_handler;
    sigaction(SIGINT, &action, NULL);
    atomic_store(&came, 0);
}

static int press(lua_State *L) {
    raise(SIGINT);
    return 0;
}

static lua_State *open_state(void) {
    lua_State *L = luaL_newstate();
    assert_non_null(L);
    luaL_openlibs(L);
    luaL_requiref(L, "takeaway.terminal", luaopen_takeaway_terminal, 1);
    lua_setglobal(L, "terminal");
    lua_register(L, "press", press);
    return L;
}

static void run(lua_State *L, const char *text) {
    if (luaL_dostring(L, text)) fail_msg("%s", lua_tostring(L, -1));
}

/* Does a Ctrl-C raise in this state, once, and as the one object? */
static int raises(lua_State *L) {
    run(L, "ok, why = pcall(function() press() for i = 1, 10 do end end)\n"
           "same = not ok and why == terminal.interrupt and tostring(why) == 'interrupted!'\n"
           "assert(ok or same) assert(pcall(function() for i = 1, 10 do end end))");
    lua_getglobal(L, "same");
    int same = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return same;
}

TEST(test_one_state) {
    set_own_handler();
    lua_State *L = open_state();
    assert_false(raises(L)); /* loading the module catches nothing */
    assert_int_equal(atomic_load(&came), 1);
    run(L, "assert(not terminal.catching()) terminal.catch_interrupts() terminal.catch_interrupts()"
           " assert(terminal.catching())");
    assert_true(raises(L));
    assert_true(raises(L)); /* as often as it is pressed */
    run(L, "terminal.release_interrupts() terminal.release_interrupts()");
    assert_false(raises(L));
    assert_int_equal(atomic_load(&came), 2);
    run(L, "terminal.catch_interrupts()");
    lua_close(L);
    raise(SIGINT);
    assert_int_equal(atomic_load(&came), 3);
}

TEST(test_several_states) {
    set_own_handler();
    lua_State *A = open_state(), *B = open_state(), *C = open_state();
    run(A, "terminal.catch_interrupts()");
    run(B, "terminal.catch_interrupts()");
    run(C, "terminal.catch_interrupts()");
    assert_true(raises(C));
    lua_close(B); /* from the middle */
    assert_true(raises(C));
    lua_close(C);
    assert_true(raises(A));
    lua_close(A);
    raise(SIGINT);
    assert_int_equal(atomic_load(&came), 1);
}

/* A handler that the host set meanwhile stays. */
TEST(test_host_replaces) {
    lua_State *L = open_state();
    run(L, "terminal.catch_interrupts()");
    set_own_handler();
    lua_close(L);
    raise(SIGINT);
    assert_int_equal(atomic_load(&came), 1);
}

/* A finalizer that catches while the state is being closed is refused. */
TEST(test_catch_while_closing) {
    set_own_handler();
    lua_State *L = luaL_newstate();
    assert_non_null(L);
    luaL_openlibs(L);
    run(L, "late = setmetatable({}, { __gc = function() refused = not "
           "pcall(terminal.catch_interrupts) end })");
    luaL_requiref(L, "takeaway.terminal", luaopen_takeaway_terminal, 1);
    lua_setglobal(L, "terminal");
    lua_close(L);
    raise(SIGINT);
    assert_int_equal(atomic_load(&came), 1);
}

static atomic_int stop;

static void *press_on(void *thread) {
    while (!atomic_load(&stop)) {
        raise(SIGINT); /* in this thread, and in the other */
        pthread_kill(*(pthread_t *)thread, SIGINT);
    }
    return NULL;
}

TEST(test_closing_under_fire) {
    set_own_handler();
    pthread_t self = pthread_self(), other;
    atomic_store(&stop, 0);
    assert_int_equal(pthread_create(&other, NULL, press_on, &self), 0);
    for (int i = 0; i < 300; i++) {
        lua_State *L = open_state();
        int failed = luaL_dostring(L, "terminal.catch_interrupts()"); /* or interrupted at once */
        assert_true(!failed || lua_isuserdata(L, -1));
        lua_close(L);
    }
    /* The handler is ours again; the other thread may have had no turn until now. */
    while (!atomic_load(&came)) sched_yield();
    atomic_store(&stop, 1);
    pthread_join(other, NULL);
}

RUN_TESTS
