/*
** sandbox_state.h - a Lua state with bounds for untrusted rules: requests in, replies out.
**
** It contains nothing of a host, so it runs in the host's process (sandbox.c) as well as in a
** process of its own (csrc/sandbox/child.c). Requests are a byte and values as in
** sandbox_message.h:
**
**    L name text                           run the file; the first request
**    C rule value...                       call the rule; F is emit
**    P arity partizan has_parts rule       the rule's program as a table
**
** and the replies:
**
**    r key value ... E names               to L: a value may be F, a rule, or
**                                          P name ... E, the rules of a table;
**                                          `names` are the parameters'
**    (e count value ...)* r value ...      to C: the emitted options, and the results
**    r value                               to P
**    x text                                the rule raised, or met a bound
*/
#ifndef LSANDBOX_STATE_H
#define LSANDBOX_STATE_H

#include "sandbox_message.h"

#define LSANDBOX_PACKED "packed." /* prefix of the names of functions in the table "packed" */
#define LSANDBOX_SPARE 4096       /* bytes of a reply beyond the bound, for an error's text */

typedef struct lsandbox_bounds {
    double bytes;   /* of the state, and of what one reply costs */
    double steps;   /* instructions of one request */
    double seconds; /* of processor time of one request */
    double total;   /* seconds on the clock of all requests */
} lsandbox_bounds;

typedef struct lsandbox_state lsandbox_state;

/* NULL for lack of memory. The allocator is copied. */
lsandbox_state *lsandbox_new(const ta_allocator *allocator, const lsandbox_bounds *most);
void lsandbox_close(lsandbox_state *b);

/* Set the functions that the compiler takes as Lua's own (bytecode_selftest.h); before the first P. */
void lsandbox_genuine(lsandbox_state *b, const lua_CFunction *genuine);

/* Run a request and write the reply, whatever happens; 0 when there was no memory even for its
** error. `poll`, unless NULL, is called now and then; when it returns non-zero the request ends. */
int lsandbox_answer(lsandbox_state *b, const char *request, size_t size, lmessage *reply,
                    int (*poll)(void *ctx), void *ctx);

double lsandbox_bytes(const lsandbox_state *b); /* bytes that the state holds */

/* sandbox_env.c: add the functions that rules may use to the state. `charge` is called before work
** that the instruction count does not see. Runs protected, in `S`. */
void lsandbox_fill(lua_State *S, void (*charge)(lua_State *S, double steps));

#endif
