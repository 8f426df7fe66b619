/*
** sequence.h - a read-only sequence of numbers for heaps 0..to in Lua: s(n), s:size(), #s,
** s:list(from, to), s:iter(), s:checksum().
*/
#ifndef LSEQUENCE_H
#define LSEQUENCE_H

#include "call.h"

/* During a call, push a sequence of `count` values of `width` bytes (1, 2, 4: unsigned; 8:
** amounts). The caller fills its memory, *data. `noun` is its name in messages. [-0, +1] */
ta_status lsequence_push(lcall *c, const char *noun, size_t count, int width, void **data);

/* Extend the sequence on top to `count` values, more than it holds. The further ones repeat the
** last `period` of those held, with `saltus` added each time. [-0, +0] */
void lsequence_repeat(lua_State *L, size_t count, size_t period, ta_amount saltus);

#endif
