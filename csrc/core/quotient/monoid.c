/*
** monoid.c - creates and copies monoids.
*/
#include "quotient_int.h"

void q_monoid_clear(const ta_allocator *a, q_monoid *m) {
    ta_free(a, m->product, m->order * m->order, sizeof *m->product);
    ta_free(a, m->of, m->heaps + 1, sizeof *m->of);
    ta_free(a, m->p, m->order, sizeof *m->p);
    q_words_clear(a, &m->word);
    memset(m, 0, sizeof *m);
}

ta_status q_monoid_make(const ta_allocator *a, ta_call *call, q_monoid *m, size_t order,
                        size_t heaps) {
    memset(m, 0, sizeof *m);
    if (order >= 2048) { /* below that it takes less than 8 MiB */
        double need = (double)order * (double)order * sizeof *m->product;
        double have = ta_memory_available();
        if (need > have) return ta_fail_memory(call, "the misere quotient", need, have);
    }
    m->order = order;
    m->heaps = heaps;
    m->product = ta_alloc(a, order * order, sizeof *m->product);
    m->of = ta_alloc(a, heaps + 1, sizeof *m->of);
    m->p = ta_alloc(a, order, sizeof *m->p);
    if (m->product && m->of && m->p) return TA_OK;
    q_monoid_clear(a, m);
    return TA_ENOMEM;
}

ta_status q_monoid_copy(const ta_allocator *a, ta_call *call, q_monoid *to, const q_monoid *from) {
    q_monoid copy;
    ta_status s = q_monoid_make(a, call, &copy, from->order, from->heaps);
    if (s) return s;
    memcpy(copy.product, from->product, from->order * from->order * sizeof *copy.product);
    memcpy(copy.of, from->of, (from->heaps + 1) * sizeof *copy.of);
    memcpy(copy.p, from->p, from->order * sizeof *copy.p);
    for (size_t x = 0; x < from->order && !s; x++)
        s = q_words_add(a, &copy.word, q_words_get(&from->word, x));
    if (s) {
        q_monoid_clear(a, &copy);
        return s;
    }
    q_monoid_clear(a, to);
    *to = copy;
    return TA_OK;
}
