/*
** heap.c - heap games for Lua. heap_rule.c makes those by rule.
*/
#include <string.h>

#include "base/mem.h"
#include "base/status.h"
#include "lua/base/arg.h"
#include "heap.h"
#include "heap_rule.h"
#include "lua/base/modules.h"
#include "lua/base/push.h"
#include "lua/base/sequence.h"
#include "takeaway/heap.h"

#define LIST_MOST 10000000

static void destroy(void *object) {
    ta_heap_destroy(object);
}

const ludata_type lheap_type = {
    "takeaway.heap", "heap game", destroy, .closable = 1, .progress = LHEAP_PROGRESS,
};

/* ---- Making ---- */

static const lparameter settings = {
    "settings", LP_SETTINGS,
    .fields = LFIELDS(LCOUNT("check"), LCOUNT("memory"), LCOUNT("positions"),
                      LFUNCTION("progress", LHEAP_PROGRESS), LBOOLEAN("portable"), LTHREADS),
};

/* The settings after the first argument. */
static const ta_heap_settings *settings_of(const lgiven *a, ta_heap_settings *o) {
    *o = (ta_heap_settings){ .check = a[2].n, .memory = a[3].n, .positions = a[4].n,
                             .portable = (int)a[6].n };
    return o;
}
#define SETTINGS settings_of(a, &(ta_heap_settings){ 0 })

/* A list, or {all_but = a list}. */
static void read_set(lcall *c, int index, lgiven *a) {
    static const llist_kind set_kind = { "a list of integers, or {all_but = list}", .lo = 1,
                                         .hi = TA_SUBTRACTION_MOST },
                            whole = { "a list of integers, or {all_but = list}",
                                      .key = "all_but" },
                            exceptions = { "a list of integers", .lo = 1,
                                           .hi = TA_SUBTRACTION_MOST };
    lua_State *L = c->L;
    a->all_but = lua_istable(L, index) && lua_getfield(L, index, "all_but") != LUA_TNIL;
    if (a->all_but && llist_count(c, index, "set", &whole) > 0)
        lraise(L, "%s: set: expected %s, without other keys", c->name, whole.expected);
    if (a->all_but) a->list = llist_integers(c, lua_gettop(L), "all_but", &exceptions, &a->count);
    else a->list = llist_integers(c, index, "set", &set_kind, &a->count);
}

LMAKER(subtraction, ta_heap, ta_heap_subtraction(&allocator, call, a[0].list, a[0].count,
                                                 a[0].all_but, SETTINGS, &made))
LMAKER(octal, ta_heap, ta_heap_octal(&allocator, call, a[0].bytes, a[0].count, SETTINGS, &made))
LMAKER(spawning, ta_heap,
       ta_heap_spawning(&allocator, call, a[0].bytes, a[0].count, SETTINGS, &made))

/* ---- Rules ---- */

/* The name of the game: `name` in the settings, or the source position of its rule. It stays on the
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

static const lparameter rule = { "rule", LP_VALUE, .expected = "a function(n, emit)" };

static int heap(lcall *c, const lgiven *a) {
    lua_State *L = c->L;
    const ta_heap_settings o = { .check = a[2].n, .memory = a[3].n, .positions = a[6].n,
                                 .portable = (int)a[8].n };
    if (!lua_isfunction(L, 1)) larg_error(c, 1, rule.name, rule.expected);
    const char *title = rule_name(c);
    int mode = lua_istable(L, 2) && lua_getfield(L, 2, "native") != LUA_TNIL ? lua_gettop(L) : 0;
    ludata *box = ludata_push(L, &lheap_type, LHEAP_ANCHORS);
    ludata_use_threads(box, c->call.threads);
    lua_pushvalue(L, (int)a[7].n);
    ludata_hear(L, -2);
    lheap_rule *made = lheap_rule_add(L);
    if (mode) lheap_rule_native(made, L, mode);
    ta_allocator allocator = lcall_allocator(L);
    ta_heap *game = NULL;
    lcall_begin(c);
    ta_status s = lheap_rule_game(&allocator, &c->call, made, title, &o, &game);
    if (s) return lcall_fail(c, s);
    ludata_own(box, game);
    lcall_end(c);
    return 1;
}

/* ---- Nim values ---- */

