/*
** canonical.c - values of the positions of a partizan ruleset.
**
** The engine walks what the position needs, options before positions, and a column
** of the store of values keeps the value of each number. One column belongs to one
** solver: after a clear of either both start anew. A walk that fails keeps what was
** valued. The store is marked busy only while it is at work, so rules may use values. A walk may be
** given an amount of work, so that it can take turns with a search.
*/
#include "arg.h"
#include "ruleset_int.h"
#include "value.h"
#include "base/status.h"
#include "takeaway/value.h"

typedef struct walk {
    lbox *store;
    ta_value_column *column;
    uint64_t generation; /* of the store, when the value was had */
    int peek;            /* value nothing new */
    int fresh;           /* something was not valued yet */
    uint64_t work, most; /* games and comparisons that the store may come to in this walk; 0: any */
} walk;

static ta_status in_use(walk *w, ta_call *call) {
    w->fresh = w->peek;
    return ta_fail(call, TA_EINVAL, "the store of values is in use");
}

/* Is there work left for this walk? Looked at before each position. */
static ta_status in_turn(walk *w, ta_call *call, const ta_values *store) {
    if (!w->work) return TA_OK;
    ta_values_statistics now;
    ta_values_describe(store, &now);
    uint64_t done = now.games + now.comparisons;
    if (!w->most) w->most = done + w->work;
    if (done < w->most) return TA_OK;
    return ta_fail(call, TA_ELIMIT, "the limit of %lu games and comparisons is reached",
                   (unsigned long)w->work);
}

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
    ta_values *store = lbox_hold(w->store);
    if (!store) return in_use(w, call);
    ta_status s = in_turn(w, call, store);
    if (!s && left->upper)
        s = ta_value_column_put_ordinal(w->column, call, number, &l, &r, left->upper,
                                        left->upper_count);
    else if (!s) s = ta_value_column_put(w->column, call, number, &l, &r);
    lbox_release(w->store);
    return s;
}

/* The column of the ruleset; one from before a clear is dropped with its numbering. */
static ta_status open_column(lrules *r, walk *w, ta_call *call) {
    if (r->column && ta_value_column_stale(r->column)) lruleset_forget(r);
    w->fresh = w->peek && !r->column;
    if (w->fresh) return TA_ECANCELLED;
    ta_values *store = lbox_hold(w->store);
    if (!store) return in_use(w, call);
    ta_status s = r->column ? TA_OK : ta_value_column_create(store, call, &r->column);
    lbox_release(w->store);
    w->column = r->column;
    return s;
}

static ta_status find(lrules *r, walk *w, ta_call *call, const ta_position *position,
                      ta_value *value) {
    const uint32_t *numbers;
    size_t count;
    ta_status s = open_column(r, w, call);
    if (!s) s = ta_solver_walk(r->solver, call, position, visit, w, &numbers, &count);
    if (s) return s;
    ta_values *store = lbox_hold(w->store);
    if (!store) return in_use(w, call);
    s = ta_value_column_get(w->column, call, numbers, count, value);
    w->generation = lstore_generation(store);
    lbox_release(w->store);
    return s;
}

static int value_of(lcall *c, int first, uint64_t work, int peek) {
    lua_State *L = c->L;
    int64_t room[TA_COMPONENTS];
    ta_position p;
    lposition_check(c, 1, first, lua_gettop(L), room, &p);
    walk w = { lstore_push_box(L, &lvalue_store), .peek = peek, .work = work };
    lua_setiuservalue(L, 1, 2); /* the column borrows the store */
    ta_value value = TA_VALUE_ZERO;
    lrules *r = lruleset_begin(c);
    ta_status s = find(r, &w, &c->call, &p, &value);
    if (!w.fresh) return lstore_result(c, s, &lvalue_store, w.generation, value);
    lcall_end(c);
    return 0;
}

/* canonical_form(...) */
int lruleset_canonical_form(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &lruleset_type, "canonical_form");
    return value_of(&c, 2, 0, 0);
}

/* canonical_form_within(work, ...): ELIMIT where the store of values would take more games and comparisons. */
int lruleset_canonical_form_within(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &lruleset_type, "canonical_form");
    return value_of(&c, 3, (uint64_t)larg_integer(&c, 2, "work", 1, TA_MAX), 0);
}

/* known_canonical_form(...): the value if the engine holds it, else nil. Of what is
** not known at most one line of play is looked at. */
int lruleset_known_canonical_form(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &lruleset_type, "outcome");
    return value_of(&c, 2, 0, 1);
}
