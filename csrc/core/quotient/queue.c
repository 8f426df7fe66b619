/*
** queue.c - a priority queue, the lightest entry first: a binary heap.
*/
#include "quotient_int.h"

void q_queue_clear(const ta_allocator *a, q_queue *q) {
    ta_free(a, q->at, q->cap, sizeof *q->at);
    memset(q, 0, sizeof *q);
}

static int first(const q_queue *q, const q_waiting *x, const q_waiting *y) {
    if (x->weight != y->weight) return x->weight < y->weight;
    return q->words && q_before(q_words_get(q->words, x->a), q_words_get(q->words, y->a));
}

ta_status q_queue_put(const ta_allocator *a, q_queue *q, q_waiting entry) {
    ta_status s = ta_reserve(a, (void **)&q->at, &q->cap, q->count + 1, sizeof *q->at);
    if (s) return s;
    size_t i = q->count++;
    for (; i > 0 && first(q, &entry, &q->at[(i - 1) / 2]); i = (i - 1) / 2)
        q->at[i] = q->at[(i - 1) / 2];
    q->at[i] = entry;
    return TA_OK;
}

q_waiting q_queue_take(q_queue *q) {
    q_waiting top = q->at[0], last = q->at[--q->count];
    size_t i = 0;
    for (size_t child; (child = 2 * i + 1) < q->count; i = child) {
        if (child + 1 < q->count && first(q, &q->at[child + 1], &q->at[child])) child++;
        if (!first(q, &q->at[child], &last)) break;
        q->at[i] = q->at[child];
    }
    if (q->count) q->at[i] = last;
    return top;
}
