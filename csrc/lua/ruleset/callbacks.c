/*
** callbacks.c - calling the rules: from the engine into Lua and back through emit.
**
** A rule runs under one lua_pcall with a handler made beforehand, so a call costs little more than
** the Lua function itself. emit writes straight into the engine's buffer. When a rule raises, or an
** emit is refused, the call ends as TA_ECALLBACK with the error object kept on the stack, as
** everywhere.
*/
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "lua/base/arg.h"
#include "ruleset_int.h"

/* ---- emit ---- */

static int refuse_count(lua_State *L, int count, size_t size) {
    return luaL_error(L, "emit: got %d component%s; this position has %d, and so have its options",
                      count, count == 1 ? "" : "s", (int)size);
}

static int refuse(lua_State *L, lrules *r) {
    r->failed = 1;
    int count = lua_gettop(L);
    size_t size = r->at->component ? r->at->count : 0;
    if (size > 0 && size != (size_t)count && !r->has_parts) return refuse_count(L, count, size);
    for (int i = 1; i <= count; i++) {
        ta_amount value;
        if (larg_is_integer(L, i, &value)) continue;
        if (size == 0 && lua_type(L, i) == LUA_TSTRING) continue;
        int number = lua_type(L, i) == LUA_TNUMBER;
        const char *got = number ? lua_tostring(L, i) : luaL_typename(L, i);
        return luaL_error(L, "emit: component %d is %s%s; expected %s", i, number ? "" : "of type ",
                          got, size ? "an integer" : "a string");
    }
    if (size == 0)
        return luaL_error(
            L, "emit: got %d values; this position is one string, and so are its options", count);
    return refuse_count(L, count, size);
}

/* emit({a, b}) is emit(a, b): replace the list by its components, and return their number. */
static int spread(lua_State *L) {
    lua_Unsigned size = lua_rawlen(L, 1);
    if (size > TA_COMPONENTS)
        return luaL_error(L, "emit: got a list of more than %d components", TA_COMPONENTS);
    luaL_checkstack(L, TA_COMPONENTS + 4, "emit");
    for (lua_Unsigned i = 1; i <= size; i++) lua_rawgeti(L, 1, (lua_Integer)i);
    lua_remove(L, 1);
    return (int)size;
}

/* Emit a text, packed if possible. In a ruleset with parts it stays text: the engine splits it. */
static ta_status emit_text(lua_State *L, lrules *r) {
    int64_t room[TA_COMPONENTS];
    ta_position p = { room, NULL, 0 };
    r->failed = 1; /* until it is read */
    if (r->packed && !r->has_parts)
        p.count = (size_t)lposition_read(L, lua_upvalueindex(1), 1, room);
    r->failed = 0;
    if (p.count == 0) p.component = NULL, p.text = lua_tolstring(L, 1, &p.count);
    return ta_sink_emit(r->sink, r->call, &p);
}

/* Raised to leave a rule that emits more options than the engine takes; call_rule recognizes it. */
static const char limit;

static int leave(lua_State *L, lrules *r) {
    r->limited = 1;
    lua_pushlightuserdata(L, (void *)(uintptr_t)&limit);
    return lua_error(L);
}

static int emit_slowly(lua_State *L, lrules *r, int count) {
    if (count == 1 && lua_type(L, 1) == LUA_TTABLE && lua_rawlen(L, 1) > 0) {
        r->failed = 1; /* until the list is read */
        count = spread(L);
        r->failed = 0;
    }
    ta_status s = ta_sink_grow(r->sink, r->call, TA_COMPONENTS + 1);
    if (!s && count == 1 && lua_type(L, 1) == LUA_TSTRING && (r->at->text || r->has_parts)) {
        s = emit_text(L, r);
    } else if (!s) {
        size_t size = r->at->component ? r->at->count : 0;
        int any = r->has_parts && count >= 1 && count <= TA_COMPONENTS;
        if ((size_t)count != size && !any) return refuse(L, r);
        int64_t room[TA_COMPONENTS];
        for (int i = 0; i < count; i++)
            if (!larg_is_integer(L, i + 1, &room[i])) return refuse(L, r);
        s = ta_sink_emit_integers(r->sink, r->call, room, (size_t)count);
    }
    if (!s) return 0;
    r->failed = 1;
    if (s == TA_ENOMEM) return lbudget_no_memory(L);
    if (s == TA_ELIMIT) return leave(L, r);
    return luaL_error(L, "emit: %s", r->call->message);
}

/* Raised to leave a rule when the engine needs no more options; call_rule recognizes it. A rule
** that catches it goes on, and its further options change nothing. */
static const char enough;