LKERNEL(nim_value, ta_heap_nim_value(object, call, a[0].n, &r->amount))

static ta_status check_memory(lcall *c, ta_amount to, int width) {
    double need = ((double)to + 1) * width, have = ta_memory_available();
    return need > have ? ta_fail_memory(&c->call, "the sequence", need, have) : TA_OK;
}

static int nim_values(lcall *c, const lgiven *a) {
    ta_amount last = a[0].n;
    ta_period p = { .proved = 0 };
    void *data;
    lcall_begin(c);
    ta_status s = ta_heap_extend(c->object, &c->call, last);
    if (!s && ta_heap_proved(c->object, &p) && p.preperiod + p.period - 1 < last)
        last = p.preperiod + p.period - 1; /* the proved period gives the rest */
    int width = s ? 1 : ta_heap_width(c->object, last);
    if (!s) s = check_memory(c, last, width);
    if (!s) s = lsequence_push(c, "nim values", (size_t)last + 1, width, &data);
    if (!s) s = ta_heap_fill(c->object, &c->call, last, width, data);
    if (s) return lcall_fail(c, s);
    lcall_end(c);
    if (last < a[0].n)
        lsequence_repeat(c->L, (size_t)a[0].n + 1, (size_t)p.period, p.saltus);
    return 1;
}

LKERNEL(periodicity, ta_heap_periodicity(object, call, a[0].n, r->record))
LKERNEL(p_positions, ta_heap_p_positions(object, call, a[0].n, lbuffer_add, r->list))

static int push_period(lua_State *L, const lanswer *r) {
    const ta_period *p = r->record;
    lpush_record(L, 6);
    lpush_field(L, "period", p->period);
    lpush_field(L, "preperiod", p->preperiod);
    lpush_field(L, "saltus", p->saltus);
    lpush_field(L, "heaps", p->heaps);
    if (p->needs && p->needs < TA_INF) lpush_field(L, "needs", p->needs);
    lua_pushboolean(L, p->proved);
    lua_setfield(L, -2, "proved");
    return 1;
}

/* ---- Sums ---- */

const lparameter lheap_heaps = { "heap %d", LP_REST, .hi = TA_MAX, .expected = "heaps" };

LKERNEL(outcome, ta_heap_outcome(object, call, a[0].list, a[0].count, &r->outcome))

