/*
** list.c - lists from Lua: their shape, then their items.
*/
#include "list.h"

#include <stdio.h>
#include <string.h>

#include "arg.h"

/* Is the key on top one of 1..count, or the one other that is allowed? */
static int fits(lua_State *L, const llist_kind *kind, size_t count) {
    ta_amount i;
    if (larg_is_integer(L, -1, &i)) return i >= 1 && (size_t)i <= count;
    return kind->key && lua_type(L, -1) == LUA_TSTRING &&
           strcmp(lua_tostring(L, -1), kind->key) == 0;
}

static void misshapen(lcall *c, int index, const char *name, const llist_kind *kind) {
    char expected[160];
    snprintf(expected, sizeof expected, "%s without gaps or other keys", kind->expected);
    larg_error(c, index, name, expected);
}

size_t llist_count(lcall *c, int index, const char *name, const llist_kind *kind) {
    lua_State *L = c->L;
    luaL_checkstack(L, 6, c->name);
    if (!lua_istable(L, index)) larg_error(c, index, name, kind->expected);
    size_t count = (size_t)lua_rawlen(L, index), found = 0;
    lua_pushnil(L);
    while (lua_next(L, index)) {
        lua_pop(L, 1);
        if (!fits(L, kind, count)) misshapen(c, lua_gettop(L), name, kind);
        found += lua_type(L, -1) == LUA_TNUMBER;
    }
    if (found != count) misshapen(c, index, name, kind);
    if (kind->most && count > kind->most)
        lraise(L, "%s: %s: expected at most %d members, got %d", c->name, name, (int)kind->most,
               (int)(count < 1000000000 ? count : 1000000000));
    return count;
}

/* The item on top, the i-th. */
static ta_amount item(lcall *c, const char *name, const llist_kind *kind, size_t i) {
    ta_amount value;
    lua_State *L = c->L;
    if (kind->amounts && lua_type(L, -1) == LUA_TNUMBER && lua_tonumber(L, -1) >= 0x1p62)
        return TA_INF;
    ta_amount lo = kind->amounts ? 1 : kind->lo, hi = kind->amounts ? TA_INF : kind->hi;
    if (larg_is_integer(L, -1, &value) && lo <= value && value <= hi) return value;
    char which[48], full[96];
    snprintf(which, sizeof which, kind->item ? kind->item : "member %lld", (long long)i + 1);
    snprintf(full, sizeof full, "%s: %s", name, which);
    int at = lua_gettop(L);
    if (kind->amounts) larg_error(c, at, full, "a positive integer or math.huge");
    return larg_integer(c, at, full, lo, hi);
}

ta_amount *llist_integers(lcall *c, int index, const char *name, const llist_kind *kind,
                          size_t *count) {
    lua_State *L = c->L;
    *count = llist_count(c, index, name, kind);
    ta_amount *items = lua_newuserdatauv(L, (*count + 1) * sizeof *items, 0);
    for (size_t i = 0; i < *count; i++) {
        lua_rawgeti(L, index, (lua_Integer)i + 1);
        items[i] = item(c, name, kind, i);
        lua_pop(L, 1);
    }
    return items;
}
