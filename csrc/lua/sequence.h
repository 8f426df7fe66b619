/*
** sequence.h - a read-only sequence of numbers for heaps 0..to, as Lua sees it:
** s(n), s:size(), #s, s:list(from, to), s:iter(), s:checksum().
*/
#ifndef LSEQUENCE_H
#define LSEQUENCE_H

#include <lua.h>

#include "takeaway/base.h"

/* Push a sequence of `count` values of `width` bytes (1, 2, 4: unsigned; 8: amounts), not
** yet filled, named for messages by `noun`; its memory is *data. Raises when memory is
** refused. [-0, +1] */
void lsequence_push(lua_State *L, const char *noun, size_t count, int width, void **data);

void lsequence_open(lua_State *L); /* [-0, +0] */

#endif
