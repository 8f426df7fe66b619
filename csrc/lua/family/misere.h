/*
** misere.h - misere canonical forms in Lua: games of the store of misere forms (store.h).
*/
#ifndef LMISERE_H
#define LMISERE_H

#include "lua/base/store.h"
#include "takeaway/misere.h"

extern const lstore_type lmisere_store; /* in misere.c */

/* Open the store of misere forms in the module on top, with the functions and methods of misere.c.
** Pushes the table of methods. [-0, +1] */
void lmisere_open_store(lua_State *L);

#endif
