/*
** heap.c - heap games for Lua. User values of a game: its rule, its progress function, and
** the emit function given to the rule.
**
** emit finds its sink through a slot, an upvalue of its own: set while the rule runs, empty
** otherwise, so an emit that was kept and called later says so. The rule itself is found
** as a user value of the game, which is argument 1 of every method.
*/
#include "heap.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "arg.h"
#include "buffer.h"
#include "call.h"
#include "sequence.h"
#include "takeaway/heap.h"

#define LIST_MOST 10000000
#define HEAPS_MOST 200 /* named by one emit, or summed in one call */

static void destroy(void *object) {
    ta_heap_destroy(object);
}

static const lbox_type type = { "takeaway.heap", "heap game", destroy, 1 };

/* ---- Making ---- */

/* The options at index 2; pushes the progress function or nil. [-0, +1] */
static ta_heap_settings options(lua_State *L, const char *call) {
    static const char *const known[] = {
        "check", "memory", "positions", "progress", "portable", NULL
    };
    ta_heap_settings o;
    lua_settop(L, 2);
    larg_settings(L, 2, call, known);
    o.check = larg_field_integer(L, 2, call, "check", 1, TA_MAX, 0);
    o.memory = larg_field_integer(L, 2, call, "memory", 1, TA_MAX, 0);
    o.positions = larg_field_integer(L, 2, call, "positions", 1, TA_MAX, 0);
    o.portable = larg_field_boolean(L, 2, call, "portable");
    larg_push_function(L, 2, call, "progress");
    return o;
}

/* Push the box of a game to be made; the progress function is at index 3. */
static lbox *push_game(lua_State *L) {
    lbox *box = lbox_push(L, &type, 3);
    lua_pushvalue(L, 3);
    lua_setiuservalue(L, -2, 2);
    return box;
}

/* The list at `index` as a block of Lua's. [-0, +1] */
static ta_amount *members(lua_State *L, int index, const char *name, size_t *count) {
    index = lua_absindex(L, index);
    *count = (size_t)lua_rawlen(L, index);
    ta_amount *set = lua_newuserdatauv(L, (*count + 1) * sizeof *set, 0);
    for (size_t i = 0; i < *count; i++) {
        char text[48];
        snprintf(text, sizeof text, "%s: member %zu", name, i + 1);
        lua_geti(L, index, (lua_Integer)i + 1);
        set[i] = larg_integer(L, lua_gettop(L), "subtraction", text, 1, TA_SUBTRACTION_MOST);
        lua_pop(L, 1);
    }
    return set;
}

static int subtraction(lua_State *L) {
    ta_heap_settings o = options(L, "subtraction");
    if (!lua_istable(L, 1))
        larg_error(L, 1, "subtraction", "set", "a list of integers, or {all_but = list}");
    int all_but = lua_getfield(L, 1, "all_but") != LUA_TNIL;
    if (all_but && !lua_istable(L, -1))
        larg_error(L, lua_gettop(L), "subtraction", "all_but", "a list of integers");
    lua_pushnil(L);
    while (lua_next(L, 1)) {
        lua_pop(L, 1);
        ta_amount key;
        int fits =
            all_but
                ? lua_type(L, -1) == LUA_TSTRING && strcmp(lua_tostring(L, -1), "all_but") == 0
                : larg_is_integer(L, -1, &key) && key >= 1 && key <= (ta_amount)lua_rawlen(L, 1);
        if (!fits)
            larg_error(L, lua_gettop(L), "subtraction", "set",
                       "a list without gaps or other keys, or {all_but = list}; a key");
    }
    size_t count;
    ta_amount *set = members(L, all_but ? 4 : 1, all_but ? "all_but" : "set", &count);
    lbox *box = push_game(L);
    ta_allocator a = lcall_allocator(L);
    lcall c;
    lcall_begin(&c, L, NULL, "subtraction");
    ta_status s =
        ta_heap_subtraction(&a, &c.call, set, count, all_but, &o, (ta_heap **)&box->object);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    return 1;
}

static int octal(lua_State *L) {
    ta_heap_settings o = options(L, "octal");
    if (lua_type(L, 1) != LUA_TSTRING)
        larg_error(L, 1, "octal", "code", "a string such as \"0.77\"");
    size_t length;
    const char *code = lua_tolstring(L, 1, &length);
    lbox *box = push_game(L);
    ta_allocator a = lcall_allocator(L);
    lcall c;
    lcall_begin(&c, L, NULL, "octal");
    ta_status s = ta_heap_octal(&a, &c.call, code, length, &o, (ta_heap **)&box->object);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    return 1;
}

