/*
** misere.h - misere canonical forms in Lua, made as values are (value.h): one store for each Lua
** state, and small userdata with an id and the generation of the store. Equal ones are the same
** userdata.
*/
#ifndef LMISERE_H
#define LMISERE_H

#include "call.h"
#include "takeaway/misere.h"

#define LMISERE_NAME "takeaway.misere_value"

/* ---- The store, in misere_box.c ---- */

/* Push its box. Raises when the state is being closed and the store is gone. [-0, +1] */
lbox *lmisere_push_box(lua_State *L);

/* Enter the store for a call. [-0, +2] */
void lmisere_begin(lcall *c);

/* How often it was cleared. */
uint64_t lmisere_generation(const ta_miseres *store);

/* Make the metatable of forms, and push it; make the store, and the table of forms. [-0, +1] */
void lmisere_push_metatable(lua_State *L);
void lmisere_store_open(lua_State *L);

/* ---- Arguments ---- */

/* Is the argument 1 a form? Raises otherwise. Is there a form, a heap or text at `index`? */
int lmisere_is(lua_State *L, int index);
void lmisere_self(lcall *c);
int lmisere_is_operand(lua_State *L, int index);
void lmisere_operand(lcall *c, int index, const char *name);

/* The form meant at `index`, in the store; EINVAL when it is from before a clear. [-0, +0] */
ta_status lmisere_take(lcall *c, int index, ta_misere *form);

/* The beginning of a method: enter, and take the form at 1. [-0, +2] */
ta_status lmisere_method(lcall *c, lua_State *L, const char *name, ta_misere *form);

/* ---- Results ---- */

/* Leave the call: a failure as lcall_fail has it, or the form found in this generation. */
int lmisere_result(lcall *c, ta_status status, uint64_t generation, ta_misere form);

/* The same in a call on the store itself: the form; a list, or lists of lists which end where `end`
** says, that lie in lcall_blocks. */
int lmisere_give(lcall *c, ta_status status, ta_misere form);
int lmisere_list(lcall *c, ta_status status, const ta_misere *forms, size_t count);
int lmisere_lists(lcall *c, ta_status status, const ta_misere *forms, const size_t *end,
                  size_t count);

extern const luaL_Reg lmisere_queries[]; /* in misere_queries.c */

#endif
