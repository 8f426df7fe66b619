/*
** subtraction.c - take k counters, k in a set S.
**
** With at most 63 members all values are at most 63. A ring holds one word for each of the next
** max S heaps: the values its options have. The value of heap n is the least bit not set in its
** word, and this bit is set in the words of heaps n + s. This costs O(|S|) a heap without a mex
** scan. Larger sets use the definition, O(|S|) too.
**
** g(n) depends only on the max S values before it. So a window of max S values that occurs twice
** proves a period.
*/
#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "set.h"

typedef struct subtraction {
    heap_set set;
    uint64_t *ring;   /* option values of the next heaps, one word a heap */
    size_t ring_size; /* a power of two */
    uint32_t *marks;  /* large sets: marks[v] = n + 1 if an option of heap n has value v */
    size_t mark_count;
} subtraction;

static void clear(ta_heap *h) {
    subtraction *x = h->data;
    ta_free(&h->allocator, x->set.members, x->set.count, sizeof *x->set.members);
    ta_free(&h->allocator, x->ring, x->ring_size, sizeof *x->ring);
    ta_free(&h->allocator, x->marks, x->mark_count, sizeof *x->marks);
}

static void grow_by_ring(ta_heap *h, size_t to) {
    subtraction *x = h->data;
    uint64_t *ring = x->ring;
    const uint32_t *set = x->set.members;
    size_t mask = x->ring_size - 1, count = x->set.count;
    uint8_t *g = h->g.data;
    uint32_t largest = h->g.largest;
    ta_assert(h->g.width == 1 && to <= h->g.cap); /* 63 options: no value is above 63 */
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

static uint32_t value_by_marks(ta_heap *h) {
    subtraction *x = h->data;
    size_t n = h->g.count;
    uint32_t stamp = (uint32_t)(n + 1);
    if (stamp == 0) { /* n + 1 is 2^32, but 0 means no mark: clear all marks */
        memset(x->marks, 0, x->mark_count * sizeof *x->marks);
        stamp = 1;
    }
    for (size_t i = 0; i < x->set.count && x->set.members[i] <= n; i++)
        x->marks[ta_nim_values_at(&h->g, n - x->set.members[i])] = stamp;
    uint32_t v = 0;
    while (x->marks[v] == stamp) v++; /* ends, since there are more marks than members */
    return v;
}

/* Allocate the marks of a large set: values 0..|S|, and one more that is never marked. */
static ta_status prepare_marks(ta_heap *h) {
    subtraction *x = h->data;
    if (x->marks) return TA_OK;
    x->marks = ta_alloc(&h->allocator, x->set.count + 2, sizeof *x->marks);
    if (!x->marks) return TA_ENOMEM;
    x->mark_count = x->set.count + 2;
    return TA_OK;
}

static ta_status prepare_ring(ta_heap *h) {
    subtraction *x = h->data;
    if (x->ring) return TA_OK;
    size_t size = 1;
    while (size <= heap_set_most(&x->set)) size *= 2;
    x->ring = ta_alloc(&h->allocator, size, sizeof *x->ring);
    if (!x->ring) return TA_ENOMEM;
    x->ring_size = size;
    return TA_OK;
}

static ta_status grow(ta_heap *h, ta_call *call, size_t count) {
    const subtraction *x = h->data;
    size_t members = x->set.count;
    int small = members <= 63;
    ta_status s = small ? prepare_ring(h) : prepare_marks(h);
    while (!s && h->g.count < count) {
        if (small) {
            size_t to = count - h->g.count > 4096 ? h->g.count + 4096 : count;
            uint32_t steps = (uint32_t)((to - h->g.count) * (1 + members / 4));
            grow_by_ring(h, to);
            s = heap_poll(h, call, steps, to);
        } else {
            s = ta_nim_values_append(&h->g, value_by_marks(h));
            if (!s)
                s = heap_poll(h, call, (uint32_t)members, h->g.count);
        }
    }
    return s;
}

static size_t window(const ta_heap *h) {
    const subtraction *x = h->data;
    return heap_set_most(&x->set);
}

/* The word of the ring for heap n >= g.count: the values of its options known so far. */
static uint64_t forbidden_to(const ta_heap *h, const subtraction *x, size_t n) {
    uint64_t forbidden = 0;
    for (size_t i = 0; i < x->set.count && x->set.members[i] <= n; i++)
        if (n - x->set.members[i] < h->g.count)
            forbidden |= (uint64_t)1 << ta_nim_values_at(&h->g, n - x->set.members[i]);
    return forbidden;
}

static ta_status resume(ta_heap *h) {
    subtraction *x = h->data;
    if (x->set.count > 63) {
        if (x->marks) memset(x->marks, 0, x->mark_count * sizeof *x->marks);
        return TA_OK;
    }
    ta_status s = prepare_ring(h);
    for (size_t j = 0; !s && j < x->ring_size; j++)
        x->ring[(h->g.count + j) & (x->ring_size - 1)] = forbidden_to(h, x, h->g.count + j);
    return s;
}

static ta_status visit_all(ta_heap *h, ta_call *call, ta_amount n, ta_heap_visitor visit,
                           void *ctx) {
    const subtraction *x = h->data;
    ta_status s = TA_OK;
    for (size_t i = 0; i < x->set.count && x->set.members[i] <= n && !s; i++)
        s = heap_visit_one(n - x->set.members[i], call, visit, ctx);
    return s;
}

static size_t prove(const ta_heap *h, const heap_repeat *r) {
    const subtraction *x = h->data;
    return r->s == 0 ? r->e + r->p + heap_set_most(&x->set) : SIZE_MAX;
}

static ta_reach reach(const ta_heap *h) {
    const subtraction *x = h->data;
    return (ta_reach){ (ta_amount)heap_set_most(&x->set), 1 };
}

static const char *check(const ta_heap *h) {
    const subtraction *x = h->data;
    const char *broken = heap_set_check(&x->set);
    if (!broken && x->set.count == 0) broken = "subtraction: an empty set";
    size_t step = ta_check_step(x->ring_size) * (x->set.count / 4 + 1);
    for (size_t j = 0; !broken && j < x->ring_size; j += step)
        if (x->ring[(h->g.count + j) & (x->ring_size - 1)] != forbidden_to(h, x, h->g.count + j))
            broken = "subtraction: the ring does not hold what is forbidden";
    step = ta_check_step(x->mark_count);
    for (size_t v = 0; !broken && v < x->mark_count; v += step)
        if (x->marks[v] > h->g.count + 1) broken = "subtraction: a mark from the future";
    return broken;
}

const heap_kind heap_subtraction = {
    .size = sizeof(subtraction),
    .clear = clear,
    .grow = grow,
    .visit = visit_all,
    .prove = prove,
    .window = window,
    .resume = resume,
    .reach = reach,
    .check = check,
};
