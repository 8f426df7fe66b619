/*
** sandbox_message.c - values to bytes and back; the header describes the format.
*/
#include "sandbox_message.h"

#include <stdint.h>
#include <string.h>

#include "base/mem.h"

/* Approximate bytes that Lua allocates for them. */
enum { SCALAR_COST = 16, STRING_COST = 40, TABLE_COST = 64, ENTRY_COST = 40 };
enum { KEPT = 1 << 16 };

void lmessage_clear(lmessage *m) {
    ta_free(m->allocator, m->bytes, m->cap, 1);
    m->bytes = NULL;
    m->size = m->cap = 0;
    m->cost = 0;
}

void lmessage_restart(lmessage *m) {
    if (m->cap > KEPT) lmessage_clear(m);
    m->size = 0;
    m->cost = 0;
}

static int put(lmessage *m, const void *bytes, size_t size, double cost) {
    m->cost += cost;
    if (m->cost > m->most || m->size + size < size) return 0;
    if (m->size + size > m->cap) {
        void *block = m->bytes;
        if (ta_reserve(m->allocator, &block, &m->cap, m->size + size, 1)) return 0;
        m->bytes = block;
    }
    memcpy(m->bytes + m->size, bytes, size);
    m->size += size;
    return 1;
}

int lmessage_byte(lmessage *m, char byte) {
    return put(m, &byte, 1, SCALAR_COST);
}

int lmessage_bytes(lmessage *m, const char *bytes, size_t size) {
    uint32_t length = (uint32_t)size;
    if (size > UINT32_MAX || !put(m, "s", 1, STRING_COST + (double)size)) return 0;
    return put(m, &length, sizeof length, 0) && (size == 0 || put(m, bytes, size, 0));
}

int lmessage_scalar(lmessage *m, lua_State *L, int index, int functions) {
    char number[9];
    size_t length;
    switch (lua_type(L, index)) {
    case LUA_TBOOLEAN: return lmessage_byte(m, lua_toboolean(L, index) ? 't' : 'f');
    case LUA_TNUMBER:
        if (lua_isinteger(L, index)) {
            int64_t value = lua_tointeger(L, index);
            number[0] = 'i';
            memcpy(number + 1, &value, sizeof value);
        } else {
            double value = lua_tonumber(L, index);
            number[0] = 'd';
            memcpy(number + 1, &value, sizeof value);
        }
        return put(m, number, sizeof number, SCALAR_COST);
    case LUA_TSTRING: {
        const char *text = lua_tolstring(L, index, &length);
        return lmessage_bytes(m, text, length);
    }
    case LUA_TFUNCTION: return lmessage_byte(m, functions ? 'F' : 'n');
    default: return lmessage_byte(m, 'n');
    }
}

static int is_key(lua_State *S, int index) {
    int type = lua_type(S, index);
    return type == LUA_TBOOLEAN || type == LUA_TNUMBER || type == LUA_TSTRING;
}

int lmessage_value(lmessage *m, lua_State *S, int index, int depth, void (*step)(lua_State *S)) {
    if (lua_type(S, index) != LUA_TTABLE || depth == 0) return lmessage_scalar(m, S, index, 0);
    if (!put(m, "T", 1, TABLE_COST)) return 0;
    lua_pushnil(S);
    while (lua_next(S, index)) {
        int key = lua_gettop(S) - 1;
        step(S);
        if (is_key(S, key) &&
            (!lmessage_scalar(m, S, key, 0) || !lmessage_value(m, S, key + 1, depth - 1, step)))
            return 0;
        m->cost += ENTRY_COST;
        lua_settop(S, key);
    }
    return put(m, "E", 1, 0);
}

/* ---- Reading ---- */

lreading lreading_of(const char *bytes, size_t size, double most) {
    lreading r = { bytes, bytes + size, 0, most, NULL };
    return r;
}

static int pay(lreading *r, double cost) {
    r->cost += cost;
    return r->cost <= r->most;
}

int lreading_take(lreading *r, char byte) {
    if (r->at == r->end || *r->at != byte) return 0;
    r->at++;
    return 1;
}

static int eight(lreading *r, void *to) {
    if (r->end - r->at < 8) return 0;
    memcpy(to, r->at, 8);
    r->at += 8;
    return 1;
}

int lreading_string(lreading *r, const char **bytes, size_t *size) {
    uint32_t length;
    if (!lreading_take(r, 's') || r->end - r->at < (ptrdiff_t)sizeof length) return 0;
    memcpy(&length, r->at, sizeof length);
    r->at += sizeof length;
    if ((size_t)(r->end - r->at) < length || !pay(r, STRING_COST + (double)length)) return 0;
    *bytes = r->at;
    *size = length;
    r->at += length;
    return 1;
}

/* Read entries up to the end of the table on top. 0 after popping the table. */
static int entries(lreading *r, lua_State *L, int depth) {
    int table = lua_gettop(L);
    while (!lreading_take(r, 'E')) {
        int good = pay(r, ENTRY_COST) && lreading_value(r, L, 0);
        int type = good ? lua_type(L, -1) : LUA_TNIL;
        good = good && (type == LUA_TBOOLEAN || type == LUA_TNUMBER || type == LUA_TSTRING) &&
               !(type == LUA_TNUMBER && lua_tonumber(L, -1) != lua_tonumber(L, -1)) &&
               lreading_value(r, L, depth);
        if (!good) {
            lua_settop(L, table - 1);
            return 0;
        }
        lua_rawset(L, table);
    }
    return 1;
}

int lreading_value(lreading *r, lua_State *L, int depth) {
    const char *bytes;
    size_t size;
    int64_t integer;
    double number;
    if (r->at == r->end) return 0;
    luaL_checkstack(L, 8, "sandbox");
    if (*r->at == 's') {
        if (!lreading_string(r, &bytes, &size)) return 0;
        lua_pushlstring(L, bytes, size);
        return 1;
    }
    char kind = *r->at++;
    if (!pay(r, kind == 'T' ? TABLE_COST : SCALAR_COST)) return 0;
    switch (kind) {
    case 'n': lua_pushnil(L); return 1;
    case 't':
    case 'f': lua_pushboolean(L, kind == 't'); return 1;
    case 'i':
        if (!eight(r, &integer)) return 0;
        lua_pushinteger(L, integer);
        return 1;
    case 'd':
        if (!eight(r, &number)) return 0;
        lua_pushnumber(L, number);
        return 1;
    case 'F':
        if (r->function) lua_pushcfunction(L, r->function);
        return r->function != NULL;
    case 'T':
        if (depth <= 0) return 0;
        lua_newtable(L);
        return entries(r, L, depth - 1);
    default: return 0;
    }
}
