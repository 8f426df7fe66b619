/*
** automaton_int.h - the box of automata and what is asked of them: for automaton.c and
** automaton_ask.c alone.
*/
#ifndef LAUTOMATON_INT_H
#define LAUTOMATON_INT_H

#include <lua.h>

#include "box.h"

/* User value 1: the numeration's box. */
extern const lbox_type lautomaton_type;

int lautomaton_states(lua_State *L);
int lautomaton_nodes(lua_State *L);
int lautomaton_tracks(lua_State *L);
int lautomaton_is_empty(lua_State *L);
int lautomaton_equal(lua_State *L);
int lautomaton_accepting(lua_State *L);
int lautomaton_read_words(lua_State *L);
int lautomaton_shortest(lua_State *L);

#endif
