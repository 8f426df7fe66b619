/*
** heap.c - heap games for Lua. Those by rule are made in heap_rule.c.
*/
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/status.h"
#include "arg.h"
#include "buffer.h"
#include "heap.h"
#include "heap_rule.h"
#include "list.h"
#include "method.h"
#include "modules.h"
#include "push.h"
#include "sequence.h"
#include "takeaway/heap.h"

#define LIST_MOST 10000000

static void destroy(void *object) {
    ta_heap_destroy(object);
}

static const lbox_type type = {
    "takeaway.heap", "heap game", destroy, .closable = 1, .progress = LHEAP_PROGRESS,
};

const lbox_type *const lheap_type = &type;

/* ---- Making ---- */

/* The settings at index 2; pushes the progress function or nil. [-0, +1] */
static ta_heap_settings settings_of(lcall *c, const char *const known[]) {
    ta_heap_settings o;
    lua_settop(c->L, 2);
    larg_settings(c, 2, known);
    o.check = larg_field_integer(c, 2, "check", 1, TA_MAX, 0);
    o.memory = larg_field_integer(c, 2, "memory", 1, TA_MAX, 0);
    o.positions = larg_field_integer(c, 2, "positions", 1, TA_MAX, 0);
    o.portable = larg_field_boolean(c, 2, "portable");
    larg_threads(c, 2);
    larg_push_function(c, 2, "progress");
    return o;
}

static ta_heap_settings settings(lcall *c) {
    static const char *const known[] = { "check",    "memory",  "positions", "progress",
                                         "portable", "threads", NULL };
    return settings_of(c, known);
}

/* Push the box of a game to be made; the progress function is at index 3. */
static lbox *push_game(lcall *c) {
    lua_State *L = c->L;
    lbox *box = lbox_push(L, &type, LHEAP_ANCHORS);
    lbox_use_threads(box, c->call.threads);
    lua_pushvalue(L, 3);
    lbox_hear(L, -2);
    return box;
}

/* The game on top was made, or not. */
static int made(lcall *c, lbox *box, ta_status s, ta_heap *game) {
    if (s) return lcall_fail(c, s);
    lbox_own(box, game);
    lcall_end(c);
    return 1;
}

static int subtraction(lua_State *L) {
    static const llist_kind set_kind = { "a list of integers, or {all_but = list}", .lo = 1,
                                         .hi = TA_SUBTRACTION_MOST },
                            whole = { "a list of integers, or {all_but = list}",
                                      .key = "all_but" },
                            exceptions = { "a list of integers", .lo = 1,
                                           .hi = TA_SUBTRACTION_MOST };
    lcall c;
    lcall_function(&c, L, "subtraction");
    ta_heap_settings o = settings(&c);
    size_t count;
    ta_amount *set;
    int all_but = lua_istable(L, 1) && lua_getfield(L, 1, "all_but") != LUA_TNIL;
    if (all_but && llist_count(&c, 1, "set", &whole) > 0)
        lraise(L, "subtraction: set: expected %s, without other keys", whole.expected);
    if (all_but) set = llist_integers(&c, 4, "all_but", &exceptions, &count);
    else set = llist_integers(&c, 1, "set", &set_kind, &count);
    lbox *box = push_game(&c);
    ta_allocator a = lcall_allocator(L);
    ta_heap *game = NULL;
    lcall_begin(&c);
    ta_status s = ta_heap_subtraction(&a, &c.call, set, count, all_but, &o, &game);
    return made(&c, box, s, game);
}

typedef ta_status (*by_code)(const ta_allocator *, ta_call *, const char *, size_t,
                             const ta_heap_settings *, ta_heap **);

static int of_code(lua_State *L, const char *name, const char *expected, by_code make) {
    lcall c;
    lcall_function(&c, L, name);
    ta_heap_settings o = settings(&c);
    if (lua_type(L, 1) != LUA_TSTRING) larg_error(&c, 1, "code", expected);
    size_t length;
    const char *code = lua_tolstring(L, 1, &length);
    lbox *box = push_game(&c);
    ta_allocator a = lcall_allocator(L);
    ta_heap *game = NULL;
    lcall_begin(&c);
    ta_status s = make(&a, &c.call, code, length, &o, &game);
    return made(&c, box, s, game);
}

