/*
** ruleset.h - rulesets written in Lua, as the engine's ta_ruleset.
**
** A box owns the solver and the adapter; user value 1 is the list of the rule's
** functions. A call into the core enters each ruleset it may need: that puts the
** functions on the stack at a known place and marks the box busy; then, between
** lcall_begin and lcall_end, rules are called without raising.
*/
#ifndef LRULESET_H
#define LRULESET_H

#include "call.h"
#include "engine/sink.h"
#include "takeaway/solver.h"

typedef struct lrules lrules;

extern const lbox_type lruleset_type;

/* The ruleset at `index`; raises when it is closed, in use, or something else. */
lrules *lruleset_check(lua_State *L, int index, const char *call);

/* Put the functions of the ruleset at `index` on the stack. [-0, +8] */
#define LRULESET_SLOTS 8
void lruleset_enter(lua_State *L, int index);

/* Busy marks of what was entered, around lcall_begin .. lcall_end. */
void lruleset_busy(lrules *r, int change);

ta_solver *lruleset_solver(lrules *r);
int lruleset_partizan(const lrules *r);

/* The position whose components are the values at from..to: 1 to 64 integers, or one
** string (borrowed from the stack). Raises otherwise. [-0, +0] */
void lposition_check(lua_State *L, int from, int to, const char *call, int64_t room[TA_COMPONENTS],
                     ta_position *position);

/* Push the components as a list. [-0, +1] */
void lposition_push(lua_State *L, const ta_position *position);

/* Limits given as three numbers at index.. (0: none). */
void lruleset_limits(lua_State *L, int index, const char *call, ta_limits *limits);

void lruleset_push_statistics(lua_State *L, const ta_statistics *statistics);

void lruleset_open(lua_State *L); /* [-0, +0], adds to the table on top */

#endif
