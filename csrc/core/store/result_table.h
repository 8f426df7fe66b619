/*
** result_table.h - tables of results by (operation, a, b), in the memory of a store.
**
** A table is open-addressed, in windows of four slots: one cache line. A key is looked for from the
** beginning of its window on, in `reach` slots. TA_RESULT_WINDOW makes a table whose windows fill up:
** its owner then replaces results or lets the table grow. TA_RESULT_ALL makes one that keeps every
** result; its owner lets it grow before it is more than half full. Slots are taken from the front of a
** window and never freed, so a search ends at the first free slot.
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
    size_t cap, used; /* cap: a power of two of windows, or 0 */
} ta_result_table;

/* The first slot of the window of a key. */
static inline size_t ta_result_window(const ta_result_table *m, uint32_t operation, uint32_t a,
                                      uint32_t b) {
    uint64_t pair = (uint64_t)a << 32 | b;
    return (size_t)ta_hash(pair + operation * 0x9e3779b97f4a7c15u) & (m->cap - TA_RESULT_WINDOW);
}

/* The slot with this key, or NULL. */
static inline const ta_result_slot *ta_result_find(const ta_result_table *m, size_t reach,
                                                   uint32_t operation, uint32_t a, uint32_t b) {
    if (!m->cap) return NULL;
    size_t window = ta_result_window(m, operation, a, b);
    for (size_t tried = 0; tried < reach; tried += TA_RESULT_WINDOW) {
        const ta_result_slot *slot = &m->at[window];
        for (int i = 0; i < TA_RESULT_WINDOW; i++, slot++) {
            if (slot->operation == operation && slot->a == a && slot->b == b) return slot;
            if (!slot->operation) return NULL;
        }
        window = (window + TA_RESULT_WINDOW) & (m->cap - 1);
    }
    return NULL;
}

/* Put an entry into a free slot within reach; 0 when there is none. Where `now` is not 0, slots with
** keys that do not name `now` are free as well. */
int ta_result_put(ta_result_table *m, size_t reach, uint32_t now, const ta_result_slot *entry);

/* Put it over one in its window, each in turn. */
void ta_result_replace(ta_result_table *m, const ta_result_slot *entry);

/* A table of twice the size, or of `start` slots, with the same results. ENOMEM, and ELIMIT without a
** message where the store's bytes do not suffice: the table stays as it was. */
ta_status ta_result_grow(ta_store *s, ta_result_table *m, size_t reach, size_t start);

void ta_result_clear(ta_store *s, ta_result_table *m);

#endif
