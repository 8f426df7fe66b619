/*
** module.c - luaopen_takeaway_core, the one symbol this library exports: a table of openers.
*/
#include <lauxlib.h>
#include <lua.h>
#include <string.h>

#include "call.h"
#include "modules.h"
#include "raise.h"
#include "base/caret.h"
#include "takeaway/base.h"

/* metatable(name): the metatable of one of our types, for the Lua front to extend. */
static int metatable(lua_State *L) {
    const char *name = luaL_checkstring(L, 1);
    if (strncmp(name, "takeaway.", 9) != 0 || luaL_getmetatable(L, name) != LUA_TTABLE)
        return luaL_error(L, "metatable: no type \"%s\"", name);
    return 1;
}

/* front(folder): where the modules of the Lua front are; see lraise. */
static int front(lua_State *L) {
    lua_pushfstring(L, "@%s", luaL_checkstring(L, 1));
    lua_setfield(L, LUA_REGISTRYINDEX, "takeaway.front");
    return 0;
}

/* raise(message): raises the error at the position of the user's line. */
static int raise(lua_State *L) {
    return lraise(L, "%s", luaL_checkstring(L, 1));
}

/* calls(t): registers the functions of the table as public calls; errors name them by their
** keys. */
static int calls(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lraise_calls(L, 1, 1);
    return 0;
}

/* caret(what, text, at): the message, with the text and a caret under byte `at`. */
static int caret(lua_State *L) {
    size_t length;
    const char *what = luaL_checkstring(L, 1), *text = luaL_checklstring(L, 2, &length);
    lua_Integer at = luaL_checkinteger(L, 3);
    luaL_argcheck(L, at >= 1 && (size_t)at <= length + 1, 3, "outside the text");
    ta_call call = TA_CALL_INIT;
    ta_fail_at(&call, TA_EINVAL, what, text, length, (size_t)at - 1);
    lua_pushstring(L, call.message);
    return 1;
}

static const luaL_Reg functions[] = {
    { "metatable", metatable }, { "caret", caret }, { "front", front },
    { "raise", raise },         { "calls", calls }, { NULL, NULL },
};

static void (*const openers[])(lua_State *L) = {
    ludata_open,         lbudget_open,        lwithin_open,
    lbuffer_open,
    lsequence_open,      lmove_function_open, ltwo_pile_open,
    lleast_table_open,   lnimber_open,        lone_pile_open,
    lheap_open,          leuclid_open,        lruleset_open,
    lknown_open,         lsum_open,           lsandbox_open,
    lcash_open,          lvalue_open,         lwin_condition_open,
    lautomaton_open,     llimits_open,        ltheorem_open,
    lclosure_open,       lnative_rules_open,  lboard_open,
    lfile_open,          lmisere_open,        lloopy_open,
    lquotient_open,      ldatabase_open,      ldatabase_values_open,
    lheap_database_open, lthreads_open,       lphases_open,
    lmethod_open,        ljson_open,
};

__attribute__((visibility("default"))) int luaopen_takeaway_core(lua_State *L);

int luaopen_takeaway_core(lua_State *L) {
    luaL_checkversion(L);
    if (strcmp(ta_version(), TA_VERSION) != 0)
        return luaL_error(L, "takeaway.core %s was built for version %s of the library",
                          ta_version(), TA_VERSION);
    luaL_newmetatable(L, "takeaway.record");
    lua_newtable(L);
    lua_pushliteral(L, TA_VERSION);
    lua_setfield(L, -2, "version");
    for (size_t i = 0; i < sizeof openers / sizeof *openers; i++) openers[i](L);
    lraise_calls(L, -1, 0);
    luaL_setfuncs(L, functions, 0);
    return 1;
}
