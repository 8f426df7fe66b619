/*
** sandbox_message.h - messages between the host and a sandbox: values as bytes.
**
**    n t f              nil, true, false
**    i int64  d double  a number, as in memory: both sides are on one machine
**    s length bytes     a string; the length has 32 bits
**    F                  a function, which the reader replaces by one of its own
**    T key value ... E  a table
**
** An option that a rule emits is e, a byte with the number of its components, and these. For
** LMESSAGE_MANY the number follows as an integer.
**
** A message has a bound on its cost to the reader: the memory of its tables and strings, which may
** be a multiple of its length. The writer keeps to it. The reader trusts no byte, and refuses a
** message that costs more, ends too early or is malformed.
*/
#ifndef LSANDBOX_MESSAGE_H
#define LSANDBOX_MESSAGE_H

#include <lauxlib.h>
#include <lua.h>

#include "takeaway/base.h"

#define LMESSAGE_DEPTH 4  /* of nested tables; deeper ones are nil */
#define LMESSAGE_MANY 127 /* more components than any position has */

typedef struct lmessage {
    const ta_allocator *allocator;
    char *bytes;
    size_t size, cap;
    double cost, most;
} lmessage;

void lmessage_clear(lmessage *m);
void lmessage_restart(lmessage *m); /* empty; keeps its memory unless that is large */

/* Each returns 0 when there is no memory. */
int lmessage_byte(lmessage *m, char byte);
int lmessage_bytes(lmessage *m, const char *bytes, size_t size); /* as a string */

/* Write the value at the index: nil if it is no scalar, F for a function if `functions`.
** [-0, +0] */
int lmessage_scalar(lmessage *m, lua_State *L, int index, int functions);

/* Write the value at the positive index, with tables. `step` is called for each entry and may
** raise. Needs 2 * depth + 2 stack slots. */
int lmessage_value(lmessage *m, lua_State *S, int index, int depth, void (*step)(lua_State *S));

typedef struct lreading {
    const char *at, *end;
    double cost, most;
    lua_CFunction function; /* replaces F; NULL: F is refused */
} lreading;

lreading lreading_of(const char *bytes, size_t size, double most);

/* Push the next value. 0, with nothing pushed, when there is none: the message is refused. Raises
** for lack of memory. [-0, +1] */
int lreading_value(lreading *r, lua_State *L, int depth);

/* Skip the next byte if it is this one; returns whether it was. */
int lreading_take(lreading *r, char byte);

/* The next string, in place; 0 when there is none. */
int lreading_string(lreading *r, const char **bytes, size_t *size);

#endif