static int octal(lua_State *L) {
    return of_code(L, "octal", "a string such as \"0.77\"", ta_heap_octal);
}

static int spawning(lua_State *L) {
    return of_code(L, "spawning", "a string such as \"1-3\"", ta_heap_spawning);
}

/* ---- Rules ---- */

/* What the game is called: the name in the settings, or where its rule stands. It stays on the
** stack. [-0, +1] */
static const char *rule_name(lcall *c) {
    lua_State *L = c->L;
    if (lua_istable(L, 2) && lua_getfield(L, 2, "name") != LUA_TNIL) {
        if (lua_type(L, -1) != LUA_TSTRING) larg_error(c, lua_gettop(L), "name", "a string");
        return lua_tostring(L, -1);
    }
    lua_Debug where;
    lua_settop(L, 3);
    lua_pushvalue(L, 1);
    lua_getinfo(L, ">S", &where);
    return lua_pushfstring(L, "heap rule %s:%d", where.short_src, where.linedefined);
}

static int heap(lua_State *L) {
    lcall c;
    static const char *const known[] = { "check",    "memory",   "name",    "native", "positions",
                                         "progress", "portable", "threads", NULL };
    lcall_function(&c, L, "heap");
    ta_heap_settings o = settings_of(&c, known);
    if (!lua_isfunction(L, 1)) larg_error(&c, 1, "rule", "a function(n, emit)");
    const char *name = rule_name(&c);
    int native = lua_istable(L, 2) && lua_getfield(L, 2, "native") != LUA_TNIL ? lua_gettop(L) : 0;
    lbox *box = push_game(&c);
    lheap_rule *rule = lheap_rule_add(L);
    if (native) lheap_rule_native(rule, L, native);
    ta_allocator a = lcall_allocator(L);
    ta_heap *game = NULL;
    lcall_begin(&c);
    ta_status s = lheap_rule_game(&a, &c.call, rule, name, &o, &game);
    return made(&c, box, s, game);
}

/* ---- Nim values ---- */

static const lparameter one_heap = { "n", LP_INTEGER, .hi = TA_MAX };
LKERNEL(nim_value, ta_heap_nim_value(object, call, a[0].n, &r->amount))

static ta_status check_memory(lcall *c, ta_amount to, int width) {
    double need = ((double)to + 1) * width, have = ta_memory_available();
    return need > have ? ta_fail_memory(&c->call, "the sequence", need, have) : TA_OK;
}

static int nim_values(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "nim_values");
    ta_amount to = larg_integer(&c, 2, "to", 0, TA_MAX), last = to;
    ta_period p = { .proved = 0 };
    void *data;
    lcall_begin(&c);
    ta_status s = ta_heap_extend(c.object, &c.call, to);
    if (!s && ta_heap_proved(c.object, &p) && p.preperiod + p.period - 1 < to)
        last = p.preperiod + p.period - 1; /* the rest is looked up there */
    int width = s ? 1 : ta_heap_width(c.object, last);
    if (!s) s = check_memory(&c, last, width);
    if (!s) s = lsequence_push(&c, "nim values", (size_t)last + 1, width, &data);
    if (!s) s = ta_heap_fill(c.object, &c.call, last, width, data);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    if (last < to) lsequence_repeat(L, (size_t)to + 1, (size_t)p.period, p.saltus);
    return 1;
}

static int periodicity(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "periodicity");
    ta_amount limit = larg_opt_integer(&c, 2, "limit", 0, TA_MAX, 1000000);
    ta_period p;
    lcall_begin(&c);
    ta_status s = ta_heap_periodicity(c.object, &c.call, limit, &p);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_record(L, 6);
    lpush_field(L, "period", p.period);
    lpush_field(L, "preperiod", p.preperiod);
    lpush_field(L, "saltus", p.saltus);
    lpush_field(L, "heaps", p.heaps);
    if (p.needs && p.needs < TA_INF) lpush_field(L, "needs", p.needs);
    lua_pushboolean(L, p.proved);
    lua_setfield(L, -2, "proved");
    return 1;
}