static int end_rule(lua_State *L) {
    lua_pushlightuserdata(L, (void *)(uintptr_t)&enough);
    return lua_error(L);
}

int lrules_emit(lua_State *L) {
    const ludata *box = lua_touserdata(L, lua_upvalueindex(1));
    lrules *r = ludata_object(box); /* in use, or NULL */
    if (!r || !r->sink)
        return luaL_error(L, "emit: called outside the rule it was given to; options are emitted "
                             "before the rule returns");
    int count = lua_gettop(L);
    if (!r->at->component || (size_t)count != r->at->count) return emit_slowly(L, r, count);
    int64_t room[TA_COMPONENTS];
    for (int i = 0; i < count; i++) {
        if (!lua_isinteger(L, i + 1)) return emit_slowly(L, r, count);
        room[i] = lua_tointegerx(L, i + 1, NULL);
    }
    ta_position p = { room, NULL, (size_t)count };
    if (ta_sink_place(r->sink, &p)) return r->sink->stopped ? end_rule(L) : 0;
    int64_t *to = ta_sink_integers(r->sink, p.count);
    if (!to) return emit_slowly(L, r, count);
    memcpy(to, room, p.count * sizeof *to);
    return r->sink->stopped ? end_rule(L) : 0;
}

/* ---- The message handler ---- */

static int wrong_way_round(const char *text) {
    return strstr(text, "attempt to call a number value") || strstr(text, "on a function value") ||
           strstr(text, "attempt to call a string value") || strstr(text, "with function") ||
           strstr(text, "function with number") || strstr(text, "got function") ||
           strstr(text, "must be a number");
}

/* "\n  (b is missing: ...)" when the position has fewer components than the rule has parameters;
** else "". */
static const char *missing(lua_State *L, const ta_position *at) {
    if (!at || !at->component || !lua_istable(L, lua_upvalueindex(2))) return "";
    lua_Integer names = (lua_Integer)lua_rawlen(L, lua_upvalueindex(2));
    if ((lua_Integer)at->count >= names) return "";
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    luaL_addstring(&b, "\n  (");
    for (lua_Integer i = (lua_Integer)at->count + 1; i <= names; i++) {
        lua_rawgeti(L, lua_upvalueindex(2), i);
        luaL_addvalue(&b);
        luaL_addstring(&b, i < names ? ", " : " ");
    }
    luaL_addstring(&b, (lua_Integer)at->count + 1 < names ? "are missing: the rule takes "
                                                          : "is missing: the rule takes ");
    for (lua_Integer i = 1; i <= names; i++) {
        lua_rawgeti(L, lua_upvalueindex(2), i);
        luaL_addvalue(&b);
        if (i < names) luaL_addstring(&b, ", ");
    }
    luaL_addstring(&b, ")");
    luaL_pushresult(&b);
    return lua_tostring(L, -1);
}

/* A position for messages. A packed position is shown as the text that the function `show` on top
** makes of it, if that is not nil. [-1, +0] */
static char *position_text(lua_State *L, char *text, size_t size, const ta_position *p) {
    int top = lua_gettop(L) - 1;
    ta_position q = { NULL, NULL, 0 };
    if (p->component && lua_isfunction(L, -1) && lua_checkstack(L, TA_COMPONENTS + 4)) {
        for (size_t i = 0; i < p->count; i++) lua_pushinteger(L, p->component[i]);
        if (!lua_pcall(L, (int)p->count, 1, 0) && lua_type(L, -1) == LUA_TSTRING)
            q.text = lua_tolstring(L, -1, &q.count);
    }
    ta_position_text(text, size, q.text ? &q : p);
    lua_settop(L, top);
    return text;
}

/* Does the running rule come from a declaration? Its line numbers mean nothing to the user. */
static int is_declared(lua_State *L) {
    lua_Debug at;
    for (int level = 0; lua_getstack(L, level, &at); level++)
        if (lua_getinfo(L, "S", &at) && strcmp(at.what, "C") != 0)
            return strcmp(at.source, "=moves") == 0;
    return 0;
}

