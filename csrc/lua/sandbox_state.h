/*
** sandbox_state.h - a Lua state for rules that are not trusted, with bounds: requests in, replies out.
**
** Nothing of a host is in it, so that it runs in the host's process (sandbox.c) as well as in one of its own
** (csrc/sandbox/child.c). Requests, each a byte and values as in sandbox_message.h:
**
**     L name text                                      run the file; first of all
**     C rule value...                                  call the rule; F is emit
**     P arity partizan has_parts rule                  the rule as a program's table
**
** and the replies:
**
**     r                                                then of L: key value ..., where the value may be F, a rule, or
**                                                      P name ... E, the rules of a table; E; the parameters' names
**     (e count value ...)* r value ...                 of C: what it emitted, and its results
**     r value                                          of P
**     x text                                           it raised, or met a bound
*/
#ifndef LSANDBOX_STATE_H
#define LSANDBOX_STATE_H

#include "sandbox_message.h"

#define LSANDBOX_PACKED "packed." /* before the names of the functions in the table of that name */
#define LSANDBOX_SPARE 4096       /* of a reply beyond the bound: the text of an error has room */

typedef struct lsandbox_bounds {
    double bytes;   /* of the state, and of what one reply costs */
    double steps;   /* instructions of one request */
    double seconds; /* of processor time of one request */
    double total;   /* seconds on the clock of all requests */
} lsandbox_bounds;

typedef struct lsandbox_state lsandbox_state;

/* NULL: no memory. The allocator is copied. */
lsandbox_state *lsandbox_new(const ta_allocator *allocator, const lsandbox_bounds *most);
void lsandbox_close(lsandbox_state *b);

/* What the compiler takes for Lua's own (probe.h); before the first P. */
void lsandbox_genuine(lsandbox_state *b, const lua_CFunction *genuine);

/* Answer a request: the reply, whatever happens; 0 when even its error found no memory. `poll` may be
** NULL, and is asked now and then: not 0 gives up. */
int lsandbox_answer(lsandbox_state *b, const char *request, size_t size, lmessage *reply,
                    int (*poll)(void *ctx), void *ctx);

double lsandbox_bytes(const lsandbox_state *b); /* that the state holds */

/* sandbox_env.c: fill the state with what rules may use; `charge` is called before work that no
** instruction count would see. Runs protected, in `S`. */
void lsandbox_fill(lua_State *S, void (*charge)(lua_State *S, double steps));

#endif
