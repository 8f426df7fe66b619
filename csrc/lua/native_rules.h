/*
** native_rules.h - rules that are functions of a C library.
*/
#ifndef LNATIVE_RULES_H
#define LNATIVE_RULES_H

#include <lua.h>

#include "engine/sink.h"
#include "takeaway/native_rules.h"

/* The C function behind the Lua function at `index`, where it is one that names options; else
** NULL. The Lua function keeps its library. [-0, +0] */
ta_native_options *lnative_options(lua_State *L, int index);

/* All that the function names at a position of integers, into the sink: no Lua runs. `any`: of any size. For
** messages `what` is "options", `name` the ruleset's. */
ta_status lnative_options_ask(ta_native_options *options, ta_call *call, const char *what,
                              const char *name, const ta_position *position, int any,
                              ta_sink *sink);

#endif