static int p_positions(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "p_positions");
    ta_amount limit = larg_integer(&c, 2, "limit", 0, TA_MAX);
    lbuffer *b = lbuffer_push(L, LIST_MOST);
    lcall_begin(&c);
    ta_status s = ta_heap_p_positions(c.object, &c.call, limit, lbuffer_add, b);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lbuffer_push_list(L, b);
    return 1;
}

/* ---- Sums ---- */

size_t lheap_heaps(lcall *c, int first, ta_amount heaps[LHEAP_HEAPS_MOST]) {
    int count = lua_gettop(c->L) - first + 1;
    if (count > LHEAP_HEAPS_MOST) lraise(c->L, "%s: more than %d heaps", c->name, LHEAP_HEAPS_MOST);
    for (int i = 0; i < count; i++) {
        char name[24];
        snprintf(name, sizeof name, "heap %d", i + 1);
        heaps[i] = larg_integer(c, i + first, name, 0, TA_MAX);
    }
    return (size_t)count;
}

static int outcome(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "outcome");
    ta_amount heaps[LHEAP_HEAPS_MOST];
    size_t count = lheap_heaps(&c, 2, heaps);
    ta_outcome who;
    lcall_begin(&c);
    ta_status s = ta_heap_outcome(c.object, &c.call, heaps, count, &who);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushstring(L, who == TA_N ? "N" : "P");
    return 1;
}

ta_status lheap_gather(void *ctx, ta_call *call, size_t heap, const ta_amount *left, size_t count) {
    lheap_moves *x = ctx;
    if (++x->moves > LIST_MOST) return ta_fail(call, TA_ELIMIT, "more than %d moves", LIST_MOST);
    ta_status s = lbuffer_add(x->b, call, (ta_amount)heap + 1);
    if (!s) s = lbuffer_add(x->b, call, (ta_amount)count);
    for (size_t i = 0; i < count && !s; i++) s = lbuffer_add(x->b, call, left[i]);
    return s;
}

static ta_status gather(void *ctx, ta_call *call, const ta_amount *left, size_t count) {
    return lheap_gather(ctx, call, 0, left, count);
}

/* Push the heaps left of the move at b->items[i]; the index after it. [-0, +1] */
static size_t push_left(lua_State *L, const lbuffer *b, size_t i) {
    size_t count = (size_t)b->items[i + 1];
    lpush_amounts(L, b->items + i + 2, count);
    return i + 2 + count;
}

void lheap_push_moves(lua_State *L, const lheap_moves *x) {
    lpush_list(L, (int)x->moves);
    for (size_t i = 0, move = 1; i < x->b->count; move++) {
        lpush_record(L, 2);
        lpush_field(L, "heap", x->b->items[i]);
        i = push_left(L, x->b, i);
        lua_setfield(L, -2, "to");
        lua_rawseti(L, -2, (lua_Integer)move);
    }
}

static int winning_moves(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "winning_moves");
    ta_amount heaps[LHEAP_HEAPS_MOST];
    size_t count = lheap_heaps(&c, 2, heaps);
    lheap_moves x = { lbuffer_push(L, SIZE_MAX), 0 };
    lcall_begin(&c);
    ta_status s = ta_heap_winning_moves(c.object, &c.call, heaps, count, lheap_gather, &x);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lheap_push_moves(L, &x);
    return 1;
}

int lheap_push_options(lua_State *L, const lheap_moves *x) {
    lpush_list(L, (int)x->moves);
    for (size_t i = 0, move = 1; i < x->b->count; move++) {
        i = push_left(L, x->b, i);
        lua_rawseti(L, -2, (lua_Integer)move);
    }
    return 1;
}

static int options(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "options");
    ta_amount n = larg_integer(&c, 2, "n", 0, TA_MAX);
    lheap_moves x = { lbuffer_push(L, SIZE_MAX), 0 };
    lcall_begin(&c);
    ta_status s = ta_heap_options(c.object, &c.call, n, gather, &x);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    return lheap_push_options(L, &x);
}

