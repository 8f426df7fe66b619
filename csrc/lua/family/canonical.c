/*
** canonical.c - canonical forms of the positions of a ruleset: values if it is partizan, misere
** forms if it is impartial and misere play applies.
**
** The engine walks the position in post-order, and a column of the store keeps the form of each
** number. A column belongs to one solver: a clear of the store or the solver drops both column and
** numbering. A walk that fails keeps the forms it found. The store is marked busy only during its
** own work, so rules may use its games. A walk may have a work limit, so that it can alternate with
** a search.
*/
#include "lua/base/arg.h"
#include "misere.h"
#include "lua/ruleset/ruleset_int.h"
#include "value.h"
#include "base/status.h"

/* The operations in which values and misere forms differ. */
typedef struct forms {
    const lstore_type *type;
    ta_status (*create)(void *store, ta_call *call, ta_store_column **column);
    ta_status (*put)(ta_store_column *column, ta_call *call, uint32_t number,
                     const ta_options *left, const ta_options *right);
} forms;

typedef struct walk {
    const forms *of;
    ludata *store;
    ta_store_column *column;
    uint64_t generation; /* of the store when the form was found */
    int peek;            /* compute no new form */
    int fresh;           /* some position had no form yet */
    uint64_t work, most; /* games and comparisons allowed in this walk, 0: any; count at its end */
} walk;

/* Mark the store busy. NULL, with a failure, when it is in use. */
static ta_status hold(walk *w, ta_call *call, void **store) {
    *store = ludata_hold(w->store);
    if (*store) return TA_OK;
    w->fresh = w->peek;
    return ta_fail(call, TA_EINVAL, "the %s is in use", w->of->type->box.noun);
}

/* Fails when the walk's work limit is reached. Called before each position. */
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
    void *store;
    (void)position;
    if (w->peek) {
        w->fresh = 1;
        return TA_ECANCELLED;
    }
    ta_status s = hold(w, call, &store);
    if (s) return s;
    s = in_turn(w, call, store);
    if (!s) s = w->of->put(w->column, call, number, left, right);
    ludata_release(w->store);
    return s;
}

/* Open the ruleset's column. A column from before a clear, or of another store, is dropped with its
** numbering. */
static ta_status open_column(lrules *r, walk *w, ta_call *call) {
    void *store;
    if (r->column &&
        (ta_store_column_stale(r->column) || r->column->store != ludata_object(w->store)))
        lruleset_forget(r);
    w->fresh = w->peek && !r->column;
    if (w->fresh) return TA_ECANCELLED;
    ta_status s = hold(w, call, &store);
    if (s) return s;
    if (!r->column) s = w->of->create(store, call, &r->column);
    ludata_release(w->store);
    w->column = r->column;
    return s;
}

static ta_status find(lrules *r, walk *w, ta_call *call, const ta_position *position,
                      uint32_t *form) {
    const uint32_t *numbers;
    size_t count;
    void *store;
    ta_status s = open_column(r, w, call);
    if (!s) s = ta_solver_walk(r->solver, call, position, visit, w, &numbers, &count);
    if (!s) s = hold(w, call, &store);
    if (s) return s;
    s = ta_store_column_get(w->column, call, numbers, count, form);
    w->generation = lstore_generation(store);
    ludata_release(w->store);
    return s;
}

/* ---- Values ---- */

static ta_status create_values(void *store, ta_call *call, ta_store_column **column) {
    return ta_value_column_create(store, call, column);
}

static ta_status put_value(ta_store_column *column, ta_call *call, uint32_t number,
                           const ta_options *left, const ta_options *right) {
    ta_value_list l = { left->part, left->end, left->count },
                  r = { right->part, right->end, right->count };
    if (!left->upper) return ta_value_column_put(column, call, number, &l, &r);
    return ta_value_column_put_ordinal(column, call, number, &l, &r, left->upper,
                                       left->upper_count);
}

static const forms values = { &lvalue_store, create_values, put_value };

/* ---- Misere forms ---- */

static ta_status create_miseres(void *store, ta_call *call, ta_store_column **column) {
    return ta_misere_column_create(store, call, column);
}

static ta_status put_misere(ta_store_column *column, ta_call *call, uint32_t number,
                            const ta_options *left, const ta_options *right) {
    (void)right;
    return ta_misere_column_put(column, call, number, left->part, left->end, left->count);
}

static const forms miseres = { &lmisere_store, create_miseres, put_misere };

/* ---- Methods ---- */

static int form_of(lcall *c, const forms *of, int first, uint64_t work, int peek) {
    lua_State *L = c->L;
    int64_t room[TA_COMPONENTS];
    ta_position p;
    lposition_check(c, 1, first, lua_gettop(L), room, &p);
    walk w = { of, lstore_push_box(L, of->type), .peek = peek, .work = work };
    lua_setiuservalue(L, 1, 2); /* the column borrows the store */
    uint32_t form = 0;
    lrules *r = lruleset_begin(c);
    ta_status s =
        of == &miseres && r->partizan
            ? ta_fail(&c->call, TA_EPARTIZAN, "misere canonical forms are those of impartial games")
            : find(r, &w, &c->call, &p, &form);
    if (!w.fresh) return lstore_result(c, s, of->type, w.generation, form);
    lcall_end(c);
    return 0;
}

/* canonical_form(...) */
int lruleset_canonical_form(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &lruleset_type, "canonical_form");
    return form_of(&c, &values, 2, 0, 0);
}

/* canonical_form_within(work, ...): ELIMIT when the store of values would need more games and
** comparisons. */
int lruleset_canonical_form_within(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &lruleset_type, "canonical_form");
    return form_of(&c, &values, 3, (uint64_t)larg_integer(&c, 2, "work", 1, TA_MAX), 0);
}

/* known_canonical_form(...): the value if the engine holds it, else nil. Explores at most one line
** of play below a position without a value. */
int lruleset_known_canonical_form(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &lruleset_type, "outcome");
    return form_of(&c, &values, 2, 0, 1);
}

/* misere_canonical_form(...): of an impartial ruleset in misere play. */
int lruleset_misere_canonical_form(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &lruleset_type, "misere_canonical_form");
    return form_of(&c, &miseres, 2, 0, 0);
}
