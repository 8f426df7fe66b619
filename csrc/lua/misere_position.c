/*
** misere_position.c - misere canonical forms of the positions of an impartial ruleset.
**
** As in canonical.c: the engine walks what the position needs, options before positions, and a
** column of the store of misere forms keeps the form of each number. One column belongs to one
** solver: after a clear of either both start anew. A walk that fails keeps what was worked out. The
** store is marked busy only while it is at work, so rules may use misere values.
*/
#include "misere.h"
#include "ruleset_int.h"
#include "base/status.h"

typedef struct walk {
    lbox *store;
    ta_misere_column *column;
} walk;

static ta_status in_use(ta_call *call) {
    return ta_fail(call, TA_EINVAL, "the store of misere values is in use");
}

static ta_status visit(void *ctx, ta_call *call, uint32_t number, const ta_position *position,
                       const ta_options *left, const ta_options *right) {
    walk *w = ctx;
    (void)position;
    (void)right;
    if (!lbox_hold(w->store)) return in_use(call);
    ta_status s = ta_misere_column_put(w->column, call, number, left->part, left->end, left->count);
    lbox_release(w->store);
    return s;
}

/* The column of the ruleset; one from before a clear is dropped with its numbering. */
static ta_status open_column(lrules *r, walk *w, ta_call *call) {
    if (r->misere && ta_misere_column_stale(r->misere)) lruleset_forget(r);
    ta_miseres *store = lbox_hold(w->store);
    if (!store) return in_use(call);
    ta_status s = r->misere ? TA_OK : ta_misere_column_create(store, call, &r->misere);
    lbox_release(w->store);
    w->column = r->misere;
    return s;
}

static ta_status find(lrules *r, walk *w, ta_call *call, const ta_position *position,
                      uint64_t *generation, ta_misere *form) {
    const uint32_t *numbers;
    size_t count;
    ta_status s = open_column(r, w, call);
    if (!s) s = ta_solver_walk(r->solver, call, position, visit, w, &numbers, &count);
    if (s) return s;
    ta_miseres *store = lbox_hold(w->store);
    if (!store) return in_use(call);
    s = ta_misere_column_get(w->column, call, numbers, count, form);
    *generation = lstore_generation(store);
    lbox_release(w->store);
    return s;
}

/* misere_canonical_form(...): of an impartial ruleset, where who cannot move wins. */
int lruleset_misere_canonical_form(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &lruleset_type, "misere_canonical_form");
    int64_t room[TA_COMPONENTS];
    ta_position p;
    lposition_check(&c, 1, 2, lua_gettop(L), room, &p);
    walk w = { .store = lstore_push_box(L, &lmisere_store) };
    lua_setiuservalue(L, 1, 2); /* the column borrows the store */
    ta_misere form = TA_MISERE_ZERO;
    uint64_t generation = 0;
    lrules *r = lruleset_begin(&c);
    ta_status s = r->partizan ? ta_fail(&c.call, TA_EPARTIZAN,
                                        "misere canonical forms are those of impartial games")
                              : find(r, &w, &c.call, &p, &generation, &form);
    return lstore_result(&c, s, &lmisere_store, generation, form);
}
