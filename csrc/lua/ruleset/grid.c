/*
** grid.c - one query for all positions in a box: solved in one call, with the answers in one block
** of memory that Lua owns, 1, 2 or 4 bytes each.
**
** The result is a function of the index, from 0 on, the last component fastest. Its upvalue is the
** block. It does not depend on the ruleset; the front (lua/takeaway/engine/table/grid.lua) maps positions
** to indices.
*/
#include <string.h>

#include "lua/base/arg.h"
#include "lua/base/list.h"
#include "lua/base/push.h"
#include "ruleset_int.h"

typedef struct cells {
    size_t count;
    uint8_t width;
    uint8_t question;
    _Alignas(uint32_t) unsigned char at[];
} cells;

/* The names of calls in messages about failures, by question. */
static const char *const names[] = { "outcome", "misere_outcome", "nim_value", "remoteness",
                                     "misere_remoteness" };

/* ---- Solving ---- */

size_t lruleset_corner(lcall *c, int index, const char *name, int64_t at[TA_COMPONENTS]) {
    static const llist_kind kind = { "a list of integers", NULL, INT64_MIN, INT64_MAX, 0,
                                     TA_COMPONENTS,        NULL };
    size_t size = llist_count(c, index, name, &kind);
    for (size_t i = 0; i < size; i++) {
        lua_rawgeti(c->L, index, (lua_Integer)i + 1);
        if (!larg_is_integer(c->L, -1, &at[i])) larg_error(c, index, name, kind.expected);
        lua_pop(c->L, 1);
    }
    return size;
}

/* Push a block with the answers of a solved box. */
static ta_status read(lcall *c, const ta_solver *s, ta_question what, ta_player player, size_t size,
                      const int64_t *from, const int64_t *to) {
    size_t count = 1, width = ta_solver_box_width(s, what);
    void *block;
    for (size_t i = 0; i < size; i++) count *= (size_t)(to[i] - from[i]) + 1;
    ta_status st = lcall_block(c, sizeof(cells) + count * width, &block);
    if (st) return st;
    cells *found = block;
    found->count = count;
    found->width = (uint8_t)width;
    found->question = (uint8_t)what;
    return ta_solver_box_cells(s, &c->call, what, player, size, from, to, width, found->at);
}

/* ---- The answers ---- */

static uint32_t number(const cells *x, size_t n) {
    return x->width == 1   ? x->at[n]
           : x->width == 2 ? ((const uint16_t *)(const void *)x->at)[n]
                           : ((const uint32_t *)(const void *)x->at)[n];
}

static int is_number(const cells *x, uint32_t v) {
    return v < UINT32_MAX >> (32 - 8 * x->width);
}

/* The answer at an index; nil for a nim value inf(...), or outside the box. */
static int value(lua_State *L) {
    const cells *x = lua_touserdata(L, lua_upvalueindex(1));
    int integer;
    lua_Integer n = lua_tointegerx(L, 1, &integer);
    if (!integer || n < 0 || (size_t)n >= x->count) {
        lua_pushnil(L);
        return 1;
    }
    uint32_t v = number(x, (size_t)n);
    if (x->question <= TA_ASK_MISERE_OUTCOME)
        lpush_outcome(L, ta_outcome_of((ta_result)(v / 3), (ta_result)(v % 3)));
    else if (is_number(x, v)) lua_pushinteger(L, v);
    else if (x->question == TA_ASK_NIM_VALUE) lua_pushnil(L);
    else lpush_amount(L, TA_INF);
    return 1;
}

static int all_numbers(const cells *x) {
    if (x->width == 1) return !memchr(x->at, UINT8_MAX, x->count);
    for (size_t n = 0; n < x->count; n++)
        if (!is_number(x, number(x, n))) return 0;
    return 1;
}

/* ---- Lua ---- */

/* grid(what, player, from, to[, threads]): 0..4, 0..1, two lists. Returns the answers, as a
** function of the index, and whether all are numbers; or nil, message, code, and the position being
** solved, a list. */
int lruleset_grid(lua_State *L) {
    lcall c;
    int64_t from[TA_COMPONENTS], to[TA_COMPONENTS], at[TA_COMPONENTS];
    lcall_method(&c, L, &lruleset_type, "grid");
    ta_question what = (ta_question)larg_integer(&c, 2, "what", 0, 4);
    ta_player player = (ta_player)larg_integer(&c, 3, "player", 0, 1);
    c.name = names[what];
    size_t size = lruleset_corner(&c, 4, "from", from);
    if (lruleset_corner(&c, 5, "to", to) != size) larg_error(&c, 5, "to", "as many as in from");
    unsigned threads = (unsigned)larg_opt_integer(&c, 6, "threads", 1, TA_THREADS, 0);
    lrules *r = lruleset_begin(&c);
    if (threads) c.call.threads = threads;
    for (size_t i = 0; i < size; i++) at[i] = from[i];
    ta_status s = ta_solver_box(r->solver, &c.call, what, size, from, to, at);
    if (!s) s = read(&c, r->solver, what, player, size, from, to);
    if (s) {
        int failed = lcall_fail(&c, s);
        ta_position p = { at, NULL, size };
        lposition_push(L, &p);
        return failed + 1;
    }
    lcall_end(&c);
    int numbers = all_numbers(lua_touserdata(L, -1));
    lua_pushcclosure(L, value, 1);
    lua_pushboolean(L, numbers);
    return 2;
}