/* ---- Rules ---- */

typedef struct slot {
    ta_heap_sink *sink; /* while the rule runs */
    ta_call *call;
    ta_amount n;
    int reversed; /* the rule's first parameter is called emit */
} slot;

static int emit(lua_State *L) {
    slot *at = lua_touserdata(L, lua_upvalueindex(1));
    int count = lua_gettop(L);
    ta_amount heaps[HEAPS_MOST];
    if (!at->sink) return lraise(L, "emit: called outside of its rule's call");
    if (count > HEAPS_MOST) return lraise(L, "emit: more than %d heaps in one option", HEAPS_MOST);
    for (int i = 1; i <= count; i++)
        if (!larg_is_integer(L, i, &heaps[i - 1])) {
            char name[64];
            snprintf(name, sizeof name, "the rule for heap %lld: heap %d of an option",
                     (long long)at->n, i);
            larg_error(L, i, "emit", name, "an integer");
        }
    if (ta_heap_emit(at->sink, at->call, heaps, (size_t)count))
        return lraise(L, "emit: %s", at->call->message);
    return 0;
}

static ta_status rule(void *ctx, ta_call *call, ta_amount n, ta_heap_sink *sink) {
    slot *at = ctx;
    lcall *c = call->host;
    lua_State *L = c->L;
    if (at->reversed)
        return ta_fail(call, TA_EBADRULE,
                       "the rule takes emit first; a heap rule is function(n, emit)");
    if (!lua_checkstack(L, 12)) return TA_ENOMEM;
    lua_getiuservalue(L, 1, 1);
    lua_pushinteger(L, n);
    lua_getiuservalue(L, 1, 3);
    char where[64];
    snprintf(where, sizeof where, "the rule for heap %lld", (long long)n);
    slot outer = *at;
    at->sink = sink;
    at->call = call;
    at->n = n;
    ta_status s = lcall_protected(c, 2, 1, where);
    *at = outer;
    if (s) return s;
    int returned = !lua_isnil(L, -1);
    const char *what = luaL_typename(L, -1);
    lua_pop(L, 1);
    if (returned)
        return ta_fail(call, TA_EBADRULE,
                       "the rule for heap %lld returned a %s; options are named by emit(...)",
                       (long long)n, what);
    return TA_OK;
}

static int heap(lua_State *L) {
    ta_heap_settings o = options(L, "heap");
    if (!lua_isfunction(L, 1)) larg_error(L, 1, "heap", "rule", "a function(n, emit)");
    lua_Debug where;
    char name[160];
    lua_pushvalue(L, 1);
    lua_getinfo(L, ">S", &where);
    snprintf(name, sizeof name, "heap rule %s:%d", where.short_src, where.linedefined);
    lua_pushvalue(L, 1);
    const char *first = lua_getlocal(L, NULL, 1);
    int reversed = first && strcmp(first, "emit") == 0;
    lua_pop(L, 1);
    lbox *box = push_game(L);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
    slot *at = lua_newuserdatauv(L, sizeof *at, 0);
    memset(at, 0, sizeof *at);
    at->reversed = reversed;
    lua_pushcclosure(L, emit, 1);
    lua_setiuservalue(L, -2, 3);
    ta_allocator a = lcall_allocator(L);
    lcall c;
    lcall_begin(&c, L, NULL, "heap");
    ta_status s = ta_heap_scripted(&a, &c.call, rule, at, name, &o, (ta_heap **)&box->object);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    return 1;
}

/* ---- Nim values ---- */

static int nim_value(lua_State *L) {
    lbox *box = lbox_check(L, 1, &type, "nim_value");
    ta_amount n = larg_integer(L, 2, "nim_value", "n", 0, TA_MAX), value;
    lcall c;
    ta_status s =
        ta_heap_nim_value(lcall_begin_game(&c, L, box, 1, "nim_value"), &c.call, n, &value);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushinteger(L, value);
    return 1;
}

static ta_status check_memory(lcall *c, ta_amount to, int width) {
    double need = ((double)to + 1) * width, have = ta_memory_available();
    return need > have ? ta_fail_memory(&c->call, "the sequence", need, have) : TA_OK;
}

