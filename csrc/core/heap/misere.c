/*
** misere.c - misere nim values of sums of heaps, by search.
**
** In misere play a sum is not told by the values of its parts, so positions are whole:
** sorted tuples of heaps, empty ones dropped, held once in an arena and found by a hash
** table. A position without options has value 1, any other the mex over its options; it is
** a P-position exactly when its value is 0. Depth first on an explicit stack: a position
** whose options are not all known pushes those and is looked at again. Moves in equal
** heaps are looked at once.
*/
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "heap_int.h"

#define UNKNOWN UINT32_MAX

typedef struct position {
    size_t at; /* in the arena: count heaps from here */
    uint32_t count, value;
} position;

struct heap_misere {
    uint32_t *arena;
    size_t arena_count, arena_cap;
    position *positions;
    size_t count, cap;
    uint32_t *table; /* position + 1, or 0; a power of two of them */
    size_t table_cap;
    uint32_t *stack;
    size_t stack_count, stack_cap;
    uint32_t *option; /* the position being looked up */
    size_t option_cap;
    uint64_t *seen; /* values of the options of the position at hand */
    size_t seen_cap;
    /* of the position at hand: */
    uint32_t id, skip; /* the heap at index skip is moved in */
    int options, unknown;
};

void heap_misere_clear(ta_heap *h) {
    heap_misere *x = h->misere;
    const ta_allocator *a = &h->allocator;
    if (!x) return;
    ta_free(a, x->arena, x->arena_cap, sizeof *x->arena);
    ta_free(a, x->positions, x->cap, sizeof *x->positions);
    ta_free(a, x->table, x->table_cap, sizeof *x->table);
    ta_free(a, x->stack, x->stack_cap, sizeof *x->stack);
    ta_free(a, x->option, x->option_cap, sizeof *x->option);
    ta_free(a, x->seen, x->seen_cap, sizeof *x->seen);
    ta_free(a, x, 1, sizeof *x);
    h->misere = NULL;
}

static size_t slot_of(const heap_misere *x, const uint32_t *heaps, size_t count) {
    uint64_t hash = count;
    for (size_t i = 0; i < count; i++) hash = ta_hash(hash ^ heaps[i]);
    size_t i = (size_t)hash & (x->table_cap - 1);
    for (; x->table[i]; i = (i + 1) & (x->table_cap - 1)) {
        const position *p = &x->positions[x->table[i] - 1];
        if (p->count != count) continue;
        if (count == 0 || memcmp(x->arena + p->at, heaps, count * sizeof *heaps) == 0) break;
    }
    return i;
}

static ta_status grow_table(heap_misere *x, const ta_allocator *a, ta_call *call) {
    size_t cap = x->table_cap ? 2 * x->table_cap : 256;
    double need = (double)cap * 40, have = ta_memory_available();
    if (need > have) return ta_fail_memory(call, "the misere search", need, have);
    uint32_t *table = ta_alloc(a, cap, sizeof *table);
    if (!table) return TA_ENOMEM;
    ta_free(a, x->table, x->table_cap, sizeof *table);
    x->table = table;
    x->table_cap = cap;
    for (size_t i = 0; i < x->count; i++)
        table[slot_of(x, x->arena + x->positions[i].at, x->positions[i].count)] = (uint32_t)i + 1;
    return TA_OK;
}

/* The id of the tuple, made when it is new. */
static ta_status intern(ta_heap *h, ta_call *call, const uint32_t *heaps, size_t count,
                        uint32_t *id) {
    heap_misere *x = h->misere;
    const ta_allocator *a = &h->allocator;
    if (2 * (x->count + 1) > x->table_cap) {
        ta_status s = grow_table(x, a, call);
        if (s) return s;
    }
    size_t slot = slot_of(x, heaps, count);
    if (!x->table[slot]) {
        if ((ta_amount)x->count >= h->settings.positions || x->count >= UNKNOWN - 1)
            return ta_fail(call, TA_ELIMIT,
                           "%s: misere play: more than positions = %lld sums of heaps", h->text,
                           (long long)h->settings.positions);
        ta_status s = ta_reserve(a, (void **)&x->arena, &x->arena_cap, x->arena_count + count,
                                 sizeof *x->arena);
        if (!s)
            s = ta_reserve(a, (void **)&x->positions, &x->cap, x->count + 1, sizeof *x->positions);
        if (s) return s;
        position *p = &x->positions[x->count];
        p->at = x->arena_count;
        p->count = (uint32_t)count;
        p->value = UNKNOWN;
        if (count) memcpy(x->arena + p->at, heaps, count * sizeof *heaps);
        x->arena_count += count;
        x->table[slot] = (uint32_t)++x->count;
    }
    *id = x->table[slot] - 1;
    return TA_OK;
}

