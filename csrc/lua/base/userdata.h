/*
** userdata.h - boxes: userdata that own one core object.
**
** A call (call.h) gives access to the object and keeps it in use, so that it cannot be closed.
** Outside of calls a box is opaque, except for the few whose object lives as long as the box.
*/
#ifndef LUSERDATA_H
#define LUSERDATA_H

#include <lauxlib.h>
#include <lua.h>

#include "takeaway/solver.h"

typedef struct ludata ludata;

typedef struct ludata_type {
    const char *name; /* metatable name: "takeaway.two_pile" */
    const char *noun; /* for messages: "two-pile game" */
    void (*destroy)(void *object);
    int closable;       /* has close() and __close, beside __gc */
    int progress;       /* user value that holds the progress function or nil; 0: none */
    const char *in_use; /* why a call on an object in use is refused; NULL: the reason for games */
    int is_table;       /* its objects are tables without a core object; their box is NULL */
} ludata_type;

/* Make the metatable of a type: methods as __index, plus __gc and, if closable, close and __close.
** `meta` may be NULL. [-0, +0] */
void ludata_register(lua_State *L, const ludata_type *type, const luaL_Reg *methods,
                   const luaL_Reg *meta);

/* The same in two steps. First push the metatable and the table of its methods, which the caller
** fills [-0, +2]; then finish both [-2, +0]. */
void ludata_start_type(lua_State *L, const ludata_type *type);
void ludata_finish_type(lua_State *L, const ludata_type *type, const luaL_Reg *meta);

/* Push an empty box with `uservalues` user values. [-0, +1] */
ludata *ludata_push(lua_State *L, const ludata_type *type, int uservalues);

/* Make the box the owner of a new object. */
void ludata_own(ludata *box, void *object);

/* Set the limits of calls on the box. */
void ludata_limit(ludata *box, const ta_limits *limits);
const ta_limits *ludata_limits(const ludata *box);

/* Set the progress function of the box at `index` to the function or nil on top. [-1, +0] */
void ludata_hear(lua_State *L, int index);

/* Set the number of threads of calls on the box (larg_threads). */
void ludata_use_threads(ludata *box, unsigned threads);

/* The box at `index` if it is of this type, open or not, else NULL. [-0, +0] */
ludata *ludata_test(lua_State *L, int index, const ludata_type *type);

/* The box at `index`, of this type and open. Otherwise raises with the name `call`. [-0, +0] */
ludata *ludata_check(lua_State *L, int index, const ludata_type *type, const char *call);

/* The object of a box that cannot be closed, or of one that is in use. NULL when the box was
** collected, or is not in use. */
void *ludata_object(const ludata *box);

/* During a call, keep a further object in use until ludata_release. NULL when it is closed or already
** in use. */
void *ludata_hold(ludata *box);
void ludata_release(ludata *box);

/* A weak table from boxes to their userdata, in the registry at `key`. Callbacks of the core have
** only the address of a box. Open makes the table [-0, +0]. Add enters the box at `index` [-0, +0].
** Push pushes the userdata, or another value when it is being collected [-0, +1]. */
void ludata_index_open(lua_State *L, const void *key);
void ludata_index_add(lua_State *L, const void *key, int index, const ludata *box);
int ludata_index_push(lua_State *L, const void *key, const ludata *box);

#endif
