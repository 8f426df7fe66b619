/*
** test_lua_sandbox.c - messages into and out of a sandbox, as a lying process would write them. Cut at every
** byte, changed at every byte, expensive, deep, and read or written with every allocation failing.
*/
#include "base/mem.h"
#include "lua/sandbox/sandbox_message.h"
#include "lua/sandbox/sandbox_state.h"
#include "lua_tests.h"

OWNS(lsandbox_state, lsandbox_close)

static void no_step(lua_State *L) {}

/* The value that the Lua text gives, written. */
static lmessage written(lua_State *L, const char *text, double most) {
    lmessage m = { .allocator = &ta_default_allocator, .most = most };
    lua_settop(L, 0);
    assert_int_equal(luaL_dostring(L, text), LUA_OK);
    assert_true(lmessage_value(&m, L, 1, LMESSAGE_DEPTH, no_step));
    assert_true(m.cost >= (double)m.size);
    return m;
}

static const char sample[] = "return { 1, -2, 1.5, 'text', true, false, x = { { 'deep', 3 }, '' }, "
                             "[2.5] = 'f', [true] = 0 }";

static const char same[] = "local function same(a, b) if type(a) ~= 'table' then return a == b and "
                           "math.type(a) == math.type(b) end "
                           "for k, v in pairs(a) do if not same(v, b[k]) then return false end end "
                           "for k in pairs(b) do if a[k] == nil then return false end end return "
                           "true end return same(...)";

TEST(test_round_trip) {
    OWN(lua_State) *L = luaL_newstate();
    luaL_openlibs(L);
    CLEARED(lmessage) m = written(L, sample, 1e6);
    lreading r = lreading_of(m.bytes, m.size, m.cost);
    assert_int_equal(luaL_loadstring(L, same), LUA_OK);
    lua_insert(L, 1);
    assert_true(lreading_value(&r, L, LMESSAGE_DEPTH));
    assert_true(r.at == r.end && r.cost <= m.cost);
    lua_call(L, 2, 1);
    assert_true(lua_toboolean(L, -1));
}

/* Reads any message to its end. After a refusal the stack is as before. */
static int read_all(lua_State *L, const char *bytes, size_t size, double most) {
    lreading r = lreading_of(bytes, size, most);
    lua_settop(L, 0);
    while (r.at < r.end) {
        int top = lua_gettop(L);
        if (!lreading_value(&r, L, LMESSAGE_DEPTH)) {
            assert_int_equal(lua_gettop(L), top);
            return 0;
        }
        assert_int_equal(lua_gettop(L), top + 1);
        lua_settop(L, 0);
    }
    return r.at == r.end;
}

TEST(test_cut_and_changed) {
    OWN(lua_State) *L = luaL_newstate();
    CLEARED(lmessage) m = written(L, sample, 1e6);
    size_t refused = 0;
    for (size_t size = 1; size < m.size; size++) {
        FREED char *copy = malloc(size); /* of its own;
        char so that a byte beyond is seen */
        memcpy(copy, m.bytes, size);
        assert_false(read_all(L, copy, size, 1e6));
    }
    for (size_t at = 0; at < m.size; at++) {
        for (int byte = 0; byte < 256; byte++) {
            FREED char *copy = malloc(m.size);
            memcpy(copy, m.bytes, m.size);
            copy[at] = (char)byte;
            refused += !read_all(L, copy, m.size, 1e6);
        }
    }
    assert_true(refused > m.size);
}

TEST(test_dear_and_deep) {
    OWN(lua_State) *L = luaL_newstate();
    static char tables[20000];
    for (size_t i = 0; i < sizeof tables; i += 2) memcpy(tables + i, "TE", 2);
    lreading r = lreading_of(tables, sizeof tables, sizeof tables);
    size_t count = 0;
    while (lreading_value(&r, L, LMESSAGE_DEPTH)) {
        lua_settop(L, 0);
        count++;
    }
    assert_true(count <
                sizeof tables / 32); /* 10000 of them would take a multiple of their bytes */
    memset(tables, 'T', sizeof tables);
    assert_false(read_all(L, tables, sizeof tables, 1e9));
    assert_false(read_all(L, "TnnE", 4, 1e9)); /* nil, and what is no number, are no keys */
    double nan = 0.0;
    nan /= nan;
    char keyed[16] = "Td";
    memcpy(keyed + 2, &nan, sizeof nan);
    memcpy(keyed + 10, "tE", 2);
    assert_false(read_all(L, keyed, 12, 1e9));
    assert_false(read_all(L, "F", 1, 1e9));

    CLEARED(lmessage) m = { .allocator = &ta_default_allocator, .most = 1000 };
    lua_settop(L, 0);
    assert_int_equal(luaL_dostring(L, "local t = {} for i = 1, 100 do t[i] = i end return t"),
                     LUA_OK);
    assert_false(lmessage_value(&m, L, 1, LMESSAGE_DEPTH, no_step));
    assert_true(m.size < 1000);
    lmessage_clear(&m);
    m = written(L, "return { { { { { 1 } } } } }", 1e6); /* the fifth is nil */
    assert_true(read_all(L, m.bytes, m.size, 1e6));
}

