/*
** bytecode_selftest.c - small functions compiled in a Lua state of their own, and run both ways.
**
** Each is called with each pair of a few integers. Together they use every instruction that the
** compiler supports. If a Lua's bytecode means something else, the results differ, and rules are
** then called through Lua.
*/
#include "bytecode_selftest.h"

#include <lauxlib.h>
#include <string.h>

#include "base/mem.h"
#include "lua/base/call.h"
#include "compile.h"
#include "lua/base/libraries.h"

static const char *const PROBES[] = {
    "emit(a + b, a - b) emit(a * b, -a) emit(a + 1, b - 3) emit(a * 7, 5 - b)",
    "if b ~= 0 then emit(a // b, a % b) end emit(a // 3, a % -7)",
    "emit(a & b, a | b) emit(a ~ b, ~a) emit(a & 255, a | 8) emit(a ~ 5, a << 3)",
    "emit(a << b, a >> b) emit(a >> 2, 1 << b) emit(a << -b, b >> -a)",
    "if a < b then emit(1, a) elseif a == b then emit(2, a) else emit(3, b) end",
    "if a <= b and a > 0 or b >= 5 then emit(a, b) end if not (a ~= 3) then emit(b, a) end",
    "if a < 3 then emit(0, 1) end if a <= 3 then emit(0, 2) end if a > 3 then emit(0, 3) end "
    "if a >= 3 then emit(0, 4) end if a == 3 then emit(0, 5) end",
    "local x = a > b and a or b local y = a > b emit(x, y and 1 or 0)",
    "for k = 1, a do emit(a - k, b) end",
    "for k = a, 0, -3 do emit(k * 2, b + k) end",
    "for k = b, a, b do emit(a - k, k) end",
    "for k = 1, a do if k % 2 == 0 then emit(k, b) end end",
    "for k = 1, math.min(a, 20) do for l = k, b do emit(k, l) end end",
    "local k = 0 while k < a do k = k + 1 if k == 4 then break end emit(k, b) end",
    "local k = a repeat k = k - 1 emit(k, b) until k < 0",
    "local k = a ::again:: if k > 0 then emit(k, k) k = k - 2 goto again end",
    "emit(math.min(a, b), math.max(a, b, 3)) emit(math.abs(a), math.tointeger(b))",
    "emit(math.floor(a), math.ceil(b)) if b ~= 0 then emit(math.floor(a / b), math.ceil(a / b)) "
    "end",
    "if math.ult(a, b) then emit(a, b) end emit(b, a)",
    "local function f(x, y) if x > y then return x - y end return y, x end emit(f(a, b), f(b, a))",
    "local n = 0 local function up(x) n = n + x end up(a) up(b) emit(n, n)",
    "for i, v in ipairs { a, b, a + b } do emit(i, v) end",
    "local t = { a, b } t[#t + 1] = 5 for i = 1, #t do emit(t[i], t[i + 1] or -1) end",
    "for i = 1, #T do if T[i] <= a then emit(a - T[i], b) end end emit(T[a] or 0, U[2][1])",
    "for _, v in ipairs(T) do emit(v, a) end for _, v in ipairs(U) do emit(v[1], v[2]) end",
    "local t = { a, b } emit(table.unpack(t)) t[1], t[2] = t[2], t[1] emit(t)",
    "local function g(...) local x, y = ... emit(select('#', ...), y or 7) return ... end "
    "emit(g(a, b)) g(a)",
    "local x, y = b, a x, y = y, x emit(x, y) local z if a > 2 then z = a end emit(z or 1, 9)",
    "for k = 1, a / 2 do emit(k, b) end",
    "emit(M.k, M.f(a)) local v = M.none emit(v and 1 or 2, a)",
    "for k = 1, math.min(a, b) do emit(a - k, b - k) end for k = 3, 1 do emit(k, k) end",
    "if a == nil or b == false then emit(0, 0) end local s = a > 1 and 'x' or 'y' "
    "if s == 'x' then emit(1, 1) end",
};

enum { PROBE_COUNT = sizeof PROBES / sizeof *PROBES, ROOM = 4096 };

static const int64_t SAMPLES[] = { 0, 1, 2, 3, 5, 8, -1, -7, 62, INT64_MAX, INT64_MIN };
enum { SAMPLE_COUNT = sizeof SAMPLES / sizeof *SAMPLES };

typedef struct record {
    int64_t word[ROOM];
    size_t used;
    int full;
} record;

static void note(record *r, int64_t x, int64_t y) {
    if (r->used + 2 > ROOM) r->full = 1;
    else {
        r->word[r->used++] = x;
        r->word[r->used++] = y;
    }
}

static int probe_emit(lua_State *S) {
    record *r = lua_touserdata(S, lua_upvalueindex(1));
    if (lua_type(S, 1) == LUA_TTABLE) {
        lua_rawgeti(S, 1, 1);
        lua_rawgeti(S, 1, 2);
        lua_remove(S, 1);
    }
    if (r->full) return luaL_error(S, "enough");
    if (lua_gettop(S) == 2 && lua_isinteger(S, 1) && lua_isinteger(S, 2))
        note(r, lua_tointeger(S, 1), lua_tointeger(S, 2));
    else return luaL_error(S, "no position");
    return 0;
}

