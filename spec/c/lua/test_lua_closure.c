/*
** test_lua_closure.c - a C host calls the results of ta.callback from its own loops: between calls of
** Lua, from another thread, after close, after a collection and after the Lua state is gone. Callbacks
** are also made under an allocator that refuses.
*/
#include <pthread.h>

#include "lua_tests.h"
#include "takeaway/native_rules.h"

typedef int64_t value(int64_t k);

/* The pointer of the callback that the script leaves in the global c. */
static void *made(lua_State *L, const char *script) {
    run(L, script);
    run(L, "return c:pointer()");
    void *pointer = lua_touserdata(L, -2);
    assert_true((intptr_t)pointer == (intptr_t)lua_tointeger(L, -1));
    lua_settop(L, 0);
    return pointer;
}

static value *as_value(void *pointer) {
    value *f;
    memcpy(&f, &pointer, sizeof f);
    return f;
}

static const char TWICE[] =
    "c = core.callback(function(k) return 2 * k end, 'int64(int64)', { failure = -7 })";

TEST(test_own_loop) {
    lua_State *L = state_with_core(NULL);
    value *f = as_value(made(L, TWICE));
    for (int64_t k = -1000; k <= 100000; k++) {
        assert_int_equal(f(k), 2 * k);
        assert_int_equal(lua_gettop(L), 0);
    }
    assert_int_equal(f(INT64_MAX), -2);
    run(L, "c:close()");
    assert_int_equal(f(3), -7);
    run(L, "assert(c:error() == 'called after it was closed')");
    run(L, "c = nil collectgarbage() collectgarbage()");
    assert_int_equal(f(3), -7);
    f = as_value(made(L, TWICE));
    run(L, "c = nil collectgarbage() collectgarbage()"); /* without close */
    assert_int_equal(f(3), -7);
    f = as_value(made(L, TWICE));
    assert_int_equal(f(3), 6);
    lua_close(L);
    assert_int_equal(f(3), -7);
}

static void *call_it(void *pointer) {
    value *f = as_value(pointer);
    for (int k = 0; k < 1000; k++) assert_int_equal(f(k), -7);
    return NULL;
}

/* From another thread, also while the first one is in Lua, and when it has closed it. */
TEST(test_other_thread) {
    pthread_t other;
    lua_State *L = state_with_core(NULL);
    void *pointer = made(L, TWICE);
    for (int round = 0; round < 3; round++) {
        assert_int_equal(pthread_create(&other, NULL, call_it, pointer), 0);
        if (round == 0)
            for (int k = 0; k < 10000; k++) assert_int_equal(as_value(pointer)(k), 2 * k);
        if (round == 1) run(L, "c:close()");
        if (round == 2) lua_close(L);
        pthread_join(other, NULL);
        if (round == 0) run(L, "assert(c:error():find 'another thread')");
    }
    assert_int_equal(as_value(pointer)(3), -7);
}

typedef struct counter {
    int64_t sum;
    int count, most;
} counter;

static int count(void *sink, const int64_t *component, int size) {
    counter *c = sink;
    assert_int_equal(size, 2);
    c->sum += component[0] * 100 + component[1];
    return ++c->count == c->most;
}

TEST(test_options) {
    static const int64_t at[2] = { 3, 4 };
    lua_State *L = state_with_core(NULL);
    void *pointer = made(L, "c = core.callback(function(emit, a, b)\n"
                            "for k = 0, a - 1 do emit(k, b) end\n"
                            "for k = 0, b - 1 do emit({ a, k }) end\n"
                            "if a == 9 then error('nine', 0) end end, 'options')");
    ta_native_options *options;
    memcpy(&options, &pointer, sizeof options);
    for (int most = 0; most <= 7; most++) {
        counter c = { 0, 0, most };
        assert_int_equal(options(at, 2, count, &c), 0);
        assert_int_equal(c.count, most ? most : 7);
        if (most == 0) assert_int_equal(c.sum, 4 + 104 + 204 + 300 + 301 + 302 + 303);
    }
    run(L, "assert(c:error() == nil)");
    counter c = { 0, 0, 0 };
    assert_int_equal(options((int64_t[]){ 9, 0 }, 2, count, &c), -1);
    assert_int_equal(c.count, 9);
    run(L, "assert(c:error() == 'nine')");
    lua_close(L);
    assert_int_equal(options(at, 2, count, &c), -1);
}

/* Each request of memory refused once, and from then on: an error or a callback that answers. */
TEST(test_refusing_allocator) {
    static const char script[] =
        "c = core.callback(function(k) return #{ k, k } + #(k .. '!') end, 'int64(int64)')";
    for (int forever = 0; forever < 2; forever++) {
        long k = 0;
        for (int done = 0; !done; k++) {
            oom o;
            oom_start(&o, -1, 0);
            lua_State *L = state_with_core(&o);
            assert_int_equal(luaL_loadstring(L, script), LUA_OK);
            refuse(&o, k, forever);
            int failed = lua_pcall(L, 0, 0, 0);
            done = !o.failed;
            if (failed) assert_true(says_no_memory(L));
            refuse(&o, -1, 0);
            lua_settop(L, 0);
            if (!failed) {
                value *f = as_value(made(L, ""));
                refuse(&o, k % 5, forever);
                int64_t got = f(5);
                assert_true(got == 4 || (got == 0 && o.failed));
                refuse(&o, -1, 0);
                assert_int_equal(f(5), 4);
            }
            lua_close(L);
            assert_true(o.blocks == 0 && o.bytes == 0);
            assert_true(k < 100);
        }
    }
}

RUN_TESTS
