/*
** least_table.c - binding of tables of L: views of a game's table in the core, which
** outlive the game. User value 1 is the title.
*/
#include <limits.h>

#include "arg.h"
#include "call.h"
#include "two_pile.h"
#include "takeaway/two_pile.h"

static void release_table(void *object) {
    ta_least_table_release(object);
}

static const lbox_type table_type = { "takeaway.least_table", "least-move table", release_table,
                                      1 };

int lleast_table_of_game(lua_State *L) {
    lbox *box = lbox_check(L, 1, &ltwo_pile_type, "table");
    ta_amount m = larg_integer(L, 2, "table", "m", 0, TA_MAX);
    lua_settop(L, 2);
    lbox *view = lbox_push(L, &table_type, 1);
    lbox_check(L, 1, &ltwo_pile_type, "table"); /* no finalizer has closed it meanwhile */
    lua_pushfstring(L, "L for f(k) = %s%s", ta_movefn_text(ta_two_pile_movefn(box->object)),
                    ta_two_pile_is_misere(box->object) ? ", misere" : "");
    lua_setiuservalue(L, -2, 1);
    lcall c;
    lcall_begin_game(&c, L, box, 1, "table");
    ta_two_pile *game = box->object;
    double before = ta_two_pile_bytes(game);
    ta_status s = ta_two_pile_table(game, &c.call, m, (ta_least_table **)&view->object);
    double grown = ta_two_pile_bytes(game) - before;
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_settop(L, 3);
    /* The collector cannot see the core's memory: let it work as if it had. */
    if (grown > 1 << 20) lua_gc(L, LUA_GCSTEP, grown < 0x1p40 ? (int)(grown / 1024) : INT_MAX);
    return 1;
}

static int table_value(lua_State *L) {
    lbox *box = lbox_check(L, 1, &table_type, "table");
    ta_amount size = ta_least_table_size(box->object);
    ta_amount p = larg_integer(L, 2, "table", "p", 0, size);
    ta_amount q = larg_integer(L, 3, "table", "q", 0, size);
    lpush_amount(L, ta_least_table_value(box->object, p, q));
    return 1;
}

static int table_size(lua_State *L) {
    lbox *box = lbox_check(L, 1, &table_type, "size");
    lua_pushinteger(L, ta_least_table_size(box->object));
    return 1;
}

static int table_checksum(lua_State *L) {
    lbox *box = lbox_check(L, 1, &table_type, "checksum");
    uint64_t sum;
    lcall c;
    lcall_begin(&c, L, box, "checksum");
    ta_status s = ta_least_table_checksum(box->object, &c.call, &sum);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushinteger(L, (lua_Integer)sum);
    return 1;
}

static int table_title(lua_State *L) {
    lbox_check(L, 1, &table_type, "title");
    lua_getiuservalue(L, 1, 1);
    return 1;
}

static const luaL_Reg table_methods[] = {
    { "size", table_size },
    { "checksum", table_checksum },
    { "title", table_title },
    { NULL, NULL },
};

static const luaL_Reg table_meta[] = {
    { "__call", table_value },
    { NULL, NULL },
};

void lleast_table_open(lua_State *L) {
    lbox_register(L, &table_type, table_methods, table_meta);
}
