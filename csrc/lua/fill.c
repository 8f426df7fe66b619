/*
** fill.c - a box of a ruleset solved into a database.
*/
#include "arg.h"
#include "database.h"
#include "ruleset_int.h"
#include "engine/fill.h"

/* fill(database, what, from, to, order, bytes[, threads]): true; or nil, message, code, and the position that was being
** solved. */
int lruleset_fill(lua_State *L) {
    lcall c;
    int64_t from[TA_COMPONENTS], to[TA_COMPONENTS], numbers[TA_COMPONENTS], at[TA_COMPONENTS];
    size_t order[TA_COMPONENTS];
    lcall_method(&c, L, &lruleset_type, "fill");
    lbox *box = lbox_check(L, 2, &ldatabase_type, "fill");
    ta_filling f = { .what = (ta_question)larg_integer(&c, 3, "what", 0, TA_ASK_NIM_VALUE) };
    f.size = lruleset_corner(&c, 4, "from", from);
    if (lruleset_corner(&c, 5, "to", to) != f.size) larg_error(&c, 5, "to", "as many as in from");
    if (lruleset_corner(&c, 6, "order", numbers) != f.size)
        larg_error(&c, 6, "order", "as many as in from");
    ldatabase_solving x = { .bytes = (double)larg_integer(&c, 7, "bytes", 0, TA_MAX) };
    unsigned threads = (unsigned)larg_opt_integer(&c, 8, "threads", 1, TA_THREADS, 0);
    for (size_t i = 0; i < f.size; i++) {
        if (numbers[i] < 1 || numbers[i] > (int64_t)f.size)
            larg_error(&c, 6, "order", "numbers of components");
        order[i] = (size_t)numbers[i] - 1;
        at[i] = from[i];
    }
    lcall_also(&c, &box, 1);
    lrules *r = lruleset_begin(&c);
    if (threads) c.call.threads = threads;
    ldatabase *d = lbox_object(box);
    f.from = from;
    f.to = to;
    f.order = order;
    f.bits = ldatabase_bits(d);
    f.data = ldatabase_data(d);
    f.reached = ldatabase_reached;
    f.ctx = &x;
    uint64_t first;
    ta_status s = ldatabase_begin(&x, &c.call, d, &first);
    if (!s && ta_fill_places(f.size, from, to) != ldatabase_count(d)) s = TA_EINVAL;
    if (!s) s = ta_solver_fill(r->solver, &c.call, &f, first, at);
    if (s) {
        int results = lcall_fail(&c, s);
        ta_position p = { at, NULL, f.size };
        lposition_push(L, &p);
        return results + 1;
    }
    lcall_end(&c);
    lua_pushboolean(L, 1);
    return 1;
}
