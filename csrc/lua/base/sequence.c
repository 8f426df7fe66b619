/*
** sequence.c - sequences of values as userdata. The values follow the head in one block that Lua
** owns, so there is nothing to free or close. A sequence with a period holds the repeating part
** once.
*/
#include "sequence.h"

#include "arg.h"
#include "modules.h"
#include "push.h"

#define NAME "takeaway.sequence"

typedef struct sequence {
    const char *noun;
    size_t count, held;
    size_t period; /* of the values after those held; 0 when all are held */
    ta_amount saltus;
    int width;
    void *data;
} sequence;

typedef struct shape {
    const char *noun;
    size_t count;
    int width;
    void **data;
} shape;

static int push_empty(lua_State *L, const void *results) {
    const shape *x = results;
    sequence *s = lua_newuserdatauv(L, sizeof *s + x->count * (size_t)x->width, 0);
    s->noun = x->noun;
    s->count = s->held = x->count;
    s->period = 0;
    s->saltus = 0;
    s->width = x->width;
    *x->data = s->data = s + 1;
    luaL_setmetatable(L, NAME);
    return 1;
}

ta_status lsequence_push(lcall *c, const char *noun, size_t count, int width, void **data) {
    shape x = { noun, count, width, data };
    return lcall_push(c, push_empty, &x, 0);
}

void lsequence_repeat(lua_State *L, size_t count, size_t period, ta_amount saltus) {
    sequence *s = luaL_checkudata(L, -1, NAME);
    s->count = count;
    s->period = period;
    s->saltus = saltus;
}

static sequence *check(lcall *c, lua_State *L, const char *name) {
    sequence *s = luaL_testudata(L, 1, NAME);
    lcall_function(c, L, name);
    if (!s)
        lraise(L, "%s: expected a sequence (called with . instead of : ?), got %s", name,
               luaL_typename(L, 1));
    return s;
}

static ta_amount held(const sequence *s, size_t i) {
    switch (s->width) {
    case 1: return ((const uint8_t *)s->data)[i];
    case 2: return ((const uint16_t *)s->data)[i];
    case 4: return ((const uint32_t *)s->data)[i];
    default: return ((const ta_amount *)s->data)[i];
    }
}

static ta_amount at(const sequence *s, size_t i) {
    if (i < s->held) return held(s, i);
    size_t past = i - s->held;
    return held(s, s->held - s->period + past % s->period) +
           (ta_amount)(past / s->period + 1) * s->saltus;
}

static int call(lua_State *L) {
    lcall c;
    sequence *s = check(&c, L, "sequence");
    ta_amount n = larg_integer(&c, 2, "n", 0, (ta_amount)s->count - 1);
    lpush_amount(L, at(s, (size_t)n));
    return 1;
}

/* s[n] is s(n); other keys are methods, in the upvalue. */
static int index(lua_State *L) {
    if (lua_type(L, 2) == LUA_TNUMBER) return call(L);
    lua_settop(L, 2);
    lua_rawget(L, lua_upvalueindex(1));
    return 1;
}

static int new_index(lua_State *L) {
    return lraise(L, "sequence: values are not changed");
}

static int size(lua_State *L) {
    lcall c;
    lua_pushinteger(L, (lua_Integer)check(&c, L, "size")->count);
    return 1;
}

static int list(lua_State *L) {
    lcall c;
    sequence *s = check(&c, L, "list");
    ta_amount last = (ta_amount)s->count - 1;
    ta_amount from = larg_opt_integer(&c, 2, "from", 0, last, 0);
    ta_amount to = larg_opt_integer(&c, 3, "to", from > 0 ? from - 1 : 0, last, last);
    ta_amount count = to - from + 1;
    if (count > 100000000) return lraise(L, "list: to: at most 10^8 values make a list");
    lpush_list(L, (int)count);
    for (ta_amount i = 0; i < count; i++) {
        lpush_amount(L, at(s, (size_t)(from + i)));
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/* for n, v in s:iter(): the invariant is the sequence, the control n. */
static int step(lua_State *L) {
    lcall c;
    sequence *s = check(&c, L, "iter");
    lua_Integer n = lua_tointeger(L, 2) + 1;
    if (n < 0 || (size_t)n >= s->count) return 0;
    lua_pushinteger(L, n);
    lpush_amount(L, at(s, (size_t)n));
    return 2;
}

static int iter(lua_State *L) {
    lcall c;
    check(&c, L, "iter");
    lua_pushcfunction(L, step);
    lua_pushvalue(L, 1);
    lua_pushinteger(L, -1);
    return 3;
}

/* h = (h * 1000003 + value) mod 1000000007, from h = 0, with 0 for infinity. */
static int checksum(lua_State *L) {
    lcall c;
    sequence *s = check(&c, L, "checksum");
    uint64_t h = 0;
    ta_amount more = 0;
    for (size_t i = 0, k = 0; i < s->count; i++, k++) {
        if (k == s->held) k -= s->period, more += s->saltus;
        ta_amount v = held(s, k);
        if (v != TA_INF) v += more;
        h = (h * 1000003 + (v == TA_INF ? 0 : (uint64_t)v % 1000000007)) % 1000000007;
    }
    lua_pushinteger(L, (lua_Integer)h);
    return 1;
}

/* "nim values 0..20: 0 1 2 3 1 4 ...", as many as fit on a line. */
static int to_string(lua_State *L) {
    lcall c;
    sequence *s = check(&c, L, "tostring");
    size_t i = 0;
    lua_pushfstring(L, "%s 0..%I:", s->noun, (LUAI_UACINT)(s->count - 1));
    for (; i < s->count && lua_rawlen(L, -1) < 72; i++) {
        ta_amount v = at(s, i);
        if (v == TA_INF) lua_pushfstring(L, "%s inf", lua_tostring(L, -1));
        else lua_pushfstring(L, "%s %I", lua_tostring(L, -1), (LUAI_UACINT)v);
        lua_remove(L, -2);
    }
    if (i < s->count) lua_pushfstring(L, "%s ...", lua_tostring(L, -1));
    return 1;
}

/* (self, buffer, capacity): copy the values into a caller's buffer, if it holds them all. Returns
** their number. */
static int integers(lua_State *L) {
    sequence *s = luaL_checkudata(L, 1, NAME);
    ta_amount *buffer = lua_touserdata(L, 2);
    size_t count = s->count <= (size_t)luaL_checkinteger(L, 3) ? s->count : 0;
    for (size_t i = 0; i < count; i++) buffer[i] = at(s, i);
    lua_pushinteger(L, (lua_Integer)s->count);
    return 1;
}

static const luaL_Reg methods[] = {
    { "size", size }, { "list", list }, { "iter", iter }, { "checksum", checksum }, { NULL, NULL },
};

static const luaL_Reg meta[] = {
    { "__call", call },          { "__newindex", new_index }, { "__len", size },
    { "__tostring", to_string }, { "__integers", integers },  { NULL, NULL },
};

void lsequence_open(lua_State *L) {
    luaL_newmetatable(L, NAME);
    luaL_setfuncs(L, meta, 0);
    luaL_newlib(L, methods);
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, "methods");
    lua_pushcclosure(L, index, 1);
    lua_setfield(L, -2, "__index");
    lua_pushliteral(L, NAME);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);
}