static ta_status probe_take(void *ctx, ta_call *call, const int64_t *w, size_t used, int *enough) {
    record *r = ctx;
    (void)call;
    for (size_t at = 0; at < used && !r->full;) {
        if (w[at] > 0) {
            note(r, w[at + 1], w[at + 2]);
            at += 3;
            continue;
        }
        for (int64_t k = 0; k <= w[at + 1] && !r->full; k++)
            note(r, (int64_t)((uint64_t)w[at + 2] + (uint64_t)k * (uint64_t)w[at + 4]),
                 (int64_t)((uint64_t)w[at + 3] + (uint64_t)k * (uint64_t)w[at + 5]));
        at += 6;
    }
    *enough = r->full;
    return TA_OK;
}

typedef struct ready {
    int number; /* of the probe that failed, or 0 */
    lua_CFunction genuine[LCOMPILE_GENUINE];
} ready;

typedef struct test {
    ready *result;
    ta_allocator allocator;
    record *both;
    lcompiled made; /* the current probe */
} test;

/* Run the function on top both ways at (a, b): 1 when they agree, or the program bails. */
static int agree(lua_State *S, ta_program *p, record *lua, record *native, const int64_t at[2]) {
    ta_call call = TA_CALL_INIT;
    ta_program_result result;
    native->used = lua->used = 0;
    native->full = lua->full = 0;
    if (ta_program_run(p, &call, at, probe_take, native, &result)) return 0;
    if (result.end == TA_PROGRAM_BAILED) return 1;
    lua_pushvalue(S, -1);
    lua_pushlightuserdata(S, lua);
    lua_pushcclosure(S, probe_emit, 1);
    lua_pushinteger(S, at[0]);
    lua_pushinteger(S, at[1]);
    int failed = lua_pcall(S, 3, 0, 0);
    if (failed == LUA_ERRMEM) return lua_error(S);
    if (failed) {
        lua_pop(S, 1);
        if (!lua->full) return 0;
    }
    return native->used == lua->used &&
           memcmp(native->word, lua->word, lua->used * sizeof *lua->word) == 0;
}

/* Push the body as a function. */
static int load(lua_State *S, const char *body) {
    lua_pushliteral(
        S, "local T, U, M = {1, 3, 4}, {{1, 2}, {5, 6}}, {k = 3, f = function(x) return x + 1 end} "
           "return function(emit, a, b) ");
    lua_pushstring(S, body);
    lua_pushliteral(S, " end");
    lua_concat(S, 3);
    int failed = luaL_loadstring(S, lua_tostring(S, -1));
    if (!failed) failed = lua_pcall(S, 0, 1, 0);
    if (failed == LUA_ERRMEM) return lua_error(S);
    lua_remove(S, -2);
    return !failed;
}

/* 0 when something differs, or none of it was compiled. Raises for lack of memory. */
static int stands(lua_State *S, test *t, const char *body) {
    lcompile_of of = { LRULE_OPTIONS, 2, 0, 0, t->result->genuine, 0 };
    if (!load(S, body)) return 0;
    lua_newtable(S);
    if (lcompile(S, &t->allocator, -2, -1, &of, &t->made))
        return luaL_error(S, "not enough memory");
    lua_pop(S, 1);
    int good = t->made.program != NULL && t->made.reason_count == 0;
    for (int i = 0; good && i < SAMPLE_COUNT * SAMPLE_COUNT; i++) {
        const int64_t at[2] = { SAMPLES[i / SAMPLE_COUNT], SAMPLES[i % SAMPLE_COUNT] };
        good = agree(S, t->made.program, &t->both[0], &t->both[1], at);
    }
    lcompiled_clear(&t->made);
    lua_settop(S, 0);
    return good;
}

static int run_probes(lua_State *S) {
    test *t = lua_touserdata(S, 1);
    static const struct {
        const char *name;
        lua_CFunction open;
    } needed[] = { { "_G", luaopen_base }, { "math", luaopen_math }, { "table", luaopen_table } };
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        if (!needed[i].open) { /* the host has no such library: compile nothing */
            t->result->number = PROBE_COUNT + 1;
            return 0;
        }
        luaL_requiref(S, needed[i].name, needed[i].open, 1);
    }
    lcompile_genuine(S, t->result->genuine);
    lua_settop(S, 0);
    for (int i = 0; i < PROBE_COUNT && !t->result->number; i++)
        if (!stands(S, t, PROBES[i])) t->result->number = i + 1;
    return 0;
}

const lua_CFunction *lprobe_genuine(lua_State *L, int *differs) {
    static const char key = 0; /* its address, in the registry */
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &key) == LUA_TNIL) {
        lua_pop(L, 1);
        void *ctx;
        lua_Alloc allocate = lua_getallocf(L, &ctx);
        ready *made = lua_newuserdatauv(L, sizeof *made, 0);
        test t = { .result = made, .allocator = lcall_allocator(L) };
        t.both = lua_newuserdatauv(L, 2 * sizeof(record), 0);
        memset(made, 0, sizeof *made);
        lua_State *S = lua_newstate(allocate, ctx);
        if (!S) luaL_error(L, "not enough memory");
        lua_pushcfunction(S, run_probes);
        lua_pushlightuserdata(S, &t);
        int failed = lua_pcall(S, 1, 0, 0);
        lua_close(S);
        lcompiled_clear(&t.made);
        if (failed) luaL_error(L, "not enough memory for the compiler's own test");
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &key);
    }
    const ready *r = lua_touserdata(L, -1);
    lua_pop(L, 1);
    *differs = r->number;
    return r->number ? NULL : r->genuine;
}
