/*
** least_table.h - tables of L from Lua, which two-pile games give.
*/
#ifndef LLEAST_TABLE_H
#define LLEAST_TABLE_H

#include "call.h"

/* game:table(m), the arguments of which are checked: enter the game, make the table, push the
** view and leave, or fail. Returns how many results. */
int lleast_table_give(lcall *c, ta_amount m);

#endif
