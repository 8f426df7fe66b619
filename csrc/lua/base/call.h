/*
** call.h - one call from Lua into the core: its name, the object it keeps busy, and the one mapping
** from statuses to Lua.
**
** A binding function is four steps:
**
**    lcall c;
**    lcall_method(&c, L, &type, "least_move");           the call's name, its object
**    ta_amount p = larg_integer(&c, 2, "p", 0, TA_MAX);  arguments: these may raise
**    lcall_begin(&c);                                    busy
**    ta_status s = kernel(c.object, &c.call, p, &value);
**    if (s) return lcall_fail(&c, s);
**    lcall_end(&c);                                      results are in C variables
**    lpush_amount(L, value);
**    return 1;
**
** `object` is set from lcall_begin to lcall_end or lcall_fail and NULL otherwise, so after a call
** nothing of the core can be read. The collector runs finalizers whenever Lua allocates, and a
** finalizer may close, clear or call the object. So results in the core's memory, or in memory that
** the next call writes, are pushed while the object is still busy, by lcall_give.
**
** From lcall_begin to the end nothing may raise a Lua error. Callbacks run under lcall_protected,
** and results are pushed under lcall_give. Their error object stays on the stack, and lcall_fail
** raises it after the kernel has unwound.
*/
#ifndef LCALL_H
#define LCALL_H

#include <lauxlib.h>
#include <lua.h>

#include "userdata.h"
#include "budget.h"
#include "raise.h"
#include "takeaway/base.h"

typedef struct lcall {
    ta_call call; /* call.host points to this lcall */
    lua_State *L;
    const char *name;  /* name of the public call */
    ludata *box;         /* kept busy, or NULL */
    ludata *const *also; /* further boxes kept busy */
    int also_count;
    int self;     /* stack index of the box */
    int progress; /* stack index of a progress function, or 0 */
    int error;    /* stack index of a caught error object, or 0 */
    void *object; /* the box's object while busy */
    double next;  /* clock time of the next report of progress to the watcher */
    lstate *state;
    lbudget budget; /* in force when `entered`: the object has limits or a progress function */
    int entered;
    int hooked; /* the budget set its count hook */
    unsigned serial; /* number of this call in its state */
    unsigned ran;    /* grows whenever Lua code may have run since the call began */
    int watched;  /* the watcher got progress, so it gets the end too */
} lcall;

/* ---- Before the core ---- */

/* Start the call `name` without an object. [-0, +0] */
void lcall_function(lcall *c, lua_State *L, const char *name);

/* Start the call `name` on the object at index 1, or at `index`. Raises when that has another type
** or is closed. [-0, +0] */
void lcall_method(lcall *c, lua_State *L, const ludata_type *type, const char *name);
void lcall_on(lcall *c, lua_State *L, int index, const ludata_type *type, const char *name);

/* As lcall_function, for a caller that has the state. [-0, +0] */
void lcall_start(lcall *c, lua_State *L, lstate *state, const char *name);

/* Add objects to the call: they must be open and not in use when it begins. The array stays the
** caller's until the call has ended. */
void lcall_also(lcall *c, ludata *const *boxes, int count);

/* Report progress to the function at stack index `index`, if it is one. Unneeded for types with a
** user value for their progress function. [-0, +0] */
void lcall_progress(lcall *c, int index);

/* ---- The core ---- */

/* Enter the core. Raises when the object is in use, or was closed since it was checked.
** [-0, +1 where the type has a progress function] */
void lcall_begin(lcall *c);

/* As lcall_begin, but the object may be in use. For what a call in progress does not change (its
** text, its settings), and for what may nest (f of f). */
void lcall_begin_shared(lcall *c);

/* Call the function on the stack under lua_pcall with a traceback. When it raises, keep the error
** and return TA_ECALLBACK. When the time of a budget is over, push nil instead and return ELIMIT.
** `where` describes the rule and its argument for the error text.
** [-(nargs + 1), +nresults], or [-(nargs + 1), +1] on failure. */
ta_status lcall_protected(lcall *c, int nargs, int nresults, const char *where);

/* Pushes results of a call and returns their number; may raise. The values handed over on the stack
** are at 1, 2, ...; it sees no others. */
typedef int lcall_pusher(lua_State *L, const void *results);

/* Run a pusher during a call, with the `nargs` values on top. [-nargs, +results], or [-nargs, +1]
** and TA_ECALLBACK. */
ta_status lcall_push(lcall *c, lcall_pusher *push, const void *results, int nargs);

/* During a call, push a block of memory that Lua owns. [-0, +1] */
ta_status lcall_block(lcall *c, size_t size, void **block);

/* ---- Threads ---- */

/* The number of threads of calls whose object sets none; 0: the core's choice. [-0, +0] */
unsigned lcall_threads(lua_State *L);
void lcall_use_threads(lua_State *L, unsigned threads);

/* ---- Leaving ---- */

/* Leave the core: `object` becomes NULL. Calls a watcher that got progress, and then may raise. */
void lcall_end(lcall *c);

/* Push results that lie in the core's memory, then leave. Returns the number of results. */
int lcall_give(lcall *c, lcall_pusher *push, const void *results);

/* Leave the core with a failure. Raises for misuse, bad rules, callbacks and memory. Pushes nil,
** message, code and returns 3 for the rest, and for a failure a callback raised
** (base/failure.lua). */
int lcall_fail(lcall *c, ta_status status);

/* As lcall_fail for metamethods, which cannot return three results: always raises. A domain failure
** is an object with .message and .code that prints as its message. */
int lcall_raise(lcall *c, ta_status status);

/* __tostring: the pusher's text of the object (its `results`), or that it is closed. */
int lcall_tostring(lua_State *L, const ludata_type *type, lcall_pusher *push);

/* The allocator of this Lua state for core objects made from Lua. It keeps to the budget in
** force. */
ta_allocator lcall_allocator(lua_State *L);

#endif
