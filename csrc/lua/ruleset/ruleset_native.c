/*
** ruleset_native.c - settings and reports of a ruleset's functions as programs.
*/
#include <string.h>

#include "lua/base/arg.h"
#include "ruleset_int.h"

lnative_mode lnative_mode_at(lua_State *L, int index) {
    const char *word = lua_type(L, index) == LUA_TSTRING ? lua_tostring(L, index) : NULL;
    if (word) return strcmp(word, "cc") == 0 ? LNATIVE_CC : LNATIVE_CHECK;
    return lua_toboolean(L, index) ? LNATIVE_ON : LNATIVE_OFF;
}

/* native(mode): true, false, "check" or the deprecated "cc". */
int lruleset_native(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &lruleset_type, "native");
    lnative_mode mode = lnative_mode_at(L, 2);
    lcall_begin(&c);
    lrules *r = c.object;
    r->native.mode = mode;
    lcall_end(&c);
    return 0;
}

/* compiled(arity): compiles what is not yet compiled for this many components. */
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
    return lcall_give(&c, lnative_push_compiled, n);
}

/* listing(player, arity): the rule of "left" (or both) or "right" as a program for `arity`
** components, as a table; or the reason that it has none. */
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
