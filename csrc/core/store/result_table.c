/*
** result_table.c - tables of results: how they fill and grow.
*/
#include "result_table.h"

#include "base/mem.h"

int ta_result_put(ta_result_table *m, size_t reach, uint32_t now, const ta_result_slot *entry) {
    size_t window = ta_result_window(m, entry->operation, entry->a, entry->b);
    for (size_t tried = 0; tried < reach; tried += TA_RESULT_WINDOW) {
        ta_result_slot *slot = &m->at[window];
        for (int i = 0; i < TA_RESULT_WINDOW; i++, slot++) {
            if (slot->operation && !(now && slot->a != now && slot->b != now)) continue;
            *slot = *entry;
            m->used++;
            return 1;
        }
        window = (window + TA_RESULT_WINDOW) & (m->cap - 1);
    }
    return 0;
}

void ta_result_replace(ta_result_table *m, const ta_result_slot *entry) {
    size_t at = ta_result_window(m, entry->operation, entry->a, entry->b);
    m->at[at + (m->used++ & (TA_RESULT_WINDOW - 1))] = *entry;
}

ta_status ta_result_grow(ta_store *s, ta_result_table *m, size_t reach, size_t start) {
    const size_t size = sizeof(ta_result_slot);
    ta_result_table more = { NULL, m->cap ? 2 * m->cap : start, 0 };
    if (more.cap - m->cap > ta_store_room(s) / size) return TA_ELIMIT;
    more.at = ta_alloc(&s->allocator, more.cap, size);
    if (!more.at) return TA_ENOMEM;
    s->bytes += (more.cap - m->cap) * size;
    for (size_t i = 0; i < m->cap; i++)
        if (m->at[i].operation && !ta_result_put(&more, reach, 0, &m->at[i]))
            ta_result_replace(&more, &m->at[i]);
    ta_free(&s->allocator, m->at, m->cap, size);
    more.used = m->used;
    *m = more;
    return TA_OK;
}

void ta_result_clear(ta_store *s, ta_result_table *m) {
    TA_RELEASE(s, &m->at, &m->cap);
    m->used = 0;
}
