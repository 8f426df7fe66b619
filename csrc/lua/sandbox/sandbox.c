/*
** sandbox.c - untrusted rules for the host: proxies that call a sandbox, in this process or
** another.
**
** A proxy writes its arguments into a request: scalars, and a mark for the function emit. From the
** reply it emits the options and returns the results, which are copies. sandbox_state.c is the
** sandbox itself. A process of its own runs that code, and is started again after it was ended. An
** error's text is untrusted: it goes through the host's function `visible`, user value 1 of the
** box.
*/
#include <string.h>

#include "base/mem.h"
#include "lua/base/budget.h"
#include "lua/base/call.h"
#include "lua/base/modules.h"
#include "lua/compile/bytecode_selftest.h"
#include "sandbox_process.h"
#include "sandbox_state.h"

#define TOLD (1 << 20) /* bytes of growth that step the host's collector */

typedef struct sandbox {
    ta_allocator allocator; /* the host's */
    lsandbox_state *state;  /* here, or */
    lsandbox_process process;
    int apart;
    lmessage load, request, reply;
    double told; /* bytes of the state reported to the host's collector */
    int running;
    lua_State *host; /* of the request in progress */
    int host_error;  /* the host's stack has an error object on top */
} sandbox;

static void destroy(void *object) {
    sandbox *b = object;
    lsandbox_close(b->state);
    lsandbox_end(&b->process);
    lmessage_clear(&b->load);
    lmessage_clear(&b->request);
    lmessage_clear(&b->reply);
    ta_allocator a = b->allocator;
    ta_free(&a, b, 1, sizeof *b);
}

static const ludata_type sandbox_type = { "takeaway.sandbox", "sandbox", destroy, .closable = 0 };

/* ---- Calls ---- */

static int no_op(lua_State *L) {
    (void)L;
    return 0;
}

/* Did Ctrl-C interrupt? Its hook waits in the host, and runs when a function is called. */
static int interrupted(void *ctx) {
    sandbox *b = ctx;
    if (!lua_gethook(b->host)) return 0;
    lua_pushcfunction(b->host, no_op);
    b->host_error = lua_pcall(b->host, 0, 0, 0) != LUA_OK;
    return b->host_error;
}

/* Send the request to the process, after starting one if needed. */
static lsandbox_status ask_process(sandbox *b, const lmessage *request) {
    lsandbox_process *p = &b->process;
    if (!lsandbox_running(p)) {
        lsandbox_status s = lsandbox_start(p);
        if (!s && request != &b->load)
            s = lsandbox_ask(p, b->load.bytes, b->load.size, &b->reply, interrupted, b);
        if (s) return s;
    }
    return lsandbox_ask(p, request->bytes, request->size, &b->reply, interrupted, b);
}

/* Step the host's collector for memory that it cannot see. */
static void tell(sandbox *b, lua_State *L) {
    double bytes = b->state ? lsandbox_bytes(b->state) : 0;
    if (bytes - b->told < TOLD) return;
    double grown = bytes - b->told;
    b->told = bytes;
    lua_gc(L, LUA_GCSTEP, grown < 0x1p40 ? (int)(grown / 1024) : 1 << 30);
}

static int raise_text(lua_State *L, int box, const char *text, size_t size) {
    lua_getiuservalue(L, box, 1);
    lua_pushlstring(L, text, size);
    lua_pushboolean(L, 1); /* keep line breaks */
    lua_call(L, 2, 1);
    return lraise(L, "%s", lua_tostring(L, -1));
}

static int no_answer(sandbox *b, lua_State *L) {
    lsandbox_end(&b->process);
    return lraise(L, "sandbox: the process sent what is no answer");
}

/* Send the request and push the reply as a string. `r` reads it from after its mark r. Raises what
** the rule raised. `box` is the stack index of b's box. [-0, +1] */
static void ask(sandbox *b, lua_State *L, int box, const lmessage *request, lreading *r) {
    lsandbox_status s = LSANDBOX_OK;
    luaL_checkstack(L, 16, "sandbox");
    b->running = 1;
    b->host = L;
    b->host_error = 0;
    if (b->apart) s = ask_process(b, request);
    else if (!lsandbox_answer(b->state, request->bytes, request->size, &b->reply, interrupted, b))
        s = LSANDBOX_NONE;
    b->running = 0;
    if (b->host_error) lua_error(L);
    if (s && b->apart) raise_text(L, box, b->process.why, strlen(b->process.why));
    if (s) lbudget_no_memory(L);
    tell(b, L);
    lua_pushlstring(L, b->reply.bytes, b->reply.size);
    size_t size;
    const char *bytes = lua_tolstring(L, -1, &size), *text;
    *r = lreading_of(bytes, size, b->process.most.bytes + LSANDBOX_SPARE);
    if (lreading_take(r, 'x') && lreading_string(r, &text, &size))
        raise_text(L, box, text, size < 300 ? size : 300);
}

