/*
** heap_rule.c - heap games by a rule in Lua: calling the rule, or the program compiled from it.
**
** emit finds the sink through its upvalue, which has one only while the rule runs. So an emit that
** was kept and called later fails with a message. The rule is a user value of the game, which is
** argument 1 of every method. A program names its options as records, which the kernel takes in
** bulk. If the kernel refuses one, Lua names the options again, and its error states the reason.
** During a comparison, options from Lua go both to the kernel and to the list that is compared.
*/
#include "heap_rule.h"

#include <stdio.h>
#include <string.h>

#include "lua/base/arg.h"
#include "base/status.h"
#include "heap.h"
#include "heap/script.h"
#include "lua/ruleset/native.h"

typedef struct emitting {
    ta_heap_sink *sink; /* while the rule runs */
    ta_sink *expect;    /* a copy of the options, for comparison; or NULL */
    ta_call *call;
    ta_amount n;
    int refused; /* the kernel refused an option */
} emitting;

struct lheap_rule {
    emitting now;
    int reversed; /* the rule's first parameter is called emit */
    ta_allocator allocator;
    lnative native;
};

static int emit(lua_State *L) {
    emitting *at = &((lheap_rule *)lua_touserdata(L, lua_upvalueindex(1)))->now;
    int count = lua_gettop(L);
    ta_amount heaps[LHEAP_HEAPS_MOST];
    if (!at->sink) return lraise(L, "emit: called outside of its rule's call");
    if (count > LHEAP_HEAPS_MOST)
        return lraise(L, "emit: more than %d heaps in one option", LHEAP_HEAPS_MOST);
    for (int i = 1; i <= count; i++)
        if (!larg_is_integer(L, i, &heaps[i - 1])) {
            lcall c;
            char name[64];
            snprintf(name, sizeof name, "the rule for heap %lld: heap %d of an option",
                     (long long)at->n, i);
            lcall_function(&c, L, "emit");
            larg_error(&c, i, name, "an integer");
        }
    if (ta_heap_emit(at->sink, at->call, heaps, (size_t)count)) {
        at->refused = 1;
        return lraise(L, "emit: %s", at->call->message);
    }
    if (!at->expect) return 0;
    if (count == 0) heaps[count++] = 0;
    if (ta_sink_emit_integers(at->expect, at->call, heaps, (size_t)count)) {
        at->refused = 1;
        return lbudget_no_memory(L);
    }
    return 0;
}

/* Call the rule in Lua; it is at stack index `function`. */
static ta_status by_lua(lheap_rule *r, ta_call *call, int function, ta_amount n, ta_heap_sink *sink,
                        ta_sink *expect) {
    lcall *c = call->host;
    lua_State *L = c->L;
    lua_pushvalue(L, function);
    lua_pushinteger(L, n);
    lua_getiuservalue(L, 1, LHEAP_EMIT);
    char where[64];
    snprintf(where, sizeof where, "the rule for heap %lld", (long long)n);
    emitting outer = r->now;
    r->now = (emitting){ sink, expect, call, n, 0 };
    ta_status s = lcall_protected(c, 2, 1, where);
    int refused = r->now.refused;
    r->now = outer;
    r->now.refused = refused;
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

typedef struct taking {
    ta_heap_sink *sink;
    int fit;
} taking;

static ta_status take(void *ctx, ta_call *call, const int64_t *words, size_t used, int *enough) {
    taking *t = ctx;
    (void)call;
    if (used == 0) return TA_OK;
    ta_status s = heap_emit_records(t->sink, words, used, &t->fit);
    *enough = !t->fit;
    return s;
}

static ta_status rule(void *ctx, ta_call *call, ta_amount n, ta_heap_sink *sink) {
    lheap_rule *r = ctx;
    lnative *native = &r->native;
    const lcall *c = call->host;
    lua_State *L = c->L;
    if (r->reversed)
        return ta_fail(call, TA_EBADRULE,
                       "the rule takes emit first; a heap rule is function(n, emit)");
    if (!lua_checkstack(L, 24)) return TA_ENOMEM;
    int function = lua_gettop(L) + 1;
    lua_getiuservalue(L, 1, LHEAP_RULE);
    lua_getiuservalue(L, 1, LHEAP_ANCHORS);
    int64_t component = n;
    const ta_position position = { &component, NULL, 1 };
    taking t = { sink, 1 };
    ta_status s = TA_OK;
    native->question = c->serial;
    lnative_answer answer = lnative_ask_records(native, call, 0, function, function + 1, &position, take, &t);
    if (answer == LNATIVE_FAILED) return native->status;
    if (answer != LNATIVE_DONE || !t.fit) {
        heap_emit_again(sink);
        s = by_lua(r, call, function, n, sink,
                   answer == LNATIVE_COMPARE ? &native->expect : NULL);
    }
    if (answer == LNATIVE_COMPARE && r->now.refused) lnative_compare_not(native, call);
    else if (answer == LNATIVE_COMPARE)
        s = lnative_compare(native, call, 0, &position, s, native->code, NULL);
    if (s != TA_ECALLBACK) lua_settop(L, function - 1);
    return s;
}

/* ---- Making ---- */

lheap_rule *lheap_rule_add(lua_State *L) {
    lua_pushvalue(L, 1);
    const char *first = lua_getlocal(L, NULL, 1);
    int reversed = first && strcmp(first, "emit") == 0;
    lua_pop(L, 1);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, LHEAP_RULE);
    lheap_rule *r = lua_newuserdatauv(L, sizeof *r, 0);
    memset(r, 0, sizeof *r);
    r->reversed = reversed;
    r->allocator = lcall_allocator(L);
    lnative_init(&r->native, &r->allocator, 0, 1);
    r->native.rule[0].kind = LRULE_HEAP;
    r->native.rule[0].there = 1;
    lua_pushcclosure(L, emit, 1);
    lua_setiuservalue(L, -2, LHEAP_EMIT);
    lua_newtable(L);
    lua_setiuservalue(L, -2, LHEAP_ANCHORS);
    return r;
}

static void release(void *ctx, const ta_allocator *a) {
    (void)a;
    lnative_clear(&((lheap_rule *)ctx)->native);
}

ta_status lheap_rule_game(const ta_allocator *allocator, ta_call *call, lheap_rule *r,
                          const char *name, const ta_heap_settings *settings, ta_heap **game) {
    const heap_script made = { .rule = rule, .ctx = r, .release = release };
    (void)call;
    return heap_of_script(allocator, &made, settings, name, game);
}

/* ---- Description ---- */

void lheap_rule_native(lheap_rule *r, lua_State *L, int index) {
    r->native.mode = lnative_mode_at(L, index);
}

lheap_rule *lheap_rule_of(lua_State *L) {
    luaL_checkstack(L, 24, "heap rule");
    lua_getiuservalue(L, 1, LHEAP_RULE);
    lua_getiuservalue(L, 1, LHEAP_ANCHORS);
    lua_getiuservalue(L, 1, LHEAP_EMIT);
    lheap_rule *r = lua_getupvalue(L, -1, 1) ? lua_touserdata(L, -1) : NULL;
    lua_pop(L, r ? 2 : 1);
    return r;
}

ta_status lheap_rule_compile(lheap_rule *r, ta_call *call, int function) {
    if (r->native.rule[0].compiled || r->native.mode == LNATIVE_OFF) return TA_OK;
    return lnative_compile(&r->native, call, 0, function, function + 1, 1);
}

int lheap_rule_push_compiled(lua_State *L, const void *rule) {
    return lnative_push_compiled(L, &((const lheap_rule *)rule)->native);
}
