/*
** database_values.c - many answers of a database at once: a stretch of them as a sequence, and how
** often and where each value is among them.
*/
#include "arg.h"
#include "database.h"
#include "modules.h"
#include "push.h"
#include "sequence.h"
#include "base/mem.h"
#include "base/poll.h"

/* The places in arguments 2 and 3. */
static void read_stretch(lcall *c, uint64_t *from, uint64_t *to) {
    *from = (uint64_t)larg_integer(c, 2, "from", 0, (ta_amount)1 << 48);
    *to = (uint64_t)larg_integer(c, 3, "to", (ta_amount)*from, (ta_amount)1 << 48);
}

/* database_values(database, from, to): the answers at these places as a sequence from 0 on; or nil,
** message, code. */
static int values(lua_State *L) {
    lcall c;
    uint64_t from, to;
    uint32_t v;
    void *data;
    lcall_method(&c, L, &ldatabase_type, "database_values");
    read_stretch(&c, &from, &to);
    lcall_begin(&c);
    ldatabase *d = c.object;
    int width = ldatabase_bits(d) > 8 ? 2 : 1;
    double need = ((double)(to - from) + 1) * width, have = ta_memory_available();
    ta_status s = need > have ? ta_fail_memory(&c.call, "the sequence", need, have) : TA_OK;
    if (!s) s = ldatabase_answer(d, &c.call, to, &v);
    if (!s) s = lsequence_push(&c, "nim values", (size_t)(to - from) + 1, width, &data);
    for (uint64_t i = 0; !s && i <= to - from; i++) {
        s = ldatabase_answer(d, &c.call, from + i, &v);
        if (width == 1) ((uint8_t *)data)[i] = (uint8_t)v;
        else ((uint16_t *)data)[i] = (uint16_t)v;
        if (!s && i % 4096 == 0) s = ta_poll(&c.call, 256, (double)i, (double)(to - from));
    }
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    return 1;
}

typedef struct tally {
    uint64_t count, first, last;
} tally;

/* database_tally(database, from, to): a list of {value =, count =, first =, last =}, by value, of
** those at these places; or nil, message, code. */
static int make_tally(lua_State *L) {
    lcall c;
    uint64_t from, to;
    uint32_t v = 0;
    void *block;
    lcall_method(&c, L, &ldatabase_type, "database_tally");
    read_stretch(&c, &from, &to);
    lcall_begin(&c);
    ldatabase *d = c.object;
    uint32_t size = (uint32_t)1 << ldatabase_bits(d);
    ta_status s = lcall_block(&c, size * sizeof(tally), &block);
    tally *seen = block;
    for (uint32_t i = 0; !s && i < size; i++) seen[i] = (tally){ 0, 0, 0 };
    for (uint64_t n = from; !s && n <= to; n++) {
        s = ldatabase_answer(d, &c.call, n, &v);
        if (s) break;
        if (seen[v].count++ == 0) seen[v].first = n;
        seen[v].last = n;
        if (n % 4096 == 0) s = ta_poll(&c.call, 256, (double)(n - from), (double)(to - from));
    }
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_list(L, 0);
    for (uint32_t i = 0, k = 0; i < size; i++) {
        if (!seen[i].count) continue;
        lpush_record(L, 4);
        lpush_field(L, "value", (ta_amount)i);
        lpush_field(L, "count", (ta_amount)seen[i].count);
        lpush_field(L, "first", (ta_amount)seen[i].first);
        lpush_field(L, "last", (ta_amount)seen[i].last);
        lua_rawseti(L, -2, ++k);
    }
    return 1;
}

void ldatabase_values_open(lua_State *L) {
    static const luaL_Reg functions[] = {
        { "database_values", values },
        { "database_tally", make_tally },
        { NULL, NULL },
    };
    luaL_setfuncs(L, functions, 0);
}