/* ---- Rules ---- */

static int must(lua_State *L, int written) {
    return written ? 0 : lbudget_no_memory(L);
}

/* The number of components of the next option; -1: no option. */
static int read_count(lreading *r, lua_State *L) {
    int count = r->at < r->end ? *r->at++ : -1;
    if (count != LMESSAGE_MANY) return count;
    if (!lreading_value(r, L, 0)) return -1;
    lua_Integer many = lua_isinteger(L, -1) ? lua_tointeger(L, -1) : -1;
    lua_pop(L, 1);
    return many < LUAI_MAXSTACK ? (int)many : -1;
}

/* Emit the next option by the function at `at`. 0: none. */
static int emit_next(lreading *r, lua_State *L, int at) {
    int count = read_count(r, L);
    if (count < 0 || lua_type(L, at) != LUA_TFUNCTION) return 0;
    luaL_checkstack(L, count + 8, "sandbox");
    lua_pushvalue(L, at);
    for (int i = 0; i < count; i++)
        if (!lreading_value(r, L, 0)) return 0;
    lua_call(L, count, 0);
    return 1;
}

/* The proxy of a rule. Upvalues: the box, the name of the rule. */
static int proxy(lua_State *L) {
    sandbox *b = ludata_object(lua_touserdata(L, lua_upvalueindex(1)));
    lreading r;
    if (!b) return luaL_error(L, "sandbox: closed");
    if (b->running)
        return luaL_error(
            L, "sandbox: these rules are running; they cannot be called from themselves");
    size_t size;
    const char *name = lua_tolstring(L, lua_upvalueindex(2), &size);
    int count = lua_gettop(L);
    lmessage_restart(&b->request);
    must(L, lmessage_byte(&b->request, 'C') && lmessage_bytes(&b->request, name, size));
    for (int i = 1; i <= count; i++) must(L, lmessage_scalar(&b->request, L, i, 1));
    ask(b, L, lua_upvalueindex(1), &b->request, &r);
    int base = lua_gettop(L);
    while (lreading_take(&r, 'e')) {
        if (!emit_next(&r, L, 1)) return no_answer(b, L);
    }
    if (!lreading_take(&r, 'r')) return no_answer(b, L);
    while (r.at < r.end)
        if (!lreading_value(&r, L, LMESSAGE_DEPTH)) return no_answer(b, L);
    return lua_gettop(L) - base;
}

/* sandbox_listing(rule, arity, partizan, has_parts): the listing of a rule in a sandbox, as for a
** ruleset; nil for other functions. The sandbox makes it, and the host gets a copy: no code of the
** rule runs in the host. */
static int list_sandboxed(lua_State *L) {
    lreading r;
    lua_settop(L, 4);
    if (lua_tocfunction(L, 1) != proxy) return 0;
    lua_getupvalue(L, 1, 1);
    lua_getupvalue(L, 1, 2);
    luaL_checkinteger(L, 2);
    sandbox *b = ludata_object(lua_touserdata(L, 5));
    if (!b || b->running)
        return luaL_error(L, "sandbox: %s", b ? "these rules are running" : "closed");
    int differs = 0;
    if (b->state) lsandbox_genuine(b->state, lprobe_genuine(L, &differs));
    if (differs) return 0;
    lmessage_restart(&b->request);
    size_t size;
    const char *name = lua_tolstring(L, 6, &size);
    must(L, lmessage_byte(&b->request, 'P') && lmessage_scalar(&b->request, L, 2, 0) &&
                lmessage_byte(&b->request, lua_toboolean(L, 3) ? 't' : 'f') &&
                lmessage_byte(&b->request, lua_toboolean(L, 4) ? 't' : 'f') &&
                lmessage_bytes(&b->request, name, size));
    ask(b, L, 5, &b->request, &r);
    if (!lreading_take(&r, 'r') || !lreading_value(&r, L, LMESSAGE_DEPTH)) return no_answer(b, L);
    return 1;
}

