/*
** misere.h - misere canonical forms in Lua: games of the store of misere forms (store.h).
*/
#ifndef LMISERE_H
#define LMISERE_H

#include "store.h"
#include "takeaway/misere.h"

extern const lstore_type lmisere_store; /* in misere.c */

/* Open the store of misere forms in the module on top, with the functions and methods of misere.c. The
** table of methods is pushed. [-0, +1] */
void lmisere_open_store(lua_State *L);

#endif
