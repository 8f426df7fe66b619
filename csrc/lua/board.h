/*
** board.h - functions of a board game's rules that are written in C as well.
*/
#ifndef LBOARD_H
#define LBOARD_H

#include <lua.h>

#include "program/board.h"

/* What is known for the function at a stack index, for so many components, or NULL. Raises nothing; needs
** 3 stack slots. */
ta_program_code lboard_code(lua_State *L, int function, int arity);

#endif
