/*
** subtraction.c - nim values of subtraction games and of all-but games.
**
** A set S of at most 63 members: values are at most 63, and the values forbidden to each
** of the next max S heaps are one word each, in a ring: heap n takes the least bit not
** set in its word and sets that bit in the words of n + s. O(|S|) a heap, no mex scan.
** Larger sets: by definition, O(|S|).
**
** All but X: a value v is used by earlier heaps, and the ones at n - x, x in X, cannot be
** reached. v is an option's value unless every heap of value v is one of those, so g(n) is
** the least of: the values whose every use is at some n - x, and the first value never used.
** O(|X|) a heap.
*/
#include <string.h>

#include "base/mem.h"
#include "base/poll.h"
#include "heap_int.h"

static void grow_by_ring(ta_heap *h, size_t to) {
    uint64_t *ring = h->ring;
    const uint32_t *set = h->set;
    size_t mask = h->ring_size - 1, count = h->set_count;
    uint8_t *g = h->g.data;
    uint32_t largest = h->g.largest;
    for (size_t n = h->g.count; n < to; n++) {
        uint64_t forbidden = ring[n & mask];
        ring[n & mask] = 0;
        uint32_t v = (uint32_t)__builtin_ctzll(~forbidden);
        g[n] = (uint8_t)v;
        if (v > largest) largest = v;
        for (size_t i = 0; i < count; i++) ring[(n + set[i]) & mask] |= (uint64_t)1 << v;
    }
    h->g.largest = largest;
    h->g.count = to;
}

/* By definition; uses[v] = n + 1 marks v for heap n. */
static ta_status value_by_marks(ta_heap *h, uint32_t *value) {
    size_t n = h->g.count;
    for (size_t i = 0; i < h->set_count && h->set[i] <= n; i++)
        h->uses[ta_nim_values_at(&h->g, n - h->set[i])] = (uint32_t)(n + 1);
    uint32_t v = 0;
    while (h->uses[v] == (uint32_t)(n + 1)) v++;
    *value = v;
    return TA_OK;
}

/* The marks of large sets: values 0..|S|, and one more that stays free. */
static ta_status prepare_marks(ta_heap *h) {
    if (h->uses) return TA_OK;
    h->uses = ta_alloc(&h->allocator, h->set_count + 2, sizeof *h->uses);
    if (!h->uses) return TA_ENOMEM;
    h->uses_cap = h->set_count + 2;
    return TA_OK;
}

static ta_status prepare_ring(ta_heap *h) {
    if (h->ring) return TA_OK;
    size_t size = 1;
    while (size <= heap_set_most(h)) size *= 2;
    h->ring = ta_alloc(&h->allocator, size, sizeof *h->ring);
    if (!h->ring) return TA_ENOMEM;
    h->ring_size = size;
    return TA_OK;
}

ta_status heap_grow_subtraction(ta_heap *h, ta_call *call, size_t count) {
    int small = h->set_count <= 63;
    ta_status s = small ? prepare_ring(h) : prepare_marks(h);
    while (!s && h->g.count < count) {
        if (small) {
            size_t to = count - h->g.count > 4096 ? h->g.count + 4096 : count;
            uint32_t steps = (uint32_t)((to - h->g.count) * (1 + h->set_count / 4));
            grow_by_ring(h, to);
            s = ta_poll(call, steps, (double)to, (double)h->goal);
        } else {
            uint32_t v;
            s = value_by_marks(h, &v);
            if (!s) s = ta_nim_values_append(&h->g, v);
            if (!s) s = ta_poll(call, (uint32_t)h->set_count, (double)h->g.count, (double)h->goal);
        }
    }
    return s;
}

/* Room for `value` in uses and first, new items zero. */
static ta_status admit_value(ta_heap *h, uint32_t value) {
    size_t old = h->uses_cap;
    ta_status s = ta_reserve(&h->allocator, (void **)&h->first, &h->first_cap, value + (size_t)1,
                             sizeof *h->first);
    if (!s)
        s = ta_reserve(&h->allocator, (void **)&h->uses, &h->uses_cap, value + (size_t)1,
                       sizeof *h->uses);
    if (!s && h->uses_cap > old) memset(h->uses + old, 0, (h->uses_cap - old) * sizeof *h->uses);
    return s;
}

static uint32_t all_but_value(ta_heap *h, size_t n) {
    uint32_t least = h->all_used;
    size_t i, count = 0;
    for (; count < h->set_count && h->set[count] <= n; count++)
        h->uses[ta_nim_values_at(&h->g, n - h->set[count])]--;
    for (i = 0; i < count; i++) {
        uint32_t v = ta_nim_values_at(&h->g, n - h->set[i]);
        if (h->uses[v] == 0 && v < least) least = v;
    }
    for (i = 0; i < count; i++) h->uses[ta_nim_values_at(&h->g, n - h->set[i])]++;
    return least;
}

ta_status heap_grow_all_but(ta_heap *h, ta_call *call, size_t count) {
    while (h->g.count < count) {
        ta_status s = admit_value(h, h->all_used + 1);
        if (s) return s;
        size_t n = h->g.count;
        uint32_t v = all_but_value(h, n);
        s = ta_nim_values_append(&h->g, v);
        if (s) return s;
        if (h->uses[v]++ == 0) h->first[v] = (uint32_t)n;
        if (v == h->all_used) h->all_used++;
        s = ta_poll(call, 1 + (uint32_t)h->set_count / 4, (double)n, (double)h->goal);
        if (s) return s;
    }
    return TA_OK;
}