int lrules_handler(lua_State *L) {
    if (lua_type(L, 1) != LUA_TSTRING) return 1;
    const ludata *box = lua_touserdata(L, lua_upvalueindex(1));
    const lrules *r = ludata_object(box);
    char at[80] = "?";
    if (r && r->at) {
        lua_getiuservalue(L, lua_upvalueindex(1), 1);
        lua_rawgeti(L, -1, FN_SHOW + 1);
        position_text(L, at, sizeof at, r->at);
    }
    const char *text = lua_tostring(L, 1), *line = strstr(text, ": ");
    const char *hint = "";
    int declared = is_declared(L);
    if (declared && line && strncmp(text, "moves:", 6) == 0) text = line + 2;
    if (strstr(text, "attempt to yield")) hint = "\n  (a rule cannot yield)";
    else if (r && r->sink && wrong_way_round(text))
        hint = "\n  (rules are called with emit first: function(emit, a, b))";
    else hint = missing(L, r ? r->at : NULL);
    lua_pushfstring(L, "%s%s\n  in %s of %s at %s", text, hint, r ? r->rule : "a rule",
                    r ? r->name : "a ruleset", at);
    if (!declared) luaL_traceback(L, L, lua_tostring(L, -1), 1);
    return 1;
}

/* ---- From the engine ---- */

char *lrules_text(void *ctx, char *text, size_t size, const ta_position *position) {
    const lrules *r = ctx;
    lua_State *L = ((lcall *)r->call->host)->L;
    lua_pushvalue(L, r->slot + FN_SHOW);
    return position_text(L, text, size, position);
}

/* Making a Lua string may raise, and so is done under a pcall. */
static int make_text(lua_State *L) {
    const ta_position *p = lua_touserdata(L, 1);
    lua_pushlstring(L, p->count ? p->text : "", p->count);
    return 1;
}

static int push_components(lua_State *L, const ta_position *p) {
    if (!p->component) {
        lua_pushcfunction(L, make_text);
        lua_pushlightuserdata(L, (void *)(uintptr_t)p);
        return lua_pcall(L, 1, 1, 0) ? -1 : 1;
    }
    for (size_t i = 0; i < p->count; i++) lua_pushinteger(L, p->component[i]);
    return (int)p->count;
}

/* Call slot `fn`, or its counterpart for text, with the position, after emit when there is a sink.
** On success the results are above `*base`. */
static ta_status call_rule(lrules *r, ta_call *call, int fn, const char *name,
                           const ta_position *position, int results, int *base) {
    lcall *c = call->host;
    lua_State *L = c->L;
    int emits = r->sink != NULL;
    *base = lua_gettop(L); /* lruleset_push_functions left room */
    r->at = position;
    r->rule = name;
    r->call = call;
    r->failed = r->limited = 0;
    c->ran++;
    lua_pushvalue(L, r->slot + fn + (position->component ? 0 : FN_TEXT));
    if (emits) lua_pushvalue(L, r->slot + FN_EMIT);
    int args = push_components(L, position);
    int failed = args < 0 || lua_pcall(L, args + emits, results, r->slot + FN_HANDLER);
    r->sink = NULL;
    r->at = NULL;
    if (!failed) return TA_OK;
    const void *why = lua_touserdata(L, -1);
    if (why == (const void *)&enough || (why == (const void *)&limit && r->limited)) {
        lua_settop(L, *base);
        return TA_OK;
    }
    c->error = lua_gettop(L);
    return TA_ECALLBACK;
}

/* ---- Results of rules ---- */

/* Call a rule that names positions by emit. */
static ta_status emitted(lrules *r, ta_call *call, int fn, const char *name,
                         const ta_position *position, ta_sink *sink) {
    lua_State *L = ((lcall *)call->host)->L;
    int base;
    r->sink = sink;
    ta_status s = call_rule(r, call, fn, name, position, LUA_MULTRET, &base);
    if (s) return s;
    int results = lua_gettop(L) - base;
    if (results == 0 && !r->failed) return TA_OK;
    char at[80];
    if (r->limited) {
        s = ta_fail(call, TA_ELIMIT, "%s of %s at %s: more than %d options of one position", name,
                    r->name, lrules_text(r, at, sizeof at, position), TA_OPTIONS_MOST);
    } else if (results > 0 && !lua_isnil(L, base + 1)) {
        s = ta_fail(call, TA_EBADRULE,
                    "%s of %s at %s returned a %s; %s are named by emit(...), one call each, "
                    "not returned",
                    name, r->name, lrules_text(r, at, sizeof at, position),
                    luaL_typename(L, base + 1), fn == FN_PARTS ? "packed parts" : "options");
    } else if (r->failed) {
        s = ta_fail(call, TA_EBADRULE,
                    "%s of %s at %s: an emit was refused and the rule hid the error", name, r->name,
                    lrules_text(r, at, sizeof at, position));
    }
    lua_settop(L, base);
    return s;
}

const char *lrules_name(const lrules *r, int fn) {
    return !r->partizan ? "options" : fn == FN_LEFT ? "left" : "right";
}

ta_status lrules_lua_options(lrules *r, ta_call *call, int fn, const ta_position *position,
                             ta_sink *sink) {
    return emitted(r, call, fn, lrules_name(r, fn), position, sink);
}