/* ---- Loading ---- */

static void push_proxy(lua_State *L, int self, const char *prefix, const char *key, size_t size) {
    lua_pushvalue(L, self);
    lua_pushstring(L, prefix);
    lua_pushlstring(L, key, size);
    lua_concat(L, 2);
    lua_pushcclosure(L, proxy, 2);
}

/* Push a table with proxies for the functions of a table. [-0, +1] */
static int push_packed(lreading *r, lua_State *L, int self) {
    const char *key;
    size_t size;
    lua_newtable(L);
    while (!lreading_take(r, 'E')) {
        if (!lreading_string(r, &key, &size)) return 0;
        lua_pushlstring(L, key, size);
        push_proxy(L, self, LSANDBOX_PACKED, key, size);
        lua_rawset(L, -3);
    }
    return 1;
}

/* Push the table of rules in a reply. [-0, +1]; 0: it has none. */
static int push_rules(lreading *r, lua_State *L, int self) {
    size_t size;
    if (!lreading_take(r, 'r')) return 0;
    lua_newtable(L);
    int rules = lua_gettop(L);
    while (!lreading_take(r, 'E')) {
        if (!lreading_value(r, L, 0)) return 0;
        const char *key = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &size) : NULL;
        if (!key && !lua_isinteger(L, -1)) return 0;
        if (key && lreading_take(r, 'F')) push_proxy(L, self, "", key, size);
        else if (key && lreading_take(r, 'P')) {
            if (!push_packed(r, L, self)) return 0;
        } else if (!lreading_value(r, L, LMESSAGE_DEPTH)) return 0;
        lua_rawset(L, rules);
    }
    if (!lreading_value(r, L, 1) || !lua_istable(L, -1)) return 0;
    if (lua_getfield(L, rules, "parameters") == LUA_TNIL && lua_rawlen(L, -2) > 0) {
        lua_pushvalue(L, -2);
        lua_setfield(L, rules, "parameters");
    }
    lua_settop(L, rules);
    return 1;
}

/* sandbox(text, chunk name, visible, apart, bytes, instructions, seconds, total): the table of the
** chunk, with its functions as proxies. visible(message, true) makes the text that is raised. Or
** nil, message, code when a process is wanted and cannot be started. */
static int make(lua_State *L) {
    size_t size, length;
    lreading r;
    const char *text = luaL_checklstring(L, 1, &size), *name = luaL_checklstring(L, 2, &length);
    luaL_checktype(L, 3, LUA_TFUNCTION);
    lsandbox_bounds most = { luaL_checknumber(L, 5), luaL_checknumber(L, 6), luaL_checknumber(L, 7),
                             luaL_checknumber(L, 8) };
    ta_allocator a = lcall_allocator(L);
    ludata *box = ludata_push(L, &sandbox_type, 1);
    int self = lua_gettop(L);
    lua_pushvalue(L, 3);
    lua_setiuservalue(L, self, 1);
    sandbox *b = ta_alloc(&a, 1, sizeof *b);
    if (!b) return lbudget_no_memory(L);
    ludata_own(box, b);
    b->allocator = a;
    b->load.allocator = b->request.allocator = b->reply.allocator = &b->allocator;
    b->load.most = b->request.most = 0x1p62;
    b->apart = lua_toboolean(L, 4);
    b->process.most = most;
    if (b->apart) {
        if (lsandbox_start(&b->process)) {
            lua_pushnil(L);
            lua_pushfstring(L, "load_rules: %s", b->process.why);
            lua_pushliteral(L, "EUNSUPPORTED");
            return 3;
        }
    } else {
        b->state = lsandbox_new(&b->allocator, &most);
        if (!b->state) return lbudget_no_memory(L);
    }
    must(L, lmessage_byte(&b->load, 'L') && lmessage_bytes(&b->load, name, length) &&
                lmessage_bytes(&b->load, text, size));
    ask(b, L, self, &b->load, &r);
    if (!push_rules(&r, L, self)) return no_answer(b, L);
    return 1;
}

static const luaL_Reg methods[] = { { NULL, NULL } };
static const luaL_Reg functions[] = { { "sandbox", make },
                                      { "sandbox_listing", list_sandboxed },
                                      { NULL, NULL } };

void lsandbox_open(lua_State *L) {
    ludata_register(L, &sandbox_type, methods, NULL);
    luaL_setfuncs(L, functions, 0);
}
