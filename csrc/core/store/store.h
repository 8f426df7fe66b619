/*
** store.h - stores of interned games: the common part of values and misere forms.
**
** A store keeps one record for each canonical form, or for each pair of them. The folder that owns
** the store has the array of records, and the number of a record gives the ids of its games. A
** hash table finds a record by its content. The store counts its bytes and games and fails beyond
** its limits. It also counts its clears: an id is valid for one generation.
**
** The struct of a folder's store begins with a ta_store named `store`. Its kind names and hashes
** the records. Record 0 exists from the beginning and survives a clear.
*/
#ifndef TA_STORE_H
#define TA_STORE_H

#include "base/poll.h"
#include "takeaway/base.h"

/* A list of ids that grows. */
typedef struct ta_ids {
    uint32_t *at;
    size_t count, cap;
} ta_ids;

/* A hash table of items numbered 0, 1, 2, ... A slot holds 1 + a number, or 0 if it is free. At
** most half of the slots are taken. */
typedef struct ta_slots {
    uint32_t *at;
    size_t cap; /* a power of two, or 0 */
} ta_slots;

/* The hash of an item of `of`; does an item have the content `key`? */
typedef uint32_t ta_slots_hash(const void *of, size_t item);
typedef int ta_slots_equal(const void *of, size_t item, const void *key);

typedef struct ta_store_kind {
    const char *game, *games; /* for messages: "misere form", "misere forms" */
    const char *unit;         /* of the limit: "forms" */
    size_t each;              /* games a record stands for */
    size_t most;              /* the most games of any store */
    size_t size;              /* bytes of a record */
    ta_slots_hash *hash;      /* of a record; `of` is the store */
} ta_store_kind;

typedef struct ta_store {
    const ta_store_kind *kind;
    ta_allocator allocator;
    size_t count, cap; /* records */
    ta_slots slots;
    size_t bytes, most_bytes, most_games;
    uint64_t generation;
} ta_store;

/* ---- A store as an object ---- */

/* An empty store of `bytes` bytes, within limits (0: those of ta_store_limit). */
void ta_store_init(ta_store *s, const ta_store_kind *kind, const ta_allocator *a, size_t bytes,
                   size_t most_games, size_t most_bytes);

/* Change the limits; 0 means all that the kind allows, and half of the memory available now. */
void ta_store_limit(ta_store *s, size_t most_games, size_t most_bytes);

/* Drop every record but 0. The array of records shrinks, unless its reallocation fails. */
void ta_store_clear(ta_store *s, void **records);

/* Free the records and the hash table. */
void ta_store_end(ta_store *s, void **records);

static inline size_t ta_store_games(const ta_store *s) {
    return s->count * s->kind->each;
}

/* The invariant that the counts or the hash table break, or NULL. */
const char *ta_store_check(const ta_store *s);

/* ---- Failures ---- */

/* ELIMIT, with the store's games, bytes and limits in the message. */
ta_status ta_store_full(const ta_store *s, ta_call *call);

/* EINVAL: no game of the store has this id. */
ta_status ta_store_no_id(const ta_store *s, ta_call *call, uint32_t id);

static inline ta_status ta_store_poll(const ta_store *s, ta_call *call, uint32_t steps) {
    return ta_poll(call, steps, (double)ta_store_games(s), 0);
}

/* ---- Memory ---- */

/* Bytes that may still be taken. */
static inline size_t ta_store_room(const ta_store *s) {
    return s->most_bytes > s->bytes ? s->most_bytes - s->bytes : 0;
}

/* Reserve `need` items as ta_reserve does, within the limit of bytes. */
ta_status ta_store_grow(ta_store *s, ta_call *call, void **block, size_t *cap, size_t need,
                        size_t size);
static inline ta_status ta_store_reserve(ta_store *s, ta_call *call, void **block, size_t *cap,
                                         size_t need, size_t size) {
    return need <= *cap ? TA_OK : ta_store_grow(s, call, block, cap, need, size);
}
#define TA_RESERVE(s, call, block, cap, need) \
    ta_store_reserve(s, call, (void **)(block), cap, need, sizeof **(block)) /* sizes the items */

/* Free an array. */
void ta_store_release(ta_store *s, void **block, size_t *cap, size_t size);
#define TA_RELEASE(s, block, cap) \
    ta_store_release(s, (void **)(block), cap, sizeof **(block)) /* sizes the items */

ta_status ta_ids_push(ta_store *s, ta_call *call, ta_ids *list, uint32_t id);
void ta_ids_release(ta_store *s, ta_ids *list);

/* ---- Records ---- */

/* Reserve space for `more` records, in their array and in the hash table. */
ta_status ta_store_extend(ta_store *s, ta_call *call, void **records, size_t more);

/* Reserve space in a hash table of `items` items for `more`. */
ta_status ta_slots_extend(ta_store *s, ta_call *call, ta_slots *t, size_t items, size_t more,
                          ta_slots_hash *hash, const void *of);

/* The slot of the item with this content, or the free slot for it; there is always one. */
static inline size_t ta_slots_find(const ta_slots *t, uint32_t hash, ta_slots_equal *equal,
                                   const void *of, const void *key) {
    size_t at = hash & (t->cap - 1);
    while (t->at[at] && !equal(of, t->at[at] - 1, key)) at = (at + 1) & (t->cap - 1);
    return at;
}

/* Store the number of a new item in a free slot. */
static inline void ta_slots_add(ta_slots *t, uint32_t hash, size_t item) {
    size_t at = hash & (t->cap - 1);
    while (t->at[at]) at = (at + 1) & (t->cap - 1);
    t->at[at] = (uint32_t)item + 1;
}

/* Add the record that the caller has written after the others. Return its number. */
static inline size_t ta_store_add(ta_store *s, uint32_t hash) {
    ta_slots_add(&s->slots, hash, s->count);
    return s->count++;
}

#endif
