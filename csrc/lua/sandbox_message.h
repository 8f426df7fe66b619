/*
** sandbox_message.h - what crosses between the host and a sandbox: values as bytes.
**
**     n t f            nil, true, false
**     i int64 d double a number, as it lies in memory: both sides are on one machine
**     s length bytes   a string; the length has 32 bits
**     F                a function, which the reader replaces by one of its own
**     T key value ... E   a table
**
** An option that a rule emits is e, a byte that counts its components (LMESSAGE_MANY: an integer does, that follows),
** and these.
**
** A message has a bound, of what it costs whoever reads it: the memory of its tables and strings, which may be
** a multiple of its length. The writer keeps it, and so does the reader, which trusts no byte: a message that
** costs more, ends too early or is none is refused.
*/
#ifndef LSANDBOX_MESSAGE_H
#define LSANDBOX_MESSAGE_H

#include <lauxlib.h>
#include <lua.h>

#include "takeaway/base.h"

#define LMESSAGE_DEPTH 4  /* of tables in tables; what is deeper is nil */
#define LMESSAGE_MANY 127 /* more components than any position has */

typedef struct lmessage {
    const ta_allocator *allocator;
    char *bytes;
    size_t size, cap;
    double cost, most;
} lmessage;

void lmessage_clear(lmessage *m);
void lmessage_restart(lmessage *m); /* empty, its memory kept unless there is much of it */

/* Each returns 0 where there is no room. */
int lmessage_byte(lmessage *m, char byte);
int lmessage_bytes(lmessage *m, const char *bytes, size_t size); /* as a string */

/* The value at the index; what is no scalar is nil, a function F where `functions`. [-0, +0] */
int lmessage_scalar(lmessage *m, lua_State *L, int index, int functions);

/* The value at the positive index, with tables; `step` is called for each entry and may raise. Needs
** 2 * depth + 2 stack slots. */
int lmessage_value(lmessage *m, lua_State *S, int index, int depth, void (*step)(lua_State *S));

typedef struct lreading {
    const char *at, *end;
    double cost, most;
    lua_CFunction function; /* what F is, or NULL: refused */
} lreading;

lreading lreading_of(const char *bytes, size_t size, double most);

/* Push the next value; 0 when there is none: the message is refused, and nothing pushed. Raises
** where Lua has no memory. [-0, +1] */
int lreading_value(lreading *r, lua_State *L, int depth);

/* The next byte, when it is this one. */
int lreading_take(lreading *r, char byte);

/* The next string, where it lies; 0 when there is none. */
int lreading_string(lreading *r, const char **bytes, size_t *size);

#endif
