/*
** result_table.c - tables of results: how they fill and grow.
*/
#include "result_table.h"

#include "base/mem.h"

int ta_result_put(ta_result_table *t, size_t reach, uint32_t now, const ta_result_slot *entry) {
    size_t at = ta_result_start(t, reach, entry->operation, entry->a, entry->b);
    for (size_t i = 0; i < reach; i++, at = (at + 1) & (t->cap - 1)) {
        ta_result_slot *slot = &t->at[at];
        if (slot->operation && !(now && slot->a != now && slot->b != now)) continue;
        *slot = *entry;
        t->used++;
        return 1;
    }
    return 0;
}

void ta_result_replace(ta_result_table *t, const ta_result_slot *entry) {
    size_t at = ta_result_start(t, TA_RESULT_WINDOW, entry->operation, entry->a, entry->b);
    t->at[at + (t->used++ & (TA_RESULT_WINDOW - 1))] = *entry;
}

ta_status ta_result_grow(ta_store *s, ta_result_table *t, size_t reach, size_t start) {
    const size_t size = sizeof(ta_result_slot);
    ta_result_table more = { NULL, t->cap ? 2 * t->cap : start, 0 };
    if (more.cap - t->cap > ta_store_room(s) / size) return TA_ELIMIT;
    more.at = ta_alloc(&s->allocator, more.cap, size);
    if (!more.at) return TA_ENOMEM;
    s->bytes += (more.cap - t->cap) * size;
    for (size_t i = 0; i < t->cap; i++)
        if (t->at[i].operation && !ta_result_put(&more, reach, 0, &t->at[i]))
            ta_result_replace(&more, &t->at[i]);
    ta_free(&s->allocator, t->at, t->cap, size);
    more.used = t->used;
    *t = more;
    return TA_OK;
}

void ta_result_clear(ta_store *s, ta_result_table *t) {
    TA_RELEASE(s, &t->at, &t->cap);
    t->used = 0;
}
