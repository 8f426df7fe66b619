/*
** program/board.h - functions of lua/takeaway/rules (bits.lua and others) written in C. A program compiled
** from one of them may run the C function instead (ta_program_use).
**
** The Lua functions are the definition. The C functions give the same options in the same order. Arguments
** that are no board (squares outside its shape) are left to Lua.
*/
#ifndef TA_PROGRAM_BOARD_H
#define TA_PROGRAM_BOARD_H

#include "takeaway/program.h"

/* The function of this name, for positions of `arity` integers; or NULL. */
ta_program_code ta_board_code(const char *name, int arity);

#endif