TEST(test_every_refusal) {
    OWN(lua_State) *L = luaL_newstate();
    lua_settop(L, 0);
    assert_int_equal(luaL_dostring(L, sample), LUA_OK);
    EACH_REFUSAL(o, 1) {
        CLEARED(lmessage) m = { .allocator = &o.allocator, .most = 1e6 };
        int done = lmessage_value(&m, L, 1, LMESSAGE_DEPTH, no_step);
        assert_int_equal(done, !o.failed);
        lua_settop(L, 1);
    }
}

/* A request to load rules, or to call what they name the options of (4). */
static lmessage request_of(char kind, const char *name, const char *source) {
    OWN(lua_State) *L = luaL_newstate();
    lmessage m = { .allocator = &ta_default_allocator, .most = 1e6 };
    assert_true(lmessage_byte(&m, kind) && lmessage_bytes(&m, name, strlen(name)));
    lua_pushinteger(L, 4);
    if (source) assert_true(lmessage_bytes(&m, source, strlen(source)));
    else assert_true(lmessage_byte(&m, 'F') && lmessage_scalar(&m, L, 1, 0));
    return m;
}

/* Where the host's allocator refuses, and not the bound, that is not said to be the rules' fault: there is no answer. Where
** the bound is met there is one. */
TEST(test_the_host_refuses) {
    static const char *const source = "return { options = function(emit, n) local t = {} for k = "
                                      "1, n do t[k] = ('x'):rep(k) emit(n - k, 't' .. k) end "
                                      "for k = 1, 40 do emit(k, k, k) end return t end }";
    const lsandbox_bounds most = { 1 << 24, 1e6, 3600, 3600 };
    CLEARED(lmessage)
    load = request_of('L', "mine", source), call = request_of('C', "options", NULL);
    long none = 0;
    for (int lasting = 0; lasting < 2; lasting++) {
        EACH_REFUSAL(o, 51) {
            o.lasting = lasting;
            CLEARED(lmessage) reply = { .allocator = &o.allocator };
            OWN(lsandbox_state) *b = lsandbox_new(&o.allocator, &most);
            int done = b != NULL;
            for (int i = 0; done && i < 2; i++) {
                const lmessage *m = i ? &call : &load;
                done = lsandbox_answer(b, m->bytes, m->size, &reply, NULL, NULL);
                if (done && reply.bytes[0] == 'x')
                    fail_msg("request %ld: %.*s", o.trial, (int)reply.size, reply.bytes);
            }
            assert_true(done || o.failed);
            none += !done;
        }
    }
    assert_true(none > 100);
}

TEST(test_bounds_and_texts) {
    static const struct {
        const char *source, *says;
    } cases[] = {
        { "local t = {} for k = 1, 1e6 do t[k] = {} end", "sandbox: more than 1 MiB of memory" },
        { "return { options = 1, text = ('x'):rep(900000) }",
          "sandbox: more than 1 MiB of memory" },
    };
    const lsandbox_bounds most = { 1 << 20, 1e9, 3600, 3600 };
    EACH(c, cases) {
        CLEARED(lmessage)
        load = request_of('L', "mine", c->source), reply = { .allocator = &ta_default_allocator };
        OWN(lsandbox_state) *b = lsandbox_new(&ta_default_allocator, &most);
        const char *text;
        size_t size = 0;
        assert_non_null(b);
        assert_true(lsandbox_answer(b, load.bytes, load.size, &reply, NULL, NULL));
        lreading r = lreading_of(reply.bytes, reply.size, 1e6);
        assert_true(lreading_take(&r, 'x') && lreading_string(&r, &text, &size));
        assert_int_equal(size, strlen(c->says));
        assert_memory_equal(text, c->says, size);
    }
}

RUN_TESTS
