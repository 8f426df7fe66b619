/*
** board.h - functions of a board game's rules that have C code.
*/
#ifndef LBOARD_H
#define LBOARD_H

#include <lua.h>

#include "program/board.h"

/* The C code for the function at a stack index and positions of `arity` components, or NULL. Raises
** nothing; needs 3 stack slots. */
ta_program_code lboard_code(lua_State *L, int function, int arity);

#endif
