/*
** heap_database.c - the nim values of a heap game in a database: computing and reading them.
*/
#include <stdio.h>

#include "lua/base/arg.h"
#include "database.h"
#include "lua/family/heap.h"
#include "lua/base/modules.h"
#include "base/poll.h"
#include "heap/stored.h"

/* heap_store(game, database, bytes[, threads, progress, known]): true; or nil, message, code, and
** the value that needs more bits, or 0. `known`: a list of databases whose answers are copied. */
static int store(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &lheap_type, "heap_store");
    ldatabase_solving x = { .bytes = (double)larg_integer(&c, 3, "bytes", 0, TA_MAX) };
    unsigned threads = (unsigned)larg_opt_integer(&c, 4, "threads", 1, TA_THREADS, 0);
    uint64_t first;
    lua_settop(L, 6);
    ldatabase_read(&x, &c, 2, 6);
    lcall_progress(&c, 5); /* replaces the game's own */
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

/* heap_recall(game, database, to): load the values of heaps 0..to into the game. */
static ta_status recall(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    ldatabase *d = ludata_object(a[0].box);
    uint32_t v;
    uint64_t end = (uint64_t)a[1].n;
    uint64_t each = 512 / ldatabase_bits(d); /* answers of the smallest block */
    uint64_t last = end < UINT32_MAX ? end : UINT32_MAX; /* more are not read */
    ta_status s = ldatabase_answer(d, call, last, &v);
    for (uint64_t n = 0; !s && n < last; n += each) {
        s = ldatabase_answer(d, call, n, &v);
        if (!s) s = ta_poll(call, 16, (double)n, (double)last);
    }
    r->truth = 1;
    return s ? s : ta_heap_recall(object, call, ldatabase_data(d), ldatabase_bits(d), end + 1);
}

/* ---- Options, by values of the database ---- */

typedef struct asked {
    ldatabase *d;
    uint8_t *seen; /* which values below `size` options have; or NULL */
    size_t size;
    uint32_t value;    /* options of this value are gathered in `moves` */
    lheap_moves *moves;
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
    return lheap_gather(x->moves, call, 0, left, count);
}

/* heap_mex(game, database, n): the mex of the options of heap n, by the values in the database. */
static ta_status mex(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    uint8_t seen[65537] = { 0 };
    asked x = { .d = ludata_object(a[0].box), .seen = seen, .size = 65536 };
    ta_status s = ta_heap_options(object, call, a[1].n, look, &x);
    r->amount = 0;
    while (seen[r->amount]) r->amount++;
    return s;
}

/* heap_options_there(game, database, n, value): the options of heap n that have this value in the
** database, as lists of heaps. */
static ta_status options_there(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    asked x = { .d = ludata_object(a[0].box), .value = (uint32_t)a[2].n, .moves = lheap_start(r) };
    return ta_heap_options(object, call, a[1].n, look, &x);
}

static const lmethod functions[] = {
    { "heap_store", .hand = store },
    { "heap_recall", { LOBJECT("database", ldatabase_type), LINTEGER("to", 0, (ta_amount)1 << 48) },
      LR_BOOLEAN, .kernel = recall, .on = &lheap_type },
    { "heap_mex", { LOBJECT("database", ldatabase_type), LNATURAL("n") }, LR_INTEGER, .kernel = mex,
      .on = &lheap_type },
    { "heap_options_there", { LOBJECT("database", ldatabase_type), LNATURAL("n"),
      LINTEGER("value", 0, 65535) }, LHEAP_OPTIONS, .kernel = options_there, .on = &lheap_type },
    { .name = NULL },
};

void lheap_database_open(lua_State *L) {
    lmethod_functions(L, functions);
}
