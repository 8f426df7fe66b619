/*
** closure.c - ta.callback: Lua functions as C function pointers.
**
** A call from C runs on the main thread of the Lua state, under lua_pcall. A coroutine that made
** the callback may be gone, and Ctrl-C and the bounds on nested calls belong to the main thread.
** The function is found like a move function's, through a weak table of boxes by address, so a
** function that refers to its own callback is still collected. The call restores the stack and
** keeps its error: setting a user value takes no memory.
*/
#include <math.h>
#include <string.h>

#include "arg.h"
#include "ffi/closure.h"
#include "modules.h"
#include "takeaway/ruleset.h"

enum { FUNCTION = 1, ERROR, RECORD, USERVALUES = RECORD };

static const char boxes_key = 0; /* registry: the weak table address -> box */

/* One callback, and where emit writes while C waits for options (NULL: nowhere). Lua owns its
** memory: a userdata in the box's user value and in emit's upvalue. */
typedef struct asked {
    lua_State *L; /* the main thread */
    ludata *box;
    ta_closure *closure;
    ta_native_emit *emit;
    void *sink;
    int enough;
} asked;

static void destroy(void *object) {
    ta_closure_close(object);
}

static const ludata_type callback_type = { "takeaway.callback", "callback", destroy, .closable = 1 };

/* ---- emit ---- */

/* Raised to end a rule whose caller has enough; run_options recognizes it. */
static const char enough;

static int emit(lua_State *L) {
    asked *a = lua_touserdata(L, lua_upvalueindex(1));
    int64_t component[TA_COMPONENTS];
    if (!a->emit)
        return luaL_error(L, "emit: called outside the rule it was given to; options are emitted "
                             "before the rule returns");
    int list = lua_gettop(L) == 1 && lua_type(L, 1) == LUA_TTABLE;
    lua_Unsigned count = list ? lua_rawlen(L, 1) : (lua_Unsigned)lua_gettop(L);
    if (count < 1 || count > TA_COMPONENTS)
        return luaL_error(L, "emit: expected 1 to %d integers, got %d", TA_COMPONENTS, (int)count);
    for (int i = 0; i < (int)count; i++) {
        ta_amount value;
        int at = list ? -1 : i + 1;
        if (list) lua_rawgeti(L, 1, i + 1);
        if (!larg_is_integer(L, at, &value))
            return luaL_error(L, "emit: component %d is of type %s; expected an integer", i + 1,
                              luaL_typename(L, at));
        component[i] = value;
        if (list) lua_pop(L, 1);
    }
    if (!a->emit(a->sink, component, (int)count)) return 0;
    a->enough = 1;
    lua_pushlightuserdata(L, (void *)(uintptr_t)&enough);
    return lua_error(L);
}

/* ---- Called from C ---- */

/* A call on its way into Lua. */
typedef struct passing {
    asked *asked;
    const ta_number *argument; /* or a position: */
    const int64_t *component;
    int count;
    ta_number *result;
} passing;

static int push_function(lua_State *L, const ludata *box) {
    if (!ludata_index_push(L, &boxes_key, box)) /* in a finalizer of its own cycle */
        return luaL_error(L, "the callback has been collected");
    return lua_getiuservalue(L, -1, FUNCTION);
}

static int run_value(lua_State *L) {
    const passing *p = lua_touserdata(L, 1);
    push_function(L, p->asked->box);
    if (p->argument->is_double) lua_pushnumber(L, p->argument->real);
    else lua_pushinteger(L, p->argument->integer);
    lua_call(L, 1, 1);
    if (lua_type(L, -1) != LUA_TNUMBER)
        return luaL_error(L, "the result is of type %s; expected a number", luaL_typename(L, -1));
    p->result->is_double = !larg_is_integer(L, -1, &p->result->integer);
    p->result->real = lua_tonumber(L, -1);
    if (!ta_closure_fits(p->asked->closure, p->result))
        return luaL_error(L, "the result %s is none of %s", lua_tostring(L, -1),
                          ta_closure_signature(p->asked->closure));
    return 0;
}

static int run_options(lua_State *L) {
    const passing *p = lua_touserdata(L, 1);
    if (!p->component || p->count < 1 || p->count > TA_COMPONENTS)
        return luaL_error(L, "called with a position of %d integers; expected 1 to %d",
                          p->component ? p->count : 0, TA_COMPONENTS);
    luaL_checkstack(L, TA_COMPONENTS + 8, "callback");
    push_function(L, p->asked->box);
    lua_getiuservalue(L, -2, RECORD);
    lua_pushcclosure(L, emit, 1);
    for (int i = 0; i < p->count; i++) lua_pushinteger(L, p->component[i]);
    lua_call(L, p->count + 1, 0);
    return 0;
}

