/*
** move_function.h - move functions from Lua: any form of f as one ta_movefn.
*/
#ifndef LMOVEFN_H
#define LMOVEFN_H

#include "method.h"
#include "takeaway/movefn.h"

/* The move function meant by the value at `index`, as a userdata pushed on the
** stack; the caller anchors it in a user value of what holds the result. Raises
** when it is none of the forms. [-0, +1] */
ta_movefn *lmovefn_push(lcall *c, int index);

/* The same for rows: LP_READ. The game that is made keeps it in user value 1. */
void lmovefn_read(lcall *c, int index, lgiven *a);
#define LMOVEFN \
    LPARAMETER("f", LP_READ, .read = lmovefn_read, .anchor = 1, .expected = "a move function")

/* The move function at `index`, which lives as long as that value, or NULL. [-0, +0] */
ta_movefn *lmovefn_test(lua_State *L, int index);

#endif
