/*
** call.h - one call from Lua into the core: the adapter on the C stack, owned
** userdata (boxes), and the one mapping from statuses to Lua.
**
** A binding function is four steps:
**
**     lbox *box = lbox_check(L, 1, &type, "least_move");          self, and the
**     ta_amount p = larg_integer(L, 2, "least_move", ...);        arguments
**     lcall c;
**     game *g = lcall_begin_game(&c, L, box, 1, "least_move");    busy, poll
**     ta_status s = kernel(g, &c.call, p, &value);
**     if (s) return lcall_fail(&c, s);                            leaves the box
**     lcall_end(&c); push the results
**
** Arguments are checked with lbox_check and larg_* first, since they raise;
** from lcall_begin to lcall_end/lcall_fail nothing may raise a Lua error.
** Callbacks run under lua_pcall; their error object is kept on the stack and
** raised by lcall_fail, after the kernel has unwound.
*/
#ifndef LCALL_H
#define LCALL_H

#include <lauxlib.h>
#include <lua.h>

#include "takeaway/base.h"

/* ---- Boxes: userdata that own one core object ---- */

typedef struct lbox_type {
    const char *name;               /* metatable name: "takeaway.two_pile" */
    const char *noun;               /* for messages: "two-pile game" */
    void (*destroy)(void *object);
    int closable;                   /* has close() and __close, beside __gc */
} lbox_type;

typedef struct lbox {
    const lbox_type *type;
    void *object; /* NULL before creation and after close */
    int busy;     /* calls into the core under way */
} lbox;

/* Make the metatable of a type: methods as __index, plus __gc and, if closable, close and __close.
** `meta` may be NULL. [-0, +0] */
void lbox_register(lua_State *L, const lbox_type *type, const luaL_Reg *methods,
                   const luaL_Reg *meta);

/* Push an empty box with `uservalues` user values; fill box->object next. [-0, +1] */
lbox *lbox_push(lua_State *L, const lbox_type *type, int uservalues);

/* The box at `index`, open; raises naming `call` otherwise. [-0, +0] */
lbox *lbox_check(lua_State *L, int index, const lbox_type *type, const char *call);

/* The box at `index` if it is of this type, open or not, else NULL. [-0, +0] */
lbox *lbox_test(lua_State *L, int index, const lbox_type *type);

/* ---- Calls ---- */

typedef struct lcall {
    ta_call call; /* call.host points to this lcall */
    lua_State *L;
    lbox *box;
    const char *name;
    int progress; /* stack index of a progress function, or 0 */
    int error;    /* stack index of a caught error object, or 0 */
    double next;  /* clock time of the next report of progress */
} lcall;

/* Enter the core through `box` (NULL when there is no object yet). Raises when
** the box is busy, or was closed since it was checked: a finalizer may close it
** whenever Lua allocates, so read box->object after this call only. [-0, +0] */
void lcall_begin(lcall *c, lua_State *L, lbox *box, const char *name);

/* As lcall_begin, for objects a rule may use while they are in use. */
void lcall_begin_shared(lcall *c, lua_State *L, lbox *box, const char *name);

/* As lcall_begin, for a game at stack index `index` whose user value 2 is its
** progress function or nil; its object. [-0, +1] */
void *lcall_begin_game(lcall *c, lua_State *L, lbox *box, int index, const char *name);

/* Report progress to the function at stack index `index`. [-0, +0] */
void lcall_progress(lcall *c, int index);

/* As luaL_error, with the place of the user's line: the modules of the Lua front, whose folder
** is the registry's "takeaway.front", only pass calls on. */
int lraise(lua_State *L, const char *format, ...);

/* Leave the core. Every lcall_begin is followed by this or lcall_fail. */
void lcall_end(lcall *c);

/* Leave the core with a failure: raises for misuse, bad rules, callbacks and
** memory; else pushes nil, message, code and returns 3. */
int lcall_fail(lcall *c, ta_status status);

/* As lcall_fail where three results cannot be returned (metamethods): raises,
** domain failures as an object with .message and .code that prints as its message. */
int lcall_raise(lcall *c, ta_status status);

/* Call the function on the stack under lua_pcall with a traceback; on failure
** keep the error and return TA_ECALLBACK. `where` says which rule on what, for
** the error text. [-(nargs + 1), +nresults], or [-(nargs + 1), +1] on failure. */
ta_status lcall_protected(lcall *c, int nargs, int nresults, const char *where);

/* The allocator of this Lua state, for core objects made from Lua. */
ta_allocator lcall_allocator(lua_State *L);

#endif
