/*
** list.c - lists from Lua: their shape, then their items.
**
** A table has the keys 1..n and no others if and only if it has n keys and none of 1..n is nil.
** Counting keys is cheap, so llist_count checks the first condition. Reading checks the second,
** since nil is no item.
*/
#include "list.h"

#include <stdio.h>
#include <string.h>

#include "arg.h"

/* Is the key on top one of 1..count, or the one further key allowed? */
static int fits(lua_State *L, const llist_kind *kind, size_t count) {
    ta_amount i;
    if (larg_is_integer(L, -1, &i)) return i >= 1 && (size_t)i <= count;
    return kind->key && lua_type(L, -1) == LUA_TSTRING &&
           strcmp(lua_tostring(L, -1), kind->key) == 0;
}

/* Raise with a key that does not fit, or with the list when one is missing. */
static void misshapen(lcall *c, int index, const char *name, const llist_kind *kind, size_t count) {
    lua_State *L = c->L;
    char expected[160];
    snprintf(expected, sizeof expected, "%s, without gaps or other keys", kind->expected);
    lua_pushnil(L);
    while (lua_next(L, index)) {
        lua_pop(L, 1);
        if (!fits(L, kind, count)) larg_error(c, lua_gettop(L), name, expected);
    }
    larg_error(c, index, name, expected);
}

static size_t count_keys(lua_State *L, int index) {
    size_t count = 0;
    for (lua_pushnil(L); lua_next(L, index); count++) lua_pop(L, 1);
    return count;
}

static int has(lua_State *L, int index, const char *key) {
    if (!key) return 0;
    lua_pushstring(L, key);
    int there = lua_rawget(L, index) != LUA_TNIL;
    lua_pop(L, 1);
    return there;
}

size_t llist_count(lcall *c, int index, const char *name, const llist_kind *kind) {
    lua_State *L = c->L;
    luaL_checkstack(L, 6, c->name);
    if (!lua_istable(L, index)) larg_error(c, index, name, kind->expected);
    size_t count = (size_t)lua_rawlen(L, index);
    if (count_keys(L, index) != count + (size_t)has(L, index, kind->key))
        misshapen(c, index, name, kind, count);
    if (kind->most && count > kind->most)
        lraise(L, "%s: %s: expected at most %d members, got %d", c->name, name, (int)kind->most,
               (int)(count < 1000000000 ? count : 1000000000));
    return count;
}

/* The i-th item, on top, which is not an integer in range: infinite, or an error. */
static ta_amount odd_item(lcall *c, const char *name, const llist_kind *kind, size_t i) {
    lua_State *L = c->L;
    if (kind->amounts && lua_type(L, -1) == LUA_TNUMBER && lua_tonumber(L, -1) >= 0x1p62)
        return TA_INF;
    char which[48], full[96];
    snprintf(which, sizeof which, kind->item ? kind->item : "member %lld", (long long)i + 1);
    snprintf(full, sizeof full, "%s: %s", name, which);
    int at = lua_gettop(L);
    if (kind->amounts) larg_error(c, at, full, "a positive integer or math.huge");
    return larg_integer(c, at, full, kind->lo, kind->hi);
}

ta_amount *llist_integers(lcall *c, int index, const char *name, const llist_kind *kind,
                          size_t *count) {
    lua_State *L = c->L;
    size_t n = *count = llist_count(c, index, name, kind);
    ta_amount lo = kind->amounts ? 1 : kind->lo, hi = kind->amounts ? TA_MAX : kind->hi;
    ta_amount *items = lua_newuserdatauv(L, (n + 1) * sizeof *items, 0);
    for (size_t i = 0; i < n; i++) {
        int ok = 0, type = lua_rawgeti(L, index, (lua_Integer)i + 1);
        if (type == LUA_TNIL) misshapen(c, index, name, kind, n);
        if (type == LUA_TNUMBER) items[i] = lua_tointegerx(L, -1, &ok);
        if (!ok || items[i] < lo || items[i] > hi) items[i] = odd_item(c, name, kind, i);
        lua_pop(L, 1);
    }
    return items;
}