static int code(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "code");
    size_t size = TA_SUBTRACTION_MOST + 16, length;
    char *text = lua_newuserdatauv(L, size, 0);
    lcall_begin(&c);
    ta_status s = ta_heap_code(c.object, &c.call, text, size, &length);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushlstring(L, text, length);
    return 1;
}

static int compiled(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "compiled");
    lheap_rule *rule = lheap_rule_of(L);
    if (!rule) return lraise(L, "compiled: the game is by no rule: its kernel is native");
    int function = lua_gettop(L) - 1;
    lcall_begin(&c);
    ta_status s = lheap_rule_compile(rule, &c.call, function);
    if (s) return lcall_fail(&c, s);
    return lcall_give(&c, lheap_rule_push_compiled, rule);
}

/* options_of_value(n, value): the options of heap n with that nim value, as lists of heaps. */
static int options_of_value(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "options_of_value");
    ta_amount n = larg_integer(&c, 2, "n", 0, TA_MAX);
    ta_amount value = larg_integer(&c, 3, "value", 0, INT64_MAX);
    lheap_moves x = { lbuffer_push(L, SIZE_MAX), 0 };
    lcall_begin(&c);
    ta_status s = ta_heap_options_of_value(c.object, &c.call, n, value, gather, &x);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    return lheap_push_options(L, &x);
}

/* ---- Misere ---- */

static int misere_nim_value(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "misere_nim_value");
    ta_amount heaps[LHEAP_HEAPS_MOST], value;
    size_t count = lheap_heaps(&c, 2, heaps);
    if (count != 1) return lraise(L, "misere_nim_value: expected one heap, got %d", (int)count);
    lcall_begin(&c);
    ta_status s = ta_heap_misere_nim_value(c.object, &c.call, heaps, count, &value);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushinteger(L, value);
    return 1;
}

/* heap_misere_outcome_within(game, room, ...): with room for so many more sums of heaps than are held,
** 0: all that its settings leave. Called by game:misere_outcome, lua/takeaway/family/heap/misere.lua. */
static int misere_outcome_within(lua_State *L) {
    lcall c;
    lcall_on(&c, L, 1, lheap_type, "misere_outcome");
    ta_amount heaps[LHEAP_HEAPS_MOST], value;
    ta_amount room = larg_integer(&c, 2, "room", 0, TA_MAX);
    lua_remove(L, 2);
    size_t count = lheap_heaps(&c, 2, heaps);
    lcall_begin(&c);
    ta_status s = ta_heap_misere_nim_value_within(c.object, &c.call, room, heaps, count, &value);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushstring(L, value ? "N" : "P");
    return 1;
}

static int push_text(lua_State *L, const void *game) {
    lua_pushstring(L, ta_heap_text(game));
    return 1;
}

static int to_string(lua_State *L) {
    return lcall_tostring(L, &type, push_text);
}

static const lmethod methods[] = {
    { "nim_value", { &one_heap }, LR_INTEGER, .kernel = nim_value },
    { "nim_values", .hand = nim_values },
    { "periodicity", .hand = periodicity },
    { "p_positions", .hand = p_positions },
    { "outcome", .hand = outcome },
    { "winning_moves", .hand = winning_moves },
    { "options", .hand = options },
    { "options_of_value", .hand = options_of_value },
    { "code", .hand = code },
    { "compiled", .hand = compiled },
    { "misere_nim_value", .hand = misere_nim_value },
    { .name = NULL },
};

static const luaL_Reg meta[] = { { "__tostring", to_string }, { NULL, NULL } };

static const luaL_Reg functions[] = {
    { "subtraction", subtraction },
    { "octal", octal },
    { "spawning", spawning },
    { "heap", heap },
    { "heap_misere_outcome_within", misere_outcome_within },
    { NULL, NULL },
};

void lheap_open(lua_State *L) {
    lmethod_register(L, &type, methods, meta);
    luaL_setfuncs(L, functions, 0);
    lua_pushinteger(L, LHEAP_HEAPS_MOST);
    lua_setfield(L, -2, "heaps_most");
}
