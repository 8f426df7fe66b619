/*
** sandbox_state.c - untrusted rules in a Lua state with bounds.
**
** An allocator bounds the memory. A hook counts instructions and checks the clock. C functions that
** loop are charged before they run (sandbox_env.c). The reader of the source is charged as it
** reads, and the collector whenever the memory bound made it run. Results go into a message, whose
** cost has the same bound as the memory. Nothing here calls the host: the reply contains the
** emitted options.
*/
#include "sandbox_state.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/mem.h"
#include "lua/compile/compile.h"
#include "takeaway/ruleset.h"

enum { HOOK_STEPS = 100, PIECE = 64 /* bytes of the source between two checks of the clock */ };
#define COLLECTED 16.0 /* bytes the collector visits for the charge of one instruction */

struct lsandbox_state {
    ta_allocator allocator;
    lua_State *S;
    lsandbox_bounds most;
    const lua_CFunction *genuine;
    double bytes, spent; /* seconds of earlier requests */
    /* of the request in progress */
    double steps, started, processor;
    lmessage *reply;
    lreading request;
    int (*poll)(void *ctx);
    void *ctx;
    int emit;
    unsigned taken; /* number of calls of step() */
    int refused;    /* did the host's allocator, not a bound, refuse the last failed request? */
};

/* ---- Bounds ---- */

