/*
** misere.h - misere canonical forms in Lua: games of the store of misere forms (store.h).
*/
#ifndef LMISERE_H
#define LMISERE_H

#include "store.h"
#include "takeaway/misere.h"

#define LMISERE_NAME "takeaway.misere_value"

extern const lstore_type lmisere_store; /* in misere_box.c */

/* Enter the store for a call. [-0, +2] */
static inline void lmisere_begin(lcall *c) {
    lstore_begin(c, &lmisere_store);
}

/* ---- Arguments ---- */

/* Is there a form at `index`? Is the argument 1 one? The second raises otherwise. */
static inline int lmisere_is(lua_State *L, int index) {
    return lstore_is(L, index, &lmisere_store);
}

static inline void lmisere_self(lcall *c) {
    lstore_self(c, &lmisere_store);
}

/* Is there a form, a heap or text at `index`? The second raises otherwise. */
int lmisere_is_operand(lua_State *L, int index);
void lmisere_operand(lcall *c, int index, const char *name);

/* The form meant at `index`, in the store; EINVAL when it is from before a clear. [-0, +0] */
ta_status lmisere_take(lcall *c, int index, ta_misere *form);

/* The beginning of a method: enter, and take the form at 1. [-0, +2] */
ta_status lmisere_method(lcall *c, lua_State *L, const char *name, ta_misere *form);

/* ---- Results ---- */

/* Leave a call on the store: the form, or a list of them, which lies in an lcall_block. */
static inline int lmisere_give(lcall *c, ta_status status, ta_misere form) {
    return lstore_give(c, status, &lmisere_store, form);
}

static inline int lmisere_list(lcall *c, ta_status status, const ta_misere *forms, size_t count) {
    return lstore_list(c, status, &lmisere_store, forms, count);
}

extern const luaL_Reg lmisere_queries[]; /* in misere_queries.c */

#endif
