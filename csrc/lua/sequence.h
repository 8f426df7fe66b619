/*
** sequence.h - a read-only sequence of numbers for heaps 0..to, as Lua sees it:
** s(n), s:size(), #s, s:list(from, to), s:iter(), s:checksum().
*/
#ifndef LSEQUENCE_H
#define LSEQUENCE_H

#include "call.h"

/* Push, in the midst of a call, a sequence of `count` values of `width` bytes (1, 2, 4:
** unsigned; 8: amounts), not yet filled, named for messages by `noun`; its memory is *data.
** [-0, +1] */
ta_status lsequence_push(lcall *c, const char *noun, size_t count, int width, void **data);

/* The sequence on top has `count` values, more than it holds: those after them repeat the last
** `period` of these, with `saltus` added each time. [-0, +0] */
void lsequence_repeat(lua_State *L, size_t count, size_t period, ta_amount saltus);

#endif
