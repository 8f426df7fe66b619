/*
** theorem.c - the checker of theorems in C, for Lua: check_theorem(text, {steps =, progress =}) is true;
** or false and what fails; or nil, message, code. The front: lua/takeaway/research/two_checkers.lua.
*/
#include "arg.h"
#include "modules.h"
#include "takeaway/theorem.h"

static int check_theorem(lua_State *L) {
    static const char *const known[] = { "steps", "progress", "threads", NULL };
    lcall c;
    lcall_function(&c, L, "check_theorem");
    lua_settop(L, 2);
    if (lua_type(L, 1) != LUA_TSTRING) larg_error(&c, 1, "text", "the text of a certificate");
    size_t length;
    const char *text = lua_tolstring(L, 1, &length);
    larg_settings(&c, 2, known);
    ta_theorem_limits limits = { 0, 0 };
    limits.steps = (double)larg_field_integer(&c, 2, "steps", 1, TA_MAX, 0);
    larg_threads(&c, 2);
    larg_push_function(&c, 2, "progress");
    ta_allocator a = lcall_allocator(L);
    int holds;
    lcall_progress(&c, 3);
    lcall_begin(&c);
    ta_status s = ta_theorem_check(&a, &c.call, text, length, &limits, &holds);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushboolean(L, holds);
    if (holds) return 1;
    lua_pushstring(L, c.call.message);
    return 2;
}

static const luaL_Reg functions[] = {
    { "check_theorem", check_theorem },
    { NULL, NULL },
};

void ltheorem_open(lua_State *L) {
    luaL_setfuncs(L, functions, 0);
}