static double seconds_of(clockid_t clock) {
    struct timespec t;
    return clock_gettime(clock, &t) ? 0 : (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void *bounded(void *ctx, void *block, size_t old, size_t size) {
    lsandbox_state *b = ctx;
    double before = block ? (double)old : 0;
    if ((double)size > before && b->bytes + (double)size - before > b->most.bytes) {
        b->steps -= b->bytes / COLLECTED; /* Lua collects, and retries */
        b->refused = 0;
        return NULL;
    }
    if ((double)size > before && b->steps < 0) { /* too many collections */
        b->refused = 0;
        return NULL;
    }
    void *got = b->allocator.resize(b->allocator.ctx, block, block ? old : 0, size);
    if (!got && size > 0) b->refused = 1;
    if (got || size == 0) b->bytes += (double)size - before;
    return got;
}

static lsandbox_state *of_state(lua_State *S) {
    void *ctx;
    lua_getallocf(S, &ctx);
    return ctx;
}

static void too_many_steps(const lsandbox_state *b, char text[100]) {
    snprintf(text, 100, "sandbox: more than %.14g instructions in one call", b->most.steps);
}

static void too_much_memory(const lsandbox_state *b, char text[100]) {
    snprintf(text, 100, "sandbox: more than %.4g MiB of memory", b->most.bytes / 0x1p20);
}

/* Raise a text. Without memory for it, the status reports that. */
static void stop(lua_State *S, const char *text) {
    lua_pushstring(S, text);
    lua_error(S);
}

static void spend(lua_State *S, double steps) {
    lsandbox_state *b = of_state(S);
    char text[100];
    b->steps -= steps;
    if (b->steps >= 0) return;
    too_many_steps(b, text);
    stop(S, text);
}

static void watch(lua_State *S) {
    lsandbox_state *b = of_state(S);
    char text[100];
    double ran = seconds_of(CLOCK_MONOTONIC) - b->started;
    if (ran > b->most.seconds &&
        seconds_of(CLOCK_THREAD_CPUTIME_ID) - b->processor > b->most.seconds) {
        snprintf(text, sizeof text, "sandbox: more than %.14g seconds in one call",
                 b->most.seconds);
        stop(S, text);
    }
    if (b->spent + ran > b->most.total) {
        snprintf(text, sizeof text, "sandbox: more than %.14g seconds in all", b->most.total);
        stop(S, text);
    }
}

/* Charge for work. Checks the clock if it takes as long as the instructions between two hooks. */
static void charge(lua_State *S, double steps) {
    spend(S, steps);
    if (steps >= HOOK_STEPS) watch(S);
}

/* Charge for one of many small steps. */
static void step(lua_State *S) {
    spend(S, 1);
    if (++of_state(S)->taken % 1024 == 0) watch(S);
}

static void hook(lua_State *S, lua_Debug *where) {
    lsandbox_state *b = of_state(S);
    (void)where;
    spend(S, HOOK_STEPS);
    watch(S);
    if (!b->poll || !b->poll(b->ctx)) return;
    stop(S, "interrupted");
}

static void must(lua_State *S, int written) {
    lsandbox_state *b = of_state(S);
    char text[100] = "not enough memory"; /* lua_error recognizes this as the memory error */
    if (written) return;
    b->refused = b->reply->cost <= b->reply->most;
    if (!b->refused) too_much_memory(b, text);
    stop(S, text);
}

/* ---- Calls ---- */

/* Write a number of components above any position's: the host refuses it and reports the number. */
static void write_count(lua_State *S, lmessage *reply, int count) {
    lua_pushinteger(S, count);
    must(S, lmessage_scalar(reply, S, -1, 0));
    lua_pop(S, 1);
}

static int emit(lua_State *S) {
    lsandbox_state *b = of_state(S);
    if (!b->emit) return luaL_error(S, "emit: called outside the rule it was given to");
    spend(S, 1);
    int count = lua_gettop(S);
    size_t listed = count == 1 && lua_type(S, 1) == LUA_TTABLE ? lua_rawlen(S, 1) : 0;
    if (listed > TA_COMPONENTS)
        return luaL_error(S, "emit: got a list of more than %d components", TA_COMPONENTS);
    luaL_checkstack(S, TA_COMPONENTS + 4, "emit");
    for (size_t i = 1; i <= listed; i++) lua_rawgeti(S, 1, (lua_Integer)i);
    if (listed > 0) {
        lua_remove(S, 1);
        count = (int)listed;
    }
    int many = count >= LMESSAGE_MANY;
    must(S, lmessage_byte(b->reply, 'e') &&
                lmessage_byte(b->reply, (char)(many ? LMESSAGE_MANY : count)));
    if (many) write_count(S, b->reply, count);
    for (int i = 1; i <= count; i++) {
        int type = lua_type(S, i);
        if (type > LUA_TSTRING || type == LUA_TLIGHTUSERDATA || type == LUA_TNONE)
            return luaL_error(S, "emit: component %d is of type %s", i, luaL_typename(S, i));
        must(S, lmessage_scalar(b->reply, S, i, 0));
    }
    return 0;
}

/* Push the rule of this name. */
static void push_rule(lua_State *S, const char *name) {
    lua_getfield(S, LUA_REGISTRYINDEX, "rules");
    int packed = strncmp(name, LSANDBOX_PACKED, sizeof LSANDBOX_PACKED - 1) == 0;
    if (packed) lua_getfield(S, -1, "packed");
    lua_getfield(S, -1, name + (packed ? sizeof LSANDBOX_PACKED - 1 : 0));
}

/* Push and return the next string of the request. */
static const char *next_text(lua_State *S, size_t *size) {
    lreading *r = &of_state(S)->request;
    if (r->at == r->end || *r->at != 's' || !lreading_value(r, S, 0))
        luaL_error(S, "sandbox: no such request");
    return lua_tolstring(S, -1, size);
}

static void call_rule(lua_State *S) {
    lsandbox_state *b = of_state(S);
    lreading *r = &b->request;
    push_rule(S, next_text(S, NULL));
    lua_replace(S, 1);
    lua_settop(S, 1);
    r->function = emit;
    b->emit = r->at < r->end && *r->at == 'F';
    while (r->at < r->end)
        if (!lreading_value(r, S, 0)) luaL_error(S, "sandbox: no such request");
    lua_call(S, lua_gettop(S) - 1, LUA_MULTRET);
    int results = lua_gettop(S);
    luaL_checkstack(S, 4 * LMESSAGE_DEPTH, "sandbox");
    must(S, lmessage_byte(b->reply, 'r'));
    for (int i = 1; i <= results; i++) {
        step(S);
        must(S, lmessage_value(b->reply, S, i, LMESSAGE_DEPTH, step));
    }
}

/* Push the rule's program as a table, or the reason that it has none. */
static void list_rule(lua_State *S) {
    lsandbox_state *b = of_state(S);
    lreading *r = &b->request;
    lcompiled made;
    for (int i = 0; i < 3; i++)
        if (!lreading_value(r, S, 0)) luaL_error(S, "sandbox: no such request");
    lcompile_of of = { LRULE_OPTIONS,        (int)lua_tointeger(S, -3),
                       lua_toboolean(S, -1), lua_toboolean(S, -2),
                       b->genuine,           1 };
    if (!of.genuine) luaL_error(S, "sandbox: no such request");
    luaL_checkstack(S, 40, "sandbox");
    push_rule(S, next_text(S, NULL));
    lua_newtable(S);
    ta_status s = lcompile(S, &b->allocator, -2, -1, &of, &made);
    if (s == TA_ECALLBACK) lua_error(S);
    if (s) luaL_error(S, "not enough memory");
    lcompiled_clear(&made);
    must(S, lmessage_byte(b->reply, 'r') &&
                lmessage_value(b->reply, S, lua_gettop(S), LMESSAGE_DEPTH, step));
}

/* ---- Loading ---- */

typedef struct source {
    const char *at, *end;
} source;

/* Read the source in pieces and check the clock between them, since parsing may take long. */
static const char *next_piece(lua_State *S, void *from, size_t *size) {
    source *s = from;
    const char *piece = s->at;
    spend(S, 1);
    watch(S);
    *size = s->end - piece < PIECE ? (size_t)(s->end - piece) : PIECE;
    s->at += *size;
    return piece;
}

/* Write the list of component names, from the parameters of the first of these rules. */
static void write_parameters(lua_State *S, lmessage *reply) {
    static const char *const says[] = { "start", "options", "left" };
    lua_Debug about;
    lua_newtable(S);
    int names = lua_gettop(S);
    for (int k = 0; k < 3; k++) {
        if (lua_getfield(S, names - 1, says[k]) == LUA_TFUNCTION) {
            int skip = k > 0; /* emit */
            lua_pushvalue(S, -1);
            lua_getinfo(S, ">u", &about);
            for (int i = 1; !about.isvararg && i + skip <= about.nparams; i++) {
                lua_pushstring(S, lua_getlocal(S, NULL, i + skip));
                lua_rawseti(S, names, i);
            }
            break;
        }
        lua_pop(S, 1);
    }
    must(S, lmessage_value(reply, S, names, 1, step));
}

/* Write the functions of the table on top. */
static void write_packed(lua_State *S, lmessage *reply) {
    int table = lua_gettop(S);
    size_t size;
    must(S, lmessage_byte(reply, 'P'));
    lua_pushnil(S);
    while (lua_next(S, table)) {
        step(S);
        if (lua_type(S, -2) == LUA_TSTRING && lua_type(S, -1) == LUA_TFUNCTION) {
            const char *name = lua_tolstring(S, -2, &size);
            must(S, lmessage_bytes(reply, name, size));
        }
        lua_settop(S, table + 1);
    }
    must(S, lmessage_byte(reply, 'E'));
}

/* Write the table of rules on top. */
static void write_rules(lua_State *S, lmessage *reply) {
    int table = lua_gettop(S), top = table + 2;
    luaL_checkstack(S, 4 * LMESSAGE_DEPTH, "sandbox");
    must(S, lmessage_byte(reply, 'r'));
    lua_pushnil(S);
    while (lua_next(S, table)) {
        step(S);
        int named = lua_type(S, -2) == LUA_TSTRING, type = lua_type(S, -1);
        if (named || lua_isinteger(S, -2)) {
            must(S, lmessage_scalar(reply, S, table + 1, 0));
            if (named && type == LUA_TTABLE && strcmp(lua_tostring(S, -2), "packed") == 0)
                write_packed(S, reply);
            else if (named && type == LUA_TFUNCTION) must(S, lmessage_byte(reply, 'F'));
            else must(S, lmessage_value(reply, S, top, LMESSAGE_DEPTH, step));
        }
        lua_settop(S, table + 1);
    }
    must(S, lmessage_byte(reply, 'E'));
    write_parameters(S, reply);
}

static void load_rules(lua_State *S) {
    lsandbox_state *b = of_state(S);
    const char *text, *name = next_text(S, NULL);
    size_t size;
    lsandbox_fill(S, charge);
    if (!lreading_string(&b->request, &text, &size)) luaL_error(S, "sandbox: no such request");
    source from = { text, text + size };
    if (lua_load(S, next_piece, &from, name, "t")) lua_error(S);
    lua_pushvalue(S, -2);
    lua_setupvalue(S, -2, 1);
    lua_call(S, 0, 1);
    if (!lua_istable(S, -1))
        luaL_error(S, "a rules file returns a table, this one a %s", luaL_typename(S, -1));
    lua_pushvalue(S, -1);
    lua_setfield(S, LUA_REGISTRYINDEX, "rules");
    write_rules(S, b->reply);
}

/* ---- Requests ---- */

static int answer(lua_State *S) {
    lsandbox_state *b = lua_touserdata(S, 1);
    luaL_checkstack(S, LUA_MINSTACK, "sandbox");
    b->emit = 0;
    if (lreading_take(&b->request, 'C')) call_rule(S);
    else if (lreading_take(&b->request, 'P')) list_rule(S);
    else if (lreading_take(&b->request, 'L')) load_rules(S);
    else luaL_error(S, "sandbox: no such request");
    return 0;
}

/* Write the error instead of a reply; 0 when the host has no memory. */
static int write_error(lsandbox_state *b, int status) {
    char text[300] = "an error that is not text";
    lua_State *S = b->S;
    if (status == LUA_ERRMEM && b->refused) return 0;
    if (b->steps < 0) too_many_steps(b, text);
    else if (status == LUA_ERRMEM) too_much_memory(b, text);
    else if (lua_type(S, -1) == LUA_TSTRING) snprintf(text, sizeof text, "%s", lua_tostring(S, -1));
    lmessage_restart(b->reply);
    b->reply->most += LSANDBOX_SPARE;
    return lmessage_byte(b->reply, 'x') && lmessage_bytes(b->reply, text, strlen(text));
}

int lsandbox_answer(lsandbox_state *b, const char *request, size_t size, lmessage *reply,
                    int (*poll)(void *ctx), void *ctx) {
    lua_State *S = b->S;
    b->poll = poll;
    b->ctx = ctx;
    b->reply = reply;
    b->request = lreading_of(request, size, 0x1p62);
    b->steps = b->most.steps;
    b->refused = 0;
    b->started = seconds_of(CLOCK_MONOTONIC);
    b->processor = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    lmessage_restart(reply);
    reply->most = b->most.bytes;
    lua_settop(S, 0);
    lua_pushcfunction(S, answer);
    lua_pushlightuserdata(S, b);
    int status = lua_pcall(S, 1, 0, 0), written = 1;
    if (status) written = write_error(b, status);
    lua_settop(S, 0);
    b->spent += seconds_of(CLOCK_MONOTONIC) - b->started;
    return written;
}

lsandbox_state *lsandbox_new(const ta_allocator *allocator, const lsandbox_bounds *most) {
    lsandbox_state *b = ta_alloc(allocator, 1, sizeof *b);
    if (!b) return NULL;
    b->allocator = *allocator;
    b->most = *most;
    b->S = lua_newstate(bounded, b);
    if (!b->S) {
        lsandbox_close(b);
        return NULL;
    }
    lua_sethook(b->S, hook, LUA_MASKCOUNT, HOOK_STEPS);
    return b;
}

void lsandbox_close(lsandbox_state *b) {
    if (!b) return;
    if (b->S) lua_close(b->S);
    ta_allocator a = b->allocator;
    ta_free(&a, b, 1, sizeof *b);
}

void lsandbox_genuine(lsandbox_state *b, const lua_CFunction *genuine) {
    b->genuine = genuine;
}

double lsandbox_bytes(const lsandbox_state *b) {
    return b->bytes;
}