lheap_moves *lheap_start(const lanswer *r) {
    lheap_moves *x = r->record;
    *x = (lheap_moves){ r->list, 0 };
    return x;
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

/* Push the heaps that the move at b->items[i] leaves; return the index after it. [-0, +1] */
static size_t push_left(lua_State *L, const lbuffer *b, size_t i) {
    size_t count = (size_t)b->items[i + 1];
    lpush_amounts(L, b->items + i + 2, count);
    return i + 2 + count;
}

int lheap_push_moves(lua_State *L, const lanswer *r) {
    const lheap_moves *x = r->record;
    lpush_list(L, (int)x->moves);
    for (size_t i = 0, move = 1; i < x->b->count; move++) {
        lpush_record(L, 2);
        lpush_field(L, "heap", x->b->items[i]);
        i = push_left(L, x->b, i);
        lua_setfield(L, -2, "to");
        lua_rawseti(L, -2, (lua_Integer)move);
    }
    return 1;
}

int lheap_push_options(lua_State *L, const lanswer *r) {
    const lheap_moves *x = r->record;
    lpush_list(L, (int)x->moves);
    for (size_t i = 0, move = 1; i < x->b->count; move++) {
        i = push_left(L, x->b, i);
        lua_rawseti(L, -2, (lua_Integer)move);
    }
    return 1;
}

LKERNEL(winning_moves, ta_heap_winning_moves(object, call, a[0].list, a[0].count, lheap_gather,
                                             lheap_start(r)))
LKERNEL(options, ta_heap_options(object, call, a[0].n, gather, lheap_start(r)))
LKERNEL(options_of_value,
        ta_heap_options_of_value(object, call, a[0].n, a[1].n, gather, lheap_start(r)))

/* ---- The rule ---- */

#define CODE_SIZE (TA_SUBTRACTION_MOST + 16)
LKERNEL(code, ta_heap_code(object, call, r->record, CODE_SIZE, &r->size))

static int compiled(lcall *c, const lgiven *a) {
    (void)a;
    lheap_rule *by = lheap_rule_of(c->L);
    if (!by) return lraise(c->L, "compiled: the game is by no rule: its kernel is native");
    int function = lua_gettop(c->L) - 1;
    lcall_begin(c);
    ta_status s = lheap_rule_compile(by, &c->call, function);
    return s ? lcall_fail(c, s) : lcall_give(c, lheap_rule_push_compiled, by);
}

/* ---- Misere ---- */

static ta_status misere_nim_value(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    if (a[0].count != 1)
        return ta_fail(call, TA_EINVAL, "expected one heap, got %d", (int)a[0].count);
    return ta_heap_misere_nim_value(object, call, a[0].list, 1, &r->amount);
}

static ta_status misere_outcome_within(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    ta_amount found = 0;
    ta_status s = ta_heap_misere_nim_value_within(object, call, a[0].n, a[1].list, a[1].count,
                                                  &found);
    r->outcome = found ? TA_N : TA_P;
    return s;
}

static int push_text(lua_State *L, const void *game) {
    lua_pushstring(L, ta_heap_text(game));
    return 1;
}

/* ---- Method tables ---- */

static const lmethod methods[] = {
    { "nim_value", { LNATURAL("n") }, LR_INTEGER, .kernel = nim_value },
    { "nim_values", { LNATURAL("to") }, LR_OBJECT, .body = nim_values },
    { "periodicity", { LOPTIONAL("limit", 0, TA_MAX, 1000000) }, LR_RECORD, .kernel = periodicity,
      .push = push_period, .size = sizeof(ta_period) },
    { "p_positions", { LNATURAL("limit") }, LR_LIST, .kernel = p_positions, .most = LIST_MOST },
    { "outcome", { &lheap_heaps }, LR_OUTCOME, .kernel = outcome },
    { "winning_moves", { &lheap_heaps }, LHEAP_MOVES, .kernel = winning_moves },
    { "options", { LNATURAL("n") }, LHEAP_OPTIONS, .kernel = options },
    { "options_of_value", { LNATURAL("n"), LINTEGER("value", 0, INT64_MAX) }, LHEAP_OPTIONS,
      .kernel = options_of_value },
    { "code", .gives = LR_BYTES, .kernel = code, .size = CODE_SIZE },
    { "compiled", .gives = LR_RECORD, .body = compiled },
    { "misere_nim_value", { &lheap_heaps }, LR_INTEGER, .kernel = misere_nim_value },
    { "__tostring", .gives = LR_SHOWN, .text = push_text },
    { .name = NULL },
};

#define LHEAP_GAME LR_OBJECT, .makes = &lheap_type, .uservalues = LHEAP_ANCHORS

static const lmethod functions[] = {
    { "subtraction", { LREAD("set", read_set, "a list of integers, or {all_but = list}"),
      &settings }, LHEAP_GAME, .kernel = subtraction },
    { "octal", { LBYTES("code", "a string such as \"0.77\""), &settings }, LHEAP_GAME,
      .kernel = octal },
    { "spawning", { LBYTES("code", "a string such as \"1-3\""), &settings }, LHEAP_GAME,
      .kernel = spawning },
    { "heap", { &rule,
      LSETTINGS(LCOUNT("check"), LCOUNT("memory"), LVALUE("name", "a string"),
                LVALUE("native", "true, false or text"), LCOUNT("positions"),
                LFUNCTION("progress", LHEAP_PROGRESS), LBOOLEAN("portable"), LTHREADS) },
      LR_OBJECT, .body = heap },
    /* `room` limits the further sums of heaps that are held; 0: the limit of the game's settings.
    ** lua/takeaway/family/heap/misere.lua calls it for game:misere_outcome. */
    { "heap_misere_outcome_within", { LNATURAL("room"), &lheap_heaps }, LR_OUTCOME,
      .kernel = misere_outcome_within, .call = "misere_outcome", .on = &lheap_type },
    { .name = NULL },
};

void lheap_open(lua_State *L) {
    lmethod_register(L, &lheap_type, methods);
    lmethod_functions(L, functions);
    lua_pushinteger(L, LHEAP_HEAPS_MOST);
    lua_setfield(L, -2, "heaps_most");
}
