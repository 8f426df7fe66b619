/*
** compile.c - from a Lua function to a program.
**
** Abstract interpretation of the bytecode: each register holds what is known of its value. A block
** is compiled until it ends. At a branch one side goes on, and the other waits as an edge. A leader
** begins a version for what is known there, or jumps to the existing one. So each path of the
** program is a path of the bytecode with its types there. Code the compiler does not handle ends in
** a bail: the rule is then called in Lua from the start.
*/
#include <string.h>

#include "base/mem.h"
#include "compile_int.h"

static void step(compiler *c) {
    frame *f = lc_frame(c);
    if (f->pc < 0 || f->pc >= f->p->code_count) {
        lc_bail(c, "code that runs out");
        return;
    }
    if (f->p->leader[f->pc] && !c->fresh) {
        lc_enter(c);
        return;
    }
    c->fresh = 0;
    code i = f->p->code[f->pc];
    if (arg_a(i) >= f->p->stack && op_of(i) != OP_JMP && op_of(i) != OP_EXTRAARG &&
        op_of(i) != OP_VARARGPREP && op_of(i) != OP_SETTABUP && op_of(i) != OP_CLOSE) {
        lc_bail(c, "an instruction that is not known");
        return;
    }
    if (!lc_simple(c, i) && !lc_tables(c, i) && !lc_loops(c, i) && !lc_calls(c, i))
        lc_bail(c, "an instruction that is not known");
}

/* The parameters' own registers hold the position. Varargs lie below the frame. */
static void begin(compiler *c, proto *p, int function) {
    state *s = c->now;
    int emit = c->rule == LRULE_OPTIONS, fixed = p->params - emit, after = c->rule == LRULE_HEAP;
    s->depth = 1;
    frame *f = &s->frame[0];
    f->p = p;
    f->object = function;
    f->results = -1;
    f->base = p->vararg ? c->arity : 0;
    c->b->first = p->vararg ? 0 : emit;
    c->b->registers = c->b->first + c->arity + 1;
    for (int i = 0; i < KNOWNS; i++) s->value[i] = lc_plain(K_DEAD);
    for (int k = 0; k < fixed; k++) {
        known v = { K_INT, (uint16_t)(c->b->first + k), 0, 0 };
        lc_set(c, k + emit, k < c->arity ? v : lc_plain(K_NIL));
    }
    if (emit || after) lc_set(c, emit ? 0 : c->arity, lc_plain(K_EMIT));
    if (!p->vararg || fixed >= c->arity) return;
    f->extra = fixed;
    f->extra_count = c->arity - fixed;
    for (int k = fixed; k < c->arity; k++) s->value[k] = (known){ K_INT, (uint16_t)k, 0, 0 };
}

static int compile(lua_State *L) {
    compiler *c = lua_touserdata(L, 1);
    const char *why = "";
    c->anchors = 3;
    if (!lua_checkstack(L, 40)) lc_refuse(c, "not enough memory");
    c->now = lc_take(c, 1, sizeof *c->now);
    c->spare = lc_take(c, 1, sizeof *c->spare);
    c->objects = lc_take(c, OBJECTS, sizeof *c->objects);
    lua_pushvalue(L, 2);
    int function = lc_object(c);
    proto *p = lc_proto(c, function, &why);
    if (!p) lc_refuse(c, "%s", why);
    if (p->params + c->arity + p->stack + 300 > KNOWNS ||
        (c->rule == LRULE_OPTIONS && !p->params) ||
        (c->rule == LRULE_HEAP && (p->params <= c->arity || p->vararg)))
        lc_refuse(c, "its arguments are too many, or come as ...");
    c->temporary = KNOWNS;
    begin(c, p, function);
    lc_enter(c);
    for (;;) {
        while (!c->ended || c->trial.on) {
            if (lc_is_trial_end(c)) lc_trial_end(c);
            else step(c);
        }
        if (c->edge_count == 0) break;
        lc_start(c, c->edges[--c->edge_count]);
    }
    return c->listing ? lc_listing(c) : 0;
}

/* Status for the error on top. Refused memory is no reason: it may be available later. An error
** that is not the compiler's own is a hook's, from Ctrl-C. */
static ta_status raised(const compiler *c, int status) {
    if (status == LUA_ERRMEM) return TA_ENOMEM;
    if (!c->refused) return TA_ECALLBACK;
    const char *why = lua_tostring(c->L, -1);
    return strcmp(why, "not enough memory") == 0 ? TA_ENOMEM : lc_say(c->out, why);
}

static int has_end(const ta_builder *b) {
    for (size_t i = 0; i < b->code_count; i++)
        if (b->code[i].op == TA_OP_END) return 1;
    return 0;
}

ta_status lcompile(lua_State *L, const ta_allocator *allocator, int function, int anchors,
                   const lcompile_of *of, lcompiled *out) {
    ta_builder b;
    compiler c;
    ta_call call = TA_CALL_INIT;
    memset(out, 0, sizeof *out);
    memset(&c, 0, sizeof c);
    out->allocator = allocator;
    ta_builder_init(&b, allocator, of->arity, of->arity + 1);
    c.L = L;
    c.out = out;
    c.b = &b;
    c.allocator = allocator;
    c.rule = of->kind;
    c.arity = of->arity;
    c.has_parts = of->has_parts;
    c.partizan = of->partizan;
    c.genuine = of->genuine;
    c.listing = of->listing;
    if (!lua_checkstack(L, 8)) return TA_ENOMEM;
    function = lua_absindex(L, function);
    anchors = lua_absindex(L, anchors);
    lua_pushcfunction(L, compile);
    lua_pushlightuserdata(L, &c);
    lua_pushvalue(L, function);
    lua_pushvalue(L, anchors);
    int failed = lua_pcall(L, 3, of->listing ? 1 : 0, 0);
    ta_status s = TA_OK;
    if (failed) {
        s = raised(&c, failed);
        if (!of->listing && s != TA_ECALLBACK) lua_pop(L, 1); /* a listing wants the reason */
    } else if (!of->listing && has_end(&b)) {
        s = ta_program_load(&b, &call, &out->program);
        if (s == TA_EINVAL) s = lc_say(out, call.message);
    }
    lc_release(&c);
    ta_builder_clear(&b);
    if (s) lcompiled_clear(out);
    return s;
}

void lcompiled_clear(lcompiled *c) {
    if (!c->allocator) return;
    ta_program_destroy(c->program);
    ta_free(c->allocator, c->guards, c->guard_cap, sizeof *c->guards);
    ta_free(c->allocator, c->cells, c->cell_cap, sizeof *c->cells);
    ta_free(c->allocator, c->reason, c->reason_cap, sizeof *c->reason);
    memset(c, 0, sizeof *c);
}
