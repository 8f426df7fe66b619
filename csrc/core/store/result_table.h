/*
** result_table.h - tables of results by (operation, a, b), in the memory of a store.
**
** A table is open-addressed. A search for a key visits `reach` slots from the one of its hash on.
** With TA_RESULT_WINDOW a table has windows of four slots, one cache line. If a window is full, the
** owner replaces results or grows the table. With TA_RESULT_ALL a table keeps every result, and the
** owner grows it before it is more than half full. Slots are never freed, so a search ends at the
** first free one.
*/
#ifndef TA_RESULT_TABLE_H
#define TA_RESULT_TABLE_H

#include "base/hash.h"
#include "store.h"

enum { TA_RESULT_WINDOW = 4 };
#define TA_RESULT_ALL SIZE_MAX

typedef struct ta_result_slot {
    uint32_t operation, a, b, result; /* operation 0: free */
} ta_result_slot;

typedef struct ta_result_table {
    ta_result_slot *at;
    size_t cap, used; /* cap: a power of two, or 0 */
} ta_result_table;

/* The first slot for a key. */
static inline size_t ta_result_start(const ta_result_table *t, size_t reach, uint32_t operation,
                                     uint32_t a, uint32_t b) {
    uint64_t pair = (uint64_t)a << 32 | b;
    size_t width = reach == TA_RESULT_WINDOW ? TA_RESULT_WINDOW : 1;
    return (size_t)ta_hash(pair + operation * 0x9e3779b97f4a7c15u) & (t->cap - width);
}

/* The slot with this key, or NULL. */
static inline const ta_result_slot *ta_result_find(const ta_result_table *t, size_t reach,
                                                   uint32_t operation, uint32_t a, uint32_t b) {
    if (!t->cap) return NULL;
    size_t at = ta_result_start(t, reach, operation, a, b);
    for (size_t i = 0; i < reach; i++, at = (at + 1) & (t->cap - 1)) {
        const ta_result_slot *slot = &t->at[at];
        if (slot->operation == operation && slot->a == a && slot->b == b) return slot;
        if (!slot->operation) return NULL;
    }
    return NULL;
}

/* Store an entry in a free slot within reach; 0 if there is none. If `now` is not 0, slots whose
** keys do not contain `now` are free as well. */
int ta_result_put(ta_result_table *t, size_t reach, uint32_t now, const ta_result_slot *entry);

/* Store an entry in place of one in its window, each in turn. */
void ta_result_replace(ta_result_table *t, const ta_result_slot *entry);

/* Double the table, or create it with `start` slots, and keep its results. ENOMEM, or ELIMIT
** without a message if the store's bytes do not suffice; the table does not change then. */
ta_status ta_result_grow(ta_store *s, ta_result_table *t, size_t reach, size_t start);

void ta_result_clear(ta_store *s, ta_result_table *t);

#endif