/* Keep the error on top for error(). [-1, +0] */
static void keep_error(asked *a) {
    lua_State *L = a->L;
    if (ludata_index_push(L, &boxes_key, a->box)) {
        lua_pushvalue(L, -2);
        lua_setiuservalue(L, -2, ERROR);
        ta_closure_refused(a->closure, 1); /* clears it: this error is the last */
    }
    lua_pop(L, 2);
}

/* 1 when the function has returned a result. */
static int pass(asked *a, lua_CFunction run, passing *p) {
    lua_State *L = a->L;
    if (!lua_checkstack(L, 8)) return 0;
    p->asked = a;
    lua_pushcfunction(L, run);
    lua_pushlightuserdata(L, p);
    if (!lua_pcall(L, 1, 0, 0)) return 1;
    if (lua_touserdata(L, -1) == (const void *)&enough) {
        lua_pop(L, 1);
        return 1;
    }
    keep_error(a);
    return 0;
}

static int value(void *ctx, const ta_number *argument, ta_number *result) {
    passing p = { .argument = argument, .result = result };
    return pass(ctx, run_value, &p);
}

static int options(void *ctx, const int64_t *component, int count, ta_native_emit *send,
                   void *sink) {
    asked *a = ctx, outer = *a;
    passing p = { .component = component, .count = count };
    a->emit = send;
    a->sink = sink;
    int answered = pass(a, run_options, &p);
    a->emit = outer.emit;
    a->sink = outer.sink;
    return answered;
}

/* ---- The object ---- */

static int read_failure(lcall *c, ta_number *failure) {
    static const char *const known[] = { "failure", NULL };
    lua_State *L = c->L;
    larg_settings(c, 3, known);
    if (lua_isnoneornil(L, 3) || lua_getfield(L, 3, "failure") == LUA_TNIL) return 0;
    if (lua_type(L, -1) != LUA_TNUMBER) larg_error(c, lua_gettop(L), "failure", "a number");
    failure->is_double = !larg_is_integer(L, -1, &failure->integer);
    failure->real = lua_tonumber(L, -1);
    return 1;
}

/* callback(f, signature, settings) */
static int callback(lua_State *L) {
    static const ta_closure_answers answers = { value, options };
    lcall c;
    ta_number failure;
    lcall_function(&c, L, "callback");
    if (lua_type(L, 1) != LUA_TFUNCTION) larg_error(&c, 1, "f", "a function");
    const char *signature =
        larg_text(&c, 2, "signature", "\"options\", or a string such as \"int64(int64)\"");
    int given = read_failure(&c, &failure);
    ludata *box = ludata_push(L, &callback_type, USERVALUES);
    int self = lua_gettop(L);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, self, FUNCTION);
    asked *a = lua_newuserdatauv(L, sizeof *a, 0);
    memset(a, 0, sizeof *a);
    lua_setiuservalue(L, self, RECORD);
    ludata_index_add(L, &boxes_key, self, box);
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
    a->L = lua_tothread(L, -1);
    a->box = box;
    lcall_begin(&c);
    ta_status s = ta_closure_create(&c.call, signature, given ? &failure : NULL, &answers, a,
                                    &a->closure);
    if (s) return lcall_fail(&c, s);
    ludata_own(box, a->closure);
    lcall_end(&c);
    lua_settop(L, self);
    return 1;
}

/* pointer(): as light userdata, and as an integer. */
static int pointer(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &callback_type, "pointer");
    lcall_begin_shared(&c);
    void *address = ta_closure_pointer(c.object);
    lcall_end(&c);
    lua_pushlightuserdata(L, address);
    lua_pushinteger(L, (lua_Integer)(intptr_t)address);
    return 2;
}

/* error(): why the last failed call failed, even when the callback is closed. */
static int last_error(lua_State *L) {
    if (!ludata_test(L, 1, &callback_type)) ludata_check(L, 1, &callback_type, "error");
    lua_getiuservalue(L, 1, RECORD);
    const asked *a = lua_touserdata(L, -1);
    const char *refused = a && a->closure ? ta_closure_refused(a->closure, 0) : NULL;
    if (refused) lua_pushstring(L, refused);
    else if (lua_getiuservalue(L, 1, ERROR) != LUA_TNIL) luaL_tolstring(L, -1, NULL);
    return 1;
}

static int push_text(lua_State *L, const void *closure) {
    lua_pushfstring(L, "callback %s", ta_closure_signature(closure));
    return 1;
}

static int to_string(lua_State *L) {
    return lcall_tostring(L, &callback_type, push_text);
}

static const luaL_Reg methods[] = {
    { "pointer", pointer },
    { "error", last_error },
    { NULL, NULL },
};

static const luaL_Reg meta[] = {
    { "__tostring", to_string },
    { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "callback", callback },
    { NULL, NULL },
};

void lclosure_open(lua_State *L) {
    ludata_register(L, &callback_type, methods, meta);
    ludata_index_open(L, &boxes_key);
    luaL_setfuncs(L, functions, 0);
}
