/*
** values.c - a store of values as an object: creates, clears and counts it.
**
** The files of a store, each using only those before it: results.c (remembered results), big.c,
** dyadic.c and decimal.c (numbers), queries.c, name.c, intern.c (one id for each form), option.c.
** Then compare.c, canonical.c (from options to a form), translate.c, work_stack.c (recursion over
** options), and the operations on top.
*/
#include "value_int.h"

#include "base/check.h"
#include "base/mem.h"

static uint32_t hash_of(const void *values, size_t id) {
    return ((const ta_values *)values)->games[id].hash;
}

static const ta_store_kind kind = {
    "value", "games", "games", 1, (size_t)1 << 30, sizeof(ta_game), hash_of,
};

ta_status ta_values_create(const ta_allocator *allocator, ta_call *call, size_t most_games,
                           size_t most_bytes, ta_values **values) {
    allocator = ta_allocator_or_default(allocator);
    ta_values *v = ta_alloc(allocator, 1, sizeof *v);
    if (!v) return TA_ENOMEM;
    ta_store_init(&v->store, &kind, allocator, sizeof *v, most_games, most_bytes);
    ta_bigs_init(&v->bigs, &v->store);
    v->results.store = &v->store;
    ta_value zero;
    ta_status s = ta_values_compact(v, call, ta_dyadic_integer(0), 0, 0, &zero);
    if (s) {
        ta_values_destroy(v);
        return s;
    }
    ta_assert(zero == TA_VALUE_ZERO);
    *values = v;
    return TA_OK;
}

/* Drop everything that 0 does not need, except the records. */
static void forget(ta_values *v) {
    ta_results_clear(&v->results);
    ta_bigs_clear(&v->bigs);
    ta_thermos_clear(v);
    TA_RELEASE(&v->store, &v->pool, &v->pool_cap);
    v->pool_count = 0;
}

void ta_values_destroy(ta_values *values) {
    if (!values) return;
    ta_store *s = &values->store;
    forget(values);
    for (int side = 0; side < 2; side++) {
        ta_ids_release(s, &values->work[side]);
        ta_ids_release(s, &values->given[side]);
        ta_ids_release(s, &values->mirrored[side]);
    }
    ta_ids_release(s, &values->scratch);
    TA_RELEASE(s, &values->compare, &values->compare_cap);
    TA_RELEASE(s, &values->frames, &values->frame_cap);
    TA_RELEASE(s, &values->items, &values->item_cap);
    ta_store_end(s, (void **)&values->games);
    const ta_allocator a = s->allocator;
    ta_free(&a, values, 1, sizeof *values);
}

void ta_values_clear(ta_values *values) {
    forget(values);
    ta_store_clear(&values->store, (void **)&values->games);
    ta_sound(ta_values_check(values));
}

void ta_values_limit(ta_values *values, size_t most_games, size_t most_bytes) {
    ta_store_limit(&values->store, most_games, most_bytes);
}

void ta_values_describe(const ta_values *values, ta_values_statistics *statistics) {
    const ta_store *s = &values->store;
    *statistics = (ta_values_statistics){ s->count,         s->bytes,      s->most_games,
                                          s->most_bytes,    s->generation, values->comparisons,
                                          values->canonical };
    ta_sound(ta_values_check(values));
}

const ta_allocator *ta_values_allocator(const ta_values *values) {
    return &values->store.allocator;
}