static int nim_values(lua_State *L) {
    lbox *box = lbox_check(L, 1, &type, "nim_values");
    ta_amount to = larg_integer(L, 2, "nim_values", "to", 0, TA_MAX);
    lcall c;
    void *data;
    ta_heap *g = lcall_begin_game(&c, L, box, 1, "nim_values");
    ta_status s = check_memory(&c, to, 1);
    if (!s) s = ta_heap_extend(g, &c.call, to);
    int width = s ? 1 : ta_heap_width(g, to);
    if (!s) s = check_memory(&c, to, width);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lsequence_push(L, "nim values", (size_t)to + 1, width, &data);
    g = lcall_begin_game(&c, L, box, 1, "nim_values");
    s = ta_heap_fill(g, &c.call, to, width, data);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pop(L, 1); /* the progress function */
    return 1;
}

static int periodicity(lua_State *L) {
    lbox *box = lbox_check(L, 1, &type, "periodicity");
    ta_amount limit = larg_opt_integer(L, 2, "periodicity", "limit", 0, TA_MAX, 1000000);
    ta_period p;
    lcall c;
    ta_status s =
        ta_heap_periodicity(lcall_begin_game(&c, L, box, 1, "periodicity"), &c.call, limit, &p);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_record(L, 5);
    lpush_field(L, "period", p.period);
    lpush_field(L, "preperiod", p.preperiod);
    lpush_field(L, "saltus", p.saltus);
    lpush_field(L, "heaps", p.heaps);
    lua_pushboolean(L, p.proved);
    lua_setfield(L, -2, "proved");
    return 1;
}

static int p_positions(lua_State *L) {
    lbox *box = lbox_check(L, 1, &type, "p_positions");
    ta_amount limit = larg_integer(L, 2, "p_positions", "limit", 0, TA_MAX), value;
    lbuffer *b = lbuffer_push(L, LIST_MOST);
    lcall c;
    ta_heap *g = lcall_begin_game(&c, L, box, 1, "p_positions");
    ta_status s = check_memory(&c, limit, 1);
    if (!s) s = ta_heap_extend(g, &c.call, limit);
    for (ta_amount n = 0; n <= limit && !s; n++) {
        s = ta_heap_nim_value(g, &c.call, n, &value);
        if (!s && value == 0) s = lbuffer_add(b, &c.call, n);
        if (!s) s = ta_poll(&c.call, 1, (double)n, (double)limit);
    }
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lbuffer_push_list(L, b);
    return 1;
}

/* ---- Sums ---- */

/* The heaps in arguments 2, 3, ...; how many. */
static int heaps_of(lua_State *L, const char *call, ta_amount heaps[HEAPS_MOST]) {
    int count = lua_gettop(L) - 1;
    if (count > HEAPS_MOST) lraise(L, "%s: more than %d heaps", call, HEAPS_MOST);
    for (int i = 0; i < count; i++) {
        char name[24];
        snprintf(name, sizeof name, "heap %d", i + 1);
        heaps[i] = larg_integer(L, i + 2, call, name, 0, TA_MAX);
    }
    return count;
}

static ta_status sum_of(ta_heap *g, ta_call *call, const ta_amount *heaps, int count,
                        ta_amount *sum) {
    *sum = 0;
    for (int i = 0; i < count; i++) {
        ta_amount value;
        ta_status s = ta_heap_nim_value(g, call, heaps[i], &value);
        if (s) return s;
        *sum ^= value;
    }
    return TA_OK;
}

static int outcome(lua_State *L) {
    lbox *box = lbox_check(L, 1, &type, "outcome");
    ta_amount heaps[HEAPS_MOST], sum;
    int count = heaps_of(L, "outcome", heaps);
    lcall c;
    ta_status s = sum_of(lcall_begin_game(&c, L, box, 1, "outcome"), &c.call, heaps, count, &sum);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushstring(L, sum ? "N" : "P");
    return 1;
}

/* Moves gathered as: heap moved in, heaps left, each of them. */
typedef struct gatherer {
    lbuffer *b;
    ta_amount heap, moves;
} gatherer;

static ta_status gather(void *ctx, ta_call *call, const ta_amount *heaps, size_t count) {
    gatherer *x = ctx;
    if (++x->moves > LIST_MOST) return ta_fail(call, TA_ELIMIT, "more than %d moves", LIST_MOST);
    ta_status s = lbuffer_add(x->b, call, x->heap);
    if (!s) s = lbuffer_add(x->b, call, (ta_amount)count);
    for (size_t i = 0; i < count && !s; i++) s = lbuffer_add(x->b, call, heaps[i]);
    return s;
}