static ta_status bad_result(lrules *r, ta_call *call, const char *rule, const ta_position *position,
                            const char *expected) {
    char at[80];
    return ta_fail(call, TA_EBADRULE, "%s of %s at %s: expected %s", rule, r->name,
                   lrules_text(r, at, sizeof at, position), expected);
}

/* Replace the text at `at`, on top, by the integers of its packed form, if it has one. */
static ta_status pack(lrules *r, ta_call *call, int at) {
    lcall *c = call->host;
    lua_State *L = c->L;
    ta_position p = { NULL, NULL, 0 };
    p.text = lua_tolstring(L, at, &p.count);
    int base;
    r->sink = NULL;
    ta_status s = call_rule(r, call, FN_READ - FN_TEXT, "read", &p, LUA_MULTRET, &base);
    if (s) return s;
    int found = lua_gettop(L) - base;
    if (found == 0 || lua_isnil(L, base + 1)) lua_settop(L, base);
    else lua_remove(L, at);
    return TA_OK;
}

/* Emit the position whose components are on the stack from `from` on. */
static ta_status emit_values(lrules *r, ta_call *call, int from, ta_sink *sink) {
    lua_State *L = ((lcall *)call->host)->L;
    int64_t room[TA_COMPONENTS];
    if (r->packed && lua_gettop(L) == from && lua_type(L, from) == LUA_TSTRING) {
        ta_status s = pack(r, call, from);
        if (s) return s;
    }
    int to = lua_gettop(L);
    if (to == from && lua_type(L, from) == LUA_TSTRING) {
        ta_position p = { NULL, NULL, 0 };
        p.text = lua_tolstring(L, from, &p.count);
        return ta_sink_emit(sink, call, &p);
    }
    if (to < from || to - from >= TA_COMPONENTS) return TA_EBADRULE;
    for (int i = from; i <= to; i++)
        if (!larg_is_integer(L, i, &room[i - from])) return TA_EBADRULE;
    return ta_sink_emit_integers(sink, call, room, (size_t)(to - from + 1));
}

ta_status lrules_lua_canonical(lrules *r, ta_call *call, int fn, const ta_position *position,
                               ta_sink *sink) {
    lua_State *L = ((lcall *)call->host)->L;
    int base;
    r->sink = NULL;
    ta_status s = call_rule(r, call, fn, "canonical", position, LUA_MULTRET, &base);
    if (s) return s;
    int found = lua_gettop(L) - base;
    size_t size = position->component ? position->count : 1;
    if ((size_t)found == size) s = emit_values(r, call, base + 1, sink);
    else s = TA_EBADRULE;
    if (s == TA_ECALLBACK) return s;
    if (s == TA_EBADRULE)
        bad_result(r, call, "canonical", position,
                   "the components of one position, as many as it was given");
    lua_settop(L, base);
    return s;
}

/* The part on top of the stack: a list of components, or one component itself. */
static ta_status emit_part(lrules *r, ta_call *call, ta_sink *sink) {
    lua_State *L = ((lcall *)call->host)->L;
    int top = lua_gettop(L);
    if (lua_type(L, top) != LUA_TTABLE) return emit_values(r, call, top, sink);
    size_t size = lua_rawlen(L, top);
    if (size < 1 || size > TA_COMPONENTS) return TA_EBADRULE;
    for (size_t i = 1; i <= size; i++) lua_rawgeti(L, top, (lua_Integer)i);
    return emit_values(r, call, top + 1, sink);
}

ta_status lrules_lua_parts(lrules *r, ta_call *call, int fn, const ta_position *position,
                           ta_sink *sink) {
    if (r->packed && position->component) return emitted(r, call, fn, "parts", position, sink);
    lua_State *L = ((lcall *)call->host)->L;
    int base;
    r->sink = NULL;
    ta_status s = call_rule(r, call, fn, "parts", position, 1, &base);
    if (s) return s;
    int list = base + 1;
    if (!lua_istable(L, list)) s = TA_EBADRULE;
    else if (!lua_checkstack(L, TA_COMPONENTS + 2)) s = TA_ENOMEM;
    for (lua_Integer i = 1; !s && i <= (lua_Integer)lua_rawlen(L, list); i++) {
        lua_rawgeti(L, list, i);
        s = emit_part(r, call, sink);
        if (s == TA_ECALLBACK) return s; /* the error stays on the stack */
        lua_settop(L, list);
    }
    if (s == TA_EBADRULE)
        bad_result(r, call, "parts", position, "a list of positions, each a list of components");
    lua_settop(L, base);
    return s;
}

