/*
** program/board.h - functions of lua/takeaway/rules, bits.lua and others, written in C: what a program compiled of one
** of them may run instead (ta_program_use).
**
** Their definition is the Lua; what they give is the same, in the same order. A board that is none (squares
** outside of its shape) is left to Lua.
*/
#ifndef TA_PROGRAM_BOARD_H
#define TA_PROGRAM_BOARD_H

#include "takeaway/program.h"

/* The function of this name, for positions of `arity` integers; NULL: there is none. */
ta_program_code ta_board_code(const char *name, int arity);

#endif
