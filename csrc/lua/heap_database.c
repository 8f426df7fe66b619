/*
** heap_database.c - the nim values of a heap game in a database: computed into it, and asked from
** it.
*/
#include <stdio.h>

#include "arg.h"
#include "database.h"
#include "heap.h"
#include "modules.h"
#include "base/poll.h"
#include "heap/stored.h"

/* The database in argument 2, in use during the call. */
static lbox *read_database(lcall *c) {
    return lbox_check(c->L, 2, &ldatabase_type, c->name);
}

/* heap_store(game, database, bytes[, threads, progress, known]): true; or nil, message, code, and the value that takes more bits, or
** 0. `known`: a list of databases, whose answers are copied as far as they go. */
static int store(lua_State *L) {
    lcall c;
    lcall_method(&c, L, lheap_type, "heap_store");
    ldatabase_solving x = { .bytes = (double)larg_integer(&c, 3, "bytes", 0, TA_MAX) };
    unsigned threads = (unsigned)larg_opt_integer(&c, 4, "threads", 1, TA_THREADS, 0);
    uint64_t first;
    lua_settop(L, 6);
    ldatabase_read(&x, &c, 2, 6);
    lcall_progress(&c, 5); /* in place of the game's own */
    lcall_begin(&c);
    if (threads) c.call.threads = threads;
    ta_status s = ldatabase_begin(&x, &c.call, &first);
    ta_storing f = {
        ldatabase_data(x.d), ldatabase_bits(x.d), ldatabase_count(x.d), ldatabase_reached, &x,
        &x.refused
    };
    if (!s) s = ldatabase_copy(&x, &c.call, &first);
    if (!s) s = ta_heap_store(c.object, &c.call, &f, first);
    if (s) {
        int results = lcall_fail(&c, s);
        lua_pushinteger(L, (lua_Integer)x.refused);
        return results + 1;
    }
    lcall_end(&c);
    lua_pushboolean(L, 1);
    return 1;
}

/* heap_recall(game, database, to): the game knows the values of heaps 0..to. True; or nil, message,
** code. */
static int recall(lua_State *L) {
    lcall c;
    lcall_method(&c, L, lheap_type, "heap_recall");
    lbox *box = read_database(&c);
    uint64_t to = (uint64_t)larg_integer(&c, 3, "to", 0, (ta_amount)1 << 48);
    lcall_also(&c, &box, 1);
    lcall_begin(&c);
    ldatabase *d = lbox_object(box);
    uint32_t v;
    uint64_t each = 512 / ldatabase_bits(d); /* answers of the smallest block */
    uint64_t last = to < UINT32_MAX ? to : UINT32_MAX; /* more are not read */
    ta_status s = ldatabase_answer(d, &c.call, last, &v);
    for (uint64_t n = 0; !s && n < last; n += each) {
        s = ldatabase_answer(d, &c.call, n, &v);
        if (!s) s = ta_poll(&c.call, 16, (double)n, (double)last);
    }
    if (!s)
        s = ta_heap_recall(c.object, &c.call, ldatabase_data(d), ldatabase_bits(d), to + 1);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushboolean(L, 1);
    return 1;
}

/* ---- Options, by values of the database ---- */

typedef struct asked {
    ldatabase *d;
    uint8_t *seen; /* values below `size` of options; or NULL */
    size_t size;
    uint32_t value;    /* the options of this value are gathered */
    lheap_moves moves; /* there */
} asked;

static ta_status look(void *ctx, ta_call *call, const ta_amount *left, size_t count) {
    asked *x = ctx;
    uint32_t sum = 0, v;
    for (size_t i = 0; i < count; i++) {
        ta_status s = ldatabase_answer(x->d, call, (uint64_t)left[i], &v);
        if (s) return s;
        sum ^= v;
    }
    if (x->seen && sum < x->size) x->seen[sum] = 1;
    if (x->seen || sum != x->value) return TA_OK;
    return lheap_gather(&x->moves, call, 0, left, count);
}

/* heap_mex(game, database, n): the mex over the options of heap n of what the database says of
** them; or nil, message, code. */
static int mex(lua_State *L) {
    lcall c;
    uint8_t seen[65537] = { 0 };
    lcall_method(&c, L, lheap_type, "heap_mex");
    lbox *box = read_database(&c);
    ta_amount n = larg_integer(&c, 3, "n", 0, TA_MAX), v = 0;
    lcall_also(&c, &box, 1);
    lcall_begin(&c);
    asked x = { .d = lbox_object(box), .seen = seen, .size = 65536 };
    ta_status s = ta_heap_options(c.object, &c.call, n, look, &x);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    while (seen[v]) v++;
    lua_pushinteger(L, v);
    return 1;
}

/* heap_options_there(game, database, n, value): the options of heap n that have this value there,
** as lists of heaps; or nil, message, code. */
static int options_there(lua_State *L) {
    lcall c;
    lcall_method(&c, L, lheap_type, "heap_options_there");
    lbox *box = read_database(&c);
    ta_amount n = larg_integer(&c, 3, "n", 0, TA_MAX);
    uint32_t value = (uint32_t)larg_integer(&c, 4, "value", 0, 65535);
    lbuffer *b = lbuffer_push(L, SIZE_MAX);
    lcall_also(&c, &box, 1);
    lcall_begin(&c);
    asked x = { .d = lbox_object(box), .value = value, .moves = { b, 0 } };
    ta_status s = ta_heap_options(c.object, &c.call, n, look, &x);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    return lheap_push_options(L, &x.moves);
}

void lheap_database_open(lua_State *L) {
    static const luaL_Reg functions[] = {
        { "heap_store", store },
        { "heap_recall", recall },
        { "heap_mex", mex },
        { "heap_options_there", options_there },
        { NULL, NULL },
    };
    luaL_setfuncs(L, functions, 0);
}
