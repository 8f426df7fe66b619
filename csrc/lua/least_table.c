/*
** least_table.c - binding of tables of L: views of a game's table in the core, which
** outlive the game. User value 1 is the title.
*/
#include "least_table.h"

#include <limits.h>

#include "arg.h"
#include "modules.h"
#include "push.h"
#include "takeaway/two_pile.h"

static void release(void *object) {
    ta_least_table_release(object);
}

static const lbox_type type = {
    "takeaway.least_table",
    "least-move table",
    release,
    .closable = 1,
};

static int push_title(lua_State *L, const void *game) {
    lua_pushfstring(L, "L for f(k) = %s%s", ta_movefn_text(ta_two_pile_movefn(game)),
                    ta_two_pile_is_misere(game) ? ", misere" : "");
    return 1;
}

int lleast_table_give(lcall *c, ta_amount m) {
    lua_State *L = c->L;
    lua_settop(L, 2);
    lbox *view = lbox_push(L, &type, 1);
    ta_least_table *table;
    lcall_begin(c);
    double before = ta_two_pile_bytes(c->object);
    ta_status s = ta_two_pile_table(c->object, &c->call, m, &table);
    if (!s) lbox_own(view, table);
    if (!s) s = lcall_push(c, push_title, c->object, 0);
    double grown = ta_two_pile_bytes(c->object) - before;
    if (s) return lcall_fail(c, s);
    lcall_end(c);
    lua_setiuservalue(L, 3, 1);
    lua_settop(L, 3);
    /* The collector cannot see the core's memory: let it work as if it had. */
    if (grown > 1 << 20) lua_gc(L, LUA_GCSTEP, grown < 0x1p40 ? (int)(grown / 1024) : INT_MAX);
    return 1;
}

static int value(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "table");
    ta_amount p = 0, q = 0;
    int there = larg_is_integer(L, 2, &p) && larg_is_integer(L, 3, &q) && p >= 0 && q >= 0;
    lcall_begin_shared(&c);
    ta_amount last = ta_least_table_size(c.object);
    there = there && p <= last && q <= last;
    ta_amount least = there ? ta_least_table_value(c.object, p, q) : 0;
    lcall_end(&c);
    if (!there) { /* one of them raises */
        larg_integer(&c, 2, "p", 0, last);
        larg_integer(&c, 3, "q", 0, last);
    }
    lpush_amount(L, least);
    return 1;
}

static int size(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "size");
    lcall_begin_shared(&c);
    ta_amount last = ta_least_table_size(c.object);
    lcall_end(&c);
    lua_pushinteger(L, last);
    return 1;
}

static int checksum(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "checksum");
    uint64_t sum;
    lcall_begin_shared(&c);
    ta_status s = ta_least_table_checksum(c.object, &c.call, &sum);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushinteger(L, (lua_Integer)sum);
    return 1;
}

/* The values into a caller's buffer, row by row, if it holds them all: (self, buffer, capacity) -> how
** many. */
static int integers(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "integers");
    ta_amount *buffer = lua_touserdata(L, 2), capacity = luaL_checkinteger(L, 3);
    lcall_begin_shared(&c);
    ta_amount size = ta_least_table_size(c.object) + 1;
    for (ta_amount p = 0; size <= capacity / size && p < size; p++)
        for (ta_amount q = 0; q < size; q++) *buffer++ = ta_least_table_value(c.object, p, q);
    lcall_end(&c);
    lua_pushinteger(L, size * size);
    return 1;
}

static int title(lua_State *L) {
    lbox_check(L, 1, &type, "title");
    lua_getiuservalue(L, 1, 1);
    return 1;
}

static const luaL_Reg methods[] = {
    { "size", size },
    { "checksum", checksum },
    { "title", title },
    { NULL, NULL },
};

static const luaL_Reg meta[] = {
    { "__call", value },
    { "__integers", integers },
    { NULL, NULL },
};

void lleast_table_open(lua_State *L) {
    lbox_register(L, &type, methods, meta);
}
