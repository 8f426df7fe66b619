/*
** store.c - the memory, the limits and the hash table of a store of interned games.
*/
#include "store.h"

#include <string.h>

#include "base/mem.h"
#include "base/status.h"

#define LEAST_RECORDS 16
#define LEAST_SLOTS 64

/* ---- Failures ---- */

ta_status ta_store_full(const ta_store *s, ta_call *call) {
    char held[32], most[32];
    return ta_fail(call, TA_ELIMIT, "the store holds %zu %s in %s; its limits are %zu %s and %s",
                   ta_store_games(s), s->kind->games, ta_bytes_text(held, (double)s->bytes),
                   s->most_games, s->kind->unit, ta_bytes_text(most, (double)s->most_bytes));
}

ta_status ta_store_no_id(const ta_store *s, ta_call *call, uint32_t id) {
    return ta_fail(call, TA_EINVAL, "no %s in this store has the id %u", s->kind->game,
                   (unsigned)id);
}

/* ---- Memory ---- */

ta_status ta_store_grow(ta_store *s, ta_call *call, void **block, size_t *cap, size_t need,
                        size_t size) {
    size_t before = *cap, room = ta_store_room(s);
    size_t target = before ? before : LEAST_RECORDS;
    while (target < need) target *= 2;
    if ((target - before) > room / size) target = need; /* near the limit, grow as needed only */
    if ((target - before) > room / size) return ta_store_full(s, call);
    void *grown = ta_realloc(&s->allocator, *block, before, target, size);
    if (!grown) return TA_ENOMEM;
    *block = grown;
    *cap = target;
    s->bytes += (target - before) * size;
    return TA_OK;
}

void ta_store_release(ta_store *s, void **block, size_t *cap, size_t size) {
    ta_free(&s->allocator, *block, *cap, size);
    s->bytes -= *cap * size;
    *block = NULL;
    *cap = 0;
}

ta_status ta_ids_push(ta_store *s, ta_call *call, ta_ids *list, uint32_t id) {
    ta_status status = TA_RESERVE(s, call, &list->at, &list->cap, list->count + 1);
    if (!status) status = ta_store_poll(s, call, 1); /* a nimber has a billion options */
    if (status) return status;
    list->at[list->count++] = id;
    return TA_OK;
}

void ta_ids_release(ta_store *s, ta_ids *list) {
    TA_RELEASE(s, &list->at, &list->cap);
    list->count = 0;
}

/* ---- Records ---- */

/* Grow the table in place and fill it again. A failure leaves it unchanged. */
ta_status ta_slots_extend(ta_store *s, ta_call *call, ta_slots *t, size_t items, size_t more,
                          ta_slots_hash *hash, const void *of) {
    if (2 * (items + more) <= t->cap) return TA_OK;
    ta_status status = TA_RESERVE(s, call, &t->at, &t->cap, t->cap ? 2 * t->cap : LEAST_SLOTS);
    if (status) return status;
    memset(t->at, 0, t->cap * sizeof *t->at);
    for (size_t i = 0; i < items; i++) ta_slots_add(t, hash(of, i), i);
    return TA_OK;
}

ta_status ta_store_extend(ta_store *s, ta_call *call, void **records, size_t more) {
    const ta_store_kind *kind = s->kind;
    if ((s->count + more) * kind->each > s->most_games) return ta_store_full(s, call);
    ta_status status = ta_store_reserve(s, call, records, &s->cap, s->count + more, kind->size);
    return status ? status : ta_slots_extend(s, call, &s->slots, s->count, more, kind->hash, s);
}

/* ---- A store as an object ---- */

void ta_store_init(ta_store *s, const ta_store_kind *kind, const ta_allocator *a, size_t bytes,
                   size_t most_games, size_t most_bytes) {
    s->kind = kind;
    s->allocator = *a;
    s->bytes = bytes;
    ta_store_limit(s, most_games, most_bytes);
}

void ta_store_limit(ta_store *s, size_t most_games, size_t most_bytes) {
    const size_t most = s->kind->most;
    s->most_games = most_games && most_games < most ? most_games : most;
    s->most_bytes = most_bytes;
    if (!most_bytes) {
        double half = ta_memory_available() / 2;
        s->most_bytes = half < (double)(SIZE_MAX / 4) ? (size_t)half : SIZE_MAX / 4;
    }
}

void ta_store_clear(ta_store *s, void **records) {
    const size_t size = s->kind->size;
    void *few = s->cap <= LEAST_RECORDS
                    ? NULL
                    : ta_realloc(&s->allocator, *records, s->cap, LEAST_RECORDS, size);
    if (few) { /* if the array cannot shrink, it stays */
        *records = few;
        s->bytes -= (s->cap - LEAST_RECORDS) * size;
        s->cap = LEAST_RECORDS;
    }
    memset(s->slots.at, 0, s->slots.cap * sizeof *s->slots.at);
    ta_slots_add(&s->slots, s->kind->hash(s, 0), 0);
    s->count = 1;
    s->generation++;
}

void ta_store_end(ta_store *s, void **records) {
    ta_store_release(s, records, &s->cap, s->kind->size);
    TA_RELEASE(s, &s->slots.at, &s->slots.cap);
}

const char *ta_store_check(const ta_store *s) {
    const size_t cap = s->slots.cap;
    if (s->count < 1 || s->count > s->cap) return "the count of games is wrong";
    return cap < 2 * s->count || (cap & (cap - 1)) ? "slots too full" : NULL;
}