/* Put `heap` in its place among the `count` sorted ones of x->option. */
static void insert(uint32_t *option, size_t count, uint32_t heap) {
    while (count > 0 && option[count - 1] > heap) {
        option[count] = option[count - 1];
        count--;
    }
    option[count] = heap;
}

/* One option of one heap: the option of the whole, known or pushed. */
static ta_status visit_option(void *ctx, ta_call *call, const ta_amount *heaps, size_t count) {
    ta_heap *h = ctx;
    heap_misere *x = h->misere;
    position p = x->positions[x->id];
    ta_status s = ta_reserve(&h->allocator, (void **)&x->option, &x->option_cap, p.count + count,
                             sizeof *x->option);
    if (s) return s;
    size_t held = 0;
    for (uint32_t i = 0; i < p.count; i++)
        if (i != x->skip) x->option[held++] = x->arena[p.at + i];
    for (size_t i = 0; i < count; i++) insert(x->option, held++, (uint32_t)heaps[i]);
    uint32_t id;
    s = intern(h, call, x->option, held, &id);
    if (s) return s;
    x->options = 1;
    uint32_t v = x->positions[id].value;
    if (v == UNKNOWN) {
        x->unknown = 1;
        s = ta_reserve(&h->allocator, (void **)&x->stack, &x->stack_cap, x->stack_count + 1,
                       sizeof *x->stack);
        if (!s) x->stack[x->stack_count++] = id;
        return s;
    }
    size_t words = x->seen_cap;
    s = ta_reserve(&h->allocator, (void **)&x->seen, &x->seen_cap, v / 64 + 1, sizeof *x->seen);
    if (s) return s;
    if (x->seen_cap > words) memset(x->seen + words, 0, (x->seen_cap - words) * sizeof *x->seen);
    x->seen[v / 64] |= (uint64_t)1 << (v & 63);
    return TA_OK;
}

/* Look at the options of position `id`; its value when all are known. */
static ta_status look(ta_heap *h, ta_call *call, uint32_t id) {
    heap_misere *x = h->misere;
    position p = x->positions[id];
    x->id = id;
    x->options = x->unknown = 0;
    if (x->seen_cap) memset(x->seen, 0, x->seen_cap * sizeof *x->seen);
    for (uint32_t i = 0; i < p.count; i++) {
        if (i > 0 && x->arena[p.at + i] == x->arena[p.at + i - 1]) continue;
        x->skip = i;
        ta_status s = heap_visit(h, call, x->arena[p.at + i], visit_option, h);
        if (s) return s;
    }
    if (x->unknown) return TA_OK;
    size_t w = 0;
    while (w < x->seen_cap && x->seen[w] == UINT64_MAX) w++;
    uint32_t mex =
        (uint32_t)(64 * w) + (w < x->seen_cap ? (uint32_t)__builtin_ctzll(~x->seen[w]) : 0);
    x->positions[id].value = x->options ? mex : 1;
    return TA_OK;
}

static ta_status search(ta_heap *h, ta_call *call, uint32_t id) {
    heap_misere *x = h->misere;
    ta_status s = ta_reserve(&h->allocator, (void **)&x->stack, &x->stack_cap, 1, sizeof *x->stack);
    if (s) return s;
    x->stack[0] = id;
    x->stack_count = 1;
    while (!s && x->stack_count > 0) {
        uint32_t top = x->stack[x->stack_count - 1];
        if (x->positions[top].value == UNKNOWN) s = look(h, call, top);
        if (!s && x->positions[top].value != UNKNOWN) x->stack_count--;
        if (!s) s = ta_poll(call, 16, (double)x->count, 0);
    }
    return s;
}

ta_status ta_heap_misere_nim_value(ta_heap *h, ta_call *call, const ta_amount *heaps, size_t count,
                                   ta_amount *value) {
    for (size_t i = 0; i < count; i++)
        if (heaps[i] < 0 || heaps[i] >= UINT32_MAX)
            return ta_fail(call, TA_ELIMIT, "misere play is searched for heaps below 2^32");
    if (!h->misere) {
        h->misere = ta_alloc(&h->allocator, 1, sizeof *h->misere);
        if (!h->misere) return TA_ENOMEM;
    }
    heap_misere *x = h->misere;
    ta_status s = ta_reserve(&h->allocator, (void **)&x->option, &x->option_cap, count + 1,
                             sizeof *x->option);
    size_t held = 0;
    uint32_t id;
    if (s) return s;
    for (size_t i = 0; i < count; i++)
        if (heaps[i] > 0) insert(x->option, held++, (uint32_t)heaps[i]);
    s = intern(h, call, x->option, held, &id);
    if (!s) s = search(h, call, id);
    if (!s) *value = x->positions[id].value;
    return s;
}
