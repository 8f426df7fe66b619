/*
** ruleset_native.c - what a user says and is told of a ruleset's functions as programs.
*/
#include <string.h>

#include "arg.h"
#include "ruleset_int.h"

/* native(mode): true, false, "check" or "cc". */
int lruleset_native(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &lruleset_type, "native");
    lnative_mode mode = LNATIVE_OFF;
    const char *word = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : NULL;
    if (word) mode = strcmp(word, "cc") == 0 ? LNATIVE_CC : LNATIVE_CHECK;
    else if (lua_toboolean(L, 2)) mode = LNATIVE_ON;
    lcall_begin(&c);
    lrules *r = c.object;
    r->native.mode = mode;
    lcall_end(&c);
    return 0;
}

static const char *prefix_of(int fn, int partizan) {
    switch (fn) {
    case FN_LEFT: return partizan ? "left: " : "";
    case FN_RIGHT: return "right: ";
    case FN_CANONICAL: return "canonical: ";
    case FN_PARTS: return "parts: ";
    case FN_NIM_VALUE: return "nim_value: ";
    case FN_ENTAILS: return "entails: ";
    default: return "terminal: ";
    }
}

/* Has it been asked about text, and nothing else? */
static int is_of_text(const lnative *n) {
    int64_t calls = n->calls;
    for (int fn = 0; fn < LNATIVE_RULES; fn++) calls += n->rule[fn].asked;
    return n->text && calls == 0;
}

static int push_text(lua_State *L) {
    lua_pushboolean(L, 0);
    lua_createtable(L, 1, 0);
    lua_pushliteral(L, "positions are text");
    lua_rawseti(L, -2, 1);
    lua_pushnumber(L, 0);
    lua_newtable(L);
    return 4;
}

/* true, "partly" or false; the reasons; the share that bailed; the programs' texts. */
static int push_compiled(lua_State *L, const void *results) {
    const lnative *n = results;
    if (is_of_text(n)) return push_text(L);
    int64_t asked = 0, bailed = 0;
    int least = 2, most = 0;
    lua_newtable(L);
    lua_newtable(L);
    for (int fn = 0; fn < LNATIVE_RULES; fn++) {
        const lnative_rule *rule = &n->rule[fn];
        if (!rule->there) continue;
        int state = lnative_state(L, n, fn, prefix_of(fn, n->partizan), 1, 2);
        if (state < least) least = state;
        if (state > most) most = state;
        asked += rule->asked;
        bailed += rule->bailed;
    }
    if (least == 0 && most > 0) lua_pushliteral(L, "partly");
    else if (least == 1) lua_pushliteral(L, "partly");
    else lua_pushboolean(L, least == 2);
    lua_insert(L, 1);
    lua_pushnumber(L, asked ? (double)bailed / (double)asked : 0);
    lua_insert(L, 3);
    return 4;
}

/* compiled(arity): what is not yet compiled is, for this many components. */
int lruleset_compiled(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &lruleset_type, "compiled");
    int arity = (int)larg_opt_integer(&c, 2, "arity", 0, TA_COMPONENTS, 0);
    lrules *r = lruleset_begin(&c);
    lnative *n = &r->native;
    ta_status s = TA_OK;
    for (int fn = 0; fn < LNATIVE_RULES && !s && arity > 0 && n->mode != LNATIVE_OFF; fn++)
        if (n->rule[fn].there && !n->rule[fn].compiled)
            s = lnative_compile(n, &c.call, fn, r->slot + fn, r->slot + FN_ANCHORS, arity);
    if (s) return lcall_fail(&c, s);
    return lcall_give(&c, push_compiled, n);
}

/* listing(player, arity): the rule of "left" (or both) or "right" as a program for so many
** components, as a table; or why it is none. */
int lruleset_listing(lua_State *L) {
    static const char *const players[] = { "left", "right", NULL };
    lcall c;
    lcall_method(&c, L, &lruleset_type, "listing");
    int which = luaL_checkoption(L, 2, NULL, players) == 1 ? FN_RIGHT : FN_LEFT;
    int arity = (int)larg_integer(&c, 3, "arity", 1, TA_COMPONENTS);
    luaL_checkstack(L, 40, "listing");
    lua_newtable(L);
    int anchors = lua_gettop(L);
    lrules *r = lruleset_begin(&c);
    ta_status s = lnative_listing(&r->native, &c.call, which, r->slot + which, anchors, arity);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    return 1;
}
