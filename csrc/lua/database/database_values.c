/*
** database_values.c - many answers of a database at once: a range as a sequence, and the number,
** first and last index of each value.
*/
#include "database.h"
#include "lua/base/method.h"
#include "lua/base/modules.h"
#include "lua/base/push.h"
#include "lua/base/sequence.h"
#include "base/mem.h"
#include "base/poll.h"

#define PLACES ((ta_amount)1 << 48)

static void bound_to(const void *object, const lgiven *a, ta_amount *lo, ta_amount *hi) {
    (void)object, (void)hi;
    *lo = a[0].n;
}
static const lparameter to = { "to", LP_INTEGER, .hi = PLACES, .bound = bound_to };

/* database_values(database, from, to): the answers in this range, as a sequence from 0 on. */
static ta_status values(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    uint64_t first = (uint64_t)a[0].n, count = (uint64_t)a[1].n - first + 1;
    int width = ldatabase_bits(object) > 8 ? 2 : 1;
    double need = (double)count * width, have = ta_memory_available();
    uint32_t v;
    void *data;
    (void)r;
    ta_status s = need > have ? ta_fail_memory(call, "the sequence", need, have) : TA_OK;
    if (!s) s = ldatabase_answer(object, call, first + count - 1, &v);
    if (!s) s = lsequence_push(call->host, "nim values", (size_t)count, width, &data);
    for (uint64_t i = 0; !s && i < count; i++) {
        s = ldatabase_answer(object, call, first + i, &v);
        if (width == 1) ((uint8_t *)data)[i] = (uint8_t)v;
        else ((uint16_t *)data)[i] = (uint16_t)v;
        if (!s && i % 4096 == 0) s = ta_poll(call, 256, (double)i, (double)count - 1);
    }
    return s;
}

typedef struct tally {
    uint64_t count, first, last;
} tally;

/* database_tally(database, from, to): a list of {value =, count =, first =, last =}, by value, for
** the answers in this range. */
static ta_status make_tally(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    uint64_t first = (uint64_t)a[0].n, last = (uint64_t)a[1].n;
    uint32_t v = 0;
    r->size = (size_t)1 << ldatabase_bits(object);
    ta_status s = lcall_block(call->host, r->size * sizeof(tally), &r->record);
    tally *seen = r->record;
    for (size_t i = 0; !s && i < r->size; i++) seen[i] = (tally){ 0, 0, 0 };
    for (uint64_t n = first; !s && n <= last; n++) {
        s = ldatabase_answer(object, call, n, &v);
        if (s) break;
        if (seen[v].count++ == 0) seen[v].first = n;
        seen[v].last = n;
        if (n % 4096 == 0) s = ta_poll(call, 256, (double)(n - first), (double)(last - first));
    }
    return s;
}

static int push_tally(lua_State *L, const lanswer *r) {
    const tally *seen = r->record;
    lua_Integer k = 0;
    lpush_list(L, 0);
    for (size_t i = 0; i < r->size; i++) {
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

static const lmethod functions[] = {
    { "database_values", { LINTEGER("from", 0, PLACES), &to }, LR_PUSHED, .kernel = values,
      .on = &ldatabase_type },
    { "database_tally", { LINTEGER("from", 0, PLACES), &to }, LR_RECORD, .kernel = make_tally,
      .push = push_tally, .on = &ldatabase_type },
    { .name = NULL },
};

void ldatabase_values_open(lua_State *L) {
    lmethod_functions(L, functions);
}
