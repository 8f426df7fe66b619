/*
** miseres.c - a store of misere forms as an object: creates, clears and counts it.
**
** The files of a store, each using only those before it: order.c (options, their order), facts.c
** (genus and classes), intern.c (from options to the form), tasks.c (remembered and missing
** results), arithmetic.c and link.c (rules), operations.c (runs them). On top are parts.c, print.c,
** parse.c, column.c.
*/
#include "misere_int.h"

#include <string.h>

#include "base/mem.h"

static uint32_t hash_of(const void *miseres, size_t pair) {
    return ((const ta_miseres *)miseres)->pairs[pair].hash;
}

static const ta_store_kind kind = {
    "misere form", "misere forms", "forms", 2, (size_t)1 << 31, sizeof(misere_pair), hash_of,
};

/* Store 0 and *1 by definition: g- of 0 is 1. */
static ta_status first_pair(ta_miseres *v, ta_call *call) {
    static const uint32_t digits[3] = { 1, 2, 0 };
    ta_status s = ta_store_extend(&v->store, call, (void **)&v->pairs, 1);
    if (!s) s = TA_RESERVE(&v->store, call, &v->digits, &v->digit_cap, 3);
    if (!s) s = ta_ids_push(&v->store, call, &v->heaps, 0);
    if (!s) s = ta_ids_push(&v->store, call, &v->heaps, 1);
    if (s) return s;
    v->pairs[0] = (misere_pair){ .digits = 3, .misere_nim_value = 1, .is_heap = 1 };
    v->pairs[0].classes =
        TA_MISERE_NIM_HEAP | TA_MISERE_TAME | TA_MISERE_GENERALLY_TAME | TA_MISERE_TAMEABLE;
    memcpy(v->digits, digits, sizeof digits);
    v->digit_count = 3;
    v->heaps_hash = ta_misere_hash(ta_misere_hash(0, 0), 1);
    ta_store_add(&v->store, v->pairs[0].hash);
    return TA_OK;
}

ta_status ta_miseres_create(const ta_allocator *allocator, ta_call *call, size_t most_games,
                            size_t most_bytes, ta_miseres **store) {
    allocator = ta_allocator_or_default(allocator);
    ta_miseres *v = ta_alloc(allocator, 1, sizeof *v);
    if (!v) return TA_ENOMEM;
    ta_store_init(&v->store, &kind, allocator, sizeof *v, most_games, most_bytes);
    ta_status s = first_pair(v, call);
    if (s) {
        ta_miseres_destroy(v);
        return s;
    }
    *store = v;
    return TA_OK;
}

/* Drop everything that 0 and *1 do not need, except the records. */
static void forget(ta_miseres *v) {
    ta_store *s = &v->store;
    ta_ids *const lists[] = { &v->work, &v->merged, &v->options[0], &v->options[1], &v->scratch,
                              &v->own,  &v->list,   &v->ways,       &v->terms };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) ta_ids_release(s, lists[i]);
    ta_result_clear(s, &v->results);
    TA_RELEASE(s, &v->pool, &v->pool_cap);
    TA_RELEASE(s, &v->tasks, &v->task_cap);
    TA_RELEASE(s, &v->end, &v->end_cap);
    TA_RELEASE(s, &v->seen, &v->seen_cap);
    TA_RELEASE(s, &v->name, &v->name_cap);
    v->pool_count = v->task_count = v->end_count = v->name_count = 0;
}

void ta_miseres_destroy(ta_miseres *store) {
    if (!store) return;
    ta_store *s = &store->store;
    forget(store);
    TA_RELEASE(s, &store->digits, &store->digit_cap);
    ta_ids_release(s, &store->heaps);
    ta_store_end(s, (void **)&store->pairs);
    const ta_allocator a = s->allocator;
    ta_free(&a, store, 1, sizeof *store);
}

void ta_miseres_clear(ta_miseres *store) {
    forget(store);
    ta_store_clear(&store->store, (void **)&store->pairs);
    store->digit_count = store->pairs[0].digits;
    store->heaps.count = 2;
    store->heaps_hash = ta_misere_hash(ta_misere_hash(0, 0), 1);
    ta_sound(ta_miseres_check(store));
}

void ta_miseres_limit(ta_miseres *store, size_t most_games, size_t most_bytes) {
    ta_store_limit(&store->store, most_games, most_bytes);
}

void ta_miseres_describe(const ta_miseres *store, ta_miseres_statistics *statistics) {
    const ta_store *s = &store->store;
    *statistics = (ta_miseres_statistics){ ta_store_games(s), s->bytes,      s->most_games,
                                           s->most_bytes,     s->generation, store->results.used };
    ta_sound(ta_miseres_check(store));
}
