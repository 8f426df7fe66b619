/*
** call.h - one call from Lua into the core: what it is called, the object it keeps busy, and
** the one mapping from statuses to Lua.
**
** A binding function is four steps:
**
**     lcall c;
**     lcall_method(&c, L, &type, "least_move");             the call's name, its object
**     ta_amount p = larg_integer(&c, 2, "p", 0, TA_MAX);    arguments: these may raise
**     lcall_begin(&c);                                      busy
**     ta_status s = kernel(c.object, &c.call, p, &value);
**     if (s) return lcall_fail(&c, s);
**     lcall_end(&c);                                        results are in C variables
**     lpush_amount(L, value);
**     return 1;
**
** `object` is there from lcall_begin to lcall_end or lcall_fail and NULL otherwise, so after
** a call nothing of the core can be read. The collector runs finalizers whenever Lua takes
** memory, and a finalizer may close or clear the object or ask it something else: results
** that lie in the core's memory, or in memory the next call writes, are therefore pushed
** while the object is still busy, by lcall_give.
**
** From lcall_begin to the end nothing may raise a Lua error: callbacks run under
** lcall_protected, results are pushed under lcall_give; their error object is kept on the
** stack and raised by lcall_fail, after the kernel has unwound.
*/
#ifndef LCALL_H
#define LCALL_H

#include <lauxlib.h>
#include <lua.h>

#include "box.h"
#include "budget.h"
#include "raise.h"
#include "takeaway/base.h"

typedef struct lcall {
    ta_call call; /* call.host points to this lcall */
    lua_State *L;
    const char *name;  /* of the public call */
    lbox *box;         /* kept busy, or NULL */
    lbox *const *also; /* others that are */
    int also_count;
    int self;     /* stack index of the box */
    int progress; /* stack index of a progress function, or 0 */
    int error;    /* stack index of a caught error object, or 0 */
    void *object; /* what is in the box, while it is busy */
    double next;  /* clock time of the next report of progress to the watcher */
    lstate *state;
    lbudget budget; /* entered where `entered`: the object has limits, or hears of progress */
    int entered;
    int hooked; /* the budget set its count hook */
    unsigned serial; /* of the calls of this state */
    unsigned ran;    /* grows whenever Lua code may have run since the call began */
    int watched;  /* progress went to the watcher, which hears of the end */
} lcall;

/* ---- Before the core ---- */

/* The call `name`, on no object. [-0, +0] */
void lcall_function(lcall *c, lua_State *L, const char *name);

/* The call `name` on the object at index 1, or at `index`; raises where it is not of the type,
** or closed. [-0, +0] */
void lcall_method(lcall *c, lua_State *L, const lbox_type *type, const char *name);
void lcall_on(lcall *c, lua_State *L, int index, const lbox_type *type, const char *name);

/* As lcall_function, where the state is at hand. [-0, +0] */
void lcall_start(lcall *c, lua_State *L, lstate *state, const char *name);

/* Further objects of the call, open and not in use when it begins. The array stays the
** caller's, until the call has ended. */
void lcall_also(lcall *c, lbox *const *boxes, int count);

/* Report progress to the function at stack index `index`, if it is one. Objects whose type
** says where their progress function is need not ask. [-0, +0] */
void lcall_progress(lcall *c, int index);

/* ---- The core ---- */

/* Enter the core. Raises when the object is in use, or was closed since it was checked.
** [-0, +1 where the type has a progress function] */
void lcall_begin(lcall *c);

/* As lcall_begin, where the object may be in use: for what a call in progress does not change
** (its text, its settings), and for what may nest (f of f). */
void lcall_begin_shared(lcall *c);

/* Call the function on the stack under lua_pcall with a traceback; on failure
** keep the error and return TA_ECALLBACK. `where` says which rule on what, for
** the error text. [-(nargs + 1), +nresults], or [-(nargs + 1), +1] on failure. */
ta_status lcall_protected(lcall *c, int nargs, int nresults, const char *where);

/* Pushes results of a call, and returns how many; it may raise. What was handed over with it
** on the stack is at 1, 2, ...; nothing else is in reach. */
typedef int lcall_pusher(lua_State *L, const void *results);

/* Run a pusher in the midst of a call, with the `nargs` values on top. [-nargs, +results], or
** [-nargs, +1] and TA_ECALLBACK. */
ta_status lcall_push(lcall *c, lcall_pusher *push, const void *results, int nargs);

/* Push a block of memory that Lua owns in the midst of a call. [-0, +1] */
ta_status lcall_block(lcall *c, size_t size, void **block);

/* ---- Threads ---- */

/* How many threads calls use whose object says nothing else; 0: as the core thinks. [-0, +0] */
unsigned lcall_threads(lua_State *L);
void lcall_use_threads(lua_State *L, unsigned threads);

/* ---- Leaving ---- */

/* Leave the core: `object` is gone. A watcher hears of it, and may raise. */
void lcall_end(lcall *c);

/* Push results that lie in the core's memory, then leave: how many. */
int lcall_give(lcall *c, lcall_pusher *push, const void *results);

/* Leave the core with a failure: raises for misuse, bad rules, callbacks and
** memory; else, and where a callback raised a failure (base/failure.lua), pushes nil, message,
** code and returns 3. */
int lcall_fail(lcall *c, ta_status status);

/* As lcall_fail where three results cannot be returned (metamethods): raises,
** domain failures as an object with .message and .code that prints as its message. */
int lcall_raise(lcall *c, ta_status status);

/* __tostring: what the pusher makes of the object (its `results`), or that it is closed. */
int lcall_tostring(lua_State *L, const lbox_type *type, lcall_pusher *push);

/* The allocator of this Lua state, for core objects made from Lua: it keeps to the budget in
** force. */
ta_allocator lcall_allocator(lua_State *L);

#endif
