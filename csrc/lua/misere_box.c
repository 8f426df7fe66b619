/*
** misere_box.c - misere forms as userdata: their store, what is an operand, and which form it
** means.
*/
#include "arg.h"
#include "misere.h"
#include "push.h"
#include "base/status.h"

/* ---- The store ---- */

static void destroy(void *store) {
    ta_miseres_destroy(store);
}

static ta_status create(const ta_allocator *a, ta_call *call, void **store) {
    ta_miseres *made = NULL;
    ta_status s = ta_miseres_create(a, call, 0, 0, &made);
    if (!s) *store = made;
    return s;
}

static void clear(void *store) {
    ta_miseres_clear(store);
}

static void limit(void *store, size_t games, size_t bytes) {
    ta_miseres_limit(store, games, bytes);
}

static void describe(const void *store, lstore_statistics *s) {
    ta_miseres_statistics now;
    ta_miseres_describe(store, &now);
    *s = (lstore_statistics){ now.games,      now.bytes,      now.most_games,
                              now.most_bytes, now.generation, { now.results, 0 } };
}

const lstore_type lmisere_store = {
    .box = { "takeaway.misere_values", "store of misere forms", destroy, .closable = 0,
             .progress = 1 },
    .field = "misere_values",
    .counted = "forms",
    .more = { "results", NULL },
    .most = (ta_amount)1 << 31,
    .item = LMISERE_NAME,
    .noun = "misere value",
    .stale = "this misere value is from before the store of misere values was cleared",
    .create = create,
    .clear = clear,
    .limit = limit,
    .describe = describe,
};

/* ---- Arguments ---- */

int lmisere_is_operand(lua_State *L, int index) {
    ta_amount n;
    return lmisere_is(L, index) || lua_type(L, index) == LUA_TSTRING ||
           (larg_is_integer(L, index, &n) && n >= 0);
}

void lmisere_operand(lcall *c, int index, const char *name) {
    if (!lmisere_is_operand(c->L, index))
        larg_error(c, index, name,
                   "a misere value, the size of a nim heap, or text such as \"*[2#0]\"");
}

/* What is at `index` was found to be an operand. */
ta_status lmisere_take(lcall *c, int index, ta_misere *form) {
    lua_State *L = c->L;
    ta_amount n;
    if (lua_touserdata(L, index)) return lstore_take(c, index, &lmisere_store, form);
    if (larg_is_integer(L, index, &n)) return ta_misere_heap(c->object, &c->call, n, form);
    size_t length;
    const char *text = lua_tolstring(L, index, &length);
    return ta_misere_parse(c->object, &c->call, text, length, form);
}

ta_status lmisere_method(lcall *c, lua_State *L, const char *name, ta_misere *form) {
    lcall_function(c, L, name);
    lmisere_self(c);
    lmisere_begin(c);
    return lmisere_take(c, 1, form);
}
