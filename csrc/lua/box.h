/*
** box.h - boxes: userdata that own one core object.
**
** What is in a box is seen through a call (call.h), which keeps it there: an object in use
** cannot be closed. Outside of calls a box is opaque, but for the few whose object lives as
** long as the box.
*/
#ifndef LBOX_H
#define LBOX_H

#include <lauxlib.h>
#include <lua.h>

#include "takeaway/solver.h"

typedef struct lbox lbox;

typedef struct lbox_type {
    const char *name; /* metatable name: "takeaway.two_pile" */
    const char *noun; /* for messages: "two-pile game" */
    void (*destroy)(void *object);
    int closable;       /* has close() and __close, beside __gc */
    int progress;       /* the user value that holds its progress function or nil; 0: none */
    const char *in_use; /* why a call on an object in use is refused; NULL: as for a game */
    int is_table;       /* its objects are tables without a core object: boxes of it are NULL */
} lbox_type;

/* Make the metatable of a type: methods as __index, plus __gc and, if closable, close and __close.
** `meta` may be NULL. [-0, +0] */
void lbox_register(lua_State *L, const lbox_type *type, const luaL_Reg *methods,
                   const luaL_Reg *meta);

/* The same in two steps: push the metatable and the table of its methods, which the caller fills
** [-0, +2]; finish both [-2, +0]. */
void lbox_start_type(lua_State *L, const lbox_type *type);
void lbox_finish_type(lua_State *L, const lbox_type *type, const luaL_Reg *meta);

/* Push an empty box with `uservalues` user values. [-0, +1] */
lbox *lbox_push(lua_State *L, const lbox_type *type, int uservalues);

/* The object just made is the box's from now on. */
void lbox_own(lbox *box, void *object);

/* Calls on the box keep to these limits. */
void lbox_limit(lbox *box, const ta_limits *limits);
const ta_limits *lbox_limits(const lbox *box);

/* The function or nil on top hears of the progress of calls on the box at `index`. [-1, +0] */
void lbox_hear(lua_State *L, int index);

/* Calls on the box use so many threads (larg_threads). */
void lbox_use_threads(lbox *box, unsigned threads);

/* The box at `index` if it is of this type, open or not, else NULL. [-0, +0] */
lbox *lbox_test(lua_State *L, int index, const lbox_type *type);

/* The box at `index`, open; raises naming `call` otherwise. [-0, +0] */
lbox *lbox_check(lua_State *L, int index, const lbox_type *type, const char *call);

/* The object of a box that cannot be closed, or of one that is in use; NULL when it was
** collected, or is not in use. */
void *lbox_object(const lbox *box);

/* In the midst of a call, keep a further object in use for a while; NULL when it is closed or
** in use. */
void *lbox_hold(lbox *box);
void lbox_release(lbox *box);

/* A weak table from boxes to their userdata, in the registry at `key`: for callbacks of the core, which know
** the address alone. Its making [-0, +0]; the box at `index` enters it [-0, +0]; push it again, or what is
** no userdata where it is being collected [-0, +1]. */
void lbox_index_open(lua_State *L, const void *key);
void lbox_index_add(lua_State *L, const void *key, int index, const lbox *box);
int lbox_index_push(lua_State *L, const void *key, const lbox *box);

#endif
