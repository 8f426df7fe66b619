/*
** automaton_int.h - the type of automata and the function that registers their methods. Only
** automaton.c and automaton_ask.c include this.
*/
#ifndef LAUTOMATON_INT_H
#define LAUTOMATON_INT_H

#include "lua/base/method.h"

/* User value 1: the numeration's box. */
extern const ludata_type lautomaton_type;

/* Make the type with its methods. [-0, +0] */
void lautomaton_register(lua_State *L);

#endif
