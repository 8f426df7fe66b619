/*
** least_table.c - tables of L for Lua: views of a game's table in the core, which outlive the game.
** User value 1 is the title.
*/
#include "least_table.h"

#include <limits.h>

#include "lua/base/arg.h"
#include "lua/base/modules.h"
#include "lua/base/push.h"
#include "takeaway/two_pile.h"

static void release(void *object) {
    ta_least_table_release(object);
}

const ludata_type lleast_table_type = {
    "takeaway.least_table",
    "least-move table",
    release,
    .closable = 1,
};

/* ---- Making ---- */

static int push_title(lua_State *L, const void *game) {
    lua_pushfstring(L, "L for f(k) = %s%s", ta_movefn_text(ta_two_pile_movefn(game)),
                    ta_two_pile_is_misere(game) ? ", misere" : "");
    return 1;
}

ta_status lleast_table_make(void *game, ta_call *call, const lgiven *a, lanswer *r) {
    lcall *c = call->host;
    double before = ta_two_pile_bytes(game);
    ta_least_table *table = NULL;
    ta_status s = ta_two_pile_table(game, call, a[0].n, &table);
    r->made = table;
    if (!s) s = lcall_push(c, push_title, game, 0);
    if (!s) lua_setiuservalue(c->L, r->index, 1);
    *(double *)r->record = ta_two_pile_bytes(game) - before;
    return s;
}

/* The collector cannot see the core's memory: step it as if Lua had allocated that much. */
int lleast_table_given(lua_State *L, const lanswer *r) {
    double grown = *(const double *)r->record;
    if (grown > 1 << 20) lua_gc(L, LUA_GCSTEP, grown < 0x1p40 ? (int)(grown / 1024) : INT_MAX);
    return 1;
}

/* ---- Queries ---- */

/* Both indices are within the table. */
static void bound_index(const void *table, const lgiven *a, ta_amount *lo, ta_amount *hi) {
    (void)a, (void)lo;
    *hi = ta_least_table_size(table);
}

LPLAIN(value, r->amount = ta_least_table_value(object, a[0].n, a[1].n))
LPLAIN(size, r->amount = ta_least_table_size(object))
LKERNEL(checksum, ta_least_table_checksum(object, call, &r->sum))

/* (self, buffer, capacity): write the values row by row into a caller's buffer, if it holds them
** all. Returns their number. */
static int integers(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &lleast_table_type, "integers");
    ta_amount *buffer = lua_touserdata(L, 2), capacity = luaL_checkinteger(L, 3);
    lcall_begin_shared(&c);
    ta_amount size = ta_least_table_size(c.object) + 1;
    for (ta_amount p = 0; size <= capacity / size && p < size; p++)
        for (ta_amount q = 0; q < size; q++) *buffer++ = ta_least_table_value(c.object, p, q);
    lcall_end(&c);
    lua_pushinteger(L, size * size);
    return 1;
}

static const lmethod methods[] = {
    { "size", .gives = LR_INTEGER, .kernel = size, .direct = 1 },
    { "checksum", .gives = LR_SUM, .kernel = checksum, .shared = 1 },
    { "title", .gives = LR_KEPT },
    { "__call", { LBOUND("p", bound_index), LBOUND("q", bound_index) }, LR_AMOUNT, .kernel = value,
      .call = "table", .direct = 1 },
    { "__integers", .hand = integers },
    { .name = NULL },
};

void lleast_table_open(lua_State *L) {
    lmethod_register(L, &lleast_table_type, methods);
}
