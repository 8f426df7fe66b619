/*
** move_function.h - move functions from Lua: any form of f as one ta_movefn.
*/
#ifndef LMOVEFN_H
#define LMOVEFN_H

#include "lua/base/method.h"
#include "takeaway/movefn.h"

/* Push a userdata with the move function that the value at `index` means. The caller anchors it in
** a user value of the result's owner. Raises for a value of no such form. [-0, +1] */
ta_movefn *lmovefn_push(lcall *c, int index);

/* The same for descriptions of methods (LP_READ). The made game keeps it in user value 1. */
void lmovefn_read(lcall *c, int index, lgiven *a);
#define LMOVEFN \
    LPARAMETER("f", LP_READ, .read = lmovefn_read, .anchor = 1, .expected = "a move function")

/* The move function at `index`, valid while that value lives, or NULL. [-0, +0] */
ta_movefn *lmovefn_test(lua_State *L, int index);

#endif
