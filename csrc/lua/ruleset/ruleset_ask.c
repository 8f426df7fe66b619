/*
** ruleset_ask.c - the engine's callbacks into a ruleset. Each runs the function's program
** (native.h), or calls Lua (callbacks.c) without a program or for a comparison.
*/
#include "ruleset_int.h"

typedef ta_status lua_rule(lrules *r, ta_call *call, int fn, const ta_position *position,
                           ta_sink *sink);

static ta_status ask(lrules *r, ta_call *call, int fn, const ta_position *position, ta_sink *sink,
                     lua_rule *lua) {
    lnative *n = &r->native;
    ta_status s;
    switch (lnative_ask(n, call, fn, r->slot + fn, r->slot + FN_ANCHORS, position, sink)) {
    case LNATIVE_DONE: return TA_OK;
    case LNATIVE_FAILED: return n->status;
    case LNATIVE_COMPARE:
        s = lua(r, call, fn, position, &n->expect);
        return lnative_compare(n, call, fn, position, s, n->code, sink);
    case LNATIVE_NONE: break;
    }
    return lua(r, call, fn, position, sink);
}

ta_status lrules_options(void *ctx, ta_call *call, ta_player player, const ta_position *position,
                         ta_sink *sink) {
    const lrules *r = ctx;
    int fn = r->partizan ? FN_LEFT + (int)player : FN_LEFT; /* the same rule for both players */
    if (r->direct[fn] && position->component)
        return lnative_options_ask(r->direct[fn], call, lrules_name(r, fn), r->name, position,
                                   r->has_parts, sink);
    return ask(ctx, call, fn, position, sink, lrules_lua_options);
}

int lrules_rows(void *ctx, ta_call *call, size_t size, ta_row_reader *reader) {
    lrules *r = ctx;
    return lnative_rows(&r->native, call, FN_LEFT, r->slot + FN_ANCHORS, size, reader);
}

ta_status lrules_canonical(void *ctx, ta_call *call, const ta_position *position, ta_sink *sink) {
    return ask(ctx, call, FN_CANONICAL, position, sink, lrules_lua_canonical);
}

ta_status lrules_parts(void *ctx, ta_call *call, const ta_position *position, ta_sink *sink) {
    return ask(ctx, call, FN_PARTS, position, sink, lrules_lua_parts);
}

/* A rule without emit. */
typedef ta_status lua_answer(lrules *r, ta_call *call, const ta_position *position, int64_t *code);

static ta_status ask_code(lrules *r, ta_call *call, int fn, const ta_position *position,
                          int64_t *code, lua_answer *lua) {
    lnative *n = &r->native;
    lnative_answer answer =
        lnative_ask(n, call, fn, r->slot + fn, r->slot + FN_ANCHORS, position, NULL);
    if (answer == LNATIVE_FAILED) return n->status;
    if (answer == LNATIVE_DONE) {
        *code = n->code;
        return TA_OK;
    }
    ta_status s = lua(r, call, position, code);
    if (answer == LNATIVE_NONE) return s;
    return lnative_compare(n, call, fn, position, s, *code, NULL);
}

ta_status lrules_nim_value(void *ctx, ta_call *call, const ta_position *position,
                           ta_amount *value) {
    int64_t code = 0;
    ta_status s = ask_code(ctx, call, FN_NIM_VALUE, position, &code, lrules_lua_nim_value);
    if (!s) *value = code;
    return s;
}

ta_status lrules_terminal(void *ctx, ta_call *call, const ta_position *position,
                          ta_terminal *over) {
    int64_t code = TA_GOES_ON;
    ta_status s = ask_code(ctx, call, FN_TERMINAL, position, &code, lrules_lua_terminal);
    *over = (ta_terminal)code;
    return s;
}

ta_status lrules_entails(void *ctx, ta_call *call, const ta_position *position, int *here) {
    int64_t code = 0;
    ta_status s = ask_code(ctx, call, FN_ENTAILS, position, &code, lrules_lua_entails);
    *here = (int)code;
    return s;
}
