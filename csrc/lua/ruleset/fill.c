/*
** fill.c - solves a box of a ruleset into a database.
*/
#include "lua/base/arg.h"
#include "lua/database/database.h"
#include "ruleset_int.h"
#include "engine/fill.h"

/* fill(database, what, from, to, order, bytes[, threads, known, ends]): true; or nil, message,
** code, the position being solved, and the nim value that needs more bits, or 0. `known` is a list
** of databases of boxes with the same first corner and order; `ends` lists their last corners. */
int lruleset_fill(lua_State *L) {
    lcall c;
    int64_t from[TA_COMPONENTS], to[TA_COMPONENTS], numbers[TA_COMPONENTS], at[TA_COMPONENTS];
    size_t order[TA_COMPONENTS];
    lcall_method(&c, L, &lruleset_type, "fill");
    int64_t ends[LDATABASE_KNOWN][TA_COMPONENTS];
    ta_filled known[LDATABASE_KNOWN];
    lua_settop(L, 9);
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
    ldatabase_read(&x, &c, 2, 8);
    for (size_t i = 0; i < x.knowns; i++) {
        if (lua_rawgeti(L, 9, (lua_Integer)i + 1) != LUA_TTABLE ||
            lruleset_corner(&c, 10, "ends", ends[i]) != f.size)
            larg_error(&c, 9, "ends", "as many as in from");
        lua_pop(L, 1);
    }
    lrules *r = lruleset_begin(&c);
    if (threads) c.call.threads = threads;
    uint64_t first;
    ta_status s = ldatabase_begin(&x, &c.call, &first);
    for (size_t i = 0; !s && i < x.knowns; i++) {
        known[i] = (ta_filled){ ldatabase_data(x.known[i]), ldatabase_bits(x.known[i]), ends[i],
                                x.there[i] };
        if (ta_fill_places(f.size, from, ends[i]) != ldatabase_count(x.known[i])) s = TA_EINVAL;
    }
    f.known = known;
    f.knowns = x.knowns;
    f.refused = &x.refused;
    f.from = from;
    f.to = to;
    f.order = order;
    f.bits = ldatabase_bits(x.d);
    f.data = ldatabase_data(x.d);
    f.reached = ldatabase_reached;
    f.ctx = &x;
    if (!s && ta_fill_places(f.size, from, to) != ldatabase_count(x.d)) s = TA_EINVAL;
    if (!s) s = ta_solver_fill(r->solver, &c.call, &f, first, at);
    if (s) {
        int results = lcall_fail(&c, s);
        ta_position p = { at, NULL, f.size };
        lposition_push(L, &p);
        lua_pushinteger(L, (lua_Integer)x.refused);
        return results + 2;
    }
    lcall_end(&c);
    lua_pushboolean(L, 1);
    return 1;
}
