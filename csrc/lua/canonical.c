/*
** canonical.c - values of the positions of a partizan ruleset.
**
** The engine walks what the position needs, options before positions, and a column
** of the store of values keeps the value of each number. One column belongs to one
** solver: after a clear of either both start anew. A walk that fails keeps what was
** valued. The store is marked busy only while it is at work, so rules may use values.
*/
#include "ruleset_int.h"
#include "value.h"
#include "takeaway/value.h"

typedef struct walk {
    lbox *store;
    ta_value_column *column;
    int peek;  /* value nothing new */
    int fresh; /* something was not valued yet */
} walk;

static ta_status visit(void *ctx, ta_call *call, uint32_t number, const ta_position *position,
                       const ta_options *left, const ta_options *right) {
    walk *w = ctx;
    (void)position;
    if (w->peek) {
        w->fresh = 1;
        return TA_ECANCELLED;
    }
    ta_value_list l = { left->part, left->end, left->count },
                  r = { right->part, right->end, right->count };
    w->store->busy++;
    ta_status s = ta_value_column_put(w->column, call, number, &l, &r);
    w->store->busy--;
    return s;
}

static ta_status find(lrules *r, walk *w, ta_call *call, const ta_position *position,
                      ta_value *value) {
    const uint32_t *numbers;
    size_t count;
    ta_status s = TA_OK;
    if (!r->column) s = ta_value_column_create(w->store->object, call, &r->column);
    w->column = r->column;
    if (!s) s = ta_solver_walk(r->solver, call, position, visit, w, &numbers, &count);
    if (s) return s;
    w->store->busy++;
    s = ta_value_column_get(w->column, call, numbers, count, value);
    w->store->busy--;
    return s;
}

void lruleset_forget(lrules *r) {
    ta_solver_clear(r->solver);
    ta_value_column_destroy(r->column);
    r->column = NULL;
}

/* The store, not in use; a column from before its clear is dropped with the numbering. */
static lbox *open_store(lua_State *L, lrules *r) {
    lbox *store = lvalue_box(L);
    if (r->column && ta_value_column_stale(r->column)) lruleset_forget(r);
    lvalue_push_box(L);
    lua_setiuservalue(L, 1, 2);
    return store;
}

/* canonical_form(...) */
int lruleset_canonical_form(lua_State *L) {
    static const char name[] = "canonical_form";
    lrules *r = lruleset_check(L, 1, name);
    int64_t room[TA_COMPONENTS];
    ta_position p;
    lposition_check(L, 2, lua_gettop(L), name, room, &p);
    walk w = { open_store(L, r), NULL, 0, 0 };
    if (w.store->busy) return lraise(L, "%s: the store of values is in use", name);
    lcall c;
    ta_value value = TA_VALUE_ZERO;
    lruleset_begin(&c, L, r, name);
    ta_status s = find(r, &w, &c.call, &p, &value);
    return lvalue_result(&c, s, &value);
}

/* known_canonical_form(...): the value if the engine holds it, else nil. Of what is
** not known at most one line of play is looked at. */
int lruleset_known_canonical_form(lua_State *L) {
    static const char name[] = "outcome";
    lrules *r = lruleset_check(L, 1, name);
    int64_t room[TA_COMPONENTS];
    ta_position p;
    lposition_check(L, 2, lua_gettop(L), name, room, &p);
    if (!r->column) return 0;
    walk w = { open_store(L, r), NULL, 1, 0 };
    if (!r->column || w.store->busy) return 0;
    lcall c;
    ta_value value = TA_VALUE_ZERO;
    lruleset_begin(&c, L, r, name);
    ta_status s = find(r, &w, &c.call, &p, &value);
    if (!w.fresh) return lvalue_result(&c, s, &value);
    lcall_end(&c);
    return 0;
}
