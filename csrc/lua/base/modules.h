/*
** modules.h - the openers of all modules: each registers its types and adds its functions to
** the table on top of the stack. [-0, +0]
*/
#ifndef LMODULES_H
#define LMODULES_H

#include <lua.h>

void lautomaton_open(lua_State *L);
void ludata_open(lua_State *L);
void lbuffer_open(lua_State *L);
void lcash_open(lua_State *L);
void lclosure_open(lua_State *L);
void ldatabase_open(lua_State *L);
void ldatabase_values_open(lua_State *L);
void leuclid_open(lua_State *L);
void lfile_open(lua_State *L);
void lheap_open(lua_State *L);
void lheap_database_open(lua_State *L);
void ljson_open(lua_State *L);
void lknown_open(lua_State *L);
void lleast_table_open(lua_State *L);
void llimits_open(lua_State *L);
void lloopy_open(lua_State *L);
void lmove_function_open(lua_State *L);
void lnative_rules_open(lua_State *L);
void lnimber_open(lua_State *L);
void lmethod_open(lua_State *L);
void lmisere_open(lua_State *L);
void lone_pile_open(lua_State *L);
void lphases_open(lua_State *L);
void lquotient_open(lua_State *L);
void lruleset_open(lua_State *L);
void lsandbox_open(lua_State *L);
void lboard_open(lua_State *L);
void lsequence_open(lua_State *L);
void lsum_open(lua_State *L);
void ltheorem_open(lua_State *L);
void lthreads_open(lua_State *L);
void ltwo_pile_open(lua_State *L);
void lvalue_open(lua_State *L);
void lwin_condition_open(lua_State *L);

#endif