ta_status lrules_ordinal_sum(void *ctx, ta_call *call, const ta_position *position, ta_sink *sink) {
    static const char expected[] =
        "a base and an upper part, each a list of components, or nothing";
    lrules *r = ctx;
    lua_State *L = ((lcall *)call->host)->L;
    int base;
    if (lua_isnil(L, r->slot + FN_ORDINAL_SUM + (position->component ? 0 : FN_TEXT))) return TA_OK;
    r->sink = NULL;
    ta_status s = call_rule(r, call, FN_ORDINAL_SUM, "ordinal_sum", position, 2, &base);
    if (s) return s;
    if (lua_isnil(L, base + 1) && lua_isnil(L, base + 2)) {
        lua_settop(L, base);
        return TA_OK;
    }
    if (!lua_checkstack(L, TA_COMPONENTS + 3)) s = TA_ENOMEM;
    for (int i = 1; !s && i <= 2; i++) {
        lua_pushvalue(L, base + i);
        s = emit_part(r, call, sink);
        if (s == TA_ECALLBACK) return s; /* the error stays on the stack */
        lua_settop(L, base + 2);
    }
    if (s == TA_EBADRULE) bad_result(r, call, "ordinal_sum", position, expected);
    lua_settop(L, base);
    return s;
}

/* Pass on nil, message, code of a kernel that cannot answer. The kernel's name is cut from the
** message: the enclosing call adds its own. */
static ta_status declined(lua_State *L, int base, ta_call *call) {
    if (!lua_isnil(L, base + 1) || lua_type(L, base + 2) != LUA_TSTRING ||
        lua_type(L, base + 3) != LUA_TSTRING)
        return TA_EBADRULE;
    static const char name[] = "nim_value: ";
    const char *message = lua_tostring(L, base + 2);
    if (strncmp(message, name, sizeof name - 1) == 0) message += sizeof name - 1;
    for (int status = TA_ELIMIT; status <= TA_EIO; status++)
        if (strcmp(lua_tostring(L, base + 3), ta_status_name((ta_status)status)) == 0)
            return ta_fail(call, (ta_status)status, "%s", message);
    return TA_EBADRULE;
}

ta_status lrules_lua_nim_value(lrules *r, ta_call *call, const ta_position *position,
                               int64_t *value) {
    lua_State *L = ((lcall *)call->host)->L;
    int base;
    r->sink = NULL;
    ta_status s = call_rule(r, call, FN_NIM_VALUE, "nim_value", position, 3, &base);
    if (s) return s;
    ta_amount found;
    if (larg_is_integer(L, base + 1, &found) && found >= 0 && found <= TA_MAX) *value = found;
    else s = declined(L, base, call);
    if (s == TA_EBADRULE) bad_result(r, call, "nim_value", position, "an integer from 0 to 2^62");
    lua_settop(L, base);
    return s;
}

ta_status lrules_lua_terminal(lrules *r, ta_call *call, const ta_position *position,
                              int64_t *over) {
    lua_State *L = ((lcall *)call->host)->L;
    int base;
    r->sink = NULL;
    ta_status s = call_rule(r, call, FN_TERMINAL, "terminal", position, 1, &base);
    if (s) return s;
    const char *found = lua_type(L, base + 1) == LUA_TSTRING ? lua_tostring(L, base + 1) : "";
    *over = TA_GOES_ON;
    for (int i = 1; i <= (r->partizan ? 5 : 3); i++)
        if (strcmp(found, lcompile_words[i]) == 0) *over = i;
    if (*over == TA_GOES_ON && !lua_isnil(L, base + 1))
        s = bad_result(r, call, "terminal", position,
                       r->partizan ? "\"win\", \"loss\" or \"draw\" of the player to move, "
                                     "\"left\" or \"right\", or nil: play goes on"
                                   : "\"win\", \"loss\" or \"draw\" of the player to move, or "
                                     "nil: play goes on");
    lua_settop(L, base);
    return s;
}

ta_status lrules_lua_entails(lrules *r, ta_call *call, const ta_position *position, int64_t *here) {
    lua_State *L = ((lcall *)call->host)->L;
    int base;
    r->sink = NULL;
    ta_status s = call_rule(r, call, FN_ENTAILS, "entails", position, 1, &base);
    if (s) return s;
    *here = lua_toboolean(L, base + 1);
    if (!lua_isboolean(L, base + 1) && !lua_isnil(L, base + 1)) /* a flag 0 would be true */
        s = bad_result(r, call, "entails", position,
                       "true where the player to move must answer here, else false or nil");
    lua_settop(L, base);
    return s;
}
