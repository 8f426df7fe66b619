/*
** ruleset.h - rulesets written in Lua, as the engine's ta_ruleset.
**
** A box owns the solver and the adapter; user value 1 is the list of the rule's functions. A call
** into the core does three things for each ruleset it may need. It puts the functions on the stack,
** marks the ruleset as in use, and passes it their stack index. Rules are then called without
** raising.
*/
#ifndef LRULESET_H
#define LRULESET_H

#include "lua/base/call.h"
#include "engine/sink.h"
#include "takeaway/solver.h"

extern const ludata_type lruleset_type;

/* Push the functions of the ruleset at `index`; returns the stack index of the first.
** [-0, +LRULESET_SLOTS] */
#define LRULESET_SLOTS 21
int lruleset_push_functions(lua_State *L, int index);

/* During a call that keeps it in use: the functions of this ruleset begin at `slot`. */
void lruleset_at(const ludata *box, ta_call *call, int slot);

/* The engine of a ruleset in use. */
ta_solver *lruleset_solver(const ludata *box);

/* Read a position of the ruleset at `rules` from the values at from..to: 1 to 64 integers, or one
** string (borrowed from the stack), packed if the ruleset packs it. Raises otherwise. [-0, +0] */
void lposition_check(lcall *c, int rules, int from, int to, int64_t room[TA_COMPONENTS],
                     ta_position *position);

/* Push the integers of the packed form of the text at `text` by the ruleset at `rules`, and copy
** them to `room`. Returns their number; 0 when the ruleset packs no text, or not this one. Raises
** what `read` raises. [-0, +any] */
int lposition_read(lua_State *L, int rules, int text, int64_t room[TA_COMPONENTS]);

/* Push the components as a list. [-0, +1] */
void lposition_push(lua_State *L, const ta_position *position);

/* Convert the positions of integers in the list on top to text by the function at `show`. May
** raise. [-0, +0] */
void lposition_show(lua_State *L, int show);

/* Read limits as three numbers from `index` on (0: no limit). */
void lruleset_limits(lcall *c, int index, ta_limits *limits);

void lruleset_push_statistics(lua_State *L, const ta_statistics *statistics);

#endif
