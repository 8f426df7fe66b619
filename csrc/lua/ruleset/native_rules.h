/*
** native_rules.h - rules that are functions of a C library.
*/
#ifndef LNATIVE_RULES_H
#define LNATIVE_RULES_H

#include <lua.h>

#include "engine/sink.h"
#include "takeaway/native_rules.h"

/* The C function behind the Lua function at `index`, if it is one that emits options; else NULL.
** The Lua function keeps its library loaded. [-0, +0] */
ta_native_options *lnative_options(lua_State *L, int index);

/* Run the function at a position of integers, with its options into the sink: no Lua runs. `any`:
** options may have any size. For messages, `what` is "options" and `name` the ruleset's name. */
ta_status lnative_options_ask(ta_native_options *options, ta_call *call, const char *what,
                              const char *name, const ta_position *position, int any,
                              ta_sink *sink);

#endif