/* Push the heaps left of the move at b->items[i]; the index after it. [-0, +1] */
static size_t push_left(lua_State *L, const lbuffer *b, size_t i) {
    size_t count = (size_t)b->items[i + 1];
    lpush_list(L, (int)count);
    for (size_t j = 0; j < count; j++) {
        lua_pushinteger(L, b->items[i + 2 + j]);
        lua_rawseti(L, -2, (lua_Integer)j + 1);
    }
    return i + 2 + count;
}

static int winning_moves(lua_State *L) {
    lbox *box = lbox_check(L, 1, &type, "winning_moves");
    ta_amount heaps[HEAPS_MOST], sum, value;
    int count = heaps_of(L, "winning_moves", heaps);
    gatherer x = { lbuffer_push(L, SIZE_MAX), 0, 0 };
    lcall c;
    ta_heap *g = lcall_begin_game(&c, L, box, 1, "winning_moves");
    ta_status s = sum_of(g, &c.call, heaps, count, &sum);
    for (int i = 0; i < count && !s && sum; i++) {
        x.heap = i + 1;
        s = ta_heap_nim_value(g, &c.call, heaps[i], &value);
        if (!s) s = ta_heap_options_of_value(g, &c.call, heaps[i], value ^ sum, gather, &x);
    }
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_list(L, (int)x.moves);
    for (size_t i = 0, move = 1; i < x.b->count; move++) {
        lpush_record(L, 2);
        lpush_field(L, "heap", x.b->items[i]);
        i = push_left(L, x.b, i);
        lua_setfield(L, -2, "to");
        lua_rawseti(L, -2, (lua_Integer)move);
    }
    return 1;
}

/* options_of_value(n, value): the options of heap n with that nim value, as lists of heaps. */
static int options_of_value(lua_State *L) {
    lbox *box = lbox_check(L, 1, &type, "options_of_value");
    ta_amount n = larg_integer(L, 2, "options_of_value", "n", 0, TA_MAX);
    ta_amount value = larg_integer(L, 3, "options_of_value", "value", 0, TA_INF);
    gatherer x = { lbuffer_push(L, SIZE_MAX), 0, 0 };
    lcall c;
    ta_heap *g = lcall_begin_game(&c, L, box, 1, "options_of_value");
    ta_status s = ta_heap_options_of_value(g, &c.call, n, value, gather, &x);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_list(L, (int)x.moves);
    for (size_t i = 0, move = 1; i < x.b->count; move++) {
        i = push_left(L, x.b, i);
        lua_rawseti(L, -2, (lua_Integer)move);
    }
    return 1;
}

/* ---- Misere ---- */

static int misere(lua_State *L, const char *name, int count, ta_amount *value, int *failed) {
    lbox *box = lbox_check(L, 1, &type, name);
    ta_amount heaps[HEAPS_MOST];
    int held = heaps_of(L, name, heaps);
    if (count >= 0 && held != count) return lraise(L, "%s: expected one heap, got %d", name, held);
    lcall c;
    ta_status s = ta_heap_misere_nim_value(lcall_begin_game(&c, L, box, 1, name), &c.call, heaps,
                                           (size_t)held, value);
    *failed = s != TA_OK;
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    return 0;
}

static int misere_nim_value(lua_State *L) {
    ta_amount value;
    int failed, results = misere(L, "misere_nim_value", 1, &value, &failed);
    if (failed) return results;
    lua_pushinteger(L, value);
    return 1;
}

static int misere_outcome(lua_State *L) {
    ta_amount value;
    int failed, results = misere(L, "misere_outcome", -1, &value, &failed);
    if (failed) return results;
    lua_pushstring(L, value ? "N" : "P");
    return 1;
}

static int to_string(lua_State *L) {
    lbox *box = lbox_test(L, 1, &type);
    if (!box || !box->object) lua_pushliteral(L, "heap game (closed)");
    else lua_pushstring(L, ta_heap_text(box->object));
    return 1;
}

static const luaL_Reg methods[] = {
    { "nim_value", nim_value },
    { "nim_values", nim_values },
    { "periodicity", periodicity },
    { "p_positions", p_positions },
    { "outcome", outcome },
    { "winning_moves", winning_moves },
    { "options_of_value", options_of_value },
    { "misere_nim_value", misere_nim_value },
    { "misere_outcome", misere_outcome },
    { NULL, NULL },
};

static const luaL_Reg meta[] = { { "__tostring", to_string }, { NULL, NULL } };

static const luaL_Reg functions[] = {
    { "subtraction", subtraction },
    { "octal", octal },
    { "heap", heap },
    { NULL, NULL },
};

void lheap_open(lua_State *L) {
    lbox_register(L, &type, methods, meta);
    luaL_setfuncs(L, functions, 0);
}
